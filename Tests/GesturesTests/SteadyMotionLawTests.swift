import PantographBase
import PantographGestures
import PantographTestSupport
import Testing

/// A random movement within 300 ms, and the instant at which the velocity is requested.
private struct Movement {
  var reports: [(time: Int64, translation: Vector)] = []
  var asked: Int64

  /// Creates a finger that sets off, keeps or changes its velocity, slows down, rests or reverses.
  ///
  /// Its positions may scatter, and its reports may be uniform, late, or interrupted.
  init(seed: Int) {
    var random = TestRandom(seed: UInt64(seed) &* 0x9e37_79b9_7f4a_7c15)
    func chance(_ share: Double) -> Bool { random.share() < share }
    let isAlongOneLine = chance(0.3)
    let scatter = chance(0.4) ? 0 : 0.3 * random.share() * random.share()
    let interval = [4167.0, 8000, 8333, 11_111, 16_667, 33_000][Int(6 * random.share())]
    let lateness = chance(0.5) ? 0 : interval * random.share()
    var translation = Vector(x: 100 * random.normal(), y: 100 * random.normal())
    var velocity = Vector(x: 400 * random.normal(), y: isAlongOneLine ? 0 : 400 * random.normal())
    var acceleration = Vector.zero
    var rest = 0.0
    var (time, reported) = (1_000_000.0, Int64(0))
    for _ in 0..<Int(1 + 40 * random.share()) {
      let report = max(Int64(time + (chance(0.3) ? lateness * random.share() : 0)), reported + 1)
      reported = report
      let error = Vector(
        x: scatter * random.normal(), y: isAlongOneLine ? 0 : scatter * random.normal())
      reports.append((report, translation + error))
      let step = (chance(0.03) ? 8 : 1) * interval
      time += step
      if chance(0.1) {
        acceleration = velocity * (20 * random.normal())
      } else if chance(0.1) {
        acceleration = .zero
      }
      if chance(0.03) { velocity = velocity * -1 }
      if chance(0.03), !isAlongOneLine {
        let (x, y) = (random.normal(), random.normal())
        velocity = Vector(x: velocity.x * x - velocity.y * y, y: velocity.x * y + velocity.y * x)
      }
      if chance(0.04) { rest = 60_000 * random.share() * random.share() }
      let moving = max(0, step - rest) / 1e6
      rest = max(0, rest - step)
      velocity += acceleration * moving
      translation += velocity * moving
    }
    let newest = reports[reports.count - 1].time
    reports.removeAll { newest - $0.time > 300_000 }
    asked = newest + (chance(0.5) ? 0 : Int64(70_000 * random.share()))
  }
}

@Suite struct `The velocity of a random movement` {
  /// The fast implementation and the plain reference give the same result.
  @Test(arguments: 0..<20)
  func `is that of the reference implementation`(group: Int) throws {
    var kinds = (moving: 0, resting: 0)
    for seed in 200 * group..<200 * (group + 1) {
      let movement = Movement(seed: seed + 1)
      var history = MotionHistory()
      for report in movement.reports {
        history.add(report.translation, at: Timestamp(microseconds: report.time))
      }
      let velocity = try #require(
        VelocityEstimator.pantograph.velocity(
          of: history, at: Timestamp(microseconds: movement.asked)))
      let expected = SteadyMotionReference(movement.reports, at: movement.asked).velocity
      let size = abs(expected.x) + abs(expected.y)
      let difference = abs(velocity.x - expected.x) + abs(velocity.y - expected.y)
      #expect(difference <= 1e-6 * max(size, 1), "seed \(seed + 1)")
      if size == 0 { kinds.resting += 1 } else { kinds.moving += 1 }
    }
    #expect(kinds.moving > 50 && kinds.resting > 10)
  }
}
