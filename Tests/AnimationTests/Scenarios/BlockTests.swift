import PantographAnimation
import PantographBase
import PantographMotion
import PantographTestSupport
import Testing

@MainActor @Suite(.ownTimeline) struct `C, block animations` {
  let timeline = Timeline.current
  let view = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 60))

  // MARK: C1

  @Test func `C1, animatable properties: each goes from its old value to the new one`() {
    view.backgroundColor = .red
    var ends: [(Bool, Double)] = []
    Layer.animate(withDuration: 2, options: .curveEaseOut) {
      view.bounds = Rect(x: 10, y: -4, width: 200, height: 30)
      view.center = Point(x: 250, y: 130)
      view.alpha = 0.5
      view.backgroundColor = Color(red: 0, green: 1, blue: 0.5, alpha: 0.6)
      view.cornerRadius = 12
      view.blur = 30
      view.transform = AffineTransform(scaleX: 3, y: 2)
    } completion: { [timeline] in
      ends.append(($0, timeline.seconds))
    }
    #expect(view.alpha == 0.5 && view.center == Point(x: 250, y: 130))
    for step in 0..<20 {
      timeline.advance(to: Double(step) / 10)
      let share = CubicCurve.easeOut.value(at: Double(step) / 20)
      let seen = view.presentation
      #expect(near(seen.bounds.origin, Point(x: 10 * share, y: -4 * share)))
      #expect(near(seen.bounds.size.width, 100 + 100 * share))
      #expect(near(seen.bounds.size.height, 60 - 30 * share))
      #expect(near(seen.center, Point(x: 50 + 200 * share, y: 30 + 100 * share)))
      #expect(near(seen.alpha, 1 - 0.5 * share))
      #expect(near(seen.backgroundColor.red, 1 - share))
      #expect(near(seen.backgroundColor.green, share))
      #expect(near(seen.backgroundColor.blue, 0.5 * share))
      #expect(near(seen.backgroundColor.alpha, 1 - 0.4 * share))
      #expect(near(seen.cornerRadius, 12 * share) && near(seen.blur, 30 * share))
      #expect(near(seen.transform.a, 1 + 2 * share) && near(seen.transform.d, 1 + share))
      #expect(near(seen.frame.width, (100 + 100 * share) * (1 + 2 * share)))
    }
    #expect(ends.isEmpty)
    timeline.advance(to: 3)
    #expect(ends.map(\.0) == [true] && ends.map(\.1) == [2])
    #expect(view.presentation.cornerRadius == 12 && view.presentation.blur == 30)
  }

  @Test func `C1, animatable properties: a frame moves by centre and bounds`() {
    view.bounds.origin = Point(x: 5, y: 7)
    Layer.animate(withDuration: 1) { view.frame = Rect(x: 200, y: 100, width: 20, height: 40) }
    for step in 0..<10 {
      timeline.advance(to: Double(step) / 10)
      let share = CubicCurve.easeInOut.value(at: Double(step) / 10)
      let frame = view.presentation.frame
      #expect(near(frame.origin, Point(x: 200 * share, y: 100 * share)))
      #expect(near(frame.width, 100 - 80 * share) && near(frame.height, 60 - 20 * share))
      #expect(view.presentation.bounds.origin == Point(x: 5, y: 7))
    }
    timeline.advance(to: 1)
    #expect(view.presentation.frame == Rect(x: 200, y: 100, width: 20, height: 40))
  }

  @Test func `C1, frame under a transform: it is the rectangle around the layer`() {
    // The size is 100 × 60, the middle at (50, 30).
    let turns: [(AffineTransform, Rect)] = [
      (.init(rotationAngle: .pi / 2), Rect(x: 20, y: -20, width: 60, height: 100)),
      (.init(scaleX: 0.5, y: -2), Rect(x: 25, y: -30, width: 50, height: 120)),
      (.init(translationX: 7, y: 8), Rect(x: 7, y: 8, width: 100, height: 60)),
      (.init(scaleX: 0, y: 0), Rect(x: 50, y: 30, width: 0, height: 0)),
      // (100 + 60) / √2 in both dimensions.
      (
        .init(rotationAngle: .pi / 4),
        Rect(
          x: 50 - 56.568542494923804, y: 30 - 56.568542494923804, width: 113.13708498984761,
          height: 113.13708498984761)
      ),
    ]
    for (transform, frame) in turns {
      view.transform = transform
      for seen in [view.frame, view.presentation.frame] {
        #expect(near(seen.origin, frame.origin))
        #expect(near(seen.width, frame.width) && near(seen.height, frame.height))
      }
    }
  }

  @Test func `C1, frame under a transform: the frame that is set is seen, unless it is rotated`() {
    let frame = Rect(x: 200, y: 100, width: 30, height: 80)
    let turns: [(AffineTransform, Size)] = [
      (.init(rotationAngle: .pi / 2), Size(width: 80, height: 30)),
      (.init(scaleX: 2, y: 2), Size(width: 15, height: 40)),
      (.init(translationX: 7, y: 8), Size(width: 30, height: 80)),
    ]
    for (transform, size) in turns {
      view.transform = transform
      view.frame = frame
      #expect(near(view.bounds.width, size.width) && near(view.bounds.height, size.height))
      #expect(near(view.frame.origin, frame.origin))
      #expect(near(view.frame.width, 30) && near(view.frame.height, 80))
    }
    // The bounds are not visible: the layer has the frame when the transform is removed.
    view.transform = .init(scaleX: 0, y: 0)
    view.frame = frame
    view.transform = .identity
    #expect(view.frame == frame)
  }

  // MARK: C2

  nonisolated static let curves: [(AnimationOptions, CubicCurve)] = [
    ([], .easeInOut), (.curveEaseInOut, .easeInOut), (.curveEaseIn, .easeIn),
    (.curveEaseOut, .easeOut), (.curveLinear, .linear),
  ]

  @Test(arguments: curves)
  func `C2, the curves: each option names its own`(options: AnimationOptions, curve: CubicCurve) {
    Layer.animate(withDuration: 2, delay: 0.5, options: options) { view.alpha = 0 }
    for step in 0..<25 {
      timeline.advance(to: Double(step) / 10)
      let share = curve.value(at: (Double(step) / 10 - 0.5) / 2)
      #expect(near(view.presentation.alpha, 1 - share))
    }
    timeline.advance(to: 2.5)
    #expect(view.presentation.alpha == 0)
  }

  @Test func `C2, repeat: three times, then the completion`() {
    var ends: [(Bool, Double)] = []
    Layer.animate(withDuration: 0.5, delay: 0.25, options: [.repeat, .curveEaseIn]) {
      Layer.setAnimationRepeatCount(3)
      view.center.x = 150
    } completion: { [timeline] in
      ends.append(($0, timeline.seconds))
    }
    for step in 0..<175 {
      let seconds = Double(step) / 100 + 0.005
      timeline.advance(to: seconds)
      let elapsed = max(seconds - 0.25, 0).truncatingRemainder(dividingBy: 0.5)
      let share = CubicCurve.easeIn.value(at: elapsed / 0.5)
      #expect(near(view.presentation.center.x, 50 + 100 * share, 1e-8))
    }
    timeline.advance(to: 4)
    #expect(ends.map(\.0) == [true] && ends.map(\.1) == [1.75])
    #expect(view.presentation.center.x == 150)
  }

  @Test func `C2, repeat: without a count it never ends`() {
    var ends = 0
    Layer.animate(withDuration: 0.5, options: [.repeat, .curveLinear]) {
      view.center.x = 150
    } completion: { _ in
      ends += 1
    }
    timeline.advance(to: 1000.125)
    #expect(near(view.presentation.center.x, 75, 1e-8) && ends == 0)
  }

  @Test func `C2, autoreverse: there and back, and the value is the new one`() {
    var ends: [(Bool, Double)] = []
    Layer.animate(withDuration: 1, options: [.repeat, .autoreverse, .curveEaseOut]) {
      Layer.setAnimationRepeatCount(2)
      view.alpha = 0
    } completion: { [timeline] in
      ends.append(($0, timeline.seconds))
    }
    #expect(view.alpha == 0)
    for step in 0..<40 {
      let seconds = Double(step) / 10
      timeline.advance(to: seconds)
      let inCycle = seconds.truncatingRemainder(dividingBy: 2)
      let share = CubicCurve.easeOut.value(at: inCycle <= 1 ? inCycle : 2 - inCycle)
      #expect(near(view.presentation.alpha, 1 - share))
    }
    timeline.advance(to: 5)
    #expect(ends.map(\.0) == [true] && ends.map(\.1) == [4] && view.presentation.alpha == 0)
  }

  @Test(arguments: [false, true])
  func `C2, beginFromCurrentState: otherwise replacing animations start from the model`(
    fromCurrentState: Bool
  ) {
    var ends: [(String, Bool, Double)] = []
    Layer.animate(withDuration: 2, options: .curveLinear) {
      view.alpha = 0
      view.center.x = 150
    } completion: { [timeline] in
      ends.append(("first", $0, timeline.seconds))
    }
    timeline.advance(to: 0.5)
    let options: AnimationOptions =
      fromCurrentState ? [.beginFromCurrentState, .curveLinear] : .curveLinear
    Layer.animate(withDuration: 1, options: options) {
      view.alpha = 0.8
      view.center.x = 50
    } completion: { [timeline] in
      ends.append(("second", $0, timeline.seconds))
    }
    let from = fromCurrentState ? 0.75 : 0
    for step in 0..<10 {
      let share = Double(step) / 10
      timeline.advance(to: 0.5 + share)
      #expect(near(view.presentation.alpha, from + (0.8 - from) * share))
      // The centre adds up: −100 that dies away over 2 s, and +100 over 1 s.
      let sum = -100 * (1 - (0.5 + share) / 2) + 100 * (1 - share)
      #expect(near(view.presentation.center.x, 50 + sum))
    }
    timeline.advance(to: 3)
    // The first still moved the centre, and came to its own end.
    #expect(ends.map(\.0) == ["second", "first"] && ends.map(\.1) == [true, true])
    #expect(ends.map(\.2) == [1.5, 2])
  }

  @Test func `C2, takeover: an animation that has lost all its properties has not finished`() {
    var ends: [(String, Bool)] = []
    Layer.animate(withDuration: 2) {
      view.alpha = 0
    } completion: {
      ends.append(("first", $0))
    }
    timeline.advance(to: 0.5)
    Layer.animate(withDuration: 1, options: .beginFromCurrentState) {
      view.alpha = 1
    } completion: {
      ends.append(("second", $0))
    }
    timeline.advance(to: 5)
    #expect(ends.map(\.0) == ["first", "second"] && ends.map(\.1) == [false, true])
  }

  @Test(
    arguments: [
      ([], 2.0, CubicCurve.easeIn), (.overrideInheritedDuration, 0.5, .easeIn),
      (.overrideInheritedCurve, 2, .easeOut),
      ([.overrideInheritedDuration, .overrideInheritedCurve], 0.5, .easeOut),
    ] as [(AnimationOptions, Double, CubicCurve)])
  func `C2 and C3, inheritance: options that are not overridden are the outer one's`(
    options: AnimationOptions, seconds: Double, curve: CubicCurve
  ) {
    var ends: [Double] = []
    Layer.animate(withDuration: 2, options: .curveEaseIn) {
      Layer.animate(withDuration: 0.5, options: options.union(.curveEaseOut)) {
        view.center.x = 150
      } completion: { [timeline] _ in
        ends.append(timeline.seconds)
      }
    }
    for step in 0..<20 {
      timeline.advance(to: seconds * Double(step) / 20)
      #expect(near(view.presentation.center.x, 50 + 100 * curve.value(at: Double(step) / 20)))
    }
    timeline.advance(to: 3)
    #expect(ends == [seconds] && view.presentation.center.x == 150)
  }

  @Test(arguments: [false, true])
  func `C2, allowUserInteraction: otherwise moving layers can't be touched`(allowed: Bool) {
    let screen = Layer(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    screen.addSublayer(view)
    let options: AnimationOptions = allowed ? [.allowUserInteraction, .curveLinear] : .curveLinear
    Layer.animate(withDuration: 1, options: options) { view.center = Point(x: 350, y: 30) }
    timeline.advance(to: 0.5)
    // It is seen from x 150 to 250.
    #expect(screen.hitTest(Point(x: 155, y: 30)) === (allowed ? view : screen))
    #expect(screen.hitTest(Point(x: 145, y: 30)) === screen)
    #expect(screen.hitTest(Point(x: 350, y: 30)) === screen)
    timeline.advance(to: 1)
    #expect(screen.hitTest(Point(x: 350, y: 30)) === view)
  }

  final class MTAnimateLayer: Layer {
    let subview = Layer()

    override func layoutSublayers() {
      subview.frame = Rect(x: 0, y: 0, width: bounds.width / 2, height: bounds.height / 2)
    }
  }

  @Test(arguments: [true, false])
  func `C2, layoutSubviews: sublayers move along, otherwise they jump`(laysOut: Bool) {
    let redView = MTAnimateLayer(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    redView.addSublayer(redView.subview)
    redView.layoutIfNeeded()
    let original = redView.bounds
    Layer.animate(withDuration: 1, options: laysOut ? .layoutSubviews : []) {
      redView.bounds = Rect(
        x: original.origin.x, y: original.origin.y, width: original.width + 100,
        height: original.height + 100)
    } completion: { _ in
      redView.bounds = original
    }
    // The next turn of the loop lays out what has not been laid out yet.
    redView.layoutIfNeeded()
    for step in 0..<10 {
      timeline.advance(to: Double(step) / 10)
      let share = CubicCurve.easeInOut.value(at: Double(step) / 10)
      #expect(near(redView.presentation.bounds.width, 100 + 100 * share))
      let inner = redView.subview.presentation
      #expect(near(inner.bounds.width, laysOut ? 50 + 50 * share : 100))
      #expect(near(inner.center.x, laysOut ? 25 + 25 * share : 50))
    }
    timeline.advance(to: 1)
    redView.layoutIfNeeded()
    #expect(redView.presentation.bounds == original)
    #expect(redView.subview.presentation.bounds.width == 50)
  }

  // MARK: C3

  @Test func `C3, nesting: the tutorial's half second inside two`() {
    let (redView, blueView) = (Layer(), Layer())
    let (redViewOriginalCenter, blueViewOriginalCenter) = (Point(x: 10, y: 20), Point(x: 30, y: 40))
    let (redViewNewCenter, blueViewNewCenter) = (Point(x: 110, y: 220), Point(x: 230, y: 0))
    redView.center = redViewOriginalCenter
    blueView.center = blueViewOriginalCenter
    var ends: [(String, Double)] = []
    Layer.animate(withDuration: 2, delay: 0, options: .curveEaseIn) {
      redView.center = redViewNewCenter
      Layer.animate(
        withDuration: 0.5, delay: 0,
        options: [.curveEaseOut, .overrideInheritedDuration, .overrideInheritedCurve]
      ) {
        blueView.center = blueViewNewCenter
      } completion: { [timeline] _ in
        blueView.center = blueViewOriginalCenter
        ends.append(("blue", timeline.seconds))
      }
    } completion: { [timeline] _ in
      redView.center = redViewOriginalCenter
      ends.append(("red", timeline.seconds))
    }
    for step in 0..<200 {
      let seconds = Double(step) / 100
      timeline.advance(to: seconds)
      let red = CubicCurve.easeIn.value(at: seconds / 2)
      #expect(near(redView.presentation.center, Point(x: 10 + 100 * red, y: 20 + 200 * red)))
      // At its end the blue one is put back.
      let blue = seconds < 0.5 ? CubicCurve.easeOut.value(at: seconds / 0.5) : 0
      #expect(near(blueView.presentation.center, Point(x: 30 + 200 * blue, y: 40 - 40 * blue)))
    }
    timeline.advance(to: 5)
    #expect(ends.map(\.0) == ["blue", "red"] && ends.map(\.1) == [0.5, 2])
    #expect(redView.presentation.center == redViewOriginalCenter)
  }

  @Test func `C3, nesting: an inner delay comes after the outer one's, and options are inherited`()
  {
    Layer.animate(withDuration: 1, delay: 0.5, options: [.curveLinear, .allowUserInteraction]) {
      Layer.animate(withDuration: 9, delay: 0.25) { view.center.x = 150 }
    }
    #expect(view.hitTest(Point(x: 10, y: 10)) === view)
    for (seconds, share) in [(0.5, 0.0), (0.75, 0), (1, 0.25), (1.5, 0.75), (1.75, 1)] {
      timeline.advance(to: seconds)
      #expect(near(view.presentation.center.x, 50 + 100 * share))
    }
  }

  // MARK: C4

  /// Each option, its kind, and the angle at a quarter of the progress.
  nonisolated static let transitions: [(AnimationOptions, LayerTransition.Kind, Double)] = [
    ([], .none, 0), (.transitionFlipFromLeft, .flipFromLeft, .pi / 4),
    (.transitionFlipFromRight, .flipFromRight, -.pi / 4), (.transitionCurlUp, .curlUp, 0),
    (.transitionCurlDown, .curlDown, 0), (.transitionCrossDissolve, .crossDissolve, 0),
    (.transitionFlipFromTop, .flipFromTop, .pi / 4),
    (.transitionFlipFromBottom, .flipFromBottom, -.pi / 4),
  ]

  @Test(arguments: transitions)
  func `C4, transitions: each kind runs from the old to the new`(
    option: AnimationOptions, kind: LayerTransition.Kind, angle: Double
  ) throws {
    let (greenView, blueView) = (Layer(), Layer())
    greenView.isHidden = true
    view.addSublayer(greenView)
    view.addSublayer(blueView)
    var ends: [(Bool, Double)] = []
    Layer.transition(with: view, duration: 1, options: option.union(.curveEaseIn)) {
      greenView.isHidden = false
      blueView.isHidden = true
      blueView.alpha = 0.5
    } completion: { [timeline] in
      ends.append(($0, timeline.seconds))
    }
    // The change is made at once, and is not itself animated.
    #expect(!greenView.isHidden && blueView.isHidden && blueView.presentation.alpha == 0.5)
    let transition = try #require(view.transition)
    #expect(transition.kind == kind && near(transition.angle(at: 0.25), angle))
    for step in 0..<20 {
      timeline.advance(to: Double(step) / 20)
      let progress = view.presentation.transitionProgress
      #expect(near(progress, CubicCurve.easeIn.value(at: Double(step) / 20)))
      let seen = transition.opacities(at: progress)
      switch kind {
      case .none: #expect(seen.old == 0 && seen.new == 1)
      case .crossDissolve: #expect(near(seen.old, 1 - progress) && near(seen.new, progress))
      case .curlUp, .curlDown: #expect(seen.old == 1 && seen.new == (progress > 0 ? 1 : 0))
      case .flipFromLeft, .flipFromRight, .flipFromTop, .flipFromBottom:
        #expect(seen.old == (progress < 0.5 ? 1 : 0) && seen.new == 1 - seen.old)
      }
    }
    timeline.advance(to: 2)
    #expect(ends.map(\.0) == [true] && ends.map(\.1) == [1])
    #expect(view.presentation.transitionProgress == 1)
    #expect(transition.opacities(at: 1) == (0, 1))
  }

  @Test(arguments: [false, true])
  func `C4, from one to another: swapped in the hierarchy, or shown and hidden`(showHide: Bool) {
    let (old, new, last) = (Layer(), Layer(), Layer())
    let container = Layer()
    for layer in showHide ? [old, new, last] : [old, last] { container.addSublayer(layer) }
    new.isHidden = showHide
    var ends: [Bool] = []
    let options: AnimationOptions = [.transitionCrossDissolve, .curveLinear]
    Layer.transition(
      from: old, to: new, duration: 0.4,
      options: showHide ? options.union(.showHideTransitionViews) : options
    ) {
      ends.append($0)
    }
    if showHide {
      #expect(container.sublayers.map { $0 === old || $0 === new || $0 === last }.count == 3)
      #expect(old.isHidden && !new.isHidden && old.superlayer === container)
    } else {
      #expect(container.sublayers.count == 2 && container.sublayers.first === new)
      #expect(container.sublayers.last === last)
      #expect(old.superlayer == nil && new.superlayer === container && !old.isHidden)
    }
    timeline.advance(to: 0.3)
    #expect(near(container.presentation.transitionProgress, 0.75) && ends.isEmpty)
    timeline.advance(to: 0.4)
    #expect(ends == [true] && container.presentation.transitionProgress == 1)
  }
}
