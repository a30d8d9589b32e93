import PantographMotion
import Testing

private func machine(_ duration: Double = 1) -> AnimatorMachine {
  AnimatorMachine(duration: duration, timing: .curve(.linear))
}

private func paused() throws -> AnimatorMachine {
  var animator = machine()
  try animator.pause(at: at(0))
  return animator
}

/// A number that an animator can't take counts as the nearest one that it can, or as none.
@Suite struct `Invalid numbers of an animator` {
  static let odd: [Double] = [-0.001, -.infinity, .infinity, .nan, -.greatestFiniteMagnitude]

  @Test(arguments: odd) func `are no duration, delay or factor`(number: Double) throws {
    #expect(machine(number).duration == 0)
    var animator = machine()
    let part = animator.addPart(delayFactor: number, at: at(0))
    try animator.start(afterDelay: number, at: at(0))
    #expect(animator.delay == 0)
    #expect(animator.progress(of: part, at: at(0.5)).value == 0.5)
    var held = try paused()
    try held.continueAnimation(durationFactor: number, at: at(0))
    #expect(held.endTime == at(1))
    var sent = try paused()
    try sent.continueAnimation(toFraction: 0.5, durationFactor: number, at: at(0))
    #expect(sent.endTime == at(0.5))
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan])
  func `are no progress to scrub to`(number: Double) throws {
    var animator = try paused()
    animator.scrub(to: 0.25)
    animator.scrub(to: number)
    #expect(animator.heldProgress == 0.25)
  }

  @Test func `are limited to a delay factor of 1`() throws {
    var animator = machine()
    let last = animator.addPart(delayFactor: 1.001, at: at(0))
    try animator.start(at: at(0))
    #expect(animator.progress(of: last, at: at(0.5)).value == 0)
    #expect(animator.progress(of: last, at: at(1)).value == 1)
  }
}
