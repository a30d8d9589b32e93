import Foundation
import PantographTestSupport
import Testing

@Suite(
  "The recorder's page",
  .enabled(if: OtherProgram.find("chromium") != nil, OtherProgram.absence("Chromium")))
struct RecorderPageTests {
  /// Touches from a recording go into the page, and what it saves is compared with them.
  @Test func `records what the browser received`() throws {
    let desk = try TemporaryFolder()
    let folder = Repository.recordings.appendingPathComponent("touchscreen-drag")
    try FileManager.default.copyItem(
      at: folder.appendingPathComponent("recording.yml"), to: desk.file("recording.yml"))
    let page = try Program.pantograph("recorder")
    #expect(page.status == 0)
    // A mark carries the recording out of the page; blanks in it are not kept.
    _ = try desk.file(
      "index.html",
      page.output
        + "<script>addEventListener('pointerup', () => performance.mark(JSON.stringify(recording())));</script>"
    )
    let subject = """
      "elements": { "area": "#area" }, "pixelsPerMillimetre": 4.5,
      "placement": { "from": [147, 140], "to": [206, 800] }
      """
    _ = try desk.file("subject.json", "{ \"version\": 1, \"page\": \"index.html\", \(subject) }")
    let shown = try Program.pantograph("replay", desk.url.path)
    #expect(shown.status == 0, "\(shown.complaints)")
    let start = try #require(shown.output.firstRange(of: "\"{"))
    let end = try #require(shown.output.firstRange(of: "}\"\n"))
    let text = shown.output[start.upperBound...].prefix(upTo: end.lowerBound)
    let saved = try JSON(
      desk.file("saved.json", "{" + text.replacing("\"\"", with: "\"") + "}"))
    #expect(saved["format"].text == "pointer-recording")
    // Commands read it as a recording.
    let info = try Program.pantograph("info", desk.file("saved.json").path)
    #expect(info.status == 0 && info.output.contains("1 contact"), "\(info)")

    // The same contacts as a program receives them.
    _ = try desk.file(
      "subject.json",
      "{ \"version\": 1, \"command\": [\"tee\", \"rows.csv\"], \"pixelsPerMillimetre\": 4.5 }")
    _ = try Program.pantograph("replay", desk.url.path)
    let rows = try String(contentsOf: desk.file("rows.csv"), encoding: .utf8)
    let sent = rows.split(separator: "\n").dropFirst()
      .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      .filter { $0[1] != "frame" }
    let recorded = saved["rows"].list.map(\.list)
    #expect(recorded.first?[0].text == "b" && recorded.last?[0].text == "e")
    // Chromium keeps the first movements back.
    #expect(recorded.count > sent.count * 8 / 10 && recorded.count <= sent.count)
    for row in recorded {
      let (time, x, y) = (row[2].number ?? -1, row[3].number ?? -1, row[4].number ?? -1)
      let same = sent.first { abs((Double($0[0]) ?? -1) * 1000 - time) < 0.1 }
      let touch = try #require(same)
      #expect(abs(x - ((Double(touch[5]) ?? 0) - 147 * 4.5 + 206)) < 0.5)
      #expect(abs(y - ((Double(touch[6]) ?? 0) - 140 * 4.5 + 800)) < 0.5)
      // A finger that lifts has no pressure any more.
      guard row[0].text != "e" else { continue }
      #expect(abs((row[5].number ?? -1) - (Double(touch[7]) ?? 0)) < 0.01)
    }
  }

  /// A finger's movement is recorded by a served page, and replayed into the same page.
  @Test(.enabled(if: Program.hasWeb, "built without the web server"))
  func `receives from a recording of itself what it has recorded`() throws {
    let desk = try TemporaryFolder()
    let recorder = try RunningProgram(
      Program.pantograph,
      ["recorder", "--serve", "--listen", "0", "--save", desk.url.path])
    try recorder.wait { $0.complaints.contains("record at ") }
    let words = recorder.complaints.split(whereSeparator: \.isWhitespace)
    let address = try #require(words.first { $0.hasPrefix("http://") })
    let drag = Repository.recordings.appendingPathComponent("touchscreen-drag/recording.yml").path
    var recordings: [JSON] = []
    for number in 1...2 {
      let sent = number == 1 ? drag : desk.file("recording-1.json").path
      // In the middle of the page; the page's own recording has its coordinates.
      let corner =
        number == 1
        ? "\"from\": [147, 140], \"to\": [206, 800]" : "\"from\": [0, 0], \"to\": [0, 0]"
      // The page sends 0.4 s after the finger is up. The program receives it while the page's frames go on.
      let subject = """
        { "version": 1, "page": "\(address)#each", "elements": { "area": "#area" }, "rest": 20,
          "pixelsPerMillimetre": \(number == 1 ? 4.5 : 6.3), "placement": { \(corner) } }
        """
      _ = try desk.file("subject.json", subject)
      let replay = try Program.pantograph(
        "replay", "--subject", desk.file("subject.json").path, sent)
      #expect(replay.status == 0, "\(replay.complaints)")
      try recorder.wait { $0.output.contains("recording-\(number).json") }
      recordings.append(JSON(desk.file("recording-\(number).json")))
    }
    recorder.signal(SIGINT)
    #expect(recorder.wait() == 0)
    let (first, second) = (recordings[0]["rows"].list, recordings[1]["rows"].list)
    #expect(first.count > 50 && first.count == second.count)
    for (one, other) in zip(first.map(\.list), second.map(\.list)) {
      #expect(one[0].text == other[0].text)
      // ms, CSS pixels, and parts of the full force.
      for (column, tolerance) in [(2, 0.1), (3, 0.5), (4, 0.5), (5, 0.01)] {
        let difference = (one[column].number ?? .nan) - (other[column].number ?? .nan)
        #expect(abs(difference) <= tolerance, "\(one), \(other)")
      }
    }
  }

  /// A page that handles its own touches, and opens the bookmark by itself.
  @Test func `has a bookmarklet that records on any page, which still receives the touches`() throws
  {
    let desk = try TemporaryFolder()
    let bookmark = try Program.pantograph("recorder", "--bookmarklet")
    #expect(bookmark.status == 0 && bookmark.output.hasPrefix("javascript:"))
    #expect(!bookmark.output.dropLast().contains { $0.isWhitespace || "\"'<>".contains($0) })
    let page = """
      <!DOCTYPE html><meta charset="utf-8"><body style="touch-action: none; margin: 0">
      <div id="box" style="width: 300px; height: 900px"></div>
      <a id="bookmark" href="\(bookmark.output.dropLast())"></a>
      <script>
      box.addEventListener("pointermove", event => { box.style.opacity = event.clientX / 1000; });
      bookmark.click();
      // What is saved leaves the page as a mark, at once.
      window.Blob = class { constructor(parts) { performance.mark(parts.join("")); } };
      URL.createObjectURL = () => "#";
      addEventListener("pointerup", () => {
        const root = document.getElementById("pantograph-recorder").shadowRoot;
        [...root.querySelectorAll("button")].find(button => button.textContent === "Save").click();
      });
      </script>
      """
    _ = try desk.file("index.html", page)
    _ = try desk.file(
      "subject.json",
      """
      { "version": 1, "page": "index.html", "elements": { "box": "#box" }, "pixelsPerMillimetre": 4.5,
        "placement": { "from": [147, 140], "to": [206, 800] } }
      """)
    let drag = Repository.recordings.appendingPathComponent("touchscreen-drag/recording.yml").path
    let shown = try Program.pantograph(
      "replay", "--subject", desk.file("subject.json").path, drag)
    #expect(shown.status == 0, "\(shown.complaints)")
    let start = try #require(shown.output.firstRange(of: "\"{"))
    let end = try #require(shown.output.firstRange(of: "}\"\n"))
    let text = shown.output[start.upperBound...].prefix(upTo: end.lowerBound)
    let saved = try desk.file(
      "saved.json", "{" + text.replacing("\"\"", with: "\"") + "}")
    let rows = JSON(saved)["rows"].list
    #expect(rows.count > 50 && rows.first?.list[0].text == "b")
    let info = try Program.pantograph("info", saved.path)
    #expect(info.status == 0 && info.output.contains("1 contact"), "\(info)")
    // The page has received them, too.
    let last = shown.output.split(separator: "\n").last?.split(separator: ",") ?? []
    #expect(last.count >= 4 && last[3] != "1.0", "\(last)")
  }
}
