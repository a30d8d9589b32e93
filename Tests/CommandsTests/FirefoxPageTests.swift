import Foundation
import PantographTestSupport
import Testing

/// `Tests/Examples/sheet-page` in Firefox, with what was accepted of Chromium.
@Suite(
  "A sheet in Firefox", .serialized,
  .enabled(if: OtherProgram.find("firefox-esr") != nil, OtherProgram.absence("Firefox")))
struct FirefoxPageTests {
  private static let browser = "firefox-esr"

  /// The grabbed point and the finger are each rounded to whole pixels.
  @Test func `is within a pixel of what Chromium shows, and the same each time`() throws {
    let page = try TestedPage(sheetIn: Self.browser, tolerance: 1)
    let check = try page.run("check")
    #expect(check.status == 0, "\(check.output)\(check.complaints)")
    let first = try page.run("replay")
    #expect(first.output.contains("1.316667,200.0,settled"), "\(first.output)")
    #expect(try page.run("replay").output == first.output)
    #expect(try page.remains() == [])
  }

  @Test(arguments: [
    ("threshold = 0.5", "threshold = 0.9", "'closes' at 1.002 s instead of 'opens'"),
    ("cubic-bezier(0.2, 0, 0, 1)", "ease-out", "at 1.017 s"),
    (
      "grabbed = null;\n", "grabbed = null; console.error(\"oh\", 3);\n",
      "'console error: oh 3' at 1.002 s instead of 'opens'"
    ),
  ])
  func `that changes is found`(old: String, new: String, sentence: String) throws {
    let page = try TestedPage(sheetIn: Self.browser, tolerance: 1)
    try page.change("index.html", old, new)
    let check = try page.run("check")
    #expect(check.status == 1, "\(check.complaints)")
    #expect(check.output.contains(sentence), "\(check.output)")
  }

  @Test(arguments: [
    ("subject.json", "\"#sheet\"", "\"#shed\"", "no element of index.html matches #shed"),
    ("subject.json", "index.html", "none.html", "none.html can't be loaded: no such file"),
    ("subject.json", "firefox-esr", "/none/firefox", "/none/firefox: can't be run: no such"),
    ("index.html", "const sheet =", "while (1); const sheet =", "index.html has not loaded after"),
    (
      "index.html", "offset = opens", "location = 'index.html'; offset = opens",
      "the page failed: Error: it went to another page"
    ),
  ])
  func `that can't be tested is told in a sentence`(
    name: String, old: String, new: String, sentence: String
  ) throws {
    let page = try TestedPage(sheetIn: Self.browser)
    try page.change("subject.json", "\"elements\"", "\"timeLimit\": 8, \"elements\"")
    try page.change(name, old, new)
    let check = try page.run("check")
    #expect(check.status == 2)
    #expect(check.complaints.contains("subject.json: \(sentence)"), "\(check.complaints)")
    #expect(try page.remains() == [])
  }

  /// A server that splits its messages, and asks in between whether the client is there.
  @Test func `is understood in pieces`() throws {
    let page = try TestedPage(sheetIn: Self.browser)
    let program = try page.desk.program(
      "firefox",
      """
      exec \(try #require(OtherProgram.python).path) "\(page.desk.url.path)/server.py" "$@"
      """)
    _ = try page.desk.file(
      "server.py",
      #"""
      import json, socket, sys
      server = socket.create_server(("127.0.0.1", 0))
      with open(sys.argv[sys.argv.index("--profile") + 1] + "/WebDriverBiDiServer.json", "w") as file:
          json.dump({"ws_host": "127.0.0.1", "ws_port": server.getsockname()[1]}, file)
      client = server.accept()[0].makefile("rwb")
      while client.readline() != b"\r\n":
          pass
      client.write(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n")
      client.flush()
      def receive():
          kind, count = client.read(2)
          count = count & 127 if count < 254 else int.from_bytes(client.read(2), "big")
          mask = client.read(4)
          return kind, bytes(byte ^ mask[i % 4] for i, byte in enumerate(client.read(count)))
      kind, message = receive()
      answer = json.dumps({
          "type": "error", "id": json.loads(message)["id"], "error": "unknown error",
          "message": "in pieces" + 70000 * " " + "and whole"}).encode()
      client.write(bytes([1, 5]) + answer[:5] + bytes([0x89, 2]) + b"hi")
      client.write(bytes([0x80, 127]) + len(answer[5:]).to_bytes(8, "big") + answer[5:])
      client.flush()
      kind, message = receive()
      assert (kind, message) == (0x8a, b"hi")
      """#)
    try page.change("subject.json", Self.browser, program.path)
    let check = try page.run("check")
    #expect(check.complaints.contains("session.new: in pieces  "))
    #expect(check.complaints.contains("  and whole"))
    #expect(try page.remains() == [])
  }
}
