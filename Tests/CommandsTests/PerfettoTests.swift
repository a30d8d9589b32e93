import Foundation
import PantographTestSupport
import Testing

@Suite(.enabled(if: PerfettoTrace.canBeRead, PerfettoTrace.absence))
struct `A trace for Perfetto` {
  /// A case's trace, and the same trajectory in other formats.
  struct Replay: Sendable {
    var name: String
    var trace: PerfettoTrace
    var csv: [[String]]
    var events: [JSON]
  }

  private let replays: [Replay]

  init() throws { replays = try Self.all.get() }

  private static let all = Result { try replayAll() }

  private static func replayAll() throws -> [Replay] {
    let folder = try TemporaryFolder()
    let cases = Repository.cases
    var outputs: [(csv: [[String]], events: [JSON])] = []
    let files = cases.map { folder.file("\($0.name).pftrace") }
    for (example, file) in zip(cases, files) {
      func replay(_ words: String...) throws -> String {
        let inputs = ["replay", example.recording.path, "-i", example.interaction.path]
        let program = try Program(Program.pantograph, inputs + words)
        try #require(program.status == 0, "\(program.complaints)")
        return program.output
      }
      _ = try replay("--output", file.path)
      let csv = try replay("--format", "csv").split(separator: "\n").map { line in
        line.split(separator: ",").map(String.init)
      }
      let events = try replay("--format", "ndjson").split(separator: "\n")
        .filter { $0.contains("\"event\"") && !$0.contains("\"changed\"") }
        .map { try JSONDecoder().decode(JSON.self, from: Data($0.utf8)) }
      outputs.append((csv, events))
    }
    let traces = try PerfettoTrace.read(files)
    return zip(zip(cases, traces), outputs).map {
      Replay(name: $0.0.name, trace: $0.1, csv: $1.csv, events: $1.events)
    }
  }

  private static func nanoseconds(_ seconds: Double) -> Int64 {
    Int64((seconds * 1_000_000).rounded()) * 1000
  }

  @Test func `has every sample of the columns as a counter`() throws {
    var count = 0
    for replay in replays {
      let names = replay.csv[0]
      for (column, name) in names.enumerated() where name != "time" && name != "phase" {
        let values = replay.trace.values(
          "pantograph/\(column < 4 ? name : "properties/\(name)")")
        #expect(values.count == replay.csv.count - 1, "\(replay.name) \(name)")
        // The columns have six decimals.
        let wrong = zip(values, replay.csv.dropFirst()).filter { value, row in
          let (time, expected) = (Double(row[0]) ?? .nan, Double(row[column]) ?? .nan)
          return value.time != Self.nanoseconds(time)
            || !(abs(value.value - expected) <= 0.501e-6)
        }
        #expect(wrong.isEmpty, "\(replay.name) \(name)")
        count += values.count
      }
    }
    #expect(count > 10_000)
  }

  /// A gesture lasts from its beginning to its end.
  @Test func `has gestures as slices, and other events as instants`() throws {
    for replay in replays {
      let ends = replay.events.filter { ["ended", "cancelled"].contains($0["event"].text) }
      let starts = replay.events.filter { $0["event"].text == "began" }
      let slices = replay.trace.entries.filter { $0.track == "pantograph/gesture" }
      #expect(slices.count == starts.count && starts.count == ends.count, "\(replay.name)")
      for (slice, (start, end)) in zip(slices, zip(starts, ends)) {
        #expect(slice.begin == Self.nanoseconds(try #require(start["time"].number)))
        #expect(slice.end == Self.nanoseconds(try #require(end["time"].number)))
        Self.expect(slice.notes["fraction"], start["fraction"])
        Self.expect(slice.notes["end.velocity"], end["velocity"])
      }
      let instants = replay.trace.entries.filter { $0.kind == "instant" }
      let events = replay.events.filter {
        !["began", "ended", "cancelled"].contains($0["event"].text)
      }
      #expect(instants.map(\.name) == events.map { $0["event"].text }, "\(replay.name)")
      for (instant, event) in zip(instants, events) {
        #expect(instant.track == "pantograph/pantograph")
        #expect(instant.begin == Self.nanoseconds(try #require(event["time"].number)))
        for name in event.names where name != "time" && name != "event" {
          Self.expect(instant.notes[name], event[name], "\(replay.name) \(name)")
        }
      }
    }
  }

  /// Numbers of events have six decimals.
  private static func expect(_ found: JSON, _ expected: JSON, _ comment: Comment? = nil) {
    if let number = expected.number {
      #expect(abs((found.number ?? .nan) - number) <= 0.501e-6, comment)
    } else {
      #expect(found.text == expected.text, comment)
    }
  }

  /// A slice begins between two samples of different phases.
  @Test func `has the phases of the samples as slices`() throws {
    for replay in replays {
      let slices = replay.trace.entries.filter { $0.track == "pantograph/phase" }
      let wrong = replay.csv.dropFirst().filter { row in
        let time = Self.nanoseconds(Double(row[0]) ?? .nan)
        let now = slices.filter { $0.begin <= time && $0.end.map { time < $0 } ?? true }
        let isStill = row[1] == "idle" || row[1] == "rest"
        return now.map(\.name) != (isStill ? [] : [row[1]])
      }
      #expect(wrong.isEmpty, "\(replay.name)")
    }
  }

  @Test func `has the contacts of the recording, each from its landing to its lift`() throws {
    for example in Repository.cases {
      let replay = try #require(replays.first { $0.name == example.name })
      let info = try Program.pantograph("info", "--contacts", example.recording.path)
      // `contact 1: 0.000 s to 0.701 s, travelled 50.7 mm`; the trace counts from the same first event.
      let lines = info.output.split(separator: "\n").filter { $0.hasPrefix("    contact ") }
      let slices = replay.trace.entries
        .filter { $0.track.hasPrefix("pantograph/fingers/") && $0.kind == "slice" }
        .sorted { $0.begin < $1.begin }
      #expect(slices.count == lines.count && !lines.isEmpty, "\(example.name)")
      for slice in slices {
        let begin = String(format: "%.3f s", Double(slice.begin) / 1e9)
        let line = try #require(lines.first { $0.contains("\(slice.name): \(begin)") })
        let end = try #require(slice.end)
        #expect(
          line.contains(String(format: "to %.3f s", Double(end) / 1e9)), "\(example.name) \(line)")
        #expect(slice.notes["end.lifted"].text.isEmpty)
      }
    }
  }

  @Test func `of a range contains what lies in it`() throws {
    let flick = Repository.recordings.appendingPathComponent("touchpad-flick")
    let folder = try TemporaryFolder()
    let file = folder.file("part.perfetto-trace")
    let program = try Program.pantograph(
      "replay", flick.appendingPathComponent("recording.yml").path, "-i",
      flick.appendingPathComponent("interaction.json").path, "--output", file.path,
      "--from", "0.1", "--until", "0.2")
    #expect(program.status == 0)
    let trace = try #require(try PerfettoTrace.read([file]).first)
    #expect(trace.values("pantograph/fraction").count == 13)
    #expect(trace.entries.allSatisfy { 100_000_000...200_000_000 ~= $0.begin })
    // The finger is down throughout: neither contact nor gesture ends here, and the gesture began earlier.
    let slices = trace.entries.filter { $0.kind == "slice" }
    #expect(slices.map(\.name).sorted() == ["contact 1", "tracking"])
    #expect(slices.allSatisfy { $0.end == nil })
  }
}
