public import PantographBase
public import PantographTouches

/// Recognises fingers that rest on the surface for a while, and then tracks them.
///
/// The gesture begins when all of its fingers have been there for the minimum duration without moving by more
/// than the slop from where they landed. At that time there is usually no frame. It ends when one of them
/// lifts. It is cancelled if one vanishes because events were lost, or turns out to be a palm.
public struct LongPressGestureRecognizer: GestureRecognizer {
  /// The state of a long press.
  public struct Value: Hashable, Sendable {
    /// The centre of the fingers.
    public var location: Point
    /// The displacement of the centre since the gesture was recognised, in millimetres.
    public var translation: Vector

    /// Creates a value from its parts.
    package init(location: Point, translation: Vector) {
      self.location = location
      self.translation = translation
    }
  }

  /// The settings of a recogniser.
  public struct Settings: Hashable, Sendable {
    /// The number of fingers.
    public var fingers: Int
    /// The time before the gesture begins, in seconds.
    public var minimumDuration: Double
    /// The maximum distance of each finger from its landing before that, in millimetres.
    public var slop: Double

    /// Creates settings; the duration is in seconds, the slop in millimetres.
    ///
    /// 0.5 s and 10 points are UIKit's defaults, as measured on iOS 26.1; 10 points are 1.6 mm at the 163
    /// points per inch of an iPhone.
    public init(fingers: Int = 1, minimumDuration: Double = 0.5, slop: Double = 1.6) {
      precondition(fingers >= 1, "a long press needs at least one finger")
      precondition(
        minimumDuration >= 0 && minimumDuration.isFinite, "a duration must be zero or more")
      precondition(slop >= 0, "a slop must be zero or more millimetres")
      self.fingers = fingers
      self.minimumDuration = minimumDuration
      self.slop = slop
    }

    /// libinput's hold, 180 ms (`DEFAULT_GESTURE_HOLD_TIMEOUT` of `evdev-mt-touchpad-gestures.c`), which
    /// ends where a movement begins, at 0.5 mm (`HOLD_AND_MOTION_THRESHOLD`).
    public static let libinput = Settings(minimumDuration: 0.18, slop: 0.5)
  }

  private enum Stage {
    /// Nothing is on the surface.
    case waiting
    /// Fingers are on the surface; `since` is the time at which the last of them landed, if all are there.
    case possible(since: Timestamp?)
    /// The gesture is active; the centre of the fingers was here at its start.
    case active(from: Point, at: Point)
    /// Nothing can begin before all fingers have lifted.
    case failed
  }

  private let settings: Settings
  private var stage = Stage.waiting
  private var touching = TouchingFingers()

  /// Creates a recogniser.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings
  }

  /// The state of the recogniser.
  public var state: RecognizerState {
    switch stage {
    case .waiting: .idle
    case .possible: .possible
    case .active: .active
    case .failed: .failed
    }
  }

  /// The time at which the gesture begins if the fingers stay.
  public var deadline: Timestamp? {
    guard case .possible(let since?) = stage else { return nil }
    return since.advanced(bySeconds: settings.minimumDuration)
  }

  /// Advances the time; the gesture begins at its deadline.
  public mutating func advance(to time: Timestamp, into events: inout [GestureEvent<Value>]) {
    guard let deadline, time >= deadline else { return }
    let location = touching.centre
    stage = .active(from: location, at: location)
    report(.began, at: deadline, into: &events)
  }

  /// Processes the next frame, after any deadline before it, and appends the resulting events.
  public mutating func feed(_ frame: TouchFrame, into events: inout [GestureEvent<Value>]) {
    advance(to: frame.time, into: &events)
    touching.follow(frame, atMost: isOn ? touching.fingers.count : .max)
    switch stage {
    case .failed:
      leave()
    case .active(let start, _):
      if touching.isLost {
        report(.cancelled, at: frame.time, into: &events)
        leave()
      } else if touching.hasLifted {
        report(.ended, at: frame.time, into: &events)
        leave()
      } else {
        stage = .active(from: start, at: touching.centre)
        report(.changed, at: frame.time, into: &events)
      }
    case .waiting, .possible:
      approach(at: frame.time)
    }
  }

  /// Cancels an active gesture; nothing begins before all fingers have lifted.
  public mutating func cancel(at time: Timestamp, into events: inout [GestureEvent<Value>]) {
    if isOn { report(.cancelled, at: time, into: &events) }
    leave()
  }

  private var isOn: Bool {
    if case .active = stage { true } else { false }
  }

  private mutating func approach(at time: Timestamp) {
    let isMoved = touching.fingers.contains {
      ($0.position - $0.landing).length > settings.slop
    }
    if touching.hasLifted || isMoved || touching.total > settings.fingers {
      leave()
    } else if touching.hasLanded {
      stage = .possible(since: touching.total == settings.fingers ? time : nil)
    }
  }

  private mutating func report(
    _ phase: GesturePhase, at time: Timestamp, into events: inout [GestureEvent<Value>]
  ) {
    guard case .active(let start, let location) = stage else { return }
    events.append(
      GestureEvent(
        time: time, phase: phase, value: Value(location: location, translation: location - start)))
  }

  private mutating func leave() {
    touching.dismiss()
    stage = touching.total > 0 ? .failed : .waiting
  }
}
