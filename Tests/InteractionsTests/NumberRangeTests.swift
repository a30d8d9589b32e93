import PantographInteractions
import PantographMotion
import Testing

@Suite struct `A number in an interaction file` {
  /// The path, the range that is accepted, and values just beyond it.
  static let places: [(text: String, taken: [Double], refused: [Double])] = [
    (#""curve": [NUMBER, 0, 1, 1]"#, [0, 1], [-0.001, 1.001]),
    (#""curve": [0, NUMBER, 1, 1]"#, [-10, 10], [-10.001, 10.001]),
    (#""curve": [0, 0, NUMBER, 1]"#, [0, 1], [-0.001, 1.001]),
    (#""curve": [0, 0, 1, NUMBER]"#, [-10, 10], [-10.001, 10.001]),
    (#""spring": { "response": NUMBER }"#, [0.01, 60], [0.0099, 60.001]),
    (#""spring": { "dampingRatio": NUMBER }"#, [0.01, 100], [0.0099, 100.001]),
    (
      #""spring": { "response": 0.4, "dampingRatio": NUMBER }"#, [0.01, 100], [0.0099, 100.001]
    ),
    (#""spring": { "duration": NUMBER }"#, [0.01, 60], [0.0099, 60.001]),
    (#""spring": { "duration": 0.4, "bounce": NUMBER }"#, [-0.99, 0.99], [-0.991, 1]),
    (
      #""spring": { "mass": NUMBER, "stiffness": 1000, "damping": 1000000 }"#, [1e-3, 1e6],
      [0.99e-3, 1.01e6]
    ),
    (#""spring": { "stiffness": NUMBER, "damping": 1 }"#, [1e-3, 1e6], [0.99e-3, 1.01e6]),
    (#""spring": { "stiffness": 1, "damping": NUMBER }"#, [0.01, 1e6], [0.99e-3, 1.01e6]),
    (
      #""spring": { "response": 0.4, "velocity": { "perDistance": NUMBER } }"#, [-1000, 1000],
      [-1000.1, 1000.1]
    ),
    (
      #""spring": { "response": 0.4, "velocity": { "pointsOver": NUMBER } }"#, [1e-3, 1e9],
      [0.99e-3, 1.01e9]
    ),
    (#""speed": NUMBER"#, [0.001, 1000], [0.00099, 1000.1]),
    (#""durationFactor": NUMBER"#, [0, 0.001, 1000], [-0.001, 0.00099, 1000.1]),
  ]

  /// The same for a property, whose name has no blanks, commas or quotes.
  @Test func `is a share of the time in a property's timing`() {
    func reads(_ property: String) -> Bool {
      let file = """
        { "version": 1, "progress": { "toward": "right", "distance": { "mm": 30 } },
          "animation": { "duration": 1, "properties": [{ "from": 0, \(property) }] } }
        """
      return (try? Interaction(parsing: Array(file.utf8))) != nil
    }
    for (number, isTaken) in [(-0.001, false), (0, true), (1, true), (1.001, false)] {
      #expect(reads("\"name\": \"x\", \"to\": 1, \"delayFactor\": \(number)") == isTaken)
      for keyframe in [
        "\"start\": \(number), \"duration\": 0", "\"start\": 0, \"duration\": \(number)",
      ] {
        #expect(reads("\"name\": \"x\", \"keyframes\": [{ \(keyframe), \"to\": 1 }]") == isTaken)
      }
    }
    // A keyframe may start where the previous one ends, up to rounding.
    for (start, isTaken) in [("0.5", true), ("0.499999999", true), ("0.49999999895", false)] {
      let two =
        #"{ "start": 0, "duration": 0.5, "to": 1 }, { "start": \#(start), "duration": 0, "to": 2 }"#
      #expect(reads("\"name\": \"x\", \"keyframes\": [\(two)]") == isTaken, "\(start)")
    }
    for (name, isTaken) in [
      ("x", true), ("a!b", true), ("a#b", true), ("a\u{e9}", true), ("", false), ("a b", false),
      ("a,b", false), ("a\\\"b", false), ("a\\tb", false),
    ] { #expect(reads("\"name\": \"\(name)\", \"to\": 1") == isTaken, "\(name)") }
  }

  @Test func `makes a spring that rests within an hour`() throws {
    // A spring oscillates for about 2 ln 1000 / damping seconds: 0.00384 is an hour.
    var seconds: [(Double, Bool)] = []
    for step in 0..<2000 {
      let damping = 0.00383 + 1e-8 * Double(step)
      let time = Spring(mass: 1, stiffness: 100, damping: damping).settlingTime()
      guard abs(time - 3600) < 0.9 else { continue }
      seconds.append((time, reads(#""spring": { "stiffness": 100, "damping": \#(damping) }"#)))
    }
    #expect(seconds.contains { 3599 < $0.0 && $0.0 <= 3600 } && seconds.contains { $0.0 > 3600 })
    #expect(seconds.allSatisfy { $0.1 == ($0.0 <= 3600) })
  }

  private func reads(_ settle: String, _ limits: String = "[0, 1]") -> Bool {
    let file = """
      { "version": 1, "surface": { "pointsPerMm": 6.4 },
        "progress": { "toward": "right", "distance": { "mm": 30 }, "limits": \(limits) },
        "animation": { "duration": 1 },
        "settle": { "finish": { \(settle) }, "cancel": {} } }
      """
    return (try? Interaction(parsing: Array(file.utf8))) != nil
  }

  @Test(arguments: places)
  func `is accepted up to the ends of its range`(
    text: String, taken: [Double], refused: [Double]
  ) {
    for number in taken {
      #expect(reads(text.replacing("NUMBER", with: "\(number)")), "\(number)")
    }
    for number in refused {
      #expect(!reads(text.replacing("NUMBER", with: "\(number)")), "\(number)")
    }
  }

  @Test func `limits progress to a hundred distances`() {
    for (limits, isTaken) in [
      ("[-100, 1]", true), ("[-100.001, 1]", false), ("[0, 100]", true), ("[0, 100.001]", false),
      ("[0.5, 0.5]", false), ("[1, 2]", false), ("[0.999, 2]", true), ("[-1, 0]", false),
      ("[-1, 0.001]", true), ("[0, 0.5, 1]", false),
    ] { #expect(reads(#""speed": 1"#, limits) == isTaken, "\(limits)") }
  }
}
