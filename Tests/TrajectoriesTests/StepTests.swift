import PantographBase
import PantographGestures
import PantographInteractions
import PantographMotion
import PantographTouchScripts
import PantographTrajectories
import Testing

/// How many snap points a gesture moves at most.
@Suite("Steps") struct StepTests {
  private static func rule(_ keys: String) throws -> ReleaseRule {
    try ReleaseRule(
      parsing: Array(
        #"{ "snapPoints": [0, 1, 2, 3], \#(keys), "clauses": [], "otherwise": "nearest" }"#.utf8))
  }

  /// Workspaces of 40 mm each, without a slop.
  private static func workspaces(
    _ keys: String, limits: ProgressPlan.Limits = .clamped(0...3)
  ) throws -> Interaction {
    let rule = try rule(keys)
    return try interaction {
      $0.gesture = .pan(.init(slop: 0))
      $0.finish = .spring(Spring(response: 0.4, dampingRatio: 1))
      $0.cancel = $0.finish
      $0.rule = rule
      $0.progress.limits = limits
    }
  }

  @Test func `count from the place of the fingers, or from where it is going`() throws {
    let place = try Self.rule(#""steps": 1"#)
    #expect(place.reach(from: 1, bound: 1) == 0...2)
    // Within GNOME's 0.005 it is at a snap point; between two of them, a step leads beyond both.
    #expect(place.reach(from: 1.004, bound: 2) == 0...2)
    #expect(place.reach(from: 1.4, bound: 2) == 0...3)
    let target = try Self.rule(#""steps": 1, "stepsFrom": "target""#)
    #expect(target.reach(from: 1.4, bound: 2) == 1...3)
    #expect(target.reach(from: 0, bound: 0) == 0...1)
    #expect(try Self.rule(#""steps": 2"#).reach(from: 3, bound: 3) == 1...3)
    #expect(ReleaseRule(fractionAbove: 0.5).reach(from: 0, bound: 0) == nil)
  }

  @Test func `are left to what does not coast`() throws {
    let rule = try ReleaseRule(
      parsing: Array(#"{ "preset": "libadwaita", "clauses": [], "otherwise": "coast" }"#.utf8))
    #expect(rule.steps == nil)
    #expect(ReleasePreset.named("libadwaita")?.rule.steps == 1)
  }

  @Test func `hold the drag and the release`() throws {
    let drive = Drive(try Self.workspaces(#""steps": 1"#))
    #expect(drive.begin(at: 0) && drive.move(30, at: 8))
    #expect(drive.sample(at: 8)?.fraction == 0.75)
    #expect(drive.move(70, at: 16))
    #expect(drive.sample(at: 16)?.fraction == 1)
    #expect(drive.end(at: 24))
    drive.finish()
    #expect(drive.trajectory.samples.last?.fraction == 1)
    // Another gesture goes on from there.
    #expect(drive.begin(at: 9_000) && drive.move(100, at: 9_008) && drive.end(at: 9_016))
    drive.finish()
    #expect(drive.trajectory.samples.last?.fraction == 2)

    let free = Drive(try Self.workspaces(#""ties": "lower""#))
    #expect(free.begin(at: 0) && free.move(100, at: 8) && free.end(at: 16))
    free.finish()
    #expect(free.trajectory.samples.last?.fraction == 2)
  }

  /// Beyond the step, x = 1 + (1 − 1 / (1 + 0.55 p)), the law of a rubber band whose limit is 1.
  @Test func `stretch a rubber band from where they end`() throws {
    let drive = Drive(
      try Self.workspaces(#""steps": 1"#, limits: .rubberBand(coefficient: 0.55)))
    #expect(drive.begin(at: 0) && drive.move(60, at: 8))
    let sample = try #require(drive.sample(at: 8))
    #expect(abs(sample.fraction - (2 - 1 / (1 + 0.55 * 0.5))) < 1e-12)
    #expect(drive.end(at: 200))
    drive.finish()
    #expect(drive.trajectory.samples.last?.fraction == 1)
    // Back beyond the first workspace.
    #expect(drive.begin(at: 9_000) && drive.move(-60, at: 9_008))
    let back = try #require(drive.sample(at: 9_008))
    #expect(abs(back.fraction - (1 / (1 + 0.55 * 0.5) - 1)) < 1e-12)
  }

  /// On its way to the second workspace, between the first and that, another swipe leads to the third by either count, and one
  /// back to the first.
  @Test(arguments: [
    ("target", 100.0, 2.0), ("place", 100, 2), ("target", -100, 0), ("place", -100, 0),
  ])
  func `go on from an animation that is caught`(origin: String, way: Double, end: Double) throws {
    let drive = Drive(try Self.workspaces(#""steps": 1, "stepsFrom": "\#(origin)""#))
    // At rest for a second before it is released, it goes on without a velocity.
    #expect(drive.begin(at: 0) && drive.move(30, at: 8) && drive.end(at: 1_000))
    #expect(drive.begin(at: 1_060))
    let caught = try #require(drive.sample(at: 1_060)).fraction
    #expect(caught > 0.76 && caught < 0.99)
    #expect(drive.move(way, at: 1_068) && drive.end(at: 2_000))
    drive.finish()
    #expect(drive.trajectory.samples.last?.fraction == end)
  }

  @Test func `are named where they hold a release back`() throws {
    let rule = try Self.rule(#""steps": 1"#)
    let release = Release(fraction: 1.8, startFraction: 0, distance: 40)
    let decision = rule.decide(release)
    #expect(decision.target == 1 && decision.outcome == .snap)
    let judgement = try #require(decision.judgement)
    #expect(
      Wording.reason(of: judgement)
        == "no clause holds, so it goes to the snap point nearest to 1.80; one gesture leads no farther"
    )
    let short = try #require(rule.decide(Release(fraction: 0.8, distance: 40)).judgement)
    #expect(!Wording.reason(of: short).contains("farther"))
  }

  @Test(arguments: [
    (#""steps": 0"#, "expected a whole number of snap points"),
    (#""steps": 1.5"#, "expected a whole number of snap points"),
    (#""stepsFrom": "target""#, "nothing counts from there: add steps, such as 1"),
    (#""steps": 1, "stepsFrom": "here""#, "origin of steps"),
  ])
  func `are read with their mistakes`(keys: String, words: String) {
    let complaint = #expect(throws: Complaint.self) { try Self.rule(keys) }
    #expect(complaint?.sentence.contains(words) ?? false, "\(complaint?.sentence ?? "")")
  }
}
