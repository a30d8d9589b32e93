import Foundation
import PantographBase
import PantographSubjects
import PantographTrajectories
import Testing

/// Columns whose curves are known: a finger drags at a speed, and the rest fades out exponentially.
@Suite("A column during a gesture") struct ColumnMeasuresTests {
  private static func time(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64((seconds * 1e6).rounded()))
  }

  /// It lands at 0.1 s and lifts at 0.3 s.
  private static let gesture = GestureSpan(
    landing: time(0.1), release: time(0.3), end: time(2.3))

  /// A column that a program samples every 2 ms, and then what else it prints.
  private static func column(
    from start: Double = 0, until end: Double = 2.3, and more: String = "",
    _ law: (Double) -> Double
  ) throws -> ResultTable.Column {
    let rows = (Int((start * 500).rounded())...Int((end * 500).rounded())).map { index in
      "\(Double(index) / 500),\(law(Double(index) / 500)),\n"
    }
    let shown = try TableReader.read(Array("time,x,y\n\(rows.joined())\(more)".utf8))
    return try #require(shown["x"])
  }

  /// A column without a value.
  private static var nothing: ResultTable.Column {
    get throws { try #require(TableReader.read(Array("time,x,y\n0,1,\n".utf8))["y"]) }
  }

  /// 10 at rest, 500 per second from the landing, and from 110 to 210 with the time constant τ.
  private static func drag(to end: Double = 210, _ τ: Double, late: Double = 0) -> (Double) ->
    Double
  {
    { seconds in
      let elapsed = seconds - late
      if elapsed < 0.1 { return 10 }
      if elapsed < 0.3 { return 10 + 500 * (elapsed - 0.1) }
      return end + (110 - end) * exp(-(elapsed - 0.3) / τ)
    }
  }

  @Test(arguments: [0.05, 0.1, 0.15])
  func `has its start, release, velocity, peak, end and rest`(τ: Double) throws {
    let measures = try ColumnMeasures(of: Self.column(Self.drag(τ)), during: Self.gesture)
    #expect(measures.start == 10)
    #expect(try abs(#require(measures.release) - 110) < 1e-9)
    #expect(try abs(#require(measures.velocity) - 500) < 1e-6)
    let end = 210 - 100 * exp(-2 / τ)
    #expect(try abs(#require(measures.end) - end) < 1e-9 && measures.peak == measures.end)
    // It is within a hundredth of its range, 2, once the exponential is.
    let settle = -τ * log((210 - end + (end - 10) / 100) / 100)
    #expect(try abs(#require(measures.settle) - settle) < 1e-4)
    #expect(try abs(#require(measures.rest) - Self.time(0.3 + settle)) < 1e-4)
  }

  @Test func `has the mean velocity of its last 80 ms, or of a shorter gesture`() throws {
    // From a gesture that fades out, the closed form of a mean.
    let fading = try Self.column { seconds in
      seconds < 0.1 ? 0 : 100 * (1 - exp(-(seconds - 0.1) / 0.1))
    }
    let measures = ColumnMeasures(of: fading, during: Self.gesture)
    let mean = 100 * (exp(-1.2) - exp(-2)) / 0.08
    #expect(try abs(#require(measures.velocity) - mean) < 1e-6)
    var short = Self.gesture
    short.landing = Self.time(0.25)
    let jump = try Self.column { 400 * max($0 - 0.25, 0) }
    #expect(try abs(#require(ColumnMeasures(of: jump, during: short).velocity) - 400) < 1e-6)
  }

  @Test func `has the peak that is farthest from its start, on either side`() throws {
    let pulled = try Self.column { seconds in
      seconds < 0.1 || seconds > 0.5 ? 50 : 50 - 400 * min(seconds - 0.1, 0.5 - seconds)
    }
    let measures = ColumnMeasures(of: pulled, during: Self.gesture)
    #expect(measures.peak.map { abs($0 + 30) < 1e-6 } ?? false && measures.end == 50)
    #expect(measures.settle.map { abs($0 - (0.2 - 0.8 / 400)) < 1e-3 } ?? false)
  }

  /// The next finger lands at 2.299 s, and takes it along in the row at 2.3 s.
  @Test func `ends with its last row before the next gesture`() throws {
    let next = try Self.column { $0 < 0.2 ? 50 * ($0 - 0.1) : $0 < 2.299 ? 5 : -300 }
    var gesture = Self.gesture
    gesture.end = Self.time(2.299)
    let measures = ColumnMeasures(of: next, during: gesture)
    #expect(measures.end == 5 && measures.peak == 5)
    #expect(measures.settle == 0)
  }

  @Test func `without a movement rests at the release`() throws {
    let measures = try ColumnMeasures(of: Self.column { _ in 7 }, during: Self.gesture)
    #expect(measures.start == 7 && measures.peak == 7 && measures.end == 7)
    #expect(measures.velocity == 0 && measures.settle == 0 && measures.rest == Self.time(0.1))
  }

  @Test func `that still moves at its end has no rest`() throws {
    let clock = try ColumnMeasures(of: Self.column { $0 }, during: Self.gesture)
    #expect(clock.rest == nil && clock.settle == nil && clock.end == 2.3)
    var short = Self.gesture
    short.end = Self.time(0.5)
    #expect(try ColumnMeasures(of: Self.column(Self.drag(0.1)), during: short).settle == nil)
  }

  @Test func `keeps its last value, unless it is said to have none`() throws {
    let ended = try Self.column(until: 0.2, Self.drag(0.1))
    let held = ColumnMeasures(of: ended, during: Self.gesture)
    #expect(held.release == 60 && held.end == 60 && held.settle == 0)
    let vanished = try Self.column(until: 0.2, and: "0.25,none,\n", Self.drag(0.1))
    let gone = ColumnMeasures(of: vanished, during: Self.gesture)
    #expect(gone.start == 10 && gone.peak == 60)
    #expect(gone.release == nil && gone.velocity == nil && gone.end == nil && gone.settle == nil)
    let never = try ColumnMeasures(of: Self.nothing, during: Self.gesture)
    #expect(never.start == nil && never.peak == nil && never.release == nil && never.rest == nil)
  }

  @Test func `that appears after the release has no value there`() throws {
    let late = try Self.column(from: 0.4) { _ in 3 }
    let measures = ColumnMeasures(of: late, during: Self.gesture)
    #expect(measures.start == 3 && measures.end == 3)
    #expect(measures.release == nil && measures.velocity == nil)
  }

  @Test func `is as far from another one as its curve is`() throws {
    let (one, other) = try (Self.column(Self.drag(0.1)), Self.column(Self.drag(to: 310, 0.1)))
    let found = try #require(ColumnDifference(of: other, from: one, during: Self.gesture))
    // 100 (1 − exp(−t/τ)), of 2 s of the 2.2 s.
    #expect(abs(found.largest - 100 * (1 - exp(-20))) < 1e-6 && found.time == Self.time(2.3))
    let mean = (2 - 2 * 0.1 * (1 - exp(-20)) + 0.05 * (1 - exp(-40))) / 2.2
    #expect(abs(found.rms - 100 * mean.squareRoot()) < 1e-2)
    #expect(found.shift == 0 && abs(found.largestAfterShift - found.largest) < 1e-9)
    let back = try #require(ColumnDifference(of: one, from: other, during: Self.gesture))
    #expect(back.largest == -found.largest && back.rms == found.rms)
  }

  @Test(arguments: [0.02, 0.1, 0.24])
  func `is the same curve later`(delay: Double) throws {
    var gesture = Self.gesture
    gesture.landing = Self.time(0)
    let (one, other) = try (Self.column(Self.drag(0.3)), Self.column(Self.drag(0.3, late: delay)))
    let found = try #require(ColumnDifference(of: other, from: one, during: gesture))
    #expect(abs(found.shift - delay) < 1e-9)
    // What is shifted out at the end is not known: 100 exp(−2/τ) (exp(delay/τ) − 1).
    let rest = 100 * exp(-2 / 0.3) * (exp(delay / 0.3) - 1)
    #expect(abs(found.largestAfterShift) <= rest + 1e-6)
    // At the drag's end, and while it lasts, it is behind by the speed times the delay.
    #expect(abs(found.largest + 500 * min(delay, 0.2)) < 1 || delay > 0.2)
    #expect(try ColumnDifference(of: one, from: Self.nothing, during: gesture) == nil)
  }
}
