import Interactions
import Reports
import Testing

@Suite struct `What an interaction means` {
  private func meaning(_ members: String) throws -> [String] {
    let text =
      #"{ "version": 1, "animation": { "duration": 0.5, "curve": "linear" }, \#(members) }"#
    let interaction = try Interaction(parsing: Array(text.utf8))
    return InteractionReport(interaction).lines.map { String($0.dropFirst(2)) }
  }

  @Test func `is told in sentences`() throws {
    let starter = try #require(InteractionStarter.named("press-preview"))
    let interaction = try Interaction(parsing: Array(starter.text.utf8))
    #expect(
      InteractionReport(interaction).lines == [
        "  A press leads it, from a force of 0.2 to 0.75, where it is judged.",
        "  A hand leads it from 0.01 to 0.99 only.",
        "  Let go, it is judged:",
        "    it finishes if the largest fraction is at least 1",
        "    else it goes back",
        "  By itself it moves blur from 0 to 1 and scale from 1 to 1.2, in 0.5 s on easeIn.",
        "  After the hand it goes to its end at once, or back on its own curve.",
        "  When that has finished, it moves scale to 1 and menu from 0 to 1, "
          + "in 0.3 s on a spring (damping ratio 0.70).",
        "  After that a tap takes everything back, in 0.5 s on a spring (damping ratio 0.70).",
      ])
  }

  @Test(arguments: ReleasePreset.all.map(\.name))
  func `names the preset that the file names, though another has the same rule`(
    name: String
  ) throws {
    let lines = try meaning(#""progress": { "of": "time" }, "rule": { "preset": "\#(name)" }"#)
    #expect(
      lines.contains { $0.hasPrefix("Let go, it is judged by \(name): ") }, "\(lines)")
  }

  /// Members of a file, and a line of what they mean.
  @Test(arguments: [
    (
      #""progress": { "toward": "left", "distance": { "mm": 45 }, "bothDirections": true, "offset": { "mm": 5 } }"#,
      "A pan of one finger leads it: 45 mm to the left, or as far the other way is the whole way, after 5 mm."
    ),
    (
      #""gesture": { "pan": { "fingers": [2, 3] } }, "progress": { "of": "location", "toward": "down", "distance": { "share": 0.5 } }"#,
      "The place of a pan of 2 to 3 fingers leads it: 0.5 of the surface down is the whole way."
    ),
    (
      #""gesture": { "pan": { "direction": "up", "edge": { "at": "bottom", "width": { "mm": 4 } }, "axisLock": 2 } }, "progress": { "of": "time" }"#,
      "It begins after 1.6 mm up, lands within 4 mm of the bottom edge and keeps to the axis that it began along."
    ),
    (#""progress": { "of": "time" }"#, "It runs as long as a pan of one finger is on."),
    (
      #""gesture": { "preview": { "pop": null } }"#,
      "A press leads it, from a force of 0.15 to 0.2."
    ),
    (
      #""progress": { "of": "nothing" }, "start": { "after": 2 }, "catch": "never""#,
      "While it runs it can't be caught."
    ),
    (
      #""progress": { "of": "time" }, "rule": { "preset": "niri", "snapPoints": [0, 0.5, 1] }"#,
      "Let go, it is judged by niri: \(ReleasePreset.named("niri")?.summary ?? "")"
    ),
    (
      #""progress": { "of": "time" }, "settle": { "finish": { "curve": "easeOut", "durationFactor": 0.5 }, "cancel": { "curve": "easeOut", "durationFactor": 0.5 } }"#,
      "After the hand it goes either way on easeOut in 0.25 s."
    ),
    (
      #""progress": { "of": "time" }"#,
      "By itself it moves nothing but its fraction, in 0.5 s on linear."
    ),
  ])
  func `has a line for what is not usual`(members: String, line: String) throws {
    let lines = try meaning(members)
    #expect(lines.contains(line), "\(lines.joined(separator: "\n"))")
  }
}
