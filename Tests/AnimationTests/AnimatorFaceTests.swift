import PantographAnimation
import PantographAnimatorLaws
import PantographBase
import PantographMotion
import PantographTestSupport
import Testing

@MainActor @Suite(.ownTimeline) struct `Any sequence of calls of a property animator` {
  @Test(arguments: 1...60)
  func `never breaks it, and animates nothing without time`(seed: UInt64) throws {
    for number in 0..<40 {
      try checkAnimator(by: TestRandom(seed: seed &* 1000 &+ UInt64(number)), calls: 40)
    }
  }

  // MARK: One leap and many steps

  /// Plays a script in a number of steps between its calls, and returns the values after each call.
  static func play(steps: Int, on timeline: Timeline) throws -> [[Double]] {
    let layer = Layer(frame: Rect(x: 0, y: 0, width: 50, height: 50))
    var reported: [Double] = []
    let animator = PropertyAnimator(duration: 2, curve: .easeInOut) {
      layer.center = Point(x: 200, y: 90)
      layer.alpha = 0.2
    }
    animator.addCompletion { _ in
      // An animation that starts at an end starts at its instant, however late that is noticed.
      Layer.animate(withDuration: 0.5) {
        layer.center.y = 0
      } completion: { _ in
        reported.append(timeline.seconds)
      }
    }
    try animator.addAnimations(
      { layer.transform = AffineTransform(scaleX: 2, y: 2).rotated(by: 1) }, delayFactor: 0.4)
    let spring = SpringTimingParameters(
      dampingRatio: 0.4, initialVelocity: Vector(x: 3, y: -2))
    var seen: [[Double]] = []
    let script: [(Double, () throws -> Void)] = [
      (0.1, { try animator.startAnimation() }),
      (0.7, { try animator.addAnimations({ layer.backgroundColor = .red }, delayFactor: 0.2) }),
      (1.3, { animator.isReversed = true }), (1.6, { animator.isReversed = false }),
      (1.9, { try animator.pauseAnimation() }), (2, { animator.fractionComplete = 0.35 }),
      (2.2, { try animator.continueAnimation(withTimingParameters: spring) }),
      (2.6, { try animator.addAnimations { layer.center.x = 10 } }), (3.1, {}), (4, {}), (4.3, {}),
      (9, {}),
    ]
    for (seconds, call) in script {
      let begin = timeline.seconds
      for step in 1...steps {
        timeline.advance(to: begin + (seconds - begin) * Double(step) / Double(steps))
        _ = layer.seenNumbers
      }
      try call()
      seen.append(layer.seenNumbers + reported)
    }
    return seen
  }

  @Test func `gives the same in one step as in a thousand`() throws {
    let leaps = try Timeline.run { try Self.play(steps: 1, on: $0) }
    let walk = try Timeline.run { try Self.play(steps: 1000, on: $0) }
    #expect(leaps.map(\.count) == walk.map(\.count) && leaps.last?.count == 14)
    for (leap, steps) in zip(leaps, walk) { #expect(largestDifference(leap, steps) < 1e-12) }
    // The same without a look between the first call and the end.
    #expect(leaps.last?.prefix(3) == [0.2, 0.1, 0])
  }
}

/// B1 again, call by call and state by state, for the animator that moves layers.
@MainActor @Suite(.ownTimeline) struct `B1, every call of a property animator in every state` {
  typealias Situation = AnimatorError.Situation

  nonisolated enum Call: String, CaseIterable {
    case start, startAfterDelay, pause, setFraction, reverse, `continue`, continueToFraction
    case add, addLate, addCompletion, stop, stopForGood, finishAtStart, finishWhereItIs, finishAtEnd
    case setInterruptible, setUserInteraction
  }

  /// The expected result: state, whether it runs, where the layer is seen, and the completions; or the
  /// error.
  nonisolated enum Outcome: Equatable {
    case becomes(AnimatingState, running: Bool, at: Double, reports: [AnimatingPosition] = [])
    case refuses(AnimatorError.Call)
  }

  /// A layer that goes from 0 to 100 in one second, half a second after its start if it has begun.
  @MainActor final class Scene {
    let timeline = Timeline.current
    let layer = Layer()
    let animator: PropertyAnimator
    var reported: [AnimatingPosition] = []
    var added = 0
    var changes: [PropertyAnimator.Change] = []

    init(_ situation: Situation) throws {
      let layer = layer
      animator = PropertyAnimator(duration: 1, curve: .linear) { layer.center.x = 100 }
      animator.addCompletion { [unowned self] in reported.append($0) }
      if situation != .inactive { try animator.startAnimation() }
      timeline.advance(to: 0.5)
      if situation == .paused { try animator.pauseAnimation() }
      if situation == .stopped { try animator.stopAnimation(false) }
      animator.observe { [unowned self] in changes.append($0) }
    }

    var position: Double { layer.presentation.center.x }

    func make(_ call: Call) throws(AnimatorError) {
      switch call {
      case .start: try animator.startAnimation()
      case .startAfterDelay: try animator.startAnimation(afterDelay: 0.25)
      case .pause: try animator.pauseAnimation()
      case .setFraction: animator.fractionComplete = 0.75
      case .reverse: animator.isReversed = true
      case .continue:
        try animator.continueAnimation(withTimingParameters: nil, durationFactor: 0)
      case .continueToFraction: try animator.continueAnimation(toFraction: 0.75)
      case .add: try animator.addAnimations { [unowned self] in added += 1 }
      case .addLate: try animator.addAnimations({ [unowned self] in added += 1 }, delayFactor: 0.5)
      case .addCompletion: animator.addCompletion { [unowned self] in reported.append($0) }
      case .stop: try animator.stopAnimation(false)
      case .stopForGood: try animator.stopAnimation(true)
      case .finishAtStart: try animator.finishAnimation(at: .start)
      case .finishWhereItIs: try animator.finishAnimation(at: .current)
      case .finishAtEnd: try animator.finishAnimation(at: .end)
      case .setInterruptible: try animator.setInterruptible(false)
      case .setUserInteraction: animator.isUserInteractionEnabled = false
      }
    }
  }

  nonisolated static let table: [(Call, Situation, Outcome)] = [
    (.start, .inactive, .becomes(.active, running: true, at: 0)),
    (.start, .running, .becomes(.active, running: true, at: 50)),
    (.start, .paused, .becomes(.active, running: true, at: 50)),
    (.start, .stopped, .refuses(.startAnimation)),
    (.startAfterDelay, .inactive, .becomes(.active, running: true, at: 0)),
    (.startAfterDelay, .running, .refuses(.startAnimationAfterDelay)),
    (.startAfterDelay, .paused, .refuses(.startAnimationAfterDelay)),
    (.startAfterDelay, .stopped, .refuses(.startAnimationAfterDelay)),
    (.pause, .inactive, .becomes(.active, running: false, at: 0)),
    (.pause, .running, .becomes(.active, running: false, at: 50)),
    (.pause, .paused, .becomes(.active, running: false, at: 50)),
    (.pause, .stopped, .refuses(.pauseAnimation)),
    (.setFraction, .inactive, .becomes(.active, running: false, at: 75)),
    (.setFraction, .running, .becomes(.active, running: true, at: 50)),
    (.setFraction, .paused, .becomes(.active, running: false, at: 75)),
    (.setFraction, .stopped, .becomes(.stopped, running: false, at: 50)),
    (.reverse, .inactive, .becomes(.inactive, running: false, at: 0)),
    (.reverse, .running, .becomes(.active, running: true, at: 50)),
    (.reverse, .paused, .becomes(.active, running: false, at: 50)),
    (.reverse, .stopped, .becomes(.stopped, running: false, at: 50)),
    (.continue, .inactive, .refuses(.continueAnimation)),
    (.continue, .running, .refuses(.continueAnimation)),
    (.continue, .paused, .becomes(.active, running: true, at: 50)),
    (.continue, .stopped, .refuses(.continueAnimation)),
    (.continueToFraction, .inactive, .refuses(.continueAnimationToFraction)),
    (.continueToFraction, .running, .refuses(.continueAnimationToFraction)),
    (.continueToFraction, .paused, .becomes(.active, running: true, at: 50)),
    (.continueToFraction, .stopped, .refuses(.continueAnimationToFraction)),
    (.add, .inactive, .becomes(.inactive, running: false, at: 0)),
    (.add, .running, .becomes(.active, running: true, at: 50)),
    (.add, .paused, .becomes(.active, running: false, at: 50)),
    (.add, .stopped, .refuses(.addAnimations)),
    (.addLate, .inactive, .becomes(.inactive, running: false, at: 0)),
    (.addLate, .running, .becomes(.active, running: true, at: 50)),
    (.addLate, .paused, .becomes(.active, running: false, at: 50)),
    (.addLate, .stopped, .refuses(.addAnimations)),
    (.addCompletion, .inactive, .becomes(.inactive, running: false, at: 0)),
    (.addCompletion, .running, .becomes(.active, running: true, at: 50)),
    (.addCompletion, .paused, .becomes(.active, running: false, at: 50)),
    (.addCompletion, .stopped, .becomes(.stopped, running: false, at: 50)),
    (.stop, .inactive, .refuses(.stopAnimation)),
    (.stop, .running, .becomes(.stopped, running: false, at: 50)),
    (.stop, .paused, .becomes(.stopped, running: false, at: 50)),
    (.stop, .stopped, .refuses(.stopAnimation)),
    (.stopForGood, .inactive, .refuses(.stopAnimation)),
    (.stopForGood, .running, .becomes(.inactive, running: false, at: 50)),
    (.stopForGood, .paused, .becomes(.inactive, running: false, at: 50)),
    (.stopForGood, .stopped, .refuses(.stopAnimation)),
    (.finishAtStart, .inactive, .refuses(.finishAnimation)),
    (.finishAtStart, .running, .refuses(.finishAnimation)),
    (.finishAtStart, .paused, .refuses(.finishAnimation)),
    (.finishAtStart, .stopped, .becomes(.inactive, running: false, at: 0, reports: [.start])),
    (.finishWhereItIs, .inactive, .refuses(.finishAnimation)),
    (.finishWhereItIs, .running, .refuses(.finishAnimation)),
    (.finishWhereItIs, .paused, .refuses(.finishAnimation)),
    (.finishWhereItIs, .stopped, .becomes(.inactive, running: false, at: 50, reports: [.current])),
    (.finishAtEnd, .inactive, .refuses(.finishAnimation)),
    (.finishAtEnd, .running, .refuses(.finishAnimation)),
    (.finishAtEnd, .paused, .refuses(.finishAnimation)),
    (.finishAtEnd, .stopped, .becomes(.inactive, running: false, at: 100, reports: [.end])),
    (.setInterruptible, .inactive, .becomes(.inactive, running: false, at: 0)),
    (.setInterruptible, .running, .refuses(.setInterruptible)),
    (.setInterruptible, .paused, .refuses(.setInterruptible)),
    (.setInterruptible, .stopped, .becomes(.stopped, running: false, at: 50)),
    (.setUserInteraction, .inactive, .becomes(.inactive, running: false, at: 0)),
    (.setUserInteraction, .running, .becomes(.active, running: true, at: 50)),
    (.setUserInteraction, .paused, .becomes(.active, running: false, at: 50)),
    (.setUserInteraction, .stopped, .becomes(.stopped, running: false, at: 50)),
  ]

  @Test(arguments: table)
  func `has the result in the table`(call: Call, situation: Situation, outcome: Outcome) throws {
    let scene = try Scene(situation)
    let animator = scene.animator
    let before = (animator.state, animator.isRunning, animator.isReversed)
    do throws(AnimatorError) {
      try scene.make(call)
      #expect(
        outcome
          == .becomes(
            animator.state, running: animator.isRunning, at: scene.position, reports: scene.reported
          ))
      // A block is run at once as soon as it is known how much time it has.
      let runsNow = [.add, .addLate].contains(call) && situation != .inactive
      #expect(scene.added == (runsNow ? 1 : 0))
      // Visible changes are reported, the state first.
      var changes: [PropertyAnimator.Change] = []
      if animator.state != before.0 { changes.append(.state(animator.state)) }
      if animator.isRunning != before.1 { changes.append(.isRunning(animator.isRunning)) }
      if animator.isReversed != before.2 { changes.append(.isReversed(animator.isReversed)) }
      #expect(scene.changes == changes)
    } catch {
      #expect(outcome == .refuses(error.call))
      #expect(error.situation == situation)
      #expect(error.description == "\(error.call.rawValue): the animator \(situation.rawValue)")
      // A refused call has changed nothing and reported nothing.
      #expect((animator.state, animator.isRunning, animator.isReversed) == before)
      #expect(scene.changes.isEmpty && scene.reported.isEmpty && scene.added == 0)
      #expect(scene.position == (situation == .inactive ? 0 : 50))
    }
  }

  @Test func `covers every cell`() {
    let cells = Set(Self.table.map { [$0.0.rawValue, $0.1.rawValue] })
    #expect(cells.count == Call.allCases.count * 4 && Self.table.count == cells.count)
  }

  @Test func `is new as UIKit's was measured to be`() {
    let animator = PropertyAnimator(duration: 1, curve: .easeInOut)
    #expect(animator.state == .inactive && !animator.isRunning && !animator.isReversed)
    #expect(animator.isInterruptible && animator.isUserInteractionEnabled)
    #expect(!animator.isManualHitTestingEnabled && animator.scrubsLinearly)
    #expect(!animator.pausesOnCompletion && animator.delay == 0)
    #expect(animator.fractionComplete == 0 && animator.duration == 1)
  }

  @Test func `keeps the old value when it is paused before it begins and then stopped`() throws {
    // As measured: the fraction was 0, and no completion is called.
    let scene = try Scene(.inactive)
    try scene.animator.pauseAnimation()
    #expect(scene.layer.center.x == 100 && scene.position == 0)
    try scene.animator.stopAnimation(true)
    #expect(scene.layer.center.x == 0 && scene.position == 0 && scene.reported.isEmpty)
  }

  // MARK: Observers and completions

  @Test func `reports each change to its observers in order`() throws {
    let scene = try Scene(.inactive)
    let animator = scene.animator
    var order: [String] = []
    animator.observe { order.append("second \($0)") }
    func expect(
      _ changes: [PropertyAnimator.Change], _ position: SourceLocation = #_sourceLocation
    ) {
      #expect(scene.changes == changes, sourceLocation: position)
      #expect(order == changes.map { "second \($0)" }, sourceLocation: position)
      scene.changes = []
      order = []
    }
    try animator.startAnimation()
    expect([.state(.active), .isRunning(true)])
    try animator.startAnimation()
    expect([])
    scene.timeline.advance(by: 0.25)
    animator.isReversed = true
    expect([.isReversed(true)])
    try animator.pauseAnimation()
    expect([.isRunning(false)])
    animator.fractionComplete = 0.3
    animator.isReversed = false
    expect([.isReversed(false)])
    try animator.continueAnimation()
    expect([.isRunning(true)])
    scene.timeline.advance(by: 5)
    expect([.state(.inactive), .isRunning(false)])
    animator.fractionComplete = 0.5
    expect([.state(.active)])
    try animator.stopAnimation(false)
    expect([.state(.stopped)])
    try animator.finishAnimation(at: .current)
    expect([.state(.inactive)])
    try animator.startAnimation(afterDelay: 1)
    expect([.state(.active), .isRunning(true)])
    try animator.stopAnimation(true)
    expect([.state(.inactive), .isRunning(false)])
  }

  @Test func `calls its completions once, in their order, when it is inactive`() throws {
    let scene = try Scene(.inactive)
    let animator = scene.animator
    var reported: [String] = []
    for number in 1...3 {
      animator.addCompletion { position in
        reported.append("\(number) \(position) \(animator.state) \(animator.isRunning)")
        // A completion added meanwhile is for the next run.
        if number == 2 { animator.addCompletion { reported.append("late \($0)") } }
      }
    }
    try animator.startAnimation()
    scene.timeline.advance(by: 0.5)
    animator.addCompletion { reported.append("4 \($0)") }
    scene.timeline.advance(by: 3)
    #expect(
      reported == ["1 end inactive false", "2 end inactive false", "3 end inactive false", "4 end"])
    #expect(scene.reported == [.end])
    reported = []
    animator.isReversed = true
    try animator.startAnimation()
    scene.timeline.advance(by: 3)
    #expect(reported == ["late start"] && scene.reported == [.end])
  }

  @Test func `ends at its end when it is reversed twice`() throws {
    let scene = try Scene(.running)
    scene.animator.isReversed = true
    scene.timeline.advance(by: 0.2)
    #expect(abs(scene.position - 30) < 1e-9)
    scene.animator.isReversed = false
    scene.timeline.advance(by: 0.6)
    #expect(abs(scene.position - 90) < 1e-9 && scene.reported.isEmpty)
    scene.timeline.advance(by: 1)
    #expect(scene.position == 100 && scene.reported == [.end])
  }

  @Test func `starts again from a completion`() throws {
    let scene = try Scene(.running)
    let (animator, layer) = (scene.animator, scene.layer)
    animator.addCompletion { _ in
      try? animator.addAnimations { layer.center.x = 0 }
      try? animator.startAnimation()
    }
    // It ended at 1 s, so the return began there, whenever it is read.
    scene.timeline.advance(to: 1.75)
    #expect(abs(scene.position - 25) < 1e-9 && animator.isRunning && scene.reported == [.end])
  }
}
