public import Quantities
public import Touches

/// Recognises fingers that rest on the surface for a while, and then follows them wherever they go.
///
/// The gesture begins when all of its fingers have been there for the minimum duration, without having
/// moved by more than the slop from where they landed; that is an instant at which, as a rule, there is
/// no frame. It ends when one of them lifts, and is cancelled if one vanishes because events were
/// lost, or turns out to be a palm.
public struct LongPressGestureRecognizer: GestureRecognizer {
  /// What the fingers of a long press do.
  public struct Value: Hashable, Sendable {
    /// The middle of the fingers.
    public var location: Point
    /// Its way since the gesture was recognised, in millimetres.
    public var translation: Vector

    /// Makes a value from its parts.
    public init(location: Point, translation: Vector) {
      self.location = location
      self.translation = translation
    }
  }

  /// What a recogniser can be told.
  public struct Settings: Hashable, Sendable {
    /// How many fingers press.
    public var fingers: Int
    /// The seconds that they stay before the gesture begins.
    public var minimumDuration: Double
    /// How far each may move before that, in millimetres.
    public var slop: Double

    /// Makes settings; the duration is in seconds, the slop in millimetres.
    ///
    /// 0.5 s and 10 points are UIKit's, as measured on iOS 26.1; 10 points are 1.6 mm at the 163 points
    /// per inch of an iPhone.
    public init(fingers: Int = 1, minimumDuration: Double = 0.5, slop: Double = 1.6) {
      precondition(fingers >= 1, "a long press needs at least one finger")
      precondition(minimumDuration >= 0 && minimumDuration.isFinite, "a duration is not negative")
      precondition(slop >= 0, "a slop is zero or more millimetres")
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
    /// Fingers are on the surface; all of them since this instant, if all are there.
    case possible(since: Timestamp?)
    /// The gesture is on, since the fingers' middle was here.
    case active(from: Point, at: Point)
    /// Nothing can begin before all fingers have lifted.
    case failed
  }

  private let settings: Settings
  private var stage = Stage.waiting
  private var touching = TouchingFingers()

  /// Makes a recogniser.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings
  }

  /// How far the recogniser has come.
  public var state: RecognizerState {
    switch stage {
    case .waiting: .idle
    case .possible: .possible
    case .active: .active
    case .failed: .failed
    }
  }

  /// The instant at which the gesture begins if nothing happens.
  public var deadline: Timestamp? {
    guard case .possible(let since?) = stage else { return nil }
    return since.advanced(bySeconds: settings.minimumDuration)
  }

  /// Lets time pass; the gesture begins at its deadline.
  public mutating func advance(to time: Timestamp, into events: inout [GestureEvent<Value>]) {
    guard let deadline, time >= deadline else { return }
    let place = touching.centre
    stage = .active(from: place, at: place)
    report(.began, at: deadline, into: &events)
  }

  /// Takes the next frame and appends what follows from it, after what time alone has made of the frames
  /// before.
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

  /// Cancels the gesture, if one is on; nothing begins before all fingers have lifted.
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
    guard case .active(let start, let place) = stage else { return }
    events.append(
      GestureEvent(
        time: time, phase: phase, value: Value(location: place, translation: place - start)))
  }

  private mutating func leave() {
    touching.dismiss()
    stage = touching.total > 0 ? .failed : .waiting
  }
}
