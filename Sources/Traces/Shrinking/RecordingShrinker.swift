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
  package var frameCount: Int { best.count(where: { $0.endsFrame }) }
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
      try reduce(reduction.contacts, holds) { $0.contacts = $1 }
      try reduce(reduction.frames, holds) { $0.frames = $1 }
      try reduce(reduction.spares, holds) { $0.spares = $1 }
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
    _ part: [Element], _ holds: (_ events: [InputEvent]) throws(Failure) -> Bool,
    to replace: (inout Reduction, [Element]) -> Void
  ) throws(Failure) {
    _ = try DeltaDebugging.minimum(of: part) { (elements) throws(Failure) in
      var candidate = reduction
      replace(&candidate, elements)
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
    let spares = reduction.spares.filter { $0.type == .absolute }.map { $0.code }
    let positions = Channel.positions.filter { axis in
      let twin = Self.twins[axis]
      return device.range(of: axis) != nil
        && (twin == nil || device.range(of: twin ?? axis) == nil)
    }
    return positions + spares.filter { $0 != .absMTToolType }
  }
}

/// The parts of a recording that are kept.
struct Reduction: Hashable {
  /// The numbers of the contacts and frames that are kept.
  var contacts: [Int]
  var frames: [Int]
  /// The optional channels that are kept, such as pressure.
  var spares: [Channel]
  /// The step that values are rounded to, by axis; other axes keep their values.
  var steps: [EventCode: Int32] = [:]
  /// The step that times are rounded to, in microseconds from the first frame that is kept.
  var timeStep: Int64 = 1
}

/// An axis or a mark.
struct Channel: Hashable {
  var type: EventType
  var code: EventCode

  init(_ type: EventType, _ code: EventCode) {
    self.type = type
    self.code = code
  }

  /// The axes of positions.
  static let positions: [EventCode] = [.absX, .absY, .absMTPositionX, .absMTPositionY]

  /// Whether it can be removed, unlike ends of frames, slots, tracking IDs and positions.
  var isSpare: Bool {
    switch type {
    case .absolute:
      code != .absMTSlot && code != .absMTTrackingID && !Self.positions.contains(code)
    case .miscellaneous: true
    default: false
    }
  }
}

extension DeviceHistory {
  /// Returns the events of a reduction as a device would send them; `nil` if two frames would coincide.
  func events(of reduction: Reduction, on device: DeviceDescription) -> [InputEvent]? {
    let contacts = Set(reduction.contacts)
    let missing = Set(spares).subtracting(reduction.spares)
    let start = reduction.frames.first.map { frames[$0].time } ?? Timestamp(microseconds: 0)
    var encoder = EventDeltaEncoder()
    for number in reduction.frames {
      let frame = frames[number]
      let time = frame.time.rounded(to: reduction.timeStep, from: start)
      if reduction.timeStep > 1, let last = encoder.events.last, last.time >= time { return nil }
      encoder.encode(frame.state.keeping(contacts), frame.passing, at: time) { type, code, value in
        guard !missing.contains(Channel(type, code)) else { return nil }
        guard type == .absolute, let step = reduction.steps[code] else { return value }
        return value.rounded(to: step, in: device.range(of: code))
      }
    }
    return encoder.events
  }
}

extension Timestamp {
  /// Returns the nearest instant that is a whole number of steps from a start; `step` is in microseconds.
  fileprivate func rounded(to step: Int64, from start: Timestamp) -> Timestamp {
    let elapsed = microseconds &- start.microseconds
    return start.advanced(byMicroseconds: (elapsed &+ step / 2) / step * step)
  }
}

extension Int32 {
  /// Returns the nearest multiple of a step within an axis's range.
  fileprivate func rounded(to step: Int32, in range: AxisRange?) -> Int32 {
    let multiple = (Double(self) / Double(step)).rounded() * Double(step)
    let (low, high) = (range?.minimum ?? .min, range?.maximum ?? .max)
    guard low <= high else { return self }
    return Int32(Swift.min(Swift.max(multiple, Double(low)), Double(high)))
  }
}

/// Reduces a list to the elements that a test needs.
///
/// This is `ddmin` of Zeller and Hildebrandt ("Simplifying and Isolating Failure-Inducing Input", IEEE
/// Transactions on Software Engineering 28, 2002). It removes halves first, then ever smaller pieces, and
/// finally single elements, whatever the elements are.
package enum DeltaDebugging {
  /// Returns a smallest list of elements for which the test still holds, in their original order.
  ///
  /// The result is 1-minimal: no single element can be removed from it. A smaller list may still exist.
  /// The test is assumed to hold for all elements and is not called with them.
  ///
  /// - Parameters:
  ///   - elements: the elements to start from.
  ///   - holds: returns whether the wanted property is still there with these elements.
  package static func minimum<Element, Failure: Error>(
    of elements: [Element], while holds: (_ candidate: [Element]) throws(Failure) -> Bool
  ) throws(Failure) -> [Element] {
    guard !elements.isEmpty else { return elements }
    guard try !holds([]) else { return [] }
    var elements = elements
    var pieces = 2
    while elements.count > 1 {
      pieces = min(pieces, elements.count)
      var isSmaller = false
      // From the end: earlier elements never need later ones.
      for piece in (0..<pieces).reversed() {
        let start = elements.count * piece / pieces
        let end = elements.count * (piece + 1) / pieces
        let rest = Array(elements[..<start] + elements[end...])
        guard try holds(rest) else { continue }
        elements = rest
        pieces = max(pieces - 1, 2)
        isSmaller = true
        break
      }
      guard !isSmaller else { continue }
      guard pieces < elements.count else { break }
      pieces *= 2
    }
    return elements
  }
}
