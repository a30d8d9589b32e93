public import PantographBase
public import PantographTouches

/// Recognises a press in two stages, preview and commit, as UIKit's interaction of the same name does.
///
/// The gesture begins when the force reaches the start threshold. At the peek threshold the progress of the
/// preview is 1, and the preview is complete. From there on the progress is that of the commit, up to the pop
/// threshold, where the gesture ends. In each stage the progress follows the force and may fall. The gesture
/// is cancelled if the contact lifts, or its force falls below the release threshold, before the end.
///
/// After the end nothing begins before the force has fallen below the release threshold.
public struct PreviewInteraction: GestureRecognizer {
  /// The state of a preview interaction.
  public struct Value: Hashable, Sendable {
    /// The stage that the progress refers to.
    public var stage: Stage
    /// The progress of the stage, from 0 to 1.
    public var progress: Double
    /// Whether the stage has just been completed; it is true once per stage.
    public var isComplete: Bool
    /// The change of the progress per second.
    public var rate: Double
    /// The position of the contact.
    public var location: Point

    /// Creates a value from its parts.
    package init(
      stage: Stage, progress: Double, isComplete: Bool, rate: Double, location: Point
    ) {
      self.stage = stage
      self.progress = progress
      self.isComplete = isComplete
      self.rate = rate
      self.location = location
    }
  }

  /// A stage of the interaction.
  public enum Stage: Hashable, Sendable {
    /// The preview is about to appear.
    case preview
    /// The preview is about to be opened.
    case commit
  }

  /// The settings of a recogniser.
  public struct Settings: Hashable, Sendable {
    /// The force at which the preview begins, from 0 to 1 of the device's range.
    public var start: Double
    /// The force at which the preview is complete.
    public var peek: Double
    /// The force at which the commit is complete; `nil` if the gesture ends with the preview.
    public var pop: Double?
    /// The force below which the gesture is over.
    public var release: Double
    /// The contact whose force counts.
    public var contact: PressedContact

    /// Creates settings; forces are shares of the device's range, from 0 to 1.
    ///
    /// They are those of an iPhone 6s, whose maximum force is 6.67: an average touch is 1.0, it peeks at 1.33
    /// and pops at 5.0. The default release threshold is five sixths of the start threshold, the ratio of
    /// libinput's two thresholds of 12 % and 10 %.
    public init(
      start: Double = 0.15, peek: Double = 0.20, pop: Double? = 0.75, release: Double? = nil,
      contact: PressedContact = .hardest
    ) {
      let release = release ?? start * 5 / 6
      precondition(
        0 <= release && release <= start && start < peek && peek < pop ?? 2
          && max(peek, pop ?? 0) <= 1,
        "thresholds must be from 0 to 1, and rise from release over start and peek to pop")
      self.start = start
      self.peek = peek
      self.pop = pop
      self.release = release
      self.contact = contact
    }
  }

  private enum Status {
    case waiting
    case active(Value)
    /// The gesture has ended, but the force is still above the release threshold.
    case over
    /// Nothing begins before all contacts have lifted.
    case failed
  }

  private let settings: Settings
  private var status = Status.waiting
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
    switch status {
    case .waiting: isPressed ? .possible : .idle
    case .active: .active
    case .over, .failed: .failed
    }
  }

  /// Processes the next frame and appends the resulting events.
  public mutating func feed(_ frame: TouchFrame, into events: inout [GestureEvent<Value>]) {
    let reading = reader.read(frame)
    isPressed = false
    switch (status, reading) {
    case (.failed, _):
      if reader.isSurfaceFree { status = .waiting }
    case (.active, _) where reader.isLost, (.over, _) where reader.isLost:
      cancel(at: frame.time, into: &events)
    case (_, .nothing):
      leave(at: frame.time, into: &events)
      rates.reset()
    case (_, .force(let force, let location)):
      isPressed = true
      if reader.isLost { rates.reset() }
      rates.add(force, at: frame.time)
      if force < settings.release {
        leave(at: frame.time, force: force, into: &events)
      } else {
        press(force, location, at: frame.time, into: &events)
      }
    }
  }

  /// Cancels an active gesture; nothing begins before all contacts have lifted.
  public mutating func cancel(at time: Timestamp, into events: inout [GestureEvent<Value>]) {
    leave(at: time, into: &events)
    rates.reset()
    status = reader.isSurfaceFree ? .waiting : .failed
    isPressed = false
  }

  private mutating func press(
    _ force: Double, _ location: Point, at time: Timestamp,
    into events: inout [GestureEvent<Value>]
  ) {
    var stage = Stage.preview
    var phase = GesturePhase.began
    switch status {
    case .over, .failed: return
    case .waiting: if force < settings.start { return }
    case .active(let last):
      stage = last.stage
      phase = .changed
    }
    // A sudden force may complete both stages at once.
    while true {
      var value = value(stage, force, location, at: time)
      value.isComplete = value.progress == 1
      let isLast = stage == .commit || settings.pop == nil
      if value.isComplete, isLast {
        if phase == .began {
          events.append(GestureEvent(time: time, phase: .began, value: value))
          events[events.count - 1].value.isComplete = false
        }
        events.append(GestureEvent(time: time, phase: .ended, value: value))
        status = .over
        return
      }
      events.append(GestureEvent(time: time, phase: phase, value: value))
      status = .active(value)
      guard value.isComplete else { return }
      stage = .commit
      phase = .changed
    }
  }

  /// Returns the lower and the upper force of a stage.
  private func span(_ stage: Stage) -> (lower: Double, upper: Double) {
    switch stage {
    case .preview: (settings.start, settings.peek)
    case .commit: (settings.peek, settings.pop ?? settings.peek)
    }
  }

  private func value(
    _ stage: Stage, _ force: Double, _ location: Point, at time: Timestamp
  ) -> Value {
    let (lower, upper) = span(stage)
    let progress = min(max((force - lower) / (upper - lower), 0), 1)
    return Value(
      stage: stage, progress: progress, isComplete: false,
      rate: rates.rate(at: time) / (upper - lower), location: location)
  }

  /// Cancels an active gesture.
  private mutating func leave(
    at time: Timestamp, force: Double? = nil, into events: inout [GestureEvent<Value>]
  ) {
    if case .active(let last) = status {
      var value = last
      if let force { value = self.value(last.stage, force, last.location, at: time) }
      let (lower, upper) = span(last.stage)
      value.rate = rates.rate(at: time) / (upper - lower)
      events.append(GestureEvent(time: time, phase: .cancelled, value: value))
    }
    status = .waiting
  }
}
