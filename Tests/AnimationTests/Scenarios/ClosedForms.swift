import Glibc
import PantographBase

/// Whether two numbers are the same but for rounding.
func near(_ seen: Double, _ expected: Double, _ tolerance: Double = 1e-9) -> Bool {
  abs(seen - expected) <= tolerance
}

/// Whether two points are the same but for rounding.
func near(_ seen: Point, _ expected: Point, _ tolerance: Double = 1e-9) -> Bool {
  near(seen.x, expected.x, tolerance) && near(seen.y, expected.y, tolerance)
}

/// A textbook spring: the fraction of the distance that it has covered.
struct TextbookSpring {
  var frequency: Double
  var ratio: Double

  /// A spring of a mass, a stiffness and a damping, taken as critical where it is above.
  init(mass: Double, stiffness: Double, damping: Double, isClamped: Bool = true) {
    frequency = (stiffness / mass).squareRoot()
    ratio = damping / (2 * (stiffness * mass).squareRoot())
    if isClamped { ratio = min(ratio, 1) }
  }

  /// An underdamped spring whose sine has an amplitude of a thousandth at a given time.
  init(settlingIn seconds: Double, ratio: Double) {
    self.ratio = ratio
    frequency = log(1000 * ratio / (1 - ratio * ratio).squareRoot()) / (ratio * seconds)
  }

  /// The fraction of the distance after a time, with an initial velocity in distances per second.
  func travelled(_ t: Double, thrown v: Double = 0) -> Double {
    let (w, z) = (frequency, ratio)
    if z < 1 {
      let wd = w * (1 - z * z).squareRoot()
      return 1 - exp(-z * w * t) * (cos(wd * t) + (z * w - v) / wd * sin(wd * t))
    }
    if z == 1 { return 1 - exp(-w * t) * (1 + (w - v) * t) }
    let r = w * (z * z - 1).squareRoot()
    let (s1, s2) = (-z * w + r, -z * w - r)
    let c2 = (v + s1) / (s2 - s1)
    return 1 + (-1 - c2) * exp(s1 * t) + c2 * exp(s2 * t)
  }

  /// The first tenth of a second with less than a thousandth of the distance left, at critical damping.
  func settling(thrown v: Double = 0) -> Double {
    var seconds = 0.0
    while abs(travelled(seconds, thrown: v) - 1) >= 0.001 { seconds += 0.1 }
    return seconds
  }
}
