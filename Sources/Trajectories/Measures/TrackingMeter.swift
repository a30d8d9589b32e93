import Gestures
import Interactions
import Quantities

/// Measures an animation while fingers hold it, from what is reported of them.
///
/// Between two reports what is shown stands still, while the fingers are taken to go straight from one
/// place to the next.
struct TrackingMeter {
  private let frames: SampleGrid
  private let source: ProgressPlan.Source
  private var time: Timestamp
  private var place: Double
  /// Over all gaps between reports: the seconds; the integral of twice how far the fingers went ahead of what
  /// is shown; that of the square.
  private var seconds = 0.0
  private var doubleLag = 0.0
  private var squareLag = 0.0
  /// How far the fingers went ahead, at most either way.
  private var least = 0.0
  private var most = 0.0

  init(_ event: TrajectoryEvent, frames: SampleGrid, source: ProgressPlan.Source) {
    self.frames = frames
    self.source = source
    time = event.time
    place = event.fraction
  }

  /// Whether it is the fingers that move the animation.
  private var isLed: Bool { source != .time && source != .nothing }

  /// Takes the next report of the fingers.
  mutating func take(_ event: TrajectoryEvent, into measures: inout Measures) {
    let step = event.fraction - place
    let gap = event.time - time
    seconds += gap
    doubleLag += gap * step
    squareLag += gap * step * step / 3
    least = min(least, step)
    most = max(most, step)
    measures.frameCount += frameCount(from: time, to: event.time)
    measures.staleFrameCount += staleFrameCount(to: event.time, step: abs(step))
    measures.fastestTracking = max(measures.fastestTracking, abs(event.velocity))
    time = event.time
    place = event.fraction
  }

  /// Draws the sum when the fingers let go.
  func finish(_ hand: ReleaseContext, into measures: inout Measures) {
    guard isLed else { return }
    var (slop, beyond) = (0.0, 0.0)
    if source == .translation {
      // What the slop has taken from the fingers' way since they landed.
      slop = hand.history.first.map { -hand.mapping.progress(of: $0.translation) } ?? 0
      let led = hand.startFraction + hand.mapping.progress(of: hand.translation)
      beyond = led - hand.fraction
    }
    measures.greatestLag = [0, least, most, beyond].reduce(0) { max($0, abs($1 + slop)) }
    measures.rmsLag =
      seconds > 0
      ? max(squareLag / seconds + slop * doubleLag / seconds + slop * slop, 0).squareRoot()
      : abs(slop)
  }

  private func frameCount(from start: Timestamp, to end: Timestamp) -> Int {
    Int(max(frames.number(atOrAfter: end) - frames.number(atOrAfter: start), 0))
  }

  /// The frames after the first one that shows the report before, at which the fingers were elsewhere.
  private func staleFrameCount(to end: Timestamp, step: Double) -> Int {
    guard isLed, step > Measures.band else { return 0 }
    let microseconds = Double(end.microseconds - time.microseconds) * Measures.band / step
    let leaving = time.advanced(byMicroseconds: Int64(microseconds) + 1)
    let first = max(frames.number(atOrAfter: time) + 1, frames.number(atOrAfter: leaving))
    return Int(max(frames.number(atOrAfter: end) - first, 0))
  }
}
