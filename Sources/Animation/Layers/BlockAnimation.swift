import Motion
import Quantities

/// An animation that was set going by a block and runs by itself until it ends.
@MainActor final class BlockAnimation: TimelineParticipant {
  let timeline: Timeline
  let options: AnimationOptions
  let timing: TimingParameters
  /// The seconds before it begins, and those that one run from start to end takes.
  let delay: Double
  let duration: Double
  /// How often it runs from start to end.
  var repeatCount: Double
  private let path: AnimationPath
  private let pathOfY: AnimationPath
  private(set) var begin: Timestamp
  private var completions: [(Bool) -> Void] = []
  private var properties = AnimatedProperties()
  /// Whether all that it has moved is moved by something else now.
  private var isSuperseded = false
  /// The blocks inside it that repeat on their own, for whose end it waits.
  private var parts: [BlockAnimation] = []
  /// The block that waits for its end.
  private weak var whole: BlockAnimation?
  /// When it was due to end and where it ended, once it has.
  private var ended: (due: Timestamp, position: AnimatingPosition)?

  init(
    duration: Double, delay: Double, timing: TimingParameters, options: AnimationOptions,
    completion: ((Bool) -> Void)?
  ) {
    timeline = .current
    begin = timeline.now
    self.options = options
    self.timing = timing
    self.delay = delay
    if let completion { completions.append(completion) }
    path = timing.path(seconds: duration, axis: .x)
    pathOfY = timing.path(seconds: duration, axis: .y)
    if case .spring(let parameters) = timing {
      self.duration = parameters.spring(in: duration).seconds
    } else {
      self.duration = duration
    }
    repeatCount = options.contains(.repeat) ? .infinity : 1
  }

  /// The seconds of all cycles; where one takes none, so do all.
  private var total: Double { duration == 0 ? 0 : cycle * repeatCount }

  /// The seconds of one cycle: there, or there and back.
  private var cycle: Double { options.contains(.autoreverse) ? 2 * duration : duration }

  var repeats: Bool { repeatCount != 1 || options.contains(.autoreverse) }

  /// Begins later than it was set going.
  func postpone(byMicroseconds delay: Int64) {
    let old = begin
    begin = begin.advanced(byMicroseconds: delay)
    for property in properties.all { property.postpone(self, bySeconds: begin - old) }
    timeline.noteChange(of: self)
  }

  /// How far it has come so many seconds after it was set going.
  func progress(at seconds: Double) -> (x: Double, y: Double) {
    let elapsed = seconds - delay
    guard elapsed >= 0 else { return (0, 0) }
    var place: Double
    if duration == 0 {
      place = 1
    } else if elapsed < total {
      // The last instant of a run is the first one of the next.
      place = elapsed.truncatingRemainder(dividingBy: cycle) / duration
    } else {
      let rest = repeatCount.truncatingRemainder(dividingBy: 1)
      place = (rest == 0 ? 1 : rest) * cycle / duration
    }
    if place > 1 { place = 2 - place }
    return (path.progress(at: place).value, pathOfY.progress(at: place).value)
  }

  /// The seconds after which it is over, on the clock of what it moves.
  var length: Double { delay + total }

  /// Takes part in the time from now on, or from the next frame.
  func joinTimeline() {
    Transaction.count(self)
    timeline.join(self)
    timeline.noteStart(of: self) { [weak self] in self?.postpone(byMicroseconds: $0) }
  }

  // MARK: Its end

  /// Adds what is to be told when it has ended.
  func add(_ completion: @escaping (Bool) -> Void) {
    completions.append(completion)
  }

  /// Waits for the end of a block inside it, too.
  func add(_ part: BlockAnimation) {
    part.whole = self
    parts.append(part)
  }

  func abandon() { completions = [] }

  func register(_ property: any AnimatedProperty) {
    properties.add(property)
  }

  func unregister(_ property: any AnimatedProperty) {
    properties.remove(property)
    if properties.all.isEmpty { isSuperseded = true }
    timeline.noteChange(of: self)
    if let whole { timeline.noteChange(of: whole) }
  }

  var dueTime: Timestamp? {
    // What moves nothing has nothing to wait for.
    var due = begin
    for property in properties.all {
      guard let end = property.end(of: self) else { return nil }
      due = max(due, end.time)
    }
    for part in parts {
      guard let end = part.ended?.due ?? part.dueTime else { return nil }
      due = max(due, end)
    }
    return due
  }

  func becomeDue(at time: Timestamp) {
    let endsAtStart =
      properties.all.contains { $0.end(of: self)?.endsAtStart == true }
      || parts.contains { $0.ended?.position == .start }
    end(at: endsAtStart ? .start : .end)
  }

  /// Ends it at its start or its end, whatever time it is.
  func end(at position: AnimatingPosition) {
    timeline.leave(self)
    ended = (min(dueTime ?? timeline.now, timeline.now), position)
    let isTakenOver = isTakenOver
    let moved = properties
    properties = AnimatedProperties()
    for property in moved.all { property.end(self, at: position) }
    let due = completions
    completions = []
    for completion in due { completion(!isTakenOver && position == .end) }
  }

  /// Whether something else moves all that it and its parts have moved.
  private var isTakenOver: Bool {
    let movesNothing = !parts.isEmpty && properties.all.isEmpty
    return (isSuperseded || movesNothing) && parts.allSatisfy(\.isTakenOver)
  }

  /// Whether its time is over for all that it moves.
  var isOver: Bool {
    // The end of a layer's time and that of a block are rounded by themselves.
    dueTime.map { $0 <= timeline.now.advanced(byMicroseconds: 2) } ?? false
  }

  /// Whether it moves something in a layer.
  func moves(within layer: Layer) -> Bool {
    properties.all.contains { ($0 as? any LayerProperty)?.layer?.isWithin(layer) == true }
  }
}
