import Glibc
import PantographAnimation
import PantographBase
import PantographMotion
import PantographTestSupport
import Testing

@MainActor @Suite(.ownTimeline) struct `A, the lock screen` {
  let timeline = Timeline.current

  @Test func `A1, scale-up: the second block begins after a third and lasts the rest`() throws {
    let table = Layer()
    table.alpha = 0
    table.transform = AffineTransform(scaleX: 0.67, y: 0.67)
    var ends: [AnimatingPosition] = []
    let scale = PropertyAnimator(duration: 0.33, curve: .easeIn)
    try scale.addAnimations { table.alpha = 1 }
    try scale.addAnimations({ table.transform = .identity }, delayFactor: 0.33)
    scale.addCompletion { ends.append($0) }
    // It must be started explicitly.
    timeline.advance(to: 1)
    #expect(table.alpha == 0 && scale.state == .inactive)
    try scale.startAnimation()
    #expect(table.alpha == 1 && table.presentation.alpha == 0)
    for step in 1..<330 {
      let seconds = Double(step) / 1000
      timeline.advance(to: 1 + seconds)
      let seen = table.presentation
      #expect(abs(seen.alpha - CubicCurve.easeIn.value(at: seconds / 0.33)) < 1e-12)
      let late = max(seconds - 0.1089, 0) / (0.33 - 0.1089)
      let size = 0.67 + 0.33 * CubicCurve.easeIn.value(at: late)
      #expect(abs(seen.transform.a - size) < 1e-12 && abs(seen.transform.d - size) < 1e-12)
    }
    #expect(ends.isEmpty)
    timeline.advance(to: 1.33)
    #expect(ends == [.end] && scale.state == .inactive)
    #expect(table.presentation.transform == .identity && table.presentation.alpha == 1)
    timeline.advance(to: 9)
    #expect(ends == [.end])
  }

  // MARK: A2

  @discardableResult
  func fade(_ view: Layer, visible: Bool) -> PropertyAnimator {
    PropertyAnimator.runningPropertyAnimator(
      withDuration: 0.5, delay: 0.1, options: .curveEaseOut
    ) {
      view.alpha = visible ? 1 : 0
    }
  }

  @Test func `A2, fade: it stays away for a tenth of a second, then eases out`() {
    let blur = Layer()
    blur.alpha = 0
    var ends: [(AnimatingPosition, Double)] = []
    let animator = fade(blur, visible: true)
    animator.addCompletion { [timeline] in ends.append(($0, timeline.seconds)) }
    #expect(animator.state == .active && animator.isRunning && animator.delay == 0.1)
    for step in 0..<60 {
      let seconds = Double(step) / 100
      timeline.advance(to: seconds)
      let expected = CubicCurve.easeOut.value(at: (seconds - 0.1) / 0.5)
      #expect(near(blur.presentation.alpha, expected) && (step > 10 || expected == 0))
    }
    #expect(ends.isEmpty)
    timeline.advance(to: 2)
    #expect(ends.map(\.0) == [.end] && ends.map(\.1) == [0.6] && blur.presentation.alpha == 1)
  }

  @Test(arguments: [0.2, 0.35, 0.6])
  func `A2, fade: toggled again in mid-flight it goes back from where it is`(again: Double) {
    let blur = Layer()
    blur.alpha = 0
    var ends: [(String, AnimatingPosition, Double)] = []
    fade(blur, visible: true).addCompletion { [timeline] in
      ends.append(("in", $0, timeline.seconds))
    }
    timeline.advance(to: again)
    let reached = CubicCurve.easeOut.value(at: (again - 0.1) / 0.5)
    fade(blur, visible: false).addCompletion { [timeline] in
      ends.append(("out", $0, timeline.seconds))
    }
    for step in 0..<60 {
      let seconds = Double(step) / 100
      timeline.advance(to: again + seconds)
      let left = 1 - CubicCurve.easeOut.value(at: (seconds - 0.1) / 0.5)
      #expect(near(blur.presentation.alpha, reached * left))
    }
    timeline.advance(to: 5)
    #expect(ends.map(\.0) == ["in", "out"] && ends.map(\.1) == [.end, .end])
    #expect(ends.count == 2 && near(ends[0].2, 0.6) && near(ends[1].2, again + 0.6))
    #expect(blur.presentation.alpha == 0)
  }

  // MARK: A3

  @Test func `A3, jiggle: left, right and back, the last keyframe cut at the end`() {
    let icon = Layer()
    var ends: [(AnimatingPosition, Double)] = []
    func jiggle(_ view: Layer) -> PropertyAnimator {
      PropertyAnimator.runningPropertyAnimator(withDuration: 0.33, delay: 0) {
        Layer.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.25) {
          view.transform = AffineTransform(rotationAngle: -.pi / 8)
        }
        Layer.addKeyframe(withRelativeStartTime: 0.25, relativeDuration: 0.75) {
          view.transform = AffineTransform(rotationAngle: .pi / 8)
        }
        Layer.addKeyframe(withRelativeStartTime: 0.75, relativeDuration: 1) {
          view.transform = .identity
        }
      } completion: { [timeline] in
        view.transform = .identity
        ends.append(($0, timeline.seconds))
      }
    }
    var animator: PropertyAnimator?
    func iconJiggle() {
      if let animator, animator.isRunning { return }
      animator = jiggle(icon)
    }
    /// The whole is eased in and out. The second keyframe has covered two thirds of its change when the third
    /// takes over, which is from −22.5° to 7.5°.
    func angle(_ seconds: Double) -> Double {
      let share = CubicCurve.easeInOut.value(at: seconds / 0.33)
      if share < 0.25 { return -.pi / 8 * share / 0.25 }
      if share < 0.75 { return -.pi / 8 + .pi / 4 * (share - 0.25) / 0.75 }
      return .pi / 24 * (1 - (share - 0.75) / 0.25)
    }
    iconJiggle()
    let first = animator
    for step in 0..<33 {
      let seconds = Double(step) / 100
      timeline.advance(to: seconds)
      // Another tap does nothing while it runs.
      iconJiggle()
      #expect(animator === first && first?.isRunning == true)
      let seen = icon.presentation.transform
      #expect(near(atan2(seen.b, seen.a), angle(seconds)))
      #expect(near(hypot(seen.a, seen.b), 1) && near(hypot(seen.c, seen.d), 1))
    }
    #expect(ends.isEmpty)
    timeline.advance(to: 0.5)
    #expect(ends.map(\.0) == [.end] && ends.map(\.1) == [0.33])
    #expect(icon.presentation.transform == .identity && first?.isRunning == false)
    iconJiggle()
    #expect(animator !== first)
    timeline.advance(to: 0.6)
    #expect(near(icon.presentation.transform.b, sin(angle(0.1))))
    timeline.advance(to: 2)
    #expect(ends.count == 2 && icon.presentation.transform == .identity)
  }

  // MARK: A4 and A5

  /// A blur that lies over a table.
  func blurAnimations(_ blurred: Bool, _ blurView: Layer, _ table: Layer) -> () -> Void {
    {
      blurView.blur = blurred ? 20 : 0
      table.transform = blurred ? AffineTransform(scaleX: 0.75, y: 0.75) : .identity
      table.alpha = blurred ? 0.33 : 1
    }
  }

  @Test func `A4, multi: blur, scale and alpha go together, and back`() throws {
    let (blurView, table) = (Layer(), Layer())
    func toggleBlur(_ blurred: Bool) throws {
      try PropertyAnimator(
        duration: 0.55, curve: .easeOut, animations: blurAnimations(blurred, blurView, table)
      ).startAnimation()
    }
    func expect(_ share: Double) {
      #expect(near(blurView.presentation.blur, 20 * share))
      #expect(near(table.presentation.transform.a, 1 - 0.25 * share))
      #expect(near(table.presentation.transform.d, 1 - 0.25 * share))
      #expect(near(table.presentation.alpha, 1 - 0.67 * share))
    }
    try toggleBlur(true)
    for step in 0...55 {
      timeline.advance(to: Double(step) / 100)
      expect(CubicCurve.easeOut.value(at: Double(step) / 55))
    }
    timeline.advance(to: 1)
    try toggleBlur(false)
    for step in 0...55 {
      timeline.advance(to: 1 + Double(step) / 100)
      expect(1 - CubicCurve.easeOut.value(at: Double(step) / 55))
    }
    #expect(table.presentation.transform == .identity && blurView.presentation.blur == 0)
  }

  @Test func `A4, multi: reversed in mid-flight nothing jumps`() throws {
    let (blurView, table) = (Layer(), Layer())
    func toggleBlur(_ blurred: Bool) throws {
      try PropertyAnimator(
        duration: 0.55, curve: .easeOut, animations: blurAnimations(blurred, blurView, table)
      ).startAnimation()
    }
    try toggleBlur(true)
    timeline.advance(to: 0.11)
    let reached = CubicCurve.easeOut.value(at: 0.2)
    try toggleBlur(false)
    for step in 11..<66 {
      let seconds = Double(step) / 100
      timeline.advance(to: seconds)
      let first = CubicCurve.easeOut.value(at: seconds / 0.55)
      let second = CubicCurve.easeOut.value(at: (seconds - 0.11) / 0.55)
      // Replacing animations return from where they were; both changes of the scale add up.
      #expect(near(blurView.presentation.blur, 20 * reached * (1 - second)))
      #expect(near(table.presentation.alpha, 1 - 0.67 * reached * (1 - second)))
      let scale = 1 + 0.25 * (1 - first) - 0.25 * (1 - second)
      #expect(near(table.presentation.transform.a, scale))
    }
    timeline.advance(to: 1)
    #expect(table.presentation.transform == .identity && table.presentation.alpha == 1)
  }

  @Test func `A5, cubic: it goes in the wrong direction first`() throws {
    let (blurView, table) = (Layer(), Layer())
    blurView.blur = 5
    let animator = PropertyAnimator(
      duration: 0.55, controlPoint1: Point(x: 0.57, y: -0.4),
      controlPoint2: Point(x: 0.96, y: 0.87), animations: blurAnimations(true, blurView, table))
    var ends: [AnimatingPosition] = []
    animator.addCompletion { ends.append($0) }
    try animator.startAnimation()
    let curve = CubicCurve(0.57, -0.4, 0.96, 0.87)
    var lowest = 1.0
    for step in 0..<550 {
      let seconds = Double(step) / 1000
      timeline.advance(to: seconds)
      let share = curve.value(at: seconds / 0.55)
      #expect(near(blurView.presentation.blur, 5 + 15 * share))
      #expect(near(table.presentation.alpha, 1 - 0.67 * share))
      #expect(near(table.presentation.transform.a, 1 - 0.25 * share))
      lowest = min(lowest, (blurView.presentation.blur - 5) / 15)
    }
    // The Bézier's y turns where −2.81 s² + 3.34 s − 0.4 = 0.
    let s = (3.34 - (3.34 * 3.34 - 4 * 2.81 * 0.4).squareRoot()) / (2 * 2.81)
    let bottom = 3 * (1 - s) * (1 - s) * s * -0.4 + 3 * (1 - s) * s * s * 0.87 + s * s * s
    #expect(bottom < -0.05 && near(lowest, bottom, 1e-5))
    timeline.advance(to: 0.55)
    #expect(ends == [.end] && blurView.presentation.blur == 20 && table.presentation.alpha == 0.33)
  }

  // MARK: A6

  @Test func `A6, constraint: layers that depend on it spring together and end exactly`() throws {
    let (view, date, clock) = (Layer(), Layer(), Layer())
    let dateTop = LayoutConstant(20)
    view.addSublayer(date)
    view.addSublayer(clock)
    view.layout = {
      date.frame = Rect(x: 10, y: dateTop.constant, width: 200, height: 30)
      clock.frame = Rect(x: 10, y: dateTop.constant + 40, width: 100, height: 20)
    }
    // viewWillAppear
    dateTop.constant -= 100
    view.layoutIfNeeded()
    #expect(date.frame.minY == -80 && clock.frame.minY == -40)
    func animateConstraint(_ constraint: LayoutConstant, by: Double) throws -> PropertyAnimator {
      let spring = SpringTimingParameters(dampingRatio: 0.55)
      let animator = PropertyAnimator(duration: 1, timingParameters: spring)
      try animator.addAnimations {
        constraint.constant += by
        view.layoutIfNeeded()
      }
      return animator
    }
    let animator = try animateConstraint(dateTop, by: 150)
    var ends: [(AnimatingPosition, Double)] = []
    animator.addCompletion { [timeline] in ends.append(($0, timeline.seconds)) }
    #expect(animator.duration == 1 && dateTop.constant == -80)
    try animator.startAnimation()
    #expect(dateTop.constant == 70 && date.frame.minY == 70)
    let spring = TextbookSpring(settlingIn: 1, ratio: 0.55)
    var highest = 0.0
    for step in 0..<1000 {
      timeline.advance(to: Double(step) / 1000)
      let top = -80 + 150 * spring.travelled(Double(step) / 1000)
      #expect(near(date.presentation.frame.minY, top))
      #expect(near(clock.presentation.frame.minY, top + 40))
      #expect(near(dateTop.presentation, top))
      highest = max(highest, date.presentation.center.y - 15)
    }
    // The first oscillation goes beyond by e^(−πζ / √(1 − ζ²)), 13 % of the distance.
    let beyond = exp(-.pi * 0.55 / (1 - 0.55 * 0.55).squareRoot())
    #expect(near(highest, 70 + 150 * beyond, 0.01) && ends.isEmpty)
    timeline.advance(to: 1)
    #expect(ends.map(\.0) == [.end] && ends.map(\.1) == [1])
    #expect(date.presentation.frame == Rect(x: 10, y: 70, width: 200, height: 30))
    #expect(clock.presentation.frame == Rect(x: 10, y: 110, width: 100, height: 20))
  }

  // MARK: A7

  /// A widget that can show more of itself.
  @MainActor final class WidgetCell {
    let height = LayoutConstant(130)
    let content = Layer()
    let widget = Layer()
    let button = Layer()
    private(set) var showsMore = false

    init() {
      button.name = "Show More"
      content.addSublayer(widget)
      content.layout = { [unowned widget, height] in
        widget.frame = Rect(x: 0, y: 0, width: 300, height: height.constant)
      }
      content.layoutIfNeeded()
    }

    func toggleShowMore(allowsOverdamping: Bool = false) throws -> PropertyAnimator {
      showsMore.toggle()
      let animations = { [self] in
        height.constant = showsMore ? 230 : 130
        content.layoutIfNeeded()
      }
      let textTransition = { [self] in
        Layer.transition(with: button, duration: 0.25, options: .transitionCrossDissolve) {
          self.button.name = self.showsMore ? "Show Less" : "Show More"
        }
      }
      var spring = SpringTimingParameters(
        mass: 30, stiffness: 10, damping: 300, initialVelocity: Vector(x: 5, y: 0))
      spring.allowsOverdamping = allowsOverdamping
      let animator = PropertyAnimator(duration: 0, timingParameters: spring)
      try animator.addAnimations(animations)
      try animator.addAnimations(textTransition, delayFactor: 0.5)
      try animator.startAnimation()
      return animator
    }
  }

  @Test func `A7, widget height: the over-damped spring runs as critical, for its own time`() throws
  {
    let cell = WidgetCell()
    let animator = try cell.toggleShowMore()
    var ends: [(AnimatingPosition, Double)] = []
    animator.addCompletion { [timeline] in ends.append(($0, timeline.seconds)) }
    let spring = TextbookSpring(mass: 30, stiffness: 10, damping: 300)
    #expect(near(300 / (2 * (10.0 * 30).squareRoot()), 8.66, 0.001) && spring.ratio == 1)
    let duration = spring.settling(thrown: 5)
    #expect(near(animator.duration, duration))
    for step in 0..<200 {
      timeline.advance(to: duration * Double(step) / 200)
      let share = spring.travelled(timeline.seconds, thrown: 5)
      #expect(near(cell.widget.presentation.bounds.size.height, 130 + 100 * share))
      // The top stays where it is.
      #expect(near(cell.widget.presentation.frame.minY, 0))
    }
    #expect(ends.isEmpty)
    timeline.advance(to: 100)
    #expect(ends.map(\.0) == [.end] && near(ends.first?.1 ?? 0, duration, 2e-6))
    #expect(cell.widget.presentation.bounds.size.height == 230)
    // And back: its initial velocity turns it inside out meanwhile, so only the size is meaningful.
    _ = try cell.toggleShowMore()
    timeline.advance(to: 101)
    let share = spring.travelled(1, thrown: 5)
    #expect(near(cell.widget.presentation.bounds.size.height, 230 - 100 * share))
    timeline.advance(to: 200)
    #expect(cell.widget.presentation.bounds.size.height == 130)
  }

  @Test func `A7, widget height: it is overdamped where that is allowed`() throws {
    let cell = WidgetCell()
    let animator = try cell.toggleShowMore(allowsOverdamping: true)
    let spring = TextbookSpring(mass: 30, stiffness: 10, damping: 300, isClamped: false)
    var last = 129.0
    for seconds in stride(from: 0, to: animator.duration, by: 0.37) {
      timeline.advance(to: seconds)
      let height = cell.widget.presentation.bounds.size.height
      #expect(near(height, 130 + 100 * spring.travelled(timeline.seconds, thrown: 5)))
      #expect(height > last && height < 230)
      last = height
    }
    // Its slow part alone needs more than 200 s for all but a thousandth, and it ends in time.
    #expect(animator.duration > 180 && last > 229.8)
    timeline.advance(to: animator.duration + 0.001)
    #expect(animator.state == .inactive && cell.widget.presentation.bounds.size.height == 230)
  }

  @Test func `A7, widget height: the title dissolves over the second half, on the spring`() throws {
    let cell = WidgetCell()
    let animator = try cell.toggleShowMore()
    #expect(cell.button.name == "Show Less" && cell.button.transition?.kind == .crossDissolve)
    let spring = TextbookSpring(mass: 30, stiffness: 10, damping: 300)
    let duration = animator.duration
    for step in 0..<100 {
      timeline.advance(to: duration * Double(step) / 100)
      // Neither its 0.25 s nor its own curve count: the animator's are laid over what is left.
      let late = max(timeline.seconds - duration / 2, 0) * 2
      let share = spring.travelled(late, thrown: 5)
      let seen = cell.button.presentation.transitionProgress
      #expect(near(seen, share))
      let opacities = try #require(cell.button.transition).opacities(at: seen)
      #expect(near(opacities.new, min(share, 1)) && near(opacities.old, 1 - min(share, 1)))
    }
    timeline.advance(to: 100)
    #expect(cell.button.presentation.transitionProgress == 1)
  }

  // MARK: A8

  struct Quadratic: TimingCurve {
    func progress(at fraction: Double) -> Double { fraction * fraction }
  }

  struct Steps: TimingCurve {
    var count: Double
    func progress(at fraction: Double) -> Double { (fraction * count).rounded(.down) / count }
  }

  struct Bouncy: TimingCurveProvider {
    var timingParameters: TimingParameters {
      .spring(SpringTimingParameters(dampingRatio: 0.3))
    }
  }

  @Test func `A8, providers: a custom curve runs, and is entered where it is`() throws {
    let view = Layer()
    let animator = PropertyAnimator(duration: 2, timingParameters: Quadratic())
    try animator.addAnimations { view.center.x = 100 }
    try animator.addAnimations({ view.alpha = 0 }, delayFactor: 0.5)
    var ends: [(AnimatingPosition, Double)] = []
    animator.addCompletion { [timeline] in ends.append(($0, timeline.seconds)) }
    try animator.startAnimation()
    for tenth in 0...10 {
      timeline.advance(to: Double(tenth) / 10)
      #expect(near(view.presentation.center.x, Double(tenth * tenth) / 4))
      #expect(view.presentation.alpha == 1)
    }
    try animator.pauseAnimation()
    #expect(near(animator.fractionComplete, 0.25) && near(view.presentation.center.x, 25))
    animator.fractionComplete = 0.49
    timeline.advance(to: 2)
    // √0.49: 0.6 s of the 2 s are left.
    try animator.startAnimation()
    for step in 0..<6 {
      timeline.advance(to: 2 + Double(step) / 10)
      let time = 0.7 + Double(step) / 20
      #expect(near(view.presentation.center.x, 100 * time * time, 1e-7))
    }
    timeline.advance(to: 4)
    #expect(ends.map(\.0) == [.end] && near(ends.first?.1 ?? 0, 2.6, 2e-6))
    #expect(view.presentation.center.x == 100 && view.presentation.alpha == 0)
  }

  @Test func `A8, providers: a curve in steps, and a provider that returns a spring`() throws {
    let view = Layer()
    let stepping = PropertyAnimator(duration: 1, timingParameters: Steps(count: 4))
    try stepping.addAnimations { view.center.x = 100 }
    let bouncing = PropertyAnimator(duration: 1, timingParameters: Bouncy())
    try bouncing.addAnimations { view.alpha = 0 }
    try stepping.startAnimation()
    try bouncing.startAnimation()
    let spring = TextbookSpring(settlingIn: 1, ratio: 0.3)
    for step in 0..<20 {
      // Between the steps, where rounding does not decide.
      let seconds = (Double(step) + 0.5) / 20
      timeline.advance(to: seconds)
      #expect(near(view.presentation.center.x, 25 * (seconds * 4).rounded(.down)))
      #expect(near(view.presentation.alpha, 1 - spring.travelled(seconds)))
    }
    timeline.advance(to: 1)
    #expect(view.presentation.center.x == 100 && view.presentation.alpha == 0)
  }
}
