import Foundation
import PantographTestSupport
import Testing

/// The events that a page receives, in the browsers that are installed.
@Suite(
  "Touches of a page", .serialized,
  .enabled(if: !TestedPage.browsers.isEmpty, OtherProgram.absence("Chromium or Firefox")))
struct PageTouchTests {
  /// A page that marks all events with their own times.
  private static let marks = """
    <script>
      for (const name of ["pointerdown", "pointermove", "pointerup"]) {
        addEventListener(name, event => {
          const words = [name, event.timeStamp - 500, event.clientX, event.clientY];
          performance.mark([...words, event.pressure.toFixed(2)].join(" "));
        });
      }
      for (const name of ["pointercancel", "click"]) {
        addEventListener(name, event => performance.mark(`${name} ${event.timeStamp - 500}`));
      }
    </script>
    """

  /// The click comes before the page's time goes on, and has the time of the lift.
  @Test(arguments: TestedPage.browsers)
  func `of a tap are followed by a click`(browser: String) throws {
    let page = try TestedPage(
      Self.marks,
      #"["b", 1, 0, 100, 100, 0.25], ["m", 1, 30, 103, 100, 0.5], ["e", 1, 81.5, 103, 100, 0]"#,
      in: browser)
    let events = try page.events()
    #expect(
      events.filter { !$0.contains("pointermove") } == [
        "0.000000 pointerdown 0 100 100 0.25", "0.081500 pointerup 81.5 103 100 0.00",
        "0.081500 click 81.5",
      ])
    #expect(try page.events() == events)
  }

  /// Firefox would take a tap for a long press on a machine that is slow, and only then.
  @Test(.enabled(if: TestedPage.browsers.contains("firefox-esr")), arguments: [80, 1000])
  func `of a slow page are taps or not by the clock of the recording`(milliseconds: Int) throws {
    let page = try TestedPage(
      """
      <script>
        let sum = 0;
        addEventListener("pointerdown", () => { for (let i = 0; i < 5e8; i++) sum ^= i; });
        addEventListener("click", () => performance.mark("click"));
      </script>
      """, #"["b", 1, 0, 100, 100, 0.25], ["e", 1, \#(milliseconds), 100, 100, 0]"#,
      in: "firefox-esr")
    #expect(try page.events() == (milliseconds < 300 ? ["0.080000 click"] : []))
  }

  /// The recording ends while both fingers are down.
  @Test(arguments: TestedPage.browsers)
  func `of several fingers have their own positions and pressures`(browser: String) throws {
    let page = try TestedPage(
      Self.marks,
      """
      ["b", 1, 0, 100, 100, 0.25], ["m", 1, 20, 140, 100, 0.5], ["b", 2, 40, 200, 300, 0.75],
      ["m", 2, 60, 260, 300, 0.5], ["m", 1, 80, 180, 100, 0.25]
      """, in: browser)
    #expect(
      try page.events() == [
        "0.000000 pointerdown 0 100 100 0.25", "0.020000 pointermove 20 140 100 0.50",
        "0.040000 pointerdown 40 200 300 0.75", "0.060000 pointermove 60 260 300 0.50",
        "0.080000 pointermove 80 180 100 0.25", "0.080000 pointercancel 80",
        "0.080000 pointercancel 80",
      ])
  }

  /// Moves of one instant are one event.
  @Test(arguments: TestedPage.browsers)
  func `of fingers that move together come together`(browser: String) throws {
    let rows = (1...40).map { index in
      let (time, x) = (index * 10, index * 3)
      return
        #"["m", 1, \#(time), \#(100 + x), 100, 0.5], ["m", 2, \#(time), \#(100 + x), 200, 0.5]"#
    }
    let page = try TestedPage(
      """
      <script>
        addEventListener("touchmove", event => performance.mark(event.changedTouches.length));
      </script>
      """,
      (#"["b", 1, 0, 100, 100, 0.5], ["b", 2, 0, 100, 200, 0.5]"#
        + ", " + rows.joined(separator: ", ")), in: browser)
    let events = try page.events()
    let moves = (1...40).map { String(format: "%.6f 2", Double($0) / 100) }
    // Firefox takes each finger by itself, and lists all in each event.
    #expect(events == (browser == "chromium" ? moves : moves.flatMap { [$0, $0] }))
  }

  /// Chromium drops touches that change only their pressure, if they are sent as they are.
  @Test(.enabled(if: TestedPage.browsers.contains("chromium")), arguments: [0, 3, 100, 411])
  func `of a finger that rests show its pressure`(x: Int) throws {
    let page = try TestedPage(
      Self.marks,
      """
      ["b", 1, 0, \(x), 100, 0.25], ["m", 1, 20, \(x), 100, 0.5], ["m", 1, 40, \(x), 100, 0.75],
      ["m", 1, 60, \(x), 100, 0.25]
      """, in: "chromium")
    let moves = try page.events().filter { $0.contains("pointermove") }
    #expect(moves.map { $0.suffix(4) } == ["0.50", "0.75", "0.25"], "\(moves)")
  }

  /// Chromium takes a swipe to the right as a step back in its history, if there is one.
  @Test(arguments: TestedPage.browsers)
  func `of a swipe to the right do not leave the page`(browser: String) throws {
    let page = try TestedPage(
      "", synth: ["swipe", "--from", "10,60", "--by", "60,0"], in: browser)
    try page.change("index.html", "touch-action: none", "touch-action: auto")
    let shown = try page.run("replay")
    #expect(shown.status == 0, "\(shown.complaints)")
  }

  /// A built site has absolute addresses, and folders with an `index.html` of their own.
  @Test(arguments: TestedPage.browsers)
  func `reach a site in a folder, in the browser of the command`(browser: String) throws {
    let page = try TestedPage(
      "<script src=\"/scripts/marks.js\"></script>", #"["b", 1, 0, 100, 100, 0.5]"#, in: "none")
    try page.change("subject.json", "index.html", "dist/")
    let site = page.desk.file("dist/scripts")
    try FileManager.default.createDirectory(at: site, withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      at: page.desk.file("index.html"), to: page.desk.file("dist/index.html"))
    _ = try page.desk.file(
      "dist/scripts/marks.js", "addEventListener('pointerdown', () => performance.mark('down'));")
    let missing = try page.run("replay")
    #expect(missing.status == 2 && missing.complaints.contains("none: "), "\(missing)")
    let shown = try page.run("replay", "--browser", browser)
    #expect(shown.output.contains("0.000000,0.0,down"), "\(shown)")
  }

  /// Time stands still until the answers are there.
  @Test(arguments: TestedPage.browsers)
  func `come after the answers to the page's requests`(browser: String) throws {
    let page = try TestedPage(
      """
      <script>
        const mark = text => performance.mark(text);
        addEventListener("pointerdown", () => {
          fetch("answer.txt").then(response => response.text()).then(mark);
          fetch("none.txt").then(response => mark(response.status));
        });
        addEventListener("pointerup", () => {
          const request = new XMLHttpRequest();
          request.open("GET", "answer.txt");
          request.onload = () => mark(`${request.responseText} again`);
          request.send();
        });
      </script>
      """, #"["b", 1, 0, 100, 100, 0.25], ["e", 1, 300, 100, 100, 0]"#, in: browser)
    _ = try page.desk.file("answer.txt", "yes")
    #expect(
      try Set(page.events()) == ["0.000000 yes", "0.000000 404", "0.300000 yes again"])
  }

  /// Pages share a browser, one after the other.
  @Test(arguments: TestedPage.browsers)
  func `find nothing of the page before`(browser: String) throws {
    let row = #"["b", 1, 0, 100, 100, 0.25], ["e", 1, 10, 100, 100, 0]"#
    let page = try TestedPage(
      """
      <script>
        const found = [localStorage.kept, sessionStorage.kept, document.cookie, name];
        if ("chrome" in window) found.push(history.length);
        const [saved, stored] = [indexedDB.databases(), caches.keys()];
        const keep = () => {
          localStorage.kept = sessionStorage.kept = document.cookie = name = "kept";
          indexedDB.open("kept");
          caches.open("kept");
          history.pushState(1, "", "#kept");
        };
        addEventListener("pointerdown", () => performance.mark(JSON.stringify(found)));
        // They come at a time of their own.
        Promise.all([saved, stored]).then(lists => {
          if (lists.flat().length > 0) performance.mark("kept");
          keep();
        });
        addEventListener("pagehide", keep);
        addEventListener("beforeunload", event => event.preventDefault());
      </script>
      """, row, in: browser)
    let recording = try String(contentsOf: page.desk.file("recording.json"), encoding: .utf8)
    for folder in ["case1", "case2", "case3"] {
      try FileManager.default.createDirectory(
        at: page.desk.file(folder), withIntermediateDirectories: false)
      _ = try page.desk.file("\(folder)/recording.json", recording)
    }
    try FileManager.default.removeItem(at: page.desk.file("recording.json"))
    let check = try page.run("check", "--accept", "--jobs", "1")
    let fresh = browser == "chromium" ? #"[null,null,"","",2]"# : #"[null,null,"",""]"#
    let lines = check.output.split(separator: "\n").filter { $0.contains("'\(fresh)' at 0.000 s") }
    #expect(lines.count == 3 && !check.output.contains("'kept'"), "\(check)")
  }

  /// Files of the page before have the same names.
  @Test(arguments: TestedPage.browsers)
  func `find the page's own files`(browser: String) throws {
    let page = try TestedPage(
      """
      <link rel="stylesheet" href="style.css">
      <script src="script.js"></script>
      <script>
        addEventListener("pointerdown", () => {
          performance.mark(`${title} ${getComputedStyle(document.body).zIndex}`);
        });
      </script>
      """, #"["b", 1, 0, 100, 100, 0.25], ["e", 1, 10, 100, 100, 0]"#, in: browser)
    let files = try ["index.html", "subject.json", "recording.json"].map { name in
      (name, try String(contentsOf: page.desk.file(name), encoding: .utf8))
    }
    try FileManager.default.removeItem(at: page.desk.file("recording.json"))
    for number in 1...3 {
      let folder = page.desk.file("page\(number)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      for (name, text) in files { _ = try page.desk.file("page\(number)/\(name)", text) }
      _ = try page.desk.file("page\(number)/script.js", "const title = 'page \(number)';")
      _ = try page.desk.file("page\(number)/style.css", "body { z-index: \(number); }")
    }
    let check = try page.run("check", "--accept", "--jobs", "1")
    for number in 1...3 {
      #expect(check.output.contains("'page \(number) \(number)' at 0.000 s"), "\(check)")
    }
  }

  /// A window would hide the page and those after it, which then receive nothing.
  @Test(arguments: TestedPage.browsers)
  func `find no window of the page before`(browser: String) throws {
    let page = try TestedPage(
      """
      <script>
        addEventListener("pointerdown", () => {
          performance.mark("down");
          window.open("index.html", "_blank", "noopener");
        });
        addEventListener("pointerup", () => {
          performance.mark("up");
          window.open("index.html");
        });
      </script>
      """, #"["b", 1, 0, 100, 100, 0.25], ["m", 1, 50, 130, 100, 0.5], ["e", 1, 100, 130, 100, 0]"#,
      in: browser)
    let replay = try page.run("replay")
    #expect(replay.complaints.contains("the page opened a window, which was closed"), "\(replay)")
    for folder in ["case1", "case2", "case3"] {
      try FileManager.default.createDirectory(
        at: page.desk.file(folder), withIntermediateDirectories: false)
      try FileManager.default.copyItem(
        at: page.desk.file("recording.json"), to: page.desk.file("\(folder)/recording.json"))
    }
    try FileManager.default.removeItem(at: page.desk.file("recording.json"))
    let accept = try page.run("check", "--accept", "--jobs", "1")
    #expect(accept.output.contains("3 cases: 3 accepted"), "\(accept)")
    let check = try page.run("check", "--jobs", "1")
    #expect(check.output == "3 cases: 3 same\n", "\(check)")
  }

  /// The finger lands at 206, 800 pixels, and nobody sees it lift.
  @Test(arguments: TestedPage.browsers)
  func `are cancelled if a recording is made so`(browser: String) throws {
    let page = try TestedPage(
      """
      <script>
        for (const name of ["pointerdown", "pointerup", "pointercancel", "touchend", "touchcancel"]) {
          addEventListener(name, event => performance.mark(
            name === "pointerdown" ? `down ${Math.round(event.clientX / 2)} ${Math.round(event.clientY / 2)}`
              : name));
        }
      </script>
      """,
      synth: [
        "flick", "--from", "206px,800px", "--by", "0,-500px", "--density", "5", "--noise", "0",
        "--cancel",
      ], in: browser)
    let words = try page.events().map {
      $0.split(separator: " ").dropFirst().joined(separator: " ")
    }
    #expect(words.first == "down 103 400", "\(words)")
    #expect(words.dropFirst().sorted() == ["pointercancel", "touchcancel"], "\(words)")
  }

  @Test(arguments: TestedPage.browsers)
  func `find an element that is not there for a while`(browser: String) throws {
    let page = try TestedPage(
      """
      <p id="note">Here</p>
      <script>
        const note = document.getElementById("note");
        setTimeout(() => note.remove(), 600 + 0);
        setTimeout(() => document.body.append(note), 700);
      </script>
      """, #"["b", 1, 0, 100, 100, 0.25], ["e", 1, 300, 100, 100, 0]"#, in: browser)
    try page.change("subject.json", "\"body\": \"body\"", "\"note\": \"#note\"")
    #expect(try page.run("check", "--accept", "--even-silent").status == 1)
    #expect(try page.run("check").status == 0)
    try page.change("index.html", "600 + 0", "600 + 20")
    let check = try page.run("check")
    #expect(check.status == 1)
    #expect(
      check.output.contains("note.y has a value at 0.100 s, where none is expected"),
      "\(check.output)")
  }

  /// A library may divide its work by messages to itself, and keep its elements in shadow trees.
  @Test(arguments: TestedPage.browsers)
  func `come after the page's messages to itself`(browser: String) throws {
    let page = try TestedPage(
      """
      <div id="host"></div>
      <script>
        host.attachShadow({ mode: "open" }).innerHTML = "<p class='inner'>Here</p>";
        const { port1, port2 } = new MessageChannel();
        let count = 0;
        const done = () => performance.mark(`${count} at ${performance.now() - 500}`);
        port2.onmessage = () => { ++count < 40 ? port1.postMessage(0) : window.postMessage(0, "*"); };
        addEventListener("message", done);
        addEventListener("pointerup", () => port1.postMessage(0));
      </script>
      """, #"["b", 1, 0, 100, 100, 0.25], ["e", 1, 102, 100, 100, 0]"#, in: browser)
    try page.change("subject.json", "\"body\": \"body\"", "\"inner\": \"#host >>> .inner\"")
    #expect(try page.events() == ["0.102000 40 at 102"])
  }

  /// Nothing that a page can do reaches a port of this machine, by TCP or UDP.
  @Test(arguments: TestedPage.browsers) func `are all that reaches a page`(browser: String) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let receiver = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { for socket in [listener, receiver] { close(socket) } }
    #expect(listen(listener, 5) == 0)
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    // The same number, so that a page that reaches either reaches this test.
    let isBound = unsafe withUnsafeMutableBytes(of: &address) { bytes in
      let address = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
      _ = unsafe getsockname(listener, address, &size)
      return unsafe address.map { unsafe bind(receiver, $0, size) == 0 } ?? false
    }
    #expect(isBound)
    // A page that reads a response is waited for, for up to 5 s: until all has been tried.
    let page = try TestedPage(
      """
      <script>
        const there = "127.0.0.1:\(UInt16(bigEndian: address.sin_port))";
        const after = (milliseconds, text) => setTimeout(() => performance.mark(text), milliseconds);
        fetch(`http://${there}/`, { mode: "no-cors" }).then(
          () => after(700, "reached"), () => after(700, "no network"));
        new WebSocket(`ws://${there}/`);
        new Image().src = `http://${there}/picture`;
        navigator.sendBeacon(`http://${there}/beacon`);
        const link = document.createElement("link");
        document.head.append(Object.assign(link, { rel: "preconnect", href: `http://${there}` }));
        const frame = document.createElement("iframe");
        frame.src = `http://${there}/frame`;
        document.documentElement.append(frame);
        const call = urls => new Promise(done => {
          const connection = new RTCPeerConnection({ iceServers: [{ urls, username: "a", credential: "b" }] });
          connection.onicegatheringstatechange = () => {
            if (connection.iceGatheringState === "complete") done();
          };
          connection.createDataChannel("data");
          connection.createOffer().then(offer => connection.setLocalDescription(offer));
        });
        const kinds = ["stun:HOST", "turn:HOST?transport=udp", "turn:HOST?transport=tcp"];
        const calls = window.RTCPeerConnection ? kinds.map(kind => call(kind.replace("HOST", there))) : [];
        new Response(new ReadableStream({
          start: stream => { Promise.all(calls).then(() => stream.close()); },
        })).text();
      </script>
      """, #"["b", 1, 0, 100, 100, 0.25], ["e", 1, 300, 100, 100, 0]"#, in: browser)
    #expect(try page.events().map { $0.dropFirst(9) } == ["no network"])
    for socket in [listener, receiver] {
      var waiting = [pollfd(fd: socket, events: Int16(POLLIN), revents: 0)]
      #expect(unsafe poll(&waiting, 1, 0) == 0)
    }
  }

  @Test(arguments: TestedPage.browsers)
  func `name what a page asks for in vain`(browser: String) throws {
    let page = try TestedPage(
      """
      <script src="missing.js"></script>
      <link rel="stylesheet" href="https://there.test/sheet.css">
      """, #"["b", 1, 0, 100, 100, 0.25], ["e", 1, 300, 100, 100, 0]"#, in: browser)
    let sentences = [
      "the page asked for missing.js, which is not there",
      "the page asked for something of there.test, which it may not reach",
    ]
    let replay = try page.run("replay")
    #expect(replay.status == 0 && sentences.allSatisfy(replay.complaints.contains), "\(replay)")
    try page.change("subject.json", "\"body\": \"body\"", "\"body\": \"#shed\"")
    let missing = try page.run("replay")
    let sentence = (["no element of index.html matches #shed"] + sentences).joined(separator: "; ")
    #expect(missing.status == 2 && missing.complaints.contains(sentence), "\(missing)")
  }

  /// Ctrl-C, and a kill that no program notices.
  @Test(arguments: TestedPage.browsers, [SIGINT, SIGKILL])
  func `leave nothing behind when they are interrupted`(browser: String, signal: Int32) throws {
    let page = try TestedPage(
      "<script>while (1);</script>", #"["b", 1, 0, 100, 100, 0.25], ["e", 1, 300, 100, 100, 0]"#,
      in: browser)
    let replay = try page.startReplay().replay
    replay.signal(signal)
    #expect(replay.wait() == -1)
    #expect(try page.remains() == [])
  }

  @Test(arguments: TestedPage.browsers)
  func `end when the browser is killed`(browser: String) throws {
    let page = try TestedPage(
      "<script>while (1);</script>", #"["b", 1, 0, 100, 100, 0.25], ["e", 1, 300, 100, 100, 0]"#,
      in: browser)
    let (replay, browser) = try page.startReplay()
    try #require(browser > 0)
    kill(browser, SIGKILL)
    #expect(replay.wait() == 2)
    #expect(replay.complaints.contains("the browser has ended"), "\(replay.complaints)")
    #expect(try page.remains() == [])
  }
}
