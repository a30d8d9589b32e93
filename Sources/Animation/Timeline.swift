public import Quantities

/// The time of a scene, which comes from outside: from a display's frames, a recording, or a test.
///
/// Nothing moves unless the timeline is told how late it is. What happens on the way, such as the end
/// of an animation, happens at its own instant and in order, so that one leap comes to the same as
/// many steps.
///
/// A program with a display calls `frame(at:)` for each frame, and what it starts in between starts
/// with the next one. A recording or a test knows the instant of each start: `advance(to:)` goes
/// there first.
///
///     let card = Layer()
///     Layer.animate(withDuration: 1) { card.alpha = 0 }
///     Timeline.current.advance(to: 0.25)
///     card.presentation.alpha
@MainActor public final class Timeline {
  /// The timeline on which new layers and animations live.
  ///
  /// A program has one, if it does not ask for more; see ``run(_:)``.
  public nonisolated static var current: Timeline { local.get() }

  /// Where a task keeps its current timeline, for whoever wants to set it for asynchronous work.
  public nonisolated static let local = TaskLocal(wrappedValue: Timeline())

  /// Does something on a timeline of its own, which is the current one meanwhile and is abandoned then.
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

  /// Lets go of what runs: nobody will let time pass here any more.
  ///
  /// What runs has a timeline, which keeps it as long as it runs. Whoever has done with a timeline of their
  /// own while something runs gives both back by this. Nobody is told of an end that does not come.
  public func abandon() {
    for (_, participant) in participants.values.sorted(by: { $0.order < $1.order }) {
      participant.abandon()
    }
    participants = [:]
    starts = [:]
    isEarliestStale = true
  }

  /// What time it is.
  public private(set) var now: Timestamp

  /// What runs, by what it is; the order tells who has begun first.
  private var participants: [ObjectIdentifier: (order: Int, participant: any TimelineParticipant)] =
    [:]
  private var nextOrder = 0
  /// Those whose ends may have changed since they were looked at, while time passes.
  private var changed: [any TimelineParticipant] = []
  private var isPassing = false
  /// Whether all ends may have changed, as when a layer's time does.
  private var areAllChanged = false
  /// What was started since time passed last, by what it is, and how it starts later.
  private var starts: [ObjectIdentifier: (_ microseconds: Int64) -> Void] = [:]
  /// The first end of all, and whether it has to be looked for again.
  private var earliest: Timestamp?
  private var isEarliestStale = false
  /// Whether blocks animate what they change; see ``Layer/setAnimationsEnabled(_:)``.
  var areAnimationsEnabled = true

  /// Makes a timeline that begins at an instant.
  public nonisolated init(at start: Timestamp = Timestamp(microseconds: 0)) {
    now = start
  }

  /// What time it is, in seconds since the clock's own zero.
  public var seconds: Double { now.seconds }

  /// The next instant at which something ends, if anything runs: whoever waits can sleep until then.
  public var nextEvent: Timestamp? {
    if isEarliestStale {
      earliest = participants.values.compactMap { $0.participant.dueTime }.min()
      isEarliestStale = false
    }
    return earliest
  }

  /// Lets time pass until a display shows its next frame.
  ///
  /// What was started since time passed last starts with this frame, as with a display link, however
  /// long ago that was. So nothing jumps in its first frame after a while without frames, or before
  /// the first one of all.
  public func frame(at time: Timestamp) {
    if time > now {
      for postpone in starts.values { postpone(time.microseconds &- now.microseconds) }
    }
    advance(to: time)
  }

  /// Lets time pass until a display shows its next frame, in seconds after the clock's own zero.
  public func frame(at seconds: Double) {
    if let time = Self.instant(seconds) { frame(at: time) }
  }

  /// Lets time pass until an instant; an earlier one than now changes nothing.
  ///
  /// What was started since time passed last has started ``now``; see `frame(at:)` for a display.
  public func advance(to time: Timestamp) {
    if !isPassing { starts = [:] }
    let end = max(time, now)
    guard let next = nextEvent, next <= end else {
      now = end
      return
    }
    // Whoever lets time pass while it passes leaves nothing as it was.
    let isInside = isPassing
    isPassing = true
    defer {
      isPassing = isInside
      areAllChanged = areAllChanged || isInside
    }
    var queue = scan(until: end)
    // How often something has begun, in this instant, because something else has ended.
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
      // Whoever starts over and over without taking any time is left for the next call.
      let generation = generations[id] ?? 0
      guard generation < 1000 else { continue }
      // What is begun on the occasion belongs to this timeline, too.
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

  /// Lets time pass until so many seconds after the clock's own zero.
  public func advance(to seconds: Double) {
    if let time = Self.instant(seconds) { advance(to: time) }
  }

  private static func instant(_ seconds: Double) -> Timestamp? {
    guard !seconds.isNaN else { return nil }
    let microseconds = (seconds * 1_000_000).rounded()
    return Timestamp(microseconds: Int64(exactly: microseconds) ?? .max / 4)
  }

  /// Lets so many seconds pass.
  public func advance(by seconds: Double) {
    guard seconds >= 0 else { return }
    let microseconds = Int64(exactly: (seconds * 1_000_000).rounded()) ?? .max / 4
    advance(to: now.advanced(byMicroseconds: microseconds))
  }

  /// Somebody's end, and who comes first where two come at once.
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

  /// All that ends until an instant, the first one last.
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

  /// The block animations that are under way, in the order in which they began.
  var blocks: [BlockAnimation] {
    participants.values.sorted { $0.order < $1.order }
      .compactMap { $0.participant as? BlockAnimation }
  }

  /// Takes part in the time from now on, perhaps with another end than before; it is kept alive until
  /// it leaves.
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

  /// Takes note of a start, which the next frame postpones by so many microseconds, or that it is taken back.
  ///
  /// What starts while time passes has an instant of its own.
  func noteStart(of object: AnyObject, _ postpone: ((_ microseconds: Int64) -> Void)?) {
    guard !isPassing else { return }
    starts[ObjectIdentifier(object)] = postpone
  }

  /// Takes note that somebody who takes part has another end than before.
  func noteChange(of participant: any TimelineParticipant) {
    guard participants[ObjectIdentifier(participant)] != nil else { return }
    if isPassing { changed.append(participant) }
    isEarliestStale = true
  }

  /// Takes note that a layer's time has changed.
  func noteTimeChange() {
    areAllChanged = true
    isEarliestStale = true
  }
}

extension Array {
  /// The first index whose element, like all after it, has a property that none before it has.
  fileprivate func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// Something that has an end on a timeline.
@MainActor protocol TimelineParticipant: AnyObject {
  /// When it is next to be told, if ever.
  var dueTime: Timestamp? { get }
  /// Does what is due.
  func becomeDue(at time: Timestamp)
  /// Forgets who waits for its end, which will not come: whoever waits may have it, and is kept by it.
  func abandon()
}
