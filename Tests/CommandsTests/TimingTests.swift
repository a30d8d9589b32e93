import Foundation
import PantographTestSupport
import Testing

@Suite struct `The command timing` {
  private static let flick = Repository.recordings.appendingPathComponent("touchpad-flick").path

  private static func json(_ arguments: String...) throws -> JSON {
    let program = try Program(Program.pantograph, ["timing"] + arguments + ["--json"])
    #expect(program.status == 0, "\(program.complaints)")
    return try JSONDecoder().decode(JSON.self, from: Data(program.output.utf8))
  }

  @Test func `finds the current spring from its own figures`() throws {
    // The current figures are measured in samples 8 ms apart; the spring is found from them alone.
    let now = try Self.json(Self.flick, "--settle-time", "<=10")
    let figures = now["parts"].list[0]["releases"].list[0]["current"]
    func wish(_ name: String) -> String { "\(figures[name].number ?? 0)" }
    let found = try Self.json(
      Self.flick, "--settle-time", wish("settleTime"), "--overshoot", wish("overshoot"),
      "--peak-velocity", wish("peakVelocity"))
    let part = found["parts"].list[0]
    #expect(abs((part["spring"]["response"].number ?? 0) - 0.4) < 2e-3)
    #expect(abs((part["spring"]["dampingRatio"].number ?? 0) - 0.7) < 2e-3)
    #expect(abs((part["current"]["response"].number ?? 0) - 0.4) < 1e-6)
    #expect((part["cost"].number ?? 1) < 1e-6)
  }

  @Test func `keeps the spring if it meets the goals, and fits both directions`() throws {
    let both = try Self.json(
      Self.flick, Repository.recordings.appendingPathComponent("touchpad-pan-cancel").path,
      "--settle-time", "<=10")
    #expect(both["parts"].list.map { $0["outcome"].text } == ["finish", "cancel"])
    #expect(both["parts"].list.map { $0["cost"].number } == [0, 0])
    #expect(abs((both["parts"].list[0]["spring"]["response"].number ?? 0) - 0.4) < 1e-6)
    let one = try Self.json(Self.flick, "--cancel", "--finish", "--settle-time", "≤10*3")
    #expect(one["parts"].list.count == 1)
    #expect(one["goals"].list[0]["weight"].number == 3)
    #expect(one["goals"].list[0]["sense"].text == "atMost")
  }

  @Test func `refuses invalid goals`() throws {
    func complaint(_ arguments: String...) throws -> String {
      let program = try Program(Program.pantograph, ["timing", Self.flick] + arguments)
      #expect(program.status == 2)
      return program.complaints
    }
    #expect(
      try complaint()
        == "pantograph timing: no goal given; pass one or more of --settle-time, "
        + "--overshoot, --peak-velocity\n")
    for word in ["soon", "", "0.4*", "0.4*2*3", "<=", "0,4"] {
      #expect(
        try complaint("--settle-time", word)
          == "pantograph timing: --settle-time \(word): expected a number such as 0.4, <=0.4 or "
          + "<=0.4*3\n")
    }
    #expect(
      try complaint("--settle-time", "-1")
        == "pantograph timing: --settle-time -1: settle time: expected a number above 0, not -1.0\n"
    )
    #expect(try complaint("--overshoot", "nan").contains("expected a number of 0 or more, not nan"))
    #expect(
      try complaint("--peak-velocity", "4*0").contains("peak velocity: expected a weight above 0"))
    #expect(
      try complaint("--settle-time", "1e-320", "--json").contains(
        "settle time: expected a number from 0.001 to 10000, not "))
    #expect(
      try complaint("--overshoot", "1e5").contains(
        "overshoot: expected a number from 0 to 10000, not 100000.0"))
    #expect(
      try complaint("--peak-velocity", "4*1e4").contains(
        "peak velocity: expected a weight from 0.001 to 1000, not 10000.0"))
    #expect(
      try complaint("--cancel", "--overshoot", "0").contains("no release with the outcome cancel"))
  }
}
