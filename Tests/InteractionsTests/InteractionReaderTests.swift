import Gestures
import Interactions
import Motion
import TestSupport
import Testing

@Suite struct `An interaction file` {
  fileprivate static let whole = """
    {
      "version": 1,
      "gesture": { "pan": { "fingers": [1, 2], "slop": { "mm": 2.5 } } },
      "progress": { "toward": "up", "distance": { "mm": 45 } },
      "rule": { "fractionAbove": 0.4 },
      "animation": {
        "duration": 0.75,
        "curve": "easeOut",
        "properties": [
          { "name": "offset", "from": 0, "to": 320 },
          { "name": "alpha", "from": 1, "to": 0.5 }
        ]
      },
      "settle": {
        "finish": { "spring": { "response": 0.4, "dampingRatio": 0.8 } },
        "cancel": { "curve": "easeIn", "durationFactor": 0.5 }
      },
      "rate": 60
    }
    """

  @Test func `says what a gesture does to an animation`() throws {
    let interaction = try Interaction(parsing: Array(Self.whole.utf8))
    #expect(interaction.pan == .init(fingers: 1...2, slop: 2.5))
    #expect(interaction.mapping == .init(toward: .up, distance: 45))
    #expect(interaction.rule == .init(fractionAbove: 0.4))
    #expect(interaction.duration == 0.75)
    #expect(interaction.curve == .easeOut)
    #expect(interaction.properties.map(\.name) == ["offset", "alpha"])
    #expect(interaction.properties[1].value(at: 0.5) == 0.75)
    #expect(interaction.finish == .spring(Spring(response: 0.4, dampingRatio: 0.8)))
    #expect(interaction.cancel == .curve(.easeIn, durationFactor: 0.5))
    #expect(interaction.rate == 60)
  }

  @Test func `may leave out what is usual`() throws {
    let text = """
      { "version": 1, "progress": { "toward": "left", "distance": { "mm": 30 } },
        "animation": { "duration": 1 } }
      """
    let interaction = try Interaction(parsing: Array(text.utf8))
    #expect(interaction.pan == .init(fingers: 1...1, slop: 1.6))
    #expect(interaction.rule == .init(fractionAbove: 0.5))
    #expect(interaction.curve == .easeInOut)
    #expect(interaction.finish == .unchanged)
    #expect(interaction.cancel == .unchanged)
    #expect(interaction.properties.isEmpty)
    #expect(interaction.rate == 120)
  }

  @Test func `may give a spring by its physics`() throws {
    let text = Self.whole.replacing(
      #"{ "response": 0.4, "dampingRatio": 0.8 }"#,
      with: #"{ "mass": 2.5, "stiffness": 70, "damping": 55 }"#)
    let interaction = try Interaction(parsing: Array(text.utf8))
    #expect(interaction.finish == .spring(Spring(mass: 2.5, stiffness: 70, damping: 55)))
  }

  @Test func `says how a pan begins, as far as that is not usual`() throws {
    let pan = """
      "fingers": [2, 10], "slop": { "mm": 0 }, "rollingSlop": { "mm": 3 }, "direction": "vertical",
      "axisLock": 1.2, "edge": { "at": "bottom", "width": { "mm": 5 } }, "estimator": "niri"
      """
    let text = Self.whole.replacing(
      #""fingers": [1, 2], "slop": { "mm": 2.5 }"#, with: pan)
    let interaction = try Interaction(parsing: Array(text.utf8))
    #expect(
      interaction.pan
        == .init(
          fingers: 2...10, slop: 0, rollingSlop: 3, direction: .vertical, axisLock: .adwaita,
          edge: .init(.bottom, width: 5), estimator: .niri))
    let usual = Self.whole.replacing(
      #""fingers": [1, 2], "slop": { "mm": 2.5 }"#, with: #""edge": { "at": "left" }"#)
    #expect(
      try Interaction(parsing: Array(usual.utf8)).pan == .init(edge: .init(.left)))
  }

  /// What is put in place of what, the key that is wrong then, and a part of the sentence.
  static let mistakes: [(String, String, String, String)] = [
    (#""version": 1"#, #""version": 2"#, "version", "expected the version 1"),
    (#""version": 1,"#, "", "", "the key version is missing"),
    (#""progress""#, #""progres""#, "progres", "did you mean progress?"),
    (#""toward""#, #""towards""#, "progress.towards", "did you mean toward?"),
    (#""up""#, #""upp""#, "progress.toward", "did you mean up?"),
    (#""up""#, #""sideways""#, "progress.toward", "there are right, left, up, down"),
    (#""up""#, "7", "progress.toward", "expected direction in quotes"),
    (#""distance": { "mm": 45 }"#, #""distance": 45"#, "progress.distance", "expected an object"),
    (#""mm": 45"#, #""mm": 0"#, "progress.distance.mm", "from 0.1 to 10000"),
    (#""mm": 45"#, #""mm": "45""#, "progress.distance.mm", "a number"),
    (#""mm": 45"#, #""cm": 45"#, "progress.distance.cm", "did you mean mm?"),
    (#"[1, 2]"#, "[2, 1]", "gesture.pan.fingers", "[smallest, largest]"),
    (#"[1, 2]"#, "1.5", "gesture.pan.fingers", "[smallest, largest]"),
    (#"[1, 2]"#, "11", "gesture.pan.fingers", "from 1 to 10"),
    (#"[1, 2]"#, "[1]", "gesture.pan.fingers", "[smallest, largest]"),
    (#""fingers": [1, 2]"#, #""axisLock": 0.9"#, "gesture.pan.axisLock", "from 1 to 1000"),
    (#""fingers": [1, 2]"#, #""direction": "upp""#, "gesture.pan.direction", "did you mean up?"),
    (
      #""fingers": [1, 2]"#, #""edge": { "at": "lef" }"#, "gesture.pan.edge.at",
      "did you mean left?"
    ),
    (#""fingers": [1, 2]"#, #""edge": {}"#, "gesture.pan.edge", "left, right, top or bottom"),
    (#""fingers": [1, 2]"#, #""estimator": "nir""#, "gesture.pan.estimator", "did you mean niri?"),
    (#""fingers": [1, 2]"#, #""estimator": "hyprland""#, "gesture.pan.estimator", "direction"),
    (#""fingers": [1, 2]"#, #""estimator": "use-gesture""#, "gesture.pan.estimator", "direction"),
    (
      #""durationFactor": 0.5"#, #""durationFactor": 0.0009"#, "settle.cancel.durationFactor",
      "from 0.001 on"
    ),
    (#""fractionAbove": 0.4"#, #""fractionAbove": 1.4"#, "rule.fractionAbove", "from 0 to 1"),
    (#""fractionAbove""#, #""fraction""#, "rule.fraction", "no such key"),
    (#""duration": 0.75"#, #""duration": -1"#, "animation.duration", "from 0 to 3600"),
    (#""easeOut""#, #""easeout""#, "animation.curve", "did you mean easeOut?"),
    (#""alpha""#, #""offset""#, "animation.properties[1].name", "another column"),
    (#""alpha""#, #""time""#, "animation.properties[1].name", "another column"),
    (#""alpha""#, #""a,b""#, "animation.properties[1].name", "without blanks"),
    (#""to": 0.5"#, #""too": 0.5"#, "animation.properties[1].too", "did you mean to?"),
    (#""response": 0.4"#, #""response": 0"#, "settle.finish.spring.response", "from 0.01"),
    (#""response": 0.4"#, #""mass": 1"#, "settle.finish.spring", "not both"),
    (
      #""curve": "easeIn", "durationFactor""#, #""spring": {"response": 1}, "durationFactor""#,
      "settle.cancel", "a spring has no curve"
    ),
    (#""curve": "easeIn", "#, "", "settle.cancel", "the key curve is missing"),
    (#""rate": 60"#, #""rate": 0"#, "rate", "from 1 to 10000"),
    (#""rate": 60"#, #""rate": 1e400"#, "", "not JSON that can be read"),
    (#""rate": 60"#, #""rate": 60,,"#, "18:14", "expected a key in quotes"),
    (#""rate": 60"#, #""rate": 60,"#, "19:1", "expected a key in quotes"),
    (#""rate": 60"#, #""rate": [60"#, "19:1", "expected a comma or a closing bracket"),
    (#""rate": 60"#, #""rate" 60"#, "18:10", "expected a colon"),
    (#""rate": 60"#, #""rate": 6.x"#, "18:13", "expected a digit"),
    (#""rate": 60"#, #""rate": tru"#, "18:11", "expected a value"),
    (#""rate": 60"#, #""ra\"te: 60"#, "18:14", "expected a closing quote"),
    (
      #""response": 0.4, "dampingRatio": 0.8"#,
      #""mass": 1000000, "stiffness": 0.001, "damping": 0.001"#, "settle.finish.spring",
      "more than an hour"
    ),
  ]

  @Test(arguments: mistakes)
  func `is told where it is wrong and what would be right`(
    original: String, changed: String, path: String, part: String
  ) throws {
    #expect(Self.whole.contains(original))
    let text = Self.whole.replacing(original, with: changed, maxReplacements: 1)
    let error = #expect(throws: InteractionError.self) {
      _ = try Interaction(parsing: Array(text.utf8))
    }
    #expect(error?.path == path)
    #expect(error?.sentence.contains(part) == true, "\(error?.sentence ?? "")")
  }
}

extension `An interaction file` {
  @Test func `never breaks its reader`() {
    var chance = TestRandom(seed: 11)
    let alphabet = Array("{}[]\",:.-+eE0123456789 \\truefalsn".utf8)
    for _ in 0..<3000 {
      var bytes = Array(Self.whole.utf8)
      for _ in 0...Int.random(in: 0...3, using: &chance) {
        let place = Int.random(in: 0..<bytes.count, using: &chance)
        bytes[place] = alphabet.randomElement(using: &chance) ?? 0
        if Bool.random(using: &chance) { bytes.removeSubrange(place...) }
        if bytes.isEmpty { bytes = [0x7b] }
      }
      do {
        _ = try Interaction(parsing: bytes)
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
    #expect(throws: InteractionError.self) { _ = try Interaction(parsing: deep) }
  }
}

@Suite struct `A release rule` {
  @Test(arguments: [
    (0.5, Decision.Outcome.cancel), (0.500_001, .finish), (0, .cancel), (1, .finish),
  ])
  func `finishes above its fraction only`(fraction: Double, outcome: Decision.Outcome) throws {
    let decision = ReleaseRule(fractionAbove: 0.5).decide(
      Release(fraction: fraction, distance: 45))
    #expect(decision.outcome == outcome)
    #expect(abs(try #require(decision.margin) - abs(fraction - 0.5)) < 1e-12)
  }
}
