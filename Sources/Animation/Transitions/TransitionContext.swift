public import PantographMotion

/// Creates the animations of a transition between two layers.
///
/// It is `UIViewControllerAnimatedTransitioning`.
@MainActor public protocol AnimatedTransitioning: AnyObject {
  /// Returns the duration of the transition, in seconds.
  func transitionDuration(using context: TransitionContext?) -> Double

  /// Starts the animations; their completion must call ``TransitionContext/completeTransition(_:)``.
  func animateTransition(using context: TransitionContext)

  /// Returns the transition's interruptible animator, not yet started, or `nil`.
  ///
  /// The transition starts, pauses, scrubs and releases this animator, and does not call
  /// ``animateTransition(using:)``. Without an animator, a gesture moves the container's time: block
  /// animations follow it, property animators do not.
  func interruptibleAnimator(using context: TransitionContext) -> (any ImplicitlyAnimating)?

  /// Cleans up after the transition; called with whether it finished.
  func animationEnded(_ completed: Bool)
}

extension AnimatedTransitioning {
  /// Does nothing.
  public func animationEnded(_ completed: Bool) {}
}

/// Drives a transition interactively; it is `UIViewControllerInteractiveTransitioning`.
@MainActor public protocol InteractiveTransitioning: AnyObject {
  /// Starts a transition interactively.
  func startInteractiveTransition(_ context: TransitionContext)

  /// Whether a transition starts interactively; otherwise it runs until it is paused.
  var wantsInteractiveStart: Bool { get }

  /// The speed after a release, relative to the transition's own.
  var completionSpeed: Double { get }

  /// The curve after a release.
  var completionCurve: CubicCurve { get }

  /// Called when the transition has started by itself and can be paused.
  func transitionDidStart(_ context: TransitionContext)

  /// Called when the transition is over.
  func transitionDidEnd(_ context: TransitionContext)
}

extension InteractiveTransitioning {
  /// Returns `true`.
  public var wantsInteractiveStart: Bool { true }

  /// Returns 1: the transition's own speed.
  public var completionSpeed: Double { 1 }

  /// Returns a curve with a slow start and end.
  public var completionCurve: CubicCurve { .easeInOut }

  /// Does nothing.
  public func transitionDidStart(_ context: TransitionContext) {}

  /// Does nothing.
  public func transitionDidEnd(_ context: TransitionContext) {}
}

/// A transition between two layers that is under way.
///
///     let context = TransitionContext(in: window, from: list, to: details) { didComplete in … }
///     context.begin(reveal, interaction: reveal)
@MainActor public final class TransitionContext {
  /// Identifies one of the two layers.
  public enum Key: Hashable, Sendable {
    /// The layer that disappears.
    case from
    /// The layer that appears.
    case to
  }

  /// How a view controller is presented; the raw values are those of `UIModalPresentationStyle`.
  public enum PresentationStyle: Int, Hashable, Sendable {
    /// The style that the system chooses.
    case automatic = -2
    /// No presentation, as where a controller is pushed.
    case none = -1
    /// Over the whole screen.
    case fullScreen = 0
    /// As a sheet that covers most of the screen.
    case pageSheet = 1
    /// As a sheet in the middle of the screen.
    case formSheet = 2
    /// Over another controller's content.
    case currentContext = 3
    /// As the program's own presentation has it.
    case custom = 4
    /// Over the whole screen, with what is below it left in place.
    case overFullScreen = 5
    /// Over another controller's content, which is left in place.
    case overCurrentContext = 6
    /// In a popover.
    case popover = 7
  }

  /// The layer in which the transition takes place.
  public let containerLayer: Layer
  /// Whether the transition should be animated, for ``AnimatedTransitioning`` to read; it changes nothing by itself.
  public var isAnimated = true
  /// How the layer that appears is presented, for ``AnimatedTransitioning`` to read; it changes nothing by itself.
  public var presentationStyle = PresentationStyle.none
  /// Whether a gesture drives the transition; this can change repeatedly.
  public private(set) var isInteractive = false
  /// Whether the transition runs back to its start; this can change repeatedly.
  public private(set) var transitionWasCancelled = false
  /// The fraction at the last interactive update.
  public private(set) var percentComplete = 0.0
  /// Whether the transition is over.
  public private(set) var isCompleted = false
  /// The transition's animator, if it has one.
  public private(set) var animator: (any ImplicitlyAnimating)?
  /// The duration of the transition, in seconds.
  public private(set) var duration = 0.0

  private let from: Layer?
  private let to: Layer?
  private var completion: ((Bool) -> Void)?
  private let timeline: Timeline
  private var animation: (any AnimatedTransitioning)?
  private var interaction: (any InteractiveTransitioning)?
  /// The driver of the container's time where there is no animator.
  private var scrubber: LayerScrubber?

  /// Creates a transition between two layers that has not begun.
  ///
  /// - Parameters:
  ///   - container: the layer in which it takes place.
  ///   - from: the layer that disappears.
  ///   - to: the layer that appears.
  ///   - completion: called once at the end, with whether the transition finished.
  public init(
    in container: Layer, from: Layer? = nil, to: Layer? = nil,
    completion: @escaping (Bool) -> Void = { _ in }
  ) {
    containerLayer = container
    self.from = from
    self.to = to
    self.completion = completion
    timeline = container.timeline
  }

  /// Returns one of the two layers.
  public func layer(forKey key: Key) -> Layer? {
    key == .from ? from : to
  }

  /// Begins the transition: interactively if the interaction wants it, otherwise by itself.
  public func begin(
    _ animation: any AnimatedTransitioning, interaction: (any InteractiveTransitioning)? = nil
  ) {
    guard self.animation == nil, !isCompleted else { return }
    self.animation = animation
    self.interaction = interaction
    duration = animation.transitionDuration(using: self).asAmount
    timeline.join(self)
    if let interaction, interaction.wantsInteractiveStart {
      makeAnimations()
      pauseInteractiveTransition()
      interaction.startInteractiveTransition(self)
    } else {
      makeAnimations()
      try? animator?.startAnimation()
      interaction?.transitionDidStart(self)
    }
  }

  private func makeAnimations() {
    guard let animation else { return }
    animator = animation.interruptibleAnimator(using: self)
    guard animator == nil else { return }
    scrubber = LayerScrubber(containerLayer, duration: duration)
    animation.animateTransition(using: self)
  }

  // MARK: Interaction

  /// Makes the transition interactive at its current fraction.
  public func pauseInteractiveTransition() {
    guard !isCompleted, !isInteractive else { return }
    isInteractive = true
    transitionWasCancelled = false
    if let animator {
      try? animator.pauseAnimation()
      animator.isReversed = false
      percentComplete = animator.fractionComplete
    } else if let scrubber {
      scrubber.hold()
      percentComplete = scrubber.progress
    }
  }

  /// Moves the transition to a fraction, limited to 0…1.
  public func updateInteractiveTransition(_ percentComplete: Double) {
    guard isInteractive, !isCompleted, !percentComplete.isNaN else { return }
    self.percentComplete = min(max(percentComplete, 0), 1)
    animator?.fractionComplete = self.percentComplete
    scrubber?.scrub(to: self.percentComplete)
  }

  /// Releases the transition, to its end.
  ///
  /// It continues with the ``InteractiveTransitioning/completionSpeed`` and
  /// ``InteractiveTransitioning/completionCurve`` of its interaction.
  public func finishInteractiveTransition() {
    release(toEnd: true)
  }

  /// Releases the transition, back to its start; see ``finishInteractiveTransition()``.
  public func cancelInteractiveTransition() {
    release(toEnd: false)
  }

  private func release(toEnd: Bool) {
    let timing = CubicTimingParameters(animationCurve: interaction?.completionCurve ?? .easeInOut)
    release(toEnd: toEnd, timing: timing, speed: interaction?.completionSpeed ?? 1)
  }

  func release(toEnd: Bool, timing: any TimingCurveProvider, speed: Double) {
    guard isInteractive, !isCompleted else { return }
    isInteractive = false
    transitionWasCancelled = !toEnd
    let left = toEnd ? 1 - percentComplete : percentComplete
    // A factor of 0 would mean all the time that is left.
    let factor = min(max(left / (speed > 0 ? speed : 1), .leastNonzeroMagnitude), 1e9)
    if let animator {
      animator.isReversed = !toEnd
      try? animator.continueAnimation(withTimingParameters: timing, durationFactor: factor)
    } else {
      scrubber?.release(toEnd: toEnd, timing: timing.timingParameters, durationFactor: factor)
    }
  }

  // MARK: Ending

  /// Ends the transition, with whether it finished; later calls have no effect.
  public func completeTransition(_ didComplete: Bool) {
    guard !isCompleted else { return }
    isCompleted = true
    isInteractive = false
    scrubber?.release()
    animation?.animationEnded(didComplete)
    interaction?.transitionDidEnd(self)
    let completion = completion
    abandon()
    timeline.leave(self)
    completion?(didComplete)
  }
}

/// The timeline keeps the transition alive until it is over.
extension TransitionContext: TimelineParticipant {
  /// A transition ends when ``completeTransition(_:)`` is called.
  var dueTime: Timestamp? { nil }

  func becomeDue(at time: Timestamp) {}

  func abandon() {
    animation = nil
    interaction = nil
    animator = nil
    scrubber = nil
    completion = nil
  }
}
