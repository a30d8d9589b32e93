import PantographAnimatorLaws
import PantographBase
import PantographMotion
import PantographTestSupport
import Testing

/// Properties of every animator, whatever its timing and the calls.
///
/// Each law is tried on some thousand journeys of up to a dozen calls. Failures are collected, with
/// the number of its journey, because an expectation for each instant would take longer than all else.
@Suite struct `Every animator` {
  static let seeds: [UInt64] = [1, 2, 3, 4]
  private static let journeys = 0..<550

  /// Reports the failures, if there are any.
  private struct Failures {
    var lines: [String] = []

    mutating func add(_ number: Int, _ journey: Journey, _ line: @autoclosure () -> String) {
      if lines.count < 5 { lines.append("journey \(number): \(line()) — \(journey)") }
    }
  }

  private func isNear(_ left: Double, _ right: Double, _ tolerance: Double = 1e-9) -> Bool {
    abs(left - right) <= tolerance * max(1, abs(left))
  }

  /// Makes journeys, and runs the check after each of their calls.
  private func travel(
    _ seed: UInt64,
    _ look: (_ journey: Journey, _ step: Journey.Step, (String) -> Void) throws -> Void
  ) rethrows {
    var failures = Failures()
    for number in Self.journeys {
      var journey = Journey(seed: seed, number: number)
      for _ in 0..<12 {
        let step: Journey.Step?
        do { step = try journey.step() } catch {
          failures.add(number, journey, "\(error)")
          break
        }
        guard let step else { break }
        try look(journey, step) { failures.add(number, journey, $0) }
      }
    }
    #expect(failures.lines == [])
  }

  @Test(arguments: seeds)
  func `does not jump, whatever is called`(seed: UInt64) {
    travel(seed) { journey, step, fail in
      guard !step.leaps else { return }
      // The fraction is from 0 to 1, even where a spring has carried it beyond.
      let fraction = journey.animator.fractionComplete(at: step.instant)
      if step.call == .scrubToRead, fraction == 0 || fraction == 1 { return }
      for (part, (before, after)) in zip(step.before, step.after).enumerated()
      where !isNear(before.value, after.value) {
        fail("part \(part) jumps from \(before.value) to \(after.value)")
      }
      // The animation continues from what is seen.
      let soon = journey.seen(at: step.instant.advanced(byMicroseconds: 1))
      for (part, (after, soon)) in zip(step.after, soon).enumerated() {
        if journey.instantaneous.contains(part) || after.value == 0 || after.value == 1 { continue }
        let distance = 3e-6 * max(abs(after.velocity), abs(soon.velocity))
        if abs(soon.value - after.value) > distance + 1e-3, isEarly(journey) {
          fail("part \(part) jumps from \(after.value) to \(soon.value) right after it")
        }
      }
    }
  }

  /// Whether the animation does not end in the next millisecond, when a spring may still be moving.
  private func isEarly(_ journey: Journey) -> Bool {
    guard let end = journey.animator.endTime else { return true }
    return end.microseconds - journey.now.microseconds > 1000
  }

  @Test(arguments: seeds)
  func `is at its target when its time is over, and stays there`(seed: UInt64) {
    travel(seed) { journey, _, fail in
      guard let end = journey.end, !journey.isSeeking else { return }
      let target = AnimatorMachine.Progress(value: journey.animator.target, velocity: 0)
      var ended = journey.animator
      let position = ended.completeIfDue(at: end)
      let expected: AnimatingPosition? =
        ended.pausesOnCompletion ? nil : ended.isReversed ? .start : .end
      if position != expected || ended.isRunning { fail("does not end at its end") }
      for part in journey.parts {
        for animator in [journey.animator, ended]
        where animator.progress(of: part, at: end) != target {
          fail("\(part) ends at \(animator.progress(of: part, at: end))")
        }
      }
    }
  }

  @Test(arguments: seeds)
  func `has the velocity of its progress`(seed: UInt64) {
    var looks = 0
    var blurred = 0
    travel(seed) { journey, _, fail in
      guard let end = journey.animator.endTime else { return }
      var chance = journey.chance
      let left = min(end.microseconds - journey.now.microseconds, 20_000_000)
      // Away from both ends by more than the differences reach.
      guard left > 1000 else { return }
      let time = journey.now.advanced(byMicroseconds: .random(in: 200...left - 200, using: &chance))
      func seen(_ microseconds: Int64) -> [AnimatorMachine.Progress] {
        journey.seen(at: time.advanced(byMicroseconds: microseconds))
      }
      let (now, h) = (seen(0), Int64(40))
      let (a, b, c, d) = (seen(-2 * h), seen(-h), seen(h), seen(2 * h))
      for part in journey.parts.indices where !journey.instantaneous.contains(part) {
        let narrow = (c[part].value - b[part].value) / (2e-6 * Double(h))
        let wide = (d[part].value - a[part].value) / (4e-6 * Double(h))
        let slope = (4 * narrow - wide) / 3
        let scale = max(1, abs(now[part].velocity), abs(now[part].value))
        // Their difference shows how reliable they are: it is large where a part begins.
        let doubt = abs(narrow - wide)
        looks += 1
        if doubt > 1e-3 * scale { blurred += 1 }
        if abs(slope - now[part].velocity) > 1e-6 * scale + doubt {
          fail("part \(part) goes at \(slope) and says \(now[part].velocity)")
        }
      }
    }
    #expect(looks > 1000 && blurred < looks / 50, "\(blurred) of \(looks) are unreliable")
  }

  @Test(arguments: seeds)
  func `is where it was when it is reversed twice at one instant`(seed: UInt64) {
    var compared = 0
    travel(seed) { journey, _, fail in
      var chance = journey.chance
      guard let end = journey.animator.endTime else { return }
      let left = min(end.microseconds - journey.now.microseconds, 20_000_000)
      let time = journey.now.advanced(byMicroseconds: .random(in: 0...max(left, 0), using: &chance))
      var turned = journey
      turned.animator.reverse(!turned.animator.isReversed, at: time)
      turned.animator.reverse(!turned.animator.isReversed, at: time)
      if turned.animator.isReversed != journey.animator.isReversed { fail("is turned about") }
      // After a spring entered on the way it goes back on its own timing, and does not find that one again.
      let isOnOwn = journey.calls.allSatisfy { [.start, .startAfterDelay, .addPart].contains($0) }
      // Not in the last microseconds: each turn rounds the end up to a whole one.
      if isOnOwn, time < journey.now.advanced(byMicroseconds: left - 3) { compared += 1 }
      for wait in isOnOwn ? [0, left / 5, left / 2, left - 3] : [0] {
        let later = wait == 0 ? time : journey.now.advanced(byMicroseconds: wait)
        if later < time { continue }
        for (part, pair) in zip(turned.seen(at: later), journey.seen(at: later)).enumerated()
        where !isNear(pair.0.value, pair.1.value, wait == 0 ? 1e-9 : 1e-7)
          && !turned.instantaneous.contains(part)
        {
          fail("part \(part) is at \(pair.0.value) and not \(pair.1.value) after \(wait)")
        }
      }
    }
    #expect(compared > 200)
  }

  @Test(arguments: seeds)
  func `has the same progress at an instant, whatever was read before`(seed: UInt64) {
    travel(seed) { journey, _, fail in
      var chance = journey.chance
      let times = (0..<4).map { _ in
        journey.now.advanced(byMicroseconds: .random(in: -100_000...3_000_000, using: &chance))
      }
      let answers = times.map { journey.seen(at: $0) }
      let order = times.indices.shuffled(using: &chance)
      for index in order where journey.seen(at: times[index]) != answers[index] {
        fail("changes its mind about \(times[index])")
      }
      let finite = answers.joined().allSatisfy { $0.value.isFinite && $0.velocity.isFinite }
      if !finite { fail("is nowhere") }
    }
  }

  @Test(arguments: seeds)
  func `keeps its velocity when it is caught and released with it`(seed: UInt64) throws {
    try travel(seed) { journey, _, fail in
      guard let end = journey.animator.endTime else { return }
      var caught = journey
      let left = min(end.microseconds - journey.now.microseconds, 20_000_000)
      guard left > 2000 else { return }
      caught.now = journey.now.advanced(
        byMicroseconds: .random(in: 1000...left - 1000, using: &caught.chance))
      let before = caught.seen(at: caught.now)
      try caught.animator.pause(at: caught.now)
      caught.now = caught.now.advanced(byMicroseconds: 50_000)
      try caught.go(velocity: .carried)
      // There is nothing to carry where there is no time left.
      guard caught.animator.endTime.map({ $0 > caught.now }) == true else { return }
      let after = caught.seen(at: caught.now)
      for (part, (before, after)) in zip(before, after).enumerated()
      where !caught.instantaneous.contains(part) {
        if !isNear(before.value, after.value) {
          fail("part \(part) jumps from \(before.value) to \(after.value)")
        }
        if !isNear(before.velocity, after.velocity, 1e-6) {
          fail("part \(part) goes on at \(after.velocity), not \(before.velocity)")
        }
      }
    }
  }

  @Test(arguments: seeds)
  func `moves to a fraction, pauses there, and takes its parts as scrubbing would`(
    seed: UInt64
  ) throws {
    try travel(seed) { journey, _, fail in
      guard journey.animator.state == .active, !journey.animator.isRunning else { return }
      var (sent, scrubbed) = (journey, journey)
      let fraction = Double.random(in: 0...1, using: &sent.chance)
      try sent.animator.continueAnimation(
        toFraction: fraction,
        with: Bool.random(using: &sent.chance) ? nil : .any(using: &sent.chance),
        durationFactor: Bool.random(using: &sent.chance) ? 0 : 0.7, at: sent.now)
      let end = sent.animator.endTime ?? sent.now
      let left = min(end.microseconds - sent.now.microseconds, 20_000_000)
      for share in [0, 0.2, 0.63, 1] {
        let time =
          share == 1
          ? end : sent.now.advanced(byMicroseconds: Int64((share * Double(left)).rounded()))
        let read = sent.animator.fractionComplete(at: time)
        if read > 0, read < 1 {
          scrubbed.animator.setFractionComplete(read)
        } else if sent.animator.scrubsLinearly {
          scrubbed.animator.scrub(to: sent.animator.progress(at: time).value)
        } else {
          continue
        }
        for (part, (left, right)) in zip(sent.seen(at: time), scrubbed.seen(at: time)).enumerated()
        where !isNear(left.value, right.value) && !sent.instantaneous.contains(part) {
          fail("part \(part) is at \(left.value), scrubbed it is at \(right.value)")
        }
      }
      guard sent.end != nil else { return }
      let position = sent.animator.completeIfDue(at: end)
      if position != nil || sent.animator.isRunning || sent.animator.state != .active {
        fail("is not paused")
      }
      if !isNear(sent.animator.fractionComplete(at: end), fraction) {
        fail("ends at \(sent.animator.fractionComplete(at: end)), not at \(fraction)")
      }
    }
  }

  // Failures that the laws have found, one by one.

  @Test func `moves a part that begins with its last instant only in that instant`() throws {
    var animator = AnimatorMachine(duration: 1, timing: .curve(.linear))
    animator.pausesOnCompletion = true
    let last = animator.addPart(delayFactor: 1, at: at(0))
    try animator.start(at: at(0))
    #expect(animator.progress(of: last, at: at(0.999)).value == 0)
    #expect(animator.completeIfDue(at: at(1)) == nil)
    #expect(animator.progress(of: last, at: at(1)).value == 1)
    animator.scrubsLinearly = false
    animator.scrub(to: 1)
    #expect(animator.progress(of: last, at: at(1)).value == 1)
    animator.reverse(true, at: at(2))
    try animator.start(at: at(2))
    #expect(animator.progress(of: last, at: at(2)).value == 1)
    #expect(animator.progress(of: last, at: at(2.001)).value == 0)
  }

  @Test func `is scrubbed from where it was caught, on whatever timing it was`() throws {
    var animator = AnimatorMachine(duration: 1, timing: .curve(.easeIn))
    animator.scrubsLinearly = false
    try animator.pause(at: at(0))
    try animator.continueAnimation(with: .curve(.easeOut), at: at(0))
    try animator.pause(at: at(0.4))
    // No time of its own curve is where the other one has brought it: its fraction is its progress.
    let caught = animator.progress(at: at(0.4)).value
    #expect(animator.fractionComplete(at: at(0.4)) == caught)
    animator.setFractionComplete(caught)
    #expect(animator.progress(at: at(0.4)).value == caught)
    // Restarted, it counts time again.
    try animator.stop(withoutFinishing: true, at: at(0.5))
    try animator.pause(at: at(0.5))
    animator.setFractionComplete(0.5)
    #expect(animator.progress(at: at(0.5)).value == CubicCurve.easeIn.value(at: 0.5))
  }

  @Test func `on an endless spring pauses where it is, also beyond its ends`() throws {
    // A moment is too small a share of 3.4·10³⁸ s to differ from 1.
    let timing = TimingParameters.spring(SpringTimingParameters(duration: 0.3, bounce: 1))
    for instant in stride(from: 0.05, to: 0.6, by: 0.05) {
      var animator = AnimatorMachine(duration: 1, timing: timing)
      let part = animator.addPart(delayFactor: 0, at: at(0))
      try animator.start(at: at(0))
      let before = animator.progress(of: part, at: at(instant)).value
      try animator.pause(at: at(instant))
      #expect(abs(animator.progress(of: part, at: at(instant)).value - before) < 1e-9)
    }
  }

  @Test func `waits for its delay when it is reversed meanwhile`() throws {
    var animator = AnimatorMachine(duration: 1, timing: .curve(.linear))
    try animator.start(afterDelay: 0.5, at: at(0))
    animator.reverse(true, at: at(0.2))
    #expect(animator.endTime == at(0.5))
    animator.reverse(false, at: at(0.3))
    #expect(animator.endTime == at(1.5))
    #expect(abs(animator.progress(at: at(0.75)).value - 0.25) < 1e-12)
  }
}
