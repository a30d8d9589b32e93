import Foundation
import PantographTestSupport
import Testing

@Suite struct `Every case` {
  private func replay(_ example: Case, _ options: String...) throws -> Program {
    try Program(
      Program.pantograph,
      ["replay", example.recording.path, "--interaction", example.interaction.path] + options)
  }

  @Test func `is complete`() throws {
    #expect(Repository.cases.count >= 31)
    let manager = FileManager.default
    for name in try manager.contentsOfDirectory(atPath: Repository.recordings.path) {
      let folder = Repository.recordings.appendingPathComponent(name)
      guard folder.hasDirectoryPath || !name.contains(".") else { continue }
      let files = try manager.contentsOfDirectory(atPath: folder.path)
      #expect(
        files.count { $0.hasPrefix("recording.") } == 1,
        "Recordings/\(name) needs recording.yml or recording.evemu")
      #expect(files.contains("interaction.json"), "Recordings/\(name) needs interaction.json")
      #expect(
        files.contains("label.json") || files.contains("labels.csv"),
        "Recordings/\(name) needs label.json or labels.csv: what the person wanted")
      #expect(
        files.contains("expected.csv"),
        "Recordings/\(name) needs expected.csv: look at what replay says, and keep it with check --accept"
      )
    }
  }

  /// For the other formats, `tools/check` compares debug and release for every case.
  @Test(arguments: Repository.cases)
  func `produces the same bytes twice`(example: Case) throws {
    for format in example.name == Repository.cases[0].name
      ? ["csv", "ndjson", "text", "html"] : ["html"]
    {
      let first = try replay(example, "--format", format)
      let second = try replay(example, "--format", format)
      #expect(first.status == 0 && first.complaints.isEmpty)
      #expect(!first.output.isEmpty && first.output == second.output)
    }
  }

  /// The last decimal may differ by one, because the last bit of exp and sin differs between processors.
  @Test(arguments: Repository.cases)
  func `has the accepted trajectory`(example: Case) throws {
    let expected = try String(contentsOf: example.expected, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
    let actual = try replay(example, "--format", "csv").output.split(separator: "\n")
    #expect(actual.count == expected.count)
    #expect(actual.first == expected.first)
    // Only the first differing line is shown; the following ones are consequences.
    for (line, other) in zip(actual, expected).dropFirst() {
      let fields = line.split(separator: ",")
      let others = other.split(separator: ",")
      let isSame =
        fields.count == others.count && fields[0] == others[0] && fields[1] == others[1]
        && zip(fields, others).dropFirst(2).allSatisfy { field, other in
          abs((Double(field) ?? .nan) - (Double(other) ?? .nan)) <= 1.5e-6
        }
      #expect(isSame, "\(line) is not \(other)")
      if !isSame { break }
    }
  }

  /// Cases of one pan that drives the fraction by its distance in millimetres.
  ///
  /// Other gestures and mappings are verified from their raw events by the tests of their scenarios.
  static let pans = Repository.cases.filter { $0.name.hasPrefix("touch") }

  /// Tests/Oracles/fraction_path.py computes the fractions from the raw events independently.
  @Test(
    .enabled(if: OtherProgram.python != nil, OtherProgram.absence("python3")),
    arguments: pans)
  func `follows the finger as an independent computation does`(example: Case) throws {
    let oracle = try Program(
      try #require(OtherProgram.python),
      [
        Repository.script("fraction_path.py").path,
        example.recording.path, example.interaction.path,
      ])
    try #require(oracle.status == 0, "\(oracle.complaints)")
    let expected = Table(text: oracle.output).rows
    let events = try replay(example, "--format", "ndjson").output.split(separator: "\n")
      .compactMap { line in Event(line) }
      .filter { ["began", "changed", "ended"].contains($0.event) }
    #expect(expected.count > 10)
    #expect(events.count == expected.count)
    for (event, row) in zip(events, expected) {
      #expect(event.event == row.text("phase"))
      #expect(event.time == row.number("time"))
      #expect(abs(event.fraction - row.number("fraction")) <= 1e-6)
    }
  }
}

/// An event line of an NDJSON report.
struct Event: Decodable {
  let event: String
  let time: Double
  let fraction: Double
  let velocity: Double

  init?(_ line: Substring) {
    guard let event = try? JSONDecoder().decode(Event.self, from: Data(line.utf8)) else {
      return nil
    }
    self = event
  }
}

@Suite struct `The handoff of a flick` {
  /// The samples of a trajectory around the release.
  private struct Handoff {
    var fingers: Double
    var position: Double
    var times: [Double] = []
    var fractions: [Double] = []

    init(interaction: URL, recording: URL) throws {
      let arguments = [
        "replay", recording.path, "--interaction", interaction.path, "--rate", "1000",
      ]
      let events = try Program(Program.pantograph, arguments + ["--format", "ndjson"]).output
      let ended = try #require(
        events.split(separator: "\n").compactMap { Event($0) }.first { $0.event == "ended" })
      fingers = ended.velocity
      position = ended.fraction
      let samples = try Program(Program.pantograph, arguments + ["--format", "csv"]).output
      for row in Table(text: samples).rows where row.number("time") >= ended.time {
        times.append(row.number("time") - ended.time)
        fractions.append(row.number("fraction"))
      }
    }

    /// The position and velocity at the handoff, from a parabola through three samples of the first 6 ms after it.
    var start: (position: Double, velocity: Double) {
      let (t, x) = ([times[0], times[3], times[6]], [fractions[0], fractions[3], fractions[6]])
      let first = (x[1] - x[0]) / (t[1] - t[0])
      let second = (x[2] - x[1]) / (t[2] - t[1])
      let bend = (second - first) / (t[2] - t[0])
      return (
        x[0] - first * t[0] + bend * t[0] * t[1],
        first - bend * (t[0] + t[1])
      )
    }
  }

  private let flick = Repository.recordings.appendingPathComponent("touchpad-flick")

  @Test func `keeps the position and the finger's velocity`() throws {
    let handoff = try Handoff(
      interaction: flick.appendingPathComponent("interaction.json"),
      recording: flick.appendingPathComponent("recording.yml"))
    #expect(handoff.fingers > 5)
    #expect(abs(handoff.start.position - handoff.position) < 1e-4)
    #expect(abs(handoff.start.velocity - handoff.fingers) < 0.01 * handoff.fingers)
  }

  /// The same measurement on a spring that drops the velocity, so that the test above can fail.
  @Test func `is detected as broken if the velocity is dropped`() throws {
    let folder = try TemporaryFolder()
    let text = try String(
      contentsOf: flick.appendingPathComponent("interaction.json"), encoding: .utf8
    ).replacing(
      #""finish": { "spring": { "response": 0.4, "dampingRatio": 0.7 } }"#,
      with: #""finish": { "curve": "easeOut" }"#)
    let handoff = try Handoff(
      interaction: folder.file("interaction.json", text),
      recording: flick.appendingPathComponent("recording.yml"))
    #expect(abs(handoff.start.position - handoff.position) < 1e-4)
    #expect(abs(handoff.start.velocity - handoff.fingers) > 0.5 * handoff.fingers)
  }

  /// The gesture is synthetic: at 0.55 of 0.4 s over 60 mm, its velocity has a closed form.
  @Test func `has nearly the velocity of the synthetic gesture`() throws {
    let folder = try TemporaryFolder()
    let recording = folder.file("flick.evemu")
    let made = try Program.pantograph(
      "synth", "--by", "60,0", "--duration", "0.4", "--lift", "0.55", "--output", recording.path)
    #expect(made.status == 0, "\(made.complaints)")
    let handoff = try Handoff(
      interaction: flick.appendingPathComponent("interaction.json"), recording: recording)
    // The last sensor frame before the lift is at 27 frames of 8 ms; s′ = 30 τ² (1 − τ)² · 60 mm / 0.4 s.
    let share = 27 * 0.008 / 0.4
    let pace = 30 * share * share * (1 - share) * (1 - share) * 60 / 0.4
    // A parabola over 100 ms of an S-shaped path overestimates the velocity, by less than a tenth here.
    #expect(abs(handoff.fingers - pace / 45) < 0.1 * pace / 45)
  }
}
