import PantographAnimatorLaws
import PantographBase
import PantographMotion
import PantographTestSupport

/// An animator to which any legal call happens at any instant, as chance has it.
struct Journey {
  /// One call, and what was seen right before and right after it.
  struct Step {
    var call: Call
    var instant: Timestamp
    var before: [AnimatorMachine.Progress]
    var after: [AnimatorMachine.Progress]
    /// Whether the animation may be elsewhere afterwards: by scrubbing, or because it begins.
    var leaps: Bool
  }

  /// The kinds of calls.
  enum Call: String {
    case start, startAfterDelay, pause, complete, reverse, addPart
    case scrub, scrubToRead, go, glide, stop, finish
  }

  var animator: AnimatorMachine
  /// The whole and all that was added.
  var parts = [AnimatorMachine.Part.whole]
  /// The parts that were given next to no time, by their number.
  var instantaneous: Set<Int> = []
  var now = Timestamp(microseconds: 1_000_000)
  var calls: [Call] = []
  /// Whether its last target was a fraction, and not its end.
  var isSeeking: Bool {
    calls.last { [.start, .startAfterDelay, .go, .glide].contains($0) } == .glide
  }
  var chance: TestRandom

  init(seed: UInt64, number: Int) {
    chance = TestRandom(seed: (seed << 32 | UInt64(number)) &* 0x9E37_79B9_7F4A_7C15)
    let seconds = Double.random(in: 0.05...3, using: &chance)
    animator = AnimatorMachine(duration: seconds, timing: .any(using: &chance))
    animator.scrubsLinearly = Int.random(in: 0..<4, using: &chance) > 0
    animator.pausesOnCompletion = .random(using: &chance)
  }

  /// The state at an instant: the progress of the whole and of every part.
  func seen(at time: Timestamp) -> [AnimatorMachine.Progress] {
    parts.map { animator.progress(of: $0, at: time) }
  }

  /// The instant at which it ends; `nil` if it does not, as on a spring without damping.
  var end: Timestamp? {
    guard let end = animator.endTime, end - now < 1e9 else { return nil }
    return end
  }

  /// A later instant, usually before the end.
  mutating func laterInstant() -> Timestamp {
    guard let end else {
      return now.advanced(byMicroseconds: .random(in: 0...1_000_000, using: &chance))
    }
    let left = max(min(end.microseconds - now.microseconds, 20_000_000), 0)
    switch Int.random(in: 0..<8, using: &chance) {
    case 0: return now
    case 1: return end
    default: return now.advanced(byMicroseconds: .random(in: 0...left, using: &chance))
    }
  }

  /// Advances time, makes a call, and returns what was seen; `nil` when all is over.
  mutating func step() throws -> Step? {
    let instant = laterInstant()
    if let end, end <= instant {
      // The end happens at its own instant, as on a timeline.
      now = max(now, end)
      return try make(.complete)
    }
    now = instant
    return try make(call())
  }

  private mutating func call() -> Call {
    let calls: [Call] =
      switch (animator.state, animator.isRunning) {
      case (.inactive, _):
        [.start, .start, .startAfterDelay, .pause, .scrub, .reverse, .addPart]
      case (.active, true): [.pause, .pause, .pause, .reverse, .reverse, .addPart]
      case (.active, false):
        [.go, .go, .go, .go, .start, .scrub, .scrubToRead, .glide, .reverse, .addPart, .stop]
      case (.stopped, _): [.finish]
      }
    return calls.randomElement(using: &chance) ?? .reverse
  }

  private mutating func make(_ call: Call) throws -> Step? {
    if calls.contains(where: { $0 == .stop }), animator.state == .inactive { return nil }
    let before = seen(at: now)
    let begins = animator.state == .inactive && call != .reverse && call != .addPart
    calls.append(call)
    switch call {
    case .start: try animator.start(at: now)
    case .startAfterDelay:
      try animator.start(afterDelay: .random(in: 0...0.5, using: &chance), at: now)
    case .pause: try animator.pause(at: now)
    case .complete: _ = animator.completeIfDue(at: now)
    case .reverse: animator.reverse(!animator.isReversed, at: now)
    case .addPart:
      let factor = Int.random(in: 0..<6, using: &chance)
      let share = factor == 0 ? 0 : factor == 1 ? 1 : Double.random(in: 0...1, using: &chance)
      let fraction = animator.state == .inactive ? 0 : animator.fractionComplete(at: now)
      let left = animator.state != .inactive && animator.isReversed ? fraction : 1 - fraction
      if left * (1 - share) < 1e-3 { instantaneous.insert(parts.count) }
      parts.append(animator.addPart(delayFactor: share, at: now))
    case .scrub: animator.setFractionComplete(.random(in: 0...1, using: &chance))
    case .scrubToRead: animator.setFractionComplete(animator.fractionComplete(at: now))
    case .go: try go(velocity: nil)
    case .glide:
      try animator.continueAnimation(
        toFraction: .random(in: 0...1, using: &chance),
        with: Bool.random(using: &chance) ? nil : .any(using: &chance),
        durationFactor: Bool.random(using: &chance) ? 0 : .random(in: 0.1...2, using: &chance),
        at: now)
    case .stop: try animator.stop(withoutFinishing: .random(using: &chance), at: now)
    case .finish: try animator.finish(at: .current)
    }
    let after = seen(at: now).prefix(before.count)
    return Step(
      call: call, instant: now, before: before, after: Array(after),
      leaps: begins || call == .scrub)
  }

  /// Lets it go on, on its own timing or another one.
  mutating func go(velocity: EntryVelocity?) throws {
    let entries: [EntryVelocity] = [
      .ofTiming, .carried, .perSecond(.random(in: -5...5, using: &chance)),
    ]
    try animator.continueAnimation(
      with: Bool.random(using: &chance) ? nil : .any(using: &chance),
      durationFactor: Bool.random(using: &chance) ? 0 : .random(in: 0.05...3, using: &chance),
      velocity: velocity ?? entries.randomElement(using: &chance) ?? .ofTiming, at: now)
  }
}

extension Journey: CustomStringConvertible {
  /// The timing and the calls so far.
  var description: String {
    let path = calls.map(\.rawValue).joined(separator: ", ")
    return "\(animator.duration) s \(animator.timing) linear \(animator.scrubsLinearly): \(path)"
  }
}
