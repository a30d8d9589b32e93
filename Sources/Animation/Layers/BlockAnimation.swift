import PantographBase
import PantographMotion

/// An animation that a block has started, and that runs by itself until it ends.
@MainActor final class BlockAnimation: TimelineParticipant {
  let timeline: Timeline
  let options: AnimationOptions
  let timing: TimingParameters
  /// The seconds before it begins, and those of one run from start to end.
  let delay: Double
  let duration: Double
  /// The number of runs from start to end.
  var repeatCount: Double
  private let path: AnimationPath
  private let pathOfY: AnimationPath
  private(set) var begin: Timestamp
  private var completions: [(Bool) -> Void] = []
  private var properties = AnimatedProperties()
  /// Whether other animations have taken over all of its properties.
  private var isSuperseded = false
  /// The repeating blocks inside it, for whose end it waits.
  private var parts: [BlockAnimation] = []
  /// The block that waits for its end.
  private weak var whole: BlockAnimation?
  /// The instant at which it was due to end and its final position, once it has ended.
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
    self.duration = timing.seconds(in: duration)
    repeatCount = options.contains(.repeat) ? .infinity : 1
  }

  /// The seconds of all cycles; 0 if a cycle takes no time.
  private var total: Double { duration == 0 ? 0 : cycle * repeatCount }

  /// The seconds of one cycle: forward, or forward and back.
  private var cycle: Double { options.contains(.autoreverse) ? 2 * duration : duration }

  var repeats: Bool { repeatCount != 1 || options.contains(.autoreverse) }

  /// Delays the beginning.
  func postpone(byMicroseconds delay: Int64) {
    let old = begin
    begin = begin.advanced(byMicroseconds: delay)
    for property in properties.all { property.postpone(self, bySeconds: begin - old) }
    timeline.noteChange(of: self)
  }

  /// Returns the progress after a number of seconds since the start.
  func progress(at seconds: Double) -> (x: Double, y: Double) {
    let elapsed = seconds - delay
    guard elapsed >= 0 else { return (0, 0) }
    var position: Double
    if duration == 0 {
      position = 1
    } else if elapsed < total {
      // The last instant of a run is the first one of the next.
      position = elapsed.truncatingRemainder(dividingBy: cycle) / duration
    } else {
      let rest = repeatCount.truncatingRemainder(dividingBy: 1)
      position = (rest == 0 ? 1 : rest) * cycle / duration
    }
    if position > 1 { position = 2 - position }
    return (path.progress(at: position).value, pathOfY.progress(at: position).value)
  }

  /// The seconds until it ends, on the clock of the properties it moves.
  var length: Double { delay + total }

  /// Joins the timeline, now or with the next frame.
  func joinTimeline() {
    Transaction.count(self)
    timeline.join(self)
    timeline.noteStart(of: self) { [weak self] in self?.postpone(byMicroseconds: $0) }
  }

  // MARK: Ending

  /// Adds a block that is called when it has ended.
  func add(_ completion: @escaping (Bool) -> Void) {
    completions.append(completion)
  }

  /// Adds a block inside it, for whose end it also waits.
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
    // An animation that moves nothing ends at once.
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

  /// Ends at its start or its end, whatever the time.
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

  /// Whether other animations have taken over all that it and its parts moved.
  private var isTakenOver: Bool {
    let movesNothing = !parts.isEmpty && properties.all.isEmpty
    return (isSuperseded || movesNothing) && parts.allSatisfy(\.isTakenOver)
  }

  /// Whether it has ended for all of its properties.
  var isOver: Bool {
    // The end of a layer's time and that of a block are rounded separately.
    dueTime.map { $0 <= timeline.now.advanced(byMicroseconds: 2) } ?? false
  }

  /// Whether it moves a property of a layer or its sublayers.
  func moves(within layer: Layer) -> Bool {
    properties.all.contains { $0.layer?.isWithin(layer) == true }
  }
}
