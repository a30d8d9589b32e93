import PantographBase
import PantographGestures
import PantographInteractions
import PantographTestSupport
import Testing

@Suite struct `The text of an interaction file` {
  /// Written in an unusual style: comments, tabs, an unusual order, both kinds of line breaks.
  private static let odd = """
    // Anna's drawer, measured on her desk. Not to be tidied!
    {
    \t"rate" : 60, /* as her screen */
    \t"settle": { "cancel": { "durationFactor":2e-1 },\r
    \t\t"finish": { "durationFactor": 0.30 /* was 0.25 */ } },
      "rule": {
        // A flick…
        "otherwise": "cancel",
        "clauses": [
          { "then": "finish", "when": { "velocity": { "unit": "mm/s", "above": 3.0e2 } } }, // …or
          {
            "when": {
              "fraction": { "above": 0.5 }, // half of "the way": 0.5
              "restTime": { "below": 0.10 }
            }, "then": "finish"
          }
        ]
      },
    \t"animation": { "properties": [
        { "name": "x", "from": 0, "to": 320 }, { "to": 1, "name": "µ", "from": 0.500 } ],
      "duration": 0.4 }, "version": 1,
      "progress": { "toward": "right", "distance": { "mm": 45 } },
      "gesture": { "pan": { "slop": { "mm": 1.6 }, "fingers": [1, 3] } }
    }

    """

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func text(_ text: InteractionText) -> String {
    String(decoding: text.bytes, as: UTF8.self)
  }

  private func changed(_ path: String, _ json: String, in old: String = odd) throws -> String {
    var changed = InteractionText(bytes(old))
    try changed.replaceValue(at: path, with: json)
    return text(changed)
  }

  private func complaint(
    _ change: (inout InteractionText) throws -> Void
  ) -> String? {
    var changed = InteractionText(bytes(Self.odd))
    let error = #expect(throws: Complaint.self) { try change(&changed) }
    #expect(text(changed) == Self.odd)
    return error.map { "\($0)" }
  }

  // MARK: Single values

  @Test(
    arguments: [
      ("settle.finish.durationFactor", "0.30 /*", "7 /*"),
      ("settle.cancel.durationFactor", "2e-1", "7"),
      ("rule.clauses[0].when.velocity.above", "3.0e2", "7"), ("rate", ": 60,", ": 7,"),
      ("rule.clauses[1].when.fraction.above", "0.5 }", "7 }"),
      ("rule.clauses[1].when.restTime.below", "0.10", "7"),
      ("gesture.pan.fingers[1]", "3]", "7]"), ("gesture.pan.fingers", "[1, 3]", "7"),
      ("animation.properties[1].from", "0.500", "7"), ("version", "1,\n", "7,\n"),
      ("rule.otherwise", #""cancel","#, "7,"), ("gesture.pan.slop", #"{ "mm": 1.6 }"#, "7"),
    ])
  func `changes only the bytes of one value`(
    path: String, old: String, new: String
  ) throws {
    // The last one of several equal texts: the comments contain some, too.
    let parts = Self.odd.components(of: old)
    try #require(parts.count == 2, "\(old) stands there \(parts.count - 1) times")
    #expect(try changed(path, "7") == parts[0] + new + parts[1])
  }

  @Test func `returns the number at a path`() throws {
    let text = InteractionText(bytes(Self.odd))
    #expect(try text.number(at: "rule.clauses[0].when.velocity.above") == 300)
    #expect(try text.number(at: "settle.cancel.durationFactor") == 0.2)
    #expect(try text.number(at: "gesture.pan.fingers[1]") == 3)
    #expect(throws: Complaint.self) { try text.number(at: "gesture.pan.fingers[[1]") }
  }

  @Test func `indents the further lines of a value like its first one`() throws {
    let value = "{\n  \"a\": 1,\n  \"b\": 2\n}"
    #expect(
      try changed("a.b", value, in: "{\n  \"a\": {\n\t  \"b\": 1 }, // one\n  \"c\": 2\n}\n")
        == "{\n  \"a\": {\n\t  \"b\": {\n\t    \"a\": 1,\n\t    \"b\": 2\n\t  } }, // one\n  \"c\": 2\n}\n"
    )
    // The whole object is in the first line.
    #expect(
      try changed("a", value, in: "{ \"a\": 1 }") == "{ \"a\": {\n  \"a\": 1,\n  \"b\": 2\n} }")
  }

  @Test func `reports an unknown key with the nearest known one`() {
    #expect(
      complaint { try $0.replaceValue(at: "settle.finish.durationFacto", with: "1") }
        == "5:13: settle.finish: unknown key 'durationFacto'; did you mean 'durationFactor'?")
    #expect(
      complaint { _ = try $0.number(at: "ruel.clauses[0]") }
        == "2:1: unknown key 'ruel'; did you mean 'rule'?")
    #expect(
      complaint { _ = try $0.number(at: "gesture.pan.slop.cm.x") }
        == "23:33: gesture.pan.slop: unknown key 'cm'; did you mean 'mm'?")
    #expect(
      complaint { _ = try $0.number(at: "gesture.pan.slop.furlongs") }
        == "23:33: gesture.pan.slop: unknown key 'furlongs'; known keys: mm")
    #expect(
      complaint { try $0.replaceValue(at: "rule.clauses[2].then", with: "1") }
        == "9:16: rule.clauses: there is no [2] in this list of 2")
    for index in ["-1", "x", ""] {
      #expect(
        complaint { try $0.replaceValue(at: "rule.clauses[\(index)]", with: "1") }
          == "9:16: rule.clauses: there is no [\(index)] in this list of 2")
    }
    for path in ["gesture..pan", "gesture.", "gesture.[0]"] {
      #expect(
        complaint { _ = try $0.number(at: path) }
          == "23:14: gesture: a step of \(path) has no name")
    }
    #expect(
      complaint { _ = try $0.number(at: "rule.clauses.then") }
        == "9:16: rule.clauses: no key 'then': the value is not an object")
    #expect(
      complaint { _ = try $0.number(at: "rate[0]") }
        == "3:11: rate: expected a list in brackets")
    #expect(
      complaint { _ = try $0.number(at: "rule.otherwise") }
        == "8:18: rule.otherwise: expected a number")
  }

  // MARK: Rules

  private static let rule = ReleaseRule(
    clauses: [
      .init([.init(.velocity, .above, 300)], then: .finish),
      .init([.init(.fraction, .above, 0.5), .init(.restTime, .below, 0.1)], then: .finish),
    ], otherwise: .cancel)

  /// Replaces the rule of a file, and checks that everything else is unchanged.
  private func replaced(_ rule: ReleaseRule, in old: String = odd) throws -> String {
    var changed = InteractionText(bytes(old))
    try changed.replaceRule(by: rule)
    #expect(try Interaction(parsing: changed.bytes).rule == rule)
    #expect(Self.outsideOfRule(text(changed)) == Self.outsideOfRule(old))
    return text(changed)
  }

  @Test func `is unchanged if the rule is the same already`() throws {
    #expect(try Interaction(parsing: bytes(Self.odd)).rule == Self.rule)
    #expect(try replaced(Self.rule) == Self.odd)
    for preset in ReleasePreset.all {
      let old = Self.with(#"{ /* hers */ "preset": "\#(preset.name)" }"#)
      #expect(try replaced(preset.rule, in: old) == old)
    }
  }

  @Test func `changes only the numbers of clauses`() throws {
    var rule = Self.rule
    rule.clauses[0].conditions[0].threshold = 40
    rule.clauses[1].conditions[1].threshold = 0.125
    #expect(
      try replaced(rule)
        == Self.odd.replacing("3.0e2", with: "40").replacing("0.10 }", with: "0.125 }"))
    rule = Self.rule
    rule.clauses[1].conditions[0].threshold = -0.38
    #expect(try replaced(rule) == Self.odd.replacing("above\": 0.5", with: "above\": -0.38"))
  }

  private static func with(_ rule: String) -> String {
    """
    {
      "version": 1, "gesture": { "pan": {} },
      "progress": { "toward": "up", "distance": { "mm": 30 } },
      "rule": \(rule), // the rule
      "animation": { "duration": 1, "properties": [{ "name": "x", "from": 0, "to": 1 }] }
    }
    """
  }

  @Test func `changes only the number of a fraction`() throws {
    #expect(
      try replaced(ReleaseRule(fractionAbove: 0.38), in: Self.with(#"{"fractionAbove":/**/0.50}"#))
        == Self.with(#"{"fractionAbove":/**/0.38}"#))
  }

  @Test func `writes a fraction beyond 0 and 1 as a clause`() throws {
    // The short form allows only progress from 0 to 1; a search may go beyond.
    for fraction in [1.2, -0.1] {
      let rule = ReleaseRule(fractionAbove: fraction)
      for old in [#"{ "fractionAbove": 0.5 }"#, #"{ "preset": "uikit-sheet" }"#] {
        _ = try replaced(rule, in: Self.with(old))
      }
    }
  }

  @Test func `changes the estimator if there is one`() throws {
    var rule = Self.rule
    rule.estimator = .android
    rule.clauses[1].conditions[0].threshold = 0.25
    let named = Self.odd.replacing(
      "\"rule\": {\n", with: "\"rule\": {\n    \"estimator\": /* hers */ \"impulse\",\n")
    #expect(
      try replaced(rule, in: named)
        == named.replacing("impulse", with: "android")
        .replacing("above\": 0.5", with: "above\": 0.25"))
    // Without one, the whole rule is written out, and the rest of the file stays.
    let text = try replaced(rule)
    #expect(text.contains("\"rule\": {\n    \"estimator\": \"android\",\n"))
  }

  /// The text before the rule's braces, and after them.
  private static func outsideOfRule(_ text: String) -> [String] {
    let parts = text.components(of: "\"rule\": ")
    var depth = 0
    let rest = parts[1].drop { character in
      depth += character == "{" ? 1 : character == "}" ? -1 : 0
      return depth > 0
    }
    return [parts[0], String(rest)]
  }

  @Test func `writes out a preset with its changes`() throws {
    var rule = try #require(ReleasePreset.named("libadwaita")).rule
    let clause = try #require(
      rule.clauses.indices.first { index in
        rule.clauses[index].conditions.contains { $0.threshold != 0 }
      })
    let condition = try #require(
      rule.clauses[clause].conditions.firstIndex { $0.threshold != 0 })
    rule.clauses[clause].conditions[condition].threshold *= 0.75
    let text = try replaced(rule, in: Self.with(#"{ "preset": "libadwaita" }"#))
    let (start, end) = ("\"version\": 1, \"gesture\": { \"pan\": {} },", ", // the rule\n")
    #expect(text.contains(start) && text.contains(end) && !text.contains("preset"))
    #expect(text.contains("\n  \"rule\": {\n    \"estimator\": \"libadwaita\",\n"))
    #expect(text.contains("\n  }, // the rule\n"))

    // Changes besides the preset's name are included.
    for others in [
      #""estimator": "android""#, #""otherwise": "finish""#, #""ties": "upper""#,
      #""projection": { "seconds": 0.1 }"#, #""snapPoints": [0, 0.4, 1]"#,
      #""thresholds": { "velocity": 450 }"#,
    ] {
      let old = Self.with(#"{ "preset": "pantograph", \#(others) }"#)
      var rule = try Interaction(parsing: bytes(old)).rule
      let last = rule.clauses.count - 1
      rule.clauses[last].conditions[0].threshold += 0.125
      #expect(try !replaced(rule, in: old).contains("preset"))
    }
  }

  @Test func `keeps clauses beside a preset, with their comments`() throws {
    let old = Self.with(
      #"{ "preset": "libadwaita", "clauses": [ { "when": { "fraction": { "above": 0.5 } }, /**/ "then": "finish" } ] }"#
    )
    var rule = try Interaction(parsing: bytes(old)).rule
    rule.clauses[0].conditions[0].threshold = 0.25
    #expect(try replaced(rule, in: old) == old.replacing("0.5 }", with: "0.25 }"))
  }

  @Test func `writes out a rule with one quantity in several units`() throws {
    let old = Self.with(
      """
      { "clauses": [
          { "when": { "travel": [{ "above": 5, "unit": "mm" }, { "below": 90, "unit": "pt" }] },
            "then": "finish" } ], "otherwise": "cancel" }
      """)
    var rule = try Interaction(parsing: bytes(old)).rule
    try #require(rule.clauses[0].conditions.count == 2)
    rule.clauses[0].conditions[1].threshold = 91.5
    #expect(try replaced(rule, in: old).contains("{ \"below\": 91.5, \"unit\": \"pt\" }]"))
  }

  @Test(arguments: ReleasePreset.all)
  func `reads back as the new rule, instead of every preset`(
    preset: ReleasePreset
  ) throws {
    var chance = TestRandom(seed: 11)
    for _ in 0..<6 {
      var rule = preset.rule
      for clause in rule.clauses.indices {
        for index in rule.clauses[clause].conditions.indices {
          let old = rule.clauses[clause].conditions[index].threshold
          rule.clauses[clause].conditions[index].threshold =
            old * .random(in: 0.2...3, using: &chance) + .random(in: -0.2...0.2, using: &chance)
        }
      }
      let text = try replaced(rule, in: Self.with(#"{ "preset": "\#(preset.name)" }"#))
      // Written-out clauses can be changed again, then only in their numbers.
      #expect(try replaced(preset.rule, in: replaced(rule, in: text)).isEmpty == false)
    }
  }

  @Test func `is that of the starter with a name`() {
    for starter in InteractionStarter.all {
      #expect(InteractionStarter.named(starter.name)?.text == starter.text)
    }
    #expect(InteractionStarter.named("nonesuch") == nil)
  }

  @Test func `reads back as any new rule, in every starter`() throws {
    var chance = TestRandom(seed: 12)
    for starter in InteractionStarter.all where starter.text.contains("\"rule\": {") {
      for _ in 0..<10 {
        var rule = ReleaseRule.random(using: &chance)
        // A press has no velocity to go on at.
        if case .momentum = rule.projection, !starter.text.contains("\"pan\"") {
          rule.projection = .none
        }
        _ = try replaced(rule, in: starter.text)
      }
    }
  }
}

extension String {
  /// The text before, between and after a piece of text.
  fileprivate func components(of piece: String) -> [String] {
    var parts = [""]
    var rest = self[...]
    while let range = rest.firstRange(of: piece) {
      parts[parts.count - 1] += rest[..<range.lowerBound]
      parts.append("")
      rest = rest[range.upperBound...]
    }
    parts[parts.count - 1] += rest
    return parts
  }
}
