import Foundation
import PantographTestSupport
import Testing

@Suite struct `Labelling` {
  private let folder: TemporaryFolder
  private static let flick = "\(Repository.recordings.path)/touchpad-flick/interaction.json"

  init() throws {
    folder = try TemporaryFolder()
    let names = ["touchpad-flick": "r/a.yml", "touchpad-pan-cancel": "r/b.yml"]
    try FileManager.default.createDirectory(
      at: folder.file("r"), withIntermediateDirectories: true)
    for (name, copy) in names {
      let example = try #require(Repository.cases.first { $0.name == name })
      try FileManager.default.copyItem(at: example.recording, to: folder.file(copy))
    }
    try FileManager.default.copyItem(at: folder.file("r/a.yml"), to: folder.file("r/c.yml"))
  }

  private func label(_ words: String..., typing text: String) throws -> Program {
    try Program(
      Program.pantograph, ["label", "r", "-i", Self.flick, "-o", "labels.csv"] + words,
      in: folder.url, typing: text)
  }

  private var table: String {
    get throws { try String(contentsOf: folder.file("labels.csv"), encoding: .utf8) }
  }

  @Test func `shows each gesture, and writes the answers`() throws {
    let program = try label("--person", "anna", typing: "f\nc\ng two-finger tap\n")
    #expect(program.status == 0 && program.complaints.isEmpty, "\(program.complaints)")
    #expect(
      try table == """
        recording,gesture,label,person,device
        r/a.yml,1,finish,anna,
        r/b.yml,,cancel,anna,
        r/c.yml,1,two-finger tap,anna,

        """)
    #expect(program.output.contains("\n  r/a.yml\n  gesture 1 of 1, ends at 0.219 s · anna · "))
    // The same values as `explain`.
    #expect(
      program.output.contains("released at fraction 0.73, 32.8 mm along, 2.3 mm across in 0.160 s"))
    #expect(program.output.contains("\n  no gesture: no touches match the interaction's gesture\n"))
    #expect(program.output.contains("  3 labels written to labels.csv\n"))
    // At most 80 columns.
    #expect(program.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let features = try Program(
      Program.pantograph, ["features", "r", "-i", Self.flick, "--labels", "labels.csv"],
      in: folder.url)
    #expect(features.status == 0)
    #expect(features.output.contains("\nr/b.yml,0,0.59"))
    #expect(features.output.contains(",none,cancel,anna,"))
    #expect(features.output.contains(",released,two-finger tap,anna,"))
  }

  @Test func `leaves additional columns of a table empty`() throws {
    let head = "recording,gesture,label,person,device,day,note\n"
    let row = "r/a.yml,1,finish,anna,,monday,slow\n"
    _ = try folder.file("labels.csv", head + row)
    // The first answer is replaced by another one.
    #expect(try label(typing: "c\nb\nn\nf\n").status == 0)
    #expect(try table == head + row + "r/b.yml,,nothing,,,,\nr/c.yml,1,finish,,,,\n")
  }

  @Test func `resumes, and goes back`() throws {
    #expect(try label(typing: "n\nq\n").status == 0)
    #expect(try table.hasSuffix("\nr/a.yml,1,nothing,,\n"))
    // An editor has left the last line without a line break.
    try Data(try table.dropLast().utf8).write(to: folder.file("labels.csv"))
    let second = try label(typing: "b\nc\nb\nn\nf\n")
    #expect(second.output.contains("  this is the first gesture\n"))
    #expect(second.output.contains("  2 labels written to labels.csv, 1 labelled before\n"))
    #expect(
      try table == """
        recording,gesture,label,person,device
        r/a.yml,1,nothing,,
        r/b.yml,,nothing,,
        r/c.yml,1,finish,,

        """)
    let third = try label(typing: "")
    #expect(third.status == 0)
    #expect(third.output == "  0 labels written to labels.csv, 3 labelled before\n")
  }

  @Test func `can change the last answer`() throws {
    let program = try label(typing: "f\nc\nn\nb\nc\nb\nb\ns\nn\nx\nf\n")
    #expect(program.status == 0, "\(program.complaints)")
    #expect(program.output.contains("no more gestures · b back · any other key quits: "))
    // Goes back to the last gesture, then to the one before, which is skipped.
    #expect(
      try table == """
        recording,gesture,label,person,device
        r/a.yml,1,finish,,
        r/b.yml,,cancel,,
        r/c.yml,1,nothing,,

        """)
    #expect(program.output.contains("  3 labels written to labels.csv\n"))
  }

  @Test func `asks once about a recording with two names`() throws {
    let program = try Program(
      Program.pantograph,
      ["label", "r/a.yml", "./r/a.yml", "r/../r/a.yml", "-i", Self.flick, "-o", "labels.csv"],
      in: folder.url, typing: "f\ns\nc\n")
    #expect(program.status == 0, "\(program.complaints)")
    #expect(
      try table == "recording,gesture,label,person,device\nr/a.yml,1,finish,,\n")
  }

  @Test func `repeats the question after an unknown answer`() throws {
    let program = try label(typing: "x\n\ng\n\ng Finsh\ng\nscroll\n")
    #expect(program.output.contains("unknown answer"))
    #expect(program.output.contains("unknown label 'Finsh'; did you mean 'finish'?"))
    #expect(try table.hasSuffix("\nr/a.yml,1,scroll,,\n"))
  }

  @Test(
    arguments: [
      ("time,fraction\n", "labels.csv:1:1: missing column 'recording'; "),
      (
        "recording,label\n",
        "labels.csv:1:1: the columns must begin with recording,gesture,label,"
      ),
      ("{}\n", "labels.csv:1:1: missing column 'recording'; "),
      (
        "recording,gesture,label,person,device\nr/a.yml,\"1,fin\n",
        "labels.csv:2:9: missing closing quote"
      ),
    ])
  func `appends nothing to a file of another kind`(text: String, sentence: String) throws {
    _ = try folder.file("labels.csv", text)
    let program = try label(typing: "f\n")
    #expect(program.status == 2 && program.complaints.contains(sentence), "\(program.complaints)")
    #expect(try table == text)
  }

  @Test(arguments: ["--listen", "--token"])
  func `needs a page for an option of its server`(option: String) throws {
    let program = try label(option, "12345678", typing: "f\n")
    #expect(program.status == 2)
    #expect(program.complaints == "pantograph label: \(option) requires --serve\n")
  }

  @Test(.enabled(if: Program.hasWeb, "built without the web server"))
  func `on a page reports a port that is in use, and unusable recordings`() throws {
    _ = try folder.file("r/broken.yml", "ndevices: 1\n")
    let serve = ["--serve", "--listen", "0"]
    let first = try RunningProgram(
      Program.pantograph,
      ["label", folder.file("r").path, "-i", Self.flick, "-o", folder.file("labels.csv").path]
        + serve)
    try first.wait { $0.complaints.contains("open http://127.0.0.1:") }
    #expect(first.complaints.contains("r/broken.yml"))
    let port = try #require(
      first.complaints.split(separator: "127.0.0.1:").last?.prefix { $0 != "/" })
    let second = try label("--serve", "--listen", String(port), typing: "")
    #expect(second.status == 2)
    #expect(second.complaints.contains(":\(port): in use by "), "\(second.complaints)")
    first.signal(SIGINT)
    #expect(first.wait() == 2)
    #expect(first.output == "  0 labels written to \(folder.file("labels.csv").path)\n")
    #expect(!FileManager.default.fileExists(atPath: folder.file("labels.csv").path))
  }

  @Test func `keeps every answer when the program is killed`() throws {
    let program = try RunningProgram(
      Program.pantograph,
      ["label", folder.file("r").path, "-i", Self.flick, "-o", folder.file("labels.csv").path])
    program.type("f\n")
    while !program.output.contains("r/b.yml") { Thread.sleep(forTimeInterval: 0.01) }
    program.signal(9)
    #expect(program.wait() == -1)
    program.closeInput()
    #expect(try table.hasSuffix("\nr/a.yml,1,finish,,\n"))
  }

  /// Presses keys on a terminal, ends the program, and returns the state of the terminal.
  private static let terminal = """
    import os, pty, select, sys, termios, time
    leader, follower = pty.openpty()
    before = termios.tcgetattr(follower)
    child = os.fork()
    if child == 0:
        os.setsid()
        for number in range(3): os.dup2(follower, number)
        os.execv(sys.argv[2], sys.argv[2:])
    said = b""
    def until(text):
        global said
        while text not in said:
            if not select.select([leader], [], [], 60)[0]: sys.exit("nothing: " + repr(said))
            said += os.read(leader, 65536)
        said = said[said.index(text) + len(text):]
    until(b"quit: ")
    while termios.tcgetattr(follower)[3] & termios.ICANON: time.sleep(0.01)
    os.write(leader, b"f")
    until(b"quit: ")
    while termios.tcgetattr(follower)[3] & termios.ICANON: time.sleep(0.01)
    if sys.argv[1] == "key": os.write(leader, b"q")
    else: os.kill(child, int(sys.argv[1]))
    until(b"written")
    _, status = os.waitpid(child, 0)
    assert termios.tcgetattr(follower) == before, "the terminal is not as it was"
    sys.exit(os.waitstatus_to_exitcode(status))
    """

  @Test(
    .enabled(if: OtherProgram.python != nil, OtherProgram.absence("python3")),
    arguments: ["key", "2", "15"])
  func `reads single keys on a terminal, and restores it`(end: String) throws {
    let python = try #require(OtherProgram.python)
    let program = try Program(
      python,
      [
        "-c", Self.terminal, end, Program.pantograph.path, "label", "r", "-i", Self.flick, "-o",
        "labels.csv",
      ], in: folder.url)
    #expect(program.status == 0, "\(program.complaints)")
    #expect(try table.hasSuffix("\nr/a.yml,1,finish,,\n"))
  }
}
