import PantographInteractions
import PantographReports
import Testing

@Suite struct `The description of an interaction` {
  private func description(_ members: String) throws -> [String] {
    let text =
      #"{ "version": 1, "animation": { "duration": 0.5, "curve": "linear" }, \#(members) }"#
    let interaction = try Interaction(parsing: Array(text.utf8))
    return InteractionReport(interaction).lines.map { String($0.dropFirst(2)) }
  }

  @Test func `has a sentence for each line`() throws {
    let starter = try #require(InteractionStarter.named("press-preview"))
    let interaction = try Interaction(parsing: Array(starter.text.utf8))
    #expect(
      InteractionReport(interaction).lines == [
        "  A press drives the fraction from a force of 0.2 to 0.75, where the rule decides.",
        "  The gesture moves the fraction between 0.01 and 0.99 only.",
        "  On release its rule decides:",
        "    it finishes if the largest fraction is at least 1",
        "    else it cancels",
        "  Without a gesture, the animation moves blur from 0 to 1 and scale from 1 to 1.2, in 0.5 s on easeIn.",
        "  After the release, it goes to its end at once, or back on its own curve.",
        "  When that has finished, the next animation moves scale to 1 and menu from 0 to 1, "
          + "in 0.3 s on a spring (damping ratio 0.70).",
        "  After that, a tap reverses everything, in 0.5 s on a spring (damping ratio 0.70).",
      ])
  }

  @Test(arguments: ReleasePreset.all.map(\.name))
  func `names the preset of the file, even if another has the same rule`(
    name: String
  ) throws {
    let lines = try description(#""progress": { "of": "time" }, "rule": { "preset": "\#(name)" }"#)
    #expect(
      lines.contains { $0.hasPrefix("On release \(name) decides: ") }, "\(lines)")
  }

  /// Members of a file, and the line that describes them.
  @Test(arguments: [
    (
      #""progress": { "toward": "left", "distance": { "mm": 45 }, "bothDirections": true, "offset": { "mm": 5 } }"#,
      "A pan of one finger drives the fraction from 0 to 1 over 45 mm to the left or in the opposite direction, after 5 mm."
    ),
    (
      #""gesture": { "pan": { "fingers": [2, 3] } }, "progress": { "of": "location", "toward": "down", "distance": { "share": 0.5 } }"#,
      "The location of a pan of 2 to 3 fingers drives the fraction from 0 to 1 over 0.5 of the surface down."
    ),
    (
      #""gesture": { "pan": { "direction": "up", "edge": { "at": "bottom", "width": { "mm": 4 } }, "axisLock": 2 } }, "progress": { "of": "time" }"#,
      "The gesture begins after 1.6 mm up, lands within 4 mm of the bottom edge and keeps to the axis it began along."
    ),
    (
      #""progress": { "toward": "left", "distance": { "mm": 45 }, "beyondLimits": "forgotten" }"#,
      "Movement beyond the limits is forgotten, so the fraction returns as soon as the fingers do."
    ),
    (
      #""gesture": { "pan": { "as": "gtk-touchpad", "slop": { "mm": 2 } } }, "progress": { "of": "time" }"#,
      "The gesture begins after 2 mm, pans as GTK's scrolled window on a touchpad and keeps to the axis it began along."
    ),
    (
      #""gesture": { "pan": { "direction": "up", "firstDirection": { "vertical": 2 } } }, "progress": { "of": "time" }"#,
      "The gesture begins after 1.6 mm up and fails unless the fingers set out up or down."
    ),
    (
      #""gesture": { "pan": { "direction": "right", "mostAcross": { "mm": 5 } } }, "progress": { "of": "time" }"#,
      "The gesture begins after 1.6 mm to the right and waits while more than 5 mm across."
    ),
    (
      #""gesture": { "pan": { "beginsWithin": 0.5 } }, "progress": { "of": "time" }"#,
      "The gesture begins after 1.6 mm and fails if it has not begun after 0.5 s."
    ),
    (
      #""gesture": { "pan": { "follows": "allFingers" } }, "progress": { "of": "time" }"#,
      "The gesture begins after 1.6 mm and follows the mean of all fingers."
    ),
    (
      #""gesture": { "pan": { "hysteresis": { "mm": 0.25 } } }, "progress": { "of": "time" }"#,
      "The gesture begins after 1.6 mm and lags 0.25 mm behind."
    ),
    (
      #""gesture": { "pan": { "acceleration": "libinput" } }, "progress": { "of": "time" }"#,
      "The gesture begins after 1.6 mm and is accelerated as by libinput."
    ),
    (
      #""gesture": { "pan": { "rollingSlop": { "mm": 3 }, "fewestReports": 3 } }, "progress": { "of": "time" }"#,
      "The gesture begins after 1.6 mm, needs 3 mm while a finger has just landed or is lifting and begins with report 3 at the earliest."
    ),
    (
      #""gesture": { "pan": { "translationFrom": "beginning", "velocityFrom": "lastReport" } }, "progress": { "of": "time" }"#,
      "The gesture begins after 1.6 mm, counts its translation from where it begins and counts its velocity from the report before it begins."
    ),
    (#""progress": { "of": "time" }"#, "The animation runs as long as a pan of one finger lasts."),
    (
      #""gesture": { "preview": { "pop": null } }"#,
      "A press drives the fraction from a force of 0.15 to 0.2."
    ),
    (
      #""progress": { "of": "nothing" }, "start": { "after": 2 }, "catch": "never""#,
      "The animation can't be caught while it runs."
    ),
    (
      #""progress": { "of": "time" }, "rule": { "preset": "niri", "snapPoints": [0, 0.5, 1] }"#,
      "On release niri decides: \(ReleasePreset.named("niri")?.summary ?? "")"
    ),
    (
      #""progress": { "of": "time" }, "settle": { "finish": { "curve": "easeOut", "durationFactor": 0.5 }, "cancel": { "curve": "easeOut", "durationFactor": 0.5 } }"#,
      "After the release, it goes to its end or back on easeOut in 0.25 s."
    ),
    (
      #""progress": { "toward": "up", "distance": { "mm": 60 } }, "settle": { "preset": "qt-listview" }"#,
      "After a flick, it goes on a curve at a mean of 330.73 mm/s instead."
    ),
    (
      #""progress": { "of": "time" }"#,
      "Without a gesture, the animation moves only its fraction, in 0.5 s on linear."
    ),
  ])
  func `has a line for each unusual setting`(members: String, line: String) throws {
    let lines = try description(members)
    #expect(lines.contains(line), "\(lines.joined(separator: "\n"))")
  }
}
