public import Motion

/// What makes a transition from one layer to another: the animations, whoever drives them.
///
/// UIKit's name for it is `UIViewControllerAnimatedTransitioning`.
@MainActor public protocol AnimatedTransitioning: AnyObject {
  /// The seconds that the transition takes.
  func transitionDuration(using context: TransitionContext?) -> Double

  /// Sets the animations going; their completion has to call
  /// ``TransitionContext/completeTransition(_:)``.
  func animateTransition(using context: TransitionContext)

  /// The animator of the transition, not yet begun, where it has one that can be interrupted.
  ///
  /// It is then what is started, held, scrubbed and let go, and ``animateTransition(using:)`` is not
  /// called. Where there is none, a hand moves the time of the container: block animations follow it,
  /// but no property animator, which has a time of its own.
  func interruptibleAnimator(using context: TransitionContext) -> (any ImplicitlyAnimating)?

  /// Cleans up when the transition is over; told whether it came to its end.
  func animationEnded(_ completed: Bool)
}

extension AnimatedTransitioning {
  /// There is nothing to clean up.
  public func animationEnded(_ completed: Bool) {}
}

/// What moves a transition by hand; UIKit's name for it is `UIViewControllerInteractiveTransitioning`.
@MainActor public protocol InteractiveTransitioning: AnyObject {
  /// Begins to move it by hand.
  func startInteractiveTransition(_ context: TransitionContext)

  /// Whether a transition begins in the hand, or runs until the hand catches it.
  var wantsInteractiveStart: Bool { get }

  /// How fast the transition runs on after a release; 1 as it would by itself.
  var completionSpeed: Double { get }

  /// The curve on which the transition runs on after a release.
  var completionCurve: CubicCurve { get }

  /// Tells that the transition has begun by itself, so that it can be caught.
  func transitionDidStart(_ context: TransitionContext)

  /// Tells that the transition is over.
  func transitionDidEnd(_ context: TransitionContext)
}

extension InteractiveTransitioning {
  /// A transition starts interactively.
  public var wantsInteractiveStart: Bool { true }

  /// A transition runs on as fast as by itself.
  public var completionSpeed: Double { 1 }

  /// A transition runs on with a slow start and end.
  public var completionCurve: CubicCurve { .easeInOut }

  /// Nothing is to be done.
  public func transitionDidStart(_ context: TransitionContext) {}

  /// Nothing is to be done.
  public func transitionDidEnd(_ context: TransitionContext) {}
}

/// A transition that is under way from one layer to another, and what is known of it.
///
///     let context = TransitionContext(in: window, from: list, to: details) { didComplete in … }
///     context.begin(reveal, interaction: reveal)
@MainActor public final class TransitionContext {
  /// The key to one of the two layers.
  public enum Key: Hashable, Sendable {
    /// The layer that is left.
    case from
    /// The layer that is gone to.
    case to
  }

  /// The layer in which the transition takes place.
  public let containerLayer: Layer
  /// Whether a hand moves the transition; this can change again and again.
  public private(set) var isInteractive = false
  /// Whether it leads back to where it came from; this can change again and again.
  public private(set) var transitionWasCancelled = false
  /// How far a hand has moved it.
  public private(set) var percentComplete = 0.0
  /// Whether it is over.
  public private(set) var isCompleted = false
  /// The animator that is moved, where the transition has one.
  public private(set) var animator: (any ImplicitlyAnimating)?
  /// The seconds that the transition takes.
  public private(set) var duration = 0.0

  private let from: Layer?
  private let to: Layer?
  private var completion: ((Bool) -> Void)?
  private let timeline: Timeline
  private var animation: (any AnimatedTransitioning)?
  private var interaction: (any InteractiveTransitioning)?
  /// What takes the place of an animator where there is none.
  private var scrubber: LayerScrubber?

  /// Makes a transition between two layers that has not begun.
  ///
  /// - Parameters:
  ///   - container: the layer in which it takes place.
  ///   - from: the layer that is left.
  ///   - to: the layer that is gone to.
  ///   - completion: told once, when it is over: whether it came to its end.
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

  /// One of the two layers.
  public func layer(forKey key: Key) -> Layer? {
    key == .from ? from : to
  }

  /// Begins the transition: in the hand if there is one that wants it so, else by itself.
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

  // MARK: The hand

  /// Puts the transition in the hand, which finds it where it is.
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

  /// Moves the transition to a share of its way, between 0 and 1.
  public func updateInteractiveTransition(_ percentComplete: Double) {
    guard isInteractive, !isCompleted, !percentComplete.isNaN else { return }
    self.percentComplete = min(max(percentComplete, 0), 1)
    animator?.fractionComplete = self.percentComplete
    scrubber?.scrub(to: self.percentComplete)
  }

  /// Releases the transition, to its end.
  ///
  /// It runs on at the ``InteractiveTransitioning/completionSpeed`` and on the
  /// ``InteractiveTransitioning/completionCurve`` of what moves it interactively.
  public func finishInteractiveTransition() {
    release(toEnd: true)
  }

  /// Releases the transition, back to where it came from; see ``finishInteractiveTransition()``.
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
    // A factor of 0 would stand for all that is left.
    let factor = min(max(left / (speed > 0 ? speed : 1), .leastNonzeroMagnitude), 1e9)
    if let animator {
      animator.isReversed = !toEnd
      try? animator.continueAnimation(withTimingParameters: timing, durationFactor: factor)
    } else {
      scrubber?.release(toEnd: toEnd, timing: timing.timingParameters, durationFactor: factor)
    }
  }

  // MARK: The end

  /// Says that the transition is over, and whether it came to its end; it can be said only once.
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

/// Its timeline keeps it until it is over, whoever else has it.
extension TransitionContext: TimelineParticipant {
  /// It is over when that is said.
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
