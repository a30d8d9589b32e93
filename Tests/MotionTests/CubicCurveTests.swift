import PantographMotion
import PantographTestSupport
import Testing

@Suite struct `Timing curves` {
  static let measured = Repository.oracle("timing_curves.csv").rows
    .filter { row in CubicCurve.named.contains { $0.name == row.text("name") } }

  @Test(arguments: measured)
  func `have the values that were measured on Core Animation`(row: Table.Row) throws {
    let curve = try #require(CubicCurve.named.first { $0.name == row.text("name") }).curve
    #expect(abs(curve.value(at: row.number("x")) - row.number("y")) <= row.number("tol"))
  }

  /// Rows that do not apply: SwiftUI's circular curves, for which UIKit has no name, and the
  /// slopes at corners, which SwiftUI sets to 0 or 1 by convention where ours are the limits.
  static let unit = Repository.oracle("swiftui_unitcurve.csv").rows.filter { row in
    !row.text("curve").hasPrefix("circular")
      && (row.text("quantity") == "value" || (0.01...0.99).contains(row.number("x")))
  }

  /// The curve of a name, or of `bezier(x1,y1,x2,y2)`.
  private func curve(_ name: String) throws -> CubicCurve {
    if name.hasPrefix("bezier(") {
      let points = name.dropFirst(7).dropLast().split(separator: ",").map { Double($0) ?? .nan }
      return CubicCurve(points[0], points[1], points[2], points[3])
    }
    return try #require(CubicCurve.named.first { $0.name == name }).curve
  }

  @Test(arguments: unit)
  func `have the values that were measured on SwiftUI`(row: Table.Row) throws {
    let curve = try curve(row.text("curve"))
    let actual =
      row.text("quantity") == "value"
      ? curve.value(at: row.number("x")) : curve.slope(at: row.number("x"))
    #expect(abs(actual - row.number("expected")) <= row.number("tol"))
  }

  @Test
  func `cover every measured row`() {
    #expect(Self.measured.count == 44)
    #expect(Self.unit.count == 11)
  }

  @Test(arguments: CubicCurve.named.map(\.curve))
  func `begin at 0, end at 1 and hold there`(curve: CubicCurve) {
    #expect(curve.value(at: -1) == 0)
    #expect(curve.value(at: 0) == 0)
    #expect(curve.value(at: 1) == 1)
    #expect(curve.value(at: 2) == 1)
  }

  @Test(arguments: CubicCurve.named.map(\.curve))
  func `rise, and are inverted by their value`(curve: CubicCurve) {
    var before = 0.0
    for step in 1...999 {
      let fraction = Double(step) / 1000
      let value = curve.value(at: fraction)
      #expect(value > before)
      before = value
      #expect(abs((curve.fraction(ofValue: value) ?? .nan) - fraction) < 1e-9)
    }
  }

  @Test(arguments: CubicCurve.named.map(\.curve))
  func `have the slope of their values`(curve: CubicCurve) {
    for step in 1...99 {
      let fraction = Double(step) / 100
      let rise = curve.value(at: fraction + 1e-5) - curve.value(at: fraction - 1e-5)
      #expect(abs(curve.slope(at: fraction) - rise / 2e-5) < 1e-6)
    }
    // The limits at the corners, from the control points: (1 − y₁)/(1 − x₁) and y₂/x₂.
    #expect(abs(CubicCurve.easeIn.slope(at: 1) - 1 / 0.58) < 1e-4)
    #expect(abs(CubicCurve.easeOut.slope(at: 0) - 1 / 0.58) < 1e-4)
  }

  /// The seeds' cubic, which first swings back below its start.
  private let swinging = CubicCurve(0.57, -0.4, 0.96, 0.87)

  @Test func `may leave their range between the ends`() {
    // Its lowest point, by a search over the Bézier itself that has nothing to do with time.
    let lowest =
      (0...100_000).map { step -> Double in
        let s = Double(step) / 100_000
        return 3 * (1 - s) * (1 - s) * s * -0.4 + 3 * (1 - s) * s * s * 0.87 + s * s * s
      }.min() ?? 0
    let reached = (0...10_000).map { swinging.value(at: Double($0) / 10_000) }.min() ?? 0
    #expect(lowest < -0.05)
    #expect(abs(reached - lowest) < 1e-6)
  }

  @Test func `are entered where they rise`() throws {
    // Below the start the curve first falls and then rises; it is entered on the rise.
    let entry = try #require(swinging.fraction(ofValue: -0.05))
    #expect(abs(swinging.value(at: entry) + 0.05) < 1e-12)
    #expect(swinging.slope(at: entry) > 0)
    let start = try #require(swinging.fraction(ofValue: 0))
    #expect(start > 0.3 && swinging.slope(at: start) > 0)
    #expect(swinging.fraction(ofValue: -0.5) == nil)
    #expect(CubicCurve.linear.fraction(ofValue: 1.01) == nil)
    // An S that passes its middle heights three times, twice of them rising.
    let wave = CubicCurve(0.1, 2.5, 0.9, -1.5)
    let last = try #require(wave.fraction(ofValue: 0.5))
    let first = try #require(wave.fraction(ofValue: 0.5, nearest: 0))
    #expect(last > 0.8 && first < 0.2)
    for time in [first, last] {
      #expect(abs(wave.value(at: time) - 0.5) < 1e-9)
      #expect(wave.slope(at: time) > 0)
    }
  }

  @Test(arguments: [1, 2, 3])
  func `of any shape are inverted by their value`(seed: UInt64) {
    var chance = TestRandom(seed: seed)
    for _ in 0..<300 {
      let curve = CubicCurve(
        .random(in: -0.2...1.2, using: &chance), .random(in: -2...3, using: &chance),
        .random(in: -0.2...1.2, using: &chance), .random(in: -2...3, using: &chance))
      for _ in 0..<10 {
        let time = Double.random(in: 0...1, using: &chance)
        let value = curve.value(at: time)
        #expect(value.isFinite && curve.slope(at: time).isFinite)
        guard curve.slope(at: time) > 0.01 else { continue }
        guard let found = curve.fraction(ofValue: value, nearest: time) else {
          Issue.record("\(curve) has \(value) at \(time)")
          continue
        }
        #expect(abs(curve.value(at: found) - value) < 1e-9)
        #expect(abs(found - time) < 1e-6)
      }
      #expect(curve.mirrored.value(at: 0.3) + curve.value(at: 0.7) - 1 < 1e-9)
    }
  }
}
