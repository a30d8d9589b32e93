import PantographBase
import PantographGestures
import PantographInteractions
import PantographMotion
import PantographTestSupport
import PantographTouchScripts
import PantographTouches
import PantographTrajectories
import Testing

/// What a workspace that is added, an output that is resized or a theme changes while it moves.
@Suite struct `An interaction that replaces another one` {
  private static let spring = Spring(response: 0.4, dampingRatio: 0.8)

  /// Over 40 mm, without a slop, from 0 to −1000, with an animation and snap points at these progresses.
  private static func pager(
    _ spring: Spring = spring, to end: Double = -1000, at points: [Double] = [0, 1],
    _ change: (inout Interaction) -> Void = { _ in }
  ) throws -> Interaction {
    try interaction {
      $0.gesture = .pan(.init(slop: 0))
      $0.finish = .spring(spring)
      $0.cancel = .spring(spring)
      $0.rule.snapPoints = points
      $0.rule.clauses = []
      $0.rule.otherwise = .nearest
      $0.progress.limits = .clamped(points[0]...points[points.count - 1])
      $0.animation.properties = [.init(name: "x", from: 0, to: end)]
      change(&$0)
    }
  }

  /// A finger that moves evenly from 10 mm on, at 125 mm/s: 3.125 distances a second.
  private static func finger(from start: Int = 0, until milliseconds: Int) -> [TouchFrame] {
    frames(
      (start / 8...milliseconds / 8).map { "\($0 * 8) 1:\(10 + $0),20" }.joined(separator: "\n"))
  }

  /// A pager that is settling, and has been for 62 ms.
  private static func settling(_ interaction: Interaction) -> Drive {
    let drive = Drive(interaction)
    drive.feed(finger(until: 240))
    drive.feed("248")
    return drive
  }

  @Test func `settles by the new spring, from where it is and with its velocity`() throws {
    let other = Spring(response: 0.8, dampingRatio: 0.5)
    let drive = Self.settling(try Self.pager())
    let before = try #require(drive.sample(at: 310))
    #expect(before.phase == .settling && before.velocity > 1)
    #expect(drive.change(to: try Self.pager(other), at: 310))
    for age in [0, 0.03, 0.1, 0.4, 0.8] {
      let sample = try #require(drive.sample(at: 310 + 1000 * age))
      let state = other.state(
        after: age, from: .init(offset: before.fraction - 1, velocity: before.velocity))
      #expect(abs(sample.fraction - 1 - state.offset) < 1e-6)
      #expect(abs(sample.velocity - state.velocity) < 1e-5)
    }
    drive.finish()
    #expect(drive.trajectory.samples.last?.fraction == 1)
  }

  @Test func `goes on to the same workspace if one is added`() throws {
    let two = [0.0, 1, 2]
    let drive = Self.settling(try Self.pager(at: two))
    #expect(drive.settle(to: 2, at: 300))
    let before = try #require(drive.sample(at: 340))
    #expect(drive.change(to: try Self.pager(at: two + [3]), at: 340))
    let after = try #require(drive.sample(at: 340))
    #expect(abs(after.fraction - before.fraction) < 1e-9)
    #expect(abs(after.velocity - before.velocity) < 1e-6)
    drive.finish()
    #expect(abs(try #require(drive.trajectory.samples.last).fraction - 2) < 1e-9)
    // There, the new one can be reached.
    #expect(drive.settle(to: 3, at: 9_000))
  }

  /// Four pages of a width of 400 over 120 mm become five over 160 mm: what is seen stays, and so does its speed.
  @Test(arguments: [80, 160, 240, 300, 9_000])
  func `leaves what is seen where it is`(time: Int) throws {
    let four = try Self.pager(to: -1200, at: [0, 1.0 / 3, 2.0 / 3, 1]) {
      $0.progress.distance = .millimetres(120)
    }
    let five = try Self.pager(to: -1600, at: [0, 0.25, 0.5, 0.75, 1]) {
      $0.progress.distance = .millimetres(160)
    }
    func drive(changing: Bool) -> Drive {
      let drive = Drive(four)
      drive.feed(Self.finger(until: min(time, 240)))
      if time > 240 { drive.feed("248") }
      if changing { #expect(drive.change(to: five, keeping: .value, at: Double(time))) }
      if time < 240 { drive.feed(Self.finger(from: time + 8, until: 240)) }
      if time <= 240 { drive.feed("248") }
      return drive
    }
    let (changed, alone) = (drive(changing: true), drive(changing: false))
    for instant in [Double(time), 256, 300, 400, 9_000] where instant >= Double(max(time, 248)) {
      let samples = try (
        #require(changed.sample(at: instant)), #require(alone.sample(at: instant))
      )
      #expect(abs(samples.0.values[0] - samples.1.values[0]) < 1e-3, "\(instant)")
    }
    // 30 mm are 300 of 1200: the first page after the start.
    changed.finish()
    #expect(abs(try #require(changed.trajectory.samples.last).values[0] + 400) < 1e-3)
  }

  @Test func `keeps the second workspace if they become larger`() throws {
    let drive = Self.settling(try Self.pager())
    drive.finish()
    #expect(drive.change(to: try Self.pager(to: -1500), at: 9_000))
    #expect(drive.sample(at: 9_000)?.values == [-1500])
  }

  /// From the 30 mm at 240 ms on, a millimetre is an eightieth and no longer a fortieth.
  @Test(arguments: [0.0, 2.5])
  func `follows fingers by its own distance, without a jump`(offset: Double) throws {
    func longer(_ distance: Double) throws -> Interaction {
      try Self.pager {
        $0.progress.distance = .millimetres(distance)
        $0.progress.offset = .millimetres(offset)
      }
    }
    let drive = Drive(try longer(40))
    drive.feed(Self.finger(until: 160))
    let before = try #require(drive.sample(at: 160)).fraction
    #expect(abs(before - (20 - offset) / 40) < 1e-12)
    #expect(drive.change(to: try longer(80), at: 160))
    #expect(abs(try #require(drive.sample(at: 160)).fraction - before) < 1e-12)
    drive.feed(Self.finger(from: 168, until: 240))
    #expect(abs(try #require(drive.sample(at: 240)).fraction - before - 10.0 / 80) < 1e-12)
    // Its velocity is by the new distance, too.
    #expect(abs(try #require(drive.sample(at: 240)).velocity - 125.0 / 80) < 1e-6)
  }

  /// A range that no longer has what fingers have reached keeps them from no place, but leads no farther.
  @Test func `does not jump back to narrower limits`() throws {
    let drive = Drive(try Self.pager(at: [0, 1, 2]))
    drive.feed(Self.finger(until: 480))
    let before = try #require(drive.sample(at: 480)).fraction
    #expect(before == 1.5)
    #expect(drive.change(to: try Self.pager(), at: 480))
    #expect(drive.sample(at: 480)?.fraction == before)
    drive.feed("488")
    drive.finish()
    #expect(drive.trajectory.samples.last?.fraction == 1)
  }

  /// A workspace is added or removed while fingers pull at a rubber band's end, or within limits.
  @Test(arguments: [
    ([0.0, 1], [0.0, 1, 2]), ([0, 1, 2], [0, 1]),
  ])
  func `does not jump where a step leads elsewhere`(points: [Double], others: [Double]) throws {
    for limits in [ProgressPlan.Limits.rubberBand(coefficient: 0.55), .clamped(0...3)] {
      func pager(_ points: [Double]) throws -> Interaction {
        try Self.pager(at: points) {
          $0.rule.steps = 1
          $0.progress.limits = limits
        }
      }
      let drive = Drive(try pager(points))
      #expect(drive.place(at: 1, from: 0))
      #expect(drive.begin(at: 8) && drive.move(20, at: 16))
      let before = try #require(drive.sample(at: 16)).fraction
      #expect(drive.change(to: try pager(others), at: 16))
      #expect(drive.sample(at: 16)?.fraction == before)
      #expect(drive.move(0.04, at: 24))
      #expect(abs(try #require(drive.sample(at: 24)).fraction - before) < 0.0011)
    }
  }

  /// On its way back by a curve, it is no matter how it would finish.
  @Test func `leaves what runs alone if only the other way changes`() throws {
    func pager(_ spring: Spring) throws -> Interaction {
      try Self.pager(spring) { $0.cancel = .curve(.easeInOut, durationFactor: 1.5) }
    }
    func drive(changing: Bool) throws -> Drive {
      let drive = Drive(try pager(Self.spring))
      drive.feed(Self.finger(until: 80))
      drive.feed("500")
      if changing {
        #expect(drive.change(to: try pager(Spring(response: 1, dampingRatio: 1)), at: 560))
      }
      drive.finish()
      return drive
    }
    let (changed, alone) = (try drive(changing: true), try drive(changing: false))
    #expect(changed.trajectory.samples == alone.trajectory.samples)
    #expect(alone.trajectory.samples.last?.fraction == 0)
  }

  /// A fifth is a sixth of six fifths, but for the last bit.
  @Test func `knows a snap point that has been rounded`() throws {
    func pages(_ count: Int) throws -> Interaction {
      try Self.pager(to: -1000 * Double(count), at: (0...count).map { Double($0) / Double(count) })
    }
    let drive = Drive(try pages(5))
    #expect(drive.place(at: 0.2, from: 0))
    #expect(drive.change(to: try pages(6), keeping: .value, at: 100))
    drive.finish()
    #expect(drive.change(to: try Self.pager(to: -6000, at: [0, 0.5, 1]), at: 9_000))
    drive.finish()
    #expect(drive.trajectory.samples.last?.fraction == 0)
  }

  @Test func `goes on after a finger that held it lifts`() throws {
    func held(_ spring: Spring = Self.spring) throws -> Interaction {
      try Self.pager(spring) {
        $0.gesture = .pan(.init(slop: 5))
        $0.catching = .landing
      }
    }
    let drive = Self.settling(try held())
    let before = try #require(drive.sample(at: 280))
    drive.feed("280 2:30,20")
    #expect(drive.change(to: try held(Spring(response: 1, dampingRatio: 1)), at: 300))
    #expect(drive.sample(at: 300)?.fraction == before.fraction)
    drive.feed("320")
    let after = try #require(drive.sample(at: 320))
    #expect(abs(after.fraction - before.fraction) < 1e-9)
    #expect(abs(after.velocity - before.velocity) < 1e-6)
    drive.finish()
    #expect(drive.trajectory.samples.last?.fraction == 1)
  }

  /// What runs is left alone by an interaction that has the same animation and settles alike.
  @Test(arguments: [
    Settle.curve(.easeInOut, durationFactor: 1.5), .spring(spring),
  ])
  func `leaves what runs alone if it settles alike`(settle: Settle) throws {
    func pager(_ points: [Double]) throws -> Interaction {
      try Self.pager(at: points) {
        $0.finish = settle
        $0.cancel = settle
        $0.animation.properties[0].delayFactor = 0.3
      }
    }
    func drive(changing: Bool) throws -> Drive {
      let drive = Self.settling(try pager([0, 1]))
      if changing { #expect(drive.change(to: try pager([0, 1, 2]), at: 300)) }
      drive.finish()
      return drive
    }
    let (changed, alone) = (try drive(changing: true), try drive(changing: false))
    #expect(changed.trajectory.samples == alone.trajectory.samples)
  }

  @Test func `ends at once after a hold, if it jumps`() throws {
    let drive = Self.settling(try Self.pager())
    #expect(drive.hold(at: 300))
    #expect(drive.change(to: try Self.pager { $0.finish.jumps = true }, at: 320))
    #expect(drive.resume(at: 340))
    #expect(drive.trajectory.events.last?.kind == .completed(.end))
    drive.finish()
    #expect(drive.trajectory.samples.last?.phase == .rest)
  }

  /// Workspace 3 is removed while it is shown: the one before it comes, and fingers find it where it is.
  @Test func `leaves a snap point that there is no more`() throws {
    let drive = Drive(try Self.pager(at: [0, 1, 2, 3]))
    #expect(drive.settle(to: 3, at: 0))
    drive.finish()
    #expect(drive.change(to: try Self.pager(at: [0, 1, 2]), at: 9_000))
    let start = try #require(drive.sample(at: 9_000))
    #expect(start.fraction == 3 && start.phase == .settling)
    // Caught on its way, it does not jump into the limits.
    #expect(drive.begin(at: 9_040))
    let caught = try #require(drive.sample(at: 9_040)).fraction
    #expect(caught > 2.2 && caught < 3)
    #expect(drive.move(-4, at: 9_048))
    #expect(abs(try #require(drive.sample(at: 9_048)).fraction - caught + 0.1) < 1e-9)
    #expect(drive.end(at: 9_060))
    drive.finish()
    #expect(drive.trajectory.samples.last?.fraction == 2)
  }

  @Test func `has its first sample now`() throws {
    let drive = Self.settling(try Self.pager())
    drive.finish()
    let count = drive.trajectory.samples.count
    #expect(drive.change(to: try Self.pager(to: -500), at: 9_000))
    drive.finish()
    let sample = try #require(drive.trajectory.samples.dropFirst(count).first)
    #expect(sample.time.microseconds >= 9_000_000 && sample.values == [-500])
  }

  @Test func `does not take other sources while fingers are down`() throws {
    let drive = Drive(try Self.pager())
    #expect(drive.begin(at: 0) && drive.move(10, at: 8))
    for source in [ProgressPlan.Source.location, .time, .nothing] {
      #expect(!drive.change(to: try Self.pager { $0.progress.source = source }, at: 16))
    }
    #expect(drive.end(at: 24))
    #expect(drive.change(to: try Self.pager { $0.progress.source = .time }, at: 32))
  }

  @Test func `listens to taps as it says`() throws {
    let drive = Drive(try Self.pager())
    let tapped = try Self.pager { $0.start = .tap }
    #expect(drive.change(to: tapped, at: 0))
    drive.feed("100 1:30,20\n150")
    #expect(drive.trajectory.events.last?.kind == .started(.forward))
    // A finger that goes on after it was sent taps nothing.
    drive.finish()
    drive.feed("9000 1:30,20")
    #expect(drive.settle(to: 0, at: 9_010))
    drive.feed("9050")
    drive.finish()
    #expect(drive.trajectory.samples.last?.fraction == 0)
  }

  @Test func `is refused if it can't go on`() throws {
    let drive = Drive(try Self.pager())
    #expect(!drive.change(to: try Self.pager { $0.animation.properties[0].name = "y" }, at: 0))
    #expect(!drive.change(to: try Self.pager { $0.progress.distance = .share(0.5) }, at: 0))
    let slop = try Self.pager { $0.gesture = .pan(.init(slop: 3)) }
    drive.feed(Self.finger(until: 80))
    #expect(!drive.change(to: slop, at: 80))
    drive.feed("88")
    #expect(drive.change(to: slop, at: 96))
    let following = try Self.pager {
      $0.afterwards = AnimationPlan(
        duration: 1, timing: .curve(.linear), properties: [.init(name: "x", from: nil, to: 5)])
    }
    #expect(drive.change(to: following, at: 104))
    #expect(drive.settle(to: 1, at: 104))
    _ = drive.sample(at: 9_000)
    #expect(!drive.change(to: try Self.pager(), at: 1_500))
  }

  /// Whatever it does and whenever, position and velocity are continuous where a spring moves it.
  @Test(arguments: 0..<40) func `is continuous at any time`(seed: Int) throws {
    var random = TestRandom(seed: UInt64(seed))
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    for _ in 0..<25 {
      func any() throws -> Interaction {
        let (response, damping) = (number(0.1...1), number(0.3...1.5))
        let distance = number(20...90)
        let points = [0.0, 1] + (Bool.random(using: &random) ? [number(1.1...3)] : [])
        return try Self.pager(
          Spring(response: response, dampingRatio: damping), to: -number(300...2000), at: points
        ) { $0.progress.distance = .millimetres(distance) }
      }
      let (former, next) = (try any(), try any())
      let drive = Drive(former)
      let lift = Int(number(1...40)) * 8
      drive.feed(Self.finger(until: lift))
      drive.feed("\(lift + 8)")
      let time = Double(lift) + 8 + number(0...700).rounded()
      let before = try #require(drive.sample(at: time))
      let isValue = Bool.random(using: &random)
      #expect(drive.change(to: next, keeping: isValue ? .value : .progress, at: time))
      let after = try #require(drive.sample(at: time))
      if isValue {
        #expect(abs(after.values[0] - before.values[0]) < 1e-6)
        let ends = [former, next].map { $0.animation.properties[0].to }
        if before.phase == .settling {
          #expect(abs(after.velocity * ends[1] - before.velocity * ends[0]) < 1e-2)
        }
      } else {
        #expect(abs(after.fraction - before.fraction) < 1e-9)
        if before.phase == .settling { #expect(abs(after.velocity - before.velocity) < 1e-5) }
      }
    }
  }

  /// So it is with fingers down, at the end of a rubber band, within a step, on curves, and scrubbed in time.
  @Test(arguments: 0..<40) func `does not jump, however it is driven`(seed: Int) throws {
    var random = TestRandom(seed: UInt64(seed))
    func one<Value>(of values: [Value]) -> Value { values.randomElement(using: &random)! }
    for _ in 0..<25 {
      let limits = one(
        of: [ProgressPlan.Limits.clamped(0...2), .none, .rubberBand(coefficient: 0.55)])
      func any() throws -> Interaction {
        let spring = Spring(response: .random(in: 0.3...1, using: &random), dampingRatio: 0.9)
        let settle = one(of: [.spring(spring), one(of: `A handoff`.settles).settle])
        let isTimed = one(of: [true, false])
        let steps = one(of: [nil, 1, 2])
        // Time ends at 1.
        let points = one(of: [[0.0, 1], [0, 0.4, 1], isTimed ? [0, 0.7, 1] : [0, 1, 2]])
        let distance = Double.random(in: 15...90, using: &random)
        return try Self.pager(at: points) {
          ($0.finish, $0.cancel) = (settle, settle)
          $0.rule.steps = steps
          $0.progress.limits = limits
          $0.progress.distance = .millimetres(distance)
          $0.animation.timing = .curve(.easeInOut)
          $0.animation.scrubsLinearly = !isTimed
        }
      }
      let (former, next) = (try any(), try any())
      let drive = Drive(former)
      let lift = Int.random(in: 2...40, using: &random) * 8
      drive.feed(Self.finger(until: lift))
      let isDown = one(of: [true, false])
      if !isDown { drive.feed("\(lift + 8)") }
      let time = Double(lift + 8) + (isDown ? 0 : Double(Int.random(in: 0...400, using: &random)))
      let before = try #require(drive.sample(at: time))
      #expect(drive.change(to: next, at: time))
      let after = try #require(drive.sample(at: time))
      #expect(
        abs(after.fraction - before.fraction) < 1e-6,
        "\(former.finish), then \(next.finish), at \(before)")
      if before.phase == .settling, after.phase == .settling, next.finish.knownSpring != nil {
        #expect(abs(after.velocity - before.velocity) < 1e-4)
      }
      // What fingers do next moves it from there, and it comes to rest.
      if isDown { drive.feed(Self.finger(from: lift + 16, until: lift + 24)) }
      drive.feed("\(lift + 500)")
      drive.finish()
      let end = try #require(drive.trajectory.samples.last)
      // A snap point is a fraction of the time, or of the progress.
      let points = next.rule.snapPoints.flatMap { [$0, Bezier.easeInOut.progress($0)] }
      #expect(
        end.phase == .rest && points.contains { abs($0 - end.fraction) < 1e-6 },
        "\(end.fraction) of \(next.rule.snapPoints), \(former.rule.snapPoints) before, \(before)")
    }
  }
}
