public import Quantities
public import Touches

/// Recognises a contact that presses harder than a touch does.
///
/// The gesture begins when the force reaches the start threshold. Its progress follows the force from
/// there to the peak, and back as well. It is over when the contact lifts or presses less than the
/// release threshold: it has ended if the peak was reached, and is cancelled if not. After that a
/// contact that is still there may press again.
///
/// The release threshold is below the start threshold, so that a force that trembles about one of them
/// begins one gesture and not many. A contact whose device can't tell how hard it presses begins none.
/// It is cancelled if a contact vanishes because events were lost, or turns out to be a palm.
public struct PressGestureRecognizer: GestureRecognizer {
  /// What the contact of a press does.
  public struct Value: Hashable, Sendable {
    /// How far the force is on its way from the start threshold to the peak, from 0 to 1.
    public var progress: Double
    /// How fast it gets there, in progress per second; it is that of the force, also beyond both ends.
    public var rate: Double
    /// Whether the peak has been reached.
    public var peak: Peak
    /// Where the contact is.
    public var location: Point

    /// Makes a value from its parts.
    public init(progress: Double, rate: Double, peak: Peak, location: Point) {
      self.progress = progress
      self.rate = rate
      self.peak = peak
      self.location = location
    }
  }

  /// Where a press is with regard to its peak.
  public enum Peak: String, Hashable, Sendable {
    /// It was never reached.
    case ahead
    /// It has been reached just now: the instant to commit, of which each press has one at most.
    case reached
    /// It was reached before, wherever the force is now.
    case behind
  }

  /// What a recogniser can be told.
  public struct Settings: Hashable, Sendable {
    /// The force at which the gesture begins, from 0 to 1 of what the device can tell.
    public var start: Double
    /// The force at which the progress is 1.
    public var peak: Double
    /// The force below which the gesture is over.
    public var release: Double
    /// Whose force it is.
    public var contact: PressedContact

    /// Makes settings; forces are shares of what the device can tell, from 0 to 1.
    ///
    /// 0.20 and 0.75 are the forces at which an iPhone 6s peeks and pops, 1.33 and 5.0 of 6.67. The
    /// release threshold is five sixths of the start threshold where none is given, in the relation of
    /// libinput's two thresholds of 12 % and 10 %.
    public init(
      start: Double = 0.20, peak: Double = 0.75, release: Double? = nil,
      contact: PressedContact = .hardest
    ) {
      let release = release ?? start * 5 / 6
      precondition(
        0 <= release && release <= start && start < peak && peak <= 1,
        "thresholds rise from release over start to peak, and are from 0 to 1")
      self.start = start
      self.peak = peak
      self.release = release
      self.contact = contact
    }
  }

  private enum Stage {
    case waiting
    case active(Value)
    /// Nothing begins before all contacts have lifted.
    case failed
  }

  private let settings: Settings
  private var stage = Stage.waiting
  private var reader: ForceReader
  private var rates = RateEstimator()
  private var isPressed = false

  /// Makes a recogniser.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings
    reader = ForceReader(settings.contact)
  }

  /// How far the recogniser has come.
  public var state: RecognizerState {
    switch stage {
    case .waiting: isPressed ? .possible : .idle
    case .active: .active
    case .failed: .failed
    }
  }

  /// A press waits for force only.
  public var deadline: Timestamp? { nil }

  /// Nothing follows from time alone.
  public mutating func advance(to time: Timestamp, into events: inout [GestureEvent<Value>]) {}

  /// Takes the next frame and appends what follows from it.
  public mutating func feed(_ frame: TouchFrame, into events: inout [GestureEvent<Value>]) {
    let reading = reader.read(frame)
    isPressed = false
    switch (stage, reading) {
    case (.failed, _):
      if reader.isSurfaceFree { stage = .waiting }
    case (.active, _) where reader.isLost:
      cancel(at: frame.time, into: &events)
    case (_, .nothing):
      release(at: frame.time, into: &events)
      rates.reset()
    case (.waiting, .force(let force, let place)):
      isPressed = true
      if reader.isLost { rates.reset() }
      rates.add(force, at: frame.time)
      guard force >= settings.start else { return }
      let value = value(force, place, before: .ahead, at: frame.time)
      stage = .active(value)
      events.append(GestureEvent(time: frame.time, phase: .began, value: value))
    case (.active(let before), .force(let force, let place)):
      isPressed = true
      rates.add(force, at: frame.time)
      let value = value(force, place, before: before.peak, at: frame.time)
      stage = .active(value)
      if force < settings.release {
        release(at: frame.time, into: &events)
      } else {
        events.append(GestureEvent(time: frame.time, phase: .changed, value: value))
      }
    }
  }

  /// Cancels the gesture, if one is on; nothing begins before all contacts have lifted.
  public mutating func cancel(at time: Timestamp, into events: inout [GestureEvent<Value>]) {
    end(.cancelled, at: time, into: &events)
    rates.reset()
    stage = reader.isSurfaceFree ? .waiting : .failed
    isPressed = false
  }

  private func value(
    _ force: Double, _ place: Point, before: Peak, at time: Timestamp
  ) -> Value {
    let span = settings.peak - settings.start
    let progress = (force - settings.start) / span
    return Value(
      progress: min(max(progress, 0), 1), rate: rates.rate(at: time) / span,
      peak: before != .ahead ? .behind : force >= settings.peak ? .reached : .ahead,
      location: place)
  }

  /// Ends a press that nobody presses any more: only one that has reached the peak has come to its end.
  private mutating func release(
    at time: Timestamp, into events: inout [GestureEvent<Value>]
  ) {
    if case .active(let last) = stage {
      end(last.peak == .ahead ? .cancelled : .ended, at: time, into: &events)
    }
  }

  private mutating func end(
    _ phase: GesturePhase, at time: Timestamp, into events: inout [GestureEvent<Value>]
  ) {
    guard case .active(var value) = stage else { return }
    if value.peak == .reached { value.peak = .behind }
    value.rate = rates.rate(at: time) / (settings.peak - settings.start)
    events.append(GestureEvent(time: time, phase: phase, value: value))
    stage = .waiting
  }
}
