import PantographBase

// What families replace: the keys of interaction files before there was `as`, each of which set one part of a pan. They are
// read until the next version. Without them, this file goes, and `PanMachine.former` with it.

/// The parts of a pan that keys of their own set.
package struct FormerPanSettings: Hashable, Sendable {
  /// Where something that a pan reports counts from.
  package enum Origin: String, Hashable, Sendable, CaseIterable {
    /// Where the fingers landed.
    case landing
    /// Where they were in the report before the one that exceeds the slop.
    case lastReport
    /// The same, but that report counts twice.
    case lastReportTwice
    /// Where the fingers had moved by the slop.
    case slop
    /// Where they are in the report that exceeds the slop.
    case beginning
    /// Where they are 25 ms after that report.
    case secondFrame

    /// Those from which a velocity can count.
    package static let ofVelocity: [Origin] = [.landing, .lastReport, .lastReportTwice]
  }

  /// The fingers that a translation follows.
  package enum Followed: String, Hashable, Sendable, CaseIterable {
    /// The mean of those that move, until the last one lifts.
    case movingFingers
    /// The mean of all, and none once there are fewer than the gesture needs.
    case allFingers
  }

  /// How the speed of a movement changes its length.
  package enum Acceleration: String, Hashable, Sendable, CaseIterable {
    /// Not at all.
    case none
    /// As libinput accelerates swipes.
    case libinput
  }

  /// The direction in which the fingers must set out.
  package struct FirstDirection: Hashable, Sendable {
    /// The direction, which is not `any`.
    package var direction: PanGestureRecognizer.Direction
    /// How many times as far a displacement must lead along one axis as along the other.
    package var dominance: Double

    /// Creates a direction other than `any`; the dominance is 1 or more.
    package init(_ direction: PanGestureRecognizer.Direction, dominance: Double) {
      self.direction = direction
      self.dominance = dominance
    }
  }

  /// The slop while the pressure is not steady, in millimetres.
  package var rollingSlop = UIKitPan.rollingSlop
  /// The report with which a pan begins at the earliest, counting that of the landing.
  package var fewestReports = 1
  /// The direction in which the fingers must set out; `nil` for any.
  package var firstDirection: FirstDirection?
  /// How far the fingers may have moved across the direction when the pan begins, in millimetres; `nil` for any distance.
  package var mostAcross: Double?
  /// How many seconds after the landing the pan must begin, or fail; `nil` for any time.
  package var beginsWithin: Double?
  /// Where the translation counts from.
  package var translationFrom = Origin.slop
  /// Which fingers the translation follows.
  package var follows = Followed.movingFingers
  /// How the movement becomes longer or shorter with its speed.
  package var acceleration = Acceleration.none
  /// Where the velocity counts from: the landing or the last report, once or twice.
  package var velocityFrom = Origin.landing

  /// Creates what a pan has without these keys.
  package init() {}

  /// Creates what a pan of a family has.
  package init(_ settings: PanGestureRecognizer.Settings) {
    self.init()
    rollingSlop =
      settings.family == .uiKit ? max(settings.slop, UIKitPan.rollingSlop) : settings.slop
    let direction = settings.direction
    switch settings.family {
    case .uiKit, .chromium, .firefox: break
    case .gtkTouch:
      firstDirection = direction == .any ? nil : FirstDirection(direction, dominance: 2)
      beginsWithin = 0.5
      translationFrom = .landing
    case .libadwaitaTouch, .libadwaitaLeaflet:
      let first = settings.family == .libadwaitaTouch ? direction.axis : direction
      firstDirection = first == .any ? nil : FirstDirection(first, dominance: 1)
      translationFrom = .lastReport
    case .libinput, .libinputSwipe, .gtkTouchpad, .libadwaitaTouchpad:
      fewestReports = 3
      follows = .allFingers
      velocityFrom = settings.family == .libadwaitaTouchpad ? .lastReportTwice : .lastReport
      translationFrom = settings.family == .gtkTouchpad ? .beginning : velocityFrom
      acceleration = settings.family == .libinputSwipe ? .libinput : .none
    case .qtFlickable: translationFrom = .secondFrame
    case .qtDrawer:
      mostAcross = QtPan.drawerSlop
      let isReached = settings.slop > QtPan.drawerSlop + PanGestureRecognizer.rounding
      translationFrom = isReached ? .slop : .beginning
    }
  }
}

/// A pan of any parts.
struct FormerPan: Sendable {
  private let former: FormerPanSettings
  /// The fingers that count, if all do.
  var fingers = LibinputFingers()
  private var acceleration: TouchpadAcceleration?
  private var hasSetOut = false
  /// The display frames, if the translation counts from the second one.
  private(set) var frames = QtFrames()

  init(_ former: FormerPanSettings) {
    self.former = former
    acceleration = former.acceleration == .libinput ? TouchpadAcceleration() : nil
  }

  var followsAll: Bool { former.follows == .allFingers }

  mutating func land(at time: Timestamp) {
    hasSetOut = false
    acceleration?.land(at: time)
  }

  mutating func start(
    _ fingers: PanFingers, _ settings: PanGestureRecognizer.Settings
  ) -> PanStart {
    if !hasSetOut, let first = former.firstDirection,
      let isAllowed = first.direction.contains(
        settingOut: fingers.moved, dominance: first.dominance)
    {
      guard isAllowed else { return .fails }
      hasSetOut = true
    }
    if let limit = former.beginsWithin, fingers.time - fingers.landed > limit { return .fails }
    guard fingers.reports >= former.fewestReports else { return .waits }
    if followsAll {
      switch CommonStart(of: fingers, slop: settings.slop) {
      case .none: return .waits
      case .thumb: return .fails
      case .begins: break
      }
    }
    guard let travel = travel(of: fingers, beyond: settings.slop) else { return .waits }
    if let most = former.mostAcross, settings.direction.across(travel.all) > most { return .waits }
    guard settings.direction.contains(travel.all) else { return .fails }
    let movement = accelerated(fingers.group.movement, at: fingers.time)
    frames.end()
    if former.translationFrom == .secondFrame { frames.begin(at: fingers.time) }
    let translation =
      switch former.translationFrom {
      case .landing: travel.all
      case .lastReport: movement
      case .lastReportTwice: movement * 2
      case .slop: travel.beyondSlop
      case .beginning, .secondFrame: Vector.zero
      }
    let origin: PanBeginning.VelocityOrigin =
      switch former.velocityFrom {
      case .lastReport: .lastReport
      case .lastReportTwice: .lastReportTwice(movement)
      default: .landing
      }
    return .begins(
      PanBeginning(travel: travel.all, translation: translation, velocityFrom: origin))
  }

  mutating func take(_ movement: Vector, at time: Timestamp) -> PanMovement {
    frames.take(accelerated(movement, at: time), at: time)
  }

  private mutating func accelerated(_ movement: Vector, at time: Timestamp) -> Vector {
    acceleration?.accelerated(movement, at: time) ?? movement
  }

  private func travel(of fingers: PanFingers, beyond slop: Double) -> PanFingers.Travel? {
    guard followsAll else { return fingers.travel(beyond: slop, rolling: former.rollingSlop) }
    let travel = fingers.group.travel.all
    return travel.length > 0 ? .init(all: travel, slop: min(slop, travel.length)) : nil
  }
}

extension PanGestureRecognizer.Settings {
  /// Creates settings with the parts of a pan that a change sets.
  package func with(_ change: (inout FormerPanSettings) -> Void) -> Self {
    var copy = self
    copy.changeFormer(change)
    return copy
  }

  /// What these settings have of a pan, or would have without their keys.
  private var parts: FormerPanSettings { former ?? FormerPanSettings() }

  /// The settings of a family that means the same; `nil` if none does.
  package var renewed: Self? {
    guard var parts = former else { return nil }
    parts.rollingSlop = parts.follows == .allFingers ? slop : max(slop, parts.rollingSlop)
    for family in PanGestureRecognizer.Family.allCases {
      var renewed = self
      renewed.family = family
      renewed.former = nil
      if family == .gtkTouch {
        guard direction == .any else { continue }
        renewed.direction = parts.firstDirection?.direction ?? .any
      }
      // A file can't do without the lock of a family.
      guard axisLock != nil || family.axisLock == nil else { continue }
      if FormerPanSettings(renewed) == parts { return renewed }
    }
    return nil
  }

  private mutating func changeFormer(_ change: (inout FormerPanSettings) -> Void) {
    var parts = parts
    change(&parts)
    former = parts
  }

  package var rollingSlop: Double {
    get { parts.rollingSlop }
    set { changeFormer { $0.rollingSlop = newValue } }
  }
  package var fewestReports: Int {
    get { parts.fewestReports }
    set { changeFormer { $0.fewestReports = newValue } }
  }
  package var firstDirection: FormerPanSettings.FirstDirection? {
    get { parts.firstDirection }
    set { changeFormer { $0.firstDirection = newValue } }
  }
  package var mostAcross: Double? {
    get { parts.mostAcross }
    set { changeFormer { $0.mostAcross = newValue } }
  }
  package var beginsWithin: Double? {
    get { parts.beginsWithin }
    set { changeFormer { $0.beginsWithin = newValue } }
  }
  package var translationFrom: FormerPanSettings.Origin {
    get { parts.translationFrom }
    set { changeFormer { $0.translationFrom = newValue } }
  }
  package var follows: FormerPanSettings.Followed {
    get { parts.follows }
    set { changeFormer { $0.follows = newValue } }
  }
  package var acceleration: FormerPanSettings.Acceleration {
    get { parts.acceleration }
    set { changeFormer { $0.acceleration = newValue } }
  }
  package var velocityFrom: FormerPanSettings.Origin {
    get { parts.velocityFrom }
    set { changeFormer { $0.velocityFrom = newValue } }
  }
}
