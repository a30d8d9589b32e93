import PantographAnimatorLaws
import PantographBase
import PantographMotion
import PantographTestSupport
import Testing

/// B1: every call in every state, cell by cell, as UIKit's documentation and headers have it.
@Suite struct `B1, every call in every state` {
  typealias Situation = AnimatorError.Situation

  /// An animator of one second, brought into a state at 0.5 s.
  static func animator(_ situation: Situation) throws -> AnimatorMachine {
    var animator = AnimatorMachine(duration: 1, timing: .curve(.linear))
    guard situation != .inactive else { return animator }
    try animator.start(at: at(0))
    if situation == .paused { try animator.pause(at: at(0.5)) }
    if situation == .stopped { try animator.stop(withoutFinishing: false, at: at(0.5)) }
    return animator
  }

  enum Call: String, CaseIterable {
    case start, startAfterDelay, pause, setFraction, reverse
    case `continue`, stop, stopForGood, finish, setInterruptible
  }

  static func make(_ call: Call, _ animator: inout AnimatorMachine) throws(AnimatorError) {
    switch call {
    case .start: try animator.start(at: at(0.5))
    case .startAfterDelay: try animator.start(afterDelay: 0.25, at: at(0.5))
    case .pause: try animator.pause(at: at(0.5))
    case .setFraction: animator.setFractionComplete(0.75)
    case .reverse: animator.reverse(true, at: at(0.5))
    case .continue: try animator.continueAnimation(at: at(0.5))
    case .stop: try animator.stop(withoutFinishing: false, at: at(0.5))
    case .stopForGood: try animator.stop(withoutFinishing: true, at: at(0.5))
    case .finish: try animator.finish(at: .end)
    case .setInterruptible: try animator.setInterruptible(false)
    }
  }

  /// The expected result: state, whether it runs, and its progress at 0.5 s; or the error.
  enum Outcome: Equatable {
    case becomes(AnimatingState, running: Bool, progress: Double)
    case refuses(AnimatorError.Call)
  }

  static let table: [(Call, Situation, Outcome)] = [
    (.start, .inactive, .becomes(.active, running: true, progress: 0)),
    (.start, .running, .becomes(.active, running: true, progress: 0.5)),
    (.start, .paused, .becomes(.active, running: true, progress: 0.5)),
    (.start, .stopped, .refuses(.startAnimation)),
    (.startAfterDelay, .inactive, .becomes(.active, running: true, progress: 0)),
    (.startAfterDelay, .running, .refuses(.startAnimationAfterDelay)),
    (.startAfterDelay, .paused, .refuses(.startAnimationAfterDelay)),
    (.startAfterDelay, .stopped, .refuses(.startAnimationAfterDelay)),
    (.pause, .inactive, .becomes(.active, running: false, progress: 0)),
    (.pause, .running, .becomes(.active, running: false, progress: 0.5)),
    (.pause, .paused, .becomes(.active, running: false, progress: 0.5)),
    (.pause, .stopped, .refuses(.pauseAnimation)),
    (.setFraction, .inactive, .becomes(.active, running: false, progress: 0.75)),
    (.setFraction, .running, .becomes(.active, running: true, progress: 0.5)),
    (.setFraction, .paused, .becomes(.active, running: false, progress: 0.75)),
    (.setFraction, .stopped, .becomes(.stopped, running: false, progress: 0.5)),
    (.reverse, .inactive, .becomes(.inactive, running: false, progress: 0)),
    (.reverse, .running, .becomes(.active, running: true, progress: 0.5)),
    (.reverse, .paused, .becomes(.active, running: false, progress: 0.5)),
    (.reverse, .stopped, .becomes(.stopped, running: false, progress: 0.5)),
    (.continue, .inactive, .refuses(.continueAnimation)),
    (.continue, .running, .refuses(.continueAnimation)),
    (.continue, .paused, .becomes(.active, running: true, progress: 0.5)),
    (.continue, .stopped, .refuses(.continueAnimation)),
    (.stop, .inactive, .refuses(.stopAnimation)),
    (.stop, .running, .becomes(.stopped, running: false, progress: 0.5)),
    (.stop, .paused, .becomes(.stopped, running: false, progress: 0.5)),
    (.stop, .stopped, .refuses(.stopAnimation)),
    (.stopForGood, .inactive, .refuses(.stopAnimation)),
    (.stopForGood, .running, .becomes(.inactive, running: false, progress: 0.5)),
    (.stopForGood, .paused, .becomes(.inactive, running: false, progress: 0.5)),
    (.stopForGood, .stopped, .refuses(.stopAnimation)),
    (.finish, .inactive, .refuses(.finishAnimation)),
    (.finish, .running, .refuses(.finishAnimation)),
    (.finish, .paused, .refuses(.finishAnimation)),
    (.finish, .stopped, .becomes(.inactive, running: false, progress: 1)),
    (.setInterruptible, .inactive, .becomes(.inactive, running: false, progress: 0)),
    (.setInterruptible, .running, .refuses(.setInterruptible)),
    (.setInterruptible, .paused, .refuses(.setInterruptible)),
    (.setInterruptible, .stopped, .becomes(.stopped, running: false, progress: 0.5)),
  ]

  @Test(arguments: table)
  func `has the result in the table`(call: Call, situation: Situation, outcome: Outcome) throws {
    var animator = try Self.animator(situation)
    let before = animator
    do throws(AnimatorError) {
      try Self.make(call, &animator)
      let progress = animator.progress(at: at(0.5)).value
      #expect(
        outcome == .becomes(animator.state, running: animator.isRunning, progress: progress))
    } catch {
      #expect(outcome == .refuses(error.call))
      #expect(error.situation == situation)
      #expect(error.description == "\(error.call.rawValue): the animator \(situation.rawValue)")
      // A refused call has changed nothing.
      #expect(animator.state == before.state && animator.isRunning == before.isRunning)
      #expect(animator.progress(at: at(0.7)) == before.progress(at: at(0.7)))
    }
  }

  @Test func `covers every cell`() {
    #expect(Self.table.count == Call.allCases.count * 4)
  }
}

@Suite struct `Any sequence of calls` {
  @Test(arguments: 1...40)
  func `never breaks an animator`(seed: UInt64) throws {
    for number in 0..<50 {
      try checkMachine(by: TestRandom(seed: seed &* 1000 &+ UInt64(number)), calls: 40)
    }
  }

  @Test(arguments: TimingParameters.various)
  func `has the velocity of its progress`(timing: TimingParameters) throws {
    for isReversed in [false, true] {
      for start in [0.0, 0.4, 0.8, 1.2] {
        var animator = try scrubbed(to: start, timing: timing)
        animator.reverse(isReversed, at: at(1))
        try animator.continueAnimation(at: at(1))
        let end = try #require(animator.endTime) - at(0)
        for share in [0.1, 0.4, 0.9] {
          let time = 1 + (end - 1) * share
          let step = 2e-6 * (end - 1)
          guard step > 1e-6 else { continue }
          let (before, after) = (at(time - step), at(time + step))
          let rise = animator.progress(at: after).value - animator.progress(at: before).value
          let velocity = animator.progress(at: at(time)).velocity
          #expect(abs(velocity - rise / (after - before)) < 0.02 * max(1, abs(velocity)))
        }
      }
    }
  }
}
