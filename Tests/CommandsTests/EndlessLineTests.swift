import Foundation
import PantographTestSupport
import Testing

/// Lines that never end, in everything that is read line by line.
@Suite("A line without an end") struct EndlessLineTests {
  private let desk: TemporaryFolder
  private static let sentence =
    "a line of more than 1 MiB: this is not a table; end each row with a line break"
  private static let flick = "\(Repository.recordings.path)/touchpad-flick"

  init() throws { desk = try TemporaryFolder() }

  /// Runs a command for which 400 MB of addresses are enough, and 4 GiB are not.
  private func run(_ words: String...) throws -> Program {
    let limit = Repository.canLimitMemory ? "ulimit -v 400000; " : ""
    return try Program(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", limit + #"exec "$0" "$@""#, Program.pantograph.path] + words, in: desk.url)
  }

  /// Writes a sparse file, whose last line has 4 GiB or, where memory is not limited, 16 MiB.
  private func endless(_ name: String, after text: String) throws {
    let file = try FileHandle(forWritingTo: desk.file(name, text))
    try file.truncate(atOffset: Repository.canLimitMemory ? 4 << 30 : 16 << 20)
    try file.close()
  }

  @Test(arguments: ["", "time,a\n0,1\n", "{\"time\": 0, \"a\": 1}\n", "# a note\n"])
  func `is refused in a table, with its place`(text: String) throws {
    _ = try desk.file("a.csv", "time,a\n0,1\n")
    try endless("b.csv", after: text)
    let line = text.count { $0 == "\n" } + 1
    for (first, second) in [("a.csv", "b.csv"), ("b.csv", "a.csv")] {
      let diff = try run("diff", first, second)
      #expect(diff.status == 2)
      #expect(diff.complaints.contains("b.csv:\(line): \(Self.sentence)\n"), "\(diff.complaints)")
    }
  }

  @Test func `is refused in features and labels, also within quotes`() throws {
    try endless("features.csv", after: "recording,gesture\n")
    let tune = try run(
      "tune", "--features", "features.csv", "-i", "\(Self.flick)/interaction.json")
    #expect(tune.status == 2)
    #expect(tune.complaints.contains("features.csv:"), "\(tune.complaints)")
    #expect(tune.complaints.contains("column"), "\(tune.complaints)")

    try endless("labels.csv", after: "recording,label\n")
    let features = try run("features", Self.flick, "--labels", "labels.csv")
    #expect(features.status == 2)
    #expect(
      features.complaints.contains("labels.csv:2: \(Self.sentence)\n"), "\(features.complaints)")
  }

  /// One field goes on and on, or one row has ever more of them.
  @Test(arguments: ["abc\n", "a\",\"b\n"])
  func `is a row whose quote is never closed`(part: String) throws {
    _ = try desk.file(
      "labels.csv", "recording,label\n\"" + String(repeating: part, count: 400_000))
    let features = try run("features", Self.flick, "--labels", "labels.csv")
    #expect(features.status == 2)
    #expect(
      features.complaints.contains("labels.csv:2:1:")
        && features.complaints.contains("a row of more than 1 MiB: a closing quote is missing\n"),
      "\(features.complaints)")
  }

  @Test(arguments: [
    ("", "cat /dev/zero", "line 1 of its output: "),
    ("", "echo time,a; echo 0,1; cat /dev/zero", "line 3 of its output: "),
    (
      #", "log": "out.csv""#, "(echo time,a; head -c 4194304 /dev/zero) > out.csv",
      "out.csv:2: "
    ),
  ])
  func `is refused in what a program prints or writes`(
    keys: String, script: String, place: String
  ) throws {
    _ = try desk.program("program", script)
    _ = try desk.file("subject.json", "{ \"version\": 1, \"command\": [\"./program\"]\(keys) }")
    try FileManager.default.copyItem(
      atPath: "\(Self.flick)/recording.yml", toPath: desk.file("recording.yml").path)
    let shown = try Program.pantograph("replay", desk.url.path)
    #expect(shown.status == 2)
    #expect(shown.complaints.contains(place + Self.sentence), "\(shown.complaints)")
  }

  @Test(arguments: ["features", "whatif"]) func `is no path in a list`(command: String) throws {
    try endless("list", after: "\(Self.flick)/recording.yml\n")
    let program = try run(
      command, "--list", "list", "-i", "\(Self.flick)/interaction.json")
    #expect(
      program.status == 2
        && program.complaints.contains("list:2:1: a line of more than 1 MiB: this is not a list"),
      "\(program.complaints)")
  }

  @Test func `is no answer`() throws {
    try FileManager.default.copyItem(
      atPath: "\(Self.flick)/recording.yml", toPath: desk.file("a.yml").path)
    let words = ["label", "a.yml", "-o", "labels.csv", "-i"]
    let label = try Program(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", #"cat /dev/zero | "$0" "$@""#, Program.pantograph.path] + words
        + ["\(Self.flick)/interaction.json"], in: desk.url)
    #expect(label.status == 2)
    #expect(
      label.complaints.contains(
        "standard input: a line of more than 1 MiB: this is not an answer\n"),
      "\(label.complaints)")
  }
}
