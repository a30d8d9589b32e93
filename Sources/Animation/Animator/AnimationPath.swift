import Motion

/// The progress of an animation as a function of a time of its own, from 0 to 1.
struct AnimationPath: Hashable, Sendable {
  /// A spring that rests at a target after so many seconds; the state is relative to the target.
  private struct Swing: Hashable, Sendable {
    var spring: Spring
    var start: Spring.State
    var target: Double
    var seconds: Double
  }

  // One of the two is there. They are not the cases of an enumeration because asking one of those
  // copies all of it, and a curve of the caller's own is not copied for nothing.
  private var swing: Swing?
  private var easing: Easing?
  private var low = 0.0
  private var high = 1.0

  /// Along a curve that is laid over a range of progress, from low at its 0 to high at its 1.
  static func curve(_ easing: Easing, low: Double = 0, high: Double = 1) -> AnimationPath {
    AnimationPath(swing: nil, easing: easing, low: low, high: high)
  }

  /// On a spring that rests at a target after so many seconds; the state is relative to the target.
  static func spring(
    _ spring: Spring, from start: Spring.State, target: Double, seconds: Double
  ) -> AnimationPath {
    AnimationPath(
      swing: Swing(spring: spring, start: start, target: target, seconds: seconds), easing: nil)
  }

  /// Whether it leads all the way from 0 to 1, so that it can be followed back, too.
  var isWhole: Bool {
    if let swing { return swing.start.offset == -1 && swing.target == 1 }
    return low == 0 && high == 1
  }

  /// The progress, and its change per whole time of the path.
  func progress(at time: Double) -> (value: Double, slope: Double) {
    if let swing {
      // Its time is over while a thousandth of the way is left, as on Core Animation.
      guard time < 1 else { return (swing.target, 0) }
      let state = swing.spring.state(after: time * swing.seconds, from: swing.start)
      return (
        (swing.target + state.offset).asProgress, (state.velocity * swing.seconds).asProgress
      )
    }
    guard let easing else { return (time, 1) }
    let (value, slope) = easing.valueAndSlope(at: time)
    return isWhole ? (value, slope) : (low + (high - low) * value, (high - low) * slope)
  }
}

/// A stretch of a path, and the part of a run during which it is followed.
struct PathSegment: Hashable, Sendable {
  /// The path.
  var path: AnimationPath
  /// The path's time at the beginning and at the end of the stretch.
  var from: Double
  var to: Double
  /// The shares of the run between which it is followed; before and after, its ends are held.
  var begin = 0.0
  var end = 1.0
  /// What the velocity at the beginning exceeds the path's by, per time of the stretch.
  var push = 0.0

  /// The path's time at a share of the run.
  func time(at share: Double) -> Double { from + (to - from) * position(at: share) }

  /// The progress, and its change per share of the run.
  func progress(at share: Double) -> (value: Double, slope: Double) {
    let position = position(at: share)
    let (value, slope) = path.progress(at: from + (to - from) * position)
    let width = end - begin
    guard width > 0, position < 1, share >= begin else { return (value, 0) }
    if push == 0 { return (value, slope * (to - from) / width) }
    // The surplus of velocity dies away on x (1 − x)², which leaves both ends where they are.
    let left = 1 - position
    return (
      value + push * position * left * left,
      (slope * (to - from) + push * left * (1 - 3 * position)) / width
    )
  }

  private func position(at share: Double) -> Double {
    // What takes no time is still at its beginning in the instant in which it ends.
    if share <= begin, share < 1 { return 0 }
    if share >= end { return 1 }
    return (share - begin) / (end - begin)
  }
}
