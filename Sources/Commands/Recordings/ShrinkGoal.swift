import Pantograph
import PantographBase
import PantographInteractions
import PantographSubjects
import PantographTouches
import PantographTraces
import PantographTrajectories

/// A recording to shrink, and what it must still do.
struct ShrinkGoal {
  let recording: String
  let events: [InputEvent]
  let device: DeviceDescription
  let remarks: [String]
  /// Returns whether other events still do it.
  let isReached: ([InputEvent]) throws -> Bool

  /// Reads the recording, and finds out what it does.
  init(_ arguments: Arguments) throws {
    do {
      if !arguments.has("--interaction"),
        case .complete(let found)? = try? CaseSearch.content(of: arguments.operands[0]),
        let example = try SubjectCase(found)
      {
        try self.init(of: example, arguments)
      } else {
        try self.init(of: ShrinkSource(arguments), arguments)
      }
    } catch let error as UnusableFile {
      throw CommandError(error)
    }
  }

  /// The goal of a subject: an event, or how it differs.
  private init(of example: SubjectCase, _ arguments: Arguments) throws {
    if arguments.has("--against") {
      throw CommandError(
        "pantograph shrink: --against requires an interaction; list other subjects in the key agrees"
      )
    }
    let described = try CommonOptions.described(arguments)
    var options = ReplayOptions()
    options.choice = CommonOptions.deviceChoice(arguments)
    options.isLenient = arguments.has("--lenient")
    let (events, device, remarks) = try ShrinkCommand.events(
      of: example.found.recording, options, describedBy: described)
    recording = example.found.recording
    self.events = events
    self.device = device
    self.remarks = remarks
    func check(_ events: [InputEvent]) throws(UnusableFile) -> SubjectCheck {
      var example = example
      example.given = .init(events, of: device)
      return try example.check()
    }
    let before = try check(events)
    guard let list = arguments.value("--while") else {
      guard before.isCompared, !before.isSame else {
        throw CommandError(
          "\(example.found.path): \(before.isCompared ? "as expected" : "no expected.csv"); set the goal with"
            + " --while event=WORDS")
      }
      isReached = { try check($0).differs(as: before) }
      return
    }
    guard list.hasPrefix("event="), list.count > 6 else {
      throw CommandError(
        "pantograph shrink: --while \(list): a subject has events; expected event=WORDS")
    }
    let words = String(list.dropFirst(6))
    guard before.actual.events.contains(where: { $0.words == words }) else {
      throw CommandError("\(example.found.path): no event '\(words)'; it \(before.actual.story)")
    }
    isReached = { events in try check(events).actual.events.contains { $0.words == words } }
  }

  /// The goal of an interaction: a gesture, a divergence from another one, or a difference from the expected trajectory.
  private init(of source: ShrinkSource, _ arguments: Arguments) throws {
    recording = source.recording
    events = source.events
    device = source.device
    remarks = source.remarks
    switch (arguments.value("--while"), arguments.value("--against")) {
    case (.some, .some):
      throw CommandError("pantograph shrink: --while and --against exclude each other")
    case (let list?, nil): isReached = try Self.gesture(list, source)
    case (nil, let path?): isReached = try Self.divergence(from: Interaction(file: path), source)
    case (nil, nil): isReached = try Self.unexpectedResult(source)
    }
  }

  /// A gesture meets all conditions of a list.
  private static func gesture(
    _ list: String, _ source: ShrinkSource
  ) throws -> ([InputEvent]) throws -> Bool {
    let conditions: [GestureCondition]
    do {
      conditions = try list.split(separator: ",", omittingEmptySubsequences: false)
        .map { text throws(Complaint) in try GestureCondition(parsing: text) }
    } catch {
      throw CommandError("pantograph shrink: --while \(error.sentence)")
    }
    let isReached = { (events: [InputEvent]) in
      var meter = TrajectoryMeter(source.interaction)
      try source.replay(events, into: &meter)
      return meter.finished.contains { gesture in
        conditions.allSatisfy { $0.holds(for: gesture) }
      }
    }
    guard try isReached(source.events) else {
      throw CommandError("\(source.recording): no gesture meets --while \(list)")
    }
    return isReached
  }

  /// The trajectory diverges from that of another interaction in the same way.
  private static func divergence(
    from other: Interaction, _ source: ShrinkSource
  ) throws -> ([InputEvent]) throws -> Bool {
    var other = other
    other.ignoresPalms = source.interaction.ignoresPalms
    // Both are sampled at the same times.
    other.rate = source.interaction.rate
    func signature(_ events: [InputEvent]) throws -> [String] {
      try source.trajectory(of: events, driving: other)
        .compare(source.trajectory(of: events), within: Tolerances()).signature
    }
    let before = try signature(source.events)
    guard !before.isEmpty else {
      throw CommandError("\(source.recording): both interactions produce the same trajectory")
    }
    return { try signature($0) == before }
  }

  /// The first difference from the expected trajectory is the same.
  ///
  /// Up to it, the trajectory must be unchanged, so that another defect is not mistaken for this one.
  private static func unexpectedResult(
    _ source: ShrinkSource
  ) throws -> ([InputEvent]) throws -> Bool {
    guard let found = source.found, found.hasExpected else {
      throw CommandError(
        "\(source.recording): no expected.csv beside it; set the goal with --while or --against")
    }
    // Reports an unreadable file like `check`.
    _ = try found.check()
    let expected = try TrajectoryFile(found.expected)
    let tolerances = expected.tolerances ?? Tolerances()
    let actual = try source.trajectory(of: source.events)
    let before = expected.compare(actual, within: tolerances)
    guard let first = before.first else {
      throw CommandError(
        "\(source.recording): the result is as expected; set the goal with --while or --against")
    }
    return { events in
      let trajectory = try source.trajectory(of: events)
      guard
        expected.compare(trajectory, within: tolerances).hasSameDivergence(
          as: before, within: tolerances)
      else { return false }
      let change = actual.compare(trajectory, within: tolerances).first
      return change.map { $0.time > first.visibleTime } ?? true
    }
  }
}

/// The recording to shrink with an interaction.
private struct ShrinkSource {
  let recording: String
  let device: DeviceDescription
  let events: [InputEvent]
  let remarks: [String]
  let interaction: Interaction
  let found: Case?
  private let options: ReplayOptions

  init(_ arguments: Arguments) throws {
    let operand = arguments.operands[0]
    let described = try CommonOptions.described(arguments)
    var interaction: Interaction
    if let path = arguments.value("--interaction") {
      recording = operand
      found = nil
      interaction = try Interaction(file: path)
    } else {
      let found = try CommonOptions.givenCase(operand)
      self.found = found
      recording = found.recording
      interaction = try Interaction(file: found.interaction)
    }
    CommonOptions.choosePalms(&interaction, arguments)
    var options = try CommonOptions.replayOptions(
      arguments, describedBy: described, for: interaction)
    (events, device, remarks) = try ShrinkCommand.events(
      of: recording, options, describedBy: described)
    options.described = device
    self.interaction = interaction
    self.options = options
  }

  /// Replays events, by default with its own interaction.
  func replay(
    _ events: [InputEvent], driving other: Interaction? = nil,
    into sink: inout some TrajectorySink
  ) throws {
    var replay = try Replay(
      RecordingStream(events, named: recording), driving: other ?? interaction, options)
    try replay.run(into: &sink)
  }

  /// Returns the trajectory of events, by default with its own interaction.
  func trajectory(
    of events: [InputEvent], driving other: Interaction? = nil
  ) throws -> TrajectoryFile {
    var trajectory = Trajectory()
    try replay(events, driving: other, into: &trajectory)
    return TrajectoryFile(trajectory, of: (other ?? interaction).columns)
  }
}
