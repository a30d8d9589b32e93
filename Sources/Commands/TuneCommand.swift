import Gestures
import Interactions
import Quantities
import Reports
import Tuning

/// `pantograph tune`: the thresholds under which gestures become what was meant by them.
enum TuneCommand {
  static let command = Command(
    name: "tune",
    summary: "finds the best thresholds from labelled gestures, and says how sure they are",
    operands: [],
    optionalOperands: [.file("PATH…")],
    options: [
      CommonOptions.interaction,
      .init(
        "--features", value: .file("FILES"), help: "rows of `pantograph features` instead of PATHs"),
      .init("--finish", value: "WORDS", help: "labels that mean finishing; others do not"),
      .init("--free", value: "NAMES", help: "look for these thresholds only, such as velocity"),
      .init("--keep", value: "NAMES", help: "leave these thresholds as they are"),
      .init("--bounds", value: "LIST", help: "such as velocity=100..800,fraction=0.2..0.6"),
      .init("--costs", value: "A,B", help: "what a false finish and a false cancel cost: 1,1"),
      .init(
        "--prefer",
        value: .choice("NAME", ThresholdProblem.Preference.allCases, usual: .widest),
        help: "which of equally good settings"),
      CommonOptions.listOption(
        "--estimators", CommonOptions.estimatorNames,
        help: "velocity estimators to choose from, or all"),
      .init("--search", value: "LIST", help: "other keys to try, such as gesture.pan.slop.mm=1..8"),
      .init("--hold-out", value: "WHO", help: "never tune on these persons or devices, or half"),
      .init("--folds", value: "N", help: "parts for holding out, by person and device: 5; 0 none"),
      .init("--draws", value: "N", help: "draws of the gestures, for intervals: 200; 0 none"),
      .init("--seed", value: "N", help: "where chance begins: 1"),
      CommonOptions.listOption(
        "--rules", CommonOptions.presetNames,
        help: "presets to hold it against: all (usual), or none"),
      .init("--near", value: "PERCENT", help: "how little counts as near to a threshold: 10"),
      .init(
        "--html", value: .file(), writes: [.html],
        help: "a page with curves, maps and all hard gestures"),
      .init("--write", help: "put what is found into the interaction file, and show the change"),
      CommonOptions.jobs,
      CommonOptions.json,
      CommonOptions.output,
    ] + CommonOptions.labelling + CommonOptions.replayed + CommonOptions.textual,
    details: """
      Labels say what was meant by a gesture: finish, cancel, nothing, or a name that --finish tells the
      meaning of. Looked for are all thresholds of the interaction's rule but zeros, which ask for a
      sign. Their names are their quantities; with a clause and a comparison where that is not enough:
      2.velocity.below. Up to three at once are found exactly, for more the report says what is proven.

      Held out are all gestures of some persons, and then of some devices, while the rest is tuned on:
      that is what to expect of hands that nobody has recorded. Intervals come of drawing persons anew.
      --hold-out leaves some persons or devices out of everything, and tells in the end what becomes of
      their gestures as tuned, as it is, and by the presets. half are half of the persons by lot
      (--seed), other-half all others.

      Keys of --search are tried by replaying everything, on a grid and by ever smaller steps; what is
      held out is not tried anew with them.

      Each gesture is taken as if it were the only one, with the animation at its start; --in-turn has
      it begin where the ones before have led under the rule as it is.
      """,
    examples: [
      "pantograph tune Recordings --interaction Recordings/touchpad-flick/interaction.json",
      "pantograph tune --features rows.csv -i sheet.json --finish scroll --costs 3,1 --write",
      "pantograph tune --features rows.csv -i sheet.json --hold-out half",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let path = try arguments.required("--interaction", "its rule is what is tuned")
    guard path != "-" || !arguments.has("--write") else {
      throw Complaint("pantograph tune: --write takes the interaction from a file, not from a pipe")
    }
    var text = InteractionText(try InputFile(path).readAll(limit: 16 << 20))
    let source = try GestureSource(
      arguments, driving: CommonOptions.interaction(text, at: path))
    let jobs = try CommonOptions.jobs(arguments)
    let words = CommonOptions.words(arguments.value("--finish")) ?? ["finish"]
    var search = try TuneSettings(text, arguments, at: path)
    try CommonOptions.keepLabels(arguments)
    guard !arguments.has("--write") || InputFile.canBeReadAgain(path) else {
      throw Complaint("\(path): it is no file, in which --write could put what is found")
    }
    if search.isAsked, arguments.has("--features") {
      throw Complaint(
        "pantograph tune: --search tries other interactions, for which it takes the recordings")
    }
    var interaction = try CommonOptions.interaction(text, at: path)
    let rows = try source.rows(interaction, keeping: estimators(interaction, search, arguments))
    var (rest, heldOut) = try Self.gestures(of: rows, meaning: words, arguments)
    let original = (rule: interaction.rule, gestures: rest)
    if search.isAsked {
      var places = 0
      func follow(_ interaction: Interaction) throws {
        places += 1
        var known = Array(original.gestures)
        if let heldOut { known += heldOut.original }
        let found = LabelledGesture.matching(
          known, in: Array(try source.rows(interaction, trial: places)))
        rest = LabelledGestures(found.prefix(original.gestures.count))
        heldOut?.gestures = LabelledGestures(found.dropFirst(original.gestures.count))
      }
      text = try search.run { text throws in
        let interaction = try CommonOptions.interaction(text, at: path)
        try follow(interaction)
        return try TuningPlan(interaction.rule, arguments).worth(rest)
      }
      interaction = try CommonOptions.interaction(text, at: path)
      try follow(interaction)
    }
    let plan = try TuningPlan(interaction.rule, arguments)
    let result: TuningResult
    do {
      result = try TuningResult(
        plan, rest, of: rows, from: original, holdingOut: heldOut, by: ThreadedWorkers(jobs: jobs))
    } catch {
      throw Complaint("pantograph tune: \(error.sentence)")
    }
    var report = TuneReport(result, trying: search.trials, of: interaction.gesture)
    report.style = try TextStyle(arguments)
    try CommonOptions.write(heading: [], lines: report.lines, json: report.json, arguments)
    if let page = arguments.value("--html") {
      try writePage(result, search.trials, interaction, jobs: jobs, arguments, to: page)
    }
    if arguments.has("--write") {
      guard result.finishing.released > 0, result.others.released > 0 else {
        throw Complaint("\(path): left as it is; \(report.warnings[0])")
      }
      try write(result, text, path)
    }
    return .fine
  }

  /// The estimators whose velocities are asked for: all, where that is not known before the search.
  private static func estimators(
    _ interaction: Interaction, _ search: TuneSettings, _ arguments: Arguments
  ) -> [VelocityEstimator] {
    // What is wrong with the plan is reported after what is wrong with the gestures.
    guard !search.isAsked, let plan = try? TuningPlan(interaction.rule, arguments) else {
      return VelocityEstimator.allCases
    }
    let used = Set(
      plan.estimators + [plan.rule.estimator] + plan.rivals.map(\.rule.estimator))
    return VelocityEstimator.allCases.filter(used.contains)
  }

  /// The labelled gestures to tune on, and those that are held out.
  private static func gestures(
    of rows: GestureTable, meaning words: [String], _ arguments: Arguments
  ) throws -> (rest: LabelledGestures, heldOut: HeldOutGestures?) {
    let choice = try HoldOut(arguments)
    let seed = try arguments.integer("--seed", in: 0...Int.max).map(UInt64.init)
    do {
      let all = try LabelledGesture.all(in: rows, finishing: words)
      return try choice?.split(all, seed: seed ?? TuningPlan.defaultSeed) ?? (all, nil)
    } catch {
      throw Complaint("pantograph tune: \(error.sentence)")
    }
  }

  // MARK: What is written

  private static func writePage(
    _ result: TuningResult, _ search: SettingSearch, _ interaction: Interaction, jobs: Int,
    _ arguments: Arguments, to path: String
  ) throws {
    var tuned = interaction
    tuned.rule = result.after
    let hard = TunePage.hardGestures(of: result)
    let page = TunePage(
      result, trying: search, of: interaction.gesture,
      named: arguments.value("--interaction")?.shown ?? "",
      trajectories: try HardReplays(tuned, arguments, jobs: jobs).trajectories(of: hard))
    let inputs =
      CommonOptions.inputs(arguments) + result.gestures.map(\.features.recording)
      + (CommonOptions.words(arguments.value("--features")) ?? [])
    let output = try OutputFile(result: path, inputs: inputs)
    try output.write(page.text)
    try output.finish()
  }

  private static func write(
    _ result: TuningResult, _ text: InteractionText, _ path: String
  ) throws {
    let old = try InputFile(path).readAll(limit: 16 << 20)
    var text = text
    do {
      try text.replaceRule(by: result.after)
    } catch {
      throw Complaint("\(path):\(error)")
    }
    let changes = LineChanges(from: old, to: text.bytes).lines
    guard !changes.isEmpty else {
      say("\(path): it has these thresholds already")
      return
    }
    let output = try OutputFile(result: path)
    var bytes = text.bytes
    try output.write(&bytes)
    try output.finish()
    say("\(path):")
    for line in changes { say("  \(line)") }
  }
}
