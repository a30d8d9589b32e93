public import PantographBase
public import PantographTouches

/// Recognises a contact that presses harder than a touch does.
///
/// The gesture begins when the force reaches the start threshold. Its progress follows the force up to the
/// peak and back. It is over when the contact lifts or its force falls below the release threshold: it has
/// ended if the peak was reached, and is cancelled otherwise. A contact that is still there may then press
/// again.
///
/// The release threshold is below the start threshold, so that a force that fluctuates about one of them
/// begins a single gesture. A contact without a pressure begins none. The gesture is cancelled if a contact
/// vanishes because events were lost, or turns out to be a palm.
public struct PressGestureRecognizer: GestureRecognizer {
  /// The state of a press.
  public struct Value: Hashable, Sendable {
    /// The position of the force between the start threshold and the peak, from 0 to 1.
    public var progress: Double
    /// The change of the progress per second; it follows the force beyond both ends.
    public var rate: Double
    /// Whether the peak has been reached.
    public var peak: Peak
    /// The position of the contact.
    public var location: Point

    /// Creates a value from its parts.
    package init(progress: Double, rate: Double, peak: Peak, location: Point) {
      self.progress = progress
      self.rate = rate
      self.peak = peak
      self.location = location
    }
  }

  /// The position of a press relative to its peak.
  public enum Peak: Hashable, Sendable {
    /// The peak has not been reached.
    case ahead
    /// The peak has just been reached: the instant to commit, at most once in each press.
    case reached
    /// The peak was reached before, whatever the force is now.
    case behind
  }

  /// The settings of a recogniser.
  public struct Settings: Hashable, Sendable {
    /// The force at which the gesture begins, from 0 to 1 of the device's range.
    public var start: Double
    /// The force at which the progress is 1.
    public var peak: Double
    /// The force below which the gesture is over.
    public var release: Double
    /// The contact whose force counts.
    public var contact: PressedContact

    /// Creates settings; forces are shares of the device's range, from 0 to 1.
    ///
    /// 0.20 and 0.75 are the forces at which an iPhone 6s peeks and pops, 1.33 and 5.0 of 6.67. The default
    /// release threshold is five sixths of the start threshold, the ratio of libinput's two thresholds of 12
    /// % and 10 %.
    public init(
      start: Double = 0.20, peak: Double = 0.75, release: Double? = nil,
      contact: PressedContact = .hardest
    ) {
      let release = release ?? start * 5 / 6
      precondition(
        0 <= release && release <= start && start < peak && peak <= 1,
        "thresholds must be from 0 to 1, and rise from release over start to peak")
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

  /// Creates a recogniser.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings
    reader = ForceReader(settings.contact)
  }

  /// The state of the recogniser.
  public var state: RecognizerState {
    switch stage {
    case .waiting: isPressed ? .possible : .idle
    case .active: .active
    case .failed: .failed
    }
  }

  /// Processes the next frame and appends the resulting events.
  public mutating func feed(_ frame: TouchFrame, into events: inout [GestureEvent<Value>]) {
    let reading = reader.read(frame)
    isPressed = false
    switch (stage, reading) {
    case (.failed, _):
      if reader.isSurfaceFree { stage = .waiting }
    case (.active, _) where reader.isLost:
      cancel(at: frame.time, into: &events)
    // While none is active, there is nothing to release.
    case (_, .nothing):
      release(at: frame.time, into: &events)
      rates.reset()
    case (.waiting, .force(let force, let location)):
      isPressed = true
      if reader.isLost { rates.reset() }
      rates.add(force, at: frame.time)
      guard force >= settings.start else { return }
      let value = value(force, location, before: .ahead, at: frame.time)
      stage = .active(value)
      events.append(GestureEvent(time: frame.time, phase: .began, value: value))
    case (.active(let before), .force(let force, let location)):
      isPressed = true
      rates.add(force, at: frame.time)
      let value = value(force, location, before: before.peak, at: frame.time)
      stage = .active(value)
      if force < settings.release {
        release(at: frame.time, into: &events)
      } else {
        events.append(GestureEvent(time: frame.time, phase: .changed, value: value))
      }
    }
  }

  /// Cancels an active gesture; nothing begins before all contacts have lifted.
  public mutating func cancel(at time: Timestamp, into events: inout [GestureEvent<Value>]) {
    end(.cancelled, at: time, into: &events)
    rates.reset()
    stage = reader.isSurfaceFree ? .waiting : .failed
    isPressed = false
  }

  private func value(
    _ force: Double, _ location: Point, before: Peak, at time: Timestamp
  ) -> Value {
    let span = settings.peak - settings.start
    let progress = (force - settings.start) / span
    return Value(
      progress: min(max(progress, 0), 1), rate: rates.rate(at: time) / span,
      peak: before != .ahead ? .behind : force >= settings.peak ? .reached : .ahead,
      location: location)
  }

  /// Ends a released press, or cancels it if it has not reached the peak.
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
    // Time has passed since it was computed.
    value.rate = rates.rate(at: time) / (settings.peak - settings.start)
    events.append(GestureEvent(time: time, phase: phase, value: value))
    stage = .waiting
  }
}

/// The force of a contact, read from frames.
struct ForceReader {
  enum Reading {
    /// No contact with a pressure is on the surface.
    case nothing
    /// A contact presses with this force, from 0 to 1, at this position.
    case force(Double, Point)
  }

  let followed: PressedContact
  private var followers: [Int] = []
  /// Whether a followed contact disappeared in the last frame without lifting, or became a palm.
  private(set) var isLost = false
  /// Whether there are no contacts on the surface except palms.
  private(set) var isSurfaceFree = true

  init(_ followed: PressedContact) {
    self.followed = followed
  }

  mutating func read(_ frame: TouchFrame) -> Reading {
    isSurfaceFree = !frame.contacts.contains { $0.isFinger }
    isLost = followers.contains { id in
      frame.vanished.contains(id) || frame.contacts.contains { $0.id == id && !$0.isFinger }
    }
    let oldest = followers.first
    followers.removeAll(keepingCapacity: true)
    var reading = Reading.nothing
    for contact in frame.contacts where contact.isFinger {
      guard let pressure = contact.pressure else { continue }
      switch followed {
      case .hardest:
        followers.append(contact.id)
        if case .force(let hardest, _) = reading, hardest >= pressure { continue }
        reading = .force(pressure, contact.position)
      case .first:
        if !followers.isEmpty, contact.id != oldest { continue }
        followers = [contact.id]
        reading = .force(pressure, contact.position)
      }
    }
    return reading
  }
}

/// The contact whose force counts.
public enum PressedContact: String, Hashable, Sendable {
  /// The contact that presses hardest; while several press, it may change.
  case hardest
  /// The contact that landed first; when it is gone, the next.
  case first
}
