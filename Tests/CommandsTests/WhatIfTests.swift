import Foundation
import PantographTestSupport
import Testing

@Suite struct `The command whatif` {
  @Test(.enabled(if: LongTests.areRun, LongTests.absence))
  func `prints the same on any number of threads, every time`() throws {
    let cases = try CaseFolder(["touchpad-flick", "d2-pull-cancel", "d5-reveal"])
    try cases.copy("touchpad-flick", to: "again")
    for form in [[], ["--json"]] {
      let runs = try ["1", "2", "4"].map { jobs in
        try Program(
          Program.pantograph, ["whatif", ".", "--jobs", jobs] + form, in: cases.url)
      }
      #expect(runs.allSatisfy { $0.status == 0 && $0.complaints.isEmpty })
      #expect(Set(runs.map(\.output)).count == 1)
    }
  }

  @Test func `loses a gesture of which only the lift is left`() throws {
    // A stroke of 60 ms with a report every 10 ms. If its last 20 or 50 ms are lost, the landing was seen, and the
    // resynchronization has the position; if its last 100 ms are lost, nothing was seen.
    let cases = try CaseFolder()
    try cases.write(
      (["N: Pad", "I: 0003 1111 1111 0001"] + Self.description + Self.stroke).joined(
        separator: "\n")
        + "\n", to: "stroke.evemu")
    let program = try Program(
      Program.pantograph,
      [
        "whatif", "stroke.evemu", "--interaction", "touchpad-flick/interaction.json", "--variants",
        "drops-20-end,drops-50-end,drops-100-end", "--json",
      ], in: cases.url)
    #expect(program.status == 0, "\(program.complaints)")
    let json = try JSONDecoder().decode(JSON.self, from: Data(program.output.utf8))
    let counts = json["variants"].list.map { row in
      ["same", "lost", "new"].map { row[$0].number ?? -1 }
    }
    #expect(counts == [[1, 0, 0], [1, 0, 0], [0, 1, 0]])
    #expect(json["recordings"].list[0]["changes"].list[0]["outcome"].text == "finish")
  }

  /// A touchpad of 100 mm × 60 mm with ten units per millimetre.
  private static let description = [
    "P: 05 00 00 00 00 00 00 00", "B: 00 0b 00 00 00 00 00 00 00", "B: 01 00 00 00 00 00 00 00 00",
    "B: 01 00 00 00 00 00 00 00 00", "B: 01 00 00 00 00 00 00 00 00",
    "B: 01 00 00 00 00 00 00 00 00", "B: 01 00 00 00 00 00 00 00 00",
    "B: 01 20 04 00 00 00 00 00 00", "B: 03 03 00 00 00 00 80 60 02",
    "A: 00 0 1000 0 0 10", "A: 01 0 600 0 0 10", "A: 2f 0 4 0 0 0", "A: 35 0 1000 0 0 10",
    "A: 36 0 600 0 0 10", "A: 39 0 65535 0 0 0",
  ]

  /// 25 mm to the right in 50 ms, of which 22.5 mm are half of the distance, and a lift after 60 ms.
  private static let stroke: [String] = {
    func event(_ milliseconds: Int, _ rest: String) -> String {
      "E: 1.\(String(milliseconds * 1000 + 1_000_000).dropFirst()) \(rest)"
    }
    var lines = [event(0, "0003 0039 1"), event(0, "0001 014a 1")]
    for step in 0...5 {
      lines += [
        event(step * 10, "0003 0035 \(200 + 50 * step)"), event(step * 10, "0003 0036 300"),
        event(step * 10, "0000 0000 0"),
      ]
    }
    return lines + [
      event(60, "0003 0039 -1"), event(60, "0001 014a 0"), event(60, "0000 0000 0"),
    ]
  }()

  /// A flick at 1.875 · 60 mm / 0.3 s, 375 mm/s, which finishes above 79 mm/s (0.5 px/ms).
  ///
  /// After its still report, the
  /// two newest positions give 0.0635 mm in 7.8 ms, 8 mm/s.
  @Test func `shows which estimators a device's lift breaks`() throws {
    let folder = try TemporaryFolder()
    func interaction(_ estimator: String) throws -> String {
      try folder.file(
        "\(estimator).json",
        """
        { "version": 1, "gesture": { "pan": { "fingers": 1 } },
          "progress": { "toward": "right", "distance": { "mm": 90 } },
          "rule": { "estimator": "\(estimator)",
            "clauses": [{ "when": { "velocity": { "above": 79 } }, "then": "finish" }],
            "otherwise": "cancel" },
          "animation": { "duration": 0.5, "properties": [{ "name": "x", "from": 0, "to": 1 }] },
          "rate": 60 }
        """
      ).path
    }
    let flick = folder.file("flick.yml").path
    let made = try Program.pantograph(
      "synth", "flick", "--by", "60,0", "--duration", "0.3", "--from", "10,30", "-o", flick)
    #expect(made.status == 0, "\(made.complaints)")
    func flips(_ estimator: String) throws -> [String] {
      let program = try Program.pantograph(
        "whatif", flick, "-i", interaction(estimator), "--variants", "lift-off", "--json",
        "--fail-on-flip")
      let json = try JSONDecoder().decode(JSON.self, from: Data(program.output.utf8))
      #expect(json["variants"].list.count == 7)
      #expect(json["variants"].list.allSatisfy { $0["group"].text == "lift-off" })
      let flips = json["variants"].list.filter { $0["same"].number != 1 }.compactMap {
        $0["variant"].text
      }
      #expect(program.status == (flips.isEmpty ? 0 : 1))
      return flips
    }
    #expect(try flips("last-difference") == ["lift-off-still", "lift-off-recoil"])
    #expect(try flips("pantograph") == [])
    let text = try Program.pantograph(
      "whatif", flick, "-i", interaction("last-difference"), "--variants", "lift-off-still")
    #expect(text.output.contains("lift-off-still  one more report at the lift, 0.4 px farther"))
  }

  /// The reports of a press are those of a force, which is not a stroke.
  @Test func `leaves a press as it is`() throws {
    let press = Repository.recordings.appendingPathComponent("b4-preview-commit").path
    let program = try Program(
      Program.pantograph, ["whatif", press, "--variants", "lift-off", "--json"])
    let json = try JSONDecoder().decode(JSON.self, from: Data(program.output.utf8))
    #expect(json["variants"].list.map { $0["same"].number } == Array(repeating: 3, count: 7))
  }

  @Test func `fails on a flip only if requested`() throws {
    // The flick is 10 mm beyond half of the distance; 1.3 mm more would finish the drag.
    let flick = Repository.recordings.appendingPathComponent("touchpad-flick").path
    let pull = Repository.recordings.appendingPathComponent("d2-pull-cancel").path
    #expect(
      try Program.pantograph("whatif", flick, "--variants", "scale", "--fail-on-flip").status == 0)
    #expect(try Program.pantograph("whatif", pull, "--variants", "scale-2").status == 0)
    #expect(
      try Program.pantograph("whatif", pull, "--variants", "scale-2", "--fail-on-flip").status == 1)
  }

  /// The nearest flip of the drag is 1.32 mm, and noise of 0.5 mm crosses it sometimes.
  @Test func `gives the probability of a flip in repeated draws`() throws {
    let pull = Repository.recordings.appendingPathComponent("d2-pull-cancel").path
    func output(_ words: String...) throws -> String {
      let program = try Program(
        Program.pantograph, ["whatif", pull, "--variants", "noise", "--json"] + words)
      #expect(program.status == 0, "\(program.complaints)")
      return program.output
    }
    func json(_ output: String) throws -> JSON {
      try JSONDecoder().decode(JSON.self, from: Data(output.utf8))
    }
    let once = try json(output())
    #expect(once["draws"].number == 1 && once["recordings"].list[0]["probabilities"].list.isEmpty)
    let printed = try output("--repeat", "60", "-j", "2")
    #expect(try output("--repeat", "60", "-j", "1") == printed)
    let often = try json(printed)
    // The first draw is that of the seed.
    func same(_ json: JSON) -> [Double?] { json["variants"].list.map { $0["same"].number } }
    #expect(same(often) == same(once))
    let chances = often["recordings"].list[0]["probabilities"].list
    try #require(chances.map { $0["variant"].text } == ["noise-0.1", "noise-0.2", "noise-0.5"])
    let flips = chances.compactMap { $0["flips"].number }
    #expect(flips[0] <= flips[2] && flips[2] > 0 && flips[2] < 60, "\(flips)")
    for chance in chances {
      let rate = try #require(chance["probability"].number)
      #expect(rate == ((chance["flips"].number ?? -1) / 60 * 1e6).rounded() / 1e6)
      // Wilson's interval consists of the rates p with |p̂ − p| ≤ z √(p (1 − p) / n).
      for end in chance["interval"].numbers {
        #expect(abs(abs(rate - end) - 1.959964 * (end * (1 - end) / 60).squareRoot()) < 1e-4)
      }
    }
    let text = try Program.pantograph("whatif", pull, "--variants", "noise-0.5", "--repeat", "60")
    #expect(text.output.contains("seed 1, the first of 60 draws"))
    #expect(text.output.contains("noise-0.5  flips in \(Int(flips[2])) of 60 draws: "))
  }

  @Test func `accepts recordings and folders with an interaction`() throws {
    let folder = Repository.recordings.appendingPathComponent("touchpad-flick")
    let file = folder.appendingPathComponent("interaction.json").path
    let recording = folder.appendingPathComponent("recording.yml").path
    for operands in [[recording], [folder.path], [recording, folder.path]] {
      let program = try Program(
        Program.pantograph, ["whatif"] + operands + ["-i", file, "--variants", "noise-0.1"])
      #expect(program.status == 0, "\(program.complaints)")
      // A path that is given twice is used once.
      #expect(program.output.hasPrefix("  1 gesture of 1 recording, seed 1\n"))
    }
  }

  @Test func `reports errors`() throws {
    func complaint(_ arguments: String...) throws -> String {
      let program = try Program(Program.pantograph, ["whatif"] + arguments)
      #expect(program.status == 2)
      return program.complaints
    }
    let flick = Repository.recordings.appendingPathComponent("touchpad-flick").path
    #expect(
      try complaint(flick, "--variants", "noise-0.3")
        == "pantograph whatif: --variants: unknown variant 'noise-0.3'; did you mean 'noise-0.1'?\n"
    )
    #expect(try complaint(flick, "--variants", "").contains("expected reports, frames, scale"))
    #expect(try complaint("/nowhere").contains("no such file or folder"))
    #expect(try complaint("\(flick)/recording.yml", "-i", "/nowhere").contains("no such file"))
    #expect(try complaint(flick, "--seed", "-1").contains("expected a whole number from 0"))
    let empty = try TemporaryFolder()
    #expect(try complaint(empty.url.path).contains("no recording of a supported format"))
  }

  @Test func `reports the usable recordings if others are unusable`() throws {
    let cases = try CaseFolder(["touchpad-flick", "touchscreen-drag"])
    try cases.write("nonsense", to: "touchscreen-drag/recording.yml")
    let program = try Program(
      Program.pantograph, ["whatif", ".", "--variants", "scale-2"], in: cases.url)
    #expect(program.status == 2)
    #expect(program.output.contains("1 gesture of 1 recording"))
    #expect(program.complaints.contains("touchscreen-drag/recording.yml"))
  }
}
