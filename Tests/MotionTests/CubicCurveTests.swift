import Motion
import TestSupport
import Testing

@Suite struct `Timing curves` {
  static let measured = Repository.oracle("timing_curves.csv").rows
    .filter { row in CubicCurve.named.contains { $0.name == row.text("name") } }

  @Test(.enabled(if: Repository.hasOracles, Repository.absence), arguments: measured)
  func `have the values that were measured on Core Animation`(row: Table.Row) throws {
    let curve = try #require(CubicCurve.named.first { $0.name == row.text("name") }).curve
    #expect(abs(curve.value(at: row.number("x")) - row.number("y")) <= row.number("tol"))
  }

  /// At its corners SwiftUI gives a curve the slope 0 or 1 by convention; ours is the limit there.
  static let slopes = Repository.oracle("swiftui_unitcurve.csv").rows.filter { row in
    CubicCurve.named.contains { $0.name == row.text("curve") }
      && row.text("quantity") == "velocity" && (0.01...0.99).contains(row.number("x"))
  }

  @Test(.enabled(if: Repository.hasOracles, Repository.absence), arguments: slopes)
  func `have the slopes that were measured on SwiftUI`(row: Table.Row) throws {
    let curve = try #require(CubicCurve.named.first { $0.name == row.text("curve") }).curve
    #expect(abs(curve.slope(at: row.number("x")) - row.number("expected")) <= row.number("tol"))
  }

  @Test(.enabled(if: Repository.hasOracles, Repository.absence))
  func `leave no measured row out unnoticed`() {
    #expect(Self.measured.count == 39)
    #expect(Self.slopes.count == 8)
  }

  @Test(arguments: CubicCurve.named.map(\.curve))
  func `begin at 0, end at 1 and hold there`(curve: CubicCurve) {
    #expect(curve.value(at: -1) == 0)
    #expect(curve.value(at: 0) == 0)
    #expect(curve.value(at: 1) == 1)
    #expect(curve.value(at: 2) == 1)
  }

  @Test(arguments: CubicCurve.named.map(\.curve))
  func `rise, and are found again by their value`(curve: CubicCurve) {
    var before = 0.0
    for step in 1...999 {
      let fraction = Double(step) / 1000
      let value = curve.value(at: fraction)
      #expect(value > before)
      before = value
      #expect(abs(curve.fraction(ofValue: value) - fraction) < 1e-9)
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
}
