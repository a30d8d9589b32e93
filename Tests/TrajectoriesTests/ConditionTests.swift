import Foundation
import PantographBase
import PantographInteractions
import PantographTrajectories
import Testing

@Suite("Conditions of columns") struct ConditionTests {
  /// A column at 60 frames a second, from a function of the seconds.
  private func result(_ name: String = "a.y", _ value: (Double) -> Double) -> ResultTable {
    var shown = ResultTable()
    for frame in 0...60 {
      let time = Timestamp(microseconds: Int64(frame) * 1_000_000 / 60)
      shown.add(value(Double(frame) / 60), to: name, at: time)
    }
    return shown
  }

  private func conditions(_ text: String) throws -> Conditions {
    try Conditions(JSONNode(parsing: Array(text.utf8)))
  }

  /// Returns what is violated, without curves, of a column whose finger lifts after half a second.
  private func words(
    _ text: String, of name: String = "a.y", _ value: (Double) -> Double
  ) throws -> [String] {
    try conditions(text).violations(
      in: result(name, value), releases: [Timestamp(microseconds: 500_000)], within: Tolerances(),
      driven: driven
    ).map { violation in
      String(violation.sentence.split(separator: "  ")[0])
    }
  }

  /// A finger that is down for half a second, before a display of 60 Hz.
  private let driven = DrivenFrames(
    [
      GestureSpan(
        landing: Timestamp(microseconds: 0), release: Timestamp(microseconds: 500_000),
        end: Timestamp(microseconds: 1_000_000))
    ], touches: [], clock: FrameClock(rate: 60, isVirtual: true))

  /// 10 px a frame, and 5 px too far in frame 20: steps of 10, 15, 5 and 10 px.
  ///
  /// 15/10 = 1.5 sticks out of its neighbours, and so does 10/5 = 2.
  private func uneven(_ seconds: Double) -> Double {
    600 * seconds + (seconds == 20.0 / 60 ? 5 : 0)
  }

  @Test func `say which frames are janky`() throws {
    #expect(try words(#"{ "a.y": { "jank": 0 } }"#) { 600 * $0 } == [])
    #expect(
      try words(#"{ "a.y": { "jank": 0 } }"#, uneven) == [
        "a.y is janky in 2 frames, and may be in none; first, a step that differs from its neighbours"
          + " by a factor of 1.5 (predictor jank: 1.2 or more), at 0.333 s"
      ])
    #expect(
      try words(#"{ "a.y": { "jank": 1 } }"#, uneven)[0].hasPrefix(
        "a.y is janky in 2 frames, and may be in 1; first"))
    #expect(try words(#"{ "a.y": { "jank": 2 } }"#, uneven) == [])
    // Every other frame shows nothing new: 20 px a frame are fast.
    let halved = try words(#"{ "a.y": { "jank": 0 } }"#) {
      600 * ($0 * 30 + 1e-9).rounded(.down) / 30
    }
    #expect(
      halved.first?.contains(
        "first, 1 frame missed in a fast scroll (scroll jank v4, rule 2), at 0.067 s") == true,
      "\(halved)")
  }

  /// An element's opacity is no position; what is named in full is meant.
  @Test func `find jank in positions`() throws {
    for name in ["a", "*", "a.*"] {
      let conditions = #"{ "\#(name)": { "jank": 0 } }"#
      #expect(try words(conditions, of: "a.y", uneven).count == 1)
      #expect(try words(conditions, of: "a.opacity", uneven) == [])
    }
    #expect(try words(#"{ "a.opacity": { "jank": 0 } }"#, of: "a.opacity", uneven).count == 1)
  }

  @Test func `say what is not still`() throws {
    #expect(try words(#"{ "a": { "still": true } }"#) { _ in 3 } == [])
    #expect(
      try words(#"{ "a": { "still": true } }"#) { $0 < 0.25 ? 3 : 5 } == [
        "a.y moves, by 2, and must be still at 0.250 s"
      ])
  }

  /// It goes from 0 to 100 and 40 back, which is more than the noise of a sensor.
  @Test func `say what turns back`() throws {
    let monotone = #"{ "a.y": { "monotone": true } }"#
    #expect(try words(monotone) { 100 * $0 } == [])
    #expect(try words(monotone) { -100 * $0 } == [])
    #expect(try words(monotone) { 100 * $0 + ($0 == 0.5 ? -1.7 : 0) } == [])
    #expect(
      try words(monotone) { $0 <= 0.5 ? 200 * $0 : 100 - 80 * ($0 - 0.5) } == [
        "a.y goes back by 40, and must not turn at 0.517 s"
      ])
  }

  @Test func `say what leaves its range`() throws {
    let progression = #"{ "a.y": { "progression": true } }"#
    // It overshoots its end by 10 at a quarter.
    let overshoot = { (time: Double) in
      time < 0.25 ? 440 * time : max(100, 110 - 40 * (time - 0.25))
    }
    #expect(try words(progression) { 100 * $0 } == [])
    #expect(
      try words(progression, overshoot) == [
        "a.y is 110, and must stay between its ends, 0 and 100 at 0.233 s"
      ])
    let between = #"{ "a.y": { "between": [0, 110] } }"#
    #expect(try words(between, overshoot) == [])
    #expect(
      try words(#"{ "a.y": { "between": [10, 105] } }"#, overshoot) == [
        "a.y is 0, and must stay between 10 and 105 at 0.000 s"
      ])
  }

  /// Closed forms: a critically damped spring that takes over the finger's velocity, and one that begins at rest.
  @Test func `say where a velocity is lost at the release`() throws {
    let continuous = #"{ "a.y": { "continuous": true } }"#
    let velocity = 600.0, frequency = 2 * Double.pi / 0.4
    func settle(from velocity: Double) -> (Double) -> Double {
      { time in
        guard time > 0.5 else { return 600 * time }
        // x = (x0 + (v + ω x0) t) exp(-ω t) about the target at 400.
        let (start, rest) = (-100.0, time - 0.5)
        return 400 + (start + (velocity + frequency * start) * rest) * exp(-frequency * rest)
      }
    }
    #expect(try words(continuous, settle(from: velocity)) == [])
    let lost = try words(continuous, settle(from: 0))
    #expect(lost.count == 1 && lost[0].hasPrefix("a.y jumps from a velocity of 599.9"), "\(lost)")
    #expect(lost[0].hasSuffix(" a second at the release at 0.500 s"))
  }

  @Test func `are of elements, beginnings and all others`() throws {
    let all = try conditions(
      #"{ "sheet": { "still": true }, "li-*": { "monotone": true }, "*": { "between": [0, 1] } }"#)
    #expect(all.of("sheet.y").map(\.isStill) == [true])
    #expect(all.of("sheets.y").map(\.isStill) == [false])
    #expect(all.of("li-3.x").map(\.isMonotone) == [true])
    #expect(all.of("scrim.opacity").map(\.bounds) == [0...1])
    #expect(try conditions(#"{ "a": { "between": [2, 1] } }"#).of("a").map(\.bounds) == [1...2])
    #expect(all.unknownName(among: ["sheet.y", "li-1.y"]) == nil)
    #expect(all.unknownName(among: ["sheet.y"]) == "li-*")
  }

  /// Of an opacity nobody can say how many pixels it moves, unless its column is named.
  @Test func `judge jank only of positions`() throws {
    func name(_ text: String, _ columns: String...) throws -> String? {
      try conditions(text).nameWithoutPosition(among: columns)
    }
    let scrim = #"{ "scrim": { "jank": 0 } }"#
    #expect(try name(scrim, "scrim.opacity", "sheet.y") == "scrim")
    #expect(try name(scrim, "scrim.opacity", "scrim.y") == nil)
    #expect(try name(#"{ "scrim.opacity": { "jank": 0 } }"#, "scrim.opacity") == nil)
    #expect(try name(#"{ "*": { "jank": 0 } }"#, "scrim.opacity") == "*")
    #expect(try name(#"{ "*": { "jank": 0 } }"#, "sheet.scrollTop") == nil)
    #expect(try name(#"{ "scrim": { "still": true } }"#, "scrim.opacity") == nil)
  }

  @Test(arguments: [
    (#"{ "a": {} }"#, "expected at least one condition"),
    ("{}", "expected at least one column"),
    (#"{ "a": { "between": [2] } }"#, "expected two values, [least, most]"),
    (#"{ "a": { "stil": true } }"#, "did you mean 'still'?"),
    (#"{ "a": { "jank": 1.5 } }"#, "expected a whole number of frames"),
    (#"{ "a": { "jank": -1 } }"#, "expected a whole number of frames"),
  ])
  func `are refused if they say nothing`(text: String, sentence: String) throws {
    let error = #expect(throws: Complaint.self) { try conditions(text) }
    #expect(error.map { "\($0)" }?.contains(sentence) == true, "\(String(describing: error))")
  }

  @Test func `have curves of a line`() {
    #expect(Spark.line([]) == "")
    #expect(Spark.line([5, 5]) == "▁▁")
    #expect(Spark.line([0, 1, 2, 3, 4, 5, 6, 7]) == "▁▂▃▄▅▆▇█")
    #expect(Spark.line((0..<1000).map(Double.init)).count == 32)
  }
}
