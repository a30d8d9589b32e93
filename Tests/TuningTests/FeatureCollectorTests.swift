import Foundation
import Pantograph
import PantographBase
import PantographGestures
import PantographInteractions
import PantographTestSupport
import PantographTouchScripts
import PantographTouches
import PantographTraces
import PantographTrajectories
import PantographTuning
import Testing

/// The ends of gestures, kept whole.
private struct Ends: TrajectorySink {
  var contexts: [ReleaseContext] = []
  mutating func receive(_ sample: Sample) throws(Never) {}
  mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    if case .ended(let context) = event.kind { contexts.append(context) }
  }
}

@Suite struct `Features of a gesture` {
  /// A pan to the right over 40 mm.
  private static let interaction = """
    { "version": 1,
      "gesture": { "pan": { "slop": { "mm": 2 } } },
      "progress": { "toward": "right", "distance": { "mm": 40 } },
      "animation": { "duration": 1, "properties": [{ "name": "offset", "from": 0, "to": 1 }] },
      "rate": 100 }
    """

  private func features(_ frames: [TouchFrame]) throws -> [GestureFeatures] {
    let interaction = try Interaction(parsing: Array(Self.interaction.utf8))
    var driver = TrajectoryDriver(interaction, start: frames[0].time)
    var collector = FeatureCollector(recording: "gesture.yml", device: "Pad")
    for frame in frames { driver.feed(frame, into: &collector) }
    driver.finish(into: &collector)
    return collector.finish(at: frames[frames.count - 1].time)
  }

  @Test(.enabled(if: LongTests.areRun, LongTests.absence))
  func `are what every toolkit's rule sees of the same gesture`() throws {
    var seen = 0
    for example in Repository.cases {
      let interaction = try Interaction(file: example.interaction.path)
      var ends = Ends()
      var collector = FeatureCollector(recording: example.name, device: "")
      var replay = try Replay(RecordingStream(example.recording.path), driving: interaction)
      try replay.run(into: &ends)
      // Values between samples do not depend on the number of samples.
      var other = interaction
      other.rate = 1
      replay = try Replay(RecordingStream(example.recording.path), driving: other)
      try replay.run(into: &collector)
      let gestures = collector.finish(at: replay.elapsed).filter { $0.end == .release }
      #expect(gestures.count == ends.contexts.count, "\(example.name)")
      for (context, gesture) in zip(ends.contexts, gestures) {
        seen += 1
        #expect(gesture.time == context.time)
        for rule in ReleasePreset.all.map(\.rule) {
          let release = context.release(for: rule)
          #expect(gesture.release(for: rule) == release)
          #expect(gesture.outcome(by: rule) == rule.decide(release).outcome)
        }
      }
    }
    #expect(seen >= 20)
  }

  @Test func `have the greatest pressure of any contact from the beginning to the end`() throws {
    // The slop is passed at 16 ms: what pressed before is not the gesture's.
    var touches = frames(
      """
      0   1:10,20
      8   1:11,20
      16  1:14,20
      24  1:20,20
      32  1:26,20
      40
      """)
    for (index, pressure) in [0.9, 0.8, 0.3, 0.6, 0.5].enumerated() {
      touches[index].contacts[0].pressure = pressure
    }
    #expect(try features(touches).map(\.peakPressure) == [0.6])
    touches[2].contacts[0].pressure = 0.7
    #expect(try features(touches).map(\.peakPressure) == [0.7])
    for index in 0..<5 { touches[index].contacts[0].pressure = nil }
    #expect(try features(touches).map(\.peakPressure) == [nil])
  }

  @Test func `count released and interrupted gestures alike, from 1`() throws {
    let stroke = "0 1:10,20\n8 1:14,20\n16 1:20,20\n24\n"
    var touches = frames(stroke)
    // The second one disappears without having been lifted.
    let second = frames("1000 2:10,20\n1008 2:14,20\n1016 2:20,20\n1024\n")
    touches += second
    touches[touches.count - 1].vanished = [2]
    touches += frames("2000 3:10,20\n2008 3:14,20\n2016 3:20,20\n2024\n")
    let gestures = try features(touches)
    #expect(gestures.map(\.number) == [1, 2, 3])
    #expect(gestures.map(\.end) == [.release, .cutOff, .release])
    #expect(gestures.map(\.time.microseconds) == [24_000, 1_024_000, 2_024_000])
    #expect(gestures[1].release == nil && gestures[1].velocities.isEmpty)
    #expect(gestures[1].outcome(by: ReleaseRule(fractionAbove: 0.1)) == .cancel)
  }

  @Test func `have an entry for a recording without a gesture`() throws {
    let gestures = try features(frames("0 1:10,20\n8 1:10.5,20\n16"))
    #expect(gestures.count == 1 && gestures[0].number == 0 && gestures[0].end == .none)
    #expect(gestures[0].time.microseconds == 16_000)
    #expect(gestures[0].outcome(by: ReleaseRule(fractionAbove: 0.1)) == nil)
  }
}
