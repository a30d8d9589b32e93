import Glibc
import PantographBase
package import PantographMotion

/// A curve of the tests: it rises evenly, oscillates about that, and may turn back.
package struct Swaying: TimingCurve {
  private let width: Double
  private let count: Double

  /// Makes a curve that swings so far and so often.
  package init(width: Double, count: Double) {
    self.width = width
    self.count = count
  }

  /// The progress of the curve.
  package func progress(at fraction: Double) -> Double {
    fraction + width * sin(2 * .pi * count * fraction)
  }
}

extension TimingParameters {
  /// Timings that differ in all that may matter to who goes from one to another.
  package static let various: [TimingParameters] = [
    .curve(.linear), .curve(.easeInOut), .curve(CubicCurve(0.57, -0.4, 0.96, 0.87)),
    .curve(CubicCurve(1, 0, 0, 1)), .spring(SpringTimingParameters(dampingRatio: 0.2)),
    .spring(SpringTimingParameters(dampingRatio: 0.7, initialVelocity: Vector(x: 9, y: -3))),
    .spring(Spring(response: 0.3, dampingRatio: 0.5), initialVelocity: -4),
    .spring(SpringTimingParameters(mass: 30, stiffness: 10, damping: 300)),
    .spring(
      SpringTimingParameters(
        mass: 2.5, stiffness: 70, damping: 55, initialVelocity: Vector(x: -2, y: 4))),
  ]

  /// One of the various timings, or any other.
  static func either(using chance: inout some RandomNumberGenerator) -> TimingParameters {
    if Bool.random(using: &chance), let timing = various.randomElement(using: &chance) {
      return timing
    }
    return any(using: &chance)
  }

  /// Any timing: the named curves, others that swing beyond their ends, every kind of spring, and a
  /// curve of one's own.
  package static func any(using chance: inout some RandomNumberGenerator) -> TimingParameters {
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &chance) }
    let throwing = Bool.random(using: &chance) ? 0 : number(-8...8)
    let velocity = Vector(x: throwing, y: Bool.random(using: &chance) ? 0 : number(-3...3))
    switch Int.random(in: 0..<9, using: &chance) {
    case 0, 1: return .curve(CubicCurve.named.randomElement(using: &chance)?.curve ?? .linear)
    case 2, 3:
      return .curve(
        CubicCurve(number(0.02...0.98), number(-1...2), number(0.02...0.98), number(-1...2)))
    case 4:
      return Swaying(width: number(-0.3...0.3), count: Double(Int(number(1...4)))).timingParameters
    case 5:
      return .spring(
        SpringTimingParameters(dampingRatio: number(0.05...1.3), initialVelocity: velocity))
    case 6:
      return .spring(
        SpringTimingParameters(
          mass: number(0.5...3), stiffness: number(20...800), damping: number(1...90),
          initialVelocity: velocity))
    case 7:
      var spring = SpringTimingParameters(
        Spring(response: number(0.1...1.5), dampingRatio: number(1...9)), initialVelocity: velocity)
      spring.allowsOverdamping = .random(using: &chance)
      return .spring(spring)
    default:
      // A bounce of 1 never rests.
      let bounce = Int.random(in: 0..<20, using: &chance) == 0 ? 1 : number(-0.9...0.95)
      return .spring(
        SpringTimingParameters(
          duration: number(0.1...1.5), bounce: bounce, initialVelocity: velocity))
    }
  }
}
