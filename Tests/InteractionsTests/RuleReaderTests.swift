import PantographBase
import PantographGestures
import PantographInteractions
import PantographTestSupport
import Testing

@Suite struct `A rule in a file` {
  private static let whole = """
    { "estimator": "android",
      "projection": { "seconds": 0.2 },
      "snapPoints": [0, 0.4, 1],
      "ties": "upper",
      "clauses": [
        { "when": { "velocity": { "above": 300, "unit": "pt/s" } }, "then": "finish" },
        { "when": { "fraction": { "above": 0.25, "atMost": 0.75 },
                    "restTime": { "atLeast": 100, "unit": "ms" } }, "then": "nearest" }
      ],
      "otherwise": "cancel" }
    """

  @Test func `reads like a sentence`() throws {
    #expect(
      try ReleaseRule(parsing: Array(Self.whole.utf8))
        == ReleaseRule(
          estimator: .android, projection: .seconds(0.2), snapPoints: [0, 0.4, 1], ties: .upper,
          clauses: [
            .init([.init(.velocity, .above, 300, .init(.point, per: .second))], then: .finish),
            .init(
              [
                .init(.fraction, .above, 0.25), .init(.fraction, .atMost, 0.75),
                .init(.restTime, .atLeast, 100, .init(.millisecond)),
              ], then: .nearest),
          ], otherwise: .cancel))
  }

  @Test func `may be one fraction`() throws {
    let rule = try ReleaseRule(parsing: Array(#"{ "fractionAbove": 0.25 }"#.utf8))
    #expect(rule == ReleaseRule(fractionAbove: 0.25))
    #expect(rule.fractionAbove == 0.25)
    #expect(rule.json == #"{ "fractionAbove": 0.25 }"#)
    #expect(try ReleaseRule(parsing: Array(Self.whole.utf8)).fractionAbove == nil)
  }

  @Test func `may change the thresholds of a preset, which keep their signs`() throws {
    let text = """
      { "preset": "android-viewpager", "thresholds": { "velocity": 500 }, "snapPoints": [0, 0.5, 1],
        "estimator": "hammer" }
      """
    var expected = try #require(ReleasePreset.named("android-viewpager")).rule
    expected.clauses[0].conditions[1].threshold = 500
    expected.clauses[1].conditions[1].threshold = -500
    expected.snapPoints = [0, 0.5, 1]
    expected.estimator = .hammer
    #expect(expected.clauses[0].conditions[1].quantity == .velocity)
    #expect(try ReleaseRule(parsing: Array(text.utf8)) == expected)
    let sheet = try ReleaseRule(
      parsing: Array(#"{ "preset": "uikit-sheet", "thresholds": { "fraction": 0.75 } }"#.utf8))
    let fractions = sheet.clauses.flatMap(\.conditions).filter { $0.quantity == .fraction }
    #expect(!fractions.isEmpty && fractions.allSatisfy { $0.threshold == 0.75 })
    // A threshold of zero that asks for a sign stays zero.
    let draggable = try ReleaseRule(
      parsing: Array(
        #"{ "preset": "android-anchored-draggable", "thresholds": { "velocity": 9 } }"#.utf8))
    let speeds = draggable.clauses.flatMap(\.conditions).filter { $0.quantity == .velocity }
    #expect(speeds.map(\.threshold) == [9, -9, 0])
  }

  @Test func `of GNOME's kind has all its parameters`() throws {
    #expect(
      try #require(ReleasePreset.named("gnome-shell")).rule.json == """
        {
          "estimator": "libadwaita",
          "projection": { "ontoProgress": { "decay": 0.997, "unit": "pad-px/ms", "bendAbove": 2, "bend": 0.35 } },
          "steps": 1,
          "clauses": [
            { "when": { "speed": { "below": 0.6, "unit": "pad-px/ms" } }, "then": "nearest" }
          ],
          "otherwise": "carried"
        }
        """)
  }

  @Test func `is written without defaults, or as one fraction`() {
    for fraction in [0, 0.25, 1] {
      let json = ReleaseRule(fractionAbove: fraction).json
      #expect(json.contains("fractionAbove") && !json.contains("clauses"))
    }
    #expect(ReleaseRule(fractionAbove: 1.25).json.contains("clauses"))
    func json(_ condition: ReleaseRule.Condition) -> String {
      ReleaseRule(clauses: [.init([condition], then: .finish)], otherwise: .nearest).json
    }
    #expect(json(.init(.fraction, .above, 0.5)).contains(#""fraction": { "above": 0.5 }"#))
    #expect(json(.init(.fraction, .above, 5, .init(.millimetre))).contains(#""unit": "mm""#))
    #expect(json(.init(.travel, .above, 5)).contains(#""unit": "mm""#))
  }

  @Test func `reads back as the same rule`() throws {
    var chance = TestRandom(seed: 8)
    for _ in 0..<300 {
      var rule = ReleaseRule.random(using: &chance)
      if Bool.random(using: &chance) {
        // The same comparison of a quantity twice, in two units.
        rule.clauses[0] = .init(
          rule.clauses[0].conditions
            + [
              .init(.travel, .above, 4), .init(.travel, .above, 5, .init(.pixel)),
            ],
          then: .previous)
      }
      let read = try ReleaseRule(parsing: Array(rule.json.utf8))
      #expect(read == rule, "\(rule.json)")
    }
  }

  /// The text to replace, its replacement, the wrong key, and a part of the message.
  static let mistakes: [(String, String, String, String)] = [
    ("\"android\"", "\"androit\"", "estimator", "did you mean 'android'?"),
    ("\"seconds\"", "\"second\"", "projection", "did you mean 'seconds'?"),
    (
      "\"seconds\": 0.2", "\"seconds\": 0.2, \"friction\": 4", "projection.friction",
      "steps, integral, momentum or ontoProgress, one of them only"
    ),
    ("{ \"seconds\": 0.2 }", "{}", "projection", "where a movement would end"),
    ("{ \"seconds\": 0.2 }", "\"no\"", "projection", "did you mean 'none'?"),
    ("{ \"seconds\": 0.2 }", "0.2", "projection", "or an object with seconds, friction"),
    ("\"seconds\": 0.2", "\"steps\": 1", "projection.steps", "the share of a velocity"),
    (
      "\"seconds\": 0.2", "\"ontoProgress\": { \"decay\": 0.9 }", "projection.ontoProgress",
      "missing key 'unit'"
    ),
    ("[0, 0.4, 1]", "[0, 0.4, 0.4]", "snapPoints[2]", "greater than the previous"),
    ("[0, 0.4, 1]", "[0]", "snapPoints", "two snap points or more"),
    ("\"upper\"", "\"uper\"", "ties", "did you mean 'upper'?"),
    ("\"velocity\"", "\"velocty\"", "clauses[0].when", "did you mean 'velocity'?"),
    ("\"above\": 300", "\"over\": 300", "clauses[0].when.velocity", "unknown key 'over'"),
    ("\"above\": 300, ", "", "clauses[0].when.velocity", "expected a threshold"),
    ("\"pt/s\"", "\"pt\"", "clauses[0].when.velocity.unit", "did you mean"),
    ("\"pt/s\"", "\"pts/s\"", "clauses[0].when.velocity.unit", "did you mean 'pt/s'?"),
    ("\"ms\"", "\"mm\"", "clauses[1].when.restTime.unit", "did you mean"),
    ("\"nearest\"", "\"neares\"", "clauses[1].then", "did you mean 'nearest'?"),
    (", \"then\": \"finish\"", "", "clauses[0]", "missing key 'then'"),
    (
      "{ \"velocity\": { \"above\": 300, \"unit\": \"pt/s\" } }", "{}", "clauses[0]",
      "use otherwise"
    ),
    ("\"cancel\"", "\"cancle\"", "otherwise", "did you mean 'cancel'?"),
    (",\n  \"otherwise\": \"cancel\"", "", "", "missing key 'otherwise'"),
    ("\"clauses\"", "\"clause\"", "", "did you mean 'clauses'?"),
    ("\"ties\": \"upper\"", "\"fractionAbove\": 0.5", "", "fractionAbove is a complete rule"),
    ("\"ties\": \"upper\"", "\"preset\": \"niry\"", "preset", "did you mean 'niri'?"),
    (
      "\"ties\": \"upper\"", "\"thresholds\": { \"velocity\": 3 }", "thresholds",
      "thresholds need a preset"
    ),
  ]

  /// Contradictory rules, the position, and the reason.
  @Test(arguments: [
    (
      #"{ "preset": "android-viewpager", "thresholds": { "snapIntervalFraction": 0.7 } }"#,
      "thresholds.snapIntervalFraction",
      "several thresholds, 0.4 and 0.6"
    ),
    (
      #"{ "preset": "niri", "estimator": "hyprland" }"#, "estimator",
      "expected \"none\" for the projection"
    ),
    (
      #"{ "preset": "uikit-sheet", "estimator": "hyprland" }"#, "estimator",
      "per event, not in pt/s"
    ),
    (
      #"{ "clauses": [{ "when": { "speed": { "above": 1, "unit": "mm/event" } }, "then": "finish" }], "otherwise": "cancel" }"#,
      "clauses", "per time, not in mm/event"
    ),
    (#"{ "preset": "niri", "snapPoints": [0, 101] }"#, "snapPoints[1]", "from -100 to 100"),
    (
      #"{ "preset": "niri", "projection": { "seconds": 60.1 } }"#, "projection.seconds",
      "from 0 to 60"
    ),
    (
      #"{ "preset": "niri", "projection": { "seconds": -0.1 } }"#, "projection.seconds",
      "from 0 to 60"
    ),
  ])
  func `rejects parts that contradict each other`(text: String, path: String, part: String) throws {
    let error = #expect(throws: Complaint.self) {
      try ReleaseRule(parsing: Array(text.utf8))
    }
    let isThere = error?.sentence.hasPrefix("\(path): ") == true
    #expect(isThere && error?.sentence.contains(part) == true, "\(error as Any)")
  }

  /// A minute of constant velocity leads anywhere; a larger number is probably in milliseconds.
  @Test func `may project by a minute`() throws {
    for seconds in [0.0, 60] {
      let text = #"{ "preset": "niri", "projection": { "seconds": \#(seconds) } }"#
      #expect(try ReleaseRule(parsing: Array(text.utf8)).projection == .seconds(seconds))
    }
  }

  @Test(arguments: mistakes)
  func `reports the position of a mistake and a remedy`(
    original: String, changed: String, path: String, part: String
  ) throws {
    #expect(Self.whole.contains(original), "\(original)")
    let text = Self.whole.replacing(original, with: changed, maxReplacements: 1)
    let error = #expect(throws: Complaint.self) {
      _ = try ReleaseRule(parsing: Array(text.utf8))
    }
    let beginnings =
      path.isEmpty ? ["missing key ", "unknown key ", "fractionAbove is "] : ["\(path): "]
    #expect(beginnings.contains { error?.sentence.hasPrefix($0) == true })
    #expect(error?.sentence.contains(part) == true, "\(error?.sentence ?? "")")
  }

  @Test func `can't change a threshold that its preset does not have`() {
    let error = #expect(throws: Complaint.self) {
      let text = #"{ "preset": "kwin", "thresholds": { "velocity": 3 } }"#
      _ = try ReleaseRule(parsing: Array(text.utf8))
    }
    #expect(
      error?.description == "1:37: thresholds: unknown key 'velocity'; known keys: fraction")
  }

  @Test func `in an interaction file is reported by its whole path`() {
    let text = """
      { "version": 1, "progress": { "toward": "left", "distance": { "mm": 30 } },
        "animation": { "duration": 1 }, "rule": { "preset": "libadwait" } }
      """
    let error = #expect(throws: Complaint.self) {
      _ = try Interaction(parsing: Array(text.utf8))
    }
    #expect(
      error?.description
        == "2:55: rule.preset: unknown preset 'libadwait'; did you mean 'libadwaita'?")
  }
}
