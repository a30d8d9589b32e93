import Foundation
import PantographAnimation
import PantographBase
import PantographInteractions
import PantographMotion
import PantographTrajectories
import Testing

/// Returns the values of the presented view at a progress of the whole: a part delayed by a share runs
/// the same curve in the time that is left.
private func presented(runningFor time: Double, of duration: Double = 0.75) -> [Double] {
  func part(_ delay: Double) -> Double {
    Bezier.easeOut.progress((time / duration - delay) / (1 - delay))
  }
  let moved = part(0.15)
  return [1.33 - 0.33 * moved, 200 - 100 * moved, part(0.5), 20 * part(0)]
}

private func expectPresentation(_ scenario: Scenario, from start: Double, to end: Double) {
  let samples = scenario.samples(start, end)
  #expect(!samples.isEmpty)
  for sample in samples {
    let values = presented(runningFor: sample.time - start)
    #expect(abs(sample.values[0] - values[0]) < 1e-6)
    #expect(abs(sample.values[1] - values[1]) < 1e-4)
    #expect(abs(sample.values[2] - values[2]) < 1e-6)
    #expect(abs(sample.values[3] - values[3]) < 2e-5)
  }
}

@Suite struct `D1, a presentation` {
  @Test func `runs for 0.75 s after a tap, with delayed parts, and completes once`() throws {
    let scenario = try Scenario("d1-present")
    let tap = try #require(scenario.lifts.first)
    #expect(scenario.times(of: .started(.forward)) == [tap])
    expectPresentation(scenario, from: tap, to: tap + 0.75)
    #expect(scenario.ends.map(\.event.kind) == [.completed(.end)])
    #expect(abs(scenario.ends[0].time - (tap + 0.75)) < 2e-6)
    #expect(scenario.trajectory.samples.last?.values == [1, 100, 1, 20])
    // 0.15 and 0.5 of 0.75 s.
    let moves = scenario.samples(tap, tap + 0.75).first { $0.values[1] != 200 }
    let fades = scenario.samples(tap, tap + 0.75).first { $0.values[2] != 0 }
    #expect((0.1125...0.1125 + 1 / 60).contains(try #require(moves).time - tap))
    #expect((0.375...0.375 + 1 / 60).contains(try #require(fades).time - tap))
  }
}

@Suite struct `D2, a pull that presents` {
  /// 30 points before it begins to show, and 90 for the full distance; 6.4 points are a millimetre.
  private func progress(_ translation: Vector) -> Double {
    min(max((translation.y * 6.4 - 30) / 90, 0), 1)
  }

  private func expectPull(_ scenario: Scenario) throws -> (lift: Double, progress: Double) {
    let pan = scenario.pan(0)
    #expect(pan.count > 20 && pan.contains { progress($0.translation) == 0 })
    for (time, translation) in pan {
      let event = try #require(
        scenario.events { $0 == .began || $0 == .changed }.first { $0.time == time }
      ).event
      #expect(abs(event.fraction - progress(translation)) < 1e-9)
    }
    return (try #require(scenario.lifts.first), progress(try #require(pan.last).translation))
  }

  @Test func `shows delayed parts only after their delay`() throws {
    let scenario = try Scenario("d2-pull-to-present")
    let pan = scenario.pan(0)
    let samples = scenario.samples(pan[0].time, try #require(scenario.lifts.first))
    #expect(samples.count > 20)
    for sample in samples {
      let progress = progress(try #require(pan.last { $0.time <= sample.time + 1e-9 }).translation)
      // Under the finger everything moves in a straight line.
      let moved = max((progress - 0.15) / 0.85, 0)
      #expect(abs(sample.values[0] - (1.33 - 0.33 * moved)) < 1e-9)
      #expect(abs(sample.values[1] - (200 - 100 * moved)) < 1e-9)
      #expect(abs(sample.values[2] - max((progress - 0.5) / 0.5, 0)) < 1e-9)
      #expect(abs(sample.values[3] - 20 * progress) < 1e-9)
    }
  }

  @Test func `finishes above a half`() throws {
    let scenario = try Scenario("d2-pull-to-present")
    let (lift, progress) = try expectPull(scenario)
    #expect(progress > 0.5 && scenario.outcomes == [.finish])
    let share = Bezier.easeOut.time(of: progress)
    #expect(scenario.ends.map(\.event.kind) == [.completed(.end)])
    #expect(abs(scenario.ends[0].time - (lift + 0.75 * (1 - share))) < 2e-6)
    for sample in scenario.samples(lift, scenario.ends[0].time) {
      let fraction = Bezier.easeOut.progress(share + (sample.time - lift) / 0.75)
      #expect(abs(sample.fraction - fraction) < 1e-6)
    }
  }

  @Test func `goes back below, and undoes the presentation`() throws {
    let scenario = try Scenario("d2-pull-cancel")
    let (lift, progress) = try expectPull(scenario)
    #expect(progress > 0.3 && progress < 0.5 && scenario.outcomes == [.cancel])
    let share = Bezier.easeOut.time(of: progress)
    #expect(scenario.ends.map(\.event.kind) == [.completed(.start)])
    #expect(abs(scenario.ends[0].time - (lift + 0.75 * share)) < 2e-6)
    #expect(scenario.trajectory.samples.last?.values == [1.33, 200, 0, 0])
  }

  @Test func `finishes only above a half`() throws {
    let scenario = try Scenario("d2-pull-to-present")
    let travel = try #require(scenario.pan(0).last).translation.y * 6.4
    for (progress, outcome) in [(0.499, Decision.Outcome.cancel), (0.501, .finish)] {
      // The same gesture, with a distance of which it makes just less or more than half.
      let changed = try Scenario("d2-pull-to-present") {
        $0.replacing(#""points": 90"#, with: #""points": \#((travel - 30) / progress)"#)
      }
      #expect(abs(changed.releases[0].event.fraction - progress) < 1e-9)
      #expect(changed.outcomes == [outcome])
    }
  }
}

@Suite struct `D3, the same presentation by a button` {
  @Test func `runs by itself, without a gesture`() throws {
    let scenario = try Scenario("d3-present-by-button")
    let tap = try #require(scenario.lifts.first)
    #expect(scenario.times(of: .started(.forward)) == [tap])
    #expect(scenario.times(of: .began) == [] && scenario.outcomes == [])
    expectPresentation(scenario, from: tap, to: tap + 0.75)
    #expect(scenario.ends.map(\.event.kind) == [.completed(.end)])
    #expect(abs(scenario.ends[0].time - (tap + 0.75)) < 2e-6)
  }

  @Test func `is that of the pull, except its start`() throws {
    let button = try Scenario("d3-present-by-button")
    let other = try Scenario("d1-present")
    // Both taps take the same time.
    #expect(button.lifts == other.lifts)
    #expect(
      button.trajectory.samples.map(\.values) == other.trajectory.samples.map(\.values))
  }
}

@Suite struct `D4, a presentation that is interrupted` {
  /// The interaction's points are UIKit's, 163 per inch.
  private static let points = 163 / 25.4

  private func expectInterruption(
    _ name: String, _ outcome: Decision.Outcome
  ) throws -> (Scenario, decided: Double, share: Double) {
    let scenario = try Scenario(name)
    let tap = try #require(scenario.lifts.first)
    let landing = scenario.touches[1][0].time
    #expect(scenario.times(of: .started(.forward)) == [tap])
    #expect(scenario.times(of: .held) == [landing])
    expectPresentation(scenario, from: tap, to: landing)
    // Held at the landing, and not driven.
    let share = (landing - tap) / 0.75
    let held = presented(runningFor: landing - tap)
    let pan = scenario.pan(1)
    let decided = try #require(pan.first { abs($0.translation.y) * Self.points > 40 }).time
    for sample in scenario.samples(landing, decided) {
      for (value, expected) in zip(sample.values, held) { #expect(abs(value - expected) < 1e-4) }
    }
    // Once, at the first report beyond 40 points, although the finger moves on and lifts later.
    #expect(scenario.outcomes == [outcome])
    #expect(scenario.releases.map(\.time) == [decided])
    #expect(try #require(scenario.lifts.last) > decided + 0.05)
    #expect(scenario.ends.count == 1)
    return (scenario, decided, share)
  }

  @Test func `finishes 40 points down`() throws {
    let (scenario, decided, share) = try expectInterruption("d4-interrupt-finish", .finish)
    #expect(scenario.ends[0].event.kind == .completed(.end))
    #expect(abs(scenario.ends[0].time - (decided + 0.75 * (1 - share))) < 2e-6)
    #expect(scenario.trajectory.samples.last?.values == [1, 100, 1, 20])
  }

  @Test func `goes back 40 points up`() throws {
    let (scenario, decided, share) = try expectInterruption("d4-interrupt-cancel", .cancel)
    #expect(scenario.ends[0].event.kind == .completed(.start))
    #expect(abs(scenario.ends[0].time - (decided + 0.75 * share)) < 2e-6)
    #expect(scenario.trajectory.samples.last?.values == [1.33, 200, 0, 0])
  }

  @Test func `goes to the nearer end if the finger lifts in between`() throws {
    // 12 mm less the slop are 67 points.
    let between = #"""
      { "clauses": [{ "when": { "travel": { "above": 100, "unit": "pt" } }, "then": "finish" }],
        "otherwise": "nearest" }
      """#
    let scenario = try Scenario("d4-interrupt-finish") {
      $0.replacing(#"{ "preset": "tutorial-interrupt" }"#, with: between)
    }
    let share = (scenario.touches[1][0].time - scenario.lifts[0]) / 0.75
    #expect(Bezier.easeOut.progress(share) < 0.5)
    #expect(scenario.releases.map(\.time) == [scenario.lifts[1]])
    #expect(scenario.ends.map(\.event.kind) == [.completed(.start)])
    #expect(abs(scenario.ends[0].time - (scenario.lifts[1] + 0.75 * share)) < 2e-6)
  }

  @Test func `continues if the finger lifts without moving`() throws {
    // A slop that this gesture does not pass: it only landed.
    let scenario = try Scenario("d4-interrupt-finish") {
      $0.replacing(#""pan": {}"#, with: #""pan": { "slop": { "mm": 50 } }"#)
    }
    let (tap, landing) = (scenario.lifts[0], scenario.touches[1][0].time)
    let lift = scenario.lifts[1]
    #expect(scenario.outcomes == [] && scenario.ends.map(\.event.kind) == [.completed(.end)])
    #expect(abs(scenario.ends[0].time - (tap + 0.75 + (lift - landing))) < 2e-6)
  }
}

@Suite struct `D5, a reveal` {
  /// 200 points are the full distance in either direction; 6.4 points are a millimetre.
  private func progress(_ translation: Vector) -> Double {
    min(max(abs(translation.x * 6.4 / 200), 0.01), 0.99)
  }

  private func expectReveal(
    _ scenario: Scenario, _ number: Int
  ) throws -> (lift: Double, progress: Double) {
    let pan = scenario.pan(number)
    for (time, translation) in pan {
      let event = try #require(
        scenario.events { $0 == .began || $0 == .changed }.first { $0.time == time }
      ).event
      #expect(abs(event.fraction - progress(translation)) < 1e-9)
    }
    return (scenario.lifts[number], progress(try #require(pan.last).translation))
  }

  @Test(arguments: ["d5-reveal", "d5-reveal-other-way"])
  func `finishes from a half on, in either direction`(name: String) throws {
    let scenario = try Scenario(name)
    let (lift, progress) = try expectReveal(scenario, 0)
    let travel = try #require(scenario.pan(0).last).translation.x
    #expect((travel < 0) == name.hasSuffix("other-way"))
    #expect(progress > 0.6 && scenario.outcomes == [.finish])
    let share = Bezier.easeIn.time(of: progress)
    #expect(scenario.ends.map(\.event.kind) == [.completed(.end)])
    #expect(abs(scenario.ends[0].time - (lift + 0.5 * (1 - share))) < 2e-6)
    #expect(scenario.trajectory.samples.last?.values == [150, 1])
  }

  @Test func `goes back after less, and can be driven again`() throws {
    let scenario = try Scenario("d5-reveal-cancel-and-again")
    #expect(scenario.outcomes == [.cancel, .finish])
    let (lift, progress) = try expectReveal(scenario, 0)
    #expect(progress < 0.5)
    #expect(scenario.ends.map(\.event.kind) == [.completed(.start), .completed(.end)])
    let share = Bezier.easeIn.time(of: progress)
    #expect(abs(scenario.ends[0].time - (lift + 0.5 * share)) < 2e-6)
    let again = try expectReveal(scenario, 1)
    #expect(again.progress > 0.6)
    #expect(try #require(scenario.pan(1).last).translation.x < 0)
    let rest = Bezier.easeIn.time(of: again.progress)
    #expect(abs(scenario.ends[1].time - (again.lift + 0.5 * (1 - rest))) < 2e-6)
  }

  @Test func `is never driven to an end by the finger`() throws {
    let scenario = try Scenario("d5-reveal") {
      $0.replacing(#""points": 200"#, with: #""points": 100"#)
    }
    let fractions = scenario.events { $0 == .began || $0 == .changed }.map(\.event.fraction)
    #expect(fractions.min() == 0.01 && fractions.max() == 0.99)
  }

  @Test func `finishes at exactly a half, in either direction`() throws {
    let points =
      abs(try #require(try Scenario("d5-reveal-other-way").pan(0).last).translation.x) * 6.4
    for (progress, outcome) in [(0.499, Decision.Outcome.cancel), (0.501, .finish)] {
      let changed = try Scenario("d5-reveal-other-way") {
        $0.replacing(#""points": 200"#, with: #""points": \#(points / progress)"#)
      }
      #expect(changed.outcomes == [outcome])
    }
  }
}

@Suite struct `D7, a pop` {
  @Test func `follows a pan from the edge`() throws {
    let scenario = try Scenario("d7-pop-by-pan")
    let pan = scenario.pan(0)
    for (time, translation) in pan {
      let event = try #require(
        scenario.events { $0 == .began || $0 == .changed }.first { $0.time == time }
      ).event
      // The full width is 294 mm.
      #expect(abs(event.fraction - min(max(translation.x / 294, 0), 1)) < 1e-9)
    }
    let (lift, current) = (
      try #require(scenario.lifts.first), try #require(pan.last).translation.x / 294
    )
    #expect(scenario.outcomes == [.finish] && current > 0.5)
    let share = Bezier.easeInOut.time(of: current)
    #expect(scenario.ends.map(\.event.kind) == [.completed(.end)])
    #expect(abs(scenario.ends[0].time - (lift + 0.35 * (1 - share))) < 2e-6)
    #expect(scenario.trajectory.samples.last?.values == [375, 1])
  }

  @Test func `does not begin away from the edge`() throws {
    let scenario = try Scenario("d7-pop-by-pan") {
      $0.replacing(#""at": "left""#, with: #""at": "right""#)
    }
    #expect(scenario.trajectory.events == [])
  }

  @Test func `runs by itself from a button`() throws {
    let scenario = try Scenario("d7-pop-by-button")
    let tap = try #require(scenario.lifts.first)
    #expect(scenario.times(of: .started(.forward)) == [tap] && scenario.times(of: .began) == [])
    for sample in scenario.samples(tap, tap + 0.35) {
      let fraction = Bezier.easeInOut.progress((sample.time - tap) / 0.35)
      #expect(abs(sample.values[0] - 375 * fraction) < 4e-4)
      #expect(abs(sample.values[1] - (0.9 + 0.1 * fraction)) < 1e-6)
    }
    #expect(scenario.ends.map(\.event.kind) == [.completed(.end)])
    #expect(abs(scenario.ends[0].time - (tap + 0.35)) < 2e-6)
  }
}

@Suite struct `D8, a percent-driven transition` {
  /// What is left, or had passed, of 2 s, at twice the speed, on easeInOut from its current progress.
  @Test(arguments: [("d8-percent-driver", true), ("d8-percent-driver-cancel", false)])
  func `takes the part of its time that is left, by its speed`(name: String, finishes: Bool) throws
  {
    let scenario = try Scenario(name)
    let lift = try #require(scenario.lifts.first)
    let percent = try #require(scenario.pan(0).last).translation.x / 40
    #expect(scenario.outcomes == [finishes ? .finish : .cancel])
    let left = finishes ? 1 - percent : percent
    let end = try #require(scenario.ends.first)
    #expect(end.event.kind == .completed(finishes ? .end : .start))
    #expect(abs(end.time - (lift + left * 2 / 2)) < 2e-6)
    // Counted toward its target, both are the same curve.
    let current = Bezier.easeInOut.time(of: 1 - left)
    let samples = scenario.samples(lift, end.time)
    #expect(samples.count > 15)
    for sample in samples {
      let share = (sample.time - lift) / left
      let done = Bezier.easeInOut.progress(current + (1 - current) * share)
      let fraction = finishes ? done : 1 - done
      #expect(abs(sample.fraction - fraction) < 1e-6)
      #expect(abs(sample.values[0] - 320 * fraction) < 4e-4)
    }
  }

  @Test(arguments: [0.5, 1, 3.0]) func `can have any speed`(speed: Double) throws {
    let scenario = try Scenario("d8-percent-driver") {
      $0.replacing(#""speed": 2"#, with: #""speed": \#(speed)"#)
    }
    let percent = try #require(scenario.pan(0).last).translation.x / 40
    let lift = try #require(scenario.lifts.first)
    #expect(abs(scenario.ends[0].time - (lift + (1 - percent) * 2 / speed)) < 2e-6)
  }

  /// The library's transition, at the same percentage, does the same as the interaction file.
  @Test @MainActor func `matches the library's driver`() throws {
    let scenario = try Scenario("d8-percent-driver")
    let percent = try #require(scenario.pan(0).last).translation.x / 40
    let lift = try #require(scenario.lifts.first)
    let timeline = Timeline()
    defer { timeline.abandon() }
    Timeline.local.withValue(timeline) {
      let slide = Slide()
      let context = TransitionContext(in: Layer(), from: Layer(), to: slide.page) { _ in }
      Timeline.current.advance(to: lift)
      context.begin(slide, interaction: slide)
      slide.update(percent)
      slide.completionSpeed = 2
      slide.finish()
      let samples = scenario.samples(lift, scenario.ends[0].time)
      #expect(samples.count > 15)
      for sample in samples {
        Timeline.current.advance(to: sample.time)
        #expect(abs(slide.page.presentation.alpha - sample.fraction) < 1e-6)
      }
    }
  }
}

@MainActor private final class Slide: PercentDrivenTransition, AnimatedTransitioning {
  let page = Layer()
  private var animator: PropertyAnimator?

  func transitionDuration(using context: TransitionContext?) -> Double { 2 }
  func animateTransition(using context: TransitionContext) {}

  func interruptibleAnimator(
    using context: TransitionContext
  ) -> (any ImplicitlyAnimating)? {
    if let animator { return animator }
    page.alpha = 0
    let animator = PropertyAnimator(duration: 2, curve: .easeOut)
    try? animator.addAnimations { self.page.alpha = 1 }
    self.animator = animator
    return animator
  }
}
