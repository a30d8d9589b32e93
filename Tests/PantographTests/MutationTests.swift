import Foundation
import Pantograph
import PantographTestSupport
import PantographTrajectories
import Testing

/// Every number and comparison of three cases, each changed by a step in turn: the check fails and
/// names the cause.
@Suite struct `A case fails` {
  /// A text, its replacement, and the cause that the check reports.
  struct Step: CustomTestStringConvertible {
    var original: String
    var changed: String
    var cause: String

    init(_ original: String, _ changed: String, _ cause: String) {
      self.original = original
      self.changed = changed
      self.cause = cause
    }

    var testDescription: String { "\(original) → \(changed)" }
  }

  /// A flick that finishes on a spring at its release velocity.
  static let flick: [Step] = [
    Step(#""fingers": 1"#, #""fingers": 2"#, "recognition"),
    Step(#""slop": { "mm": 1.6 }"#, #""slop": { "mm": 1.5 }"#, "path"),
    Step(#""right""#, #""left""#, "path"),
    Step(#""mm": 45"#, #""mm": 45.5"#, "path"),
    Step(#""fractionAbove": 0.5"#, #""fractionAbove": 0.49"#, "rule"),
    Step(#""fractionAbove": 0.5"#, #""fractionAbove": 0.74"#, "rule"),
    Step(#""from": 0, "to": 320"#, #""from": 1, "to": 320"#, "path"),
    Step(#""from": 0, "to": 320"#, #""from": 0, "to": 321"#, "path"),
    Step(#""from": 1, "to": 0.4"#, #""from": 1.01, "to": 0.4"#, "path"),
    Step(#""from": 1, "to": 0.4"#, #""from": 1, "to": 0.41"#, "path"),
    Step(
      #""response": 0.4, "dampingRatio": 0.7"#, #""response": 0.41, "dampingRatio": 0.7"#, "timing"),
    Step(
      #""response": 0.4, "dampingRatio": 0.7"#, #""response": 0.4, "dampingRatio": 0.71"#, "timing"),
    Step(
      #""response": 0.4, "dampingRatio": 0.7"#,
      #""response": 0.4, "dampingRatio": 0.7, "velocity": "none""#, "handoff"),
    Step(#""rate": 120"#, #""rate": 119"#, "sampling"),
  ]

  /// A pull that makes progress after 30 points, and finishes beyond the middle.
  static let pull: [Step] = [
    Step(#""pointsPerMm": 6.4"#, #""pointsPerMm": 6.5"#, "path"),
    Step(#""toward": "down""#, #""toward": "up""#, "path"),
    Step(#""offset": { "points": 30 }"#, #""offset": { "points": 31 }"#, "path"),
    Step(#""distance": { "points": 90 }"#, #""distance": { "points": 91 }"#, "path"),
    Step(#""preset": "tutorial-pull""#, #""fractionAbove": 0.51"#, "rule"),
    Step(#""duration": 0.75"#, #""duration": 0.76"#, "handoff"),
    Step(#""easeOut""#, #""easeIn""#, "handoff"),
    Step(#""from": 1.33, "to": 1,"#, #""from": 1.34, "to": 1,"#, "path"),
    Step(#""from": 1.33, "to": 1,"#, #""from": 1.33, "to": 1.01,"#, "path"),
    Step(#""to": 1, "delayFactor": 0.15"#, #""to": 1, "delayFactor": 0.16"#, "path"),
    Step(#""from": 200, "to": 100"#, #""from": 201, "to": 100"#, "path"),
    Step(#""from": 200, "to": 100"#, #""from": 200, "to": 101"#, "path"),
    Step(#""to": 100, "delayFactor": 0.15"#, #""to": 100, "delayFactor": 0.14"#, "path"),
    Step(#""delayFactor": 0.5"#, #""delayFactor": 0.51"#, "path"),
    Step(#""to": 20"#, #""to": 21"#, "path"),
    Step(#""rate": 60"#, #""rate": 61"#, "sampling"),
  ]

  /// A pan that catches the settling animation twice.
  static let interrupt: [Step] = [
    Step(#""pointsPerMm": 6.4"#, #""pointsPerMm": 6.3"#, "path"),
    Step(#""right""#, #""left""#, "path"),
    Step(#""points": 275"#, #""points": 276"#, "path"),
    Step(#""preset": "tutorial-drag""#, #""fractionAbove": 0.5"#, "rule"),
    Step(#""duration": 3"#, #""duration": 3.1"#, "handoff"),
    Step(
      #""finish": { "curve": "easeOut""#, #""finish": { "curve": "linear""#, "handoff"),
    Step(#""durationFactor": 0"#, #""durationFactor": 0.9"#, "handoff"),
    Step(#""from": 0, "to": 275"#, #""from": 1, "to": 275"#, "path"),
    Step(#""from": 0, "to": 275"#, #""from": 0, "to": 274"#, "path"),
    Step(#""moving""#, #""never""#, "recognition"),
    Step(#""rate": 30"#, #""rate": 31"#, "sampling"),
  ]

  @Test(arguments: flick) func `where a flick is a step off`(step: Step) throws {
    try expectFailure(of: "touchpad-flick", step)
  }
  @Test(arguments: pull) func `where a pull is a step off`(step: Step) throws {
    try expectFailure(of: "d2-pull-to-present", step)
  }
  @Test(arguments: interrupt) func `where an interrupted pan is a step off`(step: Step) throws {
    try expectFailure(of: "b9-pan-interrupt", step)
  }

  private func expectFailure(of name: String, _ step: Step) throws {
    let original = Repository.root.appending(path: "Recordings/\(name)")
    let folder = try TemporaryFolder()
    for file in try FileManager.default.contentsOfDirectory(atPath: original.path) {
      try FileManager.default.copyItem(
        at: original.appending(path: file), to: folder.url.appending(path: file))
    }
    #expect(try Case(folder.url.path).check().isSame)
    let path = folder.url.appending(path: "interaction.json")
    let text = try String(contentsOf: path, encoding: .utf8)
    let changed = text.replacing(step.original, with: step.changed, maxReplacements: 1)
    try #require(changed != text, "\(step.original) is not in \(name)")
    try changed.write(to: path, atomically: true, encoding: .utf8)
    let result = try #require(try Case(folder.url.path).check().comparison)
    #expect(!result.isWithinTolerances)
    #expect(result.cause?.name == step.cause)
  }
}
