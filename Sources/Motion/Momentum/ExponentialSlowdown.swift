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
    (self.rate, self.reach, self.stop, self.frame) = (rate, reach, stop, frame)
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
