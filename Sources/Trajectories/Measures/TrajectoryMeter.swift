import PantographBase
import PantographGestures
package import PantographInteractions

/// Measures each gesture of a trajectory, as it is driven.
///
/// Apart from the measures of each gesture, memory use does not depend on the duration. The accuracy of
/// a settling's measures depends on the rate of the samples; see <doc:WhatIsMeasured>.
package struct TrajectoryMeter: TrajectorySink, Sendable {
  /// The measures of completed gestures, in order of time.
  package private(set) var finished: [Measures] = []

  private let frames: SampleGrid
  private let source: ProgressPlan.Source
  private var measures: Measures?
  private var tracking: TrackingMeter?
  private var settling: SettlingMeter?
  /// The positions that are judged.
  private let judged: [GestureJank.Position]
  private var last: Sample?
  private var jank: GestureJank?

  /// Creates a meter for trajectories of an interaction, whose rate counts as the display's.
  ///
  /// - Parameters:
  ///   - interaction: what drives the animation.
  ///   - judgesJank: whether it judges how evenly positions move, which takes time in each sample.
  package init(_ interaction: Interaction, judgesJank: Bool = false) {
    frames = SampleGrid(start: Timestamp(microseconds: 0), rate: interaction.rate)
    source = interaction.progress.source
    judged = judgesJank ? GestureJank.Position.all(in: interaction) : []
  }

  /// The measures so far of a gesture that is not complete.
  package var unfinished: Measures? {
    guard var measures else { return nil }
    tracking?.write(into: &measures)
    settling?.write(into: &measures)
    if let jank { measures.jank = jank.results }
    return measures
  }

  /// The measures of all gestures, including an incomplete last one.
  package var all: [Measures] { finished + (unfinished.map { [$0] } ?? []) }

  /// Measures a sample.
  package mutating func receive(_ sample: Sample) throws(Never) {
    if !judged.isEmpty {
      last = sample
      jank?.take(sample)
    }
    guard settling != nil, let released = measures?.released else { return }
    settling?.take(
      Knot(
        time: sample.time - released, position: sample.fraction, velocity: sample.velocity))
  }

  /// Measures an event.
  package mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    switch event.kind {
    case .began: begin(event)
    // The running animation is caught, or another one follows a completed gesture.
    case .held, .started: close()
    default: jank?.take(event)
    }
    if case .changed = event.kind {
      tracking?.take(event)
      return
    }
    // A gesture that began before the meter can't be measured.
    guard var measures else { return }
    switch event.kind {
    case .began, .changed, .held, .started: break
    case .ended(let release):
      tracking?.finish(event, release, into: &measures)
      tracking = nil
    case .cancelled:
      measures.isCutOff = true
      tracking?.finish(event, into: &measures)
      tracking = nil
    case .decided(let decision):
      measures.outcome = decision.outcome
      measures.target = decision.target
    case .handoff:
      measures.velocityAfter = event.velocity
      settling = SettlingMeter(
        from: event.fraction, velocity: event.velocity, to: measures.target ?? event.fraction)
    case .completed:
      // An animation that ends under the fingers has not settled.
      guard let released = measures.released else { return }
      measures.rested = event.time
      settling?.finish(at: event.time - released, position: event.fraction, into: &measures)
    }
    self.measures = measures
    if measures.rested != nil { close() }
  }

  private mutating func begin(_ event: TrajectoryEvent) {
    close()
    measures = Measures(began: event.time)
    tracking = TrackingMeter(event, frames: frames, source: source)
    if !judged.isEmpty { jank = GestureJank(event, of: judged, rate: frames.rate, after: last) }
  }

  /// Completes the measures of a gesture that came to rest, or whose animation was caught.
  private mutating func close() {
    if let unfinished { finished.append(unfinished) }
    measures = nil
    tracking = nil
    settling = nil
    jank = nil
  }

  /// Returns the measures of completed gestures, and forgets them.
  package mutating func takeFinished() -> [Measures] {
    defer { finished.removeAll() }
    return finished
  }
}

/// Measures an animation while fingers drive it, from the reports of the fingers.
///
/// Between two reports the animation stands still, while the fingers are assumed to move straight from
/// one position to the next.
struct TrackingMeter {
  private let grid: SampleGrid
  private let source: ProgressPlan.Source
  private var time: Timestamp
  private var fraction: Double
  /// Sums over all gaps between reports: the seconds; the integral of twice the distance by which the
  /// fingers are ahead of what is shown; that of its square.
  private var seconds = 0.0
  private var doubleLag = 0.0
  private var squareLag = 0.0
  /// The range of the distances by which the fingers were ahead.
  private var least = 0.0
  private var most = 0.0
  private var frames = 0
  private var staleFrames = 0
  private var speed: Double

  init(_ event: TrajectoryEvent, frames: SampleGrid, source: ProgressPlan.Source) {
    grid = frames
    self.source = source
    time = event.time
    fraction = event.fraction
    speed = abs(event.velocity)
  }

  /// Whether the fingers move the animation.
  private var isDriven: Bool { source != .time && source != .nothing }

  /// Takes the next report of the fingers.
  mutating func take(_ event: TrajectoryEvent) {
    let step = event.fraction - fraction
    let gap = event.time - time
    seconds += gap
    doubleLag += gap * step
    squareLag += gap * step * step / 3
    least = min(least, step)
    most = max(most, step)
    frames += frameCount(from: time, to: event.time)
    staleFrames += staleFrameCount(to: event.time, step: abs(step))
    speed = max(speed, abs(event.velocity))
    time = event.time
    fraction = event.fraction
  }

  /// Writes what has been measured so far, while fingers drive the animation.
  func write(into measures: inout Measures) {
    measures.frameCount = frames
    measures.staleFrameCount = staleFrames
    measures.fastestTracking = speed
  }

  /// Completes the measures at the event at which the gesture ends; if it is cancelled there is no release.
  mutating func finish(
    _ event: TrajectoryEvent, _ release: ReleaseContext? = nil, into measures: inout Measures
  ) {
    take(event)
    write(into: &measures)
    measures.velocityBefore = event.velocity
    measures.released = event.time
    guard isDriven, let release else { return }
    var (slop, beyond) = (0.0, 0.0)
    if source == .translation {
      // The part of the fingers' translation since they landed that the slop removed.
      slop = release.history.first.map { -release.mapping.progress(of: $0.translation) } ?? 0
      let driven = release.startFraction + release.mapping.progress(of: release.translation)
      beyond = driven - release.fraction
    }
    measures.greatestLag = [0, least, most, beyond].reduce(0) { max($0, abs($1 + slop)) }
    measures.rmsLag =
      seconds > 0
      ? max(squareLag / seconds + slop * doubleLag / seconds + slop * slop, 0).squareRoot()
      : abs(slop)
  }

  private func frameCount(from start: Timestamp, to end: Timestamp) -> Int {
    Int(max(grid.number(atOrAfter: end) - grid.number(atOrAfter: start), 0))
  }

  /// Returns the number of frames after the first one with the previous report that showed an outdated
  /// position.
  private func staleFrameCount(to end: Timestamp, step: Double) -> Int {
    guard isDriven, step > Measures.band else { return 0 }
    let microseconds = Double(end.microseconds - time.microseconds) * Measures.band / step
    let leaving = time.advanced(byMicroseconds: Int64(microseconds) + 1)
    let first = max(grid.number(atOrAfter: time) + 1, grid.number(atOrAfter: leaving))
    return Int(max(grid.number(atOrAfter: end) - first, 0))
  }
}

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

/// The position and the velocity of a motion at a time.
struct Knot {
  /// In seconds.
  var time: Double
  var position: Double
  /// The change of the position per second.
  var velocity: Double
}

/// The motion between two knots: the cubic with the positions and velocities of both.
///
/// For a smooth motion the error is at most h⁴/384 of its fourth derivative, where h is the time
/// between the knots.
struct HermitePiece {
  private let start: Knot
  /// In seconds.
  private let length: Double
  /// The factors of s² and s³, where s is the share of the time.
  private let square: Double
  private let cube: Double

  init(from start: Knot, to end: Knot) {
    self.start = start
    length = end.time - start.time
    let distance = end.position - start.position
    square = 3 * distance - length * (2 * start.velocity + end.velocity)
    cube = length * (start.velocity + end.velocity) - 2 * distance
  }

  /// Creates the parabola to a position with an unknown velocity.
  init(from start: Knot, to position: Double, at time: Double) {
    let mean = (position - start.position) / (time - start.time)
    self.init(
      from: start, to: Knot(time: time, position: position, velocity: 2 * mean - start.velocity))
  }

  private func position(_ share: Double) -> Double {
    start.position + share * (length * start.velocity + share * (square + share * cube))
  }

  /// The shares of the time at which the motion turns.
  private var turns: [Double] {
    // c + 2bs + 3as² = 0, solved so that no digits are lost if a factor is small.
    let (c, b, a) = (length * start.velocity, square, 3 * cube)
    let discriminant = b * b - a * c
    guard discriminant > 0 else { return [] }
    let q = -(b + (b < 0 ? -1 : 1) * discriminant.squareRoot())
    return [q / a, c / q].filter { $0 > 0 && $0 < 1 }.sorted()
  }

  /// The positions at both ends and at the turns, which include the extremes.
  var extremes: [Double] { ([0] + turns + [1]).map(position) }

  /// The greatest speed between the ends, if it is greater than at both.
  var innerSpeed: Double? {
    guard cube != 0 else { return nil }
    let share = -square / (3 * cube)
    guard share > 0, share < 1 else { return nil }
    return abs(start.velocity + share * (2 * square + share * 3 * cube) / length)
  }

  /// Returns the last time outside a band around a target; `nil` if there is none.
  func lastTime(outside band: Double, of target: Double) -> Double? {
    let shares = [0] + turns + [1]
    for (from, to) in zip(shares, shares.dropFirst()).reversed() {
      if abs(position(to) - target) > band { return start.time + to * length }
      guard abs(position(from) - target) > band else { continue }
      var (outside, inside) = (from, to)
      // Between two turns it only approaches; 2⁻⁴⁰ of a piece is negligible.
      for _ in 0..<40 {
        let middle = (outside + inside) / 2
        if abs(position(middle) - target) > band { outside = middle } else { inside = middle }
      }
      return start.time + inside * length
    }
    return nil
  }
}

/// The motion through three knots: the quintic with all positions and velocities.
struct HermiteWindow {
  private let times: [Double]
  /// Newton's divided differences over the knots, each taken twice.
  private let differences: [Double]

  init(_ knots: [Knot]) {
    precondition(knots.count == 3, "a window has three knots")
    let times = knots.flatMap { [$0.time, $0.time] }
    var column = knots.flatMap { [$0.position, $0.position] }
    var differences = [column[0]]
    for order in 1..<6 {
      column = (0..<(6 - order)).map { index in
        let span = times[index + order] - times[index]
        // Only the first-order difference over a single knot is its velocity.
        return span == 0 ? knots[index / 2].velocity : (column[index + 1] - column[index]) / span
      }
      differences.append(column[0])
    }
    self.times = times
    self.differences = differences
  }

  /// Returns the third derivative at a time.
  ///
  /// At the outer knots the error is h³/10 of the sixth derivative of a smooth motion.
  func jerk(at time: Double) -> Double {
    // Horner's scheme for the polynomial, and for its derivatives over their factorials.
    var (value, first, second, third) = (0.0, 0.0, 0.0, 0.0)
    for (knot, difference) in zip(times, differences).reversed() {
      let step = time - knot
      third = third * step + second
      second = second * step + first
      first = first * step + value
      value = value * step + difference
    }
    return 6 * third
  }
}
