import PantographBase
import PantographCMathematics

/// libinput's scrolls and swipes on a touchpad, as their clients get them; measured with libinput 1.22.1 (`tools/lab gtk-corpus`,
/// `kwin` and `libinput`).
///
/// They follow the mean of all fingers, also of one that rests, and begin as ``CommonStart`` says, with the third report at
/// the earliest. They end 100 ms after too few fingers are left.
struct LibinputPan: Sendable {
  /// What counts the translation and the velocity.
  enum Client {
    /// What gets libinput's events: the first one has the movement since the report before.
    case clients
    /// The same for swipes, which libinput accelerates.
    case compositors
    /// GTK's scrolled window, which does not move by the first scroll, though its velocity counts it.
    case gtk
    /// libadwaita 1.2, which moves twice by the first scroll: GTK sends it as the beginning of a scroll and as a scroll.
    case libadwaita
  }

  /// 100 ms: how long a pan goes on with too few fingers.
  static let lifting = 0.100
  /// The report with which a pan begins at the earliest: libinput knows no movement before, and a fast flick has gone
  /// farther than the slop by then.
  private static let firstReport = 3
  /// 12 % of its range: with less pressure, a report is none of a touch (`tp_init_pressure` of `evdev-mt-touchpad.c`).
  private static let leastPressure = 0.12

  private let client: Client
  /// The fingers that count.
  var fingers = LibinputFingers()
  private var acceleration: TouchpadAcceleration?
  /// How many reports after the landing pressed too lightly.
  private var lightReports = 0

  init(for client: Client) {
    self.client = client
    acceleration = client == .compositors ? TouchpadAcceleration() : nil
  }

  /// Returns how far each finger must move: 1.5 mm of two, and 0.5 mm more of three, four or five, as measured.
  ///
  /// One finger moves the pointer after 1.3 mm (`evdev-mt-touchpad-tap.c`), if taps are on.
  static func slop(for fingers: Int) -> Double {
    fingers == 1 ? 1.3 : 0.5 + 0.5 * Double(fingers)
  }

  mutating func land(at time: Timestamp) {
    lightReports = 0
    acceleration?.land(at: time)
  }

  mutating func start(
    _ fingers: PanFingers, _ settings: PanGestureRecognizer.Settings
  ) -> PanStart {
    if lightReports == fingers.reports - 1, fingers.group.press(lessThan: Self.leastPressure) {
      lightReports += 1
    }
    guard fingers.reports - lightReports >= Self.firstReport else { return .waits }
    let travel = fingers.group.travel.all
    switch CommonStart(of: fingers, slop: settings.slop) {
    case .none: return .waits
    case .thumb: return .fails
    case .begins: break
    }
    guard travel.length > 0 else { return .waits }
    guard settings.direction.contains(travel) else { return .fails }
    let movement = accelerated(fingers.group.movement, at: fingers.time)
    return switch client {
    case .clients, .compositors:
      .begins(PanBeginning(travel: travel, translation: movement, velocityFrom: .lastReport))
    case .gtk: .begins(PanBeginning(travel: travel, translation: .zero, velocityFrom: .lastReport))
    case .libadwaita:
      .begins(
        PanBeginning(
          travel: travel, translation: movement * 2, velocityFrom: .lastReportTwice(movement)))
    }
  }

  /// Returns a movement as libinput reports it.
  mutating func accelerated(_ movement: Vector, at time: Timestamp) -> Vector {
    acceleration?.accelerated(movement, at: time) ?? movement
  }
}

/// What libinput makes of fingers on a touchpad that begin to move together.
///
/// The numbers are those of `evdev-mt-touchpad-gestures.c` and `evdev-mt-touchpad-thumb.c`, and agree with libinput 1.22.1 on
/// scrolls of people: `tools/lab gtk-corpus`.
enum CommonStart {
  /// No scroll or swipe yet.
  case none
  /// A scroll or swipe begins.
  case begins
  /// The lowest finger is a thumb, so no scroll or swipe begins with it.
  case thumb

  /// 4 mm: the movement of one finger that decides, though another one rests.
  private static let single = 4.0
  /// 1 mm: that of fingers side by side, after a while.
  private static let short = 1.0
  /// 150 ms: that while, since the fingers count.
  private static let wait = 0.150
  /// 7 mm and 40 mm: how far apart fingers are at most that lie side by side, along y and in all.
  private static let (height, distance) = (7.0, 40.0)
  /// 50 mm: the height of the lowest touchpad on which a thumb has room.
  private static let room = 50.0
  /// 35 mm along x or 25 mm along y: how far a finger lands from another one for a thumb, if one has been fast in more
  /// than five reports.
  private static let (far, fastReports) = (Vector(x: 35, y: 25), 5)
  /// 1 nm: the rounding error of adding steps.
  private static let rounding = 1e-6

  /// Decides about fingers, each of which must have moved by the slop, in millimetres.
  init(of touching: PanFingers, slop: Double) {
    let (fingers, height) = (touching.group.fingers, touching.height)
    let moved = fingers.map { $0.recent.all.length }
    let (least, most) = (moved.min() ?? 0, moved.max() ?? 0)
    if least >= slop - Self.rounding {
      // Fingers that move apart move together by little. The half is our choice: libinput compares directions.
      let sum = fingers.reduce(Vector.zero) { $0 + $1.recent.all }
      self = sum.length >= slop / 2 * Double(fingers.count) ? .begins : .none
    } else if most >= max(Self.single, slop) - Self.rounding {
      let hasRoom = height ?? Self.room >= Self.room
      self = hasRoom && Self.lowestRests(fingers, below: slop) ? .thumb : .begins
    } else {
      let isLate =
        touching.time - touching.landed >= Self.wait && most >= Self.short - Self.rounding
      self = isLate && Self.areSideBySide(fingers) ? .begins : .none
    }
  }

  /// Returns whether a finger that has just landed is a thumb: the two lowest are far apart, and one has been fast.
  static func landsThumb(among fingers: [FingerGroup.Finger], onHeight height: Double?) -> Bool {
    guard fingers.count > 1, height ?? room >= room else { return false }
    let lowest = fingers.sorted { $0.position.y > $1.position.y }
    let between = lowest[0].position - lowest[1].position
    return (abs(between.x) > far.x || abs(between.y) > far.y)
      && fingers.contains { $0.fast.count > fastReports }
  }

  /// Returns whether one finger is lower than all others, and has not moved by the slop.
  private static func lowestRests(_ fingers: [FingerGroup.Finger], below slop: Double) -> Bool {
    guard let lowest = fingers.max(by: { $0.position.y < $1.position.y }) else { return false }
    let isAlone = fingers.count { $0.position.y == lowest.position.y } == 1
    return isAlone && lowest.recent.all.length < slop - rounding
  }

  private static func areSideBySide(_ fingers: [FingerGroup.Finger]) -> Bool {
    fingers.allSatisfy { one in
      fingers.allSatisfy { other in
        let between = one.position - other.position
        return abs(between.y) < height && between.length < distance
      }
    }
  }
}

/// The number of fingers as libinput counts it: one that lands while the others hold counts 100 ms later.
///
/// A single finger that has moved does not hold; two or more do, as a gesture of theirs has begun.
///
/// Measured with libinput 1.22.1, on scrolls of people whose fingers land one after the other.
struct LibinputFingers: Sendable {
  /// 0.5 mm: a single finger that has moved farther is no longer held (`HOLD_AND_MOTION_THRESHOLD` of
  /// `evdev-mt-touchpad-gestures.c`).
  private static let held = PanGestureRecognizer.restingDistance
  /// 40 ms: how long one or two fingers have been there before they hold.
  private static let hold = 0.040
  /// 180 ms: the same of more fingers.
  private static let holdOfMany = 0.180
  /// 100 ms: until another number counts.
  private static let delay = 0.100

  private(set) var value = 0
  private var since = Timestamp(microseconds: 0)
  private var hasMoved = false
  /// The number that counts next, and when.
  private var next: (value: Int, time: Timestamp)?

  /// Counts the fingers in a frame.
  mutating func follow(_ group: FingerGroup, at time: Timestamp) {
    let fingers = group.count
    let hasMoved =
      fingers == 1 && group.hasMoved(beyond: Self.held + PanGestureRecognizer.rounding)
    if let next, time >= next.time { count(next.value, at: next.time) }
    self.hasMoved = self.hasMoved || hasMoved
    if fingers == value {
      next = nil
    } else if fingers == 0 || !holds(at: time) {
      count(fingers, at: time)
    } else if next?.value != fingers {
      next = (fingers, time.advanced(bySeconds: Self.delay))
    }
  }

  private mutating func count(_ fingers: Int, at time: Timestamp) {
    value = fingers
    since = time
    hasMoved = false
    next = nil
  }

  private func holds(at time: Timestamp) -> Bool {
    value > 0 && !hasMoved && time - since >= (value > 2 ? Self.holdOfMany : Self.hold)
  }
}

/// Positions that lag behind the fingers, as libinput's do once a finger has trembled on a touchpad.
struct Hysteresis: Sendable {
  /// The rounding error of a length, in millimetres or in units.
  private static let rounding = 1e-9

  /// How far a position lags behind its finger, in millimetres; 0 for not at all.
  let distance: Double
  /// The device's units per millimetre, to which positions are rounded; `nil` for no rounding.
  private let units: Vector?

  /// Creates a hysteresis; it rounds nothing to units that are larger than it.
  init(distance: Double, unitsPerMillimetre units: Vector? = nil) {
    self.distance = distance
    self.units = units.flatMap { distance * min($0.x, $0.y) >= 1 ? $0 : nil }
  }

  /// Returns the position after a report.
  ///
  /// The kernel only reports an axis along which the finger has moved. Along the other one, libinput compares the
  /// position with itself, as if the finger were there.
  ///
  /// - Parameters:
  ///   - position: The position before.
  ///   - finger: Where the finger is.
  ///   - last: Where it was in the report before.
  func position(_ position: Point, after finger: Point, last: Point) -> Point {
    guard distance > 0 else { return finger }
    let target = Point(
      x: finger.x == last.x ? position.x : finger.x, y: finger.y == last.y ? position.y : finger.y)
    let step = target - position
    guard step.length > 0, step.length >= distance - Self.rounding else { return position }
    let result = target + step * (-distance / step.length)
    guard let units else { return result }
    return Point(x: Self.whole(result.x, units.x), y: Self.whole(result.y, units.y))
  }

  /// Returns the largest whole number of units up to a length.
  private static func whole(_ length: Double, _ units: Double) -> Double {
    (length * units + rounding).rounded(.down) / units
  }
}

/// Makes fast movements longer and slow ones shorter, as libinput does for touchpads with its default settings.
///
/// A movement of 1 mm at a usual speed becomes 0.9 mm; so the sum is in libinput's pixels if a millimetre counts as
/// 11.685 of them (`pad-px`). The factor depends on the speed of a movement and on that of the movement before. All
/// numbers are from `filter-touchpad.c` and `filter.c` of libinput 1.22.1. Whole swipes agree with libinput's to 1 %
/// rms: `lab_kwin.csv`.
struct TouchpadAcceleration {
  /// The factor of the slowest movements.
  private static let least = 0.3
  /// By how much the factor grows per mm/s, until it is the usual one.
  private static let growth = 0.1
  /// The factor at usual speeds.
  private static let usual = 0.9
  /// Above this speed, in mm/s, the factor grows, up to four times this speed.
  private static let fast = 130.0
  private static let fastGrowth = 0.0025
  /// 1.000875: the factor of the default setting, 0 of −1…1 (`speed_factor`).
  private static let defaultFactor =
    435837.2 + (0.04762636 - 435837.2) / (1 + pow(1 / 240.4549, 2.377168))
  /// After a silence, in seconds, the speed is computed as if it had lasted this long (`MOTION_TIMEOUT`).
  private static let longestSilence = 1.0
  /// One microsecond, which every movement takes longer (`calculate_trackers_velocity`).
  private static let extraTime = 1e-6

  /// The time of the last movement, or of the landing.
  private var last = Timestamp(microseconds: 0)
  /// The speed of the last movement in mm/s, also of one in an earlier gesture; before a recording, one whose factor is
  /// the usual one.
  private var speed = 7.0

  /// Starts over with fingers that have landed.
  mutating func land(at time: Timestamp) { last = time }

  /// Returns the accelerated movement of the fingers since the report before.
  mutating func accelerated(_ movement: Vector, at time: Timestamp) -> Vector {
    guard movement != .zero else { return .zero }
    let before = speed
    speed = movement.length / (min(time - last, Self.longestSilence) + Self.extraTime)
    last = time
    // Simpson's rule between the two speeds.
    let factor =
      (Self.factor(before) + 4 * Self.factor((before + speed) / 2) + Self.factor(speed)) / 6
    return movement * factor
  }

  /// Returns the factor of a steady movement.
  private static func factor(_ speed: Double) -> Double {
    guard speed >= fast else { return min(usual, least + growth * speed) * defaultFactor }
    let speed = min(speed, 4 * fast)
    return (usual + fastGrowth * (speed / fast) * (speed - fast)) * defaultFactor
  }
}

/// How fast a finger has been lately, as libinput counts it: a fast report adds one, any other takes one away.
///
/// The numbers are those of `evdev-mt-touchpad.c` and `evdev-mt-touchpad-thumb.c`.
struct FastReports: Sendable {
  /// 20 mm/s: from this speed on, a report is a fast one.
  private static let speed = 20.0
  /// 15 reports count at most.
  private static let most = 15
  /// The speed is known from the fourth report on.
  private static let fewest = 4

  private(set) var count = 0
  private var reports = 1
  private var last: (position: Point, time: Timestamp)

  /// Begins with a landing.
  init(at position: Point, _ time: Timestamp) {
    last = (position, time)
  }

  /// Counts a report; one that repeats the position is not fast.
  mutating func add(_ position: Point, hasMoved: Bool, at time: Timestamp) {
    var isFast = false
    if hasMoved {
      reports += 1
      let distance = (position - last.position).length
      isFast = reports >= Self.fewest && distance > Self.speed * (time - last.time)
      last = (position, time)
    }
    count = isFast ? min(count + 1, Self.most) : max(count - 1, 0)
  }
}
