import Foundation
import PantographTestSupport
import Testing

/// The key `socket` of `subject.json`: a program under test connects to a Unix socket and writes its table there.
@Suite("The socket of a program under test") struct ProgramSocketTests {
  private let desk: TemporaryFolder

  /// A program that sends its input to the socket, in the language whose compiler Swift comes with.
  private static let sender = Result {
    let folder = try TemporaryFolder()
    _ = try folder.file(
      "send.c",
      """
      #include <stdio.h>
      #include <stdlib.h>
      #include <sys/socket.h>
      #include <sys/un.h>
      #include <unistd.h>

      int main(void) {
        struct sockaddr_un address = { .sun_family = AF_UNIX };
        snprintf(address.sun_path, sizeof address.sun_path, "%s", getenv("PANTOGRAPH_SOCKET"));
        int connection = socket(AF_UNIX, SOCK_STREAM, 0);
        if (connect(connection, (struct sockaddr *)&address, sizeof address) < 0) return 4;
        char bytes[65536];
        ssize_t count;
        while ((count = read(0, bytes, sizeof bytes)) > 0)
          if (write(connection, bytes, count) != count) return 5;
        return 0;
      }
      """)
    let words = ["clang", "-O1", "-Wall", "-Werror", "send.c", "-o", "send"]
    let build = try Program(URL(fileURLWithPath: "/usr/bin/env"), words, in: folder.url)
    #expect(build.status == 0, "\(build.complaints)")
    return try Data(contentsOf: folder.file("send"))
  }

  init() throws {
    desk = try TemporaryFolder()
    let files = FileManager.default
    try files.copyItem(
      at: Repository.recordings.appendingPathComponent("touchscreen-drag/recording.yml"),
      to: desk.file("recording.yml"))
    let bytes = desk.file("bytes")
    _ = files.createFile(
      atPath: bytes.path, contents: try Self.sender.get(), attributes: [.posixPermissions: 0o700])
    try desk.program("send", copying: bytes)
    try files.removeItem(at: bytes)
    try files.createDirectory(at: desk.file("tmp"), withIntermediateDirectories: false)
  }

  /// Writes the case: a shell script that uses `./send`.
  private func subject(_ script: String, _ more: String = "") throws {
    _ = try desk.program("program", script)
    _ = try desk.file(
      "subject.json",
      "{ \"version\": 1, \"command\": [\"./program\"], \"socket\": true\(more) }")
  }

  private func start(in temporary: String) throws -> RunningProgram {
    try RunningProgram(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["TMPDIR=\(temporary)", Program.pantograph.path, "replay", desk.url.path])
  }

  private func replay(_ script: String, _ more: String = "") throws -> Program {
    try subject(script, more)
    return try Program(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["TMPDIR=\(desk.file("tmp").path)", Program.pantograph.path, "replay", desk.url.path])
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: desk.file(name), encoding: .utf8)
  }

  private func expectNothingLeft() throws {
    #expect(try FileManager.default.contentsOfDirectory(atPath: desk.file("tmp").path).isEmpty)
  }

  /// What it prints has no effect, and nothing of its input is cut off.
  @Test(arguments: [
    "", ", \"input\": \"ndjson\"", ", \"pace\": \"real\", \"rest\": 0.1",
  ])
  func `receives the table, however the program gets its input`(more: String) throws {
    let shown = try replay(
      "echo time,printed; (echo time,a,event; echo 0,1,; cat > rows; echo 1,2,ends) | ./send", more)
    #expect(shown.status == 0, "\(shown)")
    #expect(shown.output == "time,a,event\n0.000000,1.0,\n1.000000,2.0,ends\n")
    #expect(try text("rows").contains("ended"))
    try expectNothingLeft()
  }

  /// The program has ended long before everything that it started has written.
  @Test func `receives what another process sends`() throws {
    let shown = try replay(
      "(echo time,a; echo 0,1; sleep 0.3; echo 1,2) | setsid ./send > /dev/null 2>&1 &"
        + " sleep 0.1")
    #expect(shown.status == 0 && shown.output.hasSuffix("1.000000,2.0\n"), "\(shown)")
  }

  @Test func `is only its owner's, and gone afterwards`() throws {
    let shown = try replay(
      "stat -c %a \"${PANTOGRAPH_SOCKET%/*}\" > mode; echo \"$PANTOGRAPH_SOCKET\" > path;"
        + " printf 'time,a\\n0,1\\n' | ./send; cat > rows")
    #expect(shown.status == 0, "\(shown)")
    #expect(try text("mode") == "700\n")
    #expect(try text("path").hasPrefix(desk.file("tmp").path + "/pantograph-"))
    try expectNothingLeft()
  }

  /// The address of a socket has 107 bytes.
  @Test(arguments: [83, 84]) func `has a path that an address can hold`(length: Int) throws {
    let above = desk.url.path
    let folder = above + "/" + String(repeating: "x", count: length - above.count - 1)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try subject(
      "echo \"$PANTOGRAPH_SOCKET\" > path; printf 'time,a\\n0,1\\n' | ./send; cat > rows")
    let program = try start(in: folder)
    #expect(program.wait() == 0, "\(program.complaints)")
    let path = try text("path").dropLast()
    #expect(path.hasPrefix(length == 83 ? folder : "/tmp/pantograph-") && path.utf8.count <= 107)
    #expect(!FileManager.default.fileExists(atPath: String(path)))
  }

  @Test(arguments: [
    ("cat > rows", "has ended and not connected to the socket in PANTOGRAPH_SOCKET"),
    ("exit 3", "ended with status 3"),
    ("printf 'time,a\\n0,1\\n' | ./send; exit 3", "ended with status 3"),
    ("echo time,a | ./send; echo 0,1 | ./send", "a second connection to the socket"),
    ("(echo time,a; ./send < program; cat) | ./send", "a second connection to the socket"),
    ("./send < /dev/null", "wrote nothing; expected a table"),
    ("echo 1,2 | ./send", "no table in 1 line"),
    ("printf 'time,a\\n0,x\\n' | ./send", "line 2 of what it sent: a: expected a number"),
    ("printf '\\377\\000\\n\\200x\\n' | ./send", "no table in 2 lines"),
    ("yes | ./send", "sent more than 64 MiB"),
    (
      "./send < /dev/zero",
      "line 1 of what it sent: a line of more than 1 MiB: this is not a table; end each row"
    ),
    ("exec sleep 1004", "has not ended after 1 s"),
    ("(echo time,a; sleep 1005) | ./send", "has not ended after 1 s"),
    (
      "(echo time,a; sleep 1006) | ./send > /dev/null 2>&1 &",
      "has ended, but a process that it started"
    ),
  ])
  func `fails in a sentence and leaves nothing`(script: String, sentence: String) throws {
    let waits = script.contains("sleep")
    let shown = try replay(script, waits ? ", \"timeLimit\": 1" : "")
    #expect(shown.status == 2 && shown.complaints.contains("program: " + sentence), "\(shown)")
    try expectNothingLeft()
  }

  /// The program runs in another folder.
  @Test func `is in no relative folder`() throws {
    try subject("printf 'time,a\\n0,1\\n' | ./send; cat > rows")
    let program = try start(in: ".")
    #expect(program.wait() == 0, "\(program.complaints)")
  }

  @Test(arguments: [SIGINT, SIGTERM]) func `is removed on an interruption`(signal: Int32) throws {
    try subject("(echo time,a; echo x > begun; sleep 1007) | ./send")
    let program = try start(in: desk.file("tmp").path)
    try program.wait { _ in FileManager.default.fileExists(atPath: desk.file("begun").path) }
    program.signal(signal)
    #expect(program.wait() != 0)
    try expectNothingLeft()
  }

  @Test(arguments: [
    (
      #""command": ["a"], "socket": true, "log": "x.csv""#,
      ":1:57: log: not together with socket: leave one out"
    ),
    (
      #""page": "a.html", "elements": {"a": "b"}, "socket": true"#,
      ":1:68: socket: only for a command: leave it out"
    ),
    (#""command": ["a"], "socket": "x""#, ":1:44: socket: expected true or false"),
  ])
  func `is described by a file whose mistakes have a place`(keys: String, mistake: String) throws {
    _ = try desk.file("subject.json", "{\"version\": 1, \(keys)}")
    let shown = try Program.pantograph("replay", desk.url.path)
    #expect(shown.status == 2 && shown.complaints.contains("subject.json\(mistake)"), "\(shown)")
  }
}
