import PantographBase

/// Measures a settling animation from its samples, and from smooth curves between them.
struct SettlingMeter {
  /// 0.001 s: the jerk between closer samples would only show rounding errors.
  private static let leastSpacing = 0.001

  private let start: Knot
  private let target: Double
  private var last: Knot
  /// The seconds at which the fraction was last outside the band.
  private var left: Double
  private var overshoot = 0.0
  private var speed: Double
  private var jerk: Double?
  /// The last three knots that are far enough apart.
  private var window: [Knot]

  /// Begins at the release, from which seconds are counted.
  init(from position: Double, velocity: Double, to target: Double) {
    start = Knot(time: 0, position: position, velocity: velocity)
    self.target = target
    last = start
    left = 0
    speed = abs(velocity)
    window = [start]
  }

  mutating func take(_ knot: Knot) {
    guard knot.time > last.time else { return }
    // A knot exactly on its target was set there, as Core Animation does with the last thousandth. That
    // is not a movement.
    guard knot.velocity != 0 || knot.position != target else {
      left =
        HermitePiece(from: last, to: target, at: knot.time)
        .lastTime(outside: Measures.band, of: target) ?? left
      last = knot
      return
    }
    let piece = HermitePiece(from: last, to: knot)
    left = piece.lastTime(outside: Measures.band, of: target) ?? left
    overshoot = piece.extremes.reduce(overshoot) { max($0, excess($1)) }
    speed = max(speed, abs(knot.velocity), piece.innerSpeed ?? 0)
    last = knot
    takeIntoWindow(knot)
  }

  private mutating func takeIntoWindow(_ knot: Knot) {
    guard let before = window.last, knot.time - before.time >= Self.leastSpacing else { return }
    window.append(knot)
    if window.count > 3 { window.removeFirst() }
    guard window.count == 3 else { return }
    let motion = HermiteWindow(window)
    // The first window includes the release, where a spring jerks most; the last one the end.
    let times = jerk == nil ? [window[0].time, window[1].time] : [window[1].time]
    jerk = (times + [knot.time]).reduce(jerk ?? 0) { max($0, abs(motion.jerk(at: $1))) }
  }

  /// Returns how far a position is beyond the target, seen from the release; in both directions if it
  /// began there.
  private func excess(_ position: Double) -> Double {
    if target == start.position { return abs(position - target) }
    return target > start.position ? position - target : target - position
  }

  /// Writes what has been measured so far, while the animation is not at rest.
  func write(into measures: inout Measures) {
    measures.overshoot = overshoot
    measures.fastestSettling = speed
    measures.greatestJerk = jerk
  }

  /// Completes the measures when the animation has come to rest.
  func finish(at seconds: Double, position: Double, into measures: inout Measures) {
    write(into: &measures)
    var left = left
    if seconds > last.time {
      let piece = HermitePiece(from: last, to: position, at: seconds)
      left = piece.lastTime(outside: Measures.band, of: target) ?? left
    }
    measures.settleTime = left
  }
}
