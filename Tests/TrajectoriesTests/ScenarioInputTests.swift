import Foundation
import PantographBase
import PantographGestures
import PantographInteractions
import PantographTestSupport
import PantographTouches
import PantographTraces
import PantographTrajectories
import Testing

/// Checks that the gesture of a case drives to the share of a distance that its raw events give.
private func expectPan(
  _ scenario: Scenario, _ progress: (Vector) -> Double
) throws -> (lift: Double, progress: Double) {
  let pan = scenario.pan(0)
  #expect(scenario.times(of: .began) == [pan[0].time])
  let events = scenario.events { $0 == .began || $0 == .changed }
  #expect(events.count == pan.count && pan.count > 10)
  for (event, (time, translation)) in zip(events, pan) {
    #expect(event.time == time)
    #expect(abs(event.event.fraction - min(max(progress(translation), 0), 1)) < 1e-9)
  }
  let lift = try #require(scenario.lifts.first)
  #expect(scenario.releases.map(\.time) == [lift])
  return (lift, min(max(progress(try #require(pan.last).translation), 0), 1))
}

@Suite struct `E1, a pan on a touchpad` {
  @Test func `follows one finger, and hands its velocity to a spring`() throws {
    let scenario = try Scenario("touchpad-flick")
    #expect(scenario.touches[0].allSatisfy { $0.fingers.count == 1 })
    let (lift, progress) = try expectPan(scenario) { $0.x / 45 }
    #expect(scenario.outcomes == [.finish])
    // A response of 0.4 s, a damping ratio of 0.7, and the finger's velocity.
    let (ratio, frequency) = (0.7, 2 * Double.pi / 0.4)
    let swing = frequency * (1 - ratio * ratio).squareRoot()
    let offset = progress - 1
    let velocity = scenario.releases[0].event.velocity
    #expect(velocity > 4)
    let samples = scenario.samples(lift, scenario.ends[0].time)
    #expect(samples.count > 50)
    for sample in samples {
      let time = sample.time - lift
      let left =
        exp(-ratio * frequency * time)
        * (offset * cos(swing * time)
          + (velocity + ratio * frequency * offset) / swing * sin(swing * time))
      #expect(abs(sample.fraction - (1 + left)) < 1e-6)
      #expect(abs(sample.values[0] - 320 * (1 + left)) < 1e-3)
    }
  }

  @Test(arguments: [
    ("touchpad-pan-finish", Decision.Outcome.finish), ("touchpad-pan-cancel", .cancel),
  ])
  func `follows the mean of two fingers`(
    name: String, outcome: Decision.Outcome
  ) throws {
    let scenario = try Scenario(name)
    #expect(scenario.touches[0].allSatisfy { $0.fingers.count == 2 })
    let (_, progress) = try expectPan(scenario) { $0.x / 60 }
    #expect(scenario.outcomes == [outcome])
    #expect((progress > 0.5) == (outcome == .finish))
  }

  @Test func `drives any scenario`() throws {
    let reveal = try Scenario("touchpad-pan-finish", driving: "d5-reveal") {
      $0.replacing(#""pan": {"#, with: #""pan": { "fingers": 2,"#)
    }
    let (lift, progress) = try expectPan(reveal) { min(max($0.x * 6.4 / 200, 0.01), 0.99) }
    #expect(progress == 0.99 && reveal.outcomes == [.finish])
    let share = Bezier.easeIn.time(of: 0.99)
    #expect(abs(reveal.ends[0].time - (lift + 0.5 * (1 - share))) < 2e-6)
    let interrupt = try Scenario("touchpad-pan-cancel", driving: "b9-pan-interrupt") {
      $0.replacing(#""pan": {}"#, with: #""pan": { "fingers": 2 }"#)
    }
    _ = try expectPan(interrupt) { $0.x * 6.4 / 275 }
    #expect(interrupt.outcomes == [.finish])
  }
}

@Suite struct `E2, a pan on a touchscreen` {
  @Test(arguments: ["touchscreen-drag", "touchscreen-drag-type-a"])
  func `is the same from slots and from lists`(name: String) throws {
    let scenario = try Scenario(name)
    let (lift, progress) = try expectPan(scenario) { -$0.y / 100 }
    #expect(scenario.outcomes == [.finish] && abs(progress - 0.73) < 0.01)
    // On easeInOut from the current progress, in 0.5 of 0.6 s.
    let share = Bezier.easeInOut.time(of: progress)
    #expect(abs(scenario.ends[0].time - (lift + 0.3)) < 2e-6)
    for sample in scenario.samples(lift, lift + 0.3) {
      let time = share + (1 - share) * (sample.time - lift) / 0.3
      #expect(abs(sample.fraction - Bezier.easeInOut.progress(time)) < 1e-6)
    }
  }

  @Test func `has lists in one recording and slots in the other`() throws {
    for (name, isList) in [("touchscreen-drag", false), ("touchscreen-drag-type-a", true)] {
      let example = try #require(Repository.cases.first { $0.name == name })
      var reader = RecordingReader()
      var events: [InputEvent] = []
      try reader.read([UInt8](try Data(contentsOf: example.recording)).span, into: &events)
      try reader.finish(into: &events)
      #expect(events.contains { $0.type == .synchronization && $0.code == .synMTReport } == isList)
      #expect((reader.device.range(of: .absMTSlot) == nil) == isList)
    }
  }
}

@Suite struct `E3, pressure` {
  @Test func `of a finger drives a preview`() throws {
    try expectForces(try Scenario("b2-press-preview"), count: 40)
    try expectForces(try Scenario("b3-preview-cancel"), count: 15)
  }

  /// Its translation begins with the press, whatever its history begins with.
  @Test func `of a press moves nothing before it begins`() throws {
    let end = try Scenario("b2-press-preview").trajectory.firstEnd()
    guard case .ended(let context) = end.kind else { return #expect(Bool(false), "\(end)") }
    #expect(context.release(by: .pantograph).earlierTravel == 0)
  }

  @Test func `of a pen drives the same`() throws {
    let scenario = try Scenario("b4-preview-commit", driving: "b2-press-preview")
    try expectForces(scenario, count: 15)
    let fractions = scenario.events { $0 == .changed }.map(\.event.fraction)
    #expect(fractions.max() == 0.99)
    // There are three releases: the tap between two presses has 0.3 of the pen's force, too.
    #expect(scenario.outcomes == [.cancel, .cancel, .cancel])
  }

  /// libinput takes more than 130 of 255 for a palm on a touchpad, which is 0.51.
  @Test func `of a finger on a touchpad is not taken for a palm`() throws {
    let scenario = try Scenario("b5-interactive-keyframes", driving: "b2-press-preview")
    try expectForces(scenario, count: 25)
    #expect(scenario.events { $0 == .changed }.contains { $0.event.fraction == 0.99 })
    #expect(scenario.events { $0 == .cancelled }.isEmpty)
  }

  @Test func `that does not reach the start moves nothing`() throws {
    let scenario = try Scenario("b3-preview-cancel") {
      $0.replacing(#""start": 0.2"#, with: #""start": 0.7"#)
    }
    #expect(scenario.trajectory.events == [])
  }
}

@Suite struct `E4, a replay` {
  @Test(arguments: Repository.cases)
  func `gives the same whenever, and from either format`(example: Case) throws {
    let interaction = try Interaction(parsing: [UInt8](try Data(contentsOf: example.interaction)))
    let bytes = [UInt8](try Data(contentsOf: example.recording))
    let first = try Scenario.trajectory(bytes, interaction)
    let second = try Scenario.trajectory(bytes, interaction)
    #expect(first.samples == second.samples && first.events == second.events)
    #expect(first.samples.last?.phase == .rest)

    var reader = RecordingReader()
    var events: [InputEvent] = []
    try reader.read(bytes.span, into: &events)
    try reader.finish(into: &events)
    for format in RecordingFormat.writable {
      var writer = RecordingWriter(format)
      var copy: [UInt8] = []
      writer.begin(RecordedDevice(node: "copy", description: reader.device), to: &copy)
      writer.write(events, to: &copy)
      let other = try Scenario.trajectory(copy, interaction)
      #expect(other.samples == first.samples && other.events == first.events)
    }
  }
}

@Suite struct `E5, live` {
  /// Between two frames, time advances in steps of its own.
  @Test(arguments: Repository.cases)
  func `is the replay, frame by frame`(example: Case) throws {
    let interaction = try Interaction(parsing: [UInt8](try Data(contentsOf: example.interaction)))
    let bytes = [UInt8](try Data(contentsOf: example.recording))
    let replay = try Scenario.trajectory(bytes, interaction)
    for step in [2_003, 9_001] as [Int64] {
      let live = try Scenario.trajectory(bytes, interaction, step: step)
      #expect(live.samples == replay.samples && live.events == replay.events)
    }
  }
}
