import Foundation
import PantographBase
import PantographGestures
import PantographInteractions
import PantographNamedRecordings
import PantographTestSupport
import PantographTouches
import PantographTrajectories
import PantographTuning
import Testing

/// Separates recorded scrolls from taps and palms.
///
/// A scroll is a pan of two fingers whose task was to scroll; taps with two fingers, clicks with others
/// beside them, and palms are pans, too, as soon as they move at all. Drags are left out: they are
/// meant to move. Only scrolls up and down are used, so that the direction does not matter.
@Suite(.enabled(if: Repository.hasCorpus, Repository.absence))
struct `Recorded scrolls` {
  static func interaction(toward direction: String) throws -> Interaction {
    try Interaction(
      parsing: Array(
        """
        {
          "version": 1,
          "gesture": { "pan": { "fingers": [2, 5], "slop": { "mm": 0 } } },
          "progress": { "toward": "\(direction)", "bothDirections": true, "distance": { "mm": 30 } },
          "rule": {
            "clauses": [
              {
                "when": { "travelSize": { "above": 5 }, "travelAxisExcess": { "above": 0.1 } },
                "then": "finish"
              }
            ],
            "otherwise": "cancel"
          },
          "animation": { "duration": 0.5, "properties": [{ "name": "y", "from": 0, "to": 1 }] }
        }
        """.utf8))
  }

  /// All gestures with the task to scroll, to tap or click, or to rest the palm; by person, or by the
  /// model of the pad where the person is unknown.
  static func gestures(in folder: String) throws -> [LabelledGesture] {
    let names = NamedRecordings.names(in: folder)
    var gestures: [LabelledGesture] = []
    for (name, device) in try NamedRecordings.devices(names) {
      guard !name.contains("Touchscreen"), let meaning = meaning(of: name) else { continue }
      let direction = name.split { !$0.isLetter }.last {
        ["up", "down", "left", "right"].contains($0)
      }
      if meaning == "scroll", direction == "left" || direction == "right" { continue }
      let interaction = try interaction(toward: "up")
      let events = try NamedRecordings.read(name).events
      guard let start = events.first?.time else { continue }
      let surface = try Surface(device)
      var assembler = FrameAssembler(surface, interaction.touchSettings)
      var driver = TrajectoryDriver(interaction, start: start, on: Plane(surface))
      driver.resetsForEachGesture = true
      var collector = FeatureCollector(recording: name, device: NamedRecordings.model(name))
      for event in events where assembler.feed(event) {
        driver.feed(assembler.frame, into: &collector)
      }
      driver.finish(into: &collector)
      let person = name.split(separator: "/").count > 2 ? name.split(separator: "/")[1] : nil
      let label = Label(
        .init(word: meaning), person: String(person ?? Substring(NamedRecordings.model(name))))
      gestures += collector.finish(at: start).map { row in
        LabelledGesture(row, label, isMeantToFinish: meaning == "scroll")
      }
    }
    return gestures
  }

  /// The task of the person; `nil` for several tasks one after the other.
  private static func meaning(of name: String) -> String? {
    let words = [
      ("2fscroll_1fclick", nil), ("prior_state.up.right", nil), ("prior_state.down.right", nil),
      ("click_and_drag", nil), ("/scroll-", "scroll"), ("ScrollDirection", "scroll"),
      ("palm_scroll", "scroll"), ("thumb_scroll", "scroll"), ("click-", "tap"),
      ("_tap_click", "tap"), ("_tap-click", "tap"), ("/palm-", "palm"),
    ]
    return words.first { name.contains($0.0) }?.1
  }

  static let study = (try? gestures(in: "usability")) ?? []
  static let others = (try? gestures(in: "named-gestures")) ?? []

  private func tuned(on gestures: [LabelledGesture]) throws -> ReleaseRule {
    let study = try TuningStudy(
      TuningPlan(Self.interaction(toward: "up").rule), of: gestures)
    return study.rule(of: study.choice())
  }

  private func wrong(_ rule: ReleaseRule, _ gestures: [LabelledGesture]) -> [String] {
    gestures.filter { !$0.isRight(by: rule) }.map {
      "\($0.features.recording.split(separator: "/", maxSplits: 1)[1]) \($0.features.number)"
    }
  }

  /// There it is easy: several presets make no mistake, either.
  @Test func `are recognised on pads of other makers, too`() throws {
    #expect(Self.others.count == 31 && Set(Self.study.map(\.label.person)).count == 18)
    #expect(Set(Self.others.map(\.label.person)).count == 19)
    #expect(wrong(try tuned(on: Self.study), Self.others).isEmpty)
  }
}
