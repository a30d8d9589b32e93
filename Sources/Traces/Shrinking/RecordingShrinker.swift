import PantographBase
package import PantographTouches

/// Shrinks a recording while a test holds.
///
/// It removes contacts first, then frames, then channels other than positions. Then it rounds the remaining
/// values and times. All steps are repeated until nothing changes, so no single contact and no single frame can
/// be removed from the result.
///
///     var shrinker = RecordingShrinker(events, of: device)
///     try shrinker.run { events in fails(events) }
///     write(shrinker.best)
///
/// The test may throw to stop the search; `best` holds the smallest recording found until then.
package struct RecordingShrinker {
  /// The smallest recording so far for which the test held.
  package private(set) var best: [InputEvent]
  /// The number of times the test was called.
  package private(set) var attempts = 0

  private let device: DeviceDescription
  private let history: DeviceHistory
  private var reduction: Reduction

  /// Steps to round values to: 1, 2 and 5 times each power of ten.
  private static let steps: [Int32] = [
    5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2,
  ]
  /// The largest step is a twentieth of the axis's range, so that movements remain visible.
  private static let leastSteps: Int64 = 20
  /// From 10 ms, about the time between two reports, down to 1 ms; in microseconds.
  private static let timeSteps: [Int64] = [10_000, 5000, 2000, 1000]
  /// Pointer axes and the contact axes they repeat; both are rounded alike.
  private static let twins: [EventCode: EventCode] = [
    .absX: .absMTPositionX, .absY: .absMTPositionY,
  ]

  /// Makes a shrinker for a recording for which the test holds.
  package init(_ events: [InputEvent], of device: DeviceDescription) {
    best = events
    self.device = device
    history = DeviceHistory(events, of: device)
    reduction = Reduction(
      contacts: Array(0..<history.contactCount), frames: Array(history.frames.indices),
      spares: history.spares)
  }

  /// The number of frames that are left.
  package var frameCount: Int { best.count(where: \.endsFrame) }
  /// The number of contacts that are left.
  package var contactCount: Int { reduction.contacts.count }

  /// Shrinks the recording.
  ///
  /// - Parameter holds: returns whether a recording still has the wanted property.
  /// - Returns: whether the test holds for the whole recording encoded again; otherwise it can't be shrunk.
  package mutating func run<Failure: Error>(
    while holds: (_ events: [InputEvent]) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    guard try attempt(reduction, holds) else { return false }
    var before: Reduction
    repeat {
      before = reduction
      try reduce(\.contacts, holds)
      try reduce(\.frames, holds)
      try reduce(\.spares, holds)
      try round(holds)
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

  private mutating func reduce<Element, Failure: Error>(
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

  /// Rounds values and times as far as the test allows.
  private mutating func round<Failure: Error>(
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

  /// The axes that can be rounded: of two axes that repeat each other the contact's, if there is one.
  private var axes: [EventCode] {
    let spares = reduction.spares.filter { $0.type == .absolute }.map(\.code)
    let positions = Channel.positions.filter { axis in
      let twin = Self.twins[axis]
      return device.range(of: axis) != nil
        && (twin == nil || device.range(of: twin ?? axis) == nil)
    }
    return positions + spares.filter { $0 != .absMTToolType }
  }
}
