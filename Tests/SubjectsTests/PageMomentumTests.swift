import Foundation
import Pantograph
import PantographSubjects
import PantographTestSupport
import PantographTraces
import Testing

/// Wheel events after the lift of two fingers: what a replay sends to a browser, without one.
@Suite("A touchpad's momentum in a page") struct PageMomentumTests {
  /// A wheel event.
  private struct Turn: Hashable {
    /// Seconds since the first event of the recording.
    var time: Double
    var deltaX: Double
    var deltaY: Double
    var isTrusted: Bool
  }

  private struct Replayed {
    var turns: [Turn] = []
    var notes: [String] = []
    /// Everything that was to be sent.
    var text = ""

    /// What has turned after a time, up to another one.
    func distance(after start: Double, until end: Double = .infinity) -> Double {
      turns.filter { $0.time > start + 1e-6 && $0.time <= end + 1e-6 }.reduce(0) { $0 + $1.deltaY }
    }
  }

  /// 200 ms, the lift of ``scroll(_:)``: a frame at 60 per second.
  private static let lift = 0.2

  /// Two fingers that move up by so many pixels each 8 ms, from 0 to 192 ms, and lift at 200 ms; or 100 ms later.
  private func scroll(
    _ step: Double, lifts: String = "e", secondLift: Int = 200, then more: String = ""
  ) -> String {
    func row(_ phase: String, _ finger: Int, _ time: Int, _ moves: Int) -> String {
      let y = 800 - Double(moves) * step
      return "[\"\(phase)\", \(finger), \(time), \(finger * 80), \(y), 0.5]"
    }
    let moves = (0...24).flatMap { index in
      [1, 2].map { row(index == 0 ? "b" : "m", $0, index * 8, index) }
    }
    let ends = [row(lifts, 1, 200, 24), row(lifts, 2, secondLift, 24)]
    return (moves + ends).joined(separator: ", ") + more
  }

  private func replay(_ rows: String, _ keys: String) throws -> Replayed {
    let recording = """
      { "format": "pointer-recording", "version": 1, "viewport": [412, 915], "cssPxPerMm": 5,
        "columns": ["phase", "id", "t", "x", "y", "force"], "rows": [\(rows)] }
      """
    let subject = """
      { "version": 1, "page": "index.html", "elements": { "a": "#a" }, "show": ["y"], "input": "wheel",
        "pixelsPerMillimetre": 5, "pace": "real", "rest": 0.1\(keys) }
      """
    var replay = try ChromiumReplay(
      RecordingStream(bytes: Array(recording.utf8)), into: Array(subject.utf8))
    var all = Replayed()
    while let text = try replay.next(at: 0)?.text {
      all.text += text + "\n"
      let step = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
      let expression = step["expression"].text
      if expression.contains("pantograph.begin") {
        try replay.take(#"{ "missing": [], "now": 0 }"#, at: 0)
      } else if expression.contains("pantograph.result") {
        try replay.take(#"{ "rows": [], "events": [], "notes": [], "origin": 0 }"#, at: 0)
      }
      // The first event is at 500 ms.
      let time = ((step["at"].number ?? 0) - 500) / 1000
      for call in step["calls"].list {
        let parameters = call["params"]
        if parameters["type"].text == "mouseWheel" {
          all.turns.append(
            Turn(
              time: time, deltaX: parameters["deltaX"].number ?? .nan,
              deltaY: parameters["deltaY"].number ?? .nan, isTrusted: true))
        } else if call["method"].text == "Runtime.evaluate" {
          let words = parameters["expression"].text
          let match = try #require(words.wholeMatch(of: /pantograph\.goOn\((.*)\)/))
          let numbers = match.1.split(separator: ", ").compactMap { Double($0) }
          try #require(numbers.count == 4)
          all.turns.append(
            Turn(time: time, deltaX: numbers[2], deltaY: numbers[3], isTrusted: false))
        }
      }
    }
    all.notes = replay.shown.notes
    return all
  }

  /// The steps of 8 ms have the speeds of the table.
  @Test(arguments: Repository.oracle("touchpad_momentum.csv").rows)
  func `goes on by a platform's law`(row: Table.Row) throws {
    let velocity = row.number("velocity")
    // 24 of them fit onto the page.
    guard velocity <= 3600 else { return }
    let law = row.text("law")
    let replayed = try replay(scroll(velocity * 0.008), ", \"momentum\": \"\(law)\"")
    // The velocity is estimated, of positions with the resolution of a device.
    let tolerance = 0.002 * row.number("distance") + (law == "macos" ? 1 : 0)
    let time = Self.lift + row.number("time")
    // There is a frame at 0.1, 0.25, 0.5 and 1 s after the lift.
    let position = replayed.distance(after: Self.lift, until: time)
    #expect(abs(position - row.number("position")) <= tolerance, "\(position)")
    let distance = replayed.distance(after: Self.lift)
    let allowed = law == "gtk" ? max(tolerance, 1) : tolerance
    #expect(abs(distance - row.number("distance")) <= allowed, "\(distance)")
    if law != "windows" { #expect(abs(distance - distance.rounded()) < 1 || law == "macos") }
    let end = try #require(replayed.turns.last).time
    #expect((0...0.12).contains(end - Self.lift - row.number("duration") + 1.0 / 60), "\(end)")
  }

  @Test(arguments: [60.0, 90, 120])
  func `has an event for each frame of the page`(rate: Double) throws {
    let replayed = try replay(scroll(12), ", \"momentum\": \"gtk\", \"frameRate\": \(rate)")
    let times = replayed.turns.map { $0.time }.filter { $0 > Self.lift + 1e-6 }
    let first = (Self.lift * rate).rounded()
    for (index, time) in times.enumerated() {
      #expect(abs(time - (first + Double(index + 1)) / rate) < 1e-6)
    }
    // GTK goes on for 0.8167 s.
    #expect(abs(Double(times.count) - 0.8167 * rate) <= 1.5, "\(times.count)")
    #expect(abs(replayed.distance(after: Self.lift) - 361) <= 1)
  }

  @Test(arguments: ["macos", "gtk", "windows"])
  func `ends when a finger lands`(law: String) throws {
    let key = ", \"momentum\": \"\(law)\""
    let whole = try replay(scroll(12), key)
    let landing = ", [\"b\", 3, 400, 100, 300, 0.5], [\"e\", 3, 450, 100, 300, 0]"
    let caught = try replay(scroll(12, then: landing), key)
    #expect(caught.turns == whole.turns.filter { $0.time < 0.4 - 1e-6 })
    #expect(caught.turns.count < whole.turns.count - 10)
    #expect(try #require(caught.turns.last).time > 0.38)
  }

  /// As in libinput, a scroll ends with the first lift; the other finger may lift later.
  @Test func `begins with the first lift`() throws {
    let key = ", \"momentum\": \"gtk\""
    let both = try replay(scroll(12), key)
    let one = try replay(scroll(12, secondLift: 300), key)
    #expect(one.turns == both.turns)
  }

  @Test(arguments: [
    (0.0, "e", ""), (12, "m", ""), (12, "e", "none"),
  ])
  func `follows only a lift that was seen, of fingers that move`(
    step: Double, lifts: String, key: String
  ) throws {
    let key = key.isEmpty ? ", \"momentum\": \"gtk\"" : ""
    let replayed = try replay(scroll(step, lifts: lifts), key)
    #expect(replayed.distance(after: Self.lift) == 0)
    let note = "no momentum: no scroll is fast enough as the fingers lift"
    #expect(replayed.notes.contains(note) == (!key.isEmpty && step > 0), "\(replayed.notes)")
  }

  @Test func `is of untrusted events if it is to say so`() throws {
    let trusted = try replay(scroll(12), ", \"momentum\": \"gtk\"")
    let untrusted = try replay(scroll(12), ", \"momentum\": \"gtk-untrusted\"")
    #expect(trusted.turns.allSatisfy { $0.isTrusted })
    #expect(trusted.notes.allSatisfy { !$0.contains("untrusted") })
    for (one, other) in zip(trusted.turns, untrusted.turns) {
      #expect(one.deltaY == other.deltaY && one.time == other.time)
      #expect(other.isTrusted == (other.time <= Self.lift))
    }
    let count = untrusted.turns.count { !$0.isTrusted }
    #expect(count > 40 && trusted.turns.count == untrusted.turns.count)
    let note =
      "\(count) wheel events after the lift are untrusted, with momentum: the browser does not scroll by them"
    #expect(untrusted.notes.filter { $0.contains("untrusted") } == [note])
  }

  @Test(arguments: ["\"macos\"", "\"gtk\"", "\"windows-untrusted\""])
  func `is the same each time`(law: String) throws {
    let key = ", \"momentum\": \(law)"
    #expect(try replay(scroll(12), key).text == replay(scroll(12), key).text)
  }

  @Test(arguments: [
    ("\"beos\"", "momentum: unknown law 'beos'; expected one of macos, gtk, windows, macos-"),
    ("{}", "momentum: expected a law in quotes, macos, gtk, windows"),
  ])
  func `is refused by another law`(law: String, sentence: String) throws {
    let error = #expect(throws: UnusableFile.self) {
      _ = try replay(scroll(12), ", \"momentum\": \(law)")
    }
    #expect(error.map { "\($0)".contains(sentence) } ?? false, "\(error.debugDescription)")
  }
}
