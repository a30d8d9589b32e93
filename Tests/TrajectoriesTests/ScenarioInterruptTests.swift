import Foundation
import PantographBase
import PantographInteractions
import PantographMotion
import PantographTrajectories
import Testing

@Suite struct `B6, a drag that doubles the size` {
  /// When the finger grabs and releases the animation, and the share of the 4 s that is over by then.
  private func run(_ name: String) throws -> (Scenario, began: Double, lift: Double, done: Double) {
    let scenario = try Scenario("b6-drag-and-double-\(name)")
    let began = try #require(scenario.pan(0).first?.time)
    let lift = try #require(scenario.lifts.first)
    #expect(scenario.times(of: .began) == [began])
    #expect(scenario.releases.map(\.time) == [lift])
    // It runs by itself as long as the finger is down, wherever that moves.
    for sample in scenario.samples(began, lift) {
      let fraction = Bezier.easeInOut.progress((sample.time - began) / 4)
      #expect(abs(sample.values[0] - (1 + fraction)) < 1e-6)
    }
    let done = (lift - began) / 4
    #expect(done > 0.35 && done < 0.45)
    return (scenario, began, lift, done)
  }

  private func expectEnd(_ scenario: Scenario, at time: Double) throws {
    let end = try #require(scenario.ends.first)
    #expect(scenario.ends.count == 1)
    #expect(abs(end.time - time) < 2e-6 && end.event.fraction == 0)
    #expect(scenario.trajectory.samples.last?.values == [1])
  }

  @Test func `runs back the same way in the same time`() throws {
    let (scenario, began, lift, done) = try run("reverse")
    try expectEnd(scenario, at: lift + (lift - began))
    for sample in scenario.samples(lift, lift + (lift - began)) {
      let fraction = Bezier.easeInOut.progress(done - (sample.time - lift) / 4)
      #expect(abs(sample.values[0] - (1 + fraction)) < 1e-6)
    }
  }

  @Test func `runs back on the full curve in 4 s`() throws {
    let (scenario, _, lift, done) = try run("afresh")
    let caught = Bezier.easeInOut.progress(done)
    try expectEnd(scenario, at: lift + 4)
    for sample in scenario.samples(lift, lift + 4) {
      let fraction = caught * (1 - Bezier.easeInOut.progress((sample.time - lift) / 4))
      #expect(abs(sample.values[0] - (1 + fraction)) < 1e-6)
    }
  }

  @Test func `runs back in the share of 4 s that had passed`() throws {
    let (scenario, _, lift, done) = try run("shortened")
    let caught = Bezier.easeInOut.progress(done)
    try expectEnd(scenario, at: lift + 4 * done)
    let samples = scenario.samples(lift, lift + 4 * done)
    #expect(samples.count > 40)
    for sample in samples {
      let share = (sample.time - lift) / (4 * done)
      let fraction = caught * (1 - Bezier.easeInOut.progress(share))
      #expect(abs(sample.values[0] - (1 + fraction)) < 1e-6)
    }
  }
}

@Suite struct `B7, a circle that springs back to its centre` {
  /// The angular frequency for mass 2.5 and stiffness 70.
  ///
  /// A damping of 55 is 2.08 times the critical one, and counts as critical.
  private static let frequency = (70 / 2.5).squareRoot()

  /// Returns what is left of a moving offset after a time on the critically damped spring.
  private static func left(_ offset: Double, _ velocity: Double, _ time: Double) -> Double {
    exp(-frequency * time) * (offset + (velocity + frequency * offset) * time)
  }

  /// Returns the velocity with which an offset reaches another one in a time.
  private static func velocity(_ offset: Double, _ later: Double, _ time: Double) -> Double {
    (later * exp(frequency * time) - offset) / time - frequency * offset
  }

  /// Returns when Core Animation takes such a spring to be at rest: at the first tenth of a second with
  /// less than a thousandth of the distance left.
  private static func rest(_ offset: Double, _ velocity: Double) -> Double {
    let tenths = (0...100).first {
      abs(left(offset, velocity, Double($0) / 10)) < 0.001 * abs(offset)
    }
    return Double(tenths ?? 100) / 10
  }

  private struct Flight {
    var scenario: Scenario
    var lift: Double
    /// The offset from the centre at the release, in points, and both velocities by the first sample.
    var offset: Vector
    var velocity: Vector
    /// The finger's own velocity there, in points per second.
    var finger: Vector

    /// The second release: the first one leaves the circle on its way home from the right, and the
    /// second gesture throws it down.
    init(_ name: String) throws {
      scenario = try Scenario(name)
      lift = try #require(scenario.lifts.last)
      #expect(scenario.lifts.count == 2 && scenario.releases.count == 2)
      // In flight from the first release, from rest; then driven by the second gesture. 6.4 points are
      // a mm.
      let firstLift = scenario.lifts[0]
      let first = try #require(scenario.pan(0).last).translation * 6.4
      let second = scenario.pan(1)
      let began = try #require(second.first).time
      let velocity = try #require(scenario.releases.first).event.velocity * 100
      let translation = try #require(second.last).translation * 6.4
      let sample = try #require(scenario.samples(firstLift, began).first)
      let across = sample.values[1] - 240
      let up = B7.velocity(first.y, across, sample.time - firstLift)
      let sign = name.hasSuffix("tutorial") ? -first.x / 500 : 1
      offset = Vector(
        x: B7.left(first.x, velocity * sign, began - firstLift) + translation.x,
        y: B7.left(first.y, up, began - firstLift) + translation.y)
      let samples = scenario.samples(lift, lift + 1.5)
      let time = samples[4].time - lift
      self.velocity = Vector(
        x: B7.velocity(offset.x, samples[4].values[0] - 160, time),
        y: B7.velocity(offset.y, samples[4].values[1] - 240, time))
      // Minimum jerk over 40 mm in 0.3 s, at the last state before the lift: 30 s² (1 − s)² of the
      // mean.
      let touch = scenario.touches[1]
      let share = (try #require(touch.last).time - touch[0].time) / 0.3
      let pace = 30 * share * share * (1 - share) * (1 - share) * 40 / 0.3
      finger = Vector(x: 0, y: pace * 6.4)
    }

    private typealias B7 = `B7, a circle that springs back to its centre`
  }

  @Test(arguments: ["b7-spring-to-centre", "b7-spring-to-centre-tutorial"])
  func `follows the finger on both axes, without limits`(name: String) throws {
    let scenario = try Scenario(name)
    let pan = scenario.pan(0)
    for (time, translation) in pan {
      guard let sample = scenario.samples(time - 2e-9, time + 0.0099).first else { continue }
      #expect(abs(sample.values[0] - (160 + translation.x * 6.4)) < 1e-6)
      #expect(abs(sample.values[1] - (240 + translation.y * 6.4)) < 1e-6)
    }
    #expect(try #require(scenario.samples(0, 1).map { $0.values[0] }.max()) > 320)
  }

  @Test func `keeps each axis its own velocity`() throws {
    let flight = try Flight("b7-spring-to-centre")
    #expect(abs(flight.velocity.y - flight.finger.y) < 0.1 * flight.finger.y)
    #expect(abs(flight.velocity.x) < 0.05 * flight.finger.y)
    let release = try #require(flight.scenario.releases.last).event.velocity * 100
    #expect(abs(flight.velocity.x - release) < 1e-3)
    try expectSpring(flight)
    // It moves in the direction of the throw: down at first, beyond the point of release.
    let lowest = flight.scenario.samples(flight.lift, flight.lift + 2).map { $0.values[1] }.max()
    #expect(try #require(lowest) > 240 + flight.offset.y + 10)
  }

  @Test func `has the tutorial's velocity, v / 500 of the distance home per second`() throws {
    let flight = try Flight("b7-spring-to-centre-tutorial")
    // Toward home, in whichever direction the finger moved. The gesture is that of the other case,
    // whose flight gives its velocity.
    let finger = try Flight("b7-spring-to-centre").velocity.y
    #expect(abs(flight.velocity.y + flight.offset.y * finger / 500) < 1e-3)
    try expectSpring(flight)
    let lowest = flight.scenario.samples(flight.lift, flight.lift + 2).map { $0.values[1] }.max()
    #expect(try #require(lowest) < 240 + flight.offset.y)
  }

  /// Checks that the whole flight is that of two independent springs on a curved path.
  private func expectSpring(_ flight: Flight) throws {
    let samples = flight.scenario.samples(flight.lift, flight.lift + 3)
    #expect(samples.count > 90)
    let (restX, restY) = (
      Self.rest(flight.offset.x, flight.velocity.x), Self.rest(flight.offset.y, flight.velocity.y)
    )
    let end = try #require(flight.scenario.ends.last)
    #expect(abs(end.time - (flight.lift + max(restX, restY))) < 2e-6)
    var bend = 0.0
    for sample in samples {
      let time = sample.time - flight.lift
      let x = time < restX ? Self.left(flight.offset.x, flight.velocity.x, time) : 0
      let y = time < restY ? Self.left(flight.offset.y, flight.velocity.y, time) : 0
      #expect(abs(sample.values[0] - (160 + x)) < 1e-4)
      #expect(abs(sample.values[1] - (240 + y)) < 1e-4)
      // The distance from the straight line home.
      let length =
        (flight.offset.x * flight.offset.x + flight.offset.y * flight.offset.y).squareRoot()
      bend = max(bend, abs(x * flight.offset.y - y * flight.offset.x) / length)
    }
    #expect(bend > 10)
    #expect(flight.scenario.trajectory.samples.last?.values == [160, 240])
  }
}

@Suite struct `B8, a scrub by the location of the finger` {
  /// Returns the share of 166 mm, in any part of them that the view covers.
  private func expectLocations(_ scenario: Scenario, height: Double) throws -> [Double] {
    let began = try #require(scenario.times(of: .began).first)
    let lift = try #require(scenario.lifts.first)
    let samples = scenario.samples(began, lift)
    #expect(samples.count > 40)
    for sample in samples {
      let fraction = min(max(try scenario.look(at: sample.time).position.y / height, 0), 1)
      #expect(abs(sample.fraction - fraction) < 1e-9)
      #expect(abs(sample.values[0] - (1 + 2 * fraction)) < 1e-9)
      // The colour changes in the last quarter, each component by itself.
      let turned = max((fraction - 0.75) / 0.25, 0)
      #expect(abs(sample.values[1] - (1 - turned)) < 1e-9)
      #expect(abs(sample.values[2] - turned) < 1e-9)
      if fraction <= 0.75 { #expect(sample.values[1] == 1 && sample.values[2] == 0) }
    }
    return samples.map(\.fraction)
  }

  @Test func `is at y divided by the height`() throws {
    let fractions = try expectLocations(try Scenario("b8-scrub-by-place"), height: 166)
    #expect(try #require(fractions.first) < 0.15 && fractions.last.map { $0 > 0.89 } == true)
  }

  @Test func `is clamped where the finger leaves the view`() throws {
    let scenario = try Scenario("b8-scrub-by-place") {
      $0.replacing(#""share": 1"#, with: #""share": 0.5"#)
    }
    let fractions = try expectLocations(scenario, height: 83)
    #expect(fractions.last == 1)
  }
}

@Suite struct `B9, a pan that interrupts` {
  /// The distance of 275 points in millimetres.
  private static let distance = 275 / 6.4

  @Test func `never jumps, however often it is caught`() throws {
    let scenario = try Scenario("b9-pan-interrupt")
    let begins = scenario.events { $0 == .began }
    #expect(begins.count == 3 && scenario.lifts.count == 3)
    #expect(scenario.outcomes == [.finish, .finish, .finish])
    // Only one of them runs to its end: the others are caught before.
    #expect(scenario.ends.map(\.event.kind) == [.completed(.end)])
    var caught = 0.0
    for (number, begin) in begins.enumerated() {
      let pan = scenario.pan(number)
      #expect(pan[0].time == begin.time)
      // It begins where it was, plus the translation beyond the slop.
      let translation = pan[0].translation.x / Self.distance
      #expect(abs(begin.event.fraction - (caught + translation)) < 1e-9)
      for (time, translation) in pan {
        let event = try #require(
          scenario.events { $0 == .began || $0 == .changed }.first { $0.time == time }
        ).event
        #expect(abs(event.fraction - (caught + translation.x / Self.distance)) < 1e-9)
      }
      let lift = scenario.lifts[number]
      let current = caught + (try #require(pan.last)).translation.x / Self.distance
      #expect(abs(scenario.releases[number].event.fraction - current) < 1e-9)
      #expect(current > 0.3 && current < 0.95)

      // The rest of easeOut, in the share of 3 s that is left of it.
      let share = Bezier.easeOut.time(of: current)
      let next = number < 2 ? begins[number + 1].time : lift + 3 * (1 - share)
      for sample in scenario.samples(lift, next) {
        let fraction = Bezier.easeOut.progress(share + (sample.time - lift) / 3)
        #expect(abs(sample.fraction - fraction) < 1e-6)
        #expect(abs(sample.values[0] - 275 * fraction) < 3e-4)
      }
      caught = Bezier.easeOut.progress(share + (next - lift) / 3)
    }
    let last = try #require(scenario.pan(2).last).translation.x
    #expect(last < -15)
  }

  /// With progress by time, the finger also moves it in its time: the share of its time at the catch,
  /// plus the translation.
  @Test func `never jumps when it is scrubbed by time, either`() throws {
    let scenario = try Scenario("b9-pan-interrupt") {
      $0.replacing(#""duration": 3,"#, with: #""duration": 3, "scrubsLinearly": false,"#)
    }
    let begins = scenario.times(of: .began)
    #expect(begins.count == 3)
    var caught = 0.0
    for (number, begin) in begins.enumerated() {
      for (time, translation) in scenario.pan(number) {
        let event = try #require(
          scenario.events { $0 == .began || $0 == .changed }.first { $0.time == time }
        ).event
        let share = min(max(caught + translation.x / Self.distance, 0), 1)
        #expect(abs(event.fraction - Bezier.easeOut.progress(share)) < 1e-6)
      }
      let lift = scenario.lifts[number]
      let translation = try #require(scenario.pan(number).last).translation.x
      let share = min(max(caught + translation / Self.distance, 0), 1)
      let next = number < 2 ? begins[number + 1] : lift + 3 * (1 - share)
      #expect(number == 0 || begin > scenario.lifts[number - 1])
      for sample in scenario.samples(lift, next) {
        let fraction = Bezier.easeOut.progress(share + (sample.time - lift) / 3)
        #expect(abs(sample.fraction - fraction) < 1e-6)
      }
      caught = min(share + (next - lift) / 3, 1)
    }
  }

  /// The same without using a curve: just before a catch it is where it is just after.
  @Test func `has no gap in its samples at a catch`() throws {
    let scenario = try Scenario("b9-pan-interrupt") {
      $0.replacing(#""rate": 30"#, with: #""rate": 10000"#)
    }
    for begin in scenario.times(of: .began).dropFirst() {
      let before = try #require(scenario.samples(begin - 0.00025, begin).last)
      let after = try #require(scenario.samples(begin - 1e-8, begin + 0.0002).first)
      let number = try #require(scenario.times(of: .began).firstIndex(of: begin))
      let translation = scenario.pan(number)[0].translation.x / Self.distance
      // 0.44 per second at most, in 0.1 ms.
      #expect(abs(after.fraction - translation - before.fraction) < 5e-5)
    }
  }
}
