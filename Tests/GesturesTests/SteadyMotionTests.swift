import PantographBase
import PantographGestures
import PantographTestSupport
import Testing

@Suite
struct `The velocity at a lift` {
  static let rates = [60.0, 75, 90, 100, 120, 125, 144, 180, 200, 240]
  static let phases = (0..<8).map { Double($0) / 8 }

  @Test(arguments: VelocityTrace.all)
  func `is that of the finger, whether it rested or not`(trace: VelocityTrace) {
    for trace in [trace, trace.repeatingRest] {
      let velocity = trace.velocity(.pantograph)
      #expect(abs(velocity.x - trace.truth) <= trace.bound)
    }
  }

  /// Short movements that are ambiguous at 60 to 100 Hz.
  ///
  /// - D: a partial first step, some whole ones, and a partial last one look like a finger that speeds up and
  ///   slows down. It is already at 8 px at 508 ms.
  /// - E: as D, after a reversal between two reports.
  /// - G, 24 ms at 60 or 75 Hz: a single position, or two of which the second is the rest.
  static let undecidable: [(letter: Character, rate: Double, phases: [Int])] = [
    ("D", 60, [1, 2, 3, 4, 5, 6, 7]), ("D", 75, [3, 6]), ("D", 90, [2]), ("D", 100, [4]),
    ("E", 60, [6]), ("E", 75, [4]), ("E", 100, [4]),
    ("G", 60, [4, 5, 6, 7]), ("G", 75, [7]),
  ]

  @Test(arguments: rates)
  func `does not depend on the report rate and its phase`(rate: Double) {
    for trace in VelocityTrace.all {
      for (index, phase) in Self.phases.enumerated() {
        for repeats in [false, true] {
          let seen = trace.seen(at: rate, phase: phase, repeats: repeats)
          let velocity = seen.velocity(.pantograph).x
          let isUndecidable = Self.undecidable.contains {
            $0.letter == trace.letter && $0.rate == rate && $0.phases.contains(index)
          }
          let isRight = abs(velocity - trace.truth) <= trace.bound
          #expect(
            isRight != isUndecidable,
            "\(trace.name) rate \(rate) phase \(index) \(repeats) \(velocity)")
        }
      }
    }
  }

  @Test func `has the right sign, and none after a rest, at 31 Hz`() {
    for trace in VelocityTrace.all {
      for (index, phase) in Self.phases.enumerated() {
        for repeats in [false, true] {
          let seen = trace.seen(at: 31, phase: phase, repeats: repeats)
          // A single position has no velocity: the 24 ms of G fall between two reports.
          guard seen.samples.count > 1 else { continue }
          let velocity = seen.velocity(.pantograph).x
          #expect(
            trace.truth == 0 ? velocity == 0 : velocity * trace.truth > 0,
            "\(trace.name) phase \(index) \(repeats) \(velocity)")
        }
      }
    }
  }
}
