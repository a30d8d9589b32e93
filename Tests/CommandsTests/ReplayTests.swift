import Foundation
import PantographTestSupport
import Testing

@Suite struct `pantograph replay` {
  private let flick = Repository.recordings.appendingPathComponent("touchpad-flick")

  private func replay(_ options: String...) throws -> Program {
    try Program(
      Program.pantograph,
      [
        "replay", flick.appendingPathComponent("recording.yml").path,
        "--interaction", flick.appendingPathComponent("interaction.json").path,
      ] + options)
  }

  private func json(_ text: some StringProtocol) throws -> JSON {
    try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
  }

  @Test func `prints the same measures alone and in the stream`() throws {
    let alone = try replay("--measures")
    #expect(alone.status == 0 && alone.output.hasSuffix("}\n"))
    let gesture = try #require(try json(alone.output)["gestures"].list.first)
    #expect(gesture["outcome"].text == "finish" && gesture["staleFrames"].number == 0)
    let error = try #require(gesture["handoffError"].number)
    #expect(abs(error) < 1e-6)
    let stream = try replay("--measures", "--format", "ndjson")
    let line = try #require(
      stream.output.split(separator: "\n").first { $0.contains("measures") })
    let object = line.dropLast().drop { $0 != "m" }.drop { $0 != "{" }
    #expect(object.contains("settleTime") && alone.output.contains("[\(object)]"))
    #expect(try !replay("--format", "ndjson").output.contains("measures"))
  }

  /// The steps of its offset are those of `count janky frames`: 1.655172 is 0.455172 above 1.2.
  @Test func `lists the janky frames of positions`() throws {
    let gesture = try #require(try json(replay("--measures").output)["gestures"].list.first)
    let jank = gesture["jank"].list
    try #require(jank.count == 1)
    #expect(jank[0]["column"].text == "offset" && jank[0]["predictorJank"].number == 2)
    #expect(abs(try #require(jank[0]["predictorSeverity"].number) - 0.455172) < 2e-6)
    #expect(jank[0]["instants"].list.map { $0["time"].number } == [0.1, 0.225])
    #expect(jank[0]["instants"].list.allSatisfy { $0["rule"].text == "predictor" })
    // The clock waits for each frame.
    #expect(jank[0]["droppedFrames"].number == nil && jank[0]["missedVsyncs"].number == 0)
  }

  /// The spring of the case, x″ = −2ζω x′ − ω² x, integrated in steps of 10 µs from the handoff.
  @Test func `measures the settling like an independent computation`() throws {
    let gesture = try #require(try json(replay("--measures").output)["gestures"].list.first)
    let events = try replay("--format", "ndjson").output.split(separator: "\n")
      .compactMap { Event($0) }
    let handoff = try #require(events.first { $0.event == "handoff" })
    let (ratio, frequency, step) = (0.7, 2 * Double.pi / 0.4, 1e-5)
    var (place, velocity) = (handoff.fraction - 1, handoff.velocity)
    var (overshoot, settled, jerk, speed) = (0.0, 0.0, 0.0, 0.0)
    func acceleration(_ place: Double, _ velocity: Double) -> Double {
      -2 * ratio * frequency * velocity - frequency * frequency * place
    }
    for number in 0..<100_000 {
      let bend = acceleration(place, velocity)
      if abs(place) > 0.01 { settled = Double(number) * step }
      overshoot = max(overshoot, place)
      speed = max(speed, abs(velocity))
      jerk = max(jerk, abs(acceleration(velocity, bend)))
      // The midpoint rule.
      let (middle, halfway) = (place + velocity * step / 2, velocity + bend * step / 2)
      place += halfway * step
      velocity += acceleration(middle, halfway) * step
    }
    #expect(abs(try #require(gesture["overshoot"].number) - overshoot) < 1e-5)
    #expect(abs(try #require(gesture["settleTime"].number) - settled) < 1e-4)
    #expect(abs(try #require(gesture["fastestSettling"].number) / speed - 1) < 1e-3)
    #expect(abs(try #require(gesture["greatestJerk"].number) / jerk - 1) < 0.005)
  }

  @Test func `reports the same samples for a range as for the whole`() throws {
    let whole = try replay("--format", "csv").output.split(separator: "\n")
    let part = try replay("--format", "csv", "--from", "0.1", "--until", "0.2").output
      .split(separator: "\n")
    #expect(part.first == whole.first)
    let lines = whole.dropFirst().filter { line in
      let time = Double(line.prefix { $0 != "," }) ?? .nan
      return time >= 0.1 && time <= 0.2
    }
    #expect(Array(part.dropFirst()) == lines && lines.count == 13)
    // After the end of everything, the final values.
    let rest = try replay("--format", "csv", "--from", "2").output.split(separator: "\n")
    #expect(rest.dropFirst().first?.hasPrefix("2.000000,rest,1.000000") == true && rest.count == 2)
  }

  @Test func `reports and measures a range by itself`() throws {
    let middle = try replay("--from", "0.3", "--until", "0.4")
    #expect(middle.output.contains("no gesture begins or ends here"))
    let end = try replay("--from", "0.3")
    #expect(end.output.contains("0.914 s  rest     at its end\n"))
    #expect(!end.output.contains("settled in"))
    let start = try replay("--until", "0.4")
    #expect(start.output.contains("released") && !start.output.contains("rest     "))
    // Measured up to the end of the range, before it has settled.
    let gesture = try #require(
      try json(replay("--until", "0.4", "--measures").output)["gestures"].list.first)
    #expect(gesture["settleTime"].number == nil && gesture["outcome"].text == "finish")
    #expect(
      try json(replay("--from", "0.1", "--measures").output)["gestures"].list.isEmpty)
  }

  /// The recording lasts 0.219 s, and the animation settles at 0.914 s.
  @Test func `reports that a range begins after the recording`() throws {
    for (from, isAfter) in [("0.218", false), ("0.22", true), ("0.5", true), ("5", true)] {
      let program = try replay("--from", from, "--until", "9")
      #expect(program.status == 0)
      let sentence = "nothing starts here: the recording ends earlier, at 0.219 s"
      let settles = ["0.22", "0.5"].contains(from)
      #expect(program.output.contains(sentence) == (isAfter && !settles), "\(program.output)")
      #expect(!program.output.contains("no gesture"))
    }
  }

  @Test(
    arguments: [
      (["--from", "2", "--until", "1"], "--until is before --from"),
      (["--from", "-1"], "--from -1: expected a time in seconds, such as 0.25"),
      (["--measures", "--format", "csv"], "--measures can't be combined with csv"),
    ])
  func `reports invalid arguments`(words: [String], sentence: String) throws {
    let recording = flick.appendingPathComponent("recording.yml").path
    let interaction = flick.appendingPathComponent("interaction.json").path
    let program = try Program(
      Program.pantograph, ["replay", recording, "-i", interaction] + words)
    #expect(program.status == 2 && program.output.isEmpty)
    #expect(program.complaints.contains(sentence), "\(program.complaints)")
  }
}
