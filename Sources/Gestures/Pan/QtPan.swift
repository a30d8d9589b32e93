import PantographBase

/// Qt Quick's Flickable and the drawer of Qt Quick Controls on a touchscreen, as measured in Qt 6.4.2 (`tools/lab qt` and
/// `qt-drawer`).
///
/// - A Flickable begins at the slop. Its content follows from the second display frame after that.
/// - A drawer waits while the finger is farther across the settings' direction than its own slop. It follows from the
///   report that exceeds the slop. With a larger slop, that of a finger that lands beside the open drawer and reaches it
///   later, it follows from there.
struct QtPan: Sendable {
  /// 10 px at 96 per inch (`QStyleHints::startDragDistance`), in millimetres.
  static let slop = 10.0 / 96 * 25.4
  /// 20 px at 96 per inch: twice `startDragDistance` (`qquickdrawer.cpp`), in millimetres.
  static let drawerSlop = 20.0 / 96 * 25.4

  private let isDrawer: Bool
  private(set) var frames = QtFrames()

  init(isDrawer: Bool) { self.isDrawer = isDrawer }

  mutating func start(
    _ fingers: PanFingers, _ settings: PanGestureRecognizer.Settings
  ) -> PanStart {
    guard let travel = fingers.travel(beyond: settings.slop) else { return .waits }
    if isDrawer, settings.direction.across(travel.all) > Self.drawerSlop { return .waits }
    guard settings.direction.contains(travel.all) else { return .fails }
    let isReached = isDrawer && settings.slop > Self.drawerSlop + PanGestureRecognizer.rounding
    if !isDrawer { frames.begin(at: fingers.time) }
    return .begins(
      PanBeginning(travel: travel.all, translation: isReached ? travel.beyondSlop : .zero))
  }

  mutating func take(_ movement: Vector, at time: Timestamp) -> PanMovement {
    frames.take(movement, at: time)
  }
}

/// The display frames of a Flickable between the report that exceeds the slop and the one with which its content begins to
/// follow.
///
/// No recording contains the frames; at 60 per second, the second one is 1.5 frames later in the mean.
struct QtFrames: Sendable {
  /// 25 ms, 1.5 frames at 60 Hz: from the report that exceeds the slop to the second frame.
  private static let toSecond = 0.025

  /// When the gesture began, until the second frame, and whether the fingers have moved since.
  private var waiting: (since: Timestamp, hasMoved: Bool)?

  /// Whether the fingers have not moved since the gesture began, so that the second frame would have nothing to take.
  var haveNothing: Bool { waiting.map { !$0.hasMoved } ?? false }

  mutating func begin(at time: Timestamp) { waiting = (time, false) }

  mutating func end() { waiting = nil }

  mutating func take(_ movement: Vector, at time: Timestamp) -> PanMovement {
    guard let waiting, time - waiting.since <= Self.toSecond else {
      waiting = nil
      return .follows(movement)
    }
    self.waiting = (waiting.since, waiting.hasMoved || movement != .zero)
    return .countsForVelocity(movement)
  }
}
