import PantographAnimation
import PantographBase
import PantographMotion

/// A call of a property animator; the laws cover new cases automatically.
enum AnimatorCall: CaseIterable {
  case start, startAfterDelay, pause, scrub, scrubToPresent, reverse
  case goOn, goOnOnAnother, goOnAtItsVelocity, goOnToFraction
  case add, addLate, addCompletion, observe
  case stop, stopForGood, finish, finishWhereItIs
  case toggleLinear, toggleInterruptible, toggleTouches, togglePausing
  case advance, advanceALittle
}

/// An animator, what it animates, and the completions it has called.
@MainActor final class AnimatedScene<Chance: RandomNumberGenerator> {
  let timeline = Timeline.current
  let layer = Layer(frame: Rect(x: 0, y: 0, width: 50, height: 50))
  let animator: PropertyAnimator
  var chance: Chance
  var added = 0
  var reported: [Int] = []
  /// Whether the scrubbing scale was changed while it is held on the old one.
  private var changesScale = false

  init(_ chance: Chance) {
    var chance = chance
    let timing = TimingParameters.either(using: &chance)
    animator = PropertyAnimator(
      duration: [0, 0.4, 2, 2].randomElement(using: &chance) ?? 1, timingParameters: timing)
    self.chance = chance
  }

  /// Sets some properties to something else.
  private func block() -> () -> Void {
    let alpha = Double.random(in: 0...1, using: &chance)
    let center = Point(
      x: .random(in: 0...300, using: &chance), y: .random(in: 0...300, using: &chance))
    let size = Double.random(in: 0.3...2, using: &chance)
    let transform = AffineTransform(scaleX: size, y: size)
      .rotated(by: .random(in: -1...1, using: &chance))
      .translatedBy(x: .random(in: -20...20, using: &chance), y: 3)
    let colour = Color(red: alpha, green: 1 - alpha, blue: alpha * alpha, alpha: size / 2)
    let which = Int.random(in: 1...15, using: &chance)
    return { [layer] in
      if which & 1 != 0 { layer.alpha = alpha }
      if which & 2 != 0 { layer.center = center }
      if which & 4 != 0 { layer.transform = transform }
      if which & 8 != 0 { layer.backgroundColor = colour }
    }
  }

  private func timing() -> TimingParameters { .either(using: &chance) }

  private func factor() -> Double { [0, 0, 0.1, 2].randomElement(using: &chance) ?? 0 }

  func make(_ call: AnimatorCall) throws {
    switch call {
    case .start: try animator.startAnimation()
    case .startAfterDelay: try animator.startAnimation(afterDelay: 0.2)
    case .pause: try animator.pauseAnimation()
    case .scrub: animator.fractionComplete = .random(in: -0.5...1.5, using: &chance)
    case .scrubToPresent: animator.fractionComplete = animator.fractionComplete
    case .reverse: animator.isReversed.toggle()
    case .goOn: try animator.continueAnimation(durationFactor: factor())
    case .goOnOnAnother:
      try animator.continueAnimation(withTimingParameters: timing(), durationFactor: factor())
    case .goOnAtItsVelocity:
      try animator.continueAnimation(
        withTimingParameters: timing(), durationFactor: factor(),
        velocity: Bool.random(using: &chance) ? .carried : .perSecond(2))
    case .goOnToFraction:
      try animator.continueAnimation(
        toFraction: .random(in: 0...1, using: &chance), withTimingParameters: timing(),
        durationFactor: factor())
    case .add: try animator.addAnimations(block())
    case .addLate:
      try animator.addAnimations(block(), delayFactor: .random(in: 0...1, using: &chance))
    case .addCompletion:
      added += 1
      animator.addCompletion { [weak self, added] _ in self?.reported.append(added) }
    case .observe: animator.observe { _ in }
    case .stop: try animator.stopAnimation(false)
    case .stopForGood: try animator.stopAnimation(true)
    case .finish: try animator.finishAnimation(at: Bool.random(using: &chance) ? .start : .end)
    case .finishWhereItIs: try animator.finishAnimation(at: .current)
    case .toggleLinear: animator.scrubsLinearly.toggle()
    case .toggleInterruptible: try animator.setInterruptible(!animator.isInterruptible)
    case .toggleTouches: animator.isUserInteractionEnabled.toggle()
    case .togglePausing: animator.pausesOnCompletion.toggle()
    case .advance: timeline.advance(by: .random(in: 0...1, using: &chance))
    case .advanceALittle: timeline.advance(by: .random(in: 0...0.05, using: &chance))
    }
  }

  /// Takes note of a call that was made, or refused.
  func takeNote(of call: AnimatorCall) {
    if call == .toggleLinear { changesScale = animator.state == .active }
    if animator.state == .inactive { changesScale = false }
  }

  /// Whether a call may change at once what is seen.
  func mayJump(_ call: AnimatorCall) -> Bool {
    let isHeld = animator.state == .active && !animator.isRunning
    // An animator without a duration, and one at its end, have no other position.
    if animator.duration == 0 { return true }
    // An endless animation has no end to be played back from.
    if animator.duration > 1e9, animator.isReversed || call == .reverse { return true }
    switch call {
    case .advance, .advanceALittle, .finish: return true
    case .scrub: return animator.state == .inactive || isHeld
    case .scrubToPresent:
      // A fraction that is beyond its ends reads as the end.
      return animator.state == .inactive || isHeld && (changesScale || isAtAnEnd)
    // An animation that begins reversed begins at its end.
    case .start, .startAfterDelay, .pause:
      return animator.state == .inactive ? animator.isReversed : isAtAnEnd
    case .stop, .stopForGood: return isAtAnEnd
    case .goOn, .goOnOnAnother, .goOnAtItsVelocity, .goOnToFraction: return isHeld && isAtAnEnd
    // With no time left it is over at once.
    case .add, .addLate, .reverse: return isAtAnEnd
    default: return false
    }
  }

  /// Whether the layer is at an end, which a level curve reaches a little before its time.
  private var isAtAnEnd: Bool {
    let fraction = animator.fractionComplete
    return min(fraction, 1 - fraction) < 1e-7
  }
}
