import PantographAnimation
import PantographTestSupport
import Testing

/// The expectations of another reimplementation of Core Animation.
let claimed = Repository.measurements("ca_media_timing_opencoreanimation.json")

@Suite struct `A media timing` {
  static let timings: [String: MediaTiming] = [
    "autoreverses": MediaTiming(duration: 1, autoreverses: true),
    "repeatCount=2.5": MediaTiming(duration: 1, repeatCount: 2.5),
    "repeatDuration=1.7": MediaTiming(duration: 1, repeatDuration: 1.7),
    "speed=2": MediaTiming(duration: 1, speed: 2),
    "timeOffset=0.3": MediaTiming(duration: 1, timeOffset: 0.3),
    "speed=-1": MediaTiming(duration: 1, speed: -1),
    "duration=0 (becomes .25)": MediaTiming().takingDuration(MediaTiming.defaultDuration),
  ]

  @Test(arguments: measured["basic_linear_0_to_1"]["rows"].names)
  func `shows what Core Animation was measured to show`(name: String) throws {
    let table = measured["basic_linear_0_to_1"]
    let timing = try #require(Self.timings[name])
    let model = try #require(table["model"].number)
    let tolerance = try #require(table["tol"].number)
    let expected = table["rows"][name].numbers
    #expect(expected.count == table["t"].numbers.count)
    for (time, expected) in zip(table["t"].numbers, expected) {
      let value = timing.shown(at: time)?.fraction ?? model
      #expect(abs(value - expected) <= tolerance, "at \(time)")
    }
  }

  @Test(arguments: [
    ("removed", MediaTiming.FillMode.removed), ("forwards", .forwards),
    ("backwards", .backwards), ("both", .both),
  ])
  func `fills as Core Animation was measured to`(
    name: String, mode: MediaTiming.FillMode
  ) throws {
    let table = measured["fill_modes"]
    let timing = MediaTiming(beginTime: 1, duration: 1, fillMode: mode)
    let model = try #require(table["model"].number)
    #expect(table["beginTime"].number == timing.beginTime)
    #expect(table["duration"].number == timing.duration)
    #expect(table[name].numbers.count == 5)
    for (time, expected) in zip(table["t"].numbers, table[name].numbers) {
      #expect((timing.shown(at: time)?.fraction ?? model) == expected, "at \(time)")
    }
  }

  @Test(arguments: claimed["rows"].list)
  func `does what another reimplementation expects of Core Animation`(row: JSON) throws {
    func after(_ seconds: Double, _ fraction: Double, cycle: Int = 0) -> MediaTiming.Phase {
      .after(.init(seconds: seconds, fraction: fraction, cycle: cycle))
    }
    switch row["case"].text {
    case "begin 10 dur 1 repeatDuration 2.5 autoreverses @12.75":
      let timing = MediaTiming(
        beginTime: 10, duration: 1, repeatDuration: 2.5, autoreverses: true)
      let progress = try #require(row["progress"].number)
      #expect(timing.phase(at: 12.75) == after(progress, progress, cycle: 1))
    case "begin 10 dur 1 repeatCount 2 autoreverses":
      let timing = MediaTiming(beginTime: 10, duration: 1, repeatCount: 2, autoreverses: true)
      #expect(timing.shown(at: 12.25)?.fraction == row["@12.25"].number)
      #expect(timing.phase(at: 14) == after(0, 0, cycle: 1))
      #expect(row["@14"]["phase"].text == "after" && row["@14"]["progress"].number == 0)
    case "repeatCount 3 begin 10 @11":
      let timing = MediaTiming(beginTime: 10, duration: 1, repeatCount: 3)
      #expect(timing.phase(at: 11) == .active(.init(seconds: 0, fraction: 0, cycle: 1)))
      #expect(row["progress"].number == 0 && row["cycle"].number == 1)
      #expect(timing.phase(at: 13) == after(1, 1, cycle: 2))
    case "cumulative from10 to20 repeat 3 @1.5":
      var animation = LayerAnimation(
        MediaTiming(duration: 1, repeatCount: 3), from: 10, to: 20)
      animation.isCumulative = true
      #expect(animation.value(over: 0, model: 0, at: 1.5) == row["value"].number)
    case "cumulative autoreverse from10 to20 repeat2 @2.5":
      var animation = LayerAnimation(
        MediaTiming(duration: 1, repeatCount: 2, autoreverses: true), from: 10, to: 20)
      animation.isCumulative = true
      #expect(animation.value(over: 0, model: 0, at: 2.5) == row["value"].number)
    case "speed -1 begin 20 dur 2 timeOffset 2":
      let timing = MediaTiming(beginTime: 20, duration: 2, speed: -1, timeOffset: 2)
      #expect(timing.shown(at: 21)?.fraction == row["@21"].number)
      #expect(timing.phase(at: 22) == after(0, 0))
      #expect(row["@22"]["phase"].text == "after" && row["@22"]["progress"].number == 0)
      #expect(timing.shown(at: 20)?.fraction == 1)
    case "speed 0 timeOffset = duration":
      let timing = MediaTiming(duration: 2, speed: 0, timeOffset: 2)
      for time in [-5.0, 0, 7] {
        #expect(timing.phase(at: time) == .active(.init(seconds: 2, fraction: 1, cycle: 0)))
      }
      #expect(row["phase"].text == "active" && row["progress"].number == 1)
    case "invalid keyTimes ([0,1] for 3 values, negative, not starting 0, not ending 1, "
      + "decreasing, nan)":
      #expect(row["effect"].text == "ignored: uniform times")
      for times in [
        [0, 1], [0, -0.5, 1], [0.1, 0.5, 1], [0, 0.5, 0.9], [0, 1.5, 1], [0, .nan, 1], [],
      ] {
        for mode in [CalculationMode.linear, .cubic] {
          let track = KeyframeTrack([1, 5, 2], keyTimes: times, mode: mode)
          let even = KeyframeTrack([1, 5, 2], mode: mode)
          for time in [0.1, 0.5, 0.8] { #expect(track.value(at: time) == even.value(at: time)) }
        }
      }
    case "discrete keyTimes need values+1 entries: [10,20] keyTimes [0,.25,1]":
      let track = KeyframeTrack([10.0, 20], keyTimes: [0, 0.25, 1], mode: .discrete)
      #expect(track.value(at: 0.2) == row["@.2"].number)
      #expect(track.value(at: 0.3) == row["@.3"].number)
    case let unknown:
      Issue.record("no test knows the row \(unknown)")
    }
  }

  /// The tables of the measurements, and where they are tested.
  ///
  /// Left out: `transaction_defaults`, which says how a layer begins an animation by itself whenever a
  /// property is set. The layers here are like those of UIKit's views, which only do so in a block.
  static let tables = [
    "additive", "affine_interp_m11_m12_m21_m22", "basic_linear_0_to_1",
    "colour_red_to_blue_a.5_at_half", "confidence", "cumulative_position_x_0_10_x3",
    "fill_modes", "from_to_by_at_half_model_0.5", "group", "keyframes", "path_line_then_curve",
    "same_key_path_two_animations", "source", "transaction_defaults", "transform_quarter",
  ]

  @Test
  func `covers every measurement`() {
    #expect(measured.names == Self.tables)
    #expect(measured["basic_linear_0_to_1"]["rows"].names == Self.timings.keys.sorted())
    #expect(measured["affine_interp_m11_m12_m21_m22"].list.count == 5)
    #expect(claimed["rows"].list.count == 9)
  }

  /// Timings of every kind.
  static let any: [MediaTiming] = {
    var chance = TestRandom(seed: 4)
    func number(_ range: ClosedRange<Double>) -> Double {
      Double.random(in: range, using: &chance)
    }
    return (0..<300).map { _ in
      MediaTiming(
        beginTime: number(-3...3), duration: number(0.1...2), speed: number(-2...2),
        timeOffset: number(-2...2), repeatCount: number(0...4),
        repeatDuration: max(number(-3...3), 0), autoreverses: .random(using: &chance),
        fillMode: .both)
    }
  }()

  @Test func `is undone by its inverse`() throws {
    for timing in Self.any {
      for time in [-7, 0, 0.3, 12] {
        let parent = try #require(timing.parentTime(ofLocal: time))
        #expect(abs(timing.localTime(ofParent: parent) - time) < 1e-9)
      }
    }
    let frozen = MediaTiming(beginTime: 1, speed: 0, timeOffset: 4)
    #expect(frozen.parentTime(ofLocal: 4) == nil)
    #expect(frozen.localTime(ofParent: 99) == 4)
  }

  @Test func `stays within its duration at any time`() throws {
    for timing in Self.any {
      for step in -40...120 {
        let position = try #require(timing.shown(at: Double(step) / 10))
        #expect((0...1).contains(position.fraction) && position.cycle >= 0)
        #expect(abs(position.seconds - position.fraction * timing.duration) < 1e-12)
      }
    }
  }

  @Test func `is the same later when it begins later`() throws {
    for timing in Self.any {
      var later = timing
      later.beginTime += 5
      for step in -40...80 {
        let time = Double(step) / 10 + 0.03
        let position = try #require(timing.shown(at: time))
        let same = try #require(later.shown(at: time + 5))
        #expect(abs(position.seconds - same.seconds) < 1e-9 && position.cycle == same.cycle)
      }
    }
  }

  @Test func `runs from end to start at a negative speed`() throws {
    // There and back by the offset of all of it; the boundaries themselves are left aside.
    for timing in Self.any {
      var forth = timing
      forth.timeOffset = 0
      forth.speed = abs(timing.speed)
      var back = forth
      back.speed = -forth.speed
      back.timeOffset = forth.activeDuration
      let whole = forth.activeDuration / forth.speed
      for share in [0.013, 0.21, 0.5001, 0.83] {
        let there = try #require(forth.shown(at: forth.beginTime + share * whole))
        let here = try #require(back.shown(at: back.beginTime + (1 - share) * whole))
        #expect(abs(there.seconds - here.seconds) < 1e-9 && there.cycle == here.cycle)
      }
    }
  }

  @Test func `begins the next cycle on a boundary that rounding has missed`() {
    // A tenth three times is more than three tenths.
    let timing = MediaTiming(beginTime: 10, duration: 0.1, repeatCount: 5)
    for cycle in 1...4 {
      let position = timing.shown(at: 10 + Double(cycle) / 10)
      #expect(position?.cycle == cycle && (position?.fraction ?? 1) < 1e-8)
    }
    #expect(timing.shown(at: 10.5)?.fraction == 1 && timing.shown(at: 10.5)?.cycle == 4)
    let long = MediaTiming(duration: 0.1, repeatDuration: 0.3)
    #expect(long.shown(at: 0.3)?.fraction == 1)
  }

  @Test func `runs for ever when it repeats without end`() throws {
    let timing = MediaTiming(duration: 2, repeatCount: .infinity, autoreverses: true)
    #expect(timing.activeDuration == .infinity)
    let position = try #require(timing.shown(at: 4_000_003))
    #expect(position == .init(seconds: 1, fraction: 0.5, cycle: 1_000_000))
  }

  @Test func `is over at once without a duration`() {
    let timing = MediaTiming(beginTime: 1, fillMode: .both)
    #expect(timing.activeDuration == 0)
    #expect(timing.shown(at: 0.9)?.fraction == 0)
    #expect(timing.shown(at: 1)?.fraction == 1)
    let back = MediaTiming(beginTime: 1, speed: -1, fillMode: .both)
    #expect(back.shown(at: 0.9)?.fraction == 1)
    #expect(back.shown(at: 1)?.fraction == 0)
  }

  @Test func `at speed 0 is visible outside of its duration only as it fills`() {
    #expect(MediaTiming(duration: 1, speed: 0, timeOffset: -1).shown(at: 0) == nil)
    #expect(MediaTiming(duration: 1, speed: 0, timeOffset: 2).shown(at: 0) == nil)
    let early = MediaTiming(duration: 1, speed: 0, timeOffset: -1, fillMode: .both)
    #expect(early.shown(at: 0)?.fraction == 0)
    let late = MediaTiming(duration: 1, speed: 0, timeOffset: 2, fillMode: .both)
    #expect(late.shown(at: 0)?.fraction == 1)
  }

  @Test func `at speed 0 is invisible before its start`() {
    let early = MediaTiming(duration: 2, speed: 0, timeOffset: -0.5, fillMode: .both)
    #expect(early.phase(at: 3) == .before(.init(seconds: 0, fraction: 0, cycle: 0)))
  }

  @Test(arguments: [0.25, 0.5, 0.75])
  func `ends at its end at any speed`(speed: Double) {
    let timing = MediaTiming(duration: 1, speed: speed, fillMode: .both)
    #expect(timing.phase(at: 4) == .after(.init(seconds: 1, fraction: 1, cycle: 0)))
    let back = MediaTiming(duration: 1, speed: -speed, timeOffset: 1, fillMode: .both)
    #expect(back.phase(at: 4) == .after(.init(seconds: 0, fraction: 0, cycle: 0)))
    let brief = MediaTiming(speed: speed, fillMode: .both)
    #expect(brief.phase(at: 4) == .after(.init(seconds: 0, fraction: 1, cycle: 0)))
  }

  @Test func `takes no time when it repeats without a duration`() {
    let timing = MediaTiming(repeatCount: .infinity, fillMode: .both)
    #expect(timing.activeDuration == 0 && timing.shown(at: 1)?.fraction == 1)
    let endless = MediaTiming(duration: 1, repeatCount: .infinity)
    #expect((endless.shown(at: 1e30)?.cycle ?? -1) >= 0)
  }

  @Test func `begins at its start where rounding puts that after its beginning`() {
    // A tenth and two tenths are more than three tenths.
    let timing = MediaTiming(beginTime: 0.1 + 0.2, duration: 1)
    #expect(timing.beginTime > 0.3)
    #expect(timing.phase(at: 0.3) == .active(.init(seconds: 0, fraction: 0, cycle: 0)))
  }

  @Test func `runs in its group's cycles, forward and back`() {
    let group = MediaTiming(duration: 1, repeatCount: 2, autoreverses: true)
    let child = MediaTiming(beginTime: 0.5, duration: 0.25)
    func fraction(_ time: Double) -> Double? {
      child.shown(at: time, inside: [MediaTiming(duration: 9), group])?.fraction
    }
    #expect(fraction(0.25) == nil && fraction(0.625) == 0.5 && fraction(0.875) == nil)
    #expect(fraction(1.375) == 0.5 && fraction(2.625) == 0.5 && fraction(4.1) == nil)
    // Without durations all take the default one.
    let nested = MediaTiming().shown(at: 0.125, inside: [MediaTiming(), MediaTiming()])
    #expect(nested?.fraction == 0.5)
  }

  /// With sums of halves, so that nothing is rounded: two and a half cycles, a quarter, a half, and back.
  @Test func `ends where its last cycle is, however short it is`() throws {
    let twice = MediaTiming(duration: 0.25, repeatDuration: 0.625, fillMode: .forwards)
    #expect(twice.activeDuration == 0.625)
    #expect(twice.shown(at: 9) == .init(seconds: 0.125, fraction: 0.5, cycle: 2))
    let quarter = MediaTiming(duration: 2, repeatDuration: 0.5, fillMode: .forwards)
    #expect(quarter.activeDuration == 0.5)
    #expect(quarter.shown(at: 9) == .init(seconds: 0.5, fraction: 0.25, cycle: 0))
    let half = MediaTiming(duration: 2, repeatCount: 0.5, fillMode: .forwards)
    #expect(half.activeDuration == 1)
    #expect(half.shown(at: 9) == .init(seconds: 1, fraction: 0.5, cycle: 0))
    let back = MediaTiming(duration: 2, repeatCount: 0.75, autoreverses: true, fillMode: .both)
    #expect(back.activeDuration == 3)
    #expect(back.shown(at: 9) == .init(seconds: 1, fraction: 0.5, cycle: 0))
    #expect(back.shown(at: -9) == .init(seconds: 0, fraction: 0, cycle: 0))
  }

  @Test func `is at its start or its end where it takes no time`() {
    for (autoreverses, speed, after) in [(false, 1.0, 1.0), (true, 1, 0), (false, -1, 0)] {
      let timing = MediaTiming(
        beginTime: 1, duration: 0, speed: speed, autoreverses: autoreverses, fillMode: .both)
      #expect(timing.activeDuration == 0)
      #expect(timing.shown(at: 2) == .init(seconds: 0, fraction: after, cycle: 0))
      let before = autoreverses ? 0 : 1 - after
      #expect(timing.shown(at: 0) == .init(seconds: 0, fraction: before, cycle: 0))
    }
  }

  /// Backwards from the end of the cycle before to its start, which is where it ends.
  @Test func `ends at its start where it runs backwards, wherever it begins`() {
    for offset in [0.0, 1, 2] {
      let timing = MediaTiming(duration: 1, speed: -1, timeOffset: offset, fillMode: .both)
      #expect(timing.shown(at: 5) == .init(seconds: 0, fraction: 0, cycle: 0))
    }
  }

  @Test func `is at its end without a duration at speed 0`() {
    let timing = MediaTiming(duration: 0, speed: 0, fillMode: .both)
    for time in [-1.0, 0, 1] { #expect(timing.shown(at: time)?.fraction == 1) }
  }

  @Test func `is in its first cycle where its repeat duration is nearly 0`() {
    let timing = MediaTiming(duration: 1, repeatDuration: 1e-10, fillMode: .both)
    #expect(timing.shown(at: 1) == .init(seconds: 0, fraction: 0, cycle: 0))
  }
}
