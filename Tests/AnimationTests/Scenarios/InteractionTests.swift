import Glibc
import PantographAnimation
import PantographBase
import PantographMotion
import PantographTestSupport
import Testing

/// The gestures on the circle of seed 002.
private enum Touch {
  case began, ended
}

@MainActor @Suite(.ownTimeline) struct `B, interaction` {
  let timeline = Timeline.current
  let screen = Rect(x: 0, y: 0, width: 320, height: 640)
  let circle: Layer

  init() {
    circle = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    circle.center = Point(x: 160, y: 320)
    circle.cornerRadius = 50
    circle.backgroundColor = .green
  }

  var scale: Double { circle.presentation.transform.a }
  let curve = CubicCurve.easeInOut

  // MARK: B6

  @Test func `B6, drag and double, first version: released, it pauses and goes back`() throws {
    let animator = PropertyAnimator(duration: 4, curve: .easeInOut) {
      circle.transform = AffineTransform(scaleX: 2, y: 2)
    }
    var ends: [(AnimatingPosition, Double)] = []
    animator.addCompletion { [timeline] in ends.append(($0, timeline.seconds)) }
    func drag(_ touch: Touch) throws {
      if animator.isRunning {
        try animator.pauseAnimation()
        animator.isReversed = touch == .ended
      }
      let before = scale
      try animator.startAnimation()
      #expect(near(scale, before))
    }
    try drag(.began)
    // Meanwhile the finger moves it.
    circle.center = Point(x: 100, y: 200)
    for (seconds, time) in [(0.4, 0.1), (1, 0.25)] {
      timeline.advance(to: seconds)
      #expect(near(scale, 1 + curve.value(at: time)))
    }
    try drag(.ended)
    #expect(animator.isReversed && animator.isRunning && animator.state == .active)
    for step in 0...10 {
      timeline.advance(to: 1 + Double(step) / 20)
      #expect(near(scale, 1 + curve.value(at: 0.25 - Double(step) / 80)))
    }
    // Held again at 1.5 s, at an eighth of the time, it grows on; released at 3.5 s, at five eighths.
    try drag(.began)
    #expect(!animator.isReversed)
    for step in 0...20 {
      timeline.advance(to: 1.5 + Double(step) / 10)
      #expect(near(scale, 1 + curve.value(at: 0.125 + Double(step) / 40)))
    }
    try drag(.ended)
    for step in 0..<25 {
      timeline.advance(to: 3.5 + Double(step) / 10)
      #expect(near(scale, 1 + curve.value(at: 0.625 - Double(step) / 40)))
    }
    #expect(ends.isEmpty)
    timeline.advance(to: 9)
    #expect(ends.map(\.0) == [.start] && near(ends.first?.1 ?? 0, 6, 2e-6))
    #expect(scale == 1 && circle.transform == .identity && animator.state == .inactive)
    #expect(circle.presentation.center == Point(x: 100, y: 200))
  }

  @Test func `B6, drag and double, first version: at its end it has forgotten its blocks`() throws {
    let animator = PropertyAnimator(duration: 4, curve: .easeInOut) {
      circle.transform = AffineTransform(scaleX: 2, y: 2)
    }
    try animator.startAnimation()
    timeline.advance(to: 5)
    #expect(animator.state == .inactive && scale == 2)
    // "The circle does not shrink, it stays as large as it is."
    try animator.startAnimation()
    for seconds in [5.1, 7, 9, 12] {
      timeline.advance(to: seconds)
      #expect(scale == 2)
    }
  }

  @Test func `B6, drag and double, second version: the return is added and takes all the time`()
    throws
  {
    let animator = PropertyAnimator(duration: 4, curve: .easeInOut)
    func drag(_ touch: Touch) throws {
      let before = scale
      if animator.state == .active { try animator.stopAnimation(true) }
      #expect(animator.state == .inactive && near(scale, before))
      if touch == .began {
        try animator.addAnimations { circle.transform = AffineTransform(scaleX: 2, y: 2) }
      } else {
        try animator.addAnimations { circle.transform = .identity }
      }
      try animator.startAnimation()
      #expect(near(scale, before))
    }
    try drag(.began)
    timeline.advance(to: 1)
    let released = 1 + curve.value(at: 0.25)
    #expect(near(scale, released))
    try drag(.ended)
    for tenth in 0...20 {
      timeline.advance(to: 1 + Double(tenth) / 10)
      let share = curve.value(at: Double(tenth) / 40)
      #expect(near(scale, 1 + (released - 1) * (1 - share)))
    }
    let caught = 1 + (released - 1) * (1 - curve.value(at: 0.5))
    try drag(.began)
    for tenth in 0..<40 {
      timeline.advance(to: 3 + Double(tenth) / 10)
      #expect(near(scale, caught + (2 - caught) * curve.value(at: Double(tenth) / 40)))
    }
    timeline.advance(to: 7)
    #expect(animator.state == .inactive && scale == 2)
    try drag(.ended)
    timeline.advance(to: 9)
    #expect(near(scale, 2 - curve.value(at: 0.5)))
    timeline.advance(to: 11)
    #expect(scale == 1)
  }

  @Test func `B6, drag and double, third version: the return takes as long as the way there`()
    throws
  {
    let animator = PropertyAnimator(duration: 4, curve: .easeInOut)
    var ends: [AnimatingPosition] = []
    func drag(_ touch: Touch) throws {
      let before = scale
      let durationFactor = animator.fractionComplete
      // The tutorial stops an animator that has not begun, too, which is a mistake of the program.
      if animator.state == .inactive {
        #expect(throws: AnimatorError(.stopAnimation, .inactive)) {
          try animator.stopAnimation(false)
        }
        #expect(throws: AnimatorError(.finishAnimation, .inactive)) {
          try animator.finishAnimation(at: .current)
        }
      } else {
        try animator.stopAnimation(false)
        try animator.finishAnimation(at: .current)
      }
      animator.addCompletion { ends.append($0) }
      try animator.addAnimations {
        circle.backgroundColor = .green
        circle.transform = touch == .began ? AffineTransform(scaleX: 2, y: 2) : .identity
      }
      try animator.startAnimation()
      try animator.pauseAnimation()
      try animator.continueAnimation(withTimingParameters: nil, durationFactor: durationFactor)
      #expect(near(scale, before) && animator.isRunning)
    }
    try drag(.began)
    timeline.advance(to: 1)
    let released = 1 + curve.value(at: 0.25)
    #expect(near(scale, released) && near(animator.fractionComplete, 0.25))
    // A quarter was done: the return takes one second.
    try drag(.ended)
    #expect(ends == [.current])
    for step in 0...10 {
      timeline.advance(to: 1 + Double(step) / 20)
      let share = curve.value(at: Double(step) / 20)
      #expect(near(scale, 1 + (released - 1) * (1 - share)))
      #expect(near(animator.fractionComplete, Double(step) / 20))
    }
    // Half of that was done: now it takes two.
    let caught = 1 + (released - 1) * (1 - curve.value(at: 0.5))
    try drag(.began)
    #expect(ends == [.current, .current])
    for step in 0..<20 {
      timeline.advance(to: 1.5 + Double(step) / 10)
      #expect(near(scale, caught + (2 - caught) * curve.value(at: Double(step) / 20)))
    }
    timeline.advance(to: 3.5)
    #expect(scale == 2 && ends == [.current, .current, .end] && animator.state == .inactive)
    #expect(circle.presentation.backgroundColor == .green)
  }

  // MARK: B7

  /// The critical spring that mass 2.5, stiffness 70 and damping 55 are: a ratio of 2.08.
  static let home = TextbookSpring(mass: 2.5, stiffness: 70, damping: 55)

  @Test func `B7, spring to centre: each axis at its own velocity, by the tutorial's 500`() throws {
    let finger = Vector(x: -1200, y: 300)
    let thrown = finger / 500
    let start = Point(x: 60, y: 500)
    let displacement = Vector(x: 160 - 60, y: 320 - 500)
    circle.center = start
    let parameters = SpringTimingParameters(
      mass: 2.5, stiffness: 70, damping: 55, initialVelocity: thrown)
    let animator = PropertyAnimator(duration: 0, timingParameters: parameters)
    try animator.addAnimations { circle.center = Point(x: 160, y: 320) }
    var ends: [(AnimatingPosition, Double)] = []
    animator.addCompletion { [timeline] in ends.append(($0, timeline.seconds)) }
    try animator.startAnimation()
    let seconds = max(Self.home.settling(thrown: -2.4), Self.home.settling(thrown: 0.6))
    #expect(near(animator.duration, seconds))
    var deviation = 0.0
    for step in 0..<100 {
      let elapsed = seconds * Double(step) / 100
      timeline.advance(to: elapsed)
      let time = timeline.seconds
      let x = Self.home.travelled(time, thrown: -2.4)
      let y = Self.home.travelled(time, thrown: 0.6)
      let seen = circle.presentation.center
      #expect(near(seen, Point(x: 60 + 100 * x, y: 500 - 180 * y)))
      // How far it is from the straight line home.
      let side = (seen.x - start.x) * displacement.y - (seen.y - start.y) * displacement.x
      deviation = max(deviation, abs(side) / displacement.length)
    }
    #expect(deviation > 15 && ends.isEmpty)
    timeline.advance(to: 9)
    #expect(ends.map(\.0) == [.end] && near(ends.first?.1 ?? 0, seconds, 2e-6))
    #expect(circle.presentation.center == Point(x: 160, y: 320))
  }

  @Test func `B7, spring to centre: at the finger's true velocity it continues smoothly`()
    throws
  {
    let finger = Vector(x: 900, y: 700)
    circle.center = Point(x: 60, y: 500)
    let target = Point(x: 160, y: 320)
    let thrown = Vector(x: 900 / (160 - 60), y: 700 / (320 - 500))
    let animator = PropertyAnimator(
      duration: 0,
      timingParameters: SpringTimingParameters(
        mass: 2.5, stiffness: 70, damping: 55, initialVelocity: thrown))
    try animator.addAnimations { circle.center = target }
    try animator.startAnimation()
    // In points and points per second, each axis is a spring of its own.
    let spring = Spring(frequency: 28.0.squareRoot(), dampingRatio: 1)
    let seconds = max(
      Self.home.settling(thrown: thrown.x), Self.home.settling(thrown: thrown.y))
    #expect(near(animator.duration, seconds))
    var highest = 0.0
    for step in 0..<100 {
      timeline.advance(to: seconds * Double(step) / 100)
      let x = spring.state(
        after: timeline.seconds, from: Spring.State(offset: -100, velocity: finger.x))
      let y = spring.state(
        after: timeline.seconds, from: Spring.State(offset: 180, velocity: finger.y))
      let expected = Point(x: target.x + x.offset, y: target.y + y.offset)
      #expect(near(circle.presentation.center, expected))
      highest = max(highest, circle.presentation.center.x)
    }
    // It flies past its home on x: x turns at v / (ω (v − ω)), at 1 + ((v − ω) t − 1) e^(−ωt).
    let w = 28.0.squareRoot()
    let turn = 9 / (w * (9 - w))
    let peak = ((9 - w) * turn - 1) * exp(-w * turn)
    #expect(peak > 0.06 && near(highest, 160 + 100 * peak, 0.05))
    timeline.advance(to: 9)
    #expect(circle.presentation.center == target && animator.state == .inactive)
  }

  @Test func `B7, spring to centre: its first millisecond is the finger's`() throws {
    circle.center = Point(x: 60, y: 500)
    let thrown = Vector(x: 900 / 100, y: 700 / -180)
    let animator = PropertyAnimator(
      duration: 0,
      timingParameters: SpringTimingParameters(
        mass: 2.5, stiffness: 70, damping: 55, initialVelocity: thrown))
    try animator.addAnimations { circle.center = Point(x: 160, y: 320) }
    try animator.startAnimation()
    timeline.advance(to: 0.0001)
    let seen = circle.presentation.center
    // Within a tenth of a millisecond the spring's pull changes the velocity by less than 1 pt/s.
    #expect(near((seen.x - 60) / 0.0001, 900, 1) && near((seen.y - 500) / 0.0001, 700, 1))
  }

  @Test func `B7, spring to centre: caught in flight it stays under the finger`() throws {
    circle.center = Point(x: 60, y: 500)
    func release(_ velocity: Vector) throws -> PropertyAnimator {
      let parameters = SpringTimingParameters(
        mass: 2.5, stiffness: 70, damping: 55, initialVelocity: velocity / 500)
      let animator = PropertyAnimator(duration: 0, timingParameters: parameters)
      try animator.addAnimations { circle.center = Point(x: 160, y: 320) }
      try animator.startAnimation()
      return animator
    }
    let first = try release(Vector(x: 500, y: -1000))
    timeline.advance(to: 0.4)
    let x = Self.home.travelled(0.4, thrown: 1)
    let y = Self.home.travelled(0.4, thrown: -2)
    let caught = Point(x: 60 + 100 * x, y: 500 - 180 * y)
    #expect(near(circle.presentation.center, caught))
    if first.isRunning { try first.stopAnimation(false) }
    #expect(near(circle.center, caught) && near(circle.presentation.center, caught))
    // The finger moves it elsewhere, and releases it again.
    let finger = circle.center
    circle.center = Point(x: finger.x - 30, y: finger.y + 12)
    #expect(circle.presentation.center == circle.center)
    timeline.advance(to: 1)
    let second = try release(.zero)
    timeline.advance(to: 1.25)
    let share = Self.home.travelled(0.25)
    let from = Point(x: caught.x - 30, y: caught.y + 12)
    let expected = Point(
      x: from.x + (160 - from.x) * share, y: from.y + (320 - from.y) * share)
    #expect(near(circle.presentation.center, expected))
    timeline.advance(to: 9)
    #expect(second.state == .inactive && first.state == .stopped)
    #expect(circle.presentation.center == Point(x: 160, y: 320))
  }

  // MARK: B8

  @Test func `B8, scrub by position: the height is the fraction, and the colour turns late`() throws
  {
    let animator = PropertyAnimator(duration: 1, curve: .linear) {
      circle.transform = AffineTransform(scaleX: 3, y: 3)
    }
    try animator.addAnimations({ circle.backgroundColor = .blue }, delayFactor: 0.75)
    var ends: [AnimatingPosition] = []
    animator.addCompletion { ends.append($0) }
    for y in [320.0, 100, 0, -80, 480, 500, 576, 640, 700, 639, 520, 12] {
      circle.center = Point(x: 200, y: y)
      animator.fractionComplete = circle.center.y / screen.height
      let fraction = min(max(y / 640, 0), 1)
      #expect(near(animator.fractionComplete, fraction))
      #expect(near(scale, 1 + 2 * fraction))
      let share = max(fraction - 0.75, 0) / 0.25
      let colour = circle.presentation.backgroundColor
      #expect(near(colour.green, 1 - share) && near(colour.blue, share))
      #expect(colour.red == 0 && colour.alpha == 1)
      timeline.advance(by: 0.5)
      #expect(animator.state == .active && !animator.isRunning && ends.isEmpty)
    }
  }

  @Test func `B8, scrub by position: released it runs on, the colour over its own quarter`() throws
  {
    let animator = PropertyAnimator(duration: 1, curve: .linear) {
      circle.transform = AffineTransform(scaleX: 3, y: 3)
    }
    try animator.addAnimations({ circle.backgroundColor = .blue }, delayFactor: 0.75)
    animator.fractionComplete = 0.5
    try animator.startAnimation()
    for step in 0..<50 {
      timeline.advance(to: Double(step) / 100)
      let fraction = 0.5 + Double(step) / 100
      #expect(near(scale, 1 + 2 * fraction))
      let share = max(fraction - 0.75, 0) / 0.25
      #expect(near(circle.presentation.backgroundColor.blue, share))
    }
    timeline.advance(to: 0.5)
    #expect(scale == 3 && animator.state == .inactive)
  }

  // MARK: B9

  @Test func `B9, pan interrupt: caught as often as the user likes, and never a jump`() throws {
    let view = Layer(frame: Rect(x: 0, y: 40, width: 100, height: 100))
    let offset = 375.0 - 100
    let animator = PropertyAnimator(duration: 3, curve: .easeOut) {
      view.frame = view.frame.offsetBy(dx: offset, dy: 0)
    }
    var ends: [(AnimatingPosition, Double)] = []
    animator.addCompletion { [timeline] in ends.append(($0, timeline.seconds)) }
    var progressWhenInterrupted = 0.0
    func progress() -> Double { (view.presentation.center.x - 50) / offset }
    func began() throws {
      let before = progress()
      try animator.pauseAnimation()
      progressWhenInterrupted = animator.fractionComplete
      #expect(near(progress(), before) && near(progressWhenInterrupted, before))
    }
    func changed(_ x: Double) {
      animator.fractionComplete = x / offset + progressWhenInterrupted
      #expect(near(progress(), min(max(x / offset + progressWhenInterrupted, 0), 1)))
    }
    func endedOrCancelled() throws {
      let before = progress()
      let timing = CubicTimingParameters(animationCurve: .easeOut)
      try animator.continueAnimation(withTimingParameters: timing, durationFactor: 0)
      #expect(near(progress(), before) && animator.isRunning)
    }
    try began()
    #expect(progressWhenInterrupted == 0)
    for x in [0.0, 20, 55, 140, 110] { changed(x) }
    timeline.advance(to: 1)
    #expect(near(progress(), 0.4))
    try endedOrCancelled()
    var time = try #require(CubicCurve.easeOut.fraction(ofValue: 0.4))
    // Caught over and over: after a while, dragged a little back, and released again.
    for (seconds, drag) in [(0.6, -27.5), (0.2, 11), (0.05, 0), (0.3, -150)] {
      let begin = timeline.seconds
      for step in 0...10 {
        timeline.advance(to: begin + seconds * Double(step) / 10)
        let elapsed = timeline.seconds - begin
        #expect(near(progress(), CubicCurve.easeOut.value(at: time + elapsed / 3)))
      }
      try began()
      changed(0)
      changed(drag)
      timeline.advance(by: 0.7)
      try endedOrCancelled()
      time = try #require(CubicCurve.easeOut.fraction(ofValue: progress()))
    }
    #expect(ends.isEmpty)
    let end = timeline.seconds + 3 * (1 - time)
    timeline.advance(to: 30)
    #expect(ends.map(\.0) == [.end] && near(ends.first?.1 ?? 0, end, 3e-6))
    #expect(view.frame == Rect(x: 275, y: 40, width: 100, height: 100))
    #expect(view.presentation.frame == view.frame)
  }
}
