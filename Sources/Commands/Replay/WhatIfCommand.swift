import PantographBase
import PantographReports
import PantographTraces
import PantographTuning

/// `pantograph whatif`: the outcomes of the same gestures on other devices.
enum WhatIfCommand {
  static let command = Command(
    name: "whatif",
    summary:
      "shows which gestures flip to another outcome with other rates, noise, losses, lifts",
    operands: [],
    optionalOperands: [.file("PATH…")],
    options: DrivenRecording.options + [
      .init(
        "--variants", value: .list("NAMES", { variantNames }, or: [allVariants]),
        help:
          "\(groupNames.joined(separator: ", ")), or one such as noise-0.2"
      ),
      .init("--seed", value: "NUMBER", help: "seed of the random numbers (default 1)"),
      .init(
        "--repeat", value: "N",
        help: "draw random numbers N times, for the probability of a flip (default 1)"),
      .init("--fail-on-flip", help: "exit with 1 if the outcome of a gesture flips"),
      CommonOptions.jobs,
      CommonOptions.json,
      CommonOptions.outputOrFigure,
      CommonOptions.page,
    ] + CommonOptions.figures + CommonOptions.textual,
    details: """
      Each PATH is a recording, or a folder that is searched for recordings. Recordings of cases use
      their own interaction, unless --interaction is given. The animation is reset to fraction 0 before
      each gesture, as by `tune`. Each recording is replayed unchanged, and once for each variant:

        sensors with 30 to 240 reports per second
        displays of 60 to 144 Hz that pass on reports once per frame, also with one of five frames dropped
        a device that reports 0.8, 1.25 or 2 times its real size
        position noise of 0.1, 0.2 and 0.5 mm
        event loss (SYN_DROPPED) of 20, 50 and 100 ms, in the middle and at the end of each gesture
        strokes and lifts as devices have reported them that broke gestures: a still report at the lift,
        all moves in one or two, a landing that repeats, silence at rest

      Each row counts the gestures with the same outcome, with another outcome, those no longer
      recognized, and those newly recognized. Below, each changed gesture is listed with the smallest
      change that would have flipped its original outcome.

      One draw of random numbers may flip a gesture by chance. --repeat draws those of noise and of
      dropped frames N times, always the same for a --seed, and prints in how many of them each gesture
      flips, with the probability and its 95 % confidence interval (Wilson). All else is that of the
      first draw.

      The JSON has `seed`, `draws`, `variants` (`variant`, `group`, `same`, `finishToCancel`,
      `cancelToFinish`, `other`, `lost`, `new`), and `recordings` (`recording`, `gestures`, `changes`,
      `probabilities`); a change has `variant`, `change`, `gesture`, `time`, `outcome`, `target`,
      `cutOff`, `nearest` and `now`, and with --repeat each gesture has a probability for each variant
      with random numbers: `variant`, `gesture`, `flips`, `lost`, `probability` and `interval`.
      """,
    exitStatus: """
      Exits with 0, with 1 if --fail-on-flip is given and an outcome flips in any draw, and with 2 if a
      file can't be used. A gesture that is no longer recognized does not count as a flip.
      """,
    examples: [
      "pantograph whatif Recordings --variants noise,frames-60",
      "pantograph whatif Recordings --variants lift-off --fail-on-flip",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let variants = try variants(arguments)
    let seed = UInt64(try arguments.integer("--seed", in: 0...Int.max) ?? 1)
    let repeats = try arguments.integer("--repeat", in: 1...1000) ?? 1
    let jobs = try CommonOptions.jobs(arguments)
    let recordings = try DrivenRecording.find(arguments)
    let outcomes = Parallel.mapShowingProgress(recordings, jobs: jobs) { recording in
      recording.result { (recording, interaction) throws(UnusableFile) in
        try WhatIfResult(
          replaying: recording.recording, driving: interaction, as: variants, seed: seed,
          repeats: repeats, recording.replayOptions(for: interaction))
      }
    }
    let results = DrivenRecording.usable(outcomes)
    var report = WhatIfReport(results, variants, seed: seed, repeats: repeats)
    report.style = try TextStyle(arguments)
    let pageFile = try CommonOptions.pageFile(arguments)
    try CommonOptions.write(
      heading: [], lines: report.lines, json: report.json, figures: report.figures, arguments)
    var page = report
    page.style = .plain
    try pageFile?.write(page.page)
    try pageFile?.finish()
    guard results.count == outcomes.count else { return .unusable }
    return arguments.has("--fail-on-flip") && results.contains(where: \.hasFlips) ? .failed : .fine
  }

  /// The name that selects all variants.
  private static let allVariants = "all"
  private static var groupNames: [String] { WhatIfVariant.Group.allCases.map(\.rawValue) }
  private static var variantNames: [String] { groupNames + WhatIfVariant.all.map(\.name) }

  private static func variants(_ arguments: Arguments) throws(CommandError) -> [WhatIfVariant] {
    guard let names = arguments.value("--variants"), names != allVariants else {
      return WhatIfVariant.all
    }
    var chosen: Set<WhatIfVariant> = []
    for name in names.split(separator: ",", omittingEmptySubsequences: false) {
      let named = WhatIfVariant.named(String(name))
      guard !named.isEmpty else {
        let advice = Spelling.nearest(to: String(name), among: variantNames).map {
          "did you mean '\($0)'?"
        }
        let groups = groupNames.joined(separator: ", ")
        throw CommandError(
          "pantograph whatif: --variants: unknown variant '\(name)'; \(advice ?? "expected \(groups)")"
        )
      }
      chosen.formUnion(named)
    }
    return WhatIfVariant.all.filter(chosen.contains)
  }
}
