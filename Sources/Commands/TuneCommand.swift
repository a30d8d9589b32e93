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
    optionalOperands: ["PATH…"],
    options: [
      CommonOptions.interaction,
      .init("--features", value: "FILES", help: "rows of `pantograph features` instead of PATHs"),
      .init("--finish", value: "WORDS", help: "labels that mean finishing; others do not"),
      .init("--free", value: "NAMES", help: "look for these thresholds only, such as velocity"),
      .init("--keep", value: "NAMES", help: "leave these thresholds as they are"),
      .init("--bounds", value: "LIST", help: "such as velocity=100..800,fraction=0.2..0.6"),
      .init("--costs", value: "A,B", help: "what a false finish and a false cancel cost: 1,1"),
      .init("--prefer", value: "NAME", help: "of equally good settings: widest (usual) or lowest"),
      .init("--estimators", value: "NAMES", help: "velocity estimators to choose from, or all"),
      .init("--search", value: "LIST", help: "other keys to try, such as gesture.pan.slop.mm=1..8"),
      .init("--folds", value: "N", help: "parts for holding out, by person and device: 5; 0 none"),
      .init("--draws", value: "N", help: "draws of the gestures, for intervals: 200; 0 none"),
      .init("--seed", value: "N", help: "where chance begins: 1"),
      .init("--rules", value: "NAMES", help: "presets to hold it against: all (usual), or none"),
      .init("--near", value: "PERCENT", help: "how little counts as near to a threshold: 10"),
      .init("--html", value: "FILE", help: "a page with curves, maps and all hard gestures"),
      .init("--write", help: "put what is found into the interaction file, and show the change"),
      CommonOptions.jobs,
      CommonOptions.json,
      CommonOptions.output,
    ] + CommonOptions.labelling + CommonOptions.replayed,
    details: """
      Labels say what was meant by a gesture: finish, cancel, nothing, or a name that --finish tells the
      meaning of. Looked for are all thresholds of the interaction's rule but zeros, which ask for a
      sign. Their names are their quantities; with a clause and a comparison where that is not enough:
      2.velocity.below. Up to three at once are found exactly, for more the report says what is proven.

      Held out are all gestures of some persons, and then of some devices, while the rest is tuned on:
      that is what to expect of hands that nobody has recorded. Intervals come of drawing persons anew.
      Keys of --search are tried by replaying everything, on a grid and by ever smaller steps; what is
      held out is not tried anew with them.

      Each gesture is taken as if it were the only one, with the animation at its start; --in-turn has
      it begin where the ones before have led under the rule as it is.

        pantograph tune Recordings --interaction Recordings/touchpad-flick/interaction.json
        pantograph tune --features rows.csv -i sheet.json --finish scroll --costs 3,1 --write
      """,
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
      throw Complaint("--search tries other interactions, for which it takes the recordings")
    }
    let workers = ThreadedWorkers(jobs: jobs)

    var interaction = try CommonOptions.interaction(text, at: path)
    let rows = try source.rows(interaction, isTrial: false)
    var labelled: [LabelledGesture]
    do {
      labelled = try LabelledGesture.all(in: rows, finishing: words)
    } catch {
      throw Complaint("pantograph tune: \(error.sentence)")
    }
    let original = (rule: interaction.rule, gestures: labelled)
    if search.isAsked {
      func hands(_ interaction: Interaction) throws -> [LabelledGesture] {
        LabelledGesture.following(
          original.gestures, in: try source.rows(interaction, isTrial: true))
      }
      text = try search.run { text throws in
        let interaction = try CommonOptions.interaction(text, at: path)
        return try tuningPlan(interaction, arguments).worth(hands(interaction))
      }
      interaction = try CommonOptions.interaction(text, at: path)
      labelled = try hands(interaction)
    }
    let plan = try tuningPlan(interaction, arguments)
    let result: TuningResult
    do {
      result = try TuningResult(plan, labelled, of: rows, from: original, by: workers)
    } catch {
      throw Complaint("pantograph tune: \(error.sentence)")
    }
    let report = TuneReport(result, trying: search.trials, of: interaction.gesture)
    try CommonOptions.write(heading: [], lines: report.lines, json: report.json, arguments)
    if let page = arguments.value("--html") {
      try writePage(result, search.trials, interaction, jobs: jobs, arguments, to: page)
    }
    if arguments.has("--write") { try write(result, text, path) }
    return .fine
  }

  // MARK: What is looked for

  private static func tuningPlan(
    _ interaction: Interaction, _ arguments: Arguments
  ) throws -> TuningPlan {
    let rule = interaction.rule
    var plan = TuningPlan(rule)
    if let names = CommonOptions.words(arguments.value("--free")) {
      plan.places = try places(names, of: rule, "--free")
    }
    if let names = CommonOptions.words(arguments.value("--keep")) {
      let kept = try places(names, of: rule, "--keep")
      plan.places.removeAll(where: kept.contains)
    }
    guard !plan.places.isEmpty else {
      throw Complaint(
        "pantograph tune: there is no threshold to look for; the rule has "
          + (rule.thresholdPlaces.isEmpty
            ? "none" : rule.thresholdPlaces.map { rule.name(of: $0) }.joined(separator: ", ")))
    }
    plan.bounds = try bounds(arguments, rule, of: plan.places)
    if arguments.has("--estimators") {
      let listed = try CommonOptions.list("--estimators", arguments, VelocityEstimator.allCases) {
        name throws(Complaint) in try CommonOptions.estimator(name)
      }
      plan.estimators = listed.isEmpty ? [rule.estimator] : listed
      // Of equally good ones the rule's own is taken, if it is among them.
      if let own = plan.estimators.firstIndex(of: rule.estimator) {
        plan.estimators.swapAt(0, own)
      }
    }
    if let costs = try arguments.numbers("--costs", count: 2) {
      guard costs.allSatisfy({ $0 >= 0.001 && $0 <= 1e6 }) else {
        throw Complaint("--costs: expected two numbers from 0.001 to 1000000")
      }
      let thousandths = costs.map { Int(($0 * 1000).rounded()) }
      plan.costs = .init(falseFinish: thousandths[0], falseCancel: thousandths[1])
    }
    if let preference = try arguments.choice("--prefer", ThresholdProblem.Preference.self) {
      plan.preference = preference
    }
    plan.folds = try arguments.integer("--folds", in: 0...1000) ?? plan.folds
    plan.draws = try arguments.integer("--draws", in: 0...100_000) ?? plan.draws
    if let seed = try arguments.integer("--seed", in: 0...Int.max) { plan.seed = UInt64(seed) }
    if let near = try arguments.number("--near", in: 0...100) { plan.nearShare = near / 100 }
    let presets = try CommonOptions.list("--rules", arguments, ReleasePreset.all) {
      name throws(Complaint) in try CommonOptions.preset(name)
    }
    plan.rivals = presets.map { ($0.name, $0.rule.resting(as: rule)) }
    return plan
  }

  private static func places(
    _ names: [String], of rule: ReleaseRule, _ option: String
  ) throws(Complaint) -> [ThresholdPlace] {
    var places: [ThresholdPlace] = []
    for name in names {
      let named = rule.thresholds(named: name)
      guard !named.isEmpty else {
        let known = rule.thresholdPlaces.map { rule.name(of: $0) }
        let advice =
          Spelling.nearest(to: name, among: known).map { "did you mean \($0)?" }
          ?? "there are \(known.joined(separator: ", "))"
        throw Complaint(
          "pantograph tune: \(option) \(name): the rule has no such threshold; \(advice)")
      }
      places += named.filter { !places.contains($0) }
    }
    return places
  }

  private static func bounds(
    _ arguments: Arguments, _ rule: ReleaseRule, of free: [ThresholdPlace]
  ) throws -> [ThresholdPlace: ClosedRange<Double>] {
    var bounds: [ThresholdPlace: ClosedRange<Double>] = [:]
    for (name, range) in try CommonOptions.ranges("--bounds", arguments) {
      let named = try places([name], of: rule, "--bounds")
      guard named.contains(where: free.contains) else {
        throw Complaint(
          "pantograph tune: --bounds \(name): it stays as it is; --free \(name) looks for it")
      }
      for place in named {
        guard bounds.updateValue(range, forKey: place) == nil else {
          throw Complaint("pantograph tune: --bounds \(name): it has bounds already; give one only")
        }
      }
    }
    return bounds
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
