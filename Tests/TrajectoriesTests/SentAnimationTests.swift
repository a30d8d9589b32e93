import PantographBase
import PantographGestures
import PantographInteractions
import PantographMotion
import PantographTouchScripts
import PantographTouches
import PantographTrajectories
import Testing

/// What a key, a pager or a close button does to an animation, whatever it does then.
@Suite struct `An animation that a program sends` {
  private static let spring = Spring(response: 0.4, dampingRatio: 0.8)

  /// Over 40 mm, without a slop.
  private static func direct(
    _ settle: Settle = .spring(spring), _ change: (inout Interaction) -> Void = { _ in }
  ) throws -> Interaction {
    try interaction {
      $0.gesture = .pan(.init(slop: 0))
      $0.finish = settle
      $0.cancel = settle
      change(&$0)
    }
  }

  /// A finger that moves evenly from 10 mm on, at 125 mm/s.
  private static func finger(until milliseconds: Int) -> [TouchFrame] {
    frames((0...milliseconds / 8).map { "\($0 * 8) 1:\(10 + $0),20" }.joined(separator: "\n"))
  }

  /// What it does when it is sent: nothing yet, follow a finger, settle, and rest.
  enum Moment: String, CaseIterable, Sendable {
    case idle, tracking, settling, rest
  }

  /// Returns a drive at a moment, and its time in milliseconds.
  private static func drive(
    _ interaction: Interaction, to moment: Moment
  ) -> (drive: Drive, time: Double) {
    let drive = Drive(interaction)
    switch moment {
    case .idle: return (drive, 100)
    case .tracking:
      drive.feed(finger(until: 160))
      return (drive, 165)
    case .settling, .rest:
      drive.feed(finger(until: 160))
      drive.feed("168")
      return (drive, moment == .settling ? 230 : 5_000)
    }
  }

  @Test(arguments: Moment.allCases, `A handoff`.settles.indices)
  func `goes on from where it is, with its velocity if a spring moves it`(
    moment: Moment, index: Int
  ) throws {
    let settle = `A handoff`.settles[index].settle
    let (drive, time) = Self.drive(try Self.direct(settle), to: moment)
    let before = try #require(drive.sample(at: time))
    #expect(before.phase.rawValue == moment.rawValue)
    #expect(drive.settle(to: 0.3, at: time))
    let after = try #require(drive.sample(at: time))
    #expect(after.phase == .settling)
    #expect(abs(after.fraction - before.fraction) < 1e-9)
    if settle.knownSpring != nil {
      #expect(abs(after.velocity - before.velocity) < 1e-6)
    }
    drive.finish()
    #expect(abs(try #require(drive.trajectory.samples.last).fraction - 0.3) < 1e-9)
    let events = drive.trajectory.events.map(\.kind)
    #expect(events.contains(.started(.place(0.3))))
    #expect(events.last == .completed(.current))
    #expect(events.contains(.cancelled) == (moment == .tracking))
    // Nothing but a release is judged.
    #expect(drive.trajectory.decisions.count == (moment == .settling || moment == .rest ? 1 : 0))
  }

  /// From rest, x = ½ + spring(−½, 0); from a finger at half of the way with 125 mm/s, x = ½ + spring(0, 3.125).
  @Test func `follows the closed form of its spring`() throws {
    let resting = Drive(try Self.direct())
    #expect(resting.settle(to: 0.5, at: 1_000))
    let driven = Drive(try Self.direct())
    driven.feed(Self.finger(until: 160))
    #expect(driven.settle(to: 0.5, at: 160))
    for step in 0...20 {
      let age = Double(step) / 50
      let still = Self.spring.state(after: age, from: .init(offset: -0.5, velocity: 0))
      let moving = Self.spring.state(after: age, from: .init(offset: 0, velocity: 3.125))
      let samples = try (
        #require(resting.sample(at: 1_000 + 1_000 * age)),
        #require(driven.sample(at: 160 + 1_000 * age))
      )
      #expect(abs(samples.0.fraction - 0.5 - still.offset) < 1e-6)
      #expect(abs(samples.1.fraction - 0.5 - moving.offset) < 1e-6)
      #expect(abs(samples.1.velocity - moving.velocity) < 1e-5)
    }
  }

  /// What a tap has started runs by the animation's own curve, and fingers may scrub it in time.
  @Test(arguments: [true, false], [0.0, 0.4, 1])
  func `goes on from where a curve has it`(scrubsLinearly: Bool, target: Double) throws {
    let interaction = try Self.direct {
      $0.start = .tap
      $0.animation = AnimationPlan(
        duration: 1, timing: .curve(.easeIn), properties: [.init(name: "x", from: 0, to: 100)])
      $0.animation.scrubsLinearly = scrubsLinearly
    }
    let drive = Drive(interaction)
    drive.feed("100 1:30,20\n150")
    let before = try #require(drive.sample(at: 650))
    #expect(before.phase == .settling && before.values[0] > 10 && before.values[0] < 50)
    #expect(drive.settle(to: target, at: 650))
    let after = try #require(drive.sample(at: 650))
    #expect(abs(after.values[0] - before.values[0]) < 1e-6)
    #expect(abs(after.velocity - before.velocity) < 1e-6)
    drive.finish()
    // Where it would have been placed: at a progress, or at a time.
    let placed = Drive(interaction)
    #expect(placed.place(at: target, from: 0))
    let end = try #require(placed.sample(at: 0)).values[0]
    #expect(abs(end - 100 * target) < 1e-9 || !scrubsLinearly && target == 0.4)
    #expect(abs(try #require(drive.trajectory.samples.last).values[0] - end) < 1e-9)
  }

  /// A release to a snap point between the ends keeps the fingers' velocity on both scales, too.
  @Test(arguments: [true, false]) func `keeps a release's velocity`(scrubsLinearly: Bool) throws {
    let drive = Drive(
      try Self.direct {
        $0.rule.snapPoints = [0, 0.4, 1]
        $0.rule.clauses = []
        $0.rule.otherwise = .nearest
        $0.animation = AnimationPlan(duration: 1, timing: .curve(.easeIn), properties: [])
        $0.animation.scrubsLinearly = scrubsLinearly
      })
    drive.feed(Self.finger(until: 120))
    let before = try #require(drive.sample(at: 124))
    drive.feed("124")
    let after = try #require(drive.sample(at: 124))
    #expect(before.velocity > 1 && after.phase == .settling)
    #expect(abs(after.fraction - before.fraction) < 1e-9)
    #expect(abs(after.velocity - before.velocity) < 1e-6)
  }

  /// Asked long before, it is seen where it comes to, and at rest.
  @Test(arguments: `A handoff`.settles.indices, [1.0, 0.4])
  func `is seen ahead as it comes`(index: Int, target: Double) throws {
    let interaction = try Self.direct(`A handoff`.settles[index].settle) {
      $0.animation.properties = [
        .init(name: "x", from: 3, to: 50), .init(name: "late", from: 0, to: 1),
      ]
      $0.animation.properties[1].delayFactor = 0.3
    }
    func sent() -> Drive {
      let drive = Drive(interaction)
      drive.feed(Self.finger(until: 160))
      #expect(drive.settle(to: target, at: 165))
      return drive
    }
    let (drive, ahead) = (sent(), sent())
    drive.finish()
    let samples = drive.trajectory.samples.filter { $0.time.microseconds > 165_000 }
    #expect(samples.count > 3 && samples.last?.phase == .rest)
    for sample in samples {
      #expect(ahead.sample(at: Double(sample.time.microseconds) / 1000) == sample)
    }
  }

  @Test func `leaves the fingers without it`() throws {
    let drive = Drive(try Self.direct())
    drive.feed(Self.finger(until: 80))
    #expect(drive.settle(to: 1, at: 80))
    let alone = Drive(try Self.direct())
    alone.feed(Self.finger(until: 80))
    #expect(alone.settle(to: 1, at: 80))
    drive.feed(Array(Self.finger(until: 240).dropFirst(11)))
    drive.feed("248")
    for time in [100.0, 200, 250, 400] where time > 248 {
      #expect(drive.sample(at: time) == alone.sample(at: time))
    }
    #expect(drive.trajectory.events.filter { $0.kind == .began }.count == 1)

    let reported = Drive(try Self.direct())
    #expect(reported.begin(at: 0) && reported.move(10, at: 8))
    #expect(reported.settle(to: 0, at: 16))
    #expect(!reported.move(10, at: 24) && !reported.end(at: 32))
    // Another gesture catches it.
    #expect(reported.begin(at: 40) && reported.move(4, at: 48))
  }

  @Test func `goes on if it is sent there again`() throws {
    func sent(every milliseconds: Int) throws -> Drive {
      let drive = Drive(try Self.direct(.curve(.easeInOut, durationFactor: 1)))
      for time in stride(from: 0, through: 300, by: milliseconds) {
        #expect(drive.settle(to: 1, at: Double(time)))
      }
      return drive
    }
    #expect(try sent(every: 33).sample(at: 330) == sent(every: 301).sample(at: 330))
  }

  /// What takes a multiple of the animation's time takes it of its own, and nothing of the dismissal's.
  @Test(arguments: [true, false]) func `takes its own time after a dismissal`(
    isCaught: Bool
  ) throws {
    let interaction = try Self.direct(.curve(.linear, durationFactor: 0.5)) {
      $0.dismissal = .init(duration: 4, timing: .curve(.easeIn))
      $0.animation = AnimationPlan(
        duration: 1, timing: .curve(.linear),
        properties: [.init(name: "x", from: 0, to: 100), .init(name: "y", from: 0, to: 100)])
      $0.animation.properties[1].axis = .across
    }
    let drive = Drive(interaction)
    #expect(drive.place(at: 1, from: 0))
    drive.feed("8 1:30,20\n50")
    #expect(drive.trajectory.events.last?.kind == .started(.dismissal))
    // By easeIn, 1 − x is the progress of the curve.
    let half = try #require(drive.sample(at: 2_050))
    #expect(abs(half.fraction - 1 + Bezier.easeIn.progress(0.5)) < 1e-6)
    let (start, time) = isCaught ? (half.fraction, 2_050.0) : (0, 9_000)
    #expect(drive.settle(to: 1, at: time))
    // Half a second, at an even speed.
    let later = try #require(drive.sample(at: time + 250))
    #expect(abs(later.fraction - (1 + start) / 2) < 1e-6)
    #expect(drive.sample(at: time + 500)?.fraction == 1)
    drive.finish()
    guard !isCaught else { return }
    // So does the other way, by the animation's own second.
    #expect(drive.reverse(at: 20_000))
    #expect(abs(try #require(drive.sample(at: 20_500)).fraction - 0.5) < 1e-6)
  }

  /// After a dismissal fingers scrub it as before: in time, if that is how they do.
  @Test func `is scrubbed in time after a dismissal`() throws {
    let drive = Drive(
      try Self.direct {
        $0.dismissal = .init(duration: 1, timing: .curve(.easeOut))
        $0.animation = AnimationPlan(duration: 1, timing: .curve(.easeIn), properties: [])
        $0.animation.scrubsLinearly = false
      })
    #expect(drive.place(at: 1, from: 0))
    drive.feed("8 1:30,20\n50")
    _ = drive.settle(to: 0.5, at: 9_000)
    drive.finish()
    let half = Bezier.easeIn.progress(0.5)
    #expect(abs(try #require(drive.trajectory.samples.last).fraction - half) < 1e-9)
    #expect(drive.begin(at: 20_000) && drive.move(10, at: 20_008))
    let more = try #require(drive.sample(at: 20_008)).fraction
    #expect(abs(more - Bezier.easeIn.progress(0.75)) < 1e-9)
  }

  /// Farther beyond an end than a rubber band can reach, no pull has led there; fingers move it all the same.
  @Test func `is pulled back from far beyond a rubber band`() throws {
    let drive = Drive(try Self.direct { $0.progress.limits = .rubberBand(coefficient: 0.55) })
    #expect(drive.place(at: 2.5, from: 0))
    #expect(drive.begin(at: 8) && drive.move(0, at: 16))
    #expect(drive.sample(at: 16)?.fraction == 2.5)
    // From 1.6 on, a band whose limit is 1 is stretched by 0.9: 1 − 1 / (0.55 x + 1), pulled by x.
    let pull = 9 / 0.55
    #expect(drive.move(-40 * (pull - 4), at: 24))
    let fraction = try #require(drive.sample(at: 24)).fraction
    #expect(abs(fraction - 1.6 - (1 - 1 / (0.55 * 4 + 1))) < 1e-9)
  }

  @Test func `stays where it is asked to rest`() throws {
    let drive = Drive(try Self.direct())
    #expect(!drive.settle(to: 0, at: 0))
    #expect(drive.settle(to: 0.5, at: 0))
    drive.finish()
    #expect(!drive.settle(to: 0.5, at: 10_000))
    #expect(drive.settle(to: 1, at: 10_000))
    drive.finish()
    #expect(drive.trajectory.samples.last?.fraction == 1)
  }

  @Test func `begins where it is placed`() throws {
    let drive = Drive(try Self.direct())
    #expect(drive.place(at: 0.5, from: 0))
    #expect(drive.sample(at: 0)?.fraction == 0.5)
    // A tenth of the way.
    #expect(drive.begin(at: 0) && drive.move(4, at: 8))
    #expect(!drive.place(at: 0, from: 8))
    #expect(abs(try #require(drive.sample(at: 8)).fraction - 0.6) < 1e-12)
    #expect(drive.end(at: 500))
    #expect(!drive.place(at: 0, from: 508))
    drive.finish()
    #expect(drive.trajectory.samples.last?.fraction == 1)
    #expect(drive.place(at: 0.25, from: 9_000))
    #expect(drive.settle(to: 0, at: 9_000))
    drive.finish()
    #expect(drive.trajectory.samples.last?.fraction == 0)
  }
}
