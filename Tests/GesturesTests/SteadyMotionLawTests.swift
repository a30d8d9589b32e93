import Gestures
import Quantities
import TestSupport
import Testing

/// A hand of some kind within 300 ms, and when somebody asks how fast it goes.
private struct Hand {
  var reports: [(time: Int64, way: Vector)] = []
  var asked: Int64

  /// It sets off, keeps its pace or changes it, slows down, stands still or turns; its places scatter or
  /// not, and its reports come evenly, late, or after a pause.
  init(seed: Int) {
    var random = TestRandom(seed: UInt64(seed) &* 0x9e37_79b9_7f4a_7c15)
    func chance(_ share: Double) -> Bool { random.share() < share }
    let isAlongOneLine = chance(0.3)
    let scatter = chance(0.4) ? 0 : 0.3 * random.share() * random.share()
    let interval = [4167.0, 8000, 8333, 11_111, 16_667, 33_000][Int(6 * random.share())]
    let lateness = chance(0.5) ? 0 : interval * random.share()
    var way = Vector(x: 100 * random.normal(), y: 100 * random.normal())
    var velocity = Vector(x: 400 * random.normal(), y: isAlongOneLine ? 0 : 400 * random.normal())
    var acceleration = Vector.zero
    var rest = 0.0
    var (time, told) = (1_000_000.0, Int64(0))
    for _ in 0..<Int(1 + 40 * random.share()) {
      let report = max(Int64(time + (chance(0.3) ? lateness * random.share() : 0)), told + 1)
      told = report
      let error = Vector(
        x: scatter * random.normal(), y: isAlongOneLine ? 0 : scatter * random.normal())
      reports.append((report, way + error))
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
      way += velocity * moving
    }
    let newest = reports[reports.count - 1].time
    reports.removeAll { newest - $0.time > 300_000 }
    asked = newest + (chance(0.5) ? 0 : Int64(70_000 * random.share()))
  }
}

@Suite struct `The velocity of a hand` {
  /// The same steps in another form: what is fast here, and what is plain, come to the same answer.
  @Test(arguments: 0..<20)
  func `is what the rule says, word for word`(group: Int) throws {
    var kinds = (moving: 0, resting: 0)
    for seed in 200 * group..<200 * (group + 1) {
      let hand = Hand(seed: seed + 1)
      var history = MotionHistory()
      for report in hand.reports {
        history.add(report.way, at: Timestamp(microseconds: report.time))
      }
      let told = try #require(
        VelocityEstimator.pantograph.velocity(
          of: history, at: Timestamp(microseconds: hand.asked)))
      let expected = SteadyMotionByTheBook(hand.reports, at: hand.asked).velocity
      let size = abs(expected.x) + abs(expected.y)
      let difference = abs(told.x - expected.x) + abs(told.y - expected.y)
      #expect(difference <= 1e-6 * max(size, 1), "seed \(seed + 1)")
      if size == 0 { kinds.resting += 1 } else { kinds.moving += 1 }
    }
    #expect(kinds.moving > 50 && kinds.resting > 10)
  }
}
