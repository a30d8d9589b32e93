import PantographBase
package import PantographLaws
import PantographMotion

/// A call of an animator's machine; the laws cover new cases automatically.
private enum MachineCall: CaseIterable {
  case start, startAfterDelay, pause, scrub, setFraction, turn, run, runOnAnother
  case stop, finish, complete, look, toggleLinear, toggleInterruptible, togglePausing

  /// Whether it neither sets a position nor restarts.
  var keepsPosition: Bool {
    switch self {
    case .pause, .turn, .run, .runOnAnother, .look, .toggleLinear, .stop: true
    default: false
    }
  }
}

/// Checks the laws of an animator's machine under random calls.
///
/// * Its progress is always finite, and its fraction is from 0 to 1.
/// * A call that does not set a position does not change it, and a refused call changes nothing.
///
/// - Parameters:
///   - chance: what decides on the animator, on the calls and on their times.
///   - calls: how many there are at most.
///   - isOver: whether chance has no more to say.
package func checkMachine<Chance: RandomNumberGenerator>(
  by chance: Chance, calls: Int, until isOver: (Chance) -> Bool = { _ in false }
) throws(BrokenLaw) {
  var chance = chance
  var animator = AnimatorMachine(
    duration: [0.0, 0.4, 2].randomElement(using: &chance) ?? 1, timing: .either(using: &chance))
  var time = Timestamp(microseconds: 0)
  var history: [MachineCall] = []
  func hold(_ condition: Bool, _ sentence: @autoclosure () -> String) throws(BrokenLaw) {
    try PantographLaws.hold(
      condition, "\(sentence()): \(animator.duration) s \(animator.timing) after \(history)")
  }
  while history.count < calls, !isOver(chance) {
    time = time.advanced(byMicroseconds: .random(in: 0...300_000, using: &chance))
    let call = MachineCall.allCases.randomElement(using: &chance) ?? .look
    history.append(call)
    let before = animator.progress(at: time)
    let wasInactive = animator.state == .inactive
    do {
      try make(call, of: &animator, at: time, by: &chance)
    } catch {
      try hold(animator.progress(at: time) == before, "what is refused moves it")
    }
    let after = animator.progress(at: time)
    try hold(after.value.isFinite && after.velocity.isFinite, "it is nowhere: \(after)")
    let fraction = animator.fractionComplete(at: time)
    try hold((0...1).contains(fraction), "fraction \(fraction)")
    // A restarted animation may begin anywhere, and one without a duration has no position in between.
    if call.keepsPosition, animator.duration > 0, call != .pause || !wasInactive {
      let slope = max(abs(before.velocity), abs(after.velocity)) * animator.duration
      // On a vertical curve the last bit of a time is 8e-6 of the distance.
      try hold(
        abs(after.value - before.value) < (slope < 1e5 ? 1e-9 : 2e-5),
        "it jumps from \(before.value) to \(after.value)")
    }
  }
}

private func make(
  _ call: MachineCall, of animator: inout AnimatorMachine, at time: Timestamp,
  by chance: inout some RandomNumberGenerator
) throws(AnimatorError) {
  switch call {
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
      with: .either(using: &chance), durationFactor: factor, at: time)
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
