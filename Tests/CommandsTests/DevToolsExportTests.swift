import Foundation
import PantographTestSupport
import Testing

@Suite struct `pantograph convert --to cdp` {
  private func convert(_ arguments: String...) throws -> Program {
    try Program(Program.pantograph, ["convert"] + arguments)
  }

  /// Two fingers at 5 px/mm; the first one only presses harder at 16.8 ms.
  private static let pinch = """
    { "format": "pointer-recording", "version": 1, "viewport": [400, 800], "cssPxPerMm": 5,
      "columns": ["phase", "id", "t", "x", "y", "force"],
      "rows": [["b", 1, 0, 200, 300, 0.25], ["b", 2, 3.4, 200.5, 500, 0.5],
               ["m", 1, 8.4, 200, 290.25, 0.5], ["m", 2, 8.4, 200.5, 510, 0.25],
               ["m", 1, 16.8, 200, 290.25, 0.75], ["m", 2, 16.8, 200.5, 520.75, 0.5],
               ["e", 2, 20.2, 200.5, 520.75, 0], ["m", 1, 25.2, 200, 270, 0.25],
               ["e", 1, 33.6, 200, 270, 0]] }
    """

  @Test func `writes a call on each line`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("pinch.json", Self.pinch).path
    let calls = folder.file("pinch.ndjson").path
    let written = try convert(file, "--to", "cdp", "--density", "10", "--output", calls)
    #expect(written.status == 0 && written.complaints == "", "\(written.complaints)")
    let lines = try String(contentsOfFile: calls, encoding: .utf8).split(separator: "\n")
    let decoded = try lines.map { try JSONDecoder().decode(JSON.self, from: Data($0.utf8)) }
    let first = decoded[0]["params"]["touchPoints"].list[0]
    #expect(first.names == ["force", "id", "x", "y"])
    #expect(first["x"].number == 400 && first["y"].number == 600 && first["force"].number == 0.25)
    #expect(
      decoded.map { "\($0["params"]["type"].text) \($0["params"]["timestamp"].number ?? -1)" } == [
        "touchStart 0.0", "touchStart 0.0034", "touchMove 0.0084", "touchMove 0.0168",
        "touchEnd 0.0202", "touchMove 0.0252", "touchEnd 0.0336",
      ])
  }

  private static let browser = OtherProgram.find("chromium")

  @Test(
    .enabled(
      if: browser != nil && OtherProgram.python != nil, OtherProgram.absence("chromium")))
  func `is received by a page of Chromium`() throws {
    guard let browser = Self.browser, let python = OtherProgram.python else { return }
    let folder = try TemporaryFolder()
    let file = try folder.file("pinch.json", Self.pinch).path
    let calls = folder.file("pinch.ndjson").path
    _ = try convert(file, "--to", "cdp", "--density", "5", "--output", calls)
    let script = Repository.script("devtools_touches.py")
    let sent = try Program(python, [script.path, browser.path, calls])
    #expect(sent.status == 0, "\(sent.complaints)")
    let events = try JSONDecoder().decode(JSON.self, from: Data(sent.output.utf8)).list
      .map { (type: $0.list.first?.text ?? "", numbers: $0.list.compactMap(\.number)) }
    // The first finger stays in the upper half. Each row: x, y, pressure and time.
    let expected: [[(String, [Double])]] = [
      [
        ("pointerdown", [200, 300, 0.25, 0]), ("pointermove", [200, 290.25, 0.5, 8.4]),
        ("pointermove", [200, 290.25, 0.75, 16.8]), ("pointermove", [200, 270, 0.25, 25.2]),
        ("pointerup", [200, 270, 0, 33.6]),
      ],
      [
        ("pointerdown", [200.5, 500, 0.5, 3.4]), ("pointermove", [200.5, 510, 0.25, 8.4]),
        ("pointermove", [200.5, 520.75, 0.5, 16.8]), ("pointerup", [200.5, 520.75, 0, 20.2]),
      ],
    ]
    for (isUpper, rows) in zip([true, false], expected) {
      let own = events.filter { $0.numbers.count == 4 && ($0.numbers[1] < 400) == isUpper }
      #expect(own.map(\.type) == rows.map(\.0))
      for (event, row) in zip(own, rows) {
        for (value, wanted, tolerance) in zip3(event.numbers, row.1, [0.01, 0.01, 0.001, 0.25]) {
          #expect(abs(value - wanted) <= tolerance, "\(event) for \(row)")
        }
      }
    }
  }

  private func zip3(_ a: [Double], _ b: [Double], _ c: [Double]) -> [(Double, Double, Double)] {
    zip(a, zip(b, c)).map { ($0, $1.0, $1.1) }
  }

  @Test func `takes at most 16 fingers`() throws {
    let folder = try TemporaryFolder()
    let rows =
      (1...17).map { "[\"b\", \($0), \($0), \($0 * 10), 9]" }
      + (1...17).map { "[\"e\", \($0), 99, 9, 9]" }
    let file = try folder.file(
      "hands.json",
      """
      { "format": "pointer-recording", "version": 1, "viewport": [400, 800], "cssPxPerMm": 5,
        "columns": ["phase", "id", "t", "x", "y"], "rows": [\(rows.joined(separator: ","))] }
      """
    ).path
    let run = try convert(file, "--to", "cdp", "--density", "5", "--output", "-")
    #expect(run.status == 2 && run.output == "")
    #expect(
      run.complaints == "\(file): 17 fingers touch at once, but Chromium takes at most 16\n")
    let misnamed = folder.file("touches.json").path
    let other = try convert(file, "--to", "cdp", "--density", "5", "--output", misnamed)
    #expect(
      other.complaints
        == "\(misnamed): a recording is written as libinput YAML or evemu; --to cdp writes NDJSON\n"
    )
  }
}
