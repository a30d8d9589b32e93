public import Evdev
import Quantities

/// Makes a recording as small as it can be without losing what it is kept for.
///
/// Whether a smaller one still has that is asked of a test. Contacts are left out first, then frames, then
/// what is told besides places; what stays is told more roughly, in values and in times; and all that over
/// again, until nothing changes any more. So in the end no single contact and no single frame can be left out.
///
///     var shrinker = RecordingShrinker(events, of: device)
///     try shrinker.run { events in fails(events) }
///     write(shrinker.best)
///
/// The test may throw to put an end to it: what was found until then is in ``best``.
public struct RecordingShrinker {
  /// The smallest recording so far of which the test held.
  public private(set) var best: [InputEvent]
  /// How often the test has been asked.
  public private(set) var attempts = 0

  private let device: DeviceDescription
  private let history: DeviceHistory
  private var reduction: Reduction

  /// What values may be whole multiples of, so that they are round numbers: 1, 2 and 5 of each power of ten.
  private static let steps: [Int32] = [
    5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2,
  ]
  /// The largest step is a twentieth of what an axis can tell: what moved is still seen to have moved so.
  private static let leastSteps: Int64 = 20
  /// From 10 ms, about the time between two reports of fingers, down to 1 ms, in microseconds.
  private static let timeSteps: [Int64] = [10_000, 5000, 2000, 1000]
  /// Axes that tell the same, and are told as roughly.
  private static let twins: [EventCode: EventCode] = [
    .absX: .absMTPositionX, .absY: .absMTPositionY,
  ]

  /// Makes a shrinker of a recording that has all that it is kept for.
  public init(_ events: [InputEvent], of device: DeviceDescription) {
    best = events
    self.device = device
    history = DeviceHistory(events, of: device)
    reduction = Reduction(
      contacts: Array(0..<history.contactCount), frames: Array(history.frames.indices),
      spares: history.spares)
  }

  /// How many frames are left.
  public var frameCount: Int { best.count(where: \.endsFrame) }
  /// How many contacts are left.
  public var contactCount: Int { reduction.contacts.count }

  /// Leaves out what it can.
  ///
  /// - Parameter holds: tells whether a recording still has what it is kept for.
  /// - Returns: whether the recording could be taken apart at all: told anew, with nothing left out, it had to
  ///   have it as well.
  public mutating func run<Failure: Error>(
    while holds: (_ events: [InputEvent]) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    guard try attempt(reduction, holds) else { return false }
    var before: Reduction
    repeat {
      before = reduction
      try leaveOut(\.contacts, holds)
      try leaveOut(\.frames, holds)
      try leaveOut(\.spares, holds)
      try roughen(holds)
    } while reduction != before
    return true
  }

  private mutating func attempt<Failure: Error>(
    _ candidate: Reduction, _ holds: (_ events: [InputEvent]) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    guard let events = history.events(of: candidate, on: device) else { return false }
    attempts += 1
    guard try holds(events) else { return false }
    reduction = candidate
    best = events
    return true
  }

  private mutating func leaveOut<Element, Failure: Error>(
    _ part: WritableKeyPath<Reduction, [Element]>,
    _ holds: (_ events: [InputEvent]) throws(Failure) -> Bool
  ) throws(Failure) {
    _ = try DeltaDebugging.minimum(of: reduction[keyPath: part]) {
      (elements) throws(Failure) in
      var candidate = reduction
      candidate[keyPath: part] = elements
      return try attempt(candidate, holds)
    }
  }

  /// Tells values and times as roughly as can be.
  private mutating func roughen<Failure: Error>(
    _ holds: (_ events: [InputEvent]) throws(Failure) -> Bool
  ) throws(Failure) {
    for axis in axes {
      let extent = device.range(of: axis).map { Int64($0.maximum) - Int64($0.minimum) } ?? 0
      let largest = extent / Self.leastSteps
      for step in Self.steps where step > reduction.steps[axis, default: 1] && step <= largest {
        var candidate = reduction
        candidate.steps[axis] = step
        for (twin, other) in Self.twins where other == axis { candidate.steps[twin] = step }
        if try attempt(candidate, holds) { break }
      }
    }
    for step in Self.timeSteps where step > reduction.timeStep {
      var candidate = reduction
      candidate.timeStep = step
      if try attempt(candidate, holds) { break }
    }
  }

  /// The axes that can be told more roughly: of twins the one with contacts, where there is one.
  private var axes: [EventCode] {
    let spares = reduction.spares.filter { $0.type == .absolute }.map(\.code)
    let places = Channel.places.filter { place in
      let twin = Self.twins[place]
      return device.range(of: place) != nil
        && (twin == nil || device.range(of: twin ?? place) == nil)
    }
    return places + spares.filter { $0 != .absMTToolType }
  }
}
