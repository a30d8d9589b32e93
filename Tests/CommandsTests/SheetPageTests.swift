import Foundation
import PantographMotion
import PantographTestSupport
import Testing

/// `Tests/Examples/sheet-page`: a bottom sheet in a page, under test in a real browser.
@Suite(
  "A sheet in a page", .serialized,
  .enabled(if: OtherProgram.find("chromium") != nil, OtherProgram.absence("Chromium")))
struct SheetPageTests {
  /// Copies the example, and changes one of its files.
  private func sheet(
    _ name: String = "index.html", _ old: String = "", _ new: String = ""
  ) throws -> TemporaryFolder {
    let desk = try TemporaryFolder()
    let folder = Repository.root.appendingPathComponent("Tests/Examples/sheet-page")
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where file != "recordings" {
      try FileManager.default.copyItem(at: folder.appendingPathComponent(file), to: desk.file(file))
    }
    guard !old.isEmpty else { return desk }
    let text = try String(contentsOf: desk.file(name), encoding: .utf8)
    try #require(text.contains(old))
    _ = try desk.file(name, text.replacing(old, with: new))
    return desk
  }

  private func check(_ desk: TemporaryFolder, _ more: String...) throws -> Program {
    try Program(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["TMPDIR=\(desk.url.path)", Program.pantograph.path, "check", desk.url.path] + more)
  }

  /// The curve is that of the page's style sheet, computed by our own solver.
  @Test func `follows the finger and then its curve`() throws {
    let desk = try sheet()
    let shown = try Program.pantograph("replay", desk.url.path)
    #expect(shown.status == 0, "\(shown.complaints)")
    var (released, events): (Double?, [String]) = (nil, [])
    let curve = CubicCurve(0.2, 0, 0, 1)
    // The finger goes up from 1961 to 910, at 14 units per millimetre.
    let lifted = 600 - (1961.0 - 910) / 14 * 4.5
    var count = 0
    for line in shown.output.split(separator: "\n").dropFirst() {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      let time = try #require(Double(cells[0]))
      if !cells[2].isEmpty { events.append("\(cells[0]) \(cells[2])") }
      if cells[2] == "opens" { released = time }
      guard let y = Double(cells[1]) else { continue }
      guard let released else {
        if time >= 0.95 { #expect(abs(y - lifted) < 0.5) }
        continue
      }
      count += 1
      let share = curve.value(at: min((time - released) / 0.3, 1))
      // A thousandth of a pixel is what the browser's own solver leaves.
      #expect(abs(y - (lifted + (200 - lifted) * share)) < 0.002, "\(time)")
    }
    #expect(events == ["1.002061 opens", "1.316667 settled"])
    #expect(count == 60)
  }

  @Test func `is the same each time, also while the machine is busy`() throws {
    let desk = try sheet()
    try TestedPage.whileBusy {
      for _ in 0..<3 {
        let check = try check(desk)
        #expect(check.status == 0, "\(check.output)\(check.complaints)")
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: desk.url.path).count == 4)
  }

  @Test(arguments: [
    ("threshold = 0.5", "threshold = 0.9", "'closes' at 1.002 s instead of 'opens'"),
    ("cubic-bezier(0.2, 0, 0, 1)", "ease-out", "sheet.y is 257.2 instead of 260.5 at 1.017 s"),
    (
      "event.clientY - grabbed", "event.clientX - grabbed", "sheet.y is"
    ),
    (
      "grabbed = null;\n", "grabbed = null; console.error(\"oh\", 3);\n",
      "'console error: oh 3' at 1.002 s instead of 'opens'"
    ),
  ])
  func `that changes is found`(old: String, new: String, sentence: String) throws {
    let check = try check(sheet("index.html", old, new))
    #expect(check.status == 1, "\(check.complaints)")
    #expect(check.output.contains(sentence), "\(check.output)")
  }

  @Test(arguments: [
    ("subject.json", "\"#sheet\"", "\"#shed\"", "no element of index.html matches #shed"),
    ("subject.json", "index.html", "none.html", "none.html can't be loaded"),
    ("subject.json", "\"version\"", "\"browser\": \"/none\", \"version\"", "/none: can't be run"),
    (
      "subject.json", "\"version\"", "\"browser\": \"/bin/true\", \"version\"",
      "the browser has ended"
    ),
    ("index.html", "const sheet =", "while (1); const sheet =", "index.html has not loaded after"),
  ])
  func `that can't be tested is told in a sentence`(
    name: String, old: String, new: String, sentence: String
  ) throws {
    let desk = try sheet(name, old, new)
    let text = try String(contentsOf: desk.file("subject.json"), encoding: .utf8)
    _ = try desk.file(
      "subject.json", text.replacing("\"elements\"", with: "\"timeLimit\": 8, \"elements\""))
    let check = try check(desk)
    #expect(check.status == 2)
    #expect(check.complaints.contains("subject.json: \(sentence)"), "\(check.complaints)")
    // Neither a profile nor a process is left.
    #expect(try FileManager.default.contentsOfDirectory(atPath: desk.url.path).count == 4)
    let processes = try Program(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", "grep -lsz -- '--user-data[-]dir=\(desk.url.path)' /proc/[0-9]*/cmdline"])
    #expect(processes.output == "")
  }

  /// What pages do besides: dialogs, random numbers, nested timers, cancelled frames, lines in messages.
  @Test func `that does all sorts of things is the same each time`() throws {
    let desk = try sheet(
      "index.html", "<div id=\"sheet\">",
      """
      <script>
        alert("hello");
        setTimeout(() => performance.mark(`random ${Math.random()}\\nand two lines`), 700);
        let count = 0;
        const loop = () => { count++; setTimeout(loop, 0); };
        loop();
        setTimeout(() => performance.mark(`count ${count}`), 1000);
        requestAnimationFrame(() => cancelAnimationFrame(late));
        const late = requestAnimationFrame(() => performance.mark("late"));
        setTimeout(() => {
          const pulse = document.getElementById("sheet").animate(
            [{ opacity: 1 }, { opacity: 0 }], { duration: 400, direction: "alternate", iterations: 2 });
          pulse.finished.then(() => performance.mark("pulse over"));
        }, 600);
      </script>
      <div id="sheet">
      """)
    let text = try String(contentsOf: desk.file("subject.json"), encoding: .utf8)
    _ = try desk.file("subject.json", text.replacing("[\"y\"]", with: "[\"y\", \"opacity\"]"))
    let first = try Program.pantograph("replay", desk.url.path)
    #expect(first.status == 0, "\(first.complaints)")
    let events = first.output.split(separator: "\n").compactMap { line in
      line.split(separator: ",", omittingEmptySubsequences: false).last.map(String.init)
    }.filter { !$0.isEmpty }
    // One at once, five without a delay (HTML, 8.6), then one each 4 ms before 1 s.
    #expect(events.contains("count \(1 + 5 + 249)"), "\(events)")
    #expect(events.contains { $0.hasPrefix("random 0.") && $0.hasSuffix(" and two lines") })
    #expect(!events.contains("late") && events.contains("pulse over"), "\(events)")
    // Half of the way down after 0.2 s: the animation began 0.1 s after the recording.
    let row = first.output.split(separator: "\n").first { $0.hasPrefix("0.300000,") }
    let opacity = row.flatMap { Double($0.split(separator: ",")[2]) }
    #expect(abs((opacity ?? -1) - 0.5) < 0.05, "\(row ?? "")")
    let second = try Program.pantograph("replay", desk.url.path)
    #expect(second.output == first.output)
  }

  @Test func `does not reach the network`() throws {
    let desk = try sheet(
      "index.html", "<div id=\"sheet\">",
      """
      <script>
        fetch("https://example.org/").catch(() => performance.mark("no network"));
        fetch("missing.txt").then(answer => performance.mark(`missing ${answer.status}`));
        fetch("../recording.yml").then(answer => performance.mark(`beside ${answer.status}`));
      </script>
      <div id="sheet">
      """)
    let text = try String(contentsOf: desk.file("index.html"), encoding: .utf8)
    // Marks before the recording begins are not shown: wait for the first frame after it.
    _ = try desk.file(
      "index.html",
      text.replacing("performance.mark(", with: "setTimeout(name => performance.mark(name), 600, "))
    let shown = try Program.pantograph("replay", desk.url.path).output
    #expect(shown.contains(",no network\n"), "\(shown)")
    #expect(shown.contains(",missing 404\n") && shown.contains(",beside 200\n"))
  }
}
