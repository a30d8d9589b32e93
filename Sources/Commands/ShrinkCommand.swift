import Cases
import Evdev
import Glibc
import Interactions
import Quantities
import Shrinking
import Touches
import Traces
import Trajectories

/// `pantograph shrink`: from a recording to the smallest that still does what it is kept for.
enum ShrinkCommand {
  static let command = Command(
    name: "shrink",
    summary: "makes a recording as small as it can be while it still does the same",
    operands: [.file("CASE")],
    options: [
      CommonOptions.recording,
      .init("--interaction", "-i", value: .file(), help: "of a recording without a case"),
      .init("--while", value: "LIST", help: "conditions that one gesture has to meet"),
      .init("--against", value: .file(), help: "another interaction, that leads elsewhere"),
      CommonOptions.recordingFormat,
    ] + CommonOptions.replayed,
    details: """
      CASE is a folder with a recording and interaction.json, or a recording for --interaction. Left
      out are contacts, then frames, then what is told besides places; values and times get rounder;
      and so on until nothing more can go. What stays does the same as the whole:

        --while    has a gesture that meets all conditions, such as outcome=finish,overshoot>0.05;
                   names are those of `replay --measures`
        --against  the two interactions still part in the same way, as `diff` would say
        neither    parts first from what the case expects as the whole does, as `check` would say:
                   for the same cause, at the same event or in the same channel at the same time,
                   and does the same until then; what comes after that may go

      Ctrl-C ends the search and keeps the smallest so far.
      """,
    examples: [
      "pantograph shrink Recordings/touchpad-pan-finish --while outcome=finish -o small.yml"
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let path = try arguments.required("--output", "the recording to make")
    let format = try CommonOptions.recordingFormat(arguments)
    let source = try Source(arguments)
    let goal = try source.goal(arguments)
    let output = try OutputFile(
      result: path, inputs: CommonOptions.inputs(arguments) + [source.recording])
    guard goal.isReached(by: source.events, source.replay) else {
      throw Complaint(
        "\(source.recording): no gesture in it meets \(arguments.value("--while") ?? "")")
    }

    var search = try ShrinkSearch(source, goal)
    try search.run()
    search.sayResult()
    var writer = RecordingWriter(format)
    var bytes: [UInt8] = []
    writer.begin(RecordedDevice(node: "shrunk", description: source.device), to: &bytes)
    writer.write(search.best, to: &bytes)
    try output.write(&bytes)
    try output.finish()
    return .fine
  }

  /// What is to be made smaller.
  struct Source {
    let recording: String
    let device: DeviceDescription
    let events: [InputEvent]
    let replay: MemoryReplay
    private let found: Case?

    init(_ arguments: Arguments) throws {
      let operand = arguments.operands[0]
      let described = try CommonOptions.described(arguments)
      do {
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
        let file = try InputFile(recording)
        var stream = RecordingStream(
          reading: { (piece) throws(UnusableFile) in try file.read(into: &piece) },
          named: recording, choosing: CommonOptions.deviceChoice(arguments),
          isLenient: arguments.has("--lenient"))
        var events: [InputEvent] = []
        while try stream.readBatch() { events += stream.events }
        try stream.checkEnd(isInsideFrame: events.last?.endsFrame == false)
        guard !events.isEmpty else { throw Complaint("\(recording): no events in it") }
        self.events = events
        device = described ?? stream.device
        replay = MemoryReplay(
          interaction: interaction, surface: try stream.surface(describedBy: described),
          settings: try CommonOptions.touchSettings(arguments, for: interaction))
      } catch let error as UnusableFile {
        throw Complaint(error)
      }
    }

    /// What the recording is kept for.
    func goal(_ arguments: Arguments) throws -> ShrinkGoal {
      guard arguments.value("--while") == nil || arguments.value("--against") == nil else {
        throw Complaint("pantograph shrink: --while and --against are two goals; choose one")
      }
      if let list = arguments.value("--while") {
        do {
          return .gesture(
            try list.split(separator: ",", omittingEmptySubsequences: false)
              .map { text throws(GestureCondition.Mistake) in try GestureCondition(parsing: text) })
        } catch {
          throw Complaint("pantograph shrink: --while \(error.sentence)")
        }
      }
      if let path = arguments.value("--against") {
        var other: Interaction
        do {
          other = try Interaction(file: path)
        } catch {
          throw Complaint(error)
        }
        other.ignoresPalms = replay.interaction.ignoresPalms
        guard let parting = ShrinkGoal.parting(replay, other, of: events) else {
          throw Complaint("\(recording): both interactions lead to the same trajectory")
        }
        return .parting(from: other, parting)
      }
      return try surprise()
    }

    private func surprise() throws -> ShrinkGoal {
      guard let found, found.hasExpected else {
        throw Complaint(
          "\(recording): nothing is expected of it; --while or --against says what it is kept for")
      }
      let expected: TrajectoryFile
      do {
        // A file that no check can read is no good here, either.
        _ = try found.check()
        expected = try TrajectoryFile(found.expected)
      } catch {
        throw Complaint(error)
      }
      guard let surprise = Surprise(of: events, replay, expected: expected) else {
        throw Complaint(
          "\(recording): what comes of it is as expected; --while or --against says what it is kept"
            + " for")
      }
      return .surprise(surprise)
    }
  }
}

/// The search for the smallest recording, with somebody before it who may have had enough.
private struct ShrinkSearch {
  private struct HadEnough: Error {}

  private let source: ShrinkCommand.Source
  private let goal: ShrinkGoal
  private let loop: EventLoop
  private let isSeen = ProgressLine.isSeen
  private var shrinker: RecordingShrinker
  private var isCutShort = false

  init(_ source: ShrinkCommand.Source, _ goal: ShrinkGoal) throws(Complaint) {
    self.source = source
    self.goal = goal
    loop = try EventLoop()
    shrinker = RecordingShrinker(source.events, of: source.device)
  }

  var best: [InputEvent] { shrinker.best }

  mutating func run() throws(Complaint) {
    var attempts = 0
    var smallest = source.events.count
    var isPossible = true
    var shrinker = shrinker
    defer { self.shrinker = shrinker }
    do throws(HadEnough) {
      isPossible = try shrinker.run { (events) throws(HadEnough) in
        if case .stop = loop.wait(for: nil, until: Timestamp(microseconds: 0)) { throw HadEnough() }
        attempts += 1
        let isReached = goal.isReached(by: events, source.replay)
        if isReached { smallest = events.count }
        if isSeen, attempts % 16 == 0 {
          ProgressLine.write("\(smallest) events, \(attempts) tries")
        }
        return isReached
      }
    } catch {
      isCutShort = true
    }
    if isSeen { ProgressLine.write("") }
    guard isPossible else {
      throw Complaint(
        "\(source.recording): told anew, frame by frame, it does something else: it can't be shrunk"
      )
    }
  }

  /// Tells what is left of how much.
  func sayResult() {
    let frames = source.events.count(where: \.endsFrame)
    say(
      "\(shrinker.best.count(where: \.endsFrame)) of \(frames) frames and \(shrinker.best.count) of"
        + " \(source.events.count) events are left, after \(shrinker.attempts) tries"
        + (isCutShort ? "; there may be less to it" : ""))
  }
}
