import Quantities

/// Measures an animation that runs on by itself, from its samples and what is smooth between them.
struct SettlingMeter {
  /// 0.001 s: nearer samples than that tell nothing of a jerk but how numbers are rounded.
  private static let leastSpacing = 0.001

  private let start: Knot
  private let target: Double
  private var last: Knot
  /// The seconds at which the fraction was last outside the band.
  private var left: Double
  private var overshoot = 0.0
  private var speed: Double
  private var jerk: Double?
  /// The last three knots that are far enough from each other.
  private var window: [Knot]

  /// Begins at the release; seconds count from there.
  init(from place: Double, velocity: Double, to target: Double) {
    start = Knot(time: 0, place: place, velocity: velocity)
    self.target = target
    last = start
    left = 0
    speed = abs(velocity)
    window = [start]
  }

  mutating func take(_ knot: Knot) {
    guard knot.time > last.time else { return }
    // What stands on its target has been set there, as Core Animation does with the last thousandth: that
    // is no movement.
    guard knot.velocity != 0 || knot.place != target else {
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
    // The first one also has the release, where a spring jerks most; the last one the end.
    let times = jerk == nil ? [window[0].time, window[1].time] : [window[1].time]
    jerk = (times + [knot.time]).reduce(jerk ?? 0) { max($0, abs(motion.jerk(at: $1))) }
  }

  /// How far a place is beyond the target, seen from the release; either way where that was on it.
  private func excess(_ place: Double) -> Double {
    if target == start.place { return abs(place - target) }
    return target > start.place ? place - target : target - place
  }

  /// What has been measured so far, of an animation that is not at rest yet.
  func write(into measures: inout Measures) {
    measures.overshoot = overshoot
    measures.fastestSettling = speed
    measures.greatestJerk = jerk
  }

  /// Draws the sum when the animation has come to rest.
  func finish(at seconds: Double, place: Double, into measures: inout Measures) {
    write(into: &measures)
    var left = left
    if seconds > last.time {
      let piece = HermitePiece(from: last, to: place, at: seconds)
      left = piece.lastTime(outside: Measures.band, of: target) ?? left
    }
    measures.settleTime = left
  }
}
