public import Quantities
public import Touches

/// A press in two stages, as UIKit's interaction of the same name has it: a preview, and the commit.
///
/// The gesture begins when the force reaches the start threshold. The progress of the preview is 1 at
/// the peek threshold, and the preview is complete; from there on the progress is that of the commit, up
/// to the pop threshold, where the gesture ends. Before, the progress may fall: in each stage it follows
/// the force. Whoever lifts or presses less than the release threshold before the end has cancelled it.
///
/// After the end nothing begins before the force has fallen below the release threshold.
public struct PreviewInteraction: GestureRecognizer {
  /// What the contact does.
  public struct Value: Hashable, Sendable {
    /// What the progress is of.
    public var stage: Stage
    /// How far the stage is, from 0 to 1.
    public var progress: Double
    /// Whether the stage is complete with this; it is told so once.
    public var isComplete: Bool
    /// How fast the force gets through the stage, in progress per second.
    public var rate: Double
    /// Where the contact is.
    public var location: Point

    /// Makes a value from its parts.
    public init(
      stage: Stage, progress: Double, isComplete: Bool, rate: Double, location: Point
    ) {
      self.stage = stage
      self.progress = progress
      self.isComplete = isComplete
      self.rate = rate
      self.location = location
    }
  }

  /// The two stages of the interaction.
  public enum Stage: String, Hashable, Sendable {
    /// Something is about to be shown.
    case preview
    /// What is shown is about to be opened.
    case commit
  }

  /// What a recogniser can be told.
  public struct Settings: Hashable, Sendable {
    /// The force at which the preview begins, from 0 to 1 of what the device can tell.
    public var start: Double
    /// The force at which the preview is complete.
    public var peek: Double
    /// The force at which the commit is complete; nothing where the preview's end is the end.
    public var pop: Double?
    /// The force below which the gesture is over.
    public var release: Double
    /// Whose force it is.
    public var contact: PressedContact

    /// Makes settings; forces are shares of what the device can tell, from 0 to 1.
    ///
    /// They are those of an iPhone 6s, whose greatest force is 6.67: a touch of average force is 1.0,
    /// it peeks at 1.33 and pops at 5.0. The release threshold is five sixths of the start threshold
    /// where none is given, in the relation of libinput's two thresholds of 12 % and 10 %.
    public init(
      start: Double = 0.15, peek: Double = 0.20, pop: Double? = 0.75, release: Double? = nil,
      contact: PressedContact = .hardest
    ) {
      let release = release ?? start * 5 / 6
      precondition(
        0 <= release && release <= start && start < peek && peek < pop ?? 2
          && max(peek, pop ?? 0) <= 1,
        "thresholds rise from release over start and peek to pop, and are from 0 to 1")
      self.start = start
      self.peek = peek
      self.pop = pop
      self.release = release
      self.contact = contact
    }
  }

  private enum Course {
    case waiting
    case active(Value)
    /// It has ended; the contact has not released yet.
    case over
    /// Nothing begins before all contacts have lifted.
    case failed
  }

  private let settings: Settings
  private var course = Course.waiting
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
    switch course {
    case .waiting: isPressed ? .possible : .idle
    case .active: .active
    case .over, .failed: .failed
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
    switch (course, reading) {
    case (.failed, _):
      if reader.isSurfaceFree { course = .waiting }
    case (.active, _) where reader.isLost, (.over, _) where reader.isLost:
      cancel(at: frame.time, into: &events)
    case (_, .nothing):
      leave(at: frame.time, into: &events)
      rates.reset()
    case (_, .force(let force, let place)):
      isPressed = true
      if reader.isLost { rates.reset() }
      rates.add(force, at: frame.time)
      if force < settings.release {
        leave(at: frame.time, force: force, into: &events)
      } else {
        press(force, place, at: frame.time, into: &events)
      }
    }
  }

  /// Cancels the gesture, if one is on; nothing begins before all contacts have lifted.
  public mutating func cancel(at time: Timestamp, into events: inout [GestureEvent<Value>]) {
    leave(at: time, into: &events)
    rates.reset()
    course = reader.isSurfaceFree ? .waiting : .failed
    isPressed = false
  }

  private mutating func press(
    _ force: Double, _ place: Point, at time: Timestamp,
    into events: inout [GestureEvent<Value>]
  ) {
    var stage = Stage.preview
    var phase = GesturePhase.began
    switch course {
    case .over, .failed: return
    case .waiting: if force < settings.start { return }
    case .active(let last):
      stage = last.stage
      phase = .changed
    }
    // A force that leaps may complete both stages at once.
    while true {
      var value = value(stage, force, place, at: time)
      value.isComplete = value.progress == 1
      let isLast = stage == .commit || settings.pop == nil
      if value.isComplete, isLast {
        if phase == .began {
          events.append(GestureEvent(time: time, phase: .began, value: value))
          events[events.count - 1].value.isComplete = false
        }
        events.append(GestureEvent(time: time, phase: .ended, value: value))
        course = .over
        return
      }
      events.append(GestureEvent(time: time, phase: phase, value: value))
      course = .active(value)
      guard value.isComplete else { return }
      stage = .commit
      phase = .changed
    }
  }

  /// The lower and the upper force of a stage.
  private func span(_ stage: Stage) -> (lower: Double, upper: Double) {
    switch stage {
    case .preview: (settings.start, settings.peek)
    case .commit: (settings.peek, settings.pop ?? settings.peek)
    }
  }

  private func value(
    _ stage: Stage, _ force: Double, _ place: Point, at time: Timestamp
  ) -> Value {
    let (lower, upper) = span(stage)
    let progress = min(max((force - lower) / (upper - lower), 0), 1)
    return Value(
      stage: stage, progress: progress, isComplete: false,
      rate: rates.rate(at: time) / (upper - lower), location: place)
  }

  /// Ends what is on before its end.
  private mutating func leave(
    at time: Timestamp, force: Double? = nil, into events: inout [GestureEvent<Value>]
  ) {
    if case .active(let last) = course {
      var value = last
      if let force { value = self.value(last.stage, force, last.location, at: time) }
      let (lower, upper) = span(last.stage)
      value.rate = rates.rate(at: time) / (upper - lower)
      events.append(GestureEvent(time: time, phase: .cancelled, value: value))
    }
    course = .waiting
  }
}
