import PantographCMathematics

/// The velocity falls by the same share in equal times, until it is below a stop.
struct ExponentialSlowdown: Slowdown {
  /// The share per second by which the velocity falls.
  private let rate: Double
  /// The total distance per velocity, in seconds.
  private let reach: Double
  /// The speed at which it stops.
  private let stop: Double
  /// The seconds between frames, if it stops with one of them.
  private let frame: Double?

  private init(rate: Double, reach: Double, stop: Double, frame: Double? = nil) {
    self.rate = rate
    self.reach = reach
    self.stop = stop
    self.frame = frame
  }

  /// Creates the slowdown v′ = −friction · v.
  init(friction: Double, stop: Double) {
    self.init(rate: friction, reach: 1 / friction, stop: stop)
  }

  /// Creates a slowdown by which this share of the velocity remains after a second.
  init(keptPerSecond share: Double, stop: Double) {
    self.init(friction: -log(share), stop: stop)
  }

  /// Creates UIKit's slowdown, whose distance is summed in steps of a millisecond.
  init(keptPerMillisecond share: Double, stop: Double) {
    self.init(rate: -1000 * log(share), reach: share / (1 - share) / 1000, stop: stop)
  }

  /// Creates Firefox's slowdown: in each frame the velocity falls by a share per millisecond, then moves.
  init(stepsKeeping share: Double, stop: Double) {
    let frame = 1.0 / 60
    let kept = pow(share, 1000 * frame)
    self.init(
      rate: -1000 * log(share), reach: frame * kept / (1 - kept), stop: stop, frame: frame)
  }

  func duration(from speed: Double) -> Double {
    let seconds = max(log(speed / stop) / rate, 0)
    guard let frame else { return seconds }
    return (seconds / frame).rounded(.up) * frame
  }

  func state(after seconds: Double, from speed: Double) -> (distance: Double, velocity: Double) {
    let kept = exp(-rate * seconds)
    return (-speed * reach * expm1(-rate * seconds), speed * reach * rate * kept)
  }
}

/// Flutter's on macOS: 0.135 of the velocity remains after a second, and 1400 dp/s² act against it.
struct FrictionSlowdown: Slowdown {
  private static let rate = -log(0.135)
  private static let deceleration = 1400.0

  func duration(from speed: Double) -> Double {
    // v e^(−kt) = at, whose left side falls and whose right side rises: bisected to the last bit.
    var (low, high) = (0.0, speed / Self.deceleration)
    while true {
      let middle = (low + high) / 2
      guard middle > low, middle < high else { return high }
      if speed * exp(-Self.rate * middle) > Self.deceleration * middle {
        low = middle
      } else {
        high = middle
      }
    }
  }

  func state(after seconds: Double, from speed: Double) -> (distance: Double, velocity: Double) {
    (
      -speed / Self.rate * expm1(-Self.rate * seconds) - Self.deceleration / 2 * seconds * seconds,
      speed * exp(-Self.rate * seconds) - Self.deceleration * seconds
    )
  }
}

/// The velocity falls by the same amount in equal times.
struct ConstantSlowdown: Slowdown {
  /// The loss of speed per second.
  let deceleration: Double

  func duration(from speed: Double) -> Double { speed / deceleration }

  func state(after seconds: Double, from speed: Double) -> (distance: Double, velocity: Double) {
    (speed * seconds - deceleration / 2 * seconds * seconds, speed - deceleration * seconds)
  }
}

/// The distance that is left is a power of the time that is left: Flutter's approximation of Android's curve.
struct PowerSlowdown: Slowdown {
  /// The exponent: the decrease of Android's speed, ln 0.78 / ln 0.9.
  static let exponent = log(0.78) / log(0.9)
  /// Android's share of the speed at the bend of its curve.
  static let inflexion = 0.35
  /// Android's friction, 0.015, times its deceleration: 9.80665 m/s² · 39.37 in/m · 160 dp/in · 0.84.
  static let resistance = 0.015 * 9.80665 * 39.37 * 160 * 0.84

  func duration(from speed: Double) -> Double {
    let reference = Self.resistance / Self.inflexion
    return Self.exponent * Self.inflexion * pow(speed / reference, 1 / (Self.exponent - 1))
  }

  func state(after seconds: Double, from speed: Double) -> (distance: Double, velocity: Double) {
    let duration = duration(from: speed)
    let left = max(1 - seconds / duration, 0)
    let kept = pow(left, Self.exponent - 1)
    return (speed * duration / Self.exponent * (1 - kept * left), speed * kept)
  }
}

/// GTK's friction of 4 per second, which stops with the first frame that moves less than a pixel.
struct KineticSlowdown: Slowdown {
  private static let friction = 4.0
  private static let frame = 1.0 / 60

  func duration(from speed: Double) -> Double {
    // A frame that ends at t moves by v/4 · e^(−4t) · (e^(4 · frame) − 1); the first one may move less than a pixel.
    let firstStep = speed / Self.friction * expm1(Self.friction * Self.frame)
    let byStep = max((log(firstStep) / Self.friction / Self.frame).rounded(.up), 2)
    // GTK also stops below one pixel per second.
    let bySpeed = max((log(speed) / Self.friction / Self.frame).rounded(.up), 1)
    return min(byStep, bySpeed) * Self.frame
  }

  func state(after seconds: Double, from speed: Double) -> (distance: Double, velocity: Double) {
    let reach = speed / Self.friction
    return (-reach * expm1(-Self.friction * seconds), speed * exp(-Self.friction * seconds))
  }
}

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

/// The part of one fixed curve that begins where its slope is the speed: p(t) = α e^(−γt) − βt − α.
struct FlingCurveSlowdown: Slowdown {
  // Chromium, fling_curve.cc: px, px/s and 1/s.
  private static let alpha = -5707.62
  private static let beta = 172.0
  private static let gamma = 3.7

  /// The slope at the beginning of the curve: 20 946.2 px/s.
  static let fastest = -alpha * gamma - beta

  /// Where the curve's slope has fallen to a speed, in seconds.
  private static func time(of speed: Double) -> Double {
    max(-log((speed + beta) / (-alpha * gamma)) / gamma, 0)
  }

  func duration(from speed: Double) -> Double { Self.time(of: 0) - Self.time(of: speed) }

  func state(after seconds: Double, from speed: Double) -> (distance: Double, velocity: Double) {
    let kept = exp(-Self.gamma * Self.time(of: speed))
    let later = exp(-Self.gamma * seconds)
    return (
      Self.alpha * kept * (later - 1) - Self.beta * seconds,
      -Self.alpha * Self.gamma * kept * later - Self.beta
    )
  }
}

/// A Bézier curve over the distance and the time of a constant deceleration, which begins at the speed of the release.
struct BezierSlowdown: Slowdown {
  // Chromium, physics_based_fling_curve.cc.
  /// px/s²: 2.7559e-5 inches per ms², at 96 px per inch.
  private static let deceleration = 2.7559e-5 * 1e6 * 96
  /// px/s per second of duration, and the longest duration in seconds.
  private static let speedPerSecond = 2300.0
  private static let longest = 2.0
  /// The control points' times; the second one's progress is 1.
  private static let (first, second) = (0.2, 0.55)

  func duration(from speed: Double) -> Double { min(speed / Self.speedPerSecond, Self.longest) }

  func state(after seconds: Double, from speed: Double) -> (distance: Double, velocity: Double) {
    let duration = duration(from: speed)
    let distance = speed * speed / (2 * Self.deceleration)
    // The slope at the beginning, so that the movement goes on at its speed.
    let slope = speed * duration / distance
    let x = min(Self.first, 1 / slope)
    let (share, rate) = CubicCurve(x, x * slope, Self.second, 1)
      .valueAndSlope(at: seconds / duration)
    return (share * distance, rate * distance / duration)
  }
}
