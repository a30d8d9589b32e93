import Pantograph
import Testing

/// The folder of recordings, beside this package's own.
private let gestures = #filePath.split(separator: "/Tests/")[0] + "/Recordings"

@Test func `a flick opens the sheet and overshoots a little`() throws {
  let sheet = try Interaction(file: "\(gestures)/touchpad-flick/interaction.json")
  let flick = try Trajectory(replaying: "\(gestures)/touchpad-flick/recording.yml", driving: sheet)
  #expect(flick.outcomes == [.finish])
  #expect((1.01...1.1).contains(flick.peak))
}

@Test(arguments: ["touchpad-flick", "touchpad-pan-cancel"])
func `a gesture has its accepted trajectory`(name: String) throws {
  let check = try Case("\(gestures)/\(name)").check()
  #expect(check.isSame, "\(check)")
}

/// The flick is released at 0.73 of the distance, as `pantograph replay` reports.
@Test(arguments: [(0.5, Decision.Outcome.finish), (0.8, .cancel)])
func `a rule can be changed in code`(threshold: Double, outcome: Decision.Outcome) throws {
  let flick = try Case("\(gestures)/touchpad-flick")
  var sheet = try Interaction(file: flick.interaction)
  sheet.rule = ReleaseRule(fractionAbove: threshold)
  sheet.finish = .spring(Spring(response: 0.3, dampingRatio: 1))
  let changed = try Trajectory(replaying: flick.recording, driving: sheet)
  #expect(changed.outcomes == [outcome])
}
