import Foundation
import Pantograph
import PantographBase
import PantographInteractions
import PantographMotion
import PantographReports
import PantographTestSupport
import PantographTraces
import PantographTrajectories
import Testing

/// The script of a page judges releases as the program does, with any thresholds.
@Suite struct `Thresholds of a page` {
  private static let script = Repository.script("page_rules.py")
  private static let hasBrowser = OtherProgram.pythonRuns(script.path)

  /// The releases of a case.
  private static func contexts(
    of example: PantographTestSupport.Case
  ) throws -> (Interaction, [ReleaseContext]) {
    let interaction = try Interaction(file: example.interaction.path)
    var replay = try Replay(
      file: example.recording.path, driving: interaction, ReplayOptions())
    var log = ReleaseLog()
    try replay.run(into: &log)
    return (
      interaction,
      log.entries.compactMap { if case .release(let context) = $0 { context } else { nil } }
    )
  }

  /// Returns a threshold: often a tie, or next to one.
  private static func threshold(
    near values: [Double], given: Double, _ random: inout TestRandom
  ) -> Double {
    let value = values.randomElement(using: &random) ?? given
    let most = max(abs(value), abs(given), 0.1)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return value
    case 1: return value.nextUp
    case 2: return value.nextDown
    case 3: return given
    case 4: return 0
    default: return Double.random(in: -2 * most...2 * most, using: &random)
    }
  }

  /// Returns the rule with other thresholds.
  private static func changed(
    _ rule: ReleaseRule, _ releases: [Release], _ random: inout TestRandom
  ) -> ReleaseRule {
    var rule = rule
    for clause in rule.clauses.indices {
      for index in rule.clauses[clause].conditions.indices {
        let condition = rule.clauses[clause].conditions[index]
        rule.clauses[clause].conditions[index].threshold = threshold(
          near: releases.map { rule.value(of: condition, in: $0) }, given: condition.threshold,
          &random)
      }
    }
    return rule
  }

  private static func expected(_ rule: ReleaseRule, _ release: Release) -> JSONText {
    let decision = rule.decide(release)
    let nearest = rule.nearestCondition(to: decision, of: release)
    let judgement = decision.judgement
    let findings = judgement?.findings.flatMap(\.self) ?? []
    return [
      "clause": .integer(judgement?.clause ?? -1), "outcome": .string(decision.outcome.rawValue),
      "target": .exact(decision.target), "words": .string(Wording.outcome(of: decision)),
      "holds": .string(findings.map { $0.holds ? "1" : "0" }.joined()),
      "margins": .list(findings.map { .exact($0.margin) }),
      "margin": .string(Wording.margin(of: decision, nearest: nearest)),
      "reason": .string(judgement.map { Wording.reason(of: $0, nearest: nearest) } ?? ""),
    ]
  }

  /// Returns a rule, releases, and what the program makes of them with 20 times other thresholds.
  private static func group(
    _ rule: ReleaseRule, _ releases: [Release], named name: String, _ random: inout TestRandom
  ) -> JSONText {
    let trials = (0..<20).map { trial -> JSONText in
      let rule = trial == 0 ? rule : changed(rule, releases, &random)
      let thresholds = rule.clauses.flatMap(\.conditions).map(\.threshold)
      return [
        "thresholds": .list(thresholds.map { .exact($0) }), "text": .string(rule.json),
        "decisions": .list(releases.map { expected(rule, $0) }),
      ]
    }
    let judged = JudgedReleases(rule, releases.enumerated().map { ($0.offset + 1, $0.element) })
    return ["name": .string(name), "rule": judged.json, "trials": .list(trials)]
  }

  @Test(.enabled(if: hasBrowser, OtherProgram.absence("Chromium and Python's playwright")))
  func `judge as the program does, for all presets and cases`() throws {
    var random = TestRandom(seed: 24)
    var groups: [JSONText] = []
    for example in Repository.cases {
      let (interaction, contexts) = try Self.contexts(of: example)
      guard !contexts.isEmpty else { continue }
      let presets = ReleasePreset.all.map { ($0.name, $0.rule.resting(as: interaction.rule)) }
      for (name, rule) in [("its own", interaction.rule)] + presets {
        groups.append(
          Self.group(
            rule, contexts.map { $0.release(for: rule) }, named: "\(example.name), \(name)", &random
          ))
      }
    }
    #expect(groups.count > 36 * 25)
    let folder = try TemporaryFolder()
    let plan = try folder.file("groups.json", JSONText.list(groups).text)
    let python = try #require(OtherProgram.python)
    let program = try Program(python, [Self.script.path, plan.path])
    #expect(program.status == 0, "\(program.complaints)")
    #expect(program.output.split(separator: "\n").dropFirst().isEmpty, "\(program.output)")
  }

  // MARK: Settling

  /// The first release of a trajectory, and how the animation settles after it until something else happens.
  private struct FirstRelease: TrajectorySink {
    var context: ReleaseContext?
    var decision: Decision?
    var velocity = 0.0
    private(set) var samples: [Sample] = []
    private var hasEnded = false

    mutating func receive(_ sample: Sample) throws(Never) {
      if let context, !hasEnded, sample.time >= context.time, sample.phase != .tracking {
        samples.append(sample)
      }
    }

    mutating func receive(_ event: TrajectoryEvent) throws(Never) {
      switch event.kind {
      case .ended(let context) where self.context == nil: self.context = context
      case .decided(let decision) where context != nil && self.decision == nil:
        (self.decision, velocity) = (decision, event.velocity)
      case .handoff: break
      default: hasEnded = hasEnded || decision != nil
      }
    }
  }

  private static func firstRelease(
    of example: PantographTestSupport.Case, _ interaction: Interaction
  ) throws -> FirstRelease {
    var replay = try Replay(file: example.recording.path, driving: interaction, ReplayOptions())
    var first = FirstRelease()
    try replay.run(into: &first)
    return first
  }

  /// Springs of every damping, and curves.
  private static let settles: [(String, (finish: Settle, cancel: Settle)?)] = {
    var overdamped = Settle.spring(Spring(response: 0.3, dampingRatio: 1.6))
    overdamped.allowsOverdamping = true
    var whole = Settle.curve(.easeIn, durationFactor: 0.7)
    whole.runsFullCurve = true
    var given = Settle.spring(Spring(response: 0.35, dampingRatio: 0.8))
    given.velocity = .perDistance(3)
    let presets = ReleasePreset.allThatSettle.compactMap { preset in
      preset.settling.map { (preset.name, ($0.finish, $0.cancel)) }
    }
    let same: [(String, Settle)] = [
      ("underdamped", .spring(Spring(response: 0.5, dampingRatio: 0.4))),
      ("critical", .spring(Spring(response: 0.4, dampingRatio: 1))), ("overdamped", overdamped),
      ("fitted", Settle(.spring(.dampingRatio(0.6)))),
      ("curve", .curve(.easeInOut, durationFactor: 0.6)), ("whole curve", whole),
      ("unchanged", .unchanged), ("given velocity", given),
    ]
    return [("own", nil)] + same.map { ($0, ($1, $1)) } + presets
  }()

  /// Adds what the page draws after another verdict on the first release, and what the program does then.
  private static func addPath(
    of example: PantographTestSupport.Case, _ interaction: Interaction, _ recorded: FirstRelease,
    _ verdict: ReleaseRule.Verdict, named name: String, to groups: inout [JSONText],
    or missing: inout [String]
  ) throws {
    guard let context = recorded.context, let decision = recorded.decision else { return }
    // A rule that decides the same about every release.
    var other = interaction
    other.rule.clauses = []
    other.rule.otherwise = verdict
    let driven = try firstRelease(of: example, other)
    let wanted = try #require(driven.decision)
    guard wanted.target != decision.target else { return }
    let settling: ReleaseSettling
    do {
      settling = try interaction.settling(
        after: wanted, about: context, velocity: recorded.velocity)
    } catch {
      return missing.append("\(name): \(error)")
    }
    let samples = driven.samples.map { sample -> JSONText in
      .list(
        ([sample.time - context.time, sample.fraction, sample.velocity] + sample.values)
          .map { .exact($0) })
    }
    groups.append([
      "name": .string(name), "columns": interaction.settlingColumns, "path": settling.json,
      "samples": .list(samples),
    ])
  }

  /// Properties that move in every other way: late, across, between keyframes, and added to another one.
  private static let others: [AnimationPlan.Property] = {
    let late = [0.25, 0.6].map { delay in
      var late = AnimationPlan.Property(name: "late\(delay)", from: -20, to: 100)
      late.delayFactor = delay
      return late
    }
    var across = AnimationPlan.Property(name: "across", from: 0, to: 80)
    across.axis = .across
    var keyed = AnimationPlan.Property(name: "keyed", from: 3, to: 0)
    keyed.keyframes = [
      .init(start: 0.1, duration: 0.3, to: 9), .init(start: 0.5, duration: 0.7, to: -4),
    ]
    var added = AnimationPlan.Property(name: "keyed", from: 10, to: 15)
    added.isAdditive = true
    return late + [across, keyed, added]
  }()

  @Test(.enabled(if: hasBrowser, OtherProgram.absence("Chromium and Python's playwright")))
  func `draw how a gesture settles after another outcome as the program does`() throws {
    var groups: [JSONText] = []
    var missing: [String] = []
    for example in Repository.cases {
      let own = try Interaction(file: example.interaction.path)
      guard own.judging == .release, try Self.firstRelease(of: example, own).decision != nil else {
        continue
      }
      for (name, settle) in Self.settles {
        var interaction = own
        interaction.animation.properties += Self.others
        if let settle { (interaction.finish, interaction.cancel) = settle }
        let recorded = try Self.firstRelease(of: example, interaction)
        for verdict in [ReleaseRule.Verdict.finish, .cancel, .nearest] {
          try Self.addPath(
            of: example, interaction, recorded, verdict,
            named: "\(example.name), \(name), \(verdict)",
            to: &groups, or: &missing)
        }
      }
    }
    // They scrub by time.
    #expect(
      missing.allSatisfy {
        $0.hasPrefix("b6-drag-and-double") && $0.hasSuffix("in time, not in progress")
      },
      "\(missing)")
    #expect(groups.count > 200)
    let folder = try TemporaryFolder()
    let plan = try folder.file("paths.json", JSONText.list(groups).text)
    let program = try Program(
      #require(OtherProgram.python), [Self.script.path, "--settling", plan.path])
    #expect(program.status == 0, "\(program.complaints)")
    #expect(program.output.split(separator: "\n").dropFirst().isEmpty, "\(program.output)")
  }

  // MARK: Catching

  /// Each release, and whether its gesture began while the animation ran by itself.
  private struct Catches: TrajectorySink {
    private(set) var releases: [(isCaught: Bool, context: ReleaseContext)] = []
    private var isRunning = false
    private var isCaught = false

    mutating func receive(_ sample: Sample) throws(Never) {}

    mutating func receive(_ event: TrajectoryEvent) throws(Never) {
      switch event.kind {
      case .started, .handoff: isRunning = true
      case .completed: isRunning = false
      case .began: (isCaught, isRunning) = (isRunning, false)
      case .ended(let context): releases.append((isCaught, context))
      case .changed, .held, .cancelled, .decided: break
      }
    }
  }

  @Test func `are not drawn for delayed properties of an animation that was caught`() throws {
    var counts = (caught: 0, others: 0)
    for example in Repository.cases {
      var interaction = try Interaction(file: example.interaction.path)
      guard interaction.progress.source == .translation, interaction.animation.scrubsLinearly else {
        continue
      }
      interaction.animation.properties += Self.others
      var replay = try Replay(
        file: example.recording.path, driving: interaction, ReplayOptions())
      var catches = Catches()
      try replay.run(into: &catches)
      for (isCaught, context) in catches.releases {
        #expect(context.motion.isCaught == isCaught, "\(example.name) at \(context.time)")
        if isCaught { counts.caught += 1 } else { counts.others += 1 }
      }
    }
    #expect(counts.caught > 0 && counts.others > 20)
  }
}
