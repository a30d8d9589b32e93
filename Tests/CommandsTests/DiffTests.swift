import Foundation
import PantographTestSupport
import Testing

@Suite struct `pantograph diff` {
  private static let flick = Repository.recordings.appendingPathComponent("touchpad-flick")
  private static let interaction = flick.appendingPathComponent("interaction.json").path
  private static let recording = flick.appendingPathComponent("recording.yml").path

  /// The interaction of the flick with a change, in a file.
  private func changed(_ old: String, to new: String, in folder: TemporaryFolder) throws -> String {
    let text = try String(contentsOfFile: Self.interaction, encoding: .utf8)
    try #require(text.contains(old))
    return try folder.file("changed.json", text.replacing(old, with: new)).path
  }

  private func csv(_ interaction: String, _ name: String, in folder: TemporaryFolder) throws
    -> String
  {
    let path = folder.file(name).path
    let program = try Program.pantograph("replay", Self.recording, "-i", interaction, "-o", path)
    #expect(program.status == 0, "\(program.complaints)")
    return path
  }

  private func json(_ program: Program) throws -> JSON {
    try JSONDecoder().decode(JSON.self, from: Data(program.output.utf8))
  }

  @Test func `finds a trajectory equal to itself, with and without a head`() throws {
    let folder = try TemporaryFolder()
    let file = try csv(Self.interaction, "a.csv", in: folder)
    for other in [file, Self.flick.appendingPathComponent("expected.csv").path] {
      let program = try Program.pantograph("diff", other, file)
      #expect(program.status == 0 && program.output.contains("the same"))
      let received = try Program.pantograph("diff", file, other, "--json")
      #expect(received.output == #"{"same":true,"difference":null}"# + "\n")
    }
  }

  /// A spring with another ratio from the release on: x = 1 + (x₀ − 1) …, so the trajectories diverge there.
  @Test func `shows where another spring diverges, and by how much at most`() throws {
    let folder = try TemporaryFolder()
    let file = try csv(Self.interaction, "a.csv", in: folder)
    let other = try csv(
      changed(#""dampingRatio": 0.7"#, to: #""dampingRatio": 0.6"#, in: folder), "b.csv", in: folder
    )
    let program = try Program.pantograph("diff", file, other)
    #expect(program.status == 1 && program.output.contains("timing: "))
    #expect(program.output.contains("diverge 0.225 s"))
    #expect(!program.output.contains("events are the same"))
    let difference = try json(Program.pantograph("diff", file, other, "--json"))["difference"]
    // The fingers lift at 0.219 s; the next sample is at 27/120 s.
    #expect(difference["cause"].text == "timing" && difference["time"].number == 0.225)
    let rows = [file, other].map { Table(URL(fileURLWithPath: $0)).rows }
    let gap = zip(rows[0], rows[1]).map { $1.number("fraction") - $0.number("fraction") }
      .max { abs($0) < abs($1) }
    let received = try #require(difference["gaps"].list.first?["difference"].number)
    #expect(abs(received - (gap ?? .nan)) < 2e-6 && abs(received) > 0.01)
    // In the other direction, the difference has the opposite sign.
    let back = try json(Program.pantograph("diff", other, file, "--json"))["difference"]
    #expect(abs(try #require(back["gaps"].list.first?["difference"].number) + received) < 2e-6)
    // With a larger tolerance in value and time, the trajectories are equal.
    let tolerant = ["diff", file, other, "--tolerance"]
    #expect(try Program(Program.pantograph, tolerant + ["20,0.5"]).status == 0)
    #expect(try Program(Program.pantograph, tolerant + ["0.01"]).status == 1)
  }

  @Test func `compares two interactions on one recording`() throws {
    let folder = try TemporaryFolder()
    let strict = try changed(#""fractionAbove": 0.5"#, to: #""fractionAbove": 0.8"#, in: folder)
    for operand in [[Self.flick.path], [Self.recording, "-i", Self.interaction]] {
      let program = try Program(
        Program.pantograph, ["diff"] + operand + ["--against", strict])
      #expect(program.status == 1)
      #expect(program.output.contains("rule: finish instead of cancel at 0.219 s"))
      #expect(program.output.contains("fraction 0.73 is above 0.50"))
      #expect(program.output.contains("──── \(strict)\n"))
    }
    let same = try Program.pantograph("diff", Self.flick.path, "--against", Self.interaction)
    #expect(same.status == 0)
  }

  /// KWin's rule uses only the position and requires the full distance; GNOME Shell's finishes fast gestures.
  @Test func `compares the rules of two toolkits on one recording`() throws {
    let program = try Program.pantograph("diff", Self.flick.path, "--rules", "gnome-shell,kwin")
    #expect(program.status == 1 && program.output.contains("rule: cancel instead of finish"))
    #expect(program.output.contains("──── gnome-shell\n  ─ ─  kwin\n"))
    let rates = try json(
      Program.pantograph("diff", Self.flick.path, "--rules", "gnome-shell,kwin", "--json"))
    #expect(rates["difference"]["event"]["aspect"].text == "outcome")
  }

  @Test func `reads a section of a trajectory, and reports other columns`() throws {
    let folder = try TemporaryFolder()
    let part = folder.file("part.csv").path
    _ = try Program.pantograph(
      "replay", Self.recording, "-i", Self.interaction, "--until", "0.3", "-o", part)
    #expect(try Program.pantograph("diff", part, part).status == 0)
    let whole = try csv(Self.interaction, "whole.csv", in: folder)
    #expect(try Program.pantograph("diff", part, whole).status == 1)
    let other = try csv(changed(#""alpha""#, to: #""blur""#, in: folder), "b.csv", in: folder)
    let program = try Program.pantograph("diff", whole, other)
    #expect(program.status == 1)
    #expect(program.output.contains("columns: animates offset, blur instead of offset, alpha"))
  }

  @Test(
    arguments: [
      (["absent.csv", "a.csv"], "absent.csv: no such file"),
      (["bad.csv", "a.csv"], "bad.csv:2"),
      (
        ["a.csv", "a.csv", "--against", "x.json"], "--against requires a recording"
      ),
      (["flick"], "missing B, the trajectory to compare flick with; to replay a recording twice"),
      (["a.csv"], "missing B, the trajectory to compare a.csv with"),
      (
        ["flick", "a.csv", "--rules", "kwin,niri"], "diff: flick is a folder; to compare two rules"
      ),
      (["flick", "--rules", "kwin"], "expected two comma-separated names"),
      (["flick", "--rules", "kwin,gnom-shell"], "did you mean 'gnome-shell'?"),
      (["flick", "--rules", "kwin,niri", "--against", "x.json"], "exclude each other"),
      (["flick", "--against", "x.json"], "x.json: no such file"),
      (["a.csv", "a.csv", "--tolerance", "-1"], "expected a number, two such as 0.001,0.02"),
      (["a.csv", "a.csv", "--tolerance", "1,2,3"], "expected a number, two"),
      (["a.csv", "a.csv", "a.csv"], "unexpected argument 'a.csv'"),
    ])
  func `reports errors`(words: [String], sentence: String) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(at: Self.flick, to: folder.file("flick"))
    _ = try folder.file("a.csv", "time,phase,fraction,velocity\n0.000000,idle,0.000000,0.000000\n")
    _ = try folder.file(
      "bad.csv", "time,phase,fraction,velocity\n0.000000,asleep,0.000000,0.000000\n")
    let program = try Program(Program.pantograph, ["diff"] + words, in: folder.url)
    #expect(program.status == 2 && program.output.isEmpty)
    #expect(program.complaints.contains(sentence), "\(program.complaints)")
  }
}
