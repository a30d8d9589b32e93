import Foundation
import PantographTestSupport
import Testing

/// Pages under test that receive two fingers on a touchpad, or a pen.
@Suite(
  "A touchpad or a pen, over a page", .serialized,
  .enabled(if: !TestedPage.browsers.isEmpty, OtherProgram.absence("Chromium or Firefox")))
struct PagePointerTests {
  /// A page that scrolls a list and zooms a picture by itself.
  private static let viewer = """
    <div id="body" style="width: 100px; height: 100px; transform-origin: 0 0"></div>
    <script>
      let [offset, scale] = [0, 1];
      addEventListener("wheel", event => {
        event.preventDefault();
        if (event.ctrlKey) scale *= Math.exp(-event.deltaY / 100);
        else offset -= event.deltaY;
        body.style.transform = `translateY(${offset}px) scale(${scale})`;
        performance.mark(`${event.timeStamp - 500} at ${event.clientX} ${event.clientY}`);
      }, { passive: false });
      for (const name of ["keydown", "keyup", "pointerdown", "pointermove"]) {
        addEventListener(name, event => performance.mark(`${name} ${event.pointerType}`));
      }
    </script>
    """

  /// Fingers that land 20 mm to the left and to the right of the point that lies at (200, 300).
  private func pad(
    _ body: String, in browser: String, _ gesture: String..., keys: String = ""
  ) throws -> TestedPage {
    let page = try TestedPage(body, synth: gesture + ["--duration", "0.2"], in: browser)
    try page.change(
      "subject.json", "\"show\": [\"y\"]",
      """
      "input": "wheel", "placement": { "from": [50, 30], "to": [200, 300] }, "show": ["y"],
      "tolerances": { "*": { "value": 2, "seconds": 0.1 } }\(keys)
      """)
    try page.change("subject.json", "\"body\": \"body\"", "\"body\": \"#body\"")
    return page
  }

  private func scrolling(_ body: String, in browser: String, keys: String = "") throws -> TestedPage
  {
    try pad(
      body, in: browser, "swipe", "--fingers", "2", "--spacing", "40", "--from", "30,30", "--noise",
      "0", "--by", "0,-20", keys: keys)
  }

  /// What the page shows at the end.
  private func end(of shown: Program) throws -> Double {
    let cells = shown.output.split(separator: "\n").last?.split(separator: ",") ?? []
    return try #require(cells.count > 1 ? Double(cells[1]) : nil, "\(shown)")
  }

  /// Of 20 mm, the first 1.6 mm are the slop, and a millimetre is 5 pixels.
  @Test(arguments: TestedPage.browsers)
  func `scroll a list, which follows the fingers`(browser: String) throws {
    let page = try scrolling(Self.viewer, in: browser)
    let shown = try page.run("replay")
    #expect(try abs(end(of: shown) + 92) < 0.6, "\(shown)")
    let events = try page.events()
    #expect(events.first?.hasSuffix(" pointermove mouse") ?? false, "\(events)")
    for event in events.dropFirst() {
      let words = event.split(separator: " ", maxSplits: 2)
      try #require(words.count == 3)
      // The event's own time is that of the recording.
      #expect(try Double(words[1]) == (#require(Double(words[0])) * 1000).rounded(), "\(event)")
      #expect(words[2] == "at 200 300", "\(event)")
    }
    #expect(events.count > 15)
    #expect(try page.run("replay").output == shown.output)
  }

  /// The fingers are 30 mm apart, and then 45 mm, of which 1.6 mm are the slop.
  @Test(arguments: TestedPage.browsers)
  func `zoom a picture by a pinch`(browser: String) throws {
    let page = try pad(
      Self.viewer, in: browser, "pinch", "--scale", "1.5", "--radius", "15", "--from", "50,30",
      "--noise", "0")
    try page.change("subject.json", "\"show\": [\"y\"]", "\"show\": [\"width\"]")
    let shown = try page.run("replay")
    #expect(try abs(end(of: shown) - 100 * 45 / 31.6) < 1, "\(shown)")
    #expect(!shown.output.contains("key"), "\(shown)")
    #expect(try page.run("replay").output == shown.output)
  }

  private static let list = """
    <div id="body" style="height: 400px; overflow: auto"><div style="height: 2000px"></div></div>
    """

  /// GTK's velocity is the mean of the last 150 ms, over which the fingers slow down to rest.
  private static func momentum(isTrusted: Bool) -> String {
    ", \"momentum\": \"gtk\(isTrusted ? "" : "-untrusted")\""
  }

  /// What comes after the lift has a whole number of pixels: it ends at −92 px and that.
  @Test(arguments: TestedPage.browsers, [true, false])
  func `go on after the lift`(browser: String, isTrusted: Bool) throws {
    let page = try scrolling(Self.viewer, in: browser, keys: Self.momentum(isTrusted: isTrusted))
    let mark = "performance.mark(`$"
    try page.change("index.html", mark, mark + "{event.isTrusted} ${event.momentum} $")
    let shown = try page.run("replay")
    let events = try page.events().dropFirst()
    // The fingers lift at 0.2 s.
    let words = events.map { $0.split(separator: " ") }
    for event in words {
      let isLate = try #require(Double(event[0])) > 0.2
      #expect((event[1] == "true") == (isTrusted || !isLate), "\(event)")
      #expect((event[2] == "true") == (!isTrusted && isLate), "\(event)")
      let gap = try #require(Double(event[3])) - #require(Double(event[0])) * 1000
      #expect(abs(gap) < 0.002, "\(event)")
      #expect(event[4...].joined(separator: " ") == "at 200 300", "\(event)")
    }
    #expect(words.count { $0[2] == "true" } > 20 || isTrusted)
    let distance = try -92 - end(of: shown)
    #expect(distance > 100 && abs(distance - distance.rounded()) < 0.6, "\(shown)")
    #expect(shown.complaints.contains("untrusted, with momentum") == !isTrusted)
    #expect(try page.run("replay").output == shown.output)
  }

  @Test(.enabled(if: TestedPage.browsers.contains("chromium")), arguments: [true, false])
  func `scroll on in real time if they are trusted`(isTrusted: Bool) throws {
    let keys = ", \"pace\": \"real\"" + Self.momentum(isTrusted: isTrusted)
    let page = try scrolling(Self.list, in: "chromium", keys: keys)
    try page.change("subject.json", "\"show\": [\"y\"]", "\"show\": [\"scrollTop\"]")
    let shown = try page.run("replay")
    let distance = try end(of: shown) - 92
    #expect(isTrusted ? distance > 100 : abs(distance) < 1, "\(shown)")
    #expect(shown.complaints.contains("untrusted, with momentum") == !isTrusted)
  }

  @Test(.enabled(if: TestedPage.browsers.contains("chromium")))
  func `scroll what the browser scrolls, in real time`() throws {
    let page = try scrolling(Self.list, in: "chromium", keys: ", \"pace\": \"real\"")
    try page.change("subject.json", "\"show\": [\"y\"]", "\"show\": [\"scrollTop\"]")
    // On a busy machine, one of three tries may differ.
    #expect(try page.run("check", "--accept", "--even-silent").status == 1)
    let check = try page.run("check")
    #expect(check.status == 0, "\(check)")
    #expect(try abs(end(of: page.run("replay")) - 92) < 1)
  }

  @Test(arguments: TestedPage.browsers)
  func `show that the browser scrolls by itself`(browser: String) throws {
    let page = try scrolling(Self.list, in: browser)
    let events = try page.events()
    #expect(events.first?.contains("wheel: the browser scrolls by itself") ?? false, "\(events)")
  }

  /// As in libinput, also if the finger that moves goes away from the other one.
  @Test(arguments: ["100, 180", "180, 100"])
  func `scroll although one of them rests`(end: String) throws {
    let page = try TestedPage(
      Self.viewer,
      """
      ["b", 1, 0, 50, 100, 0.5], ["b", 2, 0, 100, 100, 0.5], ["m", 2, 20, 104, 104, 0.5],
      ["m", 2, 40, \(end), 0.5]
      """, in: TestedPage.browsers[0])
    try page.change("subject.json", "\"rest\": 0.2", "\"rest\": 0.2, \"input\": \"wheel\"")
    try page.change("index.html", "performance.mark(`$", "performance.mark(`${event.ctrlKey} $")
    let events = try page.events().filter { $0.contains(" at 75 100") }
    #expect(!events.isEmpty && events.allSatisfy { $0.contains(" false ") }, "\(events)")
  }

  @Test func `are told apart from a recording of one finger`() throws {
    let page = try pad(Self.viewer, in: TestedPage.browsers[0], "swipe", "--by", "20,0")
    let shown = try page.run("replay")
    #expect(shown.status == 0)
    #expect(shown.complaints.contains("no two fingers scroll or pinch in this recording"))
  }

  @Test func `must be inside of the viewport`() throws {
    let page = try scrolling(Self.viewer, in: TestedPage.browsers[0])
    try page.change("subject.json", "\"to\": [200, 300]", "\"to\": [412, 300]")
    let shown = try page.run("replay")
    #expect(shown.status == 2)
    #expect(
      shown.complaints.contains(
        "subject.json: the fingers land at (412, 300), outside of the viewport of 412 × 915"),
      "\(shown.complaints)")
  }

  // MARK: A pen

  /// A page that marks what it receives of a pen.
  private static let paper = """
    <script>
      for (const name of ["pointerdown", "pointermove", "pointerup", "click", "dblclick"]) {
        addEventListener(name, event => {
          const { pointerType, clientX, clientY, pressure, tiltX, tiltY, buttons } = event;
          const words = pointerType && name !== "click"
            ? [pointerType, clientX, clientY, pressure.toFixed(2), tiltX, tiltY, buttons] : [];
          performance.mark([name, ...words].join(" "));
        });
      }
    </script>
    """

  private func pen(_ rows: String, in browser: String) throws -> TestedPage {
    let page = try TestedPage(Self.paper, rows, in: browser)
    try page.change(
      "recording.json", "\"force\"]",
      "\"force\", \"tiltX\", \"tiltY\"], \"pointerTypes\": { \"1\": \"pen\" }")
    return page
  }

  /// Its pressure changes while it rests, too.
  @Test(.enabled(if: TestedPage.browsers.contains("chromium")))
  func `of a pen have its pressure and tilt`() throws {
    let page = try pen(
      """
      ["b", 1, 0, 100.25, 100, 0.25, 30, -20], ["m", 1, 20, 110, 120.5, 0.5, 31, -20],
      ["m", 1, 40, 110, 120.5, 0.75, 31, -20], ["e", 1, 60, 110, 120.5, 0, 31, -20]
      """, in: "chromium")
    let events = try page.events()
    #expect(
      events == [
        "0.000000 pointerdown pen 100.25 100 0.25 30 -20 1",
        "0.020000 pointermove pen 110 120.5 0.50 31 -20 1",
        "0.040000 pointermove pen 110 120.5 0.75 31 -20 1",
        "0.060000 pointerup pen 110 120.5 0.00 31 -20 0", "0.060000 click",
      ])
    #expect(try page.events() == events)
  }

  @Test(.enabled(if: TestedPage.browsers.contains("chromium")))
  func `hover before and after a pen draws`() throws {
    let page = try TestedPage(
      Self.paper, synth: ["swipe", "--device", "pen", "--by", "10,0", "--duration", "0.1"],
      in: "chromium")
    let events = try page.events().map { $0.split(separator: " ") }
    let hovers = events.filter { $0[1] == "pointermove" && $0.last == "0" }
    #expect(events.first?[1] == "pointermove" && events.first?.last == "0", "\(events)")
    #expect(events.filter { $0[1] == "pointerdown" }.count == 1)
    #expect(hovers.allSatisfy { $0[2] == "pen" && $0[5] == "0.00" })
    #expect(events.contains { $0[1] == "pointermove" && $0.last == "1" })
  }

  /// The recording ends while the pen is down.
  @Test(.enabled(if: TestedPage.browsers.contains("chromium")))
  func `cancel what a pen does when it is lost`() throws {
    let page = try pen(
      #"["b", 1, 0, 100, 100, 0.25, 0, 0], ["m", 1, 20, 110, 100, 0.5, 0, 0]"#, in: "chromium")
    try page.change("index.html", "\"dblclick\"]", "\"mouseup\", \"pointercancel\"]")
    let events = try page.events()
    #expect(
      events.map { $0.split(separator: " ")[1] } == ["pointerdown", "pointermove", "pointercancel"])
  }

  /// The canvas of `Tests/Examples/drawing-page`.
  @Test(.enabled(if: TestedPage.browsers.contains("chromium")))
  func `draw with a pen`() throws {
    let page = try TestedPage(
      "", synth: ["swipe", "--device", "pen", "--by", "10,0", "--noise", "0"], in: "chromium")
    let drawing = Repository.root.appendingPathComponent("Tests/Examples/drawing-page/index.html")
    _ = try page.desk.file("index.html", String(contentsOf: drawing, encoding: .utf8))
    try page.change("subject.json", "\"body\": \"body\"", "\"paper\": \"#paper\"")
    try page.change("subject.json", "[\"y\"]", "[\"--ink\"]")
    let shown = try page.run("replay")
    #expect(try end(of: shown) > 0, "\(shown)")
    #expect(try page.run("replay").output == shown.output)
  }

  @Test(.enabled(if: TestedPage.browsers.contains("chromium")))
  func `tap twice with a pen`() throws {
    let taps = [0, 180].map { time in
      """
      ["b", 1, \(time), 100, 100, 0.25, 0, 0], ["e", 1, \(time + 60), 100, 100, 0, 0, 0]
      """
    }
    let page = try pen(taps.joined(separator: ", "), in: "chromium")
    let clicks = try page.events().filter { $0.contains("click") }
    #expect(clicks == ["0.060000 click", "0.240000 click", "0.240000 dblclick"])
  }

  @Test(.enabled(if: TestedPage.browsers.contains("firefox-esr")))
  func `of a pen are touches in Firefox`() throws {
    let page = try pen(
      #"["b", 1, 0, 100, 100, 0.25, 0, 0], ["m", 1, 20, 110, 100, 0.5, 0, 0]"#, in: "firefox-esr")
    let shown = try page.run("replay")
    #expect(shown.status == 2)
    #expect(
      shown.complaints.contains(
        "subject.json: Firefox can't be driven with a pen: use Chromium, or \"input\": \"touch\""),
      "\(shown.complaints)")
    try page.change("subject.json", "\"version\": 1", "\"version\": 1, \"input\": \"touch\"")
    let events = try page.events()
    #expect(
      events.first?.hasPrefix("0.000000 pointerdown touch 100 100 0.25") ?? false, "\(events)")
  }
}
