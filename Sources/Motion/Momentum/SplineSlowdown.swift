import PantographCMathematics

/// Android's: a table of 100 lines that is stretched to a distance and a duration.
struct SplineSlowdown: Slowdown {
  /// The positions at hundredths of the time.
  ///
  /// A cubic gives both: the time with the control points 0.175 and 0.35, the position with 0.5 and 1.
  private static let positions: [Double] = (0...100).map { hundredth in
    let share = Double(hundredth) / 100
    // The ends are exact.
    guard 0 < hundredth, hundredth < 100 else { return share }
    // Android's precision, 1e-5 of the time.
    var (low, high) = (0.0, 1.0)
    while true {
      let middle = (low + high) / 2
      let time = cubic(0.175, 0.35, at: middle)
      if abs(time - share) < 1e-5 { return cubic(0.5, 1, at: middle) }
      if time > share { high = middle } else { low = middle }
    }
  }

  private static func cubic(_ first: Double, _ second: Double, at u: Double) -> Double {
    3 * u * (1 - u) * ((1 - u) * first + u * second) + u * u * u
  }

  private static func exponent(of speed: Double) -> Double {
    log(PowerSlowdown.inflexion * speed / PowerSlowdown.resistance)
  }

  /// Whole milliseconds, as in Android.
  func duration(from speed: Double) -> Double {
    let exponent = Self.exponent(of: speed) / (PowerSlowdown.exponent - 1)
    return (1000 * exp(exponent)).rounded(.down) / 1000
  }

  func state(after seconds: Double, from speed: Double) -> (distance: Double, velocity: Double) {
    let duration = duration(from: speed)
    let power = PowerSlowdown.exponent
    let distance = PowerSlowdown.resistance * exp(Self.exponent(of: speed) * power / (power - 1))
    let place = seconds / duration * 100
    let index = min(Int(place), 99)
    let (before, after) = (Self.positions[index], Self.positions[index + 1])
    return (
      distance * (before + (after - before) * (place - Double(index))),
      distance * (after - before) * 100 / duration
    )
  }
}
