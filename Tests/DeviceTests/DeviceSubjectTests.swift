import Foundation
import PantographTestSupport
import Testing

extension `A virtual device` {
  /// `Tests/Examples/drawer-device`: a program that reads the device by itself, accepted, changed and checked again.
  @Test func `drives a program under test, whose changes are found`() throws {
    let desk = try TemporaryFolder()
    let folder = Repository.root.appendingPathComponent("Tests/Examples/drawer-device")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.copyItem(
        at: folder.appendingPathComponent(name), to: desk.file(name))
    }
    // By the guest's clock, programs start slowly.
    let subject = try String(contentsOf: desk.file("subject.json"), encoding: .utf8)
    _ = try desk.file(
      "subject.json",
      subject.replacing("\"version\": 1", with: "\"version\": 1, \"timeLimit\": 600"))
    let source = try String(contentsOf: desk.file("drawer.c"), encoding: .utf8)
    func build(_ old: String = "", _ new: String = "") throws {
      #expect(old.isEmpty || source.contains(old))
      _ = try desk.file("drawer.c", old.isEmpty ? source : source.replacing(old, with: new))
      let words = ["clang", "-O1", "-Wall", "-Werror", "drawer.c", "-o", "drawer", "-lm"]
      let build = try Program(URL(fileURLWithPath: "/usr/bin/env"), words, in: desk.url)
      #expect(build.status == 0, "\(build.complaints)")
    }
    try build()
    // On a busy machine, one of three tries may differ.
    let accept = try Program.pantograph("check", "--accept", "--even-silent", desk.url.path)
    #expect(accept.status == 1)
    let accepted = try String(contentsOf: desk.file("expected.csv"), encoding: .utf8)
    #expect(accepted.contains(",,opens\n"))
    // 76 mm, by the recording; the drawer opens from there.
    let before = accepted.split(separator: "\n").map { $0.split(separator: ",") }
      .last { $0.count == 2 && (Double($0[0]) ?? 2) < 1 }
    #expect(abs((before.flatMap { Double($0[1]) } ?? 0) - 76) < 2)
    for _ in 0..<2 {
      let same = try Program.pantograph("check", desk.url.path)
      #expect(same.status == 0, "\(same)")
    }
    try measure(desk)
    try build("offset > height / 2", "offset > height * 0.9")
    let closed = try Program.pantograph("check", desk.url.path)
    #expect(closed.status == 1 && closed.output.contains("'closes' at 1.00"), "\(closed)")
    #expect(closed.output.contains("instead of 'opens'"))
    try build("stiffness = 14", "stiffness = 10")
    let slower = try Program.pantograph("check", desk.url.path)
    #expect(slower.status == 1 && slower.output.contains("drawer.offset is"), "\(slower)")
  }

  /// The other commands take a program that reads a device, too: twice the same is within its tolerances.
  private func measure(_ desk: TemporaryFolder) throws {
    let features = try Program.pantograph("features", desk.url.path, "-o", "-")
    #expect(features.status == 0, "\(features)")
    #expect(features.output.split(separator: "\n").count == 2, "\(features)")
    let compare = try Program.pantograph(
      "compare", desk.url.path, "--subject", desk.file("subject.json").path)
    #expect(compare.status == 0 && compare.output.contains("drawer.offset"), "\(compare)")
    let again = try desk.file(
      "again.csv", Program.pantograph("replay", desk.url.path, "--format", "csv").output)
    let diff = try Program.pantograph(
      "diff", desk.file("expected.csv").path, again.path, "--tolerance", "2,0.05")
    #expect(diff.status == 0, "\(diff)")
  }

  @Test(arguments: [
    ("echo time,a", "ended before the recording was played; it must run until SIGTERM"),
    ("echo time,a; exit 3", "ended with status 3"),
    ("sleep 1000", "has written no line for"),
    ("echo time,a; exec sleep 1000", "no row with a value"),
    (ends("exit 3"), "ended with status 3"),
    (ends("kill -SEGV $$"), "ended by signal 11"),
    (ends("exit 143"), "no row with a value"),
    ("trap '' TERM; echo time,a; sleep 1000", "does not end after SIGTERM"),
  ])
  func `reports what is wrong with a program under test`(script: String, sentence: String) throws {
    let replay = try replay(script)
    #expect(replay.status == 2 && replay.complaints.contains(sentence), "\(replay)")
  }

  /// A shell script that does something at SIGTERM; `wait` ends at once then, and `sleep` does not.
  private static func ends(_ words: String) -> String {
    "trap '\(words)' TERM; echo time,a; sleep 1000 & wait"
  }

  @Test(arguments: [
    ("exec sleep 1000", "has written no line to the socket in PANTOGRAPH_SOCKET for"),
    ("\(connected); syswrite S, qq(time,a\\n); close S; sleep 1000'", "has closed its connection"),
    ("\(connected); syswrite S, qq(time,a\\n); exit 3'", "ended with status 3"),
  ])
  func `reports what is wrong with a socket`(script: String, sentence: String) throws {
    let replay = try replay(script, ", \"socket\": true")
    #expect(replay.status == 2 && replay.complaints.contains(sentence), "\(replay)")
  }

  @Test func `receives the table of a program under test through a socket`() throws {
    let rows = "qq(# zero 0\\n0,1\\n1,2\\n)"
    let replay = try replay(
      "\(Self.connected); $SIG{TERM} = sub { syswrite S, \(rows); exit }; syswrite S, qq(time,a\\n);"
        + " sleep 1000'", ", \"socket\": true")
    #expect(replay.status == 0, "\(replay)")
    #expect(replay.output == "time,a\n0.000000,1.0\n1.000000,2.0\n")
  }

  /// The beginning of a program in Perl, which every Debian has.
  private static let connected =
    "exec perl -MSocket -e 'socket(S, AF_UNIX, SOCK_STREAM, 0);"
    + " connect(S, sockaddr_un($ENV{PANTOGRAPH_SOCKET})) or die"

  private func replay(_ script: String, _ more: String = "") throws -> Program {
    let desk = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: Repository.root.appendingPathComponent("Tests/Examples/drawer-device/recording.yml"),
      to: desk.file("recording.yml"))
    _ = try desk.program("program", script)
    _ = try desk.file(
      "subject.json",
      """
      { "version": 1, "command": ["./program"], "input": "device", "timeLimit": 600\(more) }
      """)
    return try Program.pantograph("replay", desk.url.path)
  }
}
