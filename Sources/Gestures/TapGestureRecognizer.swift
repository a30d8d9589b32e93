public import PantographBase
public import PantographTouches

/// Recognises fingers that touch briefly without moving, once or several times.
///
/// The gesture happens at an instant: its only event is its end, when the fingers of the last tap have
/// lifted. A tap fails if its fingers stay too long, move too far or are too many, or if one lands after
/// another has lifted. Several taps fail if the next one lands too late or too far away. A tap also fails if
/// a finger vanishes because events were lost, turns out to be a palm, or was not seen landing.
public struct TapGestureRecognizer: GestureRecognizer {
  /// The location of a tap.
  public struct Value: Hashable, Sendable {
    /// The centre of the points where the fingers of the last tap landed.
    public var location: Point

    /// Creates a value from its parts.
    package init(location: Point) {
      self.location = location
    }
  }

  /// The settings of a recogniser.
  public struct Settings: Hashable, Sendable {
    /// The number of taps.
    public var taps: Int
    /// The number of fingers.
    public var fingers: Int
    /// The maximum time from the first landing to the last lift, in seconds.
    public var longestPress: Double
    /// The maximum time from the last lift to the next tap, in seconds.
    public var longestPause: Double
    /// The maximum distance of a finger from where it landed, in millimetres.
    public var slop: Double
    /// The maximum distance of later taps from the first, in millimetres.
    public var spacing: Double

    /// Creates settings; times are in seconds, distances in millimetres.
    ///
    /// 0.2 s and 2 mm are the limits of ChromeOS for a tap (`Tap Timeout`, `Tap Move Distance` of its
    /// gestures library). 0.3 s and 16 mm are Android's for a double tap (`ViewConfiguration`, 300 ms and 100
    /// dp at the 160 dp per inch). UIKit's are not known.
    public init(
      taps: Int = 1, fingers: Int = 1, longestPress: Double = 0.2, longestPause: Double = 0.3,
      slop: Double = 2, spacing: Double = 16
    ) {
      precondition(taps >= 1 && fingers >= 1, "a tap needs at least one finger, once")
      precondition(
        longestPress > 0 && longestPause > 0, "the maximum times of a tap must be above zero")
      precondition(slop >= 0 && spacing >= 0, "a distance must be zero or more millimetres")
      self.taps = taps
      self.fingers = fingers
      self.longestPress = longestPress
      self.longestPause = longestPause
      self.slop = slop
      self.spacing = spacing
    }

    /// libinput's limits for one tap, 180 ms and 1.3 mm (`evdev-mt-touchpad-tap.c`).
    public static let libinput = Settings(longestPress: 0.18, slop: 1.3)
  }

  private enum Stage {
    /// No finger is on the surface, and no tap is complete.
    case waiting
    /// Fingers are on the surface, since this instant.
    case pressed(since: Timestamp)
    /// The next tap is awaited, since this instant.
    case paused(since: Timestamp)
    /// Nothing can begin before all fingers have lifted.
    case failed
  }

  private let settings: Settings
  private var stage = Stage.waiting
  private var touching = TouchingFingers()
  /// The maximum number of fingers of this tap, as the device counts them.
  private var mostFingers = 0
  /// Whether a finger of this tap has lifted.
  private var isLifting = false
  /// The number of complete taps.
  private var complete = 0
  private var firstLocation = Point(x: 0, y: 0)
  /// The points where the fingers of this tap have landed.
  private var landings: [Point] = []

  /// Creates a recogniser.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings
  }

  /// The state of the recogniser; between two taps it is possible.
  public var state: RecognizerState {
    switch stage {
    case .waiting: .idle
    case .pressed, .paused: .possible
    case .failed: .failed
    }
  }

  /// The time at which the fingers have stayed on or off the surface for too long.
  public var deadline: Timestamp? {
    switch stage {
    case .waiting, .failed: nil
    case .pressed(let since): since.advanced(bySeconds: settings.longestPress)
    case .paused(let since): since.advanced(bySeconds: settings.longestPause)
    }
  }

  /// Advances the time: the tap fails at its deadline, without an event.
  public mutating func advance(to time: Timestamp, into events: inout [GestureEvent<Value>]) {
    guard let deadline, time >= deadline else { return }
    fail()
  }

  /// Processes the next frame and appends the resulting events.
  public mutating func feed(_ frame: TouchFrame, into events: inout [GestureEvent<Value>]) {
    advance(to: frame.time, into: &events)
    let totalBefore = touching.total
    touching.follow(frame, atMost: .max)
    switch stage {
    case .failed:
      if touching.total == 0 { stage = .waiting }
    case .waiting, .paused:
      guard touching.hasLanded else { return }
      mostFingers = 0
      isLifting = false
      landings.removeAll(keepingCapacity: true)
      stage = .pressed(since: frame.time)
      press(frame, after: totalBefore)
    case .pressed:
      press(frame, after: totalBefore)
      if case .pressed = stage, touching.total == 0 { lift(at: frame.time, into: &events) }
    }
  }

  /// Discards the taps so far; nothing begins before all fingers have lifted.
  public mutating func cancel(at time: Timestamp, into events: inout [GestureEvent<Value>]) {
    touching.dismiss()
    fail()
  }

  private mutating func press(_ frame: TouchFrame, after totalBefore: Int) {
    let palms = frame.contacts.count { !$0.isFinger }
    mostFingers = max(mostFingers, touching.total, frame.fingerCount - palms)
    if touching.isReplaced {
      // The fingers are the same, but can't be matched to the new contacts.
      landings.removeAll(keepingCapacity: true)
      if touching.total < totalBefore { isLifting = true }
    } else if touching.hasLifted {
      isLifting = true
    }
    for finger in touching.fingers where finger.before == nil { landings.append(finger.landing) }
    let isUnseen = frame.contacts.contains { $0.isFinger && $0.remarks.contains(.unseenLanding) }
    let isMoved = touching.fingers.contains {
      ($0.position - $0.landing).length > settings.slop
    }
    // The centre of several fingers is known when all have landed.
    let isFar =
      complete > 0 && landings.count >= settings.fingers
      && (location - firstLocation).length > settings.spacing
    let isBroken = !touching.isReplaced && (touching.isLost || touching.hasLanded && isLifting)
    if isBroken || isUnseen || isMoved || isFar || mostFingers > settings.fingers {
      fail()
    }
  }

  private mutating func lift(at time: Timestamp, into events: inout [GestureEvent<Value>]) {
    guard mostFingers == settings.fingers else { return fail() }
    if complete == 0 { firstLocation = location }
    complete += 1
    stage = .paused(since: time)
    guard complete == settings.taps else { return }
    events.append(
      GestureEvent(time: time, phase: .ended, value: Value(location: location)))
    fail()
  }

  private var location: Point { TouchingFingers.middle(landings) }

  private mutating func fail() {
    stage = touching.total > 0 ? .failed : .waiting
    complete = 0
  }
}
