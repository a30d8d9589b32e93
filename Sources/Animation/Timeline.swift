public import PantographBase

/// The clock of a scene, driven from outside: by a display's frames, a recording, or a test.
///
/// Nothing moves until the timeline is advanced. Events in between, such as the end of an animation,
/// happen in order and each at its own instant. One large step therefore has the same result as many
/// small ones.
///
/// A program with a display calls `frame(at:)` for each frame, and animations started in between start
/// with the next frame. A recording or a test knows the instant of each start, and calls `advance(to:)`
/// first.
///
///     let card = Layer()
///     Layer.animate(withDuration: 1) { card.alpha = 0 }
///     Timeline.current.advance(to: 0.25)
///     card.presentation.alpha
@MainActor public final class Timeline {
  /// The timeline of new layers and animations.
  ///
  /// A program has one unless it creates more; see ``run(_:)``.
  public nonisolated static var current: Timeline { local.get() }

  /// The task-local storage of the current timeline, for asynchronous code that sets its own.
  public nonisolated static let local = TaskLocal(wrappedValue: Timeline())

  /// Runs a closure on a new timeline, which is current meanwhile and abandoned afterwards.
  ///
  ///     Timeline.run { timeline in
  ///       let card = Layer()
  ///       timeline.advance(to: 0.25)
  ///     }
  public static func run<Result, Failure: Error>(
    _ body: @MainActor (Timeline) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let timeline = Timeline()
    defer { timeline.abandon() }
    return try timeline.asCurrent(body)
  }

  /// Abandons all running animations of a timeline that will not advance again.
  ///
  /// A timeline and its running animations keep each other alive. Call this when you drop a timeline of
  /// your own while something runs. Completions are not called.
  public func abandon() {
    for (_, participant) in participants.values.sorted(by: { $0.order < $1.order }) {
      participant.abandon()
    }
    participants = [:]
    starts = [:]
    isEarliestStale = true
  }

  /// The current time.
  public private(set) var now: Timestamp

  /// The running participants by identity; the order is that in which they began.
  private var participants: [ObjectIdentifier: (order: Int, participant: any TimelineParticipant)] =
    [:]
  private var nextOrder = 0
  /// The participants whose ends may have changed during the current step.
  private var changed: [any TimelineParticipant] = []
  private var isPassing = false
  /// Whether all ends may have changed, as when a layer's time does.
  private var areAllChanged = false
  /// The starts since the last step by identity, each with a closure that delays it.
  private var starts: [ObjectIdentifier: (_ microseconds: Int64) -> Void] = [:]
  /// The first end, and whether it must be computed again.
  private var earliest: Timestamp?
  private var isEarliestStale = false
  /// Whether blocks animate what they change; see ``Layer/setAnimationsEnabled(_:)``.
  var areAnimationsEnabled = true

  /// Creates a timeline that begins at an instant.
  public nonisolated init(at start: Timestamp = Timestamp(microseconds: 0)) {
    now = start
  }

  /// The current time, in seconds since the clock's zero.
  public var seconds: Double { now.seconds }

  /// The instant of the next event, or `nil` while nothing runs; a program can sleep until then.
  public var nextEvent: Timestamp? {
    if isEarliestStale {
      earliest = participants.values.compactMap { $0.participant.dueTime }.min()
      isEarliestStale = false
    }
    return earliest
  }

  /// Advances to a display's next frame.
  ///
  /// Animations started since the last step start with this frame, however long ago that was, as with a
  /// display link. So nothing jumps in its first frame, even after a time without frames.
  public func frame(at time: Timestamp) {
    if time > now {
      for postpone in starts.values { postpone(time.microseconds &- now.microseconds) }
    }
    advance(to: time)
  }

  /// Advances to a display's next frame, in seconds since the clock's zero.
  public func frame(at seconds: Double) {
    if let time = Self.instant(seconds) { frame(at: time) }
  }

  /// Advances to an instant; an earlier one than now changes nothing.
  ///
  /// Animations started since the last step keep ``now`` as their start; see `frame(at:)` for a
  /// display.
  public func advance(to time: Timestamp) {
    if !isPassing { starts = [:] }
    let end = max(time, now)
    guard let next = nextEvent, next <= end else {
      now = end
      return
    }
    // A nested call, from a completion, may change all ends.
    let isInside = isPassing
    isPassing = true
    defer {
      isPassing = isInside
      areAllChanged = areAllChanged || isInside
    }
    var queue = scan(until: end)
    // The number of starts in this instant that were caused by other ends, per participant.
    var instant = now
    var generations: [ObjectIdentifier: Int] = [:]
    while let next = queue.popLast() {
      let id = ObjectIdentifier(next.participant)
      guard participants[id]?.order == next.order, next.participant.dueTime == next.due else {
        continue
      }
      now = max(now, next.due)
      if now != instant {
        instant = now
        generations = [:]
      }
      // An animation that restarts without end and takes no time is left for the next call.
      let generation = generations[id] ?? 0
      guard generation < 1000 else { continue }
      // Animations started by it belong to this timeline, too.
      asCurrent { _ in next.participant.becomeDue(at: now) }
      for participant in changed {
        generations[ObjectIdentifier(participant)] = generation + 1
        guard !areAllChanged, let entry = entry(participant, until: end) else { continue }
        queue.insert(entry, at: queue.partitioningIndex { $0.comes(before: entry) })
      }
      changed = []
      if areAllChanged { queue = scan(until: end) }
    }
    isEarliestStale = true
    now = max(now, end)
  }

  /// Advances to a time, in seconds since the clock's zero.
  public func advance(to seconds: Double) {
    if let time = Self.instant(seconds) { advance(to: time) }
  }

  private static func instant(_ seconds: Double) -> Timestamp? {
    guard !seconds.isNaN else { return nil }
    let microseconds = (seconds * 1_000_000).rounded()
    return Timestamp(microseconds: Int64(exactly: microseconds) ?? .max / 4)
  }

  /// Advances by a number of seconds.
  public func advance(by seconds: Double) {
    guard seconds >= 0 else { return }
    let microseconds = Int64(exactly: (seconds * 1_000_000).rounded()) ?? .max / 4
    advance(to: now.advanced(byMicroseconds: microseconds))
  }

  /// The end of a participant, and its order among those that end together.
  private struct Entry {
    var due: Timestamp
    var order: Int
    var participant: any TimelineParticipant

    func comes(before other: Entry) -> Bool {
      (due, order) < (other.due, other.order)
    }
  }

  private func entry(_ participant: any TimelineParticipant, until end: Timestamp) -> Entry? {
    guard let order = participants[ObjectIdentifier(participant)]?.order,
      let due = participant.dueTime, due <= end
    else { return nil }
    return Entry(due: due, order: order, participant: participant)
  }

  /// Returns all ends until an instant, the first one last.
  private func scan(until end: Timestamp) -> [Entry] {
    areAllChanged = false
    changed = []
    return participants.values.compactMap { entry($0.participant, until: end) }
      .sorted { $1.comes(before: $0) }
  }

  private func asCurrent<Result, Failure: Error>(
    _ body: (Timeline) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result = Self.local.withValue(self) { () -> Swift.Result<Result, Failure> in
      do throws(Failure) {
        return .success(try body(self))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// The running block animations, in the order in which they began.
  var blocks: [BlockAnimation] {
    participants.values.sorted { $0.order < $1.order }
      .compactMap { $0.participant as? BlockAnimation }
  }

  /// Adds a participant, or notes that its end has changed.
  ///
  /// The timeline keeps it alive until it leaves.
  func join(_ participant: any TimelineParticipant) {
    let id = ObjectIdentifier(participant)
    if participants[id] == nil {
      participants[id] = (nextOrder, participant)
      nextOrder += 1
    }
    noteChange(of: participant)
  }

  func leave(_ participant: any TimelineParticipant) {
    participants[ObjectIdentifier(participant)] = nil
    isEarliestStale = true
  }

  /// Notes a start, which the next frame may delay; `nil` takes it back.
  ///
  /// A start during a step has the step's own instant and is not delayed.
  func noteStart(of object: AnyObject, _ postpone: ((_ microseconds: Int64) -> Void)?) {
    guard !isPassing else { return }
    starts[ObjectIdentifier(object)] = postpone
  }

  /// Notes that a participant's end has changed.
  func noteChange(of participant: any TimelineParticipant) {
    guard participants[ObjectIdentifier(participant)] != nil else { return }
    if isPassing { changed.append(participant) }
    isEarliestStale = true
  }

  /// Notes that a layer's time has changed.
  func noteTimeChange() {
    areAllChanged = true
    isEarliestStale = true
  }
}

/// An object that has an end on a timeline.
@MainActor protocol TimelineParticipant: AnyObject {
  /// The instant at which `becomeDue(at:)` must be called next; `nil` for never.
  var dueTime: Timestamp? { get }
  /// Handles its end.
  func becomeDue(at time: Timestamp)
  /// Drops the completions, which will not be called and may keep it alive.
  func abandon()
}
