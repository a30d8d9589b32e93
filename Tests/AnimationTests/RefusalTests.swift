import Animation
import Testing

private func machine(_ duration: Double = 1) -> AnimatorMachine {
  AnimatorMachine(duration: duration, timing: .curve(.linear))
}

private func paused() throws -> AnimatorMachine {
  var animator = machine()
  try animator.pause(at: at(0))
  return animator
}

/// Numbers that no animator takes, each just beyond a bound.
private let refused: [@Sendable () throws -> Void] = [
  { _ = machine(-0.001) },
  { _ = machine(.infinity) },
  {
    var animator = machine()
    _ = animator.addPart(delayFactor: -0.001, at: at(0))
  },
  {
    var animator = machine()
    _ = animator.addPart(delayFactor: 1.001, at: at(0))
  },
  {
    var animator = machine()
    try animator.start(afterDelay: -0.001, at: at(0))
  },
  {
    var animator = machine()
    try animator.start(afterDelay: .infinity, at: at(0))
  },
  {
    var animator = try paused()
    animator.scrub(to: .infinity)
  },
  {
    var animator = try paused()
    try animator.continueAnimation(toFraction: .infinity, at: at(0))
  },
  {
    var animator = try paused()
    try animator.continueAnimation(durationFactor: -0.001, at: at(0))
  },
  {
    var animator = try paused()
    try animator.continueAnimation(durationFactor: .infinity, at: at(0))
  },
]

@Suite struct `Numbers that no animator takes` {
  /// A trap ends the program by a signal, an error that is thrown here would not.
  @Test(arguments: refused.indices)
  func `are refused`(index: Int) async {
    await #expect(processExitsWith: .failure) { [index] in try? refused[index]() }
  }

  @Test func `begin beyond the bounds`() throws {
    #expect(machine(0).duration == 0)
    var animator = machine()
    let first = animator.addPart(delayFactor: 0, at: at(0))
    let last = animator.addPart(delayFactor: 1, at: at(0))
    try animator.start(afterDelay: 0, at: at(0))
    #expect(animator.delay == 0)
    #expect(animator.progress(of: first, at: at(0.5)).value == 0.5)
    #expect(animator.progress(of: last, at: at(0.5)).value == 0)
    var held = try paused()
    try held.continueAnimation(durationFactor: 0, at: at(0))
    #expect(held.isRunning)
  }
}
