import Foundation
import PantographTestSupport
import Testing

/// Conditions of a page, in a real browser.
@Suite(
  "What may move on a page", .serialized,
  .enabled(if: OtherProgram.find("chromium") != nil, OtherProgram.absence("Chromium")))
struct PageConditionTests {
  private func page(_ conditions: String, _ body: String = "") throws -> TestedPage {
    let page = try TestedPage(
      """
      <style>
        #sheet, #scrim, #toast { position: absolute; left: 0; width: 100px; height: 100px; }
        #sheet { top: 400px; } #toast { top: 20px; } #scrim { top: 700px; opacity: 0; }
      </style>
      <div id="sheet"><p id="title">It rides</p></div><div id="scrim"></div>
      <div id="toast"><b>Text</b></div>
      <script>
        addEventListener("pointermove", event => {
          sheet.style.top = `${event.clientY}px`;
          scrim.style.opacity = 1 - event.clientY / 800;
          \(body)
        });
      </script>
      """,
      // A finger that goes up from 400 to 300 in ten steps.
      "[\"b\", 1, 0, 50, 400, 0.5], "
        + (1...10).map { "[\"m\", 1, \($0 * 16), 50, \(400 - $0 * 10), 0.5]" }
        .joined(separator: ", ") + ", [\"e\", 1, 176, 50, 300, 0]",
      in: "chromium")
    try page.change(
      "subject.json", "\"elements\": { \"body\": \"body\" }, \"show\": [\"y\"]",
      "\"elements\": { \"sheet\": \"#sheet\", \"scrim\": \"#scrim\" }, \"show\": [\"y\", \"opacity\"], "
        + conditions)
    return page
  }

  /// The title is in the sheet, and the body around it.
  @Test func `is what is named, and what is in it`() throws {
    let page = try page(
      """
      "others": "still", "conditions": {
        "sheet.y": { "monotone": true, "between": [300, 400] }, "sheet.opacity": { "still": true },
        "scrim": { "progression": true }
      }
      """)
    let accepted = try page.run("check", "--accept")
    #expect(
      accepted.output.contains("1 case: 1 accepted"), "\(accepted.output)\(accepted.complaints)")
    let check = try page.run("check")
    #expect(check.status == 0, "\(check.output)")
  }

  /// A toast slips by 3 pixels, with its text in it, and the sheet comes back by 30.
  @Test func `is nothing else, and all of it is said at once`() throws {
    let page = try page(
      "\"others\": \"still\", \"conditions\": { \"sheet.y\": { \"monotone\": true } }",
      """
      if (event.clientY < 350) toast.style.left = "3px";
      if (event.clientY <= 310) sheet.style.top = "360px";
      """)
    let check = try page.run("check")
    #expect(check.status == 1)
    let lines = check.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines[0].contains("2 conditions do not hold; no expected trajectory yet"))
    #expect(lines[1].hasPrefix("#toast x is none of the elements, and moves at 0.1"), "\(lines)")
    #expect(lines[2].hasPrefix("sheet.y goes back by 40, and must not turn at 0.1"), "\(lines)")
    #expect(lines[1].contains("▁") && lines[1].contains("█"))
    let repeated = try page.run("check", "--repeat", "2")
    #expect(repeated.status == 1 && repeated.output.contains("differs in all 2 runs"))
    // It is not accepted, either.
    let accepted = try page.run("check", "--accept", "--even-silent")
    #expect(accepted.status == 1 && !accepted.output.contains("accepted"), "\(accepted.output)")
  }

  @Test func `is named as it is`() throws {
    let page = try page("\"conditions\": { \"sheets\": { \"still\": true } }")
    let check = try page.run("check")
    #expect(check.status == 2)
    #expect(
      check.complaints.contains(
        "conditions: no column is named 'sheets', of sheet.y, sheet.opacity, scrim.y, scrim.opacity"
      ),
      "\(check.complaints)")
  }

  @Test func `judges jank only where something has a position`() throws {
    let page = try page("\"conditions\": { \"scrim.o*\": { \"jank\": 0 } }")
    let check = try page.run("check")
    #expect(check.status == 2)
    #expect(
      check.complaints.contains(
        "subject.json: conditions: jank is judged of positions, such as x, y, scrollTop or scrollLeft, and"
          + " 'scrim.o*' has none; name a column"), "\(check.complaints)")
  }
}
