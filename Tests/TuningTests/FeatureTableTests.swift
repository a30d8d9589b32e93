import Foundation
import PantographBase
import PantographGestures
import PantographInteractions
import PantographTestSupport
import PantographTraces
import PantographTuning
import Testing

@Suite struct `A table of features` {
  private static let rule = ReleaseRule(
    estimator: .android,
    clauses: [
      .init([.init(.velocity, .above, 300), .init(.fraction, .atMost, 0.9)], then: .finish),
      .init([.init(.fraction, .above, 0.5)], then: .finish),
    ], otherwise: .cancel)

  /// A number of any size and either sign, as devices could produce it.
  private static func number(_ random: inout some RandomNumberGenerator) -> Double {
    let number = Double.random(in: -1...1, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return number * 1e-9
    case 1: return (number * 1000).rounded()
    case 2: return number * 1e9
    default: return number
    }
  }

  private static func gesture(_ random: inout some RandomNumberGenerator) -> GestureFeatures {
    let ends = GestureFeatures.End.allCases
    let end = ends[Int.random(in: 0..<ends.count, using: &random)]
    let names = ["a.yml", "b, c.yml", "say \"so\".yml", "ä\u{1f}\nö.yml"]
    let words = ["finish", "cancel", "nothing", "scroll, or so"]
    func any(_ texts: [String]) -> String { texts[Int.random(in: 0..<texts.count, using: &random)] }
    var gesture = GestureFeatures(
      recording: any(names), number: end == .none ? 0 : Int.random(in: 1..<99, using: &random),
      time: Timestamp(microseconds: Int64.random(in: 0..<1 << 50, using: &random)), end: end,
      release: nil, velocities: [], peakPressure: Bool.random(using: &random) ? 0.1 + 0.2 : nil,
      device: any(["", "Pad \"1\", left"]), label: nil)
    if Bool.random(using: &random) {
      gesture.label = Label(
        .init(word: any(words)), person: Bool.random(using: &random) ? "anna" : nil)
    }
    guard end == .release else { return gesture }
    gesture.release = Release(
      fraction: number(&random), startFraction: number(&random), peak: number(&random),
      distance: abs(number(&random)) + 1e-9, travel: number(&random), crossTravel: number(&random),
      lastMovement: number(&random), duration: abs(number(&random)),
      restTime: abs(number(&random)), earlierTravel: number(&random))
    gesture.velocities = VelocityEstimator.allCases.map { _ in
      .init(along: number(&random), across: number(&random))
    }
    return gesture
  }

  private static func text(
    _ gestures: [GestureFeatures], _ format: FeatureWriter.Format
  ) -> String {
    var margins = FeatureWriter.Margins()
    margins.add(rule)
    var writer = FeatureWriter(format, margins)
    writer.writeHead()
    for gesture in gestures { writer.write(gesture, by: rule) }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func read(_ text: String) throws -> [GestureFeatures] {
    let folder = try TemporaryFolder()
    var reader = try FeatureReader(folder.file("table", text).path)
    var gestures: [GestureFeatures] = []
    while let gesture = try reader.next() { gestures.append(gesture) }
    return gestures
  }

  @Test(arguments: FeatureWriter.Format.allCases)
  func `reads back exactly the same numbers`(format: FeatureWriter.Format) throws {
    var random = TestRandom(seed: 6)
    let gestures = (0..<300).map { _ in Self.gesture(&random) }
    #expect(try read(Self.text(gestures, format)) == gestures)
  }

  @Test func `has a margin for each condition, greater than 0 where it holds`() throws {
    var random = TestRandom(seed: 1)
    var gesture = Self.gesture(&random)
    while gesture.end != .release { gesture = Self.gesture(&random) }
    gesture.release?.fraction = 0.75
    let android = try #require(VelocityEstimator.allCases.firstIndex(of: .android))
    gesture.velocities[android].along = 250
    // The conditions of a clause are in the order of quantities: the fraction before the velocity.
    let lines = Self.text([gesture], .ndjson)
    #expect(
      lines.contains(#""margin_1_1":0.15000000000000002,"margin_1_2":-50,"margin_2_1":0.25}"#))
    gesture.velocities[android].along = 320
    #expect(Self.text([gesture], .ndjson).contains(#""margin_1_2":20,"#))
  }

  @Test func `accepts columns in any order, and ignores others`() throws {
    var random = TestRandom(seed: 2)
    let gestures = (0..<20).map { _ in Self.gesture(&random) }
      .filter { !$0.recording.contains(",") && !$0.recording.contains("\n") }
      .map { gesture in
        var gesture = gesture
        (gesture.device, gesture.label, gesture.recording) = ("Pad", nil, "a.yml")
        return gesture
      }
    let lines = Self.text(gestures, .csv).split(separator: "\n").map { line in
      (line.split(separator: ",", omittingEmptySubsequences: false).reversed() + ["mine"])
        .joined(separator: ",")
    }
    #expect(try read(lines.joined(separator: "\r\n") + "\r\n") == gestures)
  }

  @Test(arguments: FeatureWriter.Format.allCases)
  func `is read with the former names of columns`(format: FeatureWriter.Format) throws {
    var random = TestRandom(seed: 8)
    let gestures = (0..<20).map { _ in Self.gesture(&random) }
    let text = Self.text(gestures, format)
    #expect(text.contains("velocity_least_squares_1") && text.contains("ending"))
    let former = text.replacing("least_squares_1", with: "least-squares-1")
      .replacing("last_difference", with: "last-difference").replacing("ending", with: "end")
    #expect(try read(former) == gestures)
  }

  /// A name needs quotes in R if it has other characters, and in SQL also if it is a word of the language.
  @Test func `has names that need no quotes`() throws {
    let words: Set = ["end", "order", "group", "table", "select", "values", "user", "desc"]
    for name in Self.one().split(separator: "\n")[0].split(separator: ",") {
      #expect(
        name.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil && !words.contains(String(name)), "\(name)")
    }
  }

  /// The rule asks for the velocity by Android's rule, and for the fraction.
  @Test(arguments: FeatureWriter.Format.allCases)
  func `may have only the columns that a rule needs`(format: FeatureWriter.Format) throws {
    let needed = FeatureColumns.needed(by: Self.rule)
    #expect(
      needed == [
        "recording", "gesture", "ending", "label", "fraction", "distance", "velocity_android",
      ])
    let row = #"a.yml,2,released,finish,0.5,45,310"#
    let text =
      format == .csv
      ? "recording,gesture,ending,label,fraction,distance,velocity_android\n\(row)\n"
      : #"{"recording":"a.yml","gesture":2,"ending":"released","label":"finish","fraction":0.5,"#
        + #""distance":45,"velocity_android":310}"# + "\n"
    let folder = try TemporaryFolder()
    let file = try folder.file("table", text).path
    var reader = try FeatureReader(file, keeping: [.android], requiring: needed)
    let gesture = try #require(try reader.next())
    #expect(gesture.release(for: Self.rule)?.velocity == 310 && gesture.number == 2)
    #expect(gesture.outcome(by: Self.rule) == .finish)
    #expect(reader.missing.contains("peak") && !reader.missing.contains("fraction"))
    // Another rule needs more.
    #expect(throws: UnusableFile.self) {
      var reader = try FeatureReader(
        file,
        requiring: FeatureColumns.needed(
          by: ReleaseRule(
            clauses: [
              .init([.init(.peak, .above, 0.5)], then: .finish)
            ], otherwise: .cancel)))
      _ = try reader.next()
    }
  }

  /// Changes to a table of one gesture, and their messages.
  static let mistakes: [(old: String, new: String, complaint: String)] = [
    ("0.25,", "nan,", ":2:33: duration: expected a number"),
    ("0.25,", "inf,", ":2:33: duration: expected a number"),
    ("0.25,", "0x1p3,", ":2:33: duration: expected a number"),
    ("0.25,", "1e999,", ":2:33: duration: expected a number"),
    ("0.25,", ",", ":2:33: duration: expected a number, because the gesture was released"),
    (",45,", ",0,", ":2:54: distance: expected more than 0 mm"),
    ("a.yml,1,", "a.yml,0,", ":2:7: gesture: expected the number of a gesture, from 1"),
    ("a.yml,1,", "a.yml,1.5,", ":2:7: gesture: expected the number of a gesture, from 1"),
    ("released", "left", ":2:18: ending: expected one of released, cut-off, none"),
    ("released", "let-go", ":2:18: ending: unknown value 'let-go'; it is now 'released'"),
    ("1.500000", "late", ":2:9: time: expected a number"),
    (",peak,", ",peek,", ":1:1: missing column 'peak'; `pantograph features` writes"),
    (",rest_time,", ",duration,", ":1:60: duplicate column 'duration'"),
    (",rest_time,", ",stillness,", ":1:60: unknown column 'stillness'; it is now 'rest_time'"),
    (",45,", ",4\"5,", ":2:55: a quote within a field"),
    (",45,", ",\"45\"6,", ":2:58: expected a comma after the closing quote"),
    (",45,", ",\"45,", ":2:54: missing closing quote"),
    (",45,", ",", ":2:1: 62 fields for 63 columns: the row is cut off"),
  ]

  private static func one() -> String {
    let gesture = GestureFeatures(
      recording: "a.yml", number: 1, time: Timestamp(microseconds: 1_500_000), end: .release,
      release: Release(
        fraction: 0.5, peak: 0.6, distance: 45, travel: 22.5, lastMovement: 1, duration: 0.25,
        restTime: 0.125),
      velocities: VelocityEstimator.allCases.map { _ in .init(along: 100, across: 10) },
      peakPressure: 0.5, device: "Pad", label: nil)
    return text([gesture], .csv)
  }

  @Test(arguments: mistakes)
  func `reports a mistake with its position`(old: String, new: String, complaint: String) throws {
    let text = Self.one()
    try #require(text.contains(old), "\(text)")
    let range = try #require(text.range(of: old))
    let mistake = #expect(throws: UnusableFile.self) {
      try read(text.replacingCharacters(in: range, with: new))
    }
    #expect(mistake?.description.contains(complaint) == true, "\(String(describing: mistake))")
  }

  @Test func `that is cut off in a row is an error`() throws {
    let text = Self.one()
    #expect(throws: UnusableFile.self) { try read(String(text.dropLast())) }
    #expect(throws: UnusableFile.self) { try read("") }
    #expect(throws: UnusableFile.self) { try read("{\"recording\":\"a\"}\n") }
    #expect(throws: UnusableFile.self) { try read("{\"recording\":\n") }
  }
}
