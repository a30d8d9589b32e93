import PantographGestures
import PantographInteractions
import PantographMotion
import PantographTestSupport

extension Release {
  static func random(using chance: inout TestRandom) -> Release {
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &chance) }
    return at(
      number(0...1), from: [0, 0, 1, 0.4].randomElement(using: &chance) ?? 0,
      distance: number(10...200), travel: number(-60...60), after: number(-20...20),
      across: number(-40...40),
      heading: number(-2...2), lasting: number(0...1), still: number(0...0.3),
      moving: number(-400...400), acrossAt: number(-300...300))
  }
}

extension ReleaseRule {
  static func random(using chance: inout TestRandom) -> ReleaseRule {
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &chance) }
    func any<Value>(_ values: [Value]) -> Value {
      values[Int.random(in: 0..<values.count, using: &chance)]
    }
    let speed = MeasureUnit(.pixel, per: .millisecond)
    let clauses = (0...Int.random(in: 0...3, using: &chance)).map { _ in
      Clause(
        (0...Int.random(in: 0...1, using: &chance)).map { _ in
          let quantity = any(Quantity.allCases)
          let comparison = any(Comparison.allCases)
          switch quantity {
          case .fraction, .snapIntervalFraction, .progressSinceGrab, .peak, .projected:
            return Condition(quantity, comparison, number(-0.2...1.2))
          case .travel, .travelSize, .distanceFromLanding, .straightDistance, .travelAxisExcess,
            .lastMovement:
            return Condition(quantity, comparison, number(-300...300), MeasureUnit(.point))
          case .velocity, .speed, .velocityMagnitude, .speedAxisExcess:
            return Condition(quantity, comparison, number(-1.5...1.5), speed)
          case .duration, .restTime:
            return Condition(quantity, comparison, number(0...400), MeasureUnit(.millisecond))
          }
        }, then: any(Verdict.allCases))
    }
    let projections: [Projection] = [
      .none, .seconds(number(0...1)), .friction(number(1...9)), .steps(decay: number(0.99...0.999)),
      .integral(decay: number(0.99...0.999)), .momentum(any(Momentum.all)),
      .ontoProgress(
        decay: 0.997, unit: speed, bendAbove: number(0.1...2), bend: number(0.1...1)),
    ]
    // Velocities per event are compared with such thresholds, and can't be projected.
    let isPerEvent = speed.time == .event
    let others = VelocityEstimator.allCases.filter(\.hasTime)
    return ReleaseRule(
      estimator: isPerEvent ? .hyprland : any(others),
      projection: isPerEvent ? .none : any(projections),
      snapPoints: any([[0, 1], [0, 0.4, 1], [0, 0.2, 0.7, 1], [0.3, 0.6]]), ties: any(Tie.allCases),
      clauses: clauses, otherwise: any(Verdict.allCases))
  }
}
