import Foundation
import PantographTestSupport
import Testing

/// What is reported of pages and browsers that fail, and what browsers leave behind.
@Suite(
  "A page in trouble", .serialized,
  .enabled(if: !TestedPage.browsers.isEmpty, OtherProgram.absence("Chromium or Firefox")))
struct PageTroubleTests {
  private static let tap = #"["b", 1, 0, 100, 100, 0.25], ["e", 1, 100, 100, 100, 0]"#

  /// Its process is killed as soon as it runs the page's endless loop.
  @Test(arguments: TestedPage.browsers) func `has crashed`(browser: String) throws {
    let page = try TestedPage("<script>while (1);</script>", Self.tap, in: browser)
    let (replay, process) = try page.startReplay()
    try #require(process > 0)
    let script = """
      for page in $(pgrep -g \(process) -f 'type=renderer|contentproc.* tab$'); do
        [ "$(ps -o cputimes= -p $page)" -ge 2 ] && kill -KILL $page
      done
      """
    try replay.wait { replay in
      _ = try? Program(URL(fileURLWithPath: "/bin/sh"), ["-c", script])
      return !replay.complaints.isEmpty
    }
    #expect(replay.wait() == 2)
    #expect(
      replay.complaints.contains("subject.json: the page has crashed"), "\(replay.complaints)")
    #expect(try page.remains() == [])
  }

  @Test(arguments: TestedPage.browsers) func `hangs after a touch`(browser: String) throws {
    let page = try TestedPage(
      "<script>addEventListener('pointerup', () => { while (1); });</script>", Self.tap, in: browser
    )
    try page.change("subject.json", "\"rest\"", "\"timeLimit\": 5, \"rest\"")
    let replay = try page.run("replay")
    let sentence = """
      index.html has not answered for 5 s, since the touch at 0.100 s: it may hang; timeLimit in \
      subject.json allows more
      """
    #expect(replay.status == 2 && replay.complaints.contains(sentence), "\(replay)")
  }

  /// As a user who agrees; a page is not printed.
  @Test(arguments: TestedPage.browsers)
  func `opens dialogs while it loads, and after a touch`(browser: String) throws {
    let page = try TestedPage(
      """
      <iframe hidden srcdoc="<script>print()</script>"></iframe>
      <script>
        let events = 0;
        for (const name of ["beforeprint", "afterprint"]) addEventListener(name, () => events++);
        const ask = () => [alert("a"), confirm("b"), prompt("c", "d"), print(), events].join();
        const answers = ask();
        addEventListener("pointerdown", () => performance.mark(`${answers} ${ask()}`));
      </script>
      """, Self.tap, in: browser)
    let replay = try page.run("replay")
    #expect(replay.output.contains("0.0,\",true,d,,2 ,true,d,,4\"\n"), "\(replay)")
    #expect(
      replay.complaints.contains("note: the page asked to be printed, which it was not\n"),
      "\(replay)")
  }

  /// A frame of another origin can't tell that it has asked.
  @Test(arguments: TestedPage.browsers, ["", "sandbox=\"allow-scripts allow-modals\""])
  func `prints nothing in a frame`(browser: String, attribute: String) throws {
    let page = try TestedPage(
      "<iframe hidden \(attribute) srcdoc=\"<script>print()</script>\"></iframe>", Self.tap,
      in: browser)
    let replay = try page.run("replay")
    let note = "note: the page asked to be printed, which it was not\n"
    #expect(replay.status == 0, "\(replay)")
    #expect(replay.complaints.contains(note) == attribute.isEmpty, "\(replay)")
  }

  /// What the script in a page calls as it runs is its own, as far as it can be.
  @Test(arguments: TestedPage.browsers) func `replaces what a script calls`(browser: String) throws
  {
    let page = try TestedPage(
      """
      <script>
        window.getComputedStyle = () => null;
        Object.defineProperty(document, "adoptedStyleSheets", { value: 1 });
      </script>
      """, Self.tap, in: browser)
    #expect(try page.run("replay").status == 0)
    try page.change("index.html", "window.getComputedStyle", "Array.prototype.filter = 1; window.a")
    let replay = try page.run("replay")
    let sentence =
      "subject.json: the page has replaced a function of the browser that Pantograph's script in it calls: TypeError: "
    #expect(replay.status == 2 && replay.complaints.contains(sentence), "\(replay)")
    #expect(replay.complaints.split(separator: "\n").count == 1, "\(replay)")
    // Chromium adds the lines of the script that have failed, and Firefox what it misses, which are left out.
    try page.change("index.html", "Array.prototype.filter = 1", "JSON.stringify = 1")
    let last = try page.run("replay")
    #expect(last.status == 2 && last.complaints.contains(sentence), "\(last)")
    #expect(!last.complaints.contains(#"\u{a}"#), "\(last)")
    let end = "JSON.stringify is not a function; let it keep the browser's own\n"
    #expect(last.complaints.hasSuffix(sentence + end), "\(last)")
  }

  /// What a page does when a finger lands or lifts, and what is said of it.
  private static let departures = [
    "addEventListener('pointerdown', () => { location = 'other.html'; });",
    "addEventListener('pointerup', () => { location = 'other.html'; });",
    "addEventListener('pointerdown', () => document.forms[0].submit());",
    "addEventListener('pointerup', () => document.forms[0].requestSubmit());",
    "addEventListener('pointerdown', () => { location.reload(); });",
    "setInterval(() => { location = 'other.html'; });",
    "addEventListener('pointerup', () => setTimeout(() => { location = 'about:blank'; }, 20));",
  ]

  @Test(arguments: TestedPage.browsers, departures)
  func `goes to another page`(browser: String, script: String) throws {
    let page = try TestedPage(
      "<form action=\"other.html\"><input name=\"a\"></form><script>\(script)</script>", Self.tap,
      in: browser)
    _ = try page.desk.file("other.html", "<!doctype html><p>Another page</p>")
    let replay = try page.run("replay")
    #expect(
      replay.status == 2
        && replay.complaints.contains(
          "subject.json: the page failed: Error: it went to another page"),
      "\(replay)")
    #expect(replay.complaints.split(separator: "\n").count == 1, "\(replay)")
    for inside in ["Runtime.", "Inspected", "context", "target", "DiscardedBrowsing", "Promise"] {
      #expect(!replay.complaints.contains(inside), "\(replay)")
    }
  }

  /// A page can become another one between its last frame and the question what it has shown.
  ///
  /// Where nothing has begun, there is no result: this page asks for it before the replay does. Firefox answers later.
  @Test(.enabled(if: TestedPage.browsers.contains("chromium"), OtherProgram.absence("Chromium")))
  func `has no result before a replay begins in it`() throws {
    let page = try TestedPage(
      """
      <script>
        let answer = "a result";
        pantograph.result().catch(error => { answer = error.message; });
        addEventListener("pointerdown", () => performance.mark(answer));
      </script>
      """, Self.tap, in: "chromium")
    let replay = try page.run("replay")
    #expect(replay.output.contains("0.0,it went to another page\n"), "\(replay)")
  }

  @Test(arguments: TestedPage.browsers) func `removes all of itself`(browser: String) throws {
    let page = try TestedPage(
      "<script>addEventListener('load', () => document.documentElement.remove());</script>",
      Self.tap,
      in: browser)
    let replay = try page.run("replay")
    let sentence = "subject.json: no element of index.html matches body"
    #expect(replay.status == 2 && replay.complaints.contains(sentence), "\(replay)")
  }

  /// The browser runs in a folder of its own.
  @Test(arguments: TestedPage.browsers) func `is shown in a browser from here`(browser: String)
    throws
  {
    let page = try TestedPage("", Self.tap, in: "none")
    let program = try page.desk.program(browser, "PATH=/usr/bin:/bin exec \(browser) \"$@\"")
    let name = "./\(program.lastPathComponent)"
    let replay = try Program(
      Program.pantograph, ["replay", ".", "--browser", name], in: page.desk.url)
    #expect(replay.status == 0, "\(replay)")
  }

  @Test(.enabled(if: TestedPage.browsers.contains("firefox-esr")))
  func `is shown in Firefox if there is no Chromium`() throws {
    let page = try TestedPage("", Self.tap, in: "none")
    try page.change("subject.json", ", \"browser\": \"none\"", "")
    let program = try page.desk.program("firefox", "PATH=/usr/bin:/bin exec firefox-esr \"$@\"")
    let replay = try Program(
      URL(fileURLWithPath: "/usr/bin/env"),
      [
        "PATH=\(program.deletingLastPathComponent().path)", Program.pantograph.path, "replay",
        page.desk.url.path,
      ])
    #expect(replay.status == 0, "\(replay)")
    #expect(
      replay.complaints.contains("note: no Chromium was found, and Firefox used"), "\(replay)")
  }

  @Test(arguments: TestedPage.browsers)
  func `leaves nothing in the user's folders`(browser: String) throws {
    let page = try TestedPage("", Self.tap, in: browser)
    let home = page.desk.file("home")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: false)
    let replay = try Program(
      URL(fileURLWithPath: "/usr/bin/env"),
      [
        "-u", "XDG_CONFIG_HOME", "-u", "XDG_CACHE_HOME", "-u", "XDG_DATA_HOME",
        "HOME=\(home.path)", "TMPDIR=\(page.desk.url.path)", Program.pantograph.path, "replay",
        page.desk.url.path,
      ])
    #expect(replay.status == 0, "\(replay)")
    #expect(try FileManager.default.subpathsOfDirectory(atPath: home.path) == [])
  }

  @Test(arguments: TestedPage.browsers)
  func `has fingers outside of the viewport`(browser: String) throws {
    let page = try TestedPage(
      "", #"["b", 1, 0, 100, 100, 0.25], ["m", 1, 50, 100, 100, 0.25]"#, in: browser)
    try page.change("recording.json", "50, 100, 100", "50, 500, 100")
    let moved = try page.run("replay")
    let isFirefox = browser != "chromium"
    #expect(moved.status == (isFirefox ? 2 : 0), "\(moved)")
    let rest = "outside of the viewport of 412 × 915 pixels: set placement"
    let refused = "Firefox can't move a finger that is at (500, 100), \(rest)"
    #expect(moved.complaints.contains(refused) == isFirefox, "\(moved)")
    try page.change("recording.json", "0, 100, 100", "0, 100, 2000")
    let landed = try page.run("replay")
    #expect(landed.complaints.contains("a finger lands at (100, 2000), \(rest)"), "\(landed)")
  }

  /// The finger comes from elsewhere on its surface.
  ///
  /// The box moves to its place while the page starts, and the finger lands on it after that.
  @Test(arguments: TestedPage.browsers)
  func `land on an element`(browser: String) throws {
    let page = try TestedPage(
      """
      <style>#box { position: absolute; left: 0; top: 200px; width: 80px; height: 40px; }</style>
      <div id="box"></div>
      <script>
        addEventListener("pointerdown", event => {
          performance.mark(`${event.target.id} at ${event.clientX} ${event.clientY}`);
        });
        setTimeout(() => { document.querySelector("#box").style.left = "100px"; }, 300);
      </script>
      """, #"["b", 1, 0, 300, 800, 0.25], ["m", 1, 50, 310, 800, 0.25]"#, in: browser)
    try page.change(
      "subject.json", "\"show\"", ##""placement": { "on": "#box" }, "show""##)
    #expect(try page.run("replay").output.contains("box at 140 220"))
    try page.change("subject.json", ##""on": "#box""##, ##""on": "#box", "part": [0.25, 1.5]"##)
    #expect(try page.run("replay").output.contains("at 120 260"))
    try page.change("subject.json", ##""on": "#box""##, ##""on": "#none""##)
    let nowhere = try page.run("replay")
    #expect(
      nowhere.status == 2 && nowhere.complaints.contains("no element of index.html matches #none"),
      "\(nowhere)")
    try page.change(
      "subject.json", ##""#none", "part": [0.25, 1.5]"##, ##""#box", "part": [-2, 0]"##)
    let outside = try page.run("replay")
    #expect(outside.complaints.contains("a finger lands at (-60, 200), outside"), "\(outside)")
  }

  /// A case that can't fail is accepted only if one asks for it.
  @Test func `would hardly ever differ`() throws {
    let still = "no column changes, and no event comes"
    for (body, rows, silences) in [
      ("<div>still</div>", "100, 100", [still]),
      (
        "<div>still</div>", "500, 100",
        [
          "a finger lands outside of the viewport", still,
          "nothing has landed on an element that is recorded (body)",
        ]
      ),
      (
        """
        <style>#box { position: absolute; top: 0; left: 0; width: 20px; height: 20px; }</style>
        <div id="box"></div>
        <script>
          addEventListener("pointermove", event => { box.style.left = `${event.clientX}px`; });
        </script>
        """, "100, 100", ["nothing has landed on an element that is recorded (body)"]
      ),
    ] {
      let page = try TestedPage(
        body, "[\"b\", 1, 0, \(rows), 0.25], [\"m\", 1, 50, 110, 100, 0.25]", in: "chromium")
      try page.change("subject.json", "\"show\": [\"y\"]", "\"show\": [\"x\"]")
      if body.contains("box") {
        try page.change("subject.json", "\"body\": \"body\"", "\"body\": \"#box\"")
      }
      let refused = try page.run("check", "--accept")
      #expect(
        refused.status == 1 && refused.output.contains("no expected trajectory yet"), "\(refused)")
      for silence in silences {
        #expect(refused.output.contains("silent: \(silence);"), "\(refused)")
      }
      #expect(
        refused.output.components(separatedBy: "silent: ").count == silences.count + 1, "\(refused)"
      )
      let accepted = try page.run("check", "--accept", "--even-silent")
      #expect(accepted.output.contains("1 accepted"), "\(accepted)")
      #expect(try page.run("check").status == 0)
    }
    let alone = try Program(Program.pantograph, ["check", "--even-silent"])
    #expect(
      alone.status == 2 && alone.complaints.contains("--even-silent requires --accept"), "\(alone)")
  }
}
