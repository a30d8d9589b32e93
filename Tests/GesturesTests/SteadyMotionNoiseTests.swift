import Foundation
import PantographBase
import PantographGestures
import PantographTestSupport
import Testing

@Suite struct `The velocity from noisy positions` {
  /// 0.2 mm in pixels, at 96 pixels per inch.
  static let noise = 0.2 * 96 / 25.4

  /// Returns the errors for each of 200 seeds.
  private func errors(
    of trace: VelocityTrace, _ chance: @escaping (inout TestRandom) -> Double
  ) -> [Double] {
    (1...200).map { seed in
      var random = TestRandom(seed: UInt64(seed) &* 0x9e37_79b9_7f4a_7c15)
      let velocity = trace.velocity(.pantograph) {
        Vector(x: chance(&random), y: chance(&random)) * Self.noise
      }
      return abs(velocity.x - trace.truth)
    }
  }

  @Test(arguments: VelocityTrace.all)
  func `is off by at most a tenth if positions are off by 0.2 mm`(trace: VelocityTrace) {
    // The error is a root mean square. Uniform scatter of at most 0.2 mm has a deviation of 0.12 mm.
    func meanError(_ errors: [Double]) -> Double {
      (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
    }
    let error = meanError(errors(of: trace) { $0.normal() })
    #expect(meanError(errors(of: trace) { 2 * $0.share() - 1 }) <= 50)
    // If the positions of a rest scatter, too, a few per cent of rests look like a movement at a quarter of
    // the speed, which does not change the decision.
    let resting = meanError(errors(of: trace.repeatingRest) { $0.normal() })
    #expect(resting <= 250)
    #expect(error <= 100)
  }

  @Test func `is that of a uniform movement at any rate, in any unit, at irregular times`() throws {
    var random = TestRandom(seed: 7)
    for _ in 0..<2000 {
      let rate = 20 * pow(50, random.share())
      let unit = pow(10, 9 * random.share() - 3)
      let angle = 7 * random.share()
      let velocity = Vector(x: cos(angle), y: sin(angle)) * (100 * unit)
      let count = 3 + Int(60 * random.share())
      let lost = 1 + Int(random.share() * Double(count))
      var history = MotionHistory()
      var time = 1e6 * random.share()
      for index in 0..<count {
        time += 1e6 / rate * (0.6 + 0.8 * random.share())
        // One sample in the middle may be lost, and others come twice.
        if index == lost, index < count - 1 { continue }
        let instant = Timestamp(microseconds: Int64(time))
        if random.share() < 0.2 { history.add(velocity * 3, at: instant) }
        history.add(velocity * (Double(instant.microseconds) / 1e6), at: instant)
      }
      let lift = Timestamp(microseconds: Int64(time) + Int64(40_000 * random.share()))
      let estimate = try #require(VelocityEstimator.pantograph.velocity(of: history, at: lift))
      let error = Vector(x: estimate.x - velocity.x, y: estimate.y - velocity.y).length
      #expect(error <= 0.1 * velocity.length, "\(rate) Hz, \(count) samples")
    }
  }
}
