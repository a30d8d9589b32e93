import PantographBase
import PantographGestures
import PantographInteractions

/// Measures an animation while fingers drive it, from the reports of the fingers.
///
/// Between two reports the animation stands still, while the fingers are assumed to move straight from
/// one position to the next.
struct TrackingMeter {
  private let frames: SampleGrid
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

  init(_ event: TrajectoryEvent, frames: SampleGrid, source: ProgressPlan.Source) {
    self.frames = frames
    self.source = source
    time = event.time
    fraction = event.fraction
  }

  /// Whether the fingers move the animation.
  private var isDriven: Bool { source != .time && source != .nothing }

  /// Takes the next report of the fingers.
  mutating func take(_ event: TrajectoryEvent, into measures: inout Measures) {
    let step = event.fraction - fraction
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
    fraction = event.fraction
  }

  /// Completes the measures at the release.
  func finish(_ release: ReleaseContext, into measures: inout Measures) {
    guard isDriven else { return }
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
    Int(max(frames.number(atOrAfter: end) - frames.number(atOrAfter: start), 0))
  }

  /// Returns the number of frames after the first one with the previous report that showed an outdated
  /// position.
  private func staleFrameCount(to end: Timestamp, step: Double) -> Int {
    guard isDriven, step > Measures.band else { return 0 }
    let microseconds = Double(end.microseconds - time.microseconds) * Measures.band / step
    let leaving = time.advanced(byMicroseconds: Int64(microseconds) + 1)
    let first = max(frames.number(atOrAfter: time) + 1, frames.number(atOrAfter: leaving))
    return Int(max(frames.number(atOrAfter: end) - first, 0))
  }
}
