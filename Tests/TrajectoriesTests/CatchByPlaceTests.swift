import Animation
import Foundation
import Interactions
import Motion
import Quantities
import Testing
import Touches
import Trajectories

/// What catches an animation whose fraction is that of a place or of a force, and does not make it jump.
///
/// Fingers lead over 40 mm from 5 mm on: at 5 mm is the start, at 45 mm the end.
@Suite struct `Caught by a place or a force` {
  static let settles: [Settle] = [
    .curve(.easeInOut, durationFactor: 0.6), .unchanged,
    .spring(Spring(response: 0.4, dampingRatio: 1)),
    // These go beyond their ends: by exp(−ζπ/√(1−ζ²)), 9.5 and 37 %.
    .spring(Spring(response: 0.4, dampingRatio: 0.6)),
    .spring(Spring(response: 0.5, dampingRatio: 0.3)),
  ]

  static let limits: [ProgressPlan.Limits] = [
    .clamped(0...1), .clamped(0.01...0.99), .clamped(-0.5...1.5), .none,
    .rubberBand(coefficient: 0.55),
  ]

  /// Every way to settle within plain limits, and the one that goes farthest beyond its ends within all.
  static let pairs = settles.indices.map { [$0, 0] } + limits.indices.dropFirst().map { [4, $0] }

  /// A finger that is at these places, or presses so hard, every 8 ms, and lifts.
  private static func finger(
    _ places: [Double], asForce isForce: Bool = false, at delay: Int64 = 0, id: Int
  ) -> [TouchFrame] {
    let frames = places.enumerated().map { index, place in
      TouchFrame(
        time: Timestamp(microseconds: delay + Int64(index) * 8000),
        contacts: [
          isForce
            ? Contact(id: id, position: Point(x: 20, y: 20), pressure: place)
            : Contact(id: id, position: Point(x: place, y: 20))
        ])
    }
    let lift = Timestamp(microseconds: delay + Int64(places.count) * 8000)
    return frames + [TouchFrame(time: lift, contacts: [])]
  }

  private static func along(_ from: Double, _ to: Double, by step: Double = 0.5) -> [Double] {
    Array(stride(from: from, through: to, by: from < to ? step : -step))
  }

  private static func place(_ settle: Settle, _ limits: ProgressPlan.Limits) throws -> Interaction {
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

  /// The straight lines through what is given, by an interpolation of its own.
  private static func lines(_ knots: [(Double, Double)], at x: Double) -> Double {
    for ((a, b), (c, d)) in zip(knots, knots.dropFirst()) where a <= x && x <= c {
      return (b * (c - x) + d * (x - a)) / (c - a)
    }
    return x
  }

  /// What lies beyond both ends as these limits show it.
  private static func shown(_ fraction: Double, _ limits: ProgressPlan.Limits) -> Double {
    guard case .rubberBand(let coefficient) = limits else { return fraction }
    let beyond = fraction > 1 ? fraction - 1 : min(fraction, 0)
    return fraction - beyond + beyond / (1 / coefficient + abs(beyond))
  }

  /// What a band has to be pulled to for this to be shown.
  private static func pulled(_ fraction: Double, _ limits: ProgressPlan.Limits) -> Double {
    guard case .rubberBand(let coefficient) = limits else { return fraction }
    let beyond = fraction > 1 ? fraction - 1 : min(fraction, 0)
    return fraction - beyond + beyond / (1 - abs(beyond)) / coefficient
  }

  /// Where the animation of a first hand was when a second one caught it, and what became of both.
  private struct Catch {
    var before: Sample
    var led: [Sample]
    var events: [TrajectoryEvent]

    /// - Parameter index: the frame of the second hand at which its gesture begins.
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
      led = both.samples.filter { $0.phase == .tracking && $0.time >= instant }
      events = both.events.filter { $0.time >= instant }
      #expect(led.first?.time == instant && before.time == instant)
      #expect(events.first?.kind == .began)
    }

    /// Whether no value has jumped.
    func expectNoJump() throws {
      let caught = try #require(led.first)
      #expect(abs(caught.fraction - before.fraction) <= 1e-9)
      for (value, old) in zip(caught.values, before.values) {
        #expect(abs(value - old) <= 1e-9 * 200)
      }
      #expect(abs(try #require(events.first).fraction - before.fraction) <= 1e-9)
    }
  }

  /// Every 24 ms of what settles after a first hand to 35 mm, which finishes, or to 15, which cancels.
  @Test(arguments: pairs)
  func `a place leads it on from where it was, and to both ends where they are`(
    pair: [Int]
  ) throws {
    let (index, limit) = (pair[0], pair[1])
    let (settle, limits) = (Self.settles[index], Self.limits[limit])
    let (low, high) = limit == 1 ? (0.01, 0.99) : (0, 1)
    let interaction = try Self.place(settle, limits)
    var (count, beyond) = (0, 0)
    for target in [35.0, 15] {
      let first = Self.finger(Self.along(10, target), id: 1)
      let alone = trajectory(interaction, first)
      let released = first[first.count - 1].time.microseconds
      for delay in stride(from: Int64(8000), to: 600_000, by: 24_000) {
        // It begins at its third frame, after the slop of 2 mm, at 25 mm; then to the end, back to the start.
        let way = Self.along(23, 48, by: 1) + Self.along(47, 2, by: 1)
        let second = Self.finger(way, at: released + delay, id: 2)
        guard
          let caught = try Catch(interaction, first, second, beginsAt: 2, alone: alone)
        else { continue }
        try caught.expectNoJump()
        count += 1
        let fraction = Self.pulled(caught.before.fraction, limits)
        if !(0...1).contains(fraction) { beyond += 1 }
        let knots = [(low, low), (0.5, fraction), (high, high)]
        var (farthest, ends) = (0.0, 0)
        for (sample, place) in zip(caught.led, way.dropFirst(2)) {
          let progress = (place - 5) / 40
          var expected = Self.shown(Self.lines(knots, at: progress), limits)
          if case .clamped(let range) = limits, !(low...high).contains(progress) {
            expected = min(max(expected, range.lowerBound), range.upperBound)
          }
          if place == 45 || place == 5 {
            expected = place == 45 ? high : low
            ends += 1
          }
          farthest = max(farthest, abs(sample.fraction - expected))
        }
        #expect(farthest <= 1e-9 && ends == 3)
      }
    }
    #expect(count > 24, "of two hands, every 24 ms of at least 0.3 s each")
    if index >= 3 { #expect(beyond > 2) }
  }

  @Test(arguments: settles.indices)
  func `its velocity is the finger's, as fast as the lines rise there`(index: Int) throws {
    let interaction = try Self.place(Self.settles[index], .clamped(0...1))
    let first = Self.finger(Self.along(10, 35), id: 1)
    let released = first[first.count - 1].time.microseconds
    for delay in stride(from: Int64(16_000), to: 300_000, by: 32_000) {
      for way in [Self.along(23, 40), Self.along(27, 8)] {
        let second = Self.finger(way, at: released + delay, id: 2)
        guard let caught = try Catch(interaction, first, second, beginsAt: 4) else { continue }
        let fraction = caught.before.fraction
        // 62.5 mm/s are 1.5625 of 40 mm per second; half the way lies on either side.
        let rise = way[0] < 25 ? (1 - fraction) / 0.5 : -fraction / 0.5
        for sample in caught.led { #expect(abs(sample.velocity - 1.5625 * rise) <= 1e-6) }
        // It is what is seen.
        for (sample, next) in zip(caught.led, caught.led.dropFirst()).dropLast() {
          let seen = (next.fraction - sample.fraction) / (next.time - sample.time)
          #expect(abs(seen - sample.velocity) <= 1e-6)
        }
        let handoff = try #require(caught.events.first { $0.kind == .handoff })
        if index >= 2 { #expect(abs(handoff.velocity - 1.5625 * rise) <= 1e-6) }
      }
    }
  }

  /// Where the finger comes from beyond an end, the other end stays where it is.
  @Test(arguments: pairs)
  func `a place beyond an end leads it on from there`(pair: [Int]) throws {
    let (index, limit) = (pair[0], pair[1])
    let interaction = try Self.place(Self.settles[index], Self.limits[limit])
    let (low, high) = limit == 1 ? (0.01, 0.99) : (0, 1)
    let first = Self.finger(Self.along(10, 30), id: 1)
    let alone = trajectory(interaction, first)
    let released = first[first.count - 1].time.microseconds
    var count = 0
    for delay in stride(from: Int64(8000), to: 400_000, by: 56_000) {
      // They begin at 3 mm, at 5, at 45 and at 47: before the start, at it, at the end and behind it.
      for (start, end) in [(1.0, 45.0), (3, 45), (47, 5), (49, 5)] {
        let second = Self.finger(Self.along(start, end, by: 1), at: released + delay, id: 2)
        guard let caught = try Catch(interaction, first, second, beginsAt: 2, alone: alone) else {
          continue
        }
        try caught.expectNoJump()
        count += 1
        let last = try #require(caught.led.last)
        #expect(abs(last.fraction - (end == 45 ? high : low)) <= 1e-9)
        // On the way there nothing jumps, either: a step of 1 mm is 1 / 40, and no line is twice as steep.
        let steps = zip(caught.led, caught.led.dropFirst()).map { abs($1.fraction - $0.fraction) }
        #expect(steps.max() ?? 1 <= 1.0 / 20)
      }
      // Farther out it goes as the finger goes: from 2 mm on.
      let second = Self.finger(Self.along(4, -16, by: 1), at: released + delay, id: 2)
      guard limit == 0 || limit == 3,
        let caught = try Catch(interaction, first, second, beginsAt: 2, alone: alone)
      else { continue }
      let fraction = caught.before.fraction
      for (step, sample) in caught.led.enumerated().dropLast() {
        let led = fraction - Double(step) / 40
        #expect(abs(sample.fraction - (limit == 0 ? max(led, min(fraction, 0)) : led)) <= 1e-9)
        if led > 0.05 { #expect(abs(sample.velocity + 125.0 / 40) <= 1e-6) }
      }
    }
    #expect(count > 15)
  }

  /// 9 mm are a tenth of the way from the start, 41 from the end: nearer than that there is no line to it.
  @Test(arguments: [(8.6, false), (9.4, true), (40.6, true), (41.4, false)])
  func `a place near an end leads it on from there, as a steep line would throw it`(
    place: Double, isLine: Bool
  ) throws {
    let interaction = try Self.place(Self.settles[0], .none)
    let first = Self.finger(Self.along(10, 30), id: 1)
    let released = first[first.count - 1].time.microseconds
    let outward = place < 25 ? -1.0 : 1
    let way = [place - 3 * outward] + (0..<4).map { place + Double($0) * outward }
    let second = Self.finger(way, at: released + 64_000, id: 2)
    let caught = try #require(try Catch(interaction, first, second, beginsAt: 1))
    try caught.expectNoJump()
    let (fraction, progress) = (caught.before.fraction, (place - 5) / 40)
    let line = outward < 0 ? fraction / progress : (1 - fraction) / (1 - progress)
    let steps = zip(caught.led, caught.led.dropFirst()).map { ($1.fraction - $0.fraction) * 40 }
    #expect(steps.count == 3)
    for step in steps { #expect(abs(step * outward - (isLine ? line : 1)) <= 1e-9) }
  }

  @Test(arguments: settles.indices)
  func `one catch after another does not jump`(index: Int) throws {
    let interaction = try Self.place(Self.settles[index], .clamped(0...1))
    var hands = Self.finger(Self.along(10, 35), id: 1)
    for (id, way) in [(2, Self.along(30, 20)), (3, Self.along(40, 44)), (4, Self.along(20, 30))] {
      let released = hands[hands.count - 1].time.microseconds
      let next = Self.finger(way, at: released + 40_000, id: id)
      let caught = try #require(try Catch(interaction, hands, next, beginsAt: 4))
      try caught.expectNoJump()
      hands += next
    }
  }

  @Test func `fingers that land hold it, and lead it from there`() throws {
    var interaction = try Self.place(Self.settles[4], .clamped(0...1))
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

  @Test func `what rests goes to the place at once`() throws {
    let interaction = try Self.place(Self.settles[0], .clamped(0...1))
    let first = Self.finger(Self.along(10, 35), id: 1)
    let second = Self.finger(Self.along(23, 40), at: 3_000_000, id: 2)
    let both = trajectory(interaction, first + second)
    let led = both.samples.filter { $0.phase == .tracking && $0.time.microseconds >= 3_000_000 }
    #expect(led.first.map { abs($0.fraction - 0.5) < 1e-12 } ?? false)
  }

  /// The first press is let go at its peak, which finishes, or at 0.5 of the force, which cancels.
  @Test(
    arguments: settles.indices,
    [
      #"{ "press": { "start": 0.2, "peak": 0.75 } }"#,
      #"{ "preview": { "start": 0.2, "peek": 0.75, "pop": null } }"#,
    ])
  func `a force leads it on from where it was, and to both ends where they are`(
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
          // It begins at its second frame; then to the peak and down to the start.
          let way =
            [0.1] + Self.along(begins, 0.74, by: 0.022) + [0.75] + Self.along(0.74, 0.2, by: 0.022)
          let isPreview = gesture.contains("preview")
          let second = Self.finger(
            isPreview ? way.filter { $0 < 0.75 } : way, asForce: true, at: released + delay, id: 2)
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
          for (sample, force) in zip(caught.led, forces) {
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

  /// From 0.2 on a press has progress, and below 0.2 · 5 / 6 it has let go.
  @Test(arguments: [0.2, 0.365])
  func `a force below its start moves nothing, and has no velocity`(begins: Double) throws {
    let interaction = try Self.force(Self.settles[2], [0, 1])
    let first = Self.finger([0.1, 0.3, 0.5], asForce: true, id: 1)
    let released = first[first.count - 1].time.microseconds
    let second = Self.finger(
      [0.1, begins, 0.2, 0.19, 0.18, 0.17], asForce: true, at: released + 40_000, id: 2)
    let caught = try #require(try Catch(interaction, first, second, beginsAt: 1))
    try caught.expectNoJump()
    // Whoever catches it at the start of all force leads it from there.
    let lowest = begins == 0.2 ? caught.before.fraction : 0
    // Its rate has turned by the second of these reports.
    let below = caught.led.dropFirst(3).prefix(2)
    #expect(below.count == 2)
    for sample in below { #expect(abs(sample.fraction - lowest) <= 1e-9 && sample.velocity == 0) }
  }

  /// A second press that is at its peak with its first report opens what it catches.
  @Test func `a force that is at its peak at once has been there`() throws {
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
