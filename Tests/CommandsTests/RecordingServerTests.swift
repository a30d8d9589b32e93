import Foundation
import PantographTestSupport
import Testing

/// `recorder --serve` and `live browser`, which save the recordings of browsers.
@Suite("A served recorder", .enabled(if: Program.hasWeb, "built without the web server"))
struct RecordingServerTests {
  private let desk: TemporaryFolder

  init() throws {
    desk = try TemporaryFolder()
  }

  /// Starts a command that serves the recorder's page, and returns it with the page's address.
  ///
  /// - Parameter blocks: the largest size of a file, in blocks of 512 bytes; `nil` for no limit.
  private func serve(
    _ words: [String], blocks: Int? = nil
  ) throws -> (program: RunningProgram, address: String) {
    let limit = blocks.map { "trap '' XFSZ; ulimit -f \($0); " } ?? ""
    // A trajectory is longer than a small file, depending on when it is interrupted.
    let results = blocks != nil && words[0] == "live" ? " >/dev/null" : ""
    let program = try RunningProgram(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", #"\#(limit)exec "$0" "$@"\#(results)"#, Program.pantograph.path] + words
        + ["--listen", "0", "--save", desk.url.path])
    try program.wait { $0.complaints.contains("record at http://127") }
    let texts = program.complaints.split(whereSeparator: \.isWhitespace)
    return (program, String(try #require(texts.first { $0.hasPrefix("http://127") })))
  }

  /// Sends a recording as the page does, and returns the answer.
  private func send(_ recording: String, to address: String) throws -> String {
    let file = try desk.file("sent.json", recording).path
    let target = address.replacing("/record?", with: "/recordings?").prefix { $0 != "#" }
    let script = """
      import sys, urllib.request, urllib.error
      try:
          body = open(sys.argv[2], "rb").read()
          print(urllib.request.urlopen(urllib.request.Request(sys.argv[1], body)).read().decode())
      except urllib.error.HTTPError as error:
          print(error.code, error.read().decode())
      """
    return try Program(#require(OtherProgram.python), ["-c", script, String(target), file]).output
  }

  /// Four recordings of 4 MiB arrive at once; afterwards a program needs no more memory than for one of a few bytes.
  @Test(.enabled(if: OtherProgram.python != nil, OtherProgram.absence("python3")))
  func `gives back the memory of what it has read`() throws {
    let (recorder, address) = try serve(["recorder", "--serve"])
    defer {
      recorder.signal(SIGKILL)
      _ = recorder.wait()
    }
    _ = try send(Self.drag, to: address)
    func resident() throws -> Int {
      let status = try String(
        contentsOfFile: "/proc/\(recorder.identifier)/status", encoding: .utf8)
      return try #require(status.firstMatch(of: /VmRSS:\s+(\d+) kB/).flatMap { Int($0.1) })
    }
    let before = try resident()
    let target = address.replacing("/record?", with: "/recordings?").prefix { $0 != "#" }
    let script = """
      import sys, threading, time, urllib.request
      rows = ",".join('["m", 1, %d, %d, 700]' % (8 * i, i % 400) for i in range(1, 150000))
      body = ('{ "format": "pointer-recording", "version": 1, "viewport": [400, 800], "cssPxPerMm": 6.3,'
              '"columns": ["phase", "id", "t", "x", "y"], "rows": [["b", 1, 0, 100, 700],' + rows + ']}').encode()
      assert 3 << 20 < len(body) < 4 << 20, len(body)
      def send():
          # A busy server lets a sender wait for too long, who sends it again.
          while True:
              try: return urllib.request.urlopen(urllib.request.Request(sys.argv[1], body)).read()
              except OSError: time.sleep(0.1)
      threads = [threading.Thread(target=send) for _ in range(4)]
      for thread in threads: thread.start()
      for thread in threads: thread.join()
      """
    let sent = try Program(#require(OtherProgram.python), ["-c", script, String(target)])
    #expect(sent.status == 0, "\(sent.complaints)")
    // What was not read would have taken no memory.
    try recorder.wait { $0.output.split(separator: "\n").count >= 5 }
    // In kilobytes; the last reply is sent a moment before.
    try recorder.wait { _ in (try? resident()).map { $0 < before + 8 << 10 } ?? false }
  }

  private static let drag = """
    { "format": "pointer-recording", "version": 1, "viewport": [400, 800], "cssPxPerMm": 6.3,
      "columns": ["phase", "id", "t", "x", "y"],
      "rows": [["b", 1, 0, 100, 700], ["m", 1, 8, 150, 700], ["m", 1, 16, 300, 700],
        ["e", 1, 24, 300, 700]] }
    """

  @Test(.enabled(if: OtherProgram.python != nil, OtherProgram.absence("python3")))
  func `saves each recording under the next number, and prints its path`() throws {
    _ = try desk.file("recording-1.json", "mine")
    let (recorder, address) = try serve(["recorder", "--serve"])
    #expect(try send(Self.drag, to: address).contains("recording-2.json, 1 touch in 0.02 s"))
    #expect(try send(Self.drag, to: address).contains("recording-3.json"))
    let answer = try send("{ \"format\": \"pointer-recording\", \"version\": 7 }", to: address)
    #expect(answer.contains("422 1:") && answer.contains("version 1"), "\(answer)")
    let foreign = try send("{ \"a\": 1 }", to: address)
    #expect(foreign.contains("422 1:1: not a recording of the format pointer-recording"))
    try recorder.wait { $0.output.contains("recording-3.json\n") }
    recorder.signal(SIGINT)
    #expect(recorder.wait() == 0)
    let paths = recorder.output.split(separator: "\n")
    #expect(
      paths.map { $0.split(separator: "/").last } == ["recording-2.json", "recording-3.json"])
    #expect(try String(contentsOf: desk.file("recording-1.json"), encoding: .utf8) == "mine")
    #expect(try String(contentsOf: desk.file("recording-2.json"), encoding: .utf8) == Self.drag)
  }

  /// Files of more than 1 kB can't be written, as on a full disk: what is left has room for a smaller one.
  @Test(
    .enabled(if: OtherProgram.python != nil, OtherProgram.absence("python3")),
    arguments: [["recorder", "--serve"], ["live", "browser", "--serve", "--format", "csv"]])
  func `refuses what can't be saved with a status of its own, and goes on`(words: [String]) throws {
    let interaction = Repository.recordings
      .appendingPathComponent("touchpad-flick/interaction.json").path
    let (program, address) = try serve(
      words + (words[0] == "live" ? ["-i", interaction] : []), blocks: 2)
    let moves = (17..<200).map { "[\"m\", 1, \($0), 300, 700]" }.joined(separator: ", ")
    let long = Self.drag.replacing("[\"e\", 1, 24", with: "\(moves), [\"e\", 1, 240")
    for _ in 0..<2 {
      let answer = try send(long, to: address)
      let path = desk.file("recording-1.json").path
      #expect(answer.hasPrefix("507 \(path): can't be written: File too large"), "\(answer)")
    }
    #expect(try send("{ \"a\": 1 }", to: address).hasPrefix("422 "))
    #expect(try send(Self.drag, to: address).contains("recording-1.json, 1 touch in 0.02 s"))
    let names = try FileManager.default.contentsOfDirectory(atPath: desk.url.path)
    #expect(names.sorted() == ["recording-1.json", "sent.json"])
    try program.wait { ($0.output + $0.complaints).contains("recording-1.json") }
    program.signal(SIGINT)
    #expect(program.wait() == 0, "\(program.complaints)")
  }

  @Test(.enabled(if: OtherProgram.python != nil, OtherProgram.absence("python3")))
  func `of live plays each recording as replay does`() throws {
    let interaction = Repository.recordings
      .appendingPathComponent("touchpad-flick/interaction.json").path
    let (live, address) = try serve(
      ["live", "browser", "--serve", "-i", interaction, "--format", "csv"])
    #expect(address.hasSuffix("#each"))
    for number in 1...2 {
      #expect(try send(Self.drag, to: address).contains("recording-\(number).json"))
    }
    let replayed = try Program.pantograph(
      "replay", desk.file("recording-1.json").path, "-i", interaction, "--format",
      "csv")
    #expect(replayed.status == 0, "\(replayed)")
    let lines = replayed.output.split(separator: "\n")
    try live.wait { $0.output.split(separator: "\n").count >= 2 * lines.count - 1 }
    live.signal(SIGINT)
    #expect(live.wait() == 0, "\(live.complaints)")
    #expect(live.output.split(separator: "\n") == lines + lines.dropFirst())
  }

  /// The code as a terminal shows it: two rows of modules in each line.
  @Test(
    .enabled(
      if: OtherProgram.find("zbarimg") != nil && OtherProgram.find("script") != nil,
      OtherProgram.absence("zbarimg")))
  func `shows its address as a QR code that a reader understands`() throws {
    let script = try #require(OtherProgram.find("script"))
    let command = "\(Program.pantograph.path) recorder --serve --listen 0 --save \(desk.url.path)"
    let shown = try RunningProgram(
      script, ["-qfc", "env -u NO_COLOR LC_ALL=C.UTF-8 TERM=xterm \(command)", "/dev/null"])
    try shown.wait { $0.output.contains("adb reverse") }
    shown.signal(SIGTERM)
    _ = shown.wait()
    let begin = "\u{1b}[30;107m"
    let lines = shown.output.split(whereSeparator: \.isNewline).filter { $0.hasPrefix(begin) }
    let rows = lines.flatMap { line in
      let cells = line.dropFirst(begin.count).prefix { $0 != "\u{1b}" }
      return ["▀█", "▄█"].map { dark in cells.map { dark.contains($0) } }
    }
    try #require(!rows.isEmpty, "\(shown.output)")
    // Four pixels a module, as a bitmap of text (PBM).
    let scale = 4
    let pixels = rows.flatMap { row in
      repeatElement(
        row.flatMap { repeatElement($0 ? "1" : "0", count: scale) }.joined(), count: scale)
    }
    let image = "P1\n\(rows[0].count * scale) \(pixels.count)\n\(pixels.joined(separator: "\n"))\n"
    let zbar = try #require(OtherProgram.find("zbarimg"))
    let read = try Program(zbar, ["-q", "--raw", desk.file("code.pbm", image).path])
    let address = try #require(shown.output.split(separator: "record at ").last).prefix {
      !$0.isWhitespace
    }
    #expect(read.output == address + "\n", "\(read)")
  }

  @Test(arguments: [
    (["recorder", "--token", "long-enough"], "--token requires --serve"),
    (["recorder", "--serve", "--bookmarklet"], "exclude each other"),
    (["recorder", "--serve", "-o", "a.html"], "exclude each other"),
    (
      ["recorder", "--serve", "--save", "/nowhere"], "--save /nowhere: no such folder; make it with"
    ),
    (["recorder", "--serve", "--listen", "x"], "expected a port, or an IP address and a port"),
    (["live", "browser", "-i", "x.json"], "browser requires --serve"),
    (["live", "browser", "-i", "x.json", "--serve", "--grab"], "--grab has no effect"),
    (["live", "x.yml", "-i", "x.json", "--serve", "--save", "."], "--save requires the source"),
  ])
  func `reports errors`(words: [String], sentence: String) throws {
    let program = try Program(Program.pantograph, words)
    #expect(program.status == 2 && program.complaints.contains(sentence), "\(program.complaints)")
  }
}
