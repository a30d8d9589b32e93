import Foundation
import PantographTestSupport
import Testing

/// `pantograph guard` with pages that nobody has prepared, in a real browser.
@Suite(
  "A page that is guarded", .serialized,
  .enabled(if: OtherProgram.find("chromium") != nil, OtherProgram.absence("Chromium")))
struct GuardTests {
  private let desk: TemporaryFolder
  private static let names = ["cancelled", "flick", "reversed", "short", "slow"]

  init() throws { desk = try TemporaryFolder() }

  private func guardPage(_ words: String...) throws -> Program {
    try Program(Program.pantograph, ["guard"] + words, in: desk.url)
  }

  private func page(_ body: String, _ name: String = "index.html") throws {
    _ = try desk.file(
      name,
      """
      <!doctype html>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <style> html, body { margin: 0; height: 100%; } </style>
      \(body)
      """)
  }

  private func sheet() throws {
    let page = Repository.root.appendingPathComponent("Tests/Examples/sheet-page/index.html")
    try FileManager.default.copyItem(at: page, to: desk.file("index.html"))
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: desk.file(name), encoding: .utf8)
  }

  private func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: desk.file(name).path)
  }

  /// The values of the only column that was accepted.
  private func accepted(_ gesture: String) throws -> [Double] {
    try text("gestures/\(gesture)/expected.csv").split(separator: "\n").dropFirst()
      .compactMap { Double($0.split(separator: ",", omittingEmptySubsequences: false)[1]) }
  }

  // The sheet's page says where it rests, 600 and 200, and the finger carries it one to one. It opens from half of that,
  // or from 0.5 px/ms.
  @Test func `has a subject, and gestures on both sides of where the outcome turns`() throws {
    try sheet()
    let made = try guardPage("index.html", "--accept")
    #expect(made.status == 0, "\(made.complaints)")
    #expect(
      try text("subject.json") == """
        {
          "version": 1,
          "page": "index.html",
          "elements": { "sheet": "#sheet" },
          "show": ["y"],
          "placement": { "on": "#sheet", "part": [0.5, 0.262] }
        }

        """)
    let names = Self.names + ["back", "drift"]
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: desk.file("gestures").path).sorted()
        == (names + ["review.html"]).sorted())
    // It opens by distance, and by speed; of two gestures that are close to a threshold, one opens it.
    for (name, rest) in [
      ("flick", 200.0), ("slow", 200), ("short", 600), ("reversed", 600), ("cancelled", 600),
      ("drift", 600), ("back", 600),
    ] {
      #expect(try accepted(name).last == rest, "\(name)")
      #expect(made.output.contains("\n  \(name) "))
    }
    #expect(try accepted("back").contains(200))
    let short = try #require(try accepted("short").min())
    #expect(short > 400 && short < 415)
    // It settles beyond, from where the finger rests.
    #expect(try accepted("slow").contains { $0 < 400 && $0 > 385 })
    func numbers(_ line: String) throws -> [Double] {
      let line = try #require(made.output.split(separator: "\n").first { $0.contains(line) })
      return line.split(separator: " ").compactMap { Double($0) }.suffix(2)
    }
    let distances = try numbers("a finger at rest comes to another outcome between")
    #expect(distances[0] > 185 && distances[0] < 200 && distances[1] >= 200 && distances[1] < 215)
    let speeds = try numbers(" px comes to another outcome between")
    #expect(speeds[0] > 400 && speeds[0] < 500 && speeds[1] > 500 && speeds[1] < 640, "\(speeds)")
    let check = try Program(Program.pantograph, ["check", "gestures"], in: desk.url)
    #expect(check.status == 0 && check.output.hasPrefix("7 cases: 7 same"), "\(check.output)")

    // A threshold that is a little higher or lower.
    let page = try text("index.html")
    for (threshold, sentence) in [
      ("0.54", "gestures/slow: sheet.y goes back to 600"),
      ("0.46", "gestures/short: sheet.y goes on to 200"),
    ] {
      try page.replacing("threshold = 0.5", with: "threshold = \(threshold)")
        .write(to: desk.file("index.html"), atomically: true, encoding: .utf8)
      let broken = try Program(Program.pantograph, ["check", "gestures"], in: desk.url)
      #expect(broken.status == 1)
      #expect(broken.output.contains(sentence), "\(broken.output)")
    }

    // What is there stays.
    let again = try guardPage("index.html", "--accept")
    #expect(again.status == 2 && again.complaints.contains("subject.json: is there already"))
  }

  @Test(.enabled(if: OtherProgram.python != nil, OtherProgram.absence("python3")))
  func `asks before anything is accepted`() throws {
    let script = """
      import os, pty, sys
      answer = sys.argv[1].encode() + b"\\n"
      seen = b""
      def read(descriptor):
          global seen
          part = os.read(descriptor, 4096)
          if b"[y/N]" in seen + part and b"[y/N]" not in seen: os.write(descriptor, answer)
          seen += part
          return part
      sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[2:], read)))
      """
    for (answer, status) in [("n", 1), ("y", 0)] as [(String, Int32)] {
      try sheet()
      let asked = try Program(
        try #require(OtherProgram.python),
        [
          "-c", script, answer, Program.pantograph.path, "guard", "index.html", "--on", "#sheet",
          "--direction", "up",
        ], in: desk.url)
      #expect(asked.status == status, "\(asked.output)")
      #expect(asked.output.contains("accept these 7 results? [y/N]"))
      #expect(has("gestures/flick/expected.csv") == (answer == "y"))
      for name in ["subject.json", "gestures", "index.html"] {
        try FileManager.default.removeItem(at: desk.file(name))
      }
    }
  }

  /// A spinner turns by itself, a title rides on the panel, and names of a build are others the next time.
  @Test func `has only what moves under a finger, by names that last`() throws {
    try page(
      """
      <style>
        .css-1x2 { position: absolute; width: 300px; height: 200px; top: 300px; touch-action: none; }
        .spinner { width: 20px; height: 20px; animation: turn 1s infinite linear; }
        @keyframes turn { to { transform: translateX(50px); } }
      </style>
      <div class="spinner"></div>
      <p>Text that stays</p>
      <div class="css-1x2 open panel" id="radix-12345"><h2>Title</h2></div>
      <script>
        const panel = document.querySelector(".panel");
        let start = null;
        panel.addEventListener("pointerdown", event => { start = event.clientX; });
        addEventListener("pointermove", event => {
          if (start !== null) panel.style.transform = `translateX(${event.clientX - start}px)`;
        });
        addEventListener("pointerup", () => { start = null; });
        addEventListener("pointercancel", () => {
          start = null;
          panel.style.transform = "";
        });
      </script>
      """)
    // It stays where the finger leaves it, and goes back after a cancel.
    let made = try guardPage("index.html", "--accept", "--device", "phone")
    #expect(made.status == 0, "\(made.complaints)")
    let subject = try text("subject.json")
    #expect(subject.contains(#""elements": { "panel": ".panel" },"#), "\(subject)")
    #expect(subject.contains(#""show": ["x"],"#), "\(subject)")
  }

  // A trap leaves the page when it is touched. The list gets shorter under a title, which stays.
  @Test func `is tried on from one element to the next`() throws {
    try page(
      """
      <style> .row { height: 60px; touch-action: none; position: relative; } </style>
      <div id="trap" class="slider" style="height: 50px; touch-action: none">A slider</div>
      <h1>Title</h1>
      <div id="list"><div class="row" id="first">1</div><p>2</p></div>
      <script>
        trap.addEventListener("pointerdown", () => location.reload());
        let start = null;
        first.addEventListener("pointerdown", event => { start = event.clientX; });
        addEventListener("pointermove", event => {
          if (start === null) return;
          first.style.left = `${event.clientX - start}px`;
          first.style.height = `${60 - Math.abs(event.clientX - start) / 10}px`;
        });
        addEventListener("pointercancel", () => { first.style = ""; });
      </script>
      """)
    let made = try guardPage("index.html", "--direction", "right", "--accept")
    #expect(made.status == 0, "\(made.complaints)")
    let subject = try text("subject.json")
    #expect(subject.contains(##""on": "#first""##), "\(subject)")
    // What is below the row moves up with it; the title above it stays.
    #expect(subject.contains(##""first": "#first""##) && !subject.contains("h1"), "\(subject)")
  }

  /// A carousel that every gesture moves to the next card has no gesture on this side of its threshold.
  @Test func `is not accepted if all gestures do the same`() throws {
    try page(
      """
      <style> #card { width: 300px; height: 300px; touch-action: none; } </style>
      <div id="card"></div>
      <script>
        card.addEventListener("pointerdown", () => { card.style.marginLeft = "100px"; });
      </script>
      """)
    let made = try guardPage("index.html", "--accept", "--direction", "left")
    #expect(made.status == 1)
    #expect(
      made.complaints.contains("5 of 5 are silent, and are not accepted"), "\(made.complaints)")
    #expect(!has("gestures/flick/expected.csv"))
  }

  /// A card that leaves by a speed of 0.5 px/ms in either direction leaves in the direction of its offset.
  @Test func `may take a speed without its direction`() throws {
    try page(
      """
      <style>
        #card { position: absolute; left: 56px; top: 200px; width: 300px; height: 300px; touch-action: none; }
      </style>
      <div id="card"></div>
      <script>
        let start = null, offset = 0, speed = 0, time = 0;
        const show = x => { card.style.transform = `translateX(${x}px)`; };
        card.addEventListener("pointerdown", event => { start = event.clientX; time = event.timeStamp; });
        addEventListener("pointermove", event => {
          if (start === null) return;
          const now = event.clientX - start;
          speed = Math.abs(now - offset) / Math.max(1, event.timeStamp - time);
          offset = now;
          time = event.timeStamp;
          show(offset);
        });
        addEventListener("pointerup", () => {
          show(Math.abs(offset) > 120 || speed > 0.5 ? Math.sign(offset) * 600 : 0);
          start = null;
        });
        addEventListener("pointercancel", () => { show(0); start = null; });
      </script>
      """)
    let made = try guardPage("index.html", "--on", "#card", "--accept")
    #expect(made.status == 0, "\(made.complaints)")
    #expect(
      made.output.contains(
        "note: reversed ends like flick, though its finger goes back fast and lifts at less than the distance"
      ),
      "\(made.output)")
    // It leaves the page, so there is no way back; but it leaves to the other side as well.
    #expect(!has("gestures/back") && (has("gestures/right") || has("gestures/left")))
  }

  @Test func `runs in real time if the browser scrolls it`() throws {
    try page(
      """
      <style>
        #list { display: flex; height: 300px; overflow-x: scroll; touch-action: pan-x; }
        #list div { flex: none; width: 100%; }
      </style>
      <div id="list"><div>1</div><div>2</div><div>3</div></div>
      """)
    // Nobody is there to answer.
    let made = try guardPage("index.html", "--on", "#list", "--direction", "left")
    #expect(made.status == 1 && made.complaints.contains("nothing is accepted yet"))
    #expect(!has("gestures/flick/expected.csv"))
    let subject = try text("subject.json")
    #expect(subject.contains(#""show": ["scrollLeft"],"#), "\(subject)")
    #expect(subject.contains(#""pace": "real","#), "\(subject)")
  }

  /// What it scrolls to is where the finger has gone, and all its gestures move it.
  @Test func `has no turn of what only scrolls`() throws {
    try page(
      """
      <style> #list { height: 300px; overflow: auto; } #list p { margin: 0; height: 60px; } </style>
      <div id="list">\(String(repeating: "<p>row</p>", count: 40))</div>
      """)
    let made = try guardPage("index.html", "--on", "#list", "--direction", "up", "--accept")
    #expect(made.output.contains("note: the browser scrolls it, and no distance of "), "\(made)")
    #expect(!made.output.contains("another outcome"), "\(made)")
    for gesture in ["flick", "slow", "short", "reversed", "cancelled"] {
      #expect(has("gestures/\(gesture)/expected.csv"), "\(made)")
    }
  }

  /// All files are written at the end, or none.
  @Test func `leaves no half when it is interrupted`() throws {
    try sheet()
    let program = try RunningProgram(
      URL(fileURLWithPath: "/usr/bin/env"),
      [
        "-C", desk.url.path, "TMPDIR=\(desk.url.path)", Program.pantograph.path, "guard",
        "index.html",
      ])
    Thread.sleep(forTimeInterval: 2)
    program.signal(SIGINT)
    program.closeInput()
    _ = program.wait()
    // Browsers take a moment to be removed.
    var names: [String] = []
    for _ in 0..<100 {
      names = try FileManager.default.contentsOfDirectory(atPath: desk.url.path).sorted()
      if !names.contains(where: { $0.hasPrefix("pantograph-browser") }) { break }
      Thread.sleep(forTimeInterval: 0.1)
    }
    #expect(names == ["index.html"] || names == ["gestures", "index.html", "subject.json"])
    let gestures = try? FileManager.default.contentsOfDirectory(atPath: desk.file("gestures").path)
    #expect((gestures?.count ?? 5) >= 5)
  }

  /// A touchscreen of 2,147,483.6 m, and one of 5 mm.
  @Test(arguments: [("2147483647, 0, 0, 1", "2147483647 × "), ("100, 0, 0, 20", "5 × ")])
  func `is not shown on what is no screen`(axis: String, size: String) throws {
    try sheet()
    let synth = try Program.pantograph("synth", "tap", "--device", "phone", "--from", "1,1")
    _ = try desk.file("screen.yml", synth.output.replacing("1308, 0, 0, 20", with: axis))
    let made = try guardPage("index.html", "--device", "screen.yml")
    #expect(made.status == 2)
    #expect(
      made.complaints.hasPrefix("screen.yml: a surface of \(size)"), "\(made.complaints)")
    #expect(!has("subject.json"))
  }

  /// A file is written only when something is known.
  @Test func `is left alone if nothing moves`() throws {
    try page("<h1>Nothing here</h1><script src='gone.js'></script>")
    try page("<h1>Nothing here</h1>", "other.html")
    try page(
      """
      <div id="under" style="height: 100px"></div>
      <div style="position: fixed; inset: 0"></div>
      <div id="scrim" style="position: fixed; inset: 0; pointer-events: none"></div>
      """, "through.html")
    for (words, sentence) in [
      (
        ["index.html"],
        "index.html: nothing moves under a finger on the element that was tried: name an element"
          + " with --on; the page asked for gone.js, which is not there\n"
      ),
      (["other.html", "--on", "#gone"], "other.html: no element of other.html matches #gone\n"),
      (
        ["through.html", "--on", "#scrim"],
        "through.html: no touch reaches #scrim, which has pointer-events: none: name another one\n"
      ),
      (
        ["through.html", "--on", "#under"],
        "through.html: no touch reaches #under: it is covered, hidden or outside of the viewport: name another one\n"
      ),
      (["other.html", "--on", "div["], "other.html: 'div[' is no selector\n"),
      (["none.html"], "none.html: No such file or directory; give a file, a folder or a URL\n"),
      (
        ["index.html", "--folder", "/usr"],
        "index.html: not below /usr, from where it would be served; --folder takes one around it\n"
      ),
    ] {
      let made = try Program(Program.pantograph, ["guard"] + words, in: desk.url)
      #expect(made.status == 2 && made.complaints == sentence, "\(made.complaints)")
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: desk.url.path).sorted()
        == ["index.html", "other.html", "through.html"])
  }
}
