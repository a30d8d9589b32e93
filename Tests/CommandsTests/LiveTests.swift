import Foundation
import PantographTestSupport
import Testing

private let flick = Repository.recordings.appendingPathComponent("touchpad-flick").path

@Suite struct `Live, with a recording` {
  /// At high speed, so that all cases take a few seconds.
  @Test(arguments: Repository.cases)
  func `prints the samples of replay`(example: Case) throws {
    let replayed = try Program.pantograph(
      "replay", example.recording.path, "-i", example.interaction.path, "--format", "ndjson")
    let live = try Program.pantograph(
      "live", example.folder.path, "--format", "ndjson", "--speed", "50")
    #expect(live.status == 0, "\(live.complaints)")
    #expect(live.output == replayed.output)
  }

  /// The last sample is at 0.917 s.
  @Test func `takes the time of the recording`() throws {
    let begin = Date()
    let live = try Program.pantograph("live", flick)
    #expect(live.output.contains("\n0.916667,rest,"))
    #expect(Date().timeIntervalSince(begin) >= 0.9)
  }

  @Test(arguments: [([115557], "once"), ([115557, 123823], "2 times")])
  func `reports how often events were lost`(instants: [Int], words: String) throws {
    let folder = try TemporaryFolder()
    var text = try String(contentsOfFile: flick + "/recording.yml", encoding: .utf8)
    for instant in instants {
      let report = "    - [0, \(instant), 0, 0, 0]"
      text = text.replacing(report, with: "    - [0, \(instant), 0, 3, 0]\n" + report)
    }
    let lossy = folder.file("lossy.yml")
    try text.write(to: lossy, atomically: true, encoding: .utf8)
    let live = try Program.pantograph(
      "live", lossy.path, "-i", flick + "/interaction.json", "--speed", "50")
    #expect(live.status == 0)
    #expect(live.complaints.contains("events were lost \(words) (SYN_DROPPED)\n"))
    #expect(try !Program.pantograph("live", flick, "--speed", "50").complaints.contains("lost"))
  }

  @Test func `shortens a pause of years, with the same trajectory`() throws {
    let folder = try TemporaryFolder()
    let text = try String(contentsOfFile: flick + "/recording.yml", encoding: .utf8)
    // From 0.1 s on, all times are ten years later, with the finger down.
    let jumping = folder.file("jumping.yml")
    try text.replacing(#/- \[0, (\d{6}),/#) { "- [315360000, \($0.1)," }
      .write(to: jumping, atomically: true, encoding: .utf8)
    let options = ["-i", flick + "/interaction.json", "--format", "csv"]
    let replayed = try Program(Program.pantograph, ["replay", jumping.path] + options)
    #expect(replayed.output.count < 100_000)
    // 10 s of the pause, at ten times the speed.
    let begin = Date()
    let live = try Program(
      Program.pantograph, ["live", jumping.path, "--speed", "10"] + options)
    #expect(Date().timeIntervalSince(begin) >= 1)
    #expect(live.status == 0 && live.output == replayed.output)
    #expect(
      live.complaints.contains(
        "a pause of more than an hour was shortened to 10 s, once; `pantograph info` shows"))
  }

  /// Otherwise another file would get its descriptor, and be polled.
  @Test(arguments: ["csv", "ndjson"])
  func `ends if standard output is closed`(format: String) throws {
    let live = try Program(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c", #"exec timeout 600 "$0" live "$1" --speed 50 --format "$2" >&-"#,
        Program.pantograph.path, flick, format,
      ])
    #expect(live.status == 2)
    #expect(live.complaints.contains("it is closed; write to a file"), "\(live.complaints)")
  }

  /// Nothing is written that would reveal it.
  @Test func `ends when its reader exits while nothing moves`() throws {
    let folder = try TemporaryFolder()
    let text = try String(contentsOfFile: flick + "/recording.yml", encoding: .utf8)
    let waiting = folder.file("waiting.yml")
    try text.replacing("- [0, ", with: "- [3000, ")
      .replacing("- [3000, 0, ", with: "- [0, 0, ")
      .write(to: waiting, atomically: true, encoding: .utf8)
    let live = try Program(
      URL(fileURLWithPath: "/bin/bash"),
      [
        "-c",
        #"timeout 600 "$0" live "$1" -i "$2" --format csv | head -1; echo "status ${PIPESTATUS[0]}""#,
        Program.pantograph.path, waiting.path, flick + "/interaction.json",
      ])
    #expect(live.output.hasPrefix("time,phase"))
    #expect(live.output.hasSuffix("\nstatus 0\n"), "\(live.output)")
  }

  @Test func `accepts a recording in shared memory`() throws {
    let file = "/dev/shm/pantograph-\(getpid()).yml"
    try FileManager.default.copyItem(atPath: flick + "/recording.yml", toPath: file)
    defer { try? FileManager.default.removeItem(atPath: file) }
    let interaction = flick + "/interaction.json"
    let live = try Program.pantograph("live", file, "-i", interaction, "--speed", "50")
    #expect(live.status == 0 && live.output.contains("\n0.916667,rest,"))
  }

  @Test func `repeats the recording`() throws {
    let live = try RunningProgram(
      Program.pantograph,
      ["live", flick, "--loop", "--speed", "50"])
    try live.wait { $0.output.components(separatedBy: ",rest,").count > 2 }
    live.signal(SIGTERM)
    #expect(live.wait() == 0)
    let once = try Program.pantograph(
      "live", flick, "--speed", "50"
    ).output
    let head = once.prefix { $0 != "\n" } + "\n"
    #expect(live.output.hasPrefix(once + once.dropFirst(head.count)))
  }

  @Test(arguments: [
    (["--speed", "2", "/dev/null"], "--speed requires a recording; /dev/null is a device"),
    (
      ["--format", "text", flick + "/recording.yml"],
      "--format text requires a terminal; use csv or ndjson"
    ),
    (["--patience", "banana", flick + "/recording.yml"], "expected a number from 0 to 10"),
    (["/dev/input/event9999"], "no such"),
    (["nowhere.yml"], "no such file"),
    (["--speed", "0", "x"], "expected a number from 0.01 to 1000"),
  ])
  func `reports errors`(arguments: [String], sentence: String) throws {
    let interaction = flick + "/interaction.json"
    let live = try Program(Program.pantograph, ["live", "-i", interaction] + arguments)
    #expect(live.status == 2)
    #expect(live.complaints.contains(sentence), "\(live.complaints)")
  }
}

@Suite(.enabled(if: OtherProgram.python != nil, OtherProgram.absence("python3")))
struct `A live socket` {

  private static func replayed() throws -> String {
    try Program.pantograph(
      "replay", flick + "/recording.yml", "-i", flick + "/interaction.json", "--format", "ndjson"
    ).output
  }

  /// A program that reads a socket to its end, as soon as the socket exists.
  private func reader(_ path: String) throws -> RunningProgram {
    let script = """
      import socket, sys, time
      follower = socket.socket(socket.AF_UNIX)
      for _ in range(600):
        try: follower.connect(sys.argv[1]); break
        except OSError: time.sleep(0.05)
      while piece := follower.recv(65536):
        sys.stdout.buffer.write(piece)
      """
    return try RunningProgram(try #require(OtherProgram.python), ["-c", script, path])
  }

  @Test func `sends each sample and event, and is removed at the end`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("live").path
    let reader = try reader(path)
    let live = try RunningProgram(
      Program.pantograph, ["live", flick, "--socket", path, "--speed", "5"])
    try live.wait { _ in FileManager.default.fileExists(atPath: path) }
    #expect(live.wait() == 0)
    #expect(reader.wait() == 0)
    #expect(reader.output == (try Self.replayed()))
    #expect(live.output == "")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `can be read only by its owner, and replaces an abandoned socket`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("live").path
    for _ in 1...2 {
      let live = try RunningProgram(Program.pantograph, ["live", flick, "--socket", path])
      try live.wait { $0.complaints.contains("following") }
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)

      let second = try Program.pantograph("live", flick, "--socket", path)
      #expect(second.status == 2)
      #expect(second.complaints.contains("in use by another program"))
      // When killed, the program leaves its socket behind.
      live.signal(SIGKILL)
      #expect(live.wait() == -1)
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func `replaces no other file`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("thesis.txt", "all of it").path
    let live = try Program.pantograph("live", flick, "--socket", path)
    #expect(live.status == 2 && live.complaints.contains("exists and is not a socket"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "all of it")
    let long = try Program.pantograph(
      "live", flick, "--socket", folder.file(String(repeating: "x", count: 108)).path)
    #expect(long.status == 2 && long.complaints.contains("about 100 bytes at most"))
  }

  /// 10,000 samples per second for 3 s exceed the buffers of a socket and of the server.
  @Test func `disconnects a client that reads nothing, without delay for others`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("live").path
    let script = """
      import socket, sys, time
      readers = []
      while len(readers) < 40:
        follower = socket.socket(socket.AF_UNIX)
        try: follower.connect(sys.argv[1])
        except OSError: time.sleep(0.05); continue
        readers.append(follower)
      print("here", flush=True)
      sys.stdin.readline()
      """
    let sleepers = try RunningProgram(
      try #require(OtherProgram.python), ["-c", script, path])
    let gesture = folder.file("swipe.evemu").path
    _ = try Program.pantograph("synth", "--duration", "3", "--output", gesture)
    let interaction = flick + "/interaction.json"
    let live = try RunningProgram(
      Program.pantograph,
      [
        "live", gesture, "-i", interaction, "--socket", path, "--format", "ndjson", "--rate",
        "10000",
      ])
    #expect(live.wait() == 0)
    let replayed = try Program.pantograph(
      "replay", gesture, "-i", interaction, "--format", "ndjson", "--rate", "10000")
    #expect(live.output == replayed.output)
    #expect(live.complaints.contains("slow client"))
    sleepers.pressEnter()
    #expect(sleepers.wait() == 0)
  }
}

@Suite(.enabled(if: Tmux.isHere, Tmux.absence)) struct `A live screen` {
  private static let command =
    "\(Program.pantograph.path) live \(flick) --speed 0.5 --loop"

  enum End: String, CaseIterable {
    case key = "q"
    case interrupt = "C-c"
    case quit = "C-\\"
    case termination = "TERM"
    case crash = "SEGV"
  }

  @Test(arguments: End.allCases, [(80, 24), (200, 50)])
  func `shows the state, and restores the terminal`(
    end: End, size: (columns: Int, rows: Int)
  ) throws {
    let terminal = try Tmux(columns: size.columns, rows: size.rows)
    try terminal.enter("echo earlier work; stty -a | tail -n +2 | md5sum")
    let before = try terminal.wait { $0.contains("earlier work") && $0.contains("  -") }
    try terminal.enter(Self.command)
    let shown = try terminal.wait { $0.contains("finish: fraction 0.73 is above 0.50, by 0.23") }
    #expect(shown.hasPrefix("Pantograph Touchpad"))
    #expect(shown.contains("q or Ctrl-C ends"))
    #expect(!shown.contains("earlier work"))
    #expect(try terminal.state() == (false, true))

    // Resized while it runs: every line fits the screen, and the last one is at the bottom.
    for (columns, rows) in [(size.columns / 2, size.rows / 2), (size.columns + 9, size.rows + 3)] {
      try terminal.resize(columns: columns, rows: rows)
      try terminal.wait { screen in
        let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.dropLast().last?.hasPrefix("gesture") ?? false && lines.count == rows + 1
      }
    }
    try terminal.resize(columns: size.columns, rows: size.rows)

    switch end {
    case .key, .interrupt, .quit: try terminal.press(end.rawValue)
    case .termination, .crash:
      _ = try Program(
        try #require(OtherProgram.find("pkill")),
        ["-\(end.rawValue)", "-P", terminal.shell(), "pantograph"])
    }
    try terminal.wait { $0.contains("earlier work") }
    #expect(try terminal.state() == (true, false))
    try terminal.enter("clear; stty -a | tail -n +2 | md5sum")
    let sum = before.split(separator: "\n").first { $0.contains("  -") }
    try terminal.wait { $0.split(separator: "\n").contains { $0 == sum } }
  }

  @Test func `can be suspended and resumed`() throws {
    let terminal = try Tmux(columns: 80, rows: 24)
    try terminal.enter("bash --norc")
    try terminal.enter("echo earlier work")
    try terminal.wait { $0.contains("\nearlier work") }
    try terminal.enter(Self.command)
    try terminal.wait { $0.contains("q or Ctrl-C ends") }
    try terminal.press("C-z")
    try terminal.wait { $0.contains("earlier work") && $0.contains("Stopped") }
    #expect(try terminal.state() == (true, false))
    try terminal.enter("fg")
    try terminal.wait { $0.hasPrefix("Pantograph Touchpad") && $0.contains("q or Ctrl-C ends") }
    try terminal.press("q")
    try terminal.wait { $0.contains("earlier work") }
  }
}
