import Foundation
import PantographBase
import PantographInteractions
import PantographMotion
import PantographTrajectories
import Testing

/// Returns the progress of a preview that begins at 0.2 and is full at 0.75: never quite 0, never quite
/// 1.
func shown(_ force: Double) -> Double { min(max((force - 0.2) / 0.55, 0.01), 0.99) }

/// Checks that all events of the gesture show the raw force at the times of the device.
func expectForces(_ scenario: Scenario, count: Int) throws {
  let events = scenario.events { $0 == .began || $0 == .changed }
  #expect(events.count >= count)
  for (time, event) in events {
    let look = try scenario.look(at: time)
    #expect(abs(look.time - time) < 1e-9)
    #expect(abs(event.fraction - shown(look.force)) < 1e-9, "at \(time)")
  }
}

@Suite struct `B2, a preview under a press` {
  @Test func `follows the force up and down`() throws {
    let scenario = try Scenario("b2-press-preview")
    try expectForces(scenario, count: 40)
    let fractions = scenario.events { $0 == .began || $0 == .changed }.map(\.event.fraction)
    #expect(fractions.max() == 0.99 && fractions.first == 0.01 && fractions.last == 0.01)
    let top = try #require(fractions.firstIndex(of: 0.99))
    // Up and down, apart from the sensor's noise of 3 % of the force, of which the press shows 1 /
    // 0.55.
    for (before, now) in zip(fractions[..<top], fractions[1...top]) { #expect(now > before - 0.1) }
    #expect(fractions[..<top].count > 5)
  }

  @Test func `begins at its start force`() throws {
    let scenario = try Scenario("b2-press-preview")
    let began = try #require(scenario.times(of: .began).first)
    let at = try #require(scenario.looks.firstIndex { abs($0.time - began) < 1e-9 })
    #expect(scenario.looks[at].force >= 0.2 && scenario.looks[at - 1].force < 0.2)
    // It ends below five sixths of that.
    let ended = try #require(scenario.releases.first?.time)
    let last = try #require(scenario.looks.firstIndex { abs($0.time - ended) < 1e-9 })
    let least: Double = 0.2 * 5 / 6
    #expect(scenario.looks[last].force < least)
    #expect(scenario.looks[last - 1].force >= least)
  }

  @Test func `shows its properties with it`() throws {
    let scenario = try Scenario("b2-press-preview")
    let began = try #require(scenario.times(of: .began).first)
    let ended = try #require(scenario.releases.first?.time)
    let samples = scenario.samples(began, ended)
    #expect(samples.count > 40)
    for sample in samples {
      let fraction = shown(try scenario.look(at: sample.time).force)
      #expect(abs(sample.values[0] - 20 * fraction) < 1e-9)
      #expect(abs(sample.values[1] - (1 + 0.5 * fraction)) < 1e-9)
    }
  }
}

@Suite struct `B3, a preview that is released before its peak` {
  @Test func `plays back to its start in the time that had passed`() throws {
    let scenario = try Scenario("b3-preview-cancel")
    try expectForces(scenario, count: 15)
    let lift = try #require(scenario.lifts.first)
    let force = try #require(scenario.touches.first?.last?.force)
    #expect(force < 0.75 && force > 0.4)
    #expect(scenario.outcomes == [.cancel])
    let release = try #require(scenario.releases.first)
    #expect(abs(release.time - lift) < 1e-9)
    #expect(abs(release.event.fraction - shown(force)) < 1e-9)

    // easeIn backwards from the current fraction: this share of its 0.5 s.
    let share = Bezier.easeIn.time(of: shown(force))
    let end = try #require(scenario.ends.first)
    #expect(scenario.ends.count == 1 && end.event.kind == .completed(.start))
    #expect(abs(end.time - (lift + 0.5 * share)) < 2e-6)
    let samples = scenario.samples(lift, end.time)
    #expect(samples.count > 15)
    for sample in samples {
      let fraction = Bezier.easeIn.progress(share - (sample.time - lift) / 0.5)
      #expect(abs(sample.fraction - fraction) < 1e-6)
      #expect(abs(sample.values[0] - 20 * fraction) < 2e-5)
    }
  }

  @Test func `is cleaned up`() throws {
    let last = try #require(try Scenario("b3-preview-cancel").trajectory.samples.last)
    #expect(last.phase == .rest && last.fraction == 0 && last.values == [0, 1])
  }
}

@Suite struct `B4, a preview that is committed at its peak` {
  private func scenario() throws -> (Scenario, peak: Double) {
    let scenario = try Scenario("b4-preview-commit")
    return (scenario, try #require(scenario.looks.first { $0.force >= 0.75 }).time)
  }

  @Test func `finishes at the end, at once`() throws {
    let (scenario, peak) = try scenario()
    #expect(scenario.outcomes.first == .finish)
    #expect(scenario.releases[0].time == peak)
    #expect(scenario.releases[0].event.fraction == 0.99)
    #expect(scenario.times(of: .completed(.end)).first.map { abs($0 - peak) < 2e-6 } == true)
    #expect(abs(scenario.times(of: .started(.then))[0] - peak) < 2e-6)
    // The pen presses for more than 0.2 s longer, which has no effect until the next press.
    let next = scenario.touches[2][0].time
    #expect(scenario.events { $0 == .changed }.allSatisfy { $0.time <= peak || $0.time > next })
    #expect(scenario.times(of: .began).count == 2)
  }

  @Test func `then opens its menu on a spring`() throws {
    let (scenario, peak) = try scenario()
    let samples = scenario.samples(peak + 2e-6, peak + 0.3)
    #expect(samples.count >= 17)
    for sample in samples {
      let progress = springProgress(ratio: 0.7, duration: 0.3, at: sample.time - peak)
      #expect(sample.fraction == 1 && sample.values[0] == 20)
      #expect(abs(sample.values[1] - (1.5 - 0.5 * progress)) < 1e-4)
      #expect(abs(sample.values[2] - progress) < 1e-4)
      #expect(abs(sample.values[3] - (60 + 120 * progress)) < 1e-2)
    }
    // A spring with this ratio overshoots by exp(−ζπ/√(1−ζ²)) = 4.6 %.
    #expect(abs(try #require(samples.map { $0.values[2] }.max()) - 1.046) < 0.005)
    #expect(abs(scenario.times(of: .completed(.end))[1] - (peak + 0.3)) < 2e-6)
  }

  @Test func `is dismissed by a tap`() throws {
    let (scenario, _) = try scenario()
    let tap = scenario.lifts[1]
    #expect(scenario.times(of: .started(.dismissal)) == [tap])
    let samples = scenario.samples(tap, tap + 0.5)
    #expect(samples.count >= 29)
    for sample in samples {
      let left = 1 - springProgress(ratio: 0.7, duration: 0.5, at: sample.time - tap)
      #expect(abs(sample.values[0] - 20 * left) < 2e-3)
      // The size already has its value at the start, and keeps it.
      #expect(abs(sample.values[1] - 1) < 1e-12)
      #expect(abs(sample.values[2] - left) < 1e-4)
      #expect(abs(sample.values[3] - (60 + 120 * left)) < 1e-2)
    }
    let ends = scenario.times(of: .completed(.start))
    #expect(ends.count == 1 && abs(ends[0] - (tap + 0.5)) < 2e-6)
    let rest = try #require(scenario.samples(ends[0], ends[0] + 0.1).first)
    #expect(rest.values == [0, 1, 0, 60])
  }

  @Test func `is dismissed while its menu still opens, too`() throws {
    let scenario = try Scenario("b4-preview-commit") {
      $0.replacing(#""duration": 0.3,"#, with: #""duration": 2,"#)
    }
    let peak = try #require(scenario.looks.first { $0.force >= 0.75 }).time
    let tap = scenario.lifts[1]
    #expect(scenario.times(of: .started(.dismissal)) == [tap])
    let opened = springProgress(ratio: 0.7, duration: 2, at: tap - peak)
    #expect(abs(opened - 1) > 0.01)
    let samples = scenario.samples(tap, tap + 0.5)
    #expect(samples.count >= 29)
    for sample in samples {
      let left = 1 - springProgress(ratio: 0.7, duration: 0.5, at: sample.time - tap)
      #expect(abs(sample.values[0] - 20 * left) < 2e-3)
      #expect(abs(sample.values[1] - (1 + 0.5 * (1 - opened) * left)) < 1e-4)
      #expect(abs(sample.values[2] - opened * left) < 1e-4)
      #expect(abs(sample.values[3] - (60 + 120 * opened * left)) < 1e-2)
    }
    #expect(scenario.times(of: .completed(.start)).map { abs($0 - (tap + 0.5)) < 2e-6 } == [true])
  }

  @Test func `can be opened again after that`() throws {
    let (scenario, _) = try scenario()
    let landing = scenario.touches[2][0].time
    let peak = try #require(scenario.looks.first { $0.time > landing && $0.force >= 0.75 }).time
    #expect(scenario.outcomes == [.finish, .finish])
    #expect(scenario.releases[1].time == peak)
    for sample in scenario.samples(peak + 2e-6, peak + 0.3) {
      let progress = springProgress(ratio: 0.7, duration: 0.3, at: sample.time - peak)
      #expect(abs(sample.values[1] - (1.5 - 0.5 * progress)) < 1e-4)
      #expect(abs(sample.values[3] - (60 + 120 * progress)) < 1e-2)
    }
    #expect(scenario.trajectory.samples.last?.values == [20, 1, 1, 180])
  }
}

@Suite struct `B5, keyframes under a press` {
  @Test func `turn in the second half only`() throws {
    let scenario = try Scenario("b5-interactive-keyframes")
    try expectForces(scenario, count: 6)
    let began = try #require(scenario.times(of: .began).first)
    let ended = try #require(scenario.releases.first?.time)
    let samples = scenario.samples(began, ended)
    var (before, after) = (0, 0)
    for sample in samples {
      let fraction = shown(try scenario.look(at: sample.time).force)
      #expect(abs(sample.values[0] - 20 * fraction) < 1e-9)
      #expect(abs(sample.values[1] - (1 + 0.5 * fraction)) < 1e-9)
      if fraction <= 0.5 {
        #expect(sample.values[2] == 0)
        before += 1
      } else {
        #expect(abs(sample.values[2] + .pi / 8 * (fraction - 0.5) / 0.5) < 1e-9)
        after += 1
      }
    }
    #expect(before > 3 && after > 3)
    #expect(scenario.outcomes == [.finish])
    let turn: Double = try #require(scenario.trajectory.samples.last?.values[2])
    #expect(turn == -.pi / 8)
  }
}
