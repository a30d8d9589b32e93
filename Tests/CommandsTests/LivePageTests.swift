import Foundation
import TestSupport
import Testing

@Suite struct `A live page` {
  private static let flick = Repository.recordings.appendingPathComponent("touchpad-flick").path
  private static let hasWeb: Bool = {
    #if Web
      true
    #else
      false
    #endif
  }()

  /// A program that follows the address that another is to say, to the end of the stream.
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

  @Test(.enabled(if: hasWeb && OtherProgram.python != nil, OtherProgram.absence("python3")))
  func `tells a browser what replay does`() throws {
    let replayed = try Program.pantograph(
      "replay", Self.flick + "/recording.yml", "-i", Self.flick + "/interaction.json", "--format",
      "ndjson")
    let live = try RunningProgram(
      Program.pantograph,
      ["live", Self.flick, "--serve", "--listen", "0", "--format", "none", "--speed", "0.5"])
    // The recording begins when the first of them has come.
    let reader = try Self.reader(of: live)
    #expect(reader.wait() == 0, "\(reader.complaints)")
    #expect(live.wait() == 0)
    #expect(reader.output == replayed.output)
  }

  @Test(
    .enabled(if: hasWeb),
    arguments: [
      (
        ["--serve", "--listen", "host.example"],
        "--listen host.example: expected a port, or a number"
      ),
      (["--serve", "--token", "short"], "a token has 8 to 128 letters, digits, - and _"),
      (["--serve", "--page", "/nowhere.html"], "/nowhere.html: no such file"),
      (["--serve", "--allow-origin", "localhost"], "localhost: no origin as browsers name it"),
      (["--token", "long-enough"], "--token is for a page; --serve asks for one"),
    ])
  func `says what it can't do`(arguments: [String], sentence: String) throws {
    let live = try Program(Program.pantograph, ["live", Self.flick] + arguments)
    #expect(live.status == 2)
    #expect(live.complaints.contains(sentence), "\(live.complaints)")
  }
}
