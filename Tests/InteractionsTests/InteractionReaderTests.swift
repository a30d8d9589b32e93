import PantographBase
import PantographGestures
import PantographInteractions
import PantographMotion
import PantographTestSupport
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

  @Test func `describes what a gesture does to an animation`() throws {
    let interaction = try Interaction(parsing: Array(Self.whole.utf8))
    #expect(interaction.gesture == .pan(.init(fingers: 1...2, slop: 2.5)))
    #expect(interaction.progress == .init(toward: .up, distance: .millimetres(45)))
    #expect(interaction.rule == .init(fractionAbove: 0.4))
    #expect(interaction.animation.duration == 0.75)
    #expect(interaction.animation.timing == .curve(.easeOut))
    #expect(interaction.columns == ["offset", "alpha"])
    #expect(interaction.animation.properties[1].value(at: 0.5) == 0.75)
    #expect(interaction.finish == .spring(Spring(response: 0.4, dampingRatio: 0.8)))
    #expect(interaction.cancel == .curve(.easeIn, durationFactor: 0.5))
    #expect(interaction.rate == 60)
  }

  @Test func `has defaults for missing keys`() throws {
    let text = """
      { "version": 1, "progress": { "toward": "left", "distance": { "mm": 30 } },
        "animation": { "duration": 1 } }
      """
    let interaction = try Interaction(parsing: Array(text.utf8))
    #expect(interaction.gesture == .pan(.init(fingers: 1...1, slop: 1.6)))
    #expect(interaction.rule == .init(fractionAbove: 0.5))
    #expect(interaction.animation.timing == .curve(.easeInOut))
    #expect(interaction.finish == .unchanged)
    #expect(interaction.cancel == .unchanged)
    #expect(interaction.animation.properties.isEmpty)
    #expect(interaction.rate == 120)
  }

  @Test func `accepts a spring by its physical constants`() throws {
    let text = Self.whole.replacing(
      #"{ "response": 0.4, "dampingRatio": 0.8 }"#,
      with: #"{ "mass": 2.5, "stiffness": 70, "damping": 55 }"#)
    let interaction = try Interaction(parsing: Array(text.utf8))
    #expect(interaction.finish == .spring(Spring(mass: 2.5, stiffness: 70, damping: 55)))
  }

  @Test func `defaults to a mass of one and no velocity`() throws {
    let text = Self.whole.replacing(
      #"{ "response": 0.4, "dampingRatio": 0.8 }"#,
      with: #"{ "stiffness": 70, "damping": 5, "velocity": "none" }"#)
    let finish = try Interaction(parsing: Array(text.utf8)).finish
    #expect(finish.timing == .spring(.spring(Spring(mass: 1, stiffness: 70, damping: 5))))
    #expect(finish.velocity == .perDistance(0))
    #expect(
      finish.knownSpring == Spring(mass: 1, stiffness: 70, damping: 5) && !finish.keepsVelocity)
  }

  @Test func `defaults to no delay, no bounce and critical springs`() throws {
    let file = """
      { "version": 1, "gesture": { "press": {} },
        "animation": { "duration": 1, "properties": [{ "name": "x", "from": 0, "to": 1 }] },
        "settle": {
          "finish": { "spring": { "response": 0.5 } }, "cancel": { "spring": { "duration": 0.5 } }
        } }
      """
    let interaction = try Interaction(parsing: Array(file.utf8))
    #expect(interaction.animation.properties.map(\.delayFactor) == [0])
    #expect(interaction.finish.knownSpring == Spring(response: 0.5, dampingRatio: 1))
    #expect(interaction.cancel.knownSpring == Spring(duration: 0.5, bounce: 0))
    // A force has no length: the progress of a press is its pressure.
    #expect(interaction.progress == .init(.pressure, toward: .right, distance: .millimetres(1)))
  }

  @Test(arguments: ["\"start\": { \"after\": 1 },", ""])
  func `allows a second animation if it runs by itself, whatever the rule`(
    start: String
  ) throws {
    let file = """
      { "version": 1, "progress": { "toward": "right", "distance": { "mm": 30 } }, \(start)
        "rule": { "clauses": [], "otherwise": "cancel" },
        "animation": { "duration": 1, "properties": [{ "name": "x", "from": 0, "to": 1 }] },
        "then": { "duration": 1, "properties": [{ "name": "x", "to": 2 }] } }
      """
    #expect(((try? Interaction(parsing: Array(file.utf8))) == nil) == start.isEmpty)
  }

  @Test func `settles back at a snap point that it is on already`() throws {
    let interaction = try Interaction(parsing: Array(Self.whole.utf8))
    for (progress, isFinish) in [(0.49, true), (0.5, false), (0.51, false)] {
      let decision = Decision(outcome: .snap, target: 0.5, reason: .gestureCancelled)
      let settle = interaction.settle(after: decision, from: progress)
      #expect(settle == (isFinish ? interaction.finish : interaction.cancel))
    }
  }

  @Test func `describes how it settles`() {
    var settle = Settle.spring(Spring(response: 0.4, dampingRatio: 0.8))
    #expect(settle.keepsVelocity && settle.knownSpring == Spring(response: 0.4, dampingRatio: 0.8))
    settle.jumps = true
    #expect(settle.knownSpring == nil)
    for settle in [Settle.unchanged, .curve(.easeIn, durationFactor: 1)] {
      #expect(!settle.keepsVelocity && settle.knownSpring == nil)
    }
    #expect(!Settle(.spring(.dampingRatio(0.5))).keepsVelocity)
  }

  @Test func `ignores palms only in a pan`() throws {
    var interaction = try Interaction(parsing: Array(Self.whole.utf8))
    interaction.ignoresPalms = true
    #expect(interaction.ignoresPalms)
    interaction.gesture = .press(.init(), commitsAtPeak: false)
    interaction.ignoresPalms = true
    #expect(!interaction.ignoresPalms)
  }

  /// The former keys of a pan, and what to write in their place.
  @Test(arguments: [
    (
      #""rollingSlop": { "mm": 0 }"#,
      #"{ "as": "chromium", "slop": { "mm": 1.6 }, "estimator": "pantograph" }"#
    ),
    (#""rollingSlop": { "mm": 4 }, "translationFrom": "slop""#, #"{ "as": "uikit" }"#),
    (
      #""slop": { "mm": 2 }, "rollingSlop": { "mm": 2 }, "firstDirection": { "vertical": 2 }, "beginsWithin": 0.5, "translationFrom": "landing", "estimator": "gtk-swipe""#,
      #"{ "as": "gtk-touch", "slop": { "mm": 2 }, "direction": "vertical" }"#
    ),
    (
      #""fingers": 3, "slop": { "mm": 2 }, "fewestReports": 3, "follows": "allFingers", "translationFrom": "lastReport", "velocityFrom": "lastReport", "acceleration": "libinput", "hysteresis": { "mm": 0.25 }"#,
      #"{ "as": "libinput-swipe", "hysteresis": { "mm": 0.25 } }"#
    ),
  ])
  func `says what to write in place of former keys of a pan`(pan: String, form: String) throws {
    func read(_ pan: String) throws -> Interaction {
      let text = Self.whole.replacing(#""fingers": [1, 2], "slop": { "mm": 2.5 }"#, with: pan)
      return try Interaction(parsing: Array(text.utf8))
    }
    let former = try read(pan)
    #expect(
      former.noteOnFormerKeys
        == "gesture.pan has keys that the next version does not read: write \"pan\": \(form)")
    let renewed = try read(String(form.dropFirst().dropLast()))
    #expect(renewed.noteOnFormerKeys == nil)
    guard case .pan(let old) = former.gesture, case .pan(let new) = renewed.gesture else {
      Issue.record("not a pan")
      return
    }
    #expect(old.renewed == new)
  }

  @Test func `knows no toolkit for some former keys of a pan`() throws {
    for pan in [#""mostAcross": { "mm": 6 }"#, #""follows": "allFingers", "fewestReports": 4"#] {
      let text = Self.whole.replacing(#""fingers": [1, 2], "slop": { "mm": 2.5 }"#, with: pan)
      let note = try Interaction(parsing: Array(text.utf8)).noteOnFormerKeys
      #expect(note?.hasSuffix("no toolkit has all of them: choose one with as") == true)
    }
  }

  @Test func `describes how a pan begins`() throws {
    let pan = """
      "fingers": [2, 10], "slop": { "mm": 0 }, "rollingSlop": { "mm": 3 }, "direction": "vertical",
      "firstDirection": { "up": 2 }, "mostAcross": { "mm": 6 }, "beginsWithin": 0.5, "axisLock": 1.2, "edge": { "at": "bottom", "width": { "mm": 5 } },
      "fewestReports": 4, "translationFrom": "landing", "follows": "allFingers", "hysteresis": { "mm": 0.25 },
      "acceleration": "libinput", "velocityFrom": "lastReport", "estimator": "niri"
      """
    let text = Self.whole.replacing(
      #""fingers": [1, 2], "slop": { "mm": 2.5 }"#, with: pan)
    let interaction = try Interaction(parsing: Array(text.utf8))
    #expect(
      interaction.gesture
        == .pan(
          PanGestureRecognizer.Settings(
            fingers: 2...10, slop: 0, direction: .vertical, axisLock: .adwaita,
            edge: .init(.bottom, width: 5), hysteresis: 0.25, estimator: .niri
          ).with {
            $0.rollingSlop = 3; $0.fewestReports = 4; $0.firstDirection = .init(.up, dominance: 2);
            $0.mostAcross = 6; $0.beginsWithin = 0.5; $0.translationFrom = .landing;
            $0.follows = .allFingers; $0.acceleration = .libinput; $0.velocityFrom = .lastReport
          }))
    func read(_ pan: String) throws -> Interaction {
      let text = Self.whole.replacing(#""fingers": [1, 2], "slop": { "mm": 2.5 }"#, with: pan)
      return try Interaction(parsing: Array(text.utf8))
    }
    // What is missing is as in the toolkit, wherever its name is.
    #expect(
      try read(#""fingers": 4, "as": "libinput-swipe""#).gesture
        == .pan(.init(.libinputSwipe, fingers: 4...4, slop: 2.5)))
    #expect(
      try read(#""as": "gtk-touchpad", "hysteresis": { "mm": 0.25 }, "axisLock": 1.2"#).gesture
        == .pan(.init(.gtkTouchpad, axisLock: .adwaita, hysteresis: 0.25)))
    let usual = Self.whole.replacing(
      #""fingers": [1, 2], "slop": { "mm": 2.5 }"#, with: #""edge": { "at": "left" }"#)
    #expect(
      try Interaction(parsing: Array(usual.utf8)).gesture == .pan(.init(edge: .init(.left))))
  }

  /// Progress that can go back, beyond the start, in both directions, or that ignores the direction.
  @Test(
    arguments: [
      #""limits": "none""#, #""limits": { "rubberBand": 0.5 }"#, #""limits": [-0.5, 1]"#,
      #""bothDirections": true"#, #""of": "location""#, #""of": "time""#,
    ])
  func `may begin away from progress if that can move something`(words: String) throws {
    for (start, isTaken) in [("\"tap\"", true), ("{ \"after\": 1 }", true), ("\"manual\"", false)] {
      func text(_ words: String) -> [UInt8] {
        let text = """
          { "version": 1, "gesture": { "pan": { "direction": "left" } },
            "progress": { "toward": "right", "distance": { "mm": 45 }\(words) },
            "animation": { "duration": 1 }, "start": \(start) }
          """
        return Array(text.utf8)
      }
      #expect(((try? Interaction(parsing: text(""))) != nil) == isTaken)
      #expect(throws: Never.self) { try Interaction(parsing: text(", \(words)")) }
    }
  }

  /// The parts of messages that say what would be right.
  static let remedies = [
    "expected ", "leave out ", "leave it out", "add ", "use ", "did you mean ", "known keys: ",
    "missing key ", "change the rule", "it is now ",
  ]

  @Test(arguments: Malformed.all)
  func `reports the position of a mistake and a remedy`(malformed: Malformed) {
    let error = #expect(throws: Complaint.self) {
      _ = try Interaction(parsing: Array(malformed.text.utf8))
    }
    let key = malformed.path.isEmpty ? "" : "\(malformed.path): "
    #expect(error?.description == "\(malformed.position): \(key)\(malformed.sentence)")
    #expect(Self.remedies.contains { malformed.sentence.contains($0) })
  }

  @Test(arguments: [
    ("gone", "progressSinceGrab"), ("part", "snapIntervalFraction"), ("reach", "straightDistance"),
    ("travelLead", "travelAxisExcess"), ("heading", "lastMovement"),
    ("pace", "velocityMagnitude"), ("speedLead", "speedAxisExcess"), ("stillness", "restTime"),
  ])
  func `names the new key of a renamed quantity`(old: String, new: String) {
    func text(_ key: String) -> [UInt8] {
      let text = """
        { "version": 1,
          "progress": { "toward": "up", "distance": { "mm": 45 } },
          "rule": { "clauses": [
            { "when": { "\(key)": { "above": 1 } }, "then": "finish" }
          ], "otherwise": "cancel" },
          "animation": { "duration": 1 } }
        """
      return Array(text.utf8)
    }
    let error = #expect(throws: Complaint.self) { try Interaction(parsing: text(old)) }
    #expect(
      error?.description
        == "4:17: rule.clauses[0].when: unknown key '\(old)'; it is now '\(new)'")
    #expect(throws: Never.self) { try Interaction(parsing: text(new)) }
  }

  @Test(arguments: [
    (
      #""progress": { "toward": "up", "distance": { "mm": 45 }, "either": true }"#,
      "1:73: progress: unknown key 'either'; it is now 'bothDirections'"
    ),
    (
      #""settle": { "cancel": { "curve": "easeIn", "afresh": true } }"#,
      "1:60: settle.cancel: unknown key 'afresh'; it is now 'fullCurve'"
    ),
    (#""start": "held""#, "1:26: start: unknown start 'held'; it is now 'manual'"),
  ])
  func `names the new name of any other key or value`(member: String, message: String) {
    let progress =
      member.hasPrefix(#""progress""#)
      ? "" : #", "progress": { "toward": "up", "distance": { "mm": 45 } }"#
    let text = #"{ "version": 1, \#(member)\#(progress), "animation": { "duration": 1 } }"#
    let error = #expect(throws: Complaint.self) {
      try Interaction(parsing: Array(text.utf8))
    }
    #expect(error?.description == message)
  }

  @Test func `is tested with many different mistakes`() {
    #expect(Set(Malformed.all.map(\.kind)).count == Malformed.all.count)
    #expect(Malformed.all.count > 90)
  }
}

extension `An interaction file` {
  @Test func `never crashes its reader, which reports a position in the file`() {
    var chance = TestRandom(seed: 11)
    let pieces = [
      "//", "/*", "*/", "\n", "\r", "1e999", "\\ud83d", "\"rate\": 1,", "\u{feff}", "😀",
    ]
    .map { Array($0.utf8) }
    let alphabet = Array("{}[]\",:.-+eE0123456789 \\/*truefalsn\n".utf8) + [0x00, 0x80, 0xc3, 0xff]
    for _ in 0..<6000 {
      var bytes = Array(Self.whole.utf8)
      for _ in 0...Int.random(in: 0...3, using: &chance) {
        let offset = Int.random(in: 0...bytes.count, using: &chance)
        let end = min(bytes.count, offset + Int.random(in: 0...2, using: &chance))
        let piece = alphabet.randomElement(using: &chance).map { [$0] } ?? []
        bytes.replaceSubrange(
          offset..<end,
          with: Bool.random(using: &chance)
            ? piece : pieces.randomElement(using: &chance) ?? piece)
        if Int.random(in: 0..<4, using: &chance) == 0 { bytes.removeSubrange(offset...) }
      }
      do {
        _ = try Interaction(parsing: bytes)
      } catch {
        let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
        guard let line = error.line, let column = error.column, lines.indices.contains(line - 1)
        else {
          Issue.record("\(error) in \(lines.count) lines")
          continue
        }
        #expect((1...lines[line - 1].count + 1).contains(column))
      }
    }
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
    #expect(throws: Complaint.self) { _ = try Interaction(parsing: deep) }
  }
}

@Suite struct `A release rule` {
  @Test(arguments: [
    (0.5, Decision.Outcome.cancel), (0.500_001, .finish), (0, .cancel), (1, .finish),
  ])
  func `finishes only above its fraction`(fraction: Double, outcome: Decision.Outcome) throws {
    let decision = ReleaseRule(fractionAbove: 0.5).decide(
      Release(fraction: fraction, distance: 45))
    #expect(decision.outcome == outcome)
    #expect(abs(try #require(decision.margin) - (fraction - 0.5)) < 1e-12)
  }
}
