import Cases
import Interactions
import Quantities
import Reports
import Trajectories

/// `pantograph diff`: where two trajectories part, and why.
enum DiffCommand {
  static let command = Command(
    name: "diff",
    summary: "tells where two trajectories part and why, and draws them over each other",
    operands: ["A"],
    optionalOperands: ["B"],
    options: [
      .init("--interaction", "-i", value: "FILE", help: "of a recording without a case"),
      .init("--against", value: "FILE", help: "the interaction that the recording has as A"),
      .init("--rules", value: "A,B", help: "two rules by name, in the place of the interaction's"),
      .init(
        "--tolerance", value: "VALUE",
        help: "how far apart they may be, or VALUE,SECONDS; else what A's head says"),
      CommonOptions.rate,
      CommonOptions.output,
      CommonOptions.json,
    ] + CommonOptions.replayed,
    details: """
      A and B are trajectories as columns, from `replay --format csv` or an expected.csv. What is said
      of B is how it is not as A. With A alone that is a case, or a recording for --interaction, which
      is replayed twice: as A under the interaction of --against or the first of the two rules, as B
      under its own or the second. Only then, and where both files have heads, events are compared.

      Ends with 0 if they are the same within the tolerances, with 1 if they are not, and with 2 if a
      file can't be used.

        pantograph diff before.csv after.csv
        pantograph diff Recordings/touchpad-flick --rules gnome-shell,kwin
        pantograph diff hand.yml --interaction new.json --against old.json
      """,
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let (expected, actual) = try pair(arguments)
    let tolerances =
      try tolerance(arguments).map(Tolerances.init(every:)) ?? expected.file.tolerances
      ?? Tolerances()
    let result = expected.file.compare(actual.file, within: tolerances)
    let report = OverlayReport(
      result, expected: (expected.name.shown, expected.file.samples),
      actual: (actual.name.shown, actual.file.samples),
      knowsEvents: expected.file.milestones != nil && actual.file.milestones != nil)
    try CommonOptions.write(heading: [], lines: report.lines, json: [report.json.text], arguments)
    return result.isWithinTolerances ? .fine : .failed
  }

  /// A trajectory, and what people call it.
  private typealias Named = (name: String, file: TrajectoryFile)

  private static func pair(_ arguments: Arguments) throws -> (Named, Named) {
    let operands = arguments.operands
    do {
      guard operands.count == 1 else {
        let replaying = ["--interaction", "--against", "--rules", "--rate"]
        if let option = replaying.first(where: arguments.has) {
          throw Complaint(
            "pantograph diff: \(option) is for a recording, and there are two trajectories")
        }
        return (
          (operands[0], try TrajectoryFile(operands[0])),
          (operands[1], try TrajectoryFile(operands[1]))
        )
      }
      return try runs(arguments)
    } catch let error as UnusableFile {
      throw Complaint(error)
    }
  }

  /// The two replays of one recording.
  private static func runs(_ arguments: Arguments) throws -> (Named, Named) {
    let (recording, path) = try CommonOptions.recordingAndInteraction(arguments)
    var interaction = try Interaction(file: path)
    interaction.ignoresPalms = arguments.has("--without-palms")
    if let rate = try arguments.number("--rate", in: 1...10_000) { interaction.rate = rate }
    func run(_ interaction: Interaction) throws -> TrajectoryFile {
      var replay = try ReplayedRecording(interaction, arguments, recording: recording)
      var trajectory = Trajectory()
      try replay.run(into: &trajectory)
      return TrajectoryFile(trajectory, of: interaction.columns)
    }
    switch (arguments.value("--against"), arguments.value("--rules")) {
    case (let other?, nil):
      var before = try Interaction(file: other)
      before.ignoresPalms = interaction.ignoresPalms
      before.rate = interaction.rate
      return ((other, try run(before)), (path, try run(interaction)))
    case (nil, let list?):
      let names = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard names.count == 2 else {
        throw Complaint("pantograph diff: --rules \(list): expected two names with a comma between")
      }
      let files = try names.map { name in
        var changed = interaction
        changed.rule = try CommonOptions.preset(name).rule.resting(as: interaction.rule)
        return try run(changed)
      }
      return ((names[0], files[0]), (names[1], files[1]))
    case (nil, nil):
      throw Complaint(
        "pantograph diff: B is missing: another trajectory, or --against or --rules for a recording"
      )
    case (.some, .some):
      throw Complaint("pantograph diff: --against and --rules are two things; choose one")
    }
  }

  private static func tolerance(_ arguments: Arguments) throws -> Tolerance? {
    guard let text = arguments.value("--tolerance") else { return nil }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }.filter { $0 >= 0 && $0 <= 1e6 }
    guard numbers.count == parts.count, (1...2).contains(numbers.count) else {
      throw Complaint(
        "pantograph diff: --tolerance \(text): expected a number, or two such as 0.001,0.02")
    }
    let seconds = numbers.count > 1 ? numbers[1] : 0
    return Tolerance(value: numbers[0], microseconds: Int64((seconds * 1_000_000).rounded()))
  }
}
