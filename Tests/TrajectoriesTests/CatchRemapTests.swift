import Foundation
import PantographBase
import PantographInteractions
import PantographMotion
import PantographTouches
import PantographTrajectories
import Testing

/// Catches of a running animation by a location or a pressure, which must not make it jump.
///
/// Fingers drive over 40 mm, from the start at 5 mm to the end at 45 mm.
@Suite struct `A catch by location or pressure` {
  static let settles: [Settle] = [
    .curve(.easeInOut, durationFactor: 0.6), .unchanged,
    .spring(Spring(response: 0.4, dampingRatio: 1)),
    // These overshoot by exp(−ζπ/√(1−ζ²)), 9.5 and 37 %.
    .spring(Spring(response: 0.4, dampingRatio: 0.6)),
    .spring(Spring(response: 0.5, dampingRatio: 0.3)),
  ]

  static let limits: [ProgressPlan.Limits] = [
    .clamped(0...1), .clamped(0.01...0.99), .clamped(-0.5...1.5), .none,
    .rubberBand(coefficient: 0.55),
  ]

  /// Every settling within plain limits, and the one that overshoots most within all limits.
  static let pairs = settles.indices.map { [$0, 0] } + limits.indices.dropFirst().map { [4, $0] }

  /// Returns a finger at these positions, or with these forces, every 8 ms, and its lift.
  private static func finger(
    _ positions: [Double], asForce isForce: Bool = false, at delay: Int64 = 0, id: Int
  ) -> [TouchFrame] {
    let frames = positions.enumerated().map { index, position in
      TouchFrame(
        time: Timestamp(microseconds: delay + Int64(index) * 8000),
        contacts: [
          isForce
            ? Contact(id: id, position: Point(x: 20, y: 20), pressure: position)
            : Contact(id: id, position: Point(x: position, y: 20))
        ])
    }
    let lift = Timestamp(microseconds: delay + Int64(positions.count) * 8000)
    return frames + [TouchFrame(time: lift, contacts: [])]
  }

  private static func along(_ from: Double, _ to: Double, by step: Double = 0.5) -> [Double] {
    Array(stride(from: from, through: to, by: from < to ? step : -step))
  }

  private static func byLocation(_ settle: Settle, _ limits: ProgressPlan.Limits) throws
    -> Interaction
  {
    try interaction {
      $0.rate = 125
      $0.finish = settle
      $0.cancel = settle
      $0.progress = ProgressPlan(.location, toward: .right, distance: .millimetres(40))
      $0.progress.offset = .millimetres(5)
      $0.progress.limits = limits
      $0.animation.timing = .curve(.easeInOut)
      $0.animation.properties.append(.init(name: "later", from: 5, to: 10))
      $0.animation.properties[1].delayFactor = 0.4
    }
  }

  private static func force(
    _ settle: Settle, _ limits: [Double],
    gesture: String = #"{ "press": { "start": 0.2, "peak": 0.75 } }"#
  ) throws -> Interaction {
    let text = """
      { "version": 1, "rate": 125, "gesture": \(gesture),
        "progress": { "of": "pressure", "limits": \(limits) },
        "rule": { "clauses": [{ "when": { "peak": { "atLeast": 0.8 } }, "then": "finish" }],
                  "otherwise": "cancel" },
        "animation": { "duration": 1,
          "properties": [{ "name": "size", "from": 100, "to": 300 }] } }
      """
    var interaction = try Interaction(parsing: Array(text.utf8))
    interaction.finish = settle
    interaction.cancel = settle
    return interaction
  }

  /// Returns the piecewise linear interpolation through the given points.
  private static func lines(_ knots: [(Double, Double)], at x: Double) -> Double {
    for ((a, b), (c, d)) in zip(knots, knots.dropFirst()) where a <= x && x <= c {
      return (b * (c - x) + d * (x - a)) / (c - a)
    }
    return x
  }

  /// Returns what these limits show of a progress beyond both ends.
  private static func shown(_ fraction: Double, _ limits: ProgressPlan.Limits) -> Double {
    guard case .rubberBand(let coefficient) = limits else { return fraction }
    let beyond = fraction > 1 ? fraction - 1 : min(fraction, 0)
    return fraction - beyond + beyond / (1 / coefficient + abs(beyond))
  }

  /// Returns the pull of a band that shows this.
  private static func pulled(_ fraction: Double, _ limits: ProgressPlan.Limits) -> Double {
    guard case .rubberBand(let coefficient) = limits else { return fraction }
    let beyond = fraction > 1 ? fraction - 1 : min(fraction, 0)
    return fraction - beyond + beyond / (1 - abs(beyond)) / coefficient
  }

  /// The state of the animation when a second gesture caught it, and the events of both gestures.
  private struct Catch {
    var before: Sample
    var driven: [Sample]
    var events: [TrajectoryEvent]

    /// - Parameter index: the frame of the second gesture at which it begins.
    init?(
      _ interaction: Interaction, _ first: [TouchFrame], _ second: [TouchFrame],
      beginsAt index: Int, alone: Trajectory? = nil
    ) throws {
      let instant = second[index].time
      let alone = alone ?? trajectory(interaction, first)
      guard let before = alone.samples.last(where: { $0.time <= instant }),
        before.phase == .settling
      else { return nil }
      let both = trajectory(interaction, first + second)
      self.before = before
      driven = both.samples.filter { $0.phase == .tracking && $0.time >= instant }
      events = both.events.filter { $0.time >= instant }
      #expect(driven.first?.time == instant && before.time == instant)
      #expect(events.first?.kind == .began)
    }

    /// Whether no value jumps.
    func expectNoJump() throws {
      let caught = try #require(driven.first)
      #expect(abs(caught.fraction - before.fraction) <= 1e-9)
      for (value, old) in zip(caught.values, before.values) {
        #expect(abs(value - old) <= 1e-9 * 200)
      }
      #expect(abs(try #require(events.first).fraction - before.fraction) <= 1e-9)
    }
  }

  /// Every 24 ms of the settling after a first gesture to 35 mm, which finishes, or to 15, which
  /// cancels.
  @Test(arguments: pairs)
  func `a location drives it from where it was to both ends`(
    pair: [Int]
  ) throws {
    let (index, limit) = (pair[0], pair[1])
    let (settle, limits) = (Self.settles[index], Self.limits[limit])
    let (low, high) = limit == 1 ? (0.01, 0.99) : (0, 1)
    let interaction = try Self.byLocation(settle, limits)
    var (count, beyond) = (0, 0)
    for target in [35.0, 15] {
      let first = Self.finger(Self.along(10, target), id: 1)
      let alone = trajectory(interaction, first)
      let released = first[first.count - 1].time.microseconds
      for delay in stride(from: Int64(8000), to: 600_000, by: 24_000) {
        // It begins with the third frame, after the slop of 2 mm, at 25 mm; then to the end, back to
        // the start.
        let path = Self.along(23, 48, by: 1) + Self.along(47, 2, by: 1)
        let second = Self.finger(path, at: released + delay, id: 2)
        guard
          let caught = try Catch(interaction, first, second, beginsAt: 2, alone: alone)
        else { continue }
        try caught.expectNoJump()
        count += 1
        let fraction = Self.pulled(caught.before.fraction, limits)
        if !(0...1).contains(fraction) { beyond += 1 }
        let knots = [(low, low), (0.5, fraction), (high, high)]
        var (farthest, ends) = (0.0, 0)
        for (sample, position) in zip(caught.driven, path.dropFirst(2)) {
          let progress = (position - 5) / 40
          var expected = Self.shown(Self.lines(knots, at: progress), limits)
          if case .clamped(let range) = limits, !(low...high).contains(progress) {
            expected = min(max(expected, range.lowerBound), range.upperBound)
          }
          if position == 45 || position == 5 {
            expected = position == 45 ? high : low
            ends += 1
          }
          farthest = max(farthest, abs(sample.fraction - expected))
        }
        #expect(farthest <= 1e-9 && ends == 3)
      }
    }
    #expect(count > 24, "of two gestures, every 24 ms of at least 0.3 s each")
    if index >= 3 { #expect(beyond > 2) }
  }

  @Test(arguments: settles.indices)
  func `its velocity is the finger's times the slope of the lines`(index: Int) throws {
    let interaction = try Self.byLocation(Self.settles[index], .clamped(0...1))
    let first = Self.finger(Self.along(10, 35), id: 1)
    let released = first[first.count - 1].time.microseconds
    for delay in stride(from: Int64(16_000), to: 300_000, by: 32_000) {
      for path in [Self.along(23, 40), Self.along(27, 8)] {
        let second = Self.finger(path, at: released + delay, id: 2)
        guard let caught = try Catch(interaction, first, second, beginsAt: 4) else { continue }
        let fraction = caught.before.fraction
        // 62.5 mm/s are 1.5625 of 40 mm per second; half the distance is on either side.
        let rise = path[0] < 25 ? (1 - fraction) / 0.5 : -fraction / 0.5
        for sample in caught.driven { #expect(abs(sample.velocity - 1.5625 * rise) <= 1e-6) }
        // It is the visible velocity.
        for (sample, next) in zip(caught.driven, caught.driven.dropFirst()).dropLast() {
          let seen = (next.fraction - sample.fraction) / (next.time - sample.time)
          #expect(abs(seen - sample.velocity) <= 1e-6)
        }
        let handoff = try #require(caught.events.first { $0.kind == .handoff })
        if index >= 2 { #expect(abs(handoff.velocity - 1.5625 * rise) <= 1e-6) }
      }
    }
  }

  /// If the finger comes from beyond an end, the other end stays where it is.
  @Test(arguments: pairs)
  func `a location beyond an end drives it from there`(pair: [Int]) throws {
    let (index, limit) = (pair[0], pair[1])
    let interaction = try Self.byLocation(Self.settles[index], Self.limits[limit])
    let (low, high) = limit == 1 ? (0.01, 0.99) : (0, 1)
    let first = Self.finger(Self.along(10, 30), id: 1)
    let alone = trajectory(interaction, first)
    let released = first[first.count - 1].time.microseconds
    var count = 0
    for delay in stride(from: Int64(8000), to: 400_000, by: 56_000) {
      // They begin at 3, 5, 45 and 47 mm: before the start, at it, at the end and beyond it.
      for (start, end) in [(1.0, 45.0), (3, 45), (47, 5), (49, 5)] {
        let second = Self.finger(Self.along(start, end, by: 1), at: released + delay, id: 2)
        guard let caught = try Catch(interaction, first, second, beginsAt: 2, alone: alone) else {
          continue
        }
        try caught.expectNoJump()
        count += 1
        let last = try #require(caught.driven.last)
        #expect(abs(last.fraction - (end == 45 ? high : low)) <= 1e-9)
        // Nothing jumps on the way: a step of 1 mm is 1 / 40, and no line is more than twice as steep.
        let steps = zip(caught.driven, caught.driven.dropFirst()).map {
          abs($1.fraction - $0.fraction)
        }
        #expect(steps.max() ?? 1 <= 1.0 / 20)
      }
      // Beyond that it moves with the finger: from 2 mm on.
      let second = Self.finger(Self.along(4, -16, by: 1), at: released + delay, id: 2)
      guard limit == 0 || limit == 3,
        let caught = try Catch(interaction, first, second, beginsAt: 2, alone: alone)
      else { continue }
      let fraction = caught.before.fraction
      for (step, sample) in caught.driven.enumerated().dropLast() {
        let driven = fraction - Double(step) / 40
        #expect(
          abs(sample.fraction - (limit == 0 ? max(driven, min(fraction, 0)) : driven)) <= 1e-9)
        if driven > 0.05 { #expect(abs(sample.velocity + 125.0 / 40) <= 1e-6) }
      }
    }
    #expect(count > 15)
  }

  /// 9 mm are a tenth of the distance from the start, 41 from the end: nearer than that there is no
  /// line.
  @Test(arguments: [(8.6, false), (9.4, true), (40.6, true), (41.4, false)])
  func `a location near an end drives it from there without a steep line`(
    position: Double, isLine: Bool
  ) throws {
    let interaction = try Self.byLocation(Self.settles[0], .none)
    let first = Self.finger(Self.along(10, 30), id: 1)
    let released = first[first.count - 1].time.microseconds
    let outward = position < 25 ? -1.0 : 1
    let path = [position - 3 * outward] + (0..<4).map { position + Double($0) * outward }
    let second = Self.finger(path, at: released + 64_000, id: 2)
    let caught = try #require(try Catch(interaction, first, second, beginsAt: 1))
    try caught.expectNoJump()
    let (fraction, progress) = (caught.before.fraction, (position - 5) / 40)
    let line = outward < 0 ? fraction / progress : (1 - fraction) / (1 - progress)
    let steps = zip(caught.driven, caught.driven.dropFirst()).map {
      ($1.fraction - $0.fraction) * 40
    }
    #expect(steps.count == 3)
    for step in steps { #expect(abs(step * outward - (isLine ? line : 1)) <= 1e-9) }
  }

  @Test(arguments: settles.indices)
  func `one catch after another does not jump`(index: Int) throws {
    let interaction = try Self.byLocation(Self.settles[index], .clamped(0...1))
    var gestures = Self.finger(Self.along(10, 35), id: 1)
    for (id, path) in [(2, Self.along(30, 20)), (3, Self.along(40, 44)), (4, Self.along(20, 30))] {
      let released = gestures[gestures.count - 1].time.microseconds
      let next = Self.finger(path, at: released + 40_000, id: id)
      let caught = try #require(try Catch(interaction, gestures, next, beginsAt: 4))
      try caught.expectNoJump()
      gestures += next
    }
  }

  @Test func `landing fingers hold it, and drive it from there`() throws {
    var interaction = try Self.byLocation(Self.settles[4], .clamped(0...1))
    interaction.catching = .landing
    let first = Self.finger(Self.along(10, 35), id: 1)
    let released = first[first.count - 1].time.microseconds
    for delay in stride(from: Int64(8000), to: 400_000, by: 16_000) {
      let second = Self.finger(Self.along(23, 45), at: released + delay, id: 2)
      let alone = trajectory(interaction, first)
      let before = try #require(alone.samples.last { $0.time <= second[0].time })
      guard before.phase == .settling else { continue }
      let both = trajectory(interaction, first + second)
      let held = both.samples.filter { $0.phase == .tracking && $0.time >= second[0].time }
      #expect(abs(held[0].fraction - before.fraction) <= 1e-9)
      #expect(held[..<5].allSatisfy { abs($0.fraction - before.fraction) <= 1e-9 })
      #expect(held[5].fraction != held[4].fraction)
      #expect(abs(held[held.count - 1].fraction - 1) <= 1e-9)
    }
  }

  @Test func `an animation at rest moves to the location at once`() throws {
    let interaction = try Self.byLocation(Self.settles[0], .clamped(0...1))
    let first = Self.finger(Self.along(10, 35), id: 1)
    let second = Self.finger(Self.along(23, 40), at: 3_000_000, id: 2)
    let both = trajectory(interaction, first + second)
    let driven = both.samples.filter { $0.phase == .tracking && $0.time.microseconds >= 3_000_000 }
    #expect(driven.first.map { abs($0.fraction - 0.5) < 1e-12 } ?? false)
  }

  /// The first press is released at its peak, which finishes, or at 0.5 of the force, which cancels.
  @Test(
    arguments: settles.indices,
    [
      #"{ "press": { "start": 0.2, "peak": 0.75 } }"#,
      #"{ "preview": { "start": 0.2, "peek": 0.75, "pop": null } }"#,
    ])
  func `a force drives it from where it was to both ends`(
    index: Int, gesture: String
  ) throws {
    var (count, beyond) = (0, 0)
    for limits in [[0.0, 1], [0.01, 0.99]] {
      let interaction = try Self.force(Self.settles[index], limits, gesture: gesture)
      for (target, begins) in [(0.5, 0.365), (0.75, 0.475), (0.5, 0.2)] {
        let first = Self.finger(Self.along(0.1, target, by: 0.05), asForce: true, id: 1)
        let alone = trajectory(interaction, first)
        let released = first[first.count - 1].time.microseconds
        for delay in stride(from: Int64(8000), to: 600_000, by: 24_000) {
          // It begins with the second frame; then to the peak and down to the start.
          let path =
            [0.1] + Self.along(begins, 0.74, by: 0.022) + [0.75] + Self.along(0.74, 0.2, by: 0.022)
          let isPreview = gesture.contains("preview")
          let second = Self.finger(
            isPreview ? path.filter { $0 < 0.75 } : path, asForce: true, at: released + delay, id: 2
          )
          guard
            let caught = try Catch(interaction, first, second, beginsAt: 1, alone: alone)
          else { continue }
          try caught.expectNoJump()
          count += 1
          let fraction = caught.before.fraction
          if !(0...1).contains(fraction) { beyond += 1 }
          let start = (begins - 0.2) / 0.55
          let knots: [(Double, Double)] =
            start == 0
            ? [(0, fraction), (limits[1], limits[1])]
            : [(limits[0], limits[0]), (start, fraction), (limits[1], limits[1])]
          let forces = second.compactMap(\.contacts.first?.pressure).dropFirst()
          var farthest = 0.0
          for (sample, force) in zip(caught.driven, forces) {
            let progress = (force - 0.2) / 0.55
            var expected = Self.lines(knots, at: progress)
            if progress > limits[1] || progress < limits[0] && start != 0 {
              expected = min(max(progress, limits[0]), limits[1])
            }
            farthest = max(farthest, abs(sample.fraction - expected))
          }
          #expect(farthest <= 1e-9)
        }
      }
    }
    #expect(count > 48)
    if index >= 3 { #expect(beyond > 2) }
  }

  /// A press makes progress from 0.2 on, and ends below 0.2 · 5 / 6.
  @Test(arguments: [0.2, 0.365])
  func `a force below its start moves nothing, and has no velocity`(begins: Double) throws {
    let interaction = try Self.force(Self.settles[2], [0, 1])
    let first = Self.finger([0.1, 0.3, 0.5], asForce: true, id: 1)
    let released = first[first.count - 1].time.microseconds
    let second = Self.finger(
      [0.1, begins, 0.2, 0.19, 0.18, 0.17], asForce: true, at: released + 40_000, id: 2)
    let caught = try #require(try Catch(interaction, first, second, beginsAt: 1))
    try caught.expectNoJump()
    // A catch at the start of the force drives it from there.
    let lowest = begins == 0.2 ? caught.before.fraction : 0
    // Its rate has turned by the second of these reports.
    let below = caught.driven.dropFirst(3).prefix(2)
    #expect(below.count == 2)
    for sample in below { #expect(abs(sample.fraction - lowest) <= 1e-9 && sample.velocity == 0) }
  }

  /// A second press that is at its peak with its first report finishes what it catches.
  @Test func `a force that begins at its peak has reached it`() throws {
    let interaction = try Self.force(Self.settles[0], [0, 1])
    let first = Self.finger([0.1, 0.3, 0.5], asForce: true, id: 1)
    let released = first[first.count - 1].time.microseconds
    for (force, outcome) in [(0.75, Decision.Outcome.finish), (0.6, .cancel)] {
      let second = Self.finger([0.1, force, force], asForce: true, at: released + 40_000, id: 2)
      let caught = try #require(try Catch(interaction, first, second, beginsAt: 1))
      try caught.expectNoJump()
      let decided = caught.events.compactMap { event in
        if case .decided(let decision) = event.kind { decision.outcome } else { nil }
      }
      #expect(decided == [outcome])
    }
  }
}
