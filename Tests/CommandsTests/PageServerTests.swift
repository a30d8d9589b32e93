import Foundation
import PantographTestSupport
import Testing

/// Pages that have a server of their own, in the browsers that are installed.
@Suite(
  "A page at a URL", .serialized,
  .enabled(
    if: !TestedPage.browsers.isEmpty && OtherProgram.python != nil,
    OtherProgram.absence("Chromium or Firefox, and Python")))
struct PageServerTests {
  /// A case whose page is at a URL, beside another server on the same machine.
  private struct Desk {
    let page: TestedPage
    private let server: RunningProgram

    /// Makes a page, of which `OTHER` is replaced by the port of the other server.
    init(_ body: String, at url: String = "http://localhost:PORT/", in browser: String) throws {
      page = try TestedPage(
        body, #"["b", 1, 0, 100, 100, 0.5], ["e", 1, 300, 100, 100, 0]"#, in: browser)
      let script = try page.desk.file(
        "server.py",
        #"""
        import http.server, socket, sys, threading
        class Own(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *words): pass
            def do_GET(self):
                if self.path != "/redirect": return super().do_GET()
                self.send_response(302)
                self.send_header("Location", f"http://127.0.0.1:{other}/redirected")
                self.end_headers()
        class Other(http.server.BaseHTTPRequestHandler):
            def log_message(self, *words): pass
            def do_GET(self):
                print(self.path, flush=True)
                self.send_error(404)
            do_POST = do_OPTIONS = do_CONNECT = do_GET
        def serve(handler, family=socket.AF_INET):
            class Server(http.server.ThreadingHTTPServer): address_family = family
            server = Server(("::1" if family == socket.AF_INET6 else "127.0.0.1", 0), handler)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            return server.server_address[1]
        other = serve(Other)
        family = socket.AF_INET6 if "[" in sys.argv[1] else socket.AF_INET
        print("ports", serve(Own, family), other, flush=True)
        threading.Event().wait()
        """#)
      let python = try #require(OtherProgram.python)
      server = try RunningProgram(
        URL(fileURLWithPath: "/usr/bin/env"),
        ["-C", page.desk.url.path, python.path, script.path, url])
      try server.wait { $0.output.contains("\n") }
      let found = server.output.split(separator: "\n")[0].split(separator: " ").map(String.init)
      try #require(found.count == 3, "\(server.complaints)")
      try page.change(
        "subject.json", "\"index.html\"", "\"\(url.replacing("PORT", with: found[1]))\"")
      let text = try String(contentsOf: page.desk.file("index.html"), encoding: .utf8)
      _ = try page.desk.file("index.html", text.replacing("OTHER", with: found[2]))
    }

    /// What reached the other server.
    var reached: [String] { server.output.split(separator: "\n").dropFirst().map(String.init) }

    func end() {
      server.signal(SIGKILL)
      _ = server.wait()
    }
  }

  /// Neither the page nor its workers, by their own host or by an address.
  @Test(arguments: TestedPage.browsers) func `reaches no other port`(browser: String) throws {
    let worker = """
      for (const host of ["localhost", "127.0.0.1"]) {
        const there = "://" + host + ":OTHER/" + self.constructor.name;
        fetch("http" + there, { mode: "no-cors" }).catch(() => {});
        try { new WebSocket("ws" + there); } catch {}
      }
      """
    let desk = try Desk(
      """
      <script>
        const blob = new Blob([`\(worker)`]);
        const mark = text => () => performance.mark(text);
        addEventListener("pointerdown", () => {
          \(worker)
          new Worker(URL.createObjectURL(blob));
          new SharedWorker(URL.createObjectURL(blob));
          new Image().src = "http://localhost:OTHER/image";
          navigator.sendBeacon("http://localhost:OTHER/beacon", "x");
          fetch("/redirect").then(mark("redirected"), mark("refused"));
        });
      </script>
      """, in: browser)
    defer { desk.end() }
    let shown = try desk.page.run("replay")
    #expect(shown.status == 0 && shown.output.contains("refused"), "\(shown)")
    #expect(desk.reached == [])
    let sentence = "note: the page asked for something of localhost:"
    #expect(shown.complaints.contains(sentence), "\(shown)")
  }

  /// As a browser understands it, not as it is written.
  @Test(
    arguments: TestedPage.browsers,
    ["HTTP://LOCALHOST:PORT", "http://localhost:PORT?query", "http://[::1]:PORT/"])
  func `is found`(browser: String, url: String) throws {
    let desk = try Desk(
      """
      <script>addEventListener("pointerdown", () => {
        fetch("server.py").then(response => performance.mark(response.status));
      });</script>
      """, at: url, in: browser)
    defer { desk.end() }
    #expect(try desk.page.events() == ["0.000000 200"])
  }

  @Test(arguments: TestedPage.browsers)
  func `is not there`(browser: String) throws {
    let desk = try Desk("", at: "http://localhost:PORT/other.html", in: browser)
    defer { desk.end() }
    try desk.page.change("subject.json", "\"body\": \"body\"", "\"sheet\": \"#sheet\"")
    let shown = try desk.page.run("replay")
    #expect(shown.status == 2, "\(shown)")
    #expect(
      shown.complaints.contains("/other.html can't be loaded: its server answers 404"), "\(shown)")
  }

  @Test(arguments: [
    ("file:///tmp/page.html", "expected http or https, or a file below this folder"),
    ("ftp://localhost/", "expected http or https, or a file below this folder"),
    ("http://user:word@localhost/", "expected a URL without a user name"),
    ("http:///page.html", "expected a URL with a host"),
    ("http://localhost:none/", "expected a URL with a host"),
  ])
  func `is refused if it is none`(url: String, sentence: String) throws {
    let page = try TestedPage("", #"["b", 1, 0, 100, 100, 0.5]"#, in: "chromium")
    try page.change("subject.json", "index.html", url)
    let shown = try page.run("replay")
    #expect(shown.status == 2 && shown.complaints.contains("page: \(sentence)"), "\(shown)")
  }
}
