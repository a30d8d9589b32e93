import Glibc
import PantographAnimation
import PantographBase
import PantographMotion
import PantographTestSupport
import Testing

@Suite struct `A track of keyframes` {
  static let rows: [(name: String, mode: CalculationMode, hasTimes: Bool)] = [
    ("linear", .linear, false), ("linear+keyTimes", .linear, true),
    ("discrete", .discrete, false), ("discrete+keyTimes", .discrete, true),
    ("paced", .paced, false), ("cubic", .cubic, false), ("cubic+keyTimes", .cubic, true),
  ]

  @Test(arguments: rows)
  func `has Core Animation's measured values`(
    name: String, mode: CalculationMode, hasTimes: Bool
  ) {
    let table = measured["keyframes"]
    let track = KeyframeTrack(
      table["values"].numbers, keyTimes: hasTimes ? table["keyTimes"].numbers : nil, mode: mode)
    #expect(table[name].numbers.count == table["t"].numbers.count)
    for (time, expected) in zip(table["t"].numbers, table[name].numbers) {
      // All of them are closed forms, so that only the printed digits limit how near they are.
      #expect(abs(track.value(at: time) - expected) < 1e-7, "at \(time)")
    }
  }

  @Test
  func `covers every measurement`() {
    let names = measured["keyframes"].names.filter {
      !["values", "duration", "t", "keyTimes", "tol"].contains($0)
    }
    #expect(names == Self.rows.map(\.name).sorted())
    #expect(
      measured["path_line_then_curve"].names == [
        "linear", "linear keyTimes 0,.2,1", "paced", "path", "t", "tol",
      ])
  }

  static let pathRows: [(name: String, mode: CalculationMode, times: [Double]?)] = [
    ("linear", .linear, nil), ("linear keyTimes 0,.2,1", .linear, [0, 0.2, 1]),
    ("paced", .paced, nil),
  ]

  /// The measured path: M0,0 L100,0 C150,0 200,50 200,100.
  static let path: MotionPath = {
    var path = MotionPath(from: .zero)
    path.addLine(to: Point(x: 100, y: 0))
    path.addCurve(
      to: Point(x: 200, y: 100), control1: Point(x: 150, y: 0), control2: Point(x: 200, y: 50))
    return path
  }()

  @Test(arguments: pathRows)
  func `follows a path as Core Animation was measured to`(
    name: String, mode: CalculationMode, times: [Double]?
  ) throws {
    let table = measured["path_line_then_curve"]
    let tolerance = try #require(table["tol"].number)
    let track = PathTrack(Self.path, keyTimes: times, mode: mode)
    #expect(table[name].list.count == table["t"].numbers.count)
    for (time, expected) in zip(table["t"].numbers, table[name].list) {
      let position = track.value(at: time)
      #expect(abs(position.x - expected.numbers[0]) <= tolerance, "at \(time)")
      #expect(abs(position.y - expected.numbers[1]) <= tolerance, "at \(time)")
    }
  }

  /// Values, and times for them with jumps among them.
  static let any: [([Double], [Double])] = {
    var chance = TestRandom(seed: 5)
    return (0..<100).map { _ in
      let count = Int.random(in: 2...7, using: &chance)
      let values = (0..<count).map { _ in Double.random(in: -5...5, using: &chance) }
      var times = (2..<count).map { _ in Double(Int.random(in: 1...9, using: &chance)) / 10 }
      times.sort()
      return (values, [0] + times + [1])
    }
  }()

  @Test(arguments: CalculationMode.allCases)
  func `passes its values at their times`(mode: CalculationMode) {
    for (values, times) in Self.any {
      let isPaced = mode == .paced || mode == .cubicPaced
      let track = KeyframeTrack(values, keyTimes: isPaced ? nil : times, mode: mode)
      #expect(track.value(at: 0) == values[0] && track.value(at: -3) == values[0])
      #expect(track.value(at: 1) == values.last && track.value(at: 3) == values.last)
      guard !isPaced else { continue }
      for (index, time) in times.enumerated()
      where index + 1 == times.count || time < times[index + 1] {
        #expect(track.value(at: time) == values[index])
      }
    }
  }

  @Test(arguments: [CalculationMode.linear, .paced, .cubic, .cubicPaced])
  func `runs back when its values do`(mode: CalculationMode) {
    for (values, times) in Self.any {
      let isPaced = mode == .paced || mode == .cubicPaced
      let forth = KeyframeTrack(values, keyTimes: isPaced ? nil : times, mode: mode)
      let back = KeyframeTrack(
        values.reversed(), keyTimes: isPaced ? nil : times.reversed().map { 1 - $0 }, mode: mode)
      // Between the tenths, since a jump belongs to the later range.
      for step in 0..<10 {
        let time = Double(step) / 10 + 0.037
        #expect(abs(forth.value(at: time) - back.value(at: 1 - time)) < 1e-9)
      }
    }
  }

  @Test func `is linear on a cubic through collinear values`() {
    let track = KeyframeTrack([1, 2, 4, 5], keyTimes: [0, 0.25, 0.75, 1], mode: .cubic)
    for step in 0...20 {
      let time = Double(step) / 20
      #expect(abs(track.value(at: time) - (1 + 4 * time)) < 1e-12)
    }
    let even = KeyframeTrack([1.0, 2, 4, 5], mode: .cubicPaced)
    #expect(abs(even.value(at: 0.3) - 2.2) < 1e-12)
  }

  @Test func `has a continuous velocity on a cubic`() {
    let track = KeyframeTrack([0, 1, 0.5, 0.7], keyTimes: [0, 0.1, 0.6, 1], mode: .cubic)
    let h = 1e-6
    for time in [0.1, 0.6] {
      let before = (track.value(at: time) - track.value(at: time - h)) / h
      let after = (track.value(at: time + h) - track.value(at: time)) / h
      #expect(abs(before - after) < 1e-3)
    }
  }

  @Test func `has a curve of its own from each value to the next`() {
    let track = KeyframeTrack([0, 10, 30], mode: .linear, curves: [.easeIn])
    #expect(track.value(at: 0.25) == 10 * CubicCurve.easeIn.value(at: 0.5))
    #expect(track.value(at: 0.75) == 20)
    let paced = KeyframeTrack([0, 10, 30], keyTimes: [0, 0.9, 1], mode: .paced, curves: [.easeIn])
    #expect(abs(paced.value(at: 0.2) - 6) < 1e-12)
  }

  @Test func `is at the next value when its curve is at 1`() {
    // y = 1 − r³ is 1 while x = s³ is still less than 1, by more than a double's precision.
    let track = KeyframeTrack([0.0, 10, 30], curves: [CubicCurve(0, 1, 0, 1)])
    #expect(CubicCurve(0, 1, 0, 1).value(at: 0.999_999) == 1)
    #expect(track.value(at: 0.499_999_5) == 10)
  }

  @Test(arguments: [1.0, 10, 40])
  func `has constant speed along a parabola`(height: Double) {
    // (t, h t²) is this cubic, and √(1 + 4 h² t²) has an integral.
    var path = MotionPath(from: .zero)
    path.addCurve(
      to: Point(x: 1, y: height), control1: Point(x: 1 / 3.0, y: 0),
      control2: Point(x: 2 / 3.0, y: height / 3))
    let track = PathTrack(path, mode: .paced)
    func length(to x: Double) -> Double {
      let slope = 2 * height * x
      return x / 2 * (1 + slope * slope).squareRoot() + asinh(slope) / (4 * height)
    }
    for step in 1..<20 {
      let position = track.value(at: Double(step) / 20)
      #expect(abs(position.y - height * position.x * position.x) < 1e-9)
      #expect(abs(length(to: position.x) / length(to: 1) - Double(step) / 20) < 1e-8)
    }
  }

  @Test func `ends at the end of a path whose length overflows`() {
    var path = MotionPath(from: Point(x: -1e308, y: 0))
    path.addLine(to: Point(x: 1e308, y: 0))
    let track = PathTrack(path, mode: .paced)
    _ = track.value(at: 0.5)
    #expect(track.value(at: 1) == Point(x: 1e308, y: 0))
  }

  @Test(arguments: CalculationMode.allCases)
  func `stays where there is no distance to go`(mode: CalculationMode) {
    #expect(KeyframeTrack([4.0], mode: mode).value(at: 0.3) == 4)
    #expect(KeyframeTrack([4.0, 4, 4], mode: mode).value(at: 0.3) == 4)
    let position = Point(x: 1, y: 2)
    #expect(PathTrack(MotionPath(from: position), mode: mode).value(at: 0.3) == position)
    var path = MotionPath(from: position)
    path.addLine(to: position)
    #expect(PathTrack(path, mode: mode).value(at: 0.3) == position)
  }

  @Test func `turns in the shorter direction from keyframe to keyframe`() {
    let turns = [0, 2, 4, 6].map { AffineTransform(rotationAngle: $0) }
    for mode in [CalculationMode.linear, .cubic, .paced] {
      let half = KeyframeTrack(turns, mode: mode).value(at: 0.5)
      let expected = AffineTransform(rotationAngle: 3)
      #expect(abs(half.a - expected.a) < 1e-12 && abs(half.b - expected.b) < 1e-12)
    }
  }

  @Test func `jumps between the ends of a path's segments when it is discrete`() {
    let track = PathTrack(Self.path, mode: .discrete)
    #expect(track.value(at: 0.3) == .zero)
    #expect(track.value(at: 0.5) == Point(x: 100, y: 0))
    #expect(track.value(at: 0.9) == Point(x: 200, y: 100))
  }

  @Test func `has constant speed along a path with a cusp`() {
    // The control points are exchanged, so that the curve stops and turns back.
    var path = MotionPath(from: .zero)
    path.addCurve(
      to: Point(x: 100, y: 0), control1: Point(x: 100, y: 100), control2: Point(x: 0, y: 100))
    let track = PathTrack(path, mode: .paced)
    let steps = (0..<2000).map { step -> Double in
      (track.value(at: Double(step + 1) / 2000) - track.value(at: Double(step) / 2000)).length
    }
    let mean = steps.reduce(0, +) / 2000
    // Only the one step around the cusp is shorter than its length on the curve.
    #expect(steps.filter { abs($0 / mean - 1) > 0.02 }.count <= 1)
  }

  @Test func `needs a value`() async {
    await #expect(processExitsWith: .failure) { _ = KeyframeTrack<Double>([]) }
  }

  @Test func `has UIKit's numbers for its modes`() {
    #expect(CalculationMode.allCases.map(\.rawValue) == [0, 1, 2, 3, 4])
    #expect(CalculationMode(rawValue: 3) == .cubic)
  }
}
