import Animation
import Motion
import Quantities
import TestSupport
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

  /// What becomes of it: state, whether it runs, and its progress at 0.5 s; or the error.
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
  func `does what the table says`(call: Call, situation: Situation, outcome: Outcome) throws {
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
      // What was refused has changed nothing.
      #expect(animator.state == before.state && animator.isRunning == before.isRunning)
      #expect(animator.progress(at: at(0.7)) == before.progress(at: at(0.7)))
    }
  }

  @Test func `leaves no cell out`() {
    #expect(Self.table.count == Call.allCases.count * 4)
  }
}

@Suite struct `Any sequence of calls` {
  static let timings: [TimingParameters] = [
    .curve(.linear), .curve(.easeInOut), .curve(CubicCurve(0.57, -0.4, 0.96, 0.87)),
    .curve(CubicCurve(1, 0, 0, 1)), .spring(SpringTimingParameters(dampingRatio: 0.2)),
    .spring(SpringTimingParameters(dampingRatio: 0.7, initialVelocity: Vector(x: 9, y: 0))),
    .spring(Spring(response: 0.3, dampingRatio: 0.5), initialVelocity: -4),
    .spring(SpringTimingParameters(mass: 30, stiffness: 10, damping: 300)),
  ]

  /// Something that may be asked of an animator; a new case falls into the test by itself.
  private enum Op: CaseIterable {
    case start, startAfterDelay, pause, scrub, setFraction, turn, run, runOnAnother
    case stop, finish, complete, look, toggleLinear, toggleInterruptible, togglePausing
  }

  @Test(arguments: 1...40)
  func `never breaks an animator`(seed: UInt64) throws {
    var chance = TestRandom(seed: seed)
    for _ in 0..<50 {
      let timing = Self.timings.randomElement(using: &chance) ?? .curve(.linear)
      var animator = AnimatorMachine(
        duration: [0.0, 0.4, 2].randomElement(using: &chance) ?? 1, timing: timing)
      var time = at(0)
      for _ in 0..<40 {
        time = time.advanced(byMicroseconds: .random(in: 0...300_000, using: &chance))
        let op = Op.allCases.randomElement(using: &chance) ?? .look
        let before = animator.progress(at: time)
        let wasInactive = animator.state == .inactive
        do {
          try apply(op, to: &animator, at: time, &chance)
        } catch {
          #expect(animator.progress(at: time) == before, "\(op)")
        }
        let after = animator.progress(at: time)
        #expect(after.value.isFinite && after.velocity.isFinite, "\(op)")
        #expect((0...1).contains(animator.fractionComplete(at: time)))
        // What does not set a position does not change it, but for an animator that begins anew, and
        // for one that has no time to get anywhere.
        let keeps: Set<Op> = [.pause, .turn, .run, .runOnAnother, .look, .toggleLinear, .stop]
        if keeps.contains(op), animator.duration > 0, op != .pause || !wasInactive {
          #expect(abs(after.value - before.value) < 1e-9, "\(op) after \(seed)")
        }
      }
    }
  }

  private func apply(
    _ op: Op, to animator: inout AnimatorMachine, at time: Timestamp, _ chance: inout TestRandom
  ) throws {
    switch op {
    case .start: try animator.start(at: time)
    case .startAfterDelay: try animator.start(afterDelay: 0.2, at: time)
    case .pause: try animator.pause(at: time)
    case .scrub: animator.scrub(to: .random(in: -0.5...1.5, using: &chance))
    case .setFraction: animator.setFractionComplete(.random(in: 0...1, using: &chance))
    case .turn: animator.reverse(!animator.isReversed, at: time)
    case .run: try animator.continueAnimation(at: time)
    case .runOnAnother:
      let factor: Double = [0, 0.1, 2].randomElement(using: &chance) ?? 0
      try animator.continueAnimation(
        with: Self.timings.randomElement(using: &chance), durationFactor: factor, at: time)
    case .stop: try animator.stop(withoutFinishing: .random(using: &chance), at: time)
    case .finish:
      try animator.finish(at: [.start, .current, .end].randomElement(using: &chance) ?? .end)
    case .complete: _ = animator.completeIfDue(at: time)
    case .look: break
    case .toggleLinear: animator.scrubsLinearly.toggle()
    case .toggleInterruptible: try animator.setInterruptible(!animator.isInterruptible)
    case .togglePausing: animator.pausesOnCompletion.toggle()
    }
  }

  @Test(arguments: timings)
  func `finds the velocity of the progress`(timing: TimingParameters) throws {
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
