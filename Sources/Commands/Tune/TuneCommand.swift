import PantographBase
import PantographGestures
import PantographInteractions
import PantographReports
import PantographTouches
import PantographTraces
import PantographTuning

/// `pantograph tune`: finds the thresholds that best reproduce the labels of gestures.
enum TuneCommand {
  static let command = Command(
    name: "tune",
    summary: "finds the best thresholds for labelled gestures, with confidence intervals",
    operands: [],
    optionalOperands: [.file("PATH…")],
    options: [
      CommonOptions.interaction,
      .init(
        "--features", value: .file("FILES"), help: "rows of `pantograph features` instead of PATHs"),
      .init("--finish", value: "WORDS", help: "labels that mean finish (default finish)"),
      .init("--free", value: "NAMES", help: "tune only these thresholds, such as velocity"),
      .init("--keep", value: "NAMES", help: "tune all thresholds except these"),
      .init(
        "--bounds", value: "LIST", help: "limits such as velocity=100..800,fraction=0.2..0.6"),
      .init(
        "--costs", value: "A,B", help: "costs of a false finish and a false cancel (default 1,1)"),
      .init(
        "--prefer",
        value: .choice("NAME", ThresholdProblem.Preference.allCases, usual: .widest),
        help: "the choice among equally good settings"),
      CommonOptions.listOption(
        "--estimators", CommonOptions.estimatorNames,
        help: "velocity estimators to choose from, or all"),
      .init(
        "--search", value: "LIST", help: "other keys to search, such as gesture.pan.slop.mm=1..8"),
      .init(
        "--hold-out", value: "NAMES",
        help: "test with these persons or devices; half for a random half"),
      .init(
        "--folds", value: "N",
        help: "cross-validation folds by person and device (default 5; 0 none)"
      ),
      .init(
        "--resamples", value: "N",
        help: "bootstrap resamples for the intervals (default 200; 0 none)"),
      .init(
        "--shrink", value: "PERSON",
        help: "also print this person's thresholds, drawn toward all others'"),
      .init("--seed", value: "N", help: "seed of the random numbers (default 1)"),
      CommonOptions.listOption(
        "--rules", CommonOptions.presetNames,
        help: "presets to compare with: all (the default) or none"),
      .init(
        "--near", value: "PERCENT",
        help: "list gestures that a relative change below this flips (default 10)"),
      .init(
        "--html", value: .file(), writes: [.html],
        help: "also write a page: curves, maps, misclassified and borderline gestures"),
      .init("--write", help: "write the result to the interaction file, and print the change"),
      .init(
        "--write-for",
        value: .name("PROGRAM") { ProgramSettings.all.map(\.name) },
        help: "also print settings of niri, hyprland, …; an unknown name lists them"),
      CommonOptions.jobs,
      CommonOptions.json,
      CommonOptions.outputOrFigure,
    ] + CommonOptions.figures + CommonOptions.labelling + CommonOptions.replayed
      + CommonOptions.textual,
    details: """
      The label of a gesture is its intended outcome: finish, cancel, nothing, or another name; --finish
      lists the names that mean finish. By default, all thresholds of the interaction's rule are tuned,
      except zeros, which only test a sign. A threshold is named by its quantity, and if necessary by its
      clause and comparison: 2.velocity.below. Up to three thresholds are optimized exactly; for more,
      the report says whether the optimum is proven.

      Cross-validation holds out all gestures of some persons, and then of some devices, and tunes on the
      others. The result estimates the errors for people and devices that were not recorded. Intervals
      come from bootstrap resamples of persons, of which there must be at least eight. --hold-out
      excludes some persons or devices from tuning and reports the errors of their gestures with the
      tuned rule, the current rule and the presets.
      `half` is a random half of the persons (--seed), `other-half` is the rest.

      The spread of the gestures' values between people and within one is that of a one-way random-effects
      model. --shrink draws the best thresholds of one person's gestures toward those of all others, by
      this spread and the number of gestures (empirical Bayes). --write writes everyone's thresholds.

      The report lists misclassified gestures, and those that a small change of one quantity flips. For
      --near, a change counts in percent of the full distance, or of the larger velocity or time.

      Keys of --search are optimized by replaying all recordings, first on a grid and then in ever
      smaller steps. The search is not repeated for cross-validation.

      The animation is reset to fraction 0 before each gesture; with --in-turn, it stays where the
      previous gesture left it under the current rule.

      --write-for prints the lines for the file of another program, in its own units, and the numbers for
      which it has no setting. It writes no file. libinput has the pressures of --touch-pressure, for the
      device of the first recording.
      """,
    examples: [
      "pantograph tune Recordings --interaction Recordings/touchpad-flick/interaction.json",
      "pantograph tune --features rows.csv -i sheet.json --finish scroll --costs 3,1 --write",
      "pantograph tune --features rows.csv -i sheet.json --hold-out half",
      "pantograph tune swipes -i workspaces.json --write-for hyprland",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let path = try arguments.required("--interaction", "its rule is tuned")
    guard path != "-" || !arguments.has("--write") else {
      throw CommandError(
        "pantograph tune: --write requires an interaction in a file, not in a pipe")
    }
    // A wrong name is reported before hours of tuning.
    let program = try program(arguments)
    var text = InteractionText(try InputFile(path).readAll(limit: 16 << 20))
    let source = try GestureSource(
      arguments, driving: CommonOptions.interaction(text, at: path))
    let jobs = try CommonOptions.jobs(arguments)
    let words = CommonOptions.words(arguments.value("--finish")) ?? ["finish"]
    var search = try TuneSettings(text, arguments, at: path)
    try CommonOptions.keepLabels(arguments)
    guard !arguments.has("--write") || InputFile.canBeReadAgain(path) else {
      throw CommandError("\(path): not a regular file; --write can't change it")
    }
    if search.isAsked, arguments.has("--features") {
      throw CommandError(
        "pantograph tune: --search requires recordings instead of --features")
    }
    var interaction = try CommonOptions.interaction(text, at: path)
    // Errors in the plan are reported after errors in the gestures.
    var early = search.isAsked ? nil : try? TuningPlan(interaction.rule, arguments)
    let rows = try source.rows(interaction, keeping: estimators(of: early), for: &early)
    var (rest, heldOut) = try Self.gestures(of: rows, meaning: words, arguments)
    let original = (rule: interaction.rule, gestures: rest)
    if search.isAsked {
      var trials = 0
      func follow(_ interaction: Interaction) throws {
        trials += 1
        var known = Array(original.gestures)
        if let heldOut { known += heldOut.original }
        let found = LabelledGesture.matching(
          known, in: Array(try source.rows(interaction, trial: trials, for: &early)))
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
    var plan = try TuningPlan(interaction.rule, arguments)
    if let early { plan.rivals = early.rivals }
    let result: TuningResult
    do {
      result = try TuningResult(
        plan, rest, of: rows, from: original, holdingOut: heldOut, by: ThreadedWorkers(jobs: jobs))
    } catch {
      throw CommandError("pantograph tune: \(error.sentence)")
    }
    var report = TuneReport(result, trying: search.trials, of: interaction.gesture)
    report.style = try TextStyle(arguments)
    report.written = try program.map {
      try written(result, search.trials, interaction, for: $0, arguments)
    }
    try CommonOptions.write(
      heading: [], lines: report.lines + (report.written.map { [""] + $0.text } ?? []),
      json: report.json,
      figures: TunePage(result, trying: search.trials, of: interaction.gesture, named: path)
        .figures, arguments)
    if let page = arguments.value("--html") {
      try writePage(result, search.trials, interaction, text, jobs: jobs, arguments, to: page)
    }
    if arguments.has("--write") {
      guard result.finishing.released > 0, result.others.released > 0 else {
        throw CommandError("\(path): not changed; \(report.warnings[0])")
      }
      try write(result, text, path)
    }
    return .fine
  }

  /// Returns the estimators whose velocities are needed; all of them if a search may choose.
  private static func estimators(of plan: TuningPlan?) -> [VelocityEstimator] {
    guard let plan else { return VelocityEstimator.allCases }
    let used = Set(
      plan.estimators + [plan.rule.estimator] + plan.rivals.map(\.rule.estimator))
    return VelocityEstimator.allCases.filter(used.contains)
  }

  /// Returns the labelled gestures to tune on, and those that are held out.
  private static func gestures(
    of rows: GestureTable, meaning words: [String], _ arguments: Arguments
  ) throws -> (rest: LabelledGestures, heldOut: HeldOutGestures?) {
    let choice = try HoldOut(arguments)
    let seed = try arguments.integer("--seed", in: 0...Int.max).map(UInt64.init)
    do {
      let all = try LabelledGesture.all(in: rows, finishing: words)
      return try choice?.split(all, seed: seed ?? TuningPlan.defaultSeed) ?? (all, nil)
    } catch {
      throw CommandError("pantograph tune: \(error.sentence)")
    }
  }

  // MARK: Output

  private static func program(_ arguments: Arguments) throws -> ProgramSettings? {
    guard let name = arguments.value("--write-for") else { return nil }
    guard let program = ProgramSettings.all.first(where: { $0.name == name }) else {
      let names = ProgramSettings.all.map(\.name)
      let meant = Spelling.nearest(to: name, among: names).map { "; did you mean '\($0)'?" } ?? ""
      throw arguments.invalidValue(
        "--write-for", "expected one of \(names.joined(separator: ", "))\(meant)")
    }
    return program
  }

  /// Returns the tuned interaction in the settings of another program.
  private static func written(
    _ result: TuningResult, _ search: SettingSearch, _ interaction: Interaction,
    for program: ProgramSettings, _ arguments: Arguments
  ) throws -> ProgramSettings.Written {
    var tuned = interaction
    tuned.rule = result.after
    let threshold = try CommonOptions.replayOptions(arguments, describedBy: nil, for: tuned)
      .touches?.pressureThreshold
    var pressures: ProgramSettings.Pressures?
    if arguments.has("--touch-pressure"), let threshold,
      let recording = result.gestures.first?.features.recording,
      let device = try? readDescription(arguments.value("--device") ?? recording)
    {
      pressures = ProgramSettings.Pressures(threshold, on: device)
    }
    return program.written(
      for: tuned,
      searched: zip(search.settings, search.advice?.values ?? []).map { ($0.name, $1) },
      at: pressures)
  }

  private static func writePage(
    _ result: TuningResult, _ search: SettingSearch, _ interaction: Interaction,
    _ text: InteractionText, jobs: Int, _ arguments: Arguments, to path: String
  ) throws {
    var tuned = interaction
    tuned.rule = result.after
    let hard = TunePage.hardGestures(of: result)
    var page = TunePage(
      result, trying: search, of: interaction.gesture,
      named: arguments.value("--interaction")?.shown ?? "",
      trajectories: try HardReplays(tuned, arguments, jobs: jobs).trajectories(of: hard))
    page.engine = .found
    page.file = text
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
      throw CommandError("\(path):\(error)")
    }
    let changes = LineChanges(from: old, to: text.bytes).lines
    guard !changes.isEmpty else {
      printNotice("\(path): has these thresholds already")
      return
    }
    let output = try OutputFile(result: path)
    var bytes = text.bytes
    try output.write(&bytes)
    try output.finish()
    printNotice("\(path):")
    for line in changes { printNotice("  \(line)") }
  }
}
