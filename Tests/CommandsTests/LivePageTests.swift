import Foundation
import PantographTestSupport
import Testing

@Suite struct `A live page` {
  private static let flick = Repository.recordings.appendingPathComponent("touchpad-flick").path
  private static let hasWeb = Program.hasWeb

  /// A program that reads the stream at the announced address to its end.
  private static func reader(of live: RunningProgram) throws -> RunningProgram {
    try live.wait { $0.complaints.contains("open http://") && $0.complaints.contains("following") }
    let words = live.complaints.split(whereSeparator: \.isWhitespace)
    let address = try #require(words.first { $0.hasPrefix("http://") })
    let script = """
      import sys, urllib.request
      address = sys.argv[1].replace("/?", "/stream?") + "&format=ndjson"
      sys.stdout.buffer.write(urllib.request.urlopen(address).read())
      """
    return try RunningProgram(
      try #require(OtherProgram.python), ["-c", script, String(address)])
  }

  /// An address that is kept works after a new start, so another port is never taken silently.
  @Test(.enabled(if: hasWeb)) func `names the program that has the port`() throws {
    let words = ["live", Self.flick, "--serve", "--format", "none", "--listen"]
    let first = try RunningProgram(Program.pantograph, words + ["0"])
    try first.wait { $0.complaints.contains("open http://") }
    let port = try #require(
      first.complaints.split(separator: "127.0.0.1:").last?.split(separator: "/").first)
    let second = try Program(Program.pantograph, words + [String(port)])
    #expect(second.status == 2)
    let sentence =
      "pantograph live: 127.0.0.1:\(port): in use by pantograph (process \(first.identifier));"
      + " choose another port with --listen, or 0 for any free one\n"
    #expect(second.complaints == sentence)
    first.signal(SIGTERM)
    _ = first.wait()
  }

  @Test(.enabled(if: hasWeb && OtherProgram.python != nil, OtherProgram.absence("python3")))
  func `sends a browser the samples of replay`() throws {
    let replayed = try Program.pantograph(
      "replay", Self.flick + "/recording.yml", "-i", Self.flick + "/interaction.json", "--format",
      "ndjson")
    let live = try RunningProgram(
      Program.pantograph,
      ["live", Self.flick, "--serve", "--listen", "0", "--format", "none", "--speed", "0.5"])
    // The recording starts when the first client connects.
    let reader = try Self.reader(of: live)
    #expect(reader.wait() == 0, "\(reader.complaints)")
    #expect(live.wait() == 0)
    #expect(reader.output == replayed.output)
  }

  /// The example's drawer, as Chromium shows it, beside the samples of `replay`.
  @Test(
    .enabled(if: hasWeb && OtherProgram.find("chromium") != nil, OtherProgram.absence("Chromium")))
  func `moves a drawer with a module`() throws {
    let page = Repository.root.appendingPathComponent("Tests/Examples/web-drawer/index.html")
    let live = try RunningProgram(
      Program.pantograph,
      [
        "live", Self.flick, "--serve", "--listen", "0", "--format", "none", "--loop", "--page",
        page.path,
      ])
    try live.wait { $0.complaints.contains("open http://") }
    let words = live.complaints.split(whereSeparator: \.isWhitespace)
    let address = try #require(words.first { $0.hasPrefix("http://") })
    let desk = try TemporaryFolder()
    // No touch reaches the drawer: what moves it comes from the server.
    let subject = try desk.file(
      "subject.json",
      """
      { "version": 1, "page": "\(address)", "pace": "real", "elements": { "drawer": "#drawer" },
        "show": ["height"], "pixelsPerMillimetre": 5, "rest": 5 }
      """)
    let shown = try Program.pantograph(
      "replay", "--subject", subject.path, Self.flick + "/recording.yml")
    #expect(shown.status == 0, "\(shown.complaints)")
    live.signal(SIGTERM)
    #expect(live.wait() == 0)
    let rows = shown.output.split(separator: "\n").map { $0.split(separator: ",") }
    #expect(rows.first?.prefix(2).map(String.init) == ["time", "drawer.height"])
    let heights = rows.dropFirst().compactMap { $0.count > 1 ? Double($0[1]) : nil }
    let replay = try Program.pantograph(
      "replay", Self.flick + "/recording.yml", "-i", Self.flick + "/interaction.json", "--format",
      "csv")
    let fractions = replay.output.split(separator: "\n").filter { $0.first?.isNumber ?? false }
      .compactMap { Double($0.split(separator: ",")[2]) }
    let expected = Set(fractions.map { (300 * $0).rounded() })
    #expect(Set(heights).isSubset(of: expected.union([0])), "\(heights)")
    #expect(heights.contains(300) && Set(heights).count > 8, "\(heights)")
    for event in ["began", "decided", "completed"] {
      #expect(rows.contains { $0.last?[...] == event[...] }, "\(shown.output)")
    }
  }

  @Test(
    .enabled(if: hasWeb),
    arguments: [
      (
        ["--serve", "--listen", "host.example"],
        "--listen host.example: expected a port, or an IP address"
      ),
      (["--serve", "--token", "short"], "invalid token; expected 8 to 128 letters"),
      (["--serve", "--page", "/nowhere.html"], "/nowhere.html: no such file"),
      (["--serve", "--allow-origin", "localhost"], "localhost: invalid origin"),
      (["--token", "long-enough"], "--token requires --serve"),
      (["--page", "page.html"], "--page requires --serve"),
    ])
  func `reports errors`(arguments: [String], sentence: String) throws {
    let live = try Program(Program.pantograph, ["live", Self.flick] + arguments)
    #expect(live.status == 2)
    #expect(live.complaints.contains(sentence), "\(live.complaints)")
  }
}
