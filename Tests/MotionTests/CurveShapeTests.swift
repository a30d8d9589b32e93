import PantographMotion
import Testing

/// Curves whose x is the Bézier parameter itself, so that they are polynomials of the time.
private func polynomial(_ y1: Double, _ y2: Double) -> CubicCurve {
  CubicCurve(1.0 / 3, y1, 2.0 / 3, y2)
}

@Suite struct `The shape of a timing curve` {
  @Test func `has a name if it is one of the five`() {
    #expect(
      CubicCurve.named.map(\.curve.name) == ["linear", "easeIn", "easeOut", "easeInOut", "default"])
    #expect(CubicCurve(0.42, 0, 1, 0.99).name == nil)
  }

  @Test(arguments: CubicCurve.named.map(\.curve))
  func `has its ends, and is inverted at them`(curve: CubicCurve) {
    #expect(curve.fraction(ofValue: 0) == 0)
    #expect(curve.fraction(ofValue: 1) == 1)
    for time in [-1.0, 0, 0.25, 0.5, 1, 2] {
      let both = curve.valueAndSlope(at: time)
      #expect(both.value == curve.value(at: time))
      #expect(both.slope == curve.slope(at: time))
    }
  }

  /// 2 t² − t falls to −1/8 at a quarter of the time, gently, and rises from there.
  @Test func `is inverted on the rise of a parabola`() throws {
    let dip = polynomial(-1.0 / 3, 0)
    #expect(abs(dip.value(at: 0.4) + 0.08) < 1e-12)
    #expect(abs(dip.slope(at: 0.4) - 0.6) < 1e-9)
    for nearest in [nil, 0.0, 1.0] {
      #expect(abs(try #require(dip.fraction(ofValue: -0.08, nearest: nearest)) - 0.4) < 1e-9)
      #expect(abs(try #require(dip.fraction(ofValue: 0, nearest: nearest)) - 0.5) < 1e-9)
      // At the bottom a time is found to half of the digits.
      #expect(abs(try #require(dip.fraction(ofValue: -0.125, nearest: nearest)) - 0.25) < 1e-6)
    }
    #expect(dip.fraction(ofValue: -0.126) == nil)
    #expect(dip.fraction(ofValue: 1.001) == nil)
    #expect(CubicCurve.linear.fraction(ofValue: -0.001) == nil)
    #expect(CubicCurve.linear.fraction(ofValue: 1.001) == nil)
    // The mirrored one, 3 t − 2 t², returns from 9/8 at three quarters.
    let arch = dip.mirrored
    #expect(abs(arch.value(at: 0.6) - 1.08) < 1e-12)
    #expect(abs(try #require(arch.fraction(ofValue: 1.08, nearest: 1)) - 0.6) < 1e-9)
    #expect(arch.fraction(ofValue: 1.126) == nil)
  }

  /// Control points with one coefficient after the other at zero.
  static let heights: [(Double, Double)] = [
    (0, 0), (0, 1), (1, 0), (1.0 / 3, 2.0 / 3), (0.5, 1), (-0.5, 0.5), (2, 2), (0.2, 0),
  ]

  /// 3 y₁ t (1 − t)² + 3 y₂ t² (1 − t) + t³.
  @Test(arguments: heights)
  func `is the polynomial of its control points`(y1: Double, y2: Double) throws {
    let curve = polynomial(y1, y2)
    for step in 0...20 {
      let t = Double(step) / 20
      let value = 3 * y1 * t * (1 - t) * (1 - t) + 3 * y2 * t * t * (1 - t) + t * t * t
      let slope =
        3 * y1 * (1 - t) * (1 - t) + 6 * (y2 - y1) * t * (1 - t) + 3 * (1 - y2) * t * t
      #expect(abs(curve.value(at: t) - value) < 1e-12)
      #expect(abs(curve.slope(at: t) - slope) < 1e-9)
      guard slope > 0.01 else { continue }
      #expect(abs(try #require(curve.fraction(ofValue: value, nearest: t)) - t) < 1e-9)
    }
  }

  /// t = 3 s² (1 − s) + s³ starts upright and y = s does not: √t and steeper than any bound at 0.
  @Test func `is steep, and finite, at a vertical tangent`() {
    let upright = CubicCurve(0, 1.0 / 3, 1, 2.0 / 3)
    #expect(upright.slope(at: 0) > 1e4 && upright.slope(at: 0).isFinite)
    #expect(upright.slope(at: 1) > 1e4 && upright.slope(at: 1).isFinite)
    // The middle of t = 3 s² − 2 s³ has the slope 3/2, and y = s its inverse.
    #expect(abs(upright.slope(at: 0.5) - 2.0 / 3) < 1e-9)
  }
}
