import Cases
import Reports
import Tuning

/// `pantograph whatif`: what would have become of the same gestures on another device.
enum WhatIfCommand {
  static let command = Command(
    name: "whatif",
    summary: "tells which gestures would have led elsewhere at other rates, with noise and losses",
    operands: [],
    optionalOperands: [.file("PATH…")],
    options: DrivenRecording.options + [
      .init(
        "--variants", value: .list("NAMES", { variantNames }, or: [allVariants]),
        help: "\(groupNames.joined(separator: ", ")), or such as noise-0.2, with commas"),
      .init("--seed", value: "NUMBER", help: "what chance depends on (default 1)"),
      .init("--fail-on-flip", help: "end with 1 if a gesture leads elsewhere"),
      CommonOptions.jobs,
      CommonOptions.json,
      CommonOptions.output,
    ] + CommonOptions.textual,
    details: """
      Each PATH is a recording, or a folder, in and below which recordings are found; those of cases
      drive the case's own interaction, unless --interaction is given. Each gesture is taken as if it
      were the only one, as `tune` does. Each recording is replayed as it is, and once more for each
      variant: as another sensor would have reported the same fingers, 30 to 240 times a second; as a
      display of 60 to 144 Hz would have handed its reports over, with one frame of five dropped, too;
      on a surface whose device says that it is 0.8, 1.25 or 2 times as big; with noise of 0.1, 0.2
      and 0.5 mm; and with 20, 50 and 100 ms of events lost (SYN_DROPPED) in the middle of each
      gesture, and before its end.

      A row counts the gestures that lead where they did, those that do not, those that are none any
      more, and those that were none. Below, each gesture that changes is told with the least change of
      the hand with which it would have led elsewhere as it was.

      The JSON has `seed`, `variants` (`variant`, `group`, `same`, `finishToCancel`, `cancelToFinish`,
      `other`, `lost`, `new`), and `recordings` (`recording`, `gestures`, `changes`); a change has
      `variant`, `change`, `gesture`, `time`, `outcome`, `target`, `cutOff`, `nearest` and `now`.
      """,
    exitStatus: """
      Ends with 0, also if gestures flip, unless --fail-on-flip is given, and with 2 if a file can't be
      used; a gesture that is lost is no flip.
      """,
    examples: ["pantograph whatif Recordings --variants noise,frames-60"],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let variants = try variants(arguments)
    let seed = UInt64(try arguments.integer("--seed", in: 0...Int.max) ?? 1)
    let jobs = try CommonOptions.jobs(arguments)
    let recordings = try DrivenRecording.find(arguments)
    let outcomes = Parallel.mapShowingProgress(recordings, jobs: jobs) { recording in
      recording.result { (recording, interaction) throws(UnusableFile) in
        try WhatIfResult(
          replaying: recording.recording, driving: interaction, as: variants, seed: seed,
          describedBy: recording.described, touches: recording.touchSettings(for: interaction),
          choosing: recording.choice, isLenient: recording.isLenient)
      }
    }
    let results = DrivenRecording.usable(outcomes)
    var report = WhatIfReport(results, variants, seed: seed)
    report.style = try TextStyle(arguments)
    try CommonOptions.write(
      heading: [], lines: report.lines, json: report.json, arguments)
    guard results.count == outcomes.count else { return .unusable }
    return arguments.has("--fail-on-flip") && results.contains(where: \.hasFlips) ? .failed : .fine
  }

  /// What stands for all variants.
  private static let allVariants = "all"
  private static var groupNames: [String] { WhatIfVariant.Group.allCases.map(\.rawValue) }
  private static var variantNames: [String] { groupNames + WhatIfVariant.all.map(\.name) }

  private static func variants(_ arguments: Arguments) throws(Complaint) -> [WhatIfVariant] {
    guard let names = arguments.value("--variants"), names != allVariants else {
      return WhatIfVariant.all
    }
    var chosen: Set<WhatIfVariant> = []
    for name in names.split(separator: ",", omittingEmptySubsequences: false) {
      let named = WhatIfVariant.named(String(name))
      guard !named.isEmpty else {
        let advice = Spelling.nearest(to: String(name), among: variantNames).map {
          "did you mean \($0)?"
        }
        let groups = groupNames.joined(separator: ", ")
        throw Complaint(
          "pantograph whatif: --variants: no variant \(name); \(advice ?? "there are \(groups)")")
      }
      chosen.formUnion(named)
    }
    return WhatIfVariant.all.filter(chosen.contains)
  }
}
