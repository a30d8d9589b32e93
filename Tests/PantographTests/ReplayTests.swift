import Foundation
import Pantograph
import PantographGestures
import PantographTestSupport
import PantographTraces
import Testing

private let flick = Repository.recordings.appendingPathComponent("touchpad-flick").path

@Suite struct `A replay in a program` {
  @Test func `reports the outcome of a gesture, the peak, and the time to rest`() throws {
    let sheet = try Interaction(file: "\(flick)/interaction.json")
    let trajectory = try Trajectory(replaying: "\(flick)/recording.yml", driving: sheet)
    #expect(trajectory.outcomes == [.finish])
    // The spring starts at more than 6 per second, with a damping ratio of 0.7.
    #expect((1.01...1.1).contains(trajectory.peak))
    let rest = try #require(trajectory.restTime)
    #expect((0.5...1.5).contains(rest))
    #expect(trajectory.sample(after: rest + 1)?.phase == .rest)
    #expect(trajectory.sample(after: 0.01)?.phase == .idle)
    #expect(
      trajectory.milestones.map(\.name) == ["began", "ended", "decided", "handoff", "completed"])
  }

  @Test func `gives the same from a file, from memory, and a byte at a time`() throws {
    let sheet = try Interaction(file: "\(flick)/interaction.json")
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: "\(flick)/recording.yml")))
    let whole = try Trajectory(replaying: "\(flick)/recording.yml", driving: sheet)
    let kept = try Trajectory(replaying: RecordingStream(bytes: bytes), driving: sheet)
    var index = 0
    let dripping = RecordingStream(
      reading: { (piece) throws(UnusableFile) in
        piece = index < bytes.count ? [bytes[index]] : []
        index += 1
      }, named: "dripping")
    let drips = try Trajectory(replaying: dripping, driving: sheet)
    #expect(whole.samples == kept.samples && whole.samples == drips.samples)
    #expect(whole.events == kept.events && whole.events == drips.events)
    #expect(whole.samples.count > 50)
  }

  @Test func `ignores palms like a separate recogniser`() throws {
    let sheet = try Interaction(file: "\(flick)/interaction.json")
    #expect(sheet.ignoresPalms == PanGestureRecognizer.Settings().ignoresPalms)
    let text = try String(contentsOfFile: "\(flick)/recording.yml", encoding: .utf8)
    // All pressures become 140 of 255, which libinput takes for a palm (from 130 on).
    let folder = try TemporaryFolder()
    let palm = try folder.file(
      "palm.yml", text.replacing(#/, 3, 58, [0-9]+\]/#, with: ", 3, 58, 140]")
    ).path
    let ignored = try Trajectory(replaying: palm, driving: sheet)
    #expect(ignored.samples.allSatisfy { $0.fraction == 0 })
    var touched = sheet
    touched.ignoresPalms = false
    #expect(
      try Trajectory(replaying: palm, driving: touched).samples.contains { $0.fraction > 0.5 })
  }

  @Test func `reports a mistake in a file with its position`() throws {
    let folder = try TemporaryFolder()
    let text = try String(contentsOfFile: "\(flick)/recording.yml", encoding: .utf8)
    let sheet = try Interaction(file: "\(flick)/interaction.json")

    let cut = try folder.file("cut.yml", String(text.prefix(text.count / 2))).path
    let mistake = try #require(throws: UnusableFile.self) {
      try Trajectory(replaying: cut, driving: sheet)
    }
    #expect(mistake.path == cut && mistake.reason == .damaged && mistake.line != nil)
    #expect("\(mistake)".hasPrefix("\(cut):"))

    let absent = try #require(throws: UnusableFile.self) {
      try Trajectory(replaying: folder.file("absent.yml").path, driving: sheet)
    }
    #expect(absent.reason == .unreadable && absent.sentence == "no such file")

    let unknown = try folder.file("my.json", #"{ "version": 1, "progres": {} }"#).path
    let key = try #require(throws: UnusableFile.self) { try Interaction(file: unknown) }
    #expect(key.line == 1 && key.sentence.contains("progress"))
  }

  @Test func `uses the intact part of a damaged recording on request`() throws {
    let folder = try TemporaryFolder()
    let text = try String(contentsOfFile: "\(flick)/recording.yml", encoding: .utf8)
    let cut = try folder.file("cut.yml", String(text.prefix(text.count * 3 / 4))).path
    var replay = try Replay(
      RecordingStream(cut, isLenient: true),
      driving: Interaction(file: "\(flick)/interaction.json"))
    var trajectory = Trajectory()
    try replay.run(into: &trajectory)
    #expect(replay.damage?.reason == .damaged)
    #expect(replay.eventCount > 50 && trajectory.samples.count > 10)
  }
}
