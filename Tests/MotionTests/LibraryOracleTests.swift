import Glibc
import PantographMotion
import PantographTestSupport
import Testing

/// Expectations of springs, friction and scroll views in the tests of other libraries.
private enum Oracle {
  static let flutter = Repository.measurements("flutter_physics.json")
  static let motion = Repository.measurements("motion_dev_springs.json")
  static let libraries = Repository.measurements("library_springs.json")
  static let scroll = Repository.measurements("scroll_traces.json")

  /// A quantity at a time, as in `dx(.75)` and `x(.25) floor`.
  static func quantity(_ name: String) -> (name: String, time: Double)? {
    let parts = name.split(whereSeparator: { "()".contains($0) })
    guard parts.count >= 2, let time = Double(parts[1]) ?? Double("0" + parts[1]) else {
      return nil
    }
    return (String(parts[0]), time)
  }
}

/// The position of a spring that starts at rest, between two positions.
private func travel(
  _ spring: Spring, from: Double, to: Double, after time: Double
) -> (position: Double, velocity: Double) {
  let state = spring.state(after: time, from: .init(offset: from - to, velocity: 0))
  return (to + state.offset, state.velocity)
}

@Suite struct `Flutter's physics` {
  /// The springs by their name in the file, and their distances.
  private static let springs: [String: (spring: Spring, to: Double)] = [
    "critical m1 k100 0->500": (Spring(frequency: 10, dampingRatio: 1), 500),
    "overdamped ratio1.25 k100 0->500": (Spring(frequency: 10, dampingRatio: 1.25), 500),
    "underdamped ratio.25 k100 0->300": (Spring(frequency: 10, dampingRatio: 0.25), 300),
  ]
  private static let friction = "friction drag .3 x0 100 v 400"

  /// Every number of every spring.
  static let rows = springs.keys.sorted().flatMap { name in
    Oracle.flutter[name].names.map { (name, $0) }
  }

  @Test(arguments: rows)
  func `has springs that are where ours are`(name: String, quantity: String) throws {
    let (spring, to) = try #require(Self.springs[name])
    let (what, time) = try #require(Oracle.quantity(quantity))
    let expected = try #require(Oracle.flutter[name][quantity].number)
    // Flutter's tests truncate the digits; the one that rounds has a whole number anyway.
    let (position, velocity) = travel(spring, from: 0, to: to, after: time)
    #expect(abs((what == "x" ? position : velocity) - expected) < 1, "\(position) \(velocity)")
  }

  @Test(arguments: Oracle.flutter["durationBounce"].names)
  func `makes the springs of a duration and a bounce that ours are`(name: String) throws {
    let numbers = name.dropFirst().dropLast().split(separator: ",").map { Double($0) ?? .nan }
    try #require(numbers.count == 2)
    let spring = Spring(duration: numbers[0], bounce: numbers[1])
    let expected = Oracle.flutter["durationBounce"][name]
    #expect(expected.names == ["c", "k"])
    #expect(abs(spring.stiffness - (expected["k"].number ?? .nan)) < 0.005)
    #expect(abs(spring.damping - (expected["c"].number ?? .nan)) < 0.005)
  }

  @Test(arguments: Oracle.flutter[friction].names)
  func `has a friction that is our decay`(name: String) throws {
    // A drag of 0.3 is what is left of the velocity after a second, not after a millisecond.
    let decay = Decay(rate: pow(0.3, 1.0 / 1000))
    let (what, time) = try #require(Oracle.quantity(name))
    let row = Oracle.flutter[Self.friction][name]
    if what == "dx" {
      let expected = try #require(row.number)
      #expect(abs(decay.velocity(after: time, from: 400) - expected) < 1e-9)
    } else {
      let bounds = row.text.split(separator: "..").compactMap { Double($0) }
      try #require(bounds.count == 2)
      let position = 100 + decay.distance(after: time, from: 400)
      #expect((bounds[0]...bounds[1]).contains(position), "\(position)")
    }
  }

  @Test
  func `is tested in all its rows`() {
    let tested = Self.springs.keys + ["durationBounce", Self.friction]
    #expect(Oracle.flutter.names == (tested + ["source"]).sorted())
    #expect(Self.rows.count == 15)
    #expect(Oracle.flutter["durationBounce"].names.count == 2)
    #expect(Oracle.flutter[Self.friction].names.count == 5)
  }
}

@Suite struct `The springs of motion.dev` {
  private static let rounded = "sampled every 200 ms, rounded"
  private static let sampled = "k100 c10 m1 30 ms samples"
  private static let found = "duration .8 bounce .25 (UIKit-style findSpring) 30 ms samples"

  /// The springs that are sampled every fifth of a second from 100 to 1000.
  private static let springs: [String: Spring] = [
    "k300 c10 100->1000": Spring(mass: 1, stiffness: 300, damping: 10),
    "k100 c20 (critical)": Spring(mass: 1, stiffness: 100, damping: 20),
    "k300 c100 (over)": Spring(mass: 1, stiffness: 300, damping: 100),
  ]

  @Test(arguments: Oracle.motion[rounded].names)
  func `are where ours are, rounded`(name: String) throws {
    let spring = try #require(Self.springs[name])
    let expected = Oracle.motion[Self.rounded][name].numbers
    for (step, expected) in expected.enumerated() {
      let last = step == Oracle.motion[Self.rounded][name].numbers.count - 1
      let (position, _) = travel(spring, from: 100, to: 1000, after: 0.2 * Double(step))
      // It ends at its target as soon as it is within half a unit of it, and slow.
      #expect(last ? abs(position - expected) < 2 : position.rounded() == expected, "step \(step)")
    }
  }

  /// The springs that are sampled for a curve, and how long the library thinks that they take.
  ///
  /// It rounds that to whole steps of about 30 ms: 36 steps, and 26.
  private static let curves = [
    sampled: (spring: Spring(mass: 1, stiffness: 100, damping: 10), step: 1.1 / 36, count: 35),
    found: (spring: Spring(settlingIn: 0.8, dampingRatio: 0.75), step: 0.8 / 26, count: 26),
  ]

  @Test(arguments: curves.keys.sorted())
  func `are where ours are, to the digits`(name: String) throws {
    let (spring, step, count) = try #require(Self.curves[name])
    let samples = Oracle.motion[name].numbers
    #expect(samples.count == count)
    for (index, expected) in samples.enumerated() {
      let (position, _) = travel(spring, from: 0, to: 1, after: step * Double(index))
      #expect(abs(position - expected) <= 5.001e-5, "sample \(index)")
    }
  }

  @Test
  func `are tested in all their rows`() {
    let tested = [Self.rounded, Self.sampled, Self.found]
    #expect(Oracle.motion.names == (tested + ["source", "note"]).sorted())
    #expect(Oracle.motion[Self.rounded].names == Self.springs.keys.sorted())
    #expect(
      Self.springs.keys.sorted().map { Oracle.motion[Self.rounded][$0].list.count } == [6, 9, 14])
  }
}

@Suite struct `The springs of other libraries` {
  /// Rows without a number of a spring, a curve or a decay, and why they can't be compared.
  static let left: [String: String] = [
    "Motion (b3ll)/keyframe duration response1 ratio1 CGRect 320 60fps":
      "the frame in which that library's own thresholds stop it, which depend on its steps",
    "material-motion/initial velocity normalisation":
      "how a gesture's velocity becomes a spring's: tested with the interactions",
    "Advance/RK4 dt": "a step of integration; ours has none",
    "Advance/tension": "a parameter, without a published number",
    "Advance/damping": "a parameter, without a published number",
    "Advance/threshold": "a parameter, without a published number",
    "pop/RK4 dt": "a step of integration; ours has none",
    "OpenSwiftUI VelocitySampler/1@1,2@2,4@3": "an estimate of a finger's velocity",
    "OpenSwiftUI VelocitySampler/1@1,2@2,4@4": "an estimate of a finger's velocity",
    "Wave (jtrivedi)/formula": "the rule by which its settling times are tested here",
  ]

  static let rows = Oracle.libraries.names.filter { $0 != "source" }
    .flatMap { library in Oracle.libraries[library].names.map { "\(library)/\($0)" } }

  /// Wave's rule for the time in which a spring settles, which is not ours.
  private func waveSettling(_ spring: Spring) -> Double {
    -log(1e-4) / (spring.dampingRatio * spring.frequency) * (spring.dampingRatio >= 1 ? 1.25 : 1)
  }

  @Test(arguments: rows.filter { left[$0] == nil })
  func `have the numbers of ours`(row: String) throws {
    let parts = row.split(separator: "/", maxSplits: 1).map(String.init)
    let value = Oracle.libraries[parts[0]][parts[1]]
    switch row {
    case "Motion (b3ll)/response 1 ratio .8 target 10 @.5", "Motion (b3ll)/ratio 1":
      let ratio = row.hasSuffix("ratio 1") ? 1 : 0.8
      let spring = Spring(response: 1, dampingRatio: ratio)
      let expected = try #require(value.number)
      #expect(abs(travel(spring, from: 0, to: 10, after: 0.5).position - expected) < 0.0051)
    case "Wave (jtrivedi)/(ratio1,response.8)", "Wave (jtrivedi)/(ratio.6,response.8)":
      let ratio = row.contains("ratio1") ? 1 : 0.6
      let spring = Spring(response: 0.8, dampingRatio: ratio)
      if let stiffness = value["k"].number { #expect(abs(spring.stiffness - stiffness) < 1e-3) }
      #expect(value["k"].number != nil || ratio == 0.6)
      #expect(abs(spring.damping - (value["c"].number ?? .nan)) < 1e-3)
      #expect(abs(waveSettling(spring) - (value["settle"].number ?? .nan)) < 1e-3)
    case "material-motion/system modal spring":
      let numbers = ["mass", "stiffness", "damping"].map { value[$0].number ?? .nan }
      let spring = Spring(mass: numbers[0], stiffness: numbers[1], damping: numbers[2])
      #expect(abs(spring.dampingRatio - 4.56) < 0.005)
      // UIKit runs it as critical, and gives the transitions that it moves half a second.
      let left = travel(
        spring.clampedToCritical, from: 1, to: 0, after: value["duration"].number ?? 0)
      #expect(left.position < 0.002)
      #expect(value["initialVelocity"].number == 0)
    case "pop/decay": #expect(value.number == Decay.normal.rate)
    case let unknown: Issue.record("no test knows the row \(unknown)")
    }
  }

  @Test
  func `are tested in all their rows, except for listed reasons`() {
    #expect(Set(Self.left.keys).isSubset(of: Self.rows))
    #expect(Self.rows.count == 16 && Self.left.count == 10)
  }
}

@Suite struct `The scroll view` {
  /// Traces that are tested elsewhere, or not at all, and why.
  ///
  /// `Decay` has the limit for infinitely many steps, 1/(1000 ln r) of the velocity.
  /// The played one is K = r/(1 − r)/1000 of it, and the same but for that factor: the traces are
  /// compared to it by the ratio of the two whole distances, which `Decay` has.
  static let left: [String: String] = [
    "bounce_release":
      "a bounce of a scroll view, which Motion has none of; its spring was fitted to the trace",
    "rubberband_hold_release":
      "a bounce from an unexplained speed; its spring was fitted to the trace",
    "reported_velocity": "an estimate of a finger's velocity: tested with the gestures",
  ]

  static let flicks = ["decel_v1500", "decel_v4875"]
  static let bands = ["rubberband_drag_top", "rubberband_drag_travel_to_overscroll"]

  private func number(_ name: String, _ key: String) throws -> Double {
    try #require(Oracle.scroll[name][key].number)
  }

  @Test(arguments: flicks)
  func `comes to rest where the decay does`(name: String) throws {
    let (from, velocity) = (try number(name, "x0"), try number(name, "v_pt_per_s"))
    // It stops at 10 points per second; reported values are rounded to pixels, of which a point has three.
    let rest = from + Decay.normal.steppedProjection(of: velocity - 10)
    #expect(abs(rest - (try number(name, "final"))) < 0.17)
    let target = from + Decay.normal.projection(of: velocity - 10)
    #expect(abs(target - (try number(name, "reportedTarget"))) < 0.17)
    if let duration = Oracle.scroll[name]["decelDuration_s"].number {
      // Its last frame is the first one after the decay has fallen to 10 points per second.
      let seconds = Decay.normal.duration(until: 10, from: velocity)
      #expect((0..<1 / 60.0).contains(duration - seconds), "\(seconds)")
    }
  }

  @Test(arguments: Oracle.scroll["decel_v1500"]["offsets"].numbers.enumerated().map { ($0, $1) })
  func `is in each frame where the decay is`(frame: Int, offset: Double) throws {
    let trace = "decel_v1500"
    let (from, velocity) = (try number(trace, "x0"), try number(trace, "v_pt_per_s"))
    let time = Double(frame + 1) * (try number(trace, "frame_dt"))
    let steps = Decay.normal.steppedProjection(of: 1) / Decay.normal.projection(of: 1)
    let position = from + Decay.normal.distance(after: time, from: velocity) * steps
    #expect(abs(position - offset) < 0.25)
  }

  static let pulls = bands.flatMap { name in
    Oracle.scroll[name]["rows"].list.map { (name, $0.numbers) }
  }

  @Test(arguments: pulls)
  func `resists as the rubber band does, to the pixel`(name: String, row: [Double]) throws {
    try #require(row.count == 2)
    let band = RubberBand(limit: 852)
    // The first 10 points of the finger's travel are the slop.
    let pull = max(row[0] - 10, 0) * (name == "rubberband_drag_top" ? -1 : 1)
    let pixels = (band.offset(ofPull: pull) * 3).rounded()
    #expect(pixels == (row[1] * 3).rounded())
  }

  @Test
  func `is tested in all its traces, except for listed reasons`() {
    let tested = Self.flicks + Self.bands
    #expect(Oracle.scroll.names == (tested + Self.left.keys + ["source"]).sorted())
    #expect(Oracle.scroll["decel_v1500"]["offsets"].list.count == 151)
    #expect(Oracle.scroll["decel_v1500"]["rate"].number == Decay.normal.rate)
    #expect(Self.pulls.count == 23)
  }
}

@Suite struct `Overdamped springs` {
  static let rows = Repository.oracle("ca_spring_perceptual.csv").rows
    .filter { $0.number("bounce") < 0 && $0.number("bounce") > -1 }

  /// Our values for the measured ones, in seconds.
  ///
  /// Only these two rows show how long Core Animation runs them, and the rule is not known. Ours
  /// is that of critical damping, which depends on the distance that is really left.
  private static let ours = [1.1: 1.4, 2.6: 4.2]

  @Test(arguments: rows)
  func `settle when less than a thousandth is left`(row: Table.Row) throws {
    let spring = Spring(duration: row.number("perceptualDuration"), bounce: row.number("bounce"))
    #expect(abs(spring.stiffness - row.number("stiffness")) <= 1e-9 * spring.stiffness)
    #expect(abs(spring.damping - row.number("damping")) <= 1e-9 * spring.damping)
    let measured = (row.number("settlingDuration") * 10).rounded() / 10
    let expected = try #require(Self.ours[measured])
    #expect(abs(spring.settlingTime() - expected) < 1e-9)
    let start = Spring.State(offset: 1, velocity: 0)
    #expect(spring.state(after: expected, from: start).offset < 0.001)
    #expect(spring.state(after: expected - 0.1, from: start).offset >= 0.001)
  }

  @Test
  func `are tested in both rows, and the one without a bound is left out`() {
    let all = Repository.oracle("ca_spring_perceptual.csv").rows
    #expect(all.count == 11 && Self.rows.count == 2)
    // A bounce of −1 is infinite damping: it never moves, and Core Animation returns 0.
    #expect(all.filter { $0.number("bounce") <= -1 }.map { $0.number("settlingDuration") } == [0])
  }
}
