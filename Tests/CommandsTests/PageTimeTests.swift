import Foundation
import PantographTestSupport
import Testing

/// The time of a page under test, which stands still until all has happened that the page waits for.
@Suite(
  "Time in a page", .serialized,
  .enabled(if: !TestedPage.browsers.isEmpty, OtherProgram.absence("Chromium or Firefox")))
struct PageTimeTests {
  /// A finger that moves at 20 and 40 ms.
  private static let moves = """
    ["b", 1, 0, 100, 100, 0.5], ["m", 1, 20, 130, 100, 0.5], ["m", 1, 40, 160, 100, 0.5],
    ["e", 1, 60, 160, 100, 0]
    """

  /// In the document and in shadow trees, of which neither a style sheet nor `getAnimations()` of the
  /// document knows.
  @Test(arguments: TestedPage.browsers, ["document", "open", "closed", "declared"])
  func `moves a sheet in a shadow tree`(browser: String, tree: String) throws {
    let sheet = """
      <style>
        #sheet { position: fixed; top: 600px; width: 100px; height: 100px; transition: transform 300ms linear; }
      </style>
      <div id="sheet"></div>
      """
    let isDeclared = tree == "declared"
    let page = try TestedPage(
      """
      <div id="host">\(isDeclared ? "<template shadowrootmode=\"open\">\(sheet)</template>" : "")</div>
      <script>
        const host = document.getElementById("host");
        const root = "\(tree)" === "document" ? host
          : host.shadowRoot ?? host.attachShadow({ mode: "\(tree)" });
        \(isDeclared ? "" : "root.innerHTML = `\(sheet)`;")
        const sheet = root.querySelector("#sheet");
        addEventListener("pointerup", () => { sheet.style.transform = "translateY(-400px)"; });
        sheet.addEventListener("transitionend", () => performance.mark("end"));
        requestAnimationFrame(function show() {
          document.body.style.setProperty("--y", sheet.getBoundingClientRect().y);
          requestAnimationFrame(show);
        });
      </script>
      """, Self.moves, in: browser)
    try page.change("subject.json", "[\"y\"]", "[\"--y\"]")
    try page.change("subject.json", "\"rest\": 0.2", "\"rest\": 0.5")
    let rows = try Table(text: page.run("replay").output).rows
    // 400 pixels in 300 ms, from 60 ms on.
    for row in rows where row.text("body.--y") != "" {
      let part = min(max((row.number("time") - 0.06) / 0.3, 0), 1)
      #expect(abs(row.number("body.--y") - (600 - 400 * part)) < 0.01, "\(row)")
    }
    let end = rows.filter { $0.text("event") == "end" }.map { $0.number("time") }
    #expect(end == [0.366667])
  }

  /// All of this comes at times of the browser's own, later than the move that it follows.
  private static let sources: [(name: String, script: String)] = [
    ("image", "const image = new Image(); image.onload = done; image.src = picture;"),
    (
      "image with an attribute",
      "const i = document.createElement('img'); i.onload = done; i.setAttribute('src', picture);"
    ),
    (
      "image in HTML",
      """
      const p = document.createElement('p');
      p.innerHTML = `<img src="${picture}">`;
      p.firstChild.onload = done;
      document.body.append(p);
      """
    ),
    (
      "decoded image",
      "const image = new Image(); image.src = picture; image.decode().then(done);"
    ),
    (
      "script",
      """
      const script = document.createElement("script");
      script.onload = done;
      script.src = `script.js?${now}`;
      document.head.append(script);
      """
    ),
    (
      "style sheet",
      """
      const link = Object.assign(document.createElement("link"), { rel: "stylesheet" });
      link.onload = done;
      link.href = `style.css?${now}`;
      document.head.append(link);
      """
    ),
    ("toBlob", "canvas.toBlob(done);"),
    ("bitmap", "createImageBitmap(canvas).then(done);"),
    ("digest", "crypto.subtle.digest('SHA-256', new Uint8Array(1 << 20)).then(done);"),
    ("blob", "new Blob([new Uint8Array(1 << 20)]).arrayBuffer().then(done);"),
    (
      "reader",
      """
      const reader = new FileReader();
      reader.onload = done;
      reader.readAsDataURL(new Blob([new Uint8Array(1 << 20)]));
      """
    ),
    (
      "database",
      """
      const request = indexedDB.open(`base${now}`);
      request.onupgradeneeded = () => request.result.createObjectStore("o");
      request.onsuccess = () => {
        const store = request.result.transaction("o", "readwrite").objectStore("o");
        store.put(1, "k").onsuccess = () => { store.get("k").onsuccess = done; };
      };
      """
    ),
    ("cache", "caches.open('c').then(cache => cache.keys()).then(done);"),
    (
      "file",
      """
      navigator.storage.getDirectory()
        .then(folder => folder.getFileHandle("file", { create: true })).then(done);
      """
    ),
    ("task", "scheduler.postTask(done);"), ("yield", "scheduler.yield().then(done);"),
    ("intersection", "box.style.top = box.style.top === '-200px' ? '0' : '-200px';"),
    ("size", "box.style.width = `${now + 10}px`;"),
    ("scroll", "list.scrollTop += 5;"),
  ]

  @Test(arguments: TestedPage.browsers)
  func `stands still until what the page waits for is there`(browser: String) throws {
    let steps = Self.sources.map { name, script in
      "{ const done = () => mark(`\(name)`);\n\(script) }"
    }
    let page = try TestedPage(
      """
      <canvas id="canvas" width="800" height="800"></canvas>
      <div id="box" style="position: fixed; top: 0; left: 0; width: 9px; height: 9px"></div>
      <div id="list" style="position: fixed; width: 50px; height: 50px; overflow: scroll">
        <div style="height: 9000px"></div>
      </div>
      <script>
        let hasBegun = false;
        const mark = text => { if (hasBegun) performance.mark(text); };
        canvas.getContext("2d").fillRect(0, 0, 9, 9);
        new IntersectionObserver(() => mark("intersection")).observe(box);
        new ResizeObserver(() => mark("size")).observe(box);
        list.onscroll = () => mark("scroll");
        addEventListener("pointermove", event => {
          const now = event.timeStamp, picture = `picture.svg?${now}`;
          hasBegun = true;
          \(steps.joined(separator: "\n"))
        });
      </script>
      """, Self.moves, in: browser)
    _ = try page.desk.file(
      "picture.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>")
    _ = try page.desk.file("script.js", "")
    _ = try page.desk.file("style.css", "")
    let events = try TestedPage.whileBusy { try page.events() }
    let expected = Set(
      Self.sources.flatMap { name, _ in
        ["0.020000 \(name)", "0.040000 \(name)"]
      })
    #expect(Set(events).symmetricDifference(expected) == [], "\(events)")
    #expect(events.count == expected.count)
  }

  /// Also one that comes after the page has loaded; its events are not those of moves that were withheld.
  @Test(arguments: TestedPage.browsers) func `goes on in an iframe`(browser: String) throws {
    let page = try TestedPage(
      """
      <script>
        addEventListener("message", event => performance.mark(event.data));
        setTimeout(() => {
          const frame = document.createElement("iframe");
          frame.style = "position: fixed; inset: 0; width: 100%; height: 100%; border: none";
          frame.src = "frame.html";
          document.body.append(frame);
        }, 300);
      </script>
      """, Self.moves, in: browser)
    _ = try page.desk.file(
      "frame.html",
      """
      <!doctype html>
      <html style="touch-action: none">
      <script>
        setTimeout(() => parent.postMessage("timer", "*"), 1);
        addEventListener("pointermove", () => parent.postMessage("move", "*"));
      </script>
      """)
    let replay = try page.run("replay")
    #expect(replay.output.contains("move") && !replay.complaints.contains("withheld"), "\(replay)")
    #expect(replay.complaints.contains("note: an iframe has its own clock"), "\(replay)")
  }

  /// 2026 begins at the page's time 0, and the finger lands half a second later.
  @Test(arguments: TestedPage.browsers)
  func `is the same on all clocks`(browser: String) throws {
    let page = try TestedPage(
      """
      <script>
        const format = { timeZone: "UTC", timeStyle: "medium", dateStyle: "short" };
        const clocks = {
          Date: () => Date().slice(0, 24),
          "new Date": () => new Date().toISOString(),
          constructor: () => new Date(0).constructor.now() - Date.UTC(2026, 0, 1),
          subclass: () => new (class extends Date { more() { return this.getTime() % 1000; } })().more(),
          origin: () => new Date(performance.timeOrigin + performance.now()).toISOString(),
          timeline: () => document.timeline.currentTime,
          Temporal: () => globalThis.Temporal ? `${Temporal.Now.instant()}` : "2026-01-01T00:00:00.5Z",
          Intl: () => new Intl.DateTimeFormat("en-GB", format).format().replace(",", ""),
          parts: () => new Intl.DateTimeFormat("en-GB", format).formatToParts()
            .filter(part => part.type !== "literal").map(part => part.value).join(" "),
          uuid: () => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
            .test(crypto.randomUUID()),
        };
        addEventListener("pointerdown", () => {
          for (const [name, read] of Object.entries(clocks)) performance.mark(`${name} ${read()}`);
          setTimeout("performance.mark('text')", 10);
          performance.mark(`random ${crypto.getRandomValues(new Uint32Array(2)).join(" ")}`);
          const animation = document.body.animate({ opacity: [1, 0] }, 1000);
          animation.startTime = document.timeline.currentTime - 100;
          performance.mark(`start ${animation.startTime} ${animation.currentTime}`);
          animation.onfinish = () => performance.mark("finished");
        });
      </script>
      """, #"["b", 1, 0, 100, 100, 0.5], ["e", 1, 1000, 100, 100, 0]"#, in: browser)
    let events = try page.events()
    #expect(
      events.filter { !$0.contains("random") } == [
        "0.000000 Date Thu Jan 01 2026 00:00:00", "0.000000 new Date 2026-01-01T00:00:00.500Z",
        "0.000000 constructor 500", "0.000000 subclass 500",
        "0.000000 origin 2026-01-01T00:00:00.500Z", "0.000000 timeline 500",
        "0.000000 Temporal 2026-01-01T00:00:00.5Z", "0.000000 Intl 01/01/2026 00:00:00",
        "0.000000 parts 01 01 2026 00 00 00", "0.000000 uuid true", "0.000000 start 400 100",
        "0.010000 text", "0.900000 finished",
      ], "\(events)")
    #expect(try page.events() == events)
  }
}
