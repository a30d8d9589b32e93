import Glibc
import Pantograph
import PantographBase
import PantographInteractions
import PantographSubjects
import PantographTouches
import PantographTraces
import PantographTrajectories

/// `pantograph shrink`: reduces a recording to the smallest one with the same result.
enum ShrinkCommand {
  static let command = Command(
    name: "shrink",
    summary: "reduces a recording to the smallest one that still does the same",
    operands: [.file("CASE")],
    options: [
      CommonOptions.recording,
      .init(
        "--interaction", "-i", value: .file(),
        help: "the interaction, for a recording outside a case"),
      .init("--while", value: "LIST", help: "keep a gesture that meets these conditions"),
      .init("--against", value: .file(), help: "keep the divergence from this other interaction"),
      CommonOptions.recordingFormat,
    ] + CommonOptions.replayed,
    details: """
      CASE is a case folder, or a recording used with --interaction. The search removes contacts, then
      frames, then all values except positions, and rounds values and times, until nothing more can be
      removed. The smallest recording still meets the goal:

        --while    a gesture meets all conditions, such as outcome=finish,overshoot>0.05; the names
                   are those of `replay --measures`
        --against  the trajectories of the two interactions diverge as before; see `diff`
        (neither)  the first difference from the expected trajectory is the same; see `check`. It has
                   the same cause, either at the same event, or in the same channel and at the same
                   time, and the trajectory up to it is unchanged. Everything later may be removed.

      With subject.json, the goal is that the subject still differs in the same way from what was
      accepted, or from another subject in its `agrees`; or with --while event=WORDS that it still has
      this event.

      Press Ctrl-C to stop the search and keep the smallest recording so far.
      """,
    examples: [
      "pantograph shrink Recordings/touchpad-pan-finish --while outcome=finish -o small.yml"
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let path = try arguments.required("--output", "the recording to write")
    let format = try CommonOptions.recordingFormat(arguments)
    let goal = try ShrinkGoal(arguments)
    defer { BrowserPool.shared.end() }
    let output = try OutputFile(
      result: path, inputs: CommonOptions.inputs(arguments) + [goal.recording])
    var search = try ShrinkSearch(goal.recording, goal.events, of: goal.device)
    try search.run(goal.isReached)
    var writer = RecordingWriter(format, remarks: goal.remarks)
    var bytes: [UInt8] = []
    writer.begin(RecordedDevice(node: "shrunk", description: search.device), to: &bytes)
    writer.write(search.best, to: &bytes)
    try output.write(&bytes)
    try output.finish()
    search.printResult()
    return .fine
  }

  /// Reads all events of a recording, its device, which has a surface, and what it lacks.
  static func events(
    of recording: String, _ options: ReplayOptions, describedBy described: DeviceDescription?
  ) throws -> (events: [InputEvent], device: DeviceDescription, remarks: [String]) {
    let file = try InputFile.ofRecording(recording)
    var stream = RecordingStream(
      reading: { (piece) throws(UnusableFile) in try file.read(into: &piece) },
      named: recording, choosing: options.choice, isLenient: options.isLenient)
    var events: [InputEvent] = []
    while try stream.readBatch() { events += stream.events }
    try stream.checkEnd(isInsideFrame: events.last?.endsFrame == false)
    if stream.damage != nil {
      // What is left of a frame is no frame.
      events.removeSubrange(((events.lastIndex(where: \.endsFrame) ?? -1) + 1)...)
      stream.printDamage(eventCount: events.count)
    }
    guard !events.isEmpty else { throw CommandError("\(recording): contains no events") }
    _ = try stream.surface(describedBy: described)
    return (events, described ?? stream.device, stream.remarks)
  }
}

/// The interruptible search for the smallest recording.
private struct ShrinkSearch {
  let device: DeviceDescription
  private let recording: String
  private let events: [InputEvent]
  private let loop: EventLoop
  private let isSeen = ProgressLine.isSeen
  private var shrinker: RecordingShrinker
  private var isCutShort = false

  init(
    _ recording: String, _ events: [InputEvent], of device: DeviceDescription
  ) throws(CommandError) {
    self.recording = recording
    self.events = events
    self.device = device
    loop = try EventLoop()
    shrinker = RecordingShrinker(events, of: device)
  }

  var best: [InputEvent] { shrinker.best }

  /// Searches for the smallest recording for which a goal is reached.
  mutating func run(_ isReached: ([InputEvent]) throws -> Bool) throws(CommandError) {
    var attempts = 0
    var smallest = events.count
    var isPossible = true
    // A copy, since the closure reads the rest of `self`.
    var shrinker = shrinker
    defer { self.shrinker = shrinker }
    do throws(EarlyEnd) {
      isPossible = try shrinker.run { (events) throws(EarlyEnd) in
        if case .stop = loop.wait(for: nil, until: Timestamp(microseconds: 0)) {
          throw EarlyEnd()
        }
        attempts += 1
        // Events that can't be replayed are not smaller recordings.
        let isReached = (try? isReached(events)) ?? false
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
      throw CommandError(
        "\(recording): can't be shrunk: rewriting its frames changes the result"
      )
    }
  }

  /// Prints the sizes before and after.
  func printResult() {
    let frames = events.count(where: \.endsFrame)
    printNotice(
      "\(shrinker.best.count(where: \.endsFrame)) of \(frames) frames and \(shrinker.best.count) of"
        + " \(events.count) events are left, after \(shrinker.attempts) tries"
        + (isCutShort ? "; interrupted, may not be the smallest" : ""))
  }
}
