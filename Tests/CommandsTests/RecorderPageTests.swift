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
}
