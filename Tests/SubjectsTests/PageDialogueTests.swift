import Foundation
import Pantograph
import PantographSubjects
import PantographTestSupport
import PantographTraces
import Testing

/// What a replay makes of the answers of a page, without a browser: a page can replace what the script in it calls.
@Suite("A dialogue with a page") struct PageDialogueTests {
  private func replay(_ more: String) throws -> ChromiumReplay {
    let recording = Repository.recordings.appendingPathComponent("touchscreen-drag/recording.yml")
    let subject = """
      { "version": 1, "page": "index.html", "elements": { "a": "#a" }, "show": ["y"],
        "pace": "real", "rest": 0\(more) }
      """
    return try ChromiumReplay(RecordingStream(recording.path), into: Array(subject.utf8))
  }

  /// A replay that waits for where its element is.
  private func aimingReplay() throws -> ChromiumReplay {
    var replay = try replay(##", "placement": { "on": "#a" }"##)
    _ = try replay.next(at: 0)
    try replay.take(#"{ "missing": [], "now": 0 }"#, at: 0)
    return replay
  }

  private static let isReplaced =
    "the page has replaced a function of the browser that Pantograph's script in it calls"

  @Test(arguments: [
    ("NaN,1e308", ": NaN,1e308"), ("1e308,0", ": 1e308,0"), ("0,inf", ": 0,inf"),
    ("1,2,x", ": 1,2,x"), ("1,,2", ": 1,,2"), ("1", ": 1"), ("", ""), (" ", ""),
  ])
  func `refuses positions that are not two finite numbers`(answer: String, tail: String) throws {
    var replay = try aimingReplay()
    let failure = #expect(throws: BrowserFailure.self) { try replay.take(answer, at: 0) }
    #expect(failure?.sentence == Self.isReplaced + tail + "; let it keep the browser's own")
  }

  /// The finger first lands at 147 mm, 140 mm, at 160/25.4 pixels per millimetre.
  @Test func `lands where the element is`() throws {
    var replay = try aimingReplay()
    try replay.take("100.5,-20", at: 0)
    let call = try #require(try replay.next(at: 0)).text
    #expect(call.contains(#""x":100.5"#) && call.contains(#""y":-20"#), "\(call)")
  }

  /// The drag has 126 frames, and rests for 0 s; each input is to be sent at its time.
  @Test(arguments: [(40.0, 16.7, nil), (60, 16.7, 60), (0, 60, nil), (0, 90, 73)])
  func `says how late inputs and frames were`(
    input: Double, frame: Double, milliseconds: Int?
  ) throws {
    var replay = try replay("")
    var now = 0.0
    while let step = try replay.next(at: now)?.text {
      if step.contains("pantograph.begin") {
        try replay.take(#"{ "missing": [], "now": 0 }"#, at: now)
      } else if step.contains("pantograph.result") {
        // The first event is at 500 ms.
        let rows = (0..<10).map { "[\(500 + Double($0) * frame), 1]" }.joined(separator: ", ")
        try replay.take(
          "{ \"rows\": [\(rows)], \"events\": [], \"notes\": [], \"origin\": 0 }", at: now)
      } else {
        let at = try #require(step.firstMatch(of: /"at":([0-9.]+)/)?.1)
        now = (Double(at) ?? 0) + input
      }
    }
    let notes = replay.shown.notes.filter { $0.contains("late") }
    let expected = milliseconds.map {
      ["inputs or frames were \($0) ms late: the machine was busy, or the page is slow"]
    }
    #expect(notes == expected ?? [])
  }
}
