import PantographAnimation
import PantographBase
package import PantographLaws
import PantographMotion

/// Checks the laws of a property animator under random calls.
///
/// * Only time, scrubbing and an end change what is seen, and it is always finite.
/// * Its fraction is from 0 to 1; only what is active runs, and what is not active moves nothing.
/// * A refused call changes nothing.
/// * Each completion is called once, in the order in which they were added.
///
/// - Parameters:
///   - chance: what decides on the animator, on the calls and on their times.
///   - calls: how many there are at most.
///   - isOver: whether chance has no more to say.
@MainActor package func checkAnimator<Chance: RandomNumberGenerator>(
  by chance: Chance, calls: Int, until isOver: (Chance) -> Bool = { _ in false }
) throws(BrokenLaw) {
  let scene = AnimatedScene(chance)
  let (animator, layer) = (scene.animator, scene.layer)
  var history: [AnimatorCall] = []
  func hold(_ condition: Bool, _ sentence: @autoclosure () -> String) throws(BrokenLaw) {
    guard !condition else { return }
    throw BrokenLaw(
      "\(sentence()): \(animator.duration) s \(animator.timingParameters) after \(history)")
  }
  while history.count < calls, !isOver(scene.chance) {
    let call = AnimatorCall.allCases.randomElement(using: &scene.chance) ?? .advance
    history.append(call)
    let before = layer.seenNumbers
    let mayJump = scene.mayJump(call)
    let state = (animator.state, animator.isRunning, animator.isReversed)
    do {
      try scene.make(call)
    } catch {
      try hold(layer.seenNumbers == before, "what is refused moves something")
      try hold(
        (animator.state, animator.isRunning, animator.isReversed) == state,
        "what is refused changes its state")
    }
    scene.takeNote(of: call)
    let after = layer.seenNumbers
    try hold(after.allSatisfy(\.isFinite), "it is nowhere: \(after)")
    try hold((0...1).contains(animator.fractionComplete), "fraction \(animator.fractionComplete)")
    try hold(
      [.inactive, .active, .stopped].contains(animator.state), "it is \(animator.state)")
    try hold(!animator.isRunning || animator.state == .active, "it runs and is not active")
    let jump = largestDifference(before, after)
    // A time's last bit is 8e-6 of the distance on a vertical curve, and no distance exceeds 3.
    try hold(mayJump || jump <= 3e-5, "it jumps by \(jump) from \(before) to \(after)")
    if animator.state != .active {
      // The presentation values equal the model values.
      let set = [layer.alpha, layer.center.x / 100, layer.center.y / 100, layer.transform.a]
      try hold(Array(after.prefix(4)) == set, "it is not where it was set: \(after) \(set)")
    }
    try hold(scene.reported == Set(scene.reported).sorted(), "completions \(scene.reported)")
  }
}

/// The largest difference between two numbers at the same index.
package func largestDifference(_ left: [Double], _ right: [Double]) -> Double {
  zip(left, right).map { abs($0 - $1) }.max() ?? 0
}

extension Layer {
  /// The presentation values of a layer, as numbers of about the same size.
  package var seenNumbers: [Double] {
    let seen = presentation
    let (t, c) = (seen.transform, seen.backgroundColor)
    return [
      seen.alpha, seen.center.x / 100, seen.center.y / 100, t.a, t.b, t.c, t.d, t.tx / 100,
      t.ty / 100, c.red, c.green, c.blue, c.alpha,
    ]
  }
}
