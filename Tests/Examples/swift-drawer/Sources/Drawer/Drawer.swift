import PantographAnimation

/// A drawer that follows a finger, and that can be caught while it settles.
@MainActor public final class Drawer {
  /// How far it opens, in pixels.
  public static let height = 300.0

  private let layer = Layer()
  private let animator: PropertyAnimator
  private let closingResponse: Double
  /// How far it was open when the finger landed.
  private var start = 0.0
  /// Where the finger was in the last 0.1 s, in pixels, and when, in seconds.
  private var trail: [(offset: Double, time: Double)] = []

  /// Makes a closed drawer.
  ///
  /// - Parameter closingResponse: the response of the spring that closes it, in seconds.
  public init(closingResponse: Double) throws {
    self.closingResponse = closingResponse
    animator = PropertyAnimator(duration: 1, curve: .linear)
    animator.pausesOnCompletion = true
    try animator.addAnimations { [layer] in layer.center.y = Self.height }
    try animator.pauseAnimation()
  }

  /// How far it is open, in pixels.
  public var offset: Double { layer.presentation.center.y }

  /// Whether it moves by itself.
  public var isSettling: Bool { animator.isRunning }

  /// Prepares a frame that the display will show at this time, in seconds.
  public func frame(at time: Double) { animator.timeline.frame(at: time) }

  /// Catches it.
  public func land() throws {
    try animator.pauseAnimation()
    start = offset
    animator.isReversed = false
    trail = []
  }

  /// Follows the finger.
  ///
  /// - Parameters:
  ///   - distance: how far up the finger is from where it landed, in pixels.
  ///   - time: the time of the finger's event, in seconds.
  public func drag(by distance: Double, at time: Double) {
    animator.fractionComplete = min(max((start + distance) / Self.height, 0), 1)
    trail.append((distance, time))
    trail.removeAll { $0.time < time - 0.1 }
  }

  /// Releases it: it opens if it is more than half open, or if the finger flicks it open.
  public func lift(at time: Double) throws {
    var velocity = 0.0
    if let first = trail.first(where: { $0.time >= time - 0.1 }), let last = trail.last,
      last.time > first.time
    {
      velocity = (last.offset - first.offset) / (last.time - first.time) / Self.height
    }
    let opens = abs(velocity) > 1 ? velocity > 0 : animator.fractionComplete > 0.5
    animator.isReversed = !opens
    let spring = Spring(response: opens ? 0.4 : closingResponse, dampingRatio: 1)
    try animator.continueAnimation(
      withTimingParameters: SpringTimingParameters(spring), velocity: .perSecond(velocity))
  }
}
