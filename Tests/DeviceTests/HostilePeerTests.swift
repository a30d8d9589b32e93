import Foundation
import PantographTestSupport
import Testing

/// Peers of `live` that harm it, and disks of servers that are full.
extension `A virtual device` {
  private static let flick = Repository.recordings.appendingPathComponent("touchpad-flick")

  /// A program in Python with its arguments.
  private func python(_ script: String, _ words: String...) throws -> RunningProgram {
    try RunningProgram(Tool.python, ["-c", script] + words)
  }

  /// The most memory that a program has had so far, in kilobytes.
  private func peak(of program: RunningProgram) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(program.identifier)/status", encoding: .utf8)
    return try #require(status.firstMatch(of: /VmHWM:\s+(\d+) kB/).flatMap { Int($0.1) })
  }

  private func descriptors(of program: RunningProgram) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(program.identifier)/fd").count
  }

  private func address(in program: RunningProgram, after words: String) throws -> String {
    let text = try #require(program.complaints.components(separatedBy: words).dropFirst().first)
    return String(text.prefix { !$0.isWhitespace && $0 != ";" })
  }

  @Test func `is followed line by line beside peers that harm the servers`() throws {
    let folder = try TemporaryFolder()
    let interaction = Self.flick.appendingPathComponent("interaction.json").path
    let (player, node) = try player(of: Self.flick.appendingPathComponent("recording.yml").path)
    let socket = folder.file("live").path
    let live = try start(
      "live", node, "-i", interaction, "--socket", socket, "--serve", "--listen", "127.0.0.1:0",
      "--patience", "0.5")
    let recording = folder.file("recording.yml").path
    let recorder = try start("record", node, "--output", recording)
    for program in [live, recorder] {
      try wait(for: program) { $0.complaints.contains("press Ctrl-C to stop") }
    }
    let page = try address(in: live, after: "open ")
    let followers = [
      try python(
        """
        import socket, sys
        follower = socket.socket(socket.AF_UNIX)
        follower.connect(sys.argv[1])
        print("here", file=sys.stderr, flush=True)
        while piece := follower.recv(65536): sys.stdout.buffer.write(piece); sys.stdout.flush()
        """, socket),
      try python(
        """
        import sys, urllib.request
        stream = urllib.request.urlopen(sys.argv[1].replace("/?", "/stream?format=ndjson&"))
        print("here", file=sys.stderr, flush=True)
        # A line without a time describes the stream.
        for line in stream:
          if line.startswith(b'{"time"'): sys.stdout.buffer.write(line); sys.stdout.flush()
        """, page),
    ]
    for follower in followers { try wait(for: follower) { $0.complaints.contains("here") } }
    try live.waitUntilAsleep()
    let before = (peak: try peak(of: live), descriptors: try descriptors(of: live))

    let script = Repository.script("hostile_peers.py")
    let peers = try RunningProgram(Tool.python, [script.path, page, socket])
    try wait(for: peers) { $0.output.contains("attacking") }
    for turn in 1...2 {
      player.pressEnter()
      try waitUntilPlayed(by: player, times: turn)
      for follower in followers {
        try wait(for: follower) {
          $0.output.components(separatedBy: #""event":"completed""#).count > turn
        }
      }
    }
    peers.pressEnter()
    #expect(peers.wait() == 0, "\(peers.complaints)")
    let turns = Int(peers.output.split(separator: "\n").last ?? "") ?? 0
    #expect(turns >= 2)
    // Three times 8 MiB arrive in each turn without a line break, and 100 MiB at the socket. A server keeps 16 KiB of a
    // request, and has 64 guests at most.
    let growth = try peak(of: live) - before.peak
    #expect(growth < 16 << 10, "\(growth) kB in \(turns) turns")
    FileHandle.standardError.write(
      Data("hostile peers: \(turns) turns, \(growth) kB more memory at most\n".utf8))
    try wait(for: live) { _ in (try? descriptors(of: live)) == before.descriptors }
    // Another well-behaved client is served.
    let late = try python(
      "import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1]).status)", page)
    #expect(late.wait() == 0 && late.output == "200\n", "\(late.complaints)")

    recorder.signal(SIGINT)
    #expect(recorder.wait() == 0)
    player.closeInput()
    #expect(player.wait() == 0 && live.wait() == 2, "\(live.complaints)")
    let replayed = try Program.pantograph(
      "replay", recording, "-i", interaction, "--format", "ndjson")
    #expect(replayed.status == 0 && replayed.output.contains(#""event":"completed""#))
    for follower in followers {
      #expect(follower.wait() == 0)
      #expect(follower.output.hasPrefix(replayed.output), "\(follower.output.prefix(2000))")
    }
  }

  @Test func `keeps both recordings of two devices on a full disk, which can be merged later`()
    throws
  {
    let folder = try TemporaryFolder()
    let gesture = folder.file("swipe.yml").path
    let made = try Program.pantograph("synth", "--by", "30,0", "--output", gesture)
    #expect(made.status == 0)
    let players = try (0..<2).map { _ in
      try start("play", gesture, "--loop", "--linger", "0.1")
    }
    for player in players { try wait(for: player) { $0.output.hasSuffix("\n") } }
    let nodes = players.map { $0.output.trimmingCharacters(in: .whitespacesAndNewlines) }
    try withDisk(64) { disk in
      let file = disk.appendingPathComponent("two.yml").path
      let recorder = try start("record", nodes[0], nodes[1], "--output", file)
      #expect(recorder.wait() == 2)
      for player in players { player.signal(SIGINT) }
      let reason = "can't be written: No space left on device; make room there, or write elsewhere"
      let files = [file, file + ".2"]
      for file in files { #expect(recorder.complaints.contains("\(file): \(reason)\n")) }
      #expect(
        recorder.complaints.hasSuffix(
          "\(file): \(reason); the recordings of the devices are kept in"
            + " \(files[0]), \(files[1])\n"), "\(recorder.complaints)")
      // All 16 pages are used; each frame that did not fit was removed as a whole.
      #expect(files.reduce(0) { $0 + size(URL(fileURLWithPath: $1)) } > 15 * 4096 - 1000)
      var frames = 0
      for file in files {
        let info = try Program.pantograph("info", "--json", file)
        #expect(info.status == 0 && info.complaints.isEmpty, "\(info)")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        frames += text.components(separatedBy: ", 0, 0, 0]").count - 1
      }
      let merged = folder.file("merged.yml")
      let convert = try Program.pantograph("convert", files[0], files[1], "-o", merged.path)
      #expect(convert.status == 0 && convert.complaints.isEmpty, "\(convert)")
      let all = try String(contentsOf: merged, encoding: .utf8)
      #expect(frames > 100 && all.components(separatedBy: ", 0, 0, 0]").count - 1 == frames)
    }
    for player in players { #expect(player.wait() == 0) }
  }

  /// `recorder --serve` and `live browser` on a disk of 64 kB, of which each recording takes a page of 4 kB.
  @Test(arguments: [["recorder", "--serve"], ["live", "browser", "--serve", "--speed", "0.1"]])
  func `is not needed for a server to refuse what a full disk does not take`(words: [String])
    throws
  {
    let interaction = Self.flick.appendingPathComponent("interaction.json").path
    let drag = """
      { "format": "pointer-recording", "version": 1, "viewport": [400, 800], "cssPxPerMm": 6.3,
        "columns": ["phase", "id", "t", "x", "y"],
        "rows": [["b", 1, 0, 100, 700], ["m", 1, 8, 150, 700], ["m", 1, 16, 300, 700],
          ["e", 1, 24, 300, 700]] }
      """
    let script = """
      import sys, urllib.request, urllib.error
      for _ in range(int(sys.argv[3])):
        try:
          answer = urllib.request.urlopen(urllib.request.Request(sys.argv[1], sys.argv[2].encode()))
        except urllib.error.HTTPError as error:
          answer = error
        print(answer.code, answer.read().decode(), end="")
      """
    try withDisk(64) { disk in
      let more = words[0] == "live" ? ["-i", interaction, "--format", "csv"] : []
      let server = try RunningProgram(
        Program.pantograph, words + more + ["--listen", "127.0.0.1:0", "--save", disk.path])
      try wait(for: server) { $0.complaints.contains("record at http://127") }
      let page = try address(in: server, after: "record at ")
      let target = String(page.replacing("/record?", with: "/recordings?").prefix { $0 != "#" })
      func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: disk.path).sorted()
      }
      let sender = try python(script, target, drag, "20")
      #expect(sender.wait() == 0, "\(sender.complaints)")
      let answers = sender.output.split(separator: "\n").map(String.init)
      let count = answers.count { $0.hasPrefix("201 ") }
      #expect(count > 10 && answers.count == 20 && count < 20, "\(answers)")
      // The next free number, again and again, which leaves no file.
      for answer in answers.dropFirst(count) {
        #expect(
          answer == "507 \(disk.path)/recording-\(count + 1).json: can't be written: No space left"
            + " on device; make room there, or write elsewhere")
      }
      #expect(try names() == (1...count).map { "recording-\($0).json" }.sorted())
      for name in try names() {
        let file = disk.appendingPathComponent(name)
        #expect(try String(contentsOf: file, encoding: .utf8) == drag)
      }
      // With room, it goes on; a recording that can't be read is refused as before.
      let last = disk.appendingPathComponent("recording-\(count).json")
      for file in [disk.appendingPathComponent("recording-\(count - 1).json"), last] {
        try FileManager.default.removeItem(at: file)
      }
      let again = try python(script, target, drag, "1")
      #expect(
        again.wait() == 0
          && again.output.hasPrefix("201 \(disk.path)/recording-\(count - 1).json, "),
        "\(again.output) \(again.complaints) \(server.complaints)")
      let bad = try python(script, target, drag.replacing("\"b\"", with: "\"z\""), "1")
      #expect(bad.wait() == 0 && bad.output.hasPrefix("422 3:"), "\(bad.output)")
      if words[0] == "live" {
        // A recording that was removed before its turn is left out, and the next one is played.
        try wait(for: server) {
          $0.complaints.contains("\n\(last.path): no such file\n")
            && $0.complaints.components(separatedBy: "recording-\(count - 1).json: 1 touch").count
              == 3
        }
      }
      server.signal(SIGINT)
      #expect(server.wait() == 0, "\(server.complaints)")
    }
  }
}
