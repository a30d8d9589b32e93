import PantographBase

/// The touch scroll of GTK's scrolled window, as measured in GTK 4.8.3 (`tools/lab gtk`).
///
/// Only the way in which the fingers set out must have the settings' direction: the first displacement that is twice as
/// long along one axis as along the other decides, however short it is. After 0.5 s a long press begins instead. The
/// translation jumps to the fingers.
struct GTKPan: Sendable {
  /// The toolkit's own slop: 8 px at 96 per inch (`gtk-dnd-drag-threshold`), in millimetres.
  static let slop = 8.0 / 96 * 25.4
  /// Twice as far along as across (`FACTOR` of `gtkgesturepan.c`).
  private static let dominance = 2.0
  /// 0.5 s after the landing, what has not moved by the slop is a long press (`gtk-long-press-time`).
  private static let longPress = 0.5

  private var hasSetOut = false

  mutating func start(
    _ fingers: PanFingers, _ settings: PanGestureRecognizer.Settings
  ) -> PanStart {
    // `nil` until the fingers have set out.
    if !hasSetOut,
      let isAllowed = settings.direction.contains(
        settingOut: fingers.moved, dominance: Self.dominance)
    {
      guard isAllowed else { return .fails }
      hasSetOut = true
    }
    guard fingers.time - fingers.landed <= Self.longPress else { return .fails }
    guard let travel = fingers.travel(beyond: settings.slop) else { return .waits }
    return .begins(PanBeginning(travel: travel.all, translation: travel.all))
  }
}

/// libadwaita's swipe on a touchscreen, as measured in libadwaita 1.2.2 (`tools/lab libadwaita` and `libadwaita-flap`).
///
/// The very first movement must be along the axis of the settings' direction: one that trembles across by 0.02 mm is refused.
/// In a leaflet, it must also be on the side of the direction, since that is where a page is made ready. The translation
/// counts the whole report that exceeds the slop.
struct LibadwaitaPan: Sendable {
  /// The toolkit's own slop: 16 px at 96 per inch (`DRAG_THRESHOLD_DISTANCE` of `adw-swipe-tracker.c`), in millimetres.
  static let slop = 16.0 / 96 * 25.4

  /// Whether the first movement must be on the side of the direction.
  let needsSide: Bool
  private var hasSetOut = false

  init(needsSide: Bool) { self.needsSide = needsSide }

  mutating func start(
    _ fingers: PanFingers, _ settings: PanGestureRecognizer.Settings
  ) -> PanStart {
    let direction = settings.direction
    let first = needsSide ? direction : direction.axis
    if !hasSetOut, let isAllowed = first.contains(settingOut: fingers.moved, dominance: 1) {
      guard isAllowed else { return .fails }
      hasSetOut = true
    }
    guard let travel = fingers.travel(beyond: settings.slop) else { return .waits }
    guard direction.contains(travel.all) else { return .fails }
    return .begins(PanBeginning(travel: travel.all, translation: fingers.group.movement))
  }
}
