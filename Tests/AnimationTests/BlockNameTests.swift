import PantographAnimation
import PantographBase
import Testing

@MainActor @Suite(.ownTimeline) struct `A block of animations` {
  let timeline = Timeline.current
  let layer = Layer()

  final class Log {
    var finished: [Bool] = []
  }
  let log = Log()

  private var x: Double { layer.presentation.center.x }
  private var alpha: Double { layer.presentation.alpha }

  // MARK: Repeating a part

  @Test func `repeats a part of its changes, and ends with them`() {
    Layer.animate(withDuration: 1, options: .curveLinear) {
      layer.center.x = 100
      Layer.modifyAnimations(withRepeatCount: 2, autoreverses: true) { layer.alpha = 0 }
    } completion: { [log] in
      log.finished.append($0)
    }
    // There and back takes 2 s, twice is 4 s.
    for (seconds, wanted) in [(0.5, 0.5), (1, 0), (1.25, 0.25), (2, 1), (2.75, 0.25), (3.9, 0.9)] {
      timeline.advance(to: seconds)
      #expect(near(alpha, wanted) && near(x, min(seconds, 1) * 100), "at \(seconds)")
      #expect(log.finished == [])
    }
    timeline.advance(to: 4)
    #expect(log.finished == [true] && alpha == 0 && x == 100)
  }

  @Test func `repeats a part with its own delay and spring`() {
    Layer.animate(
      withDuration: 1, delay: 0.5, usingSpringWithDamping: 0.5, initialSpringVelocity: 0
    ) {
      Layer.modifyAnimations(withRepeatCount: 3, autoreverses: false) { layer.center.x = 100 }
    }
    let spring = TextbookSpring(settlingIn: 1, ratio: 0.5)
    for seconds in [0.7, 1.7, 2.7] {
      timeline.advance(to: seconds)
      #expect(near(x, 100 * spring.travelled(0.2), 1e-6), "at \(seconds)")
    }
    timeline.advance(to: 3.5)
    #expect(!layer.$center.isAnimated && x == 100)
  }

  @Test(arguments: [0, -1, .nan, 1]) func `runs a part at least once`(count: Double) {
    Layer.animate(withDuration: 1, options: [.curveLinear, .repeat]) {
      Layer.modifyAnimations(withRepeatCount: count, autoreverses: false) { layer.alpha = 0 }
    } completion: { [log] in
      log.finished.append($0)
    }
    timeline.advance(to: 0.75)
    #expect(near(alpha, 0.25))
    timeline.advance(to: 1)
    #expect(log.finished == [true] && alpha == 0)
  }

  @Test func `does not repeat a part inside an animator or a keyframe`() throws {
    Layer.modifyAnimations(withRepeatCount: 2, autoreverses: true) { layer.alpha = 0.5 }
    #expect(alpha == 0.5)
    let animator = PropertyAnimator(duration: 1, curve: .linear) {
      Layer.modifyAnimations(withRepeatCount: 2, autoreverses: true) { layer.center.x = 100 }
    }
    try animator.startAnimation()
    Layer.animateKeyframes(withDuration: 1) {
      Layer.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) {
        Layer.modifyAnimations(withRepeatCount: 2, autoreverses: true) { layer.alpha = 0 }
      }
    }
    timeline.advance(to: 0.75)
    #expect(near(x, 75))
    timeline.advance(to: 1)
    #expect(animator.state == .inactive && x == 100 && alpha == 0)
  }

  /// Taken over are all that it moves, the rest of it, or its part.
  @Test(arguments: [(true, true, false), (true, false, true), (false, true, true)])
  func `has not finished when all of it was taken over`(
    takesRest: Bool, takesPart: Bool, isFinished: Bool
  ) {
    Layer.animate(withDuration: 1) {
      layer.blur = 10
      Layer.modifyAnimations(withRepeatCount: 2, autoreverses: false) { layer.alpha = 0 }
    } completion: { [log] in
      log.finished.append($0)
    }
    timeline.advance(to: 0.5)
    Layer.animate(withDuration: 0.1) {
      if takesRest { layer.blur = 1 }
      if takesPart { layer.alpha = 1 }
    }
    timeline.advance(to: takesPart ? 1 : 2)
    #expect(log.finished == [isFinished])
  }

  // MARK: Switched off

  @Test func `animates nothing while animations are off`() throws {
    Layer.animate(withDuration: 1, options: .curveLinear) { layer.center.x = 100 }
    Layer.setAnimationsEnabled(false)
    #expect(!Layer.areAnimationsEnabled)
    Layer.animate(withDuration: 1) {
      layer.alpha = 0
    } completion: { [log] in
      log.finished.append($0)
    }
    let animator = PropertyAnimator(duration: 1, curve: .linear) { layer.blur = 8 }
    try animator.startAnimation()
    #expect(alpha == 0 && layer.presentation.blur == 8 && log.finished == [])
    timeline.advance(to: 0.25)
    #expect(log.finished == [true] && near(x, 25))
    Layer.setAnimationsEnabled(true)
    #expect(Layer.areAnimationsEnabled)
    Layer.animate(withDuration: 1, options: .curveLinear) { layer.alpha = 1 }
    timeline.advance(to: 0.75)
    #expect(near(alpha, 0.5) && near(x, 75))
  }

  @Test func `animates its changes while they are on`() {
    Layer.animate(withDuration: 1, options: .curveLinear) {
      Layer.setAnimationsEnabled(false)
      layer.alpha = 0
      Layer.setAnimationsEnabled(true)
      layer.center.x = 100
      Layer.performWithoutAnimation {
        layer.blur = 8
        #expect(!Layer.areAnimationsEnabled)
      }
      layer.cornerRadius = 4
    }
    timeline.advance(to: 0.5)
    #expect(alpha == 0 && near(x, 50) && layer.presentation.blur == 8)
    #expect(near(layer.presentation.cornerRadius, 2) && Layer.areAnimationsEnabled)
  }

  // MARK: Its duration

  @Test func `reports its duration to its block`() throws {
    #expect(Layer.inheritedAnimationDuration == 0)
    var seen: [Double] = []
    func look() { seen.append(Layer.inheritedAnimationDuration) }
    Layer.animate(withDuration: 2, delay: 1, options: [.repeat, .autoreverse]) {
      look()
      Layer.animate(withDuration: 0.5) { look() }
      Layer.animate(withDuration: 0.5, options: .overrideInheritedDuration) { look() }
      Layer.performWithoutAnimation { look() }
    }
    #expect(seen == [2, 2, 0.5, 0])
    seen = []
    let animator = PropertyAnimator(duration: 4, curve: .linear, animations: look)
    try animator.addAnimations(look, delayFactor: 0.25)
    try animator.startAnimation()
    timeline.advance(to: 1)
    // Three of four seconds are left, half of which pass before the second block runs.
    try animator.addAnimations(look)
    try animator.addAnimations(look, delayFactor: 0.5)
    #expect(seen == [4, 3, 3, 1.5])
  }
}
