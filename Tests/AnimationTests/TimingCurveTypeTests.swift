import PantographBase
import PantographMotion
import Testing

@Suite struct `The kind of a timing` {
  struct Steps: TimingCurve {
    func progress(at fraction: Double) -> Double { fraction < 0.5 ? 0 : 1 }
  }

  /// `UITimingCurveType`: builtin 0, cubic 1, spring 2, composed 3.
  @Test func `has UIKit's number`() {
    #expect(TimingCurveType.allCases.map(\.rawValue) == [0, 1, 2, 4])
  }

  @Test func `is reported with its parameters`() {
    let own = CubicTimingParameters(
      controlPoint1: Point(x: 0.57, y: -0.4), controlPoint2: Point(x: 0.96, y: 0.87))
    #expect(own.timingCurveType == .cubic && own.timingParameters.timingCurveType == .cubic)
    #expect(own.controlPoint1 == Point(x: 0.57, y: -0.4))
    #expect(own.controlPoint2 == Point(x: 0.96, y: 0.87))
    #expect(own.cubicTimingParameters == own && own.springTimingParameters == nil)

    let builtIn = CubicTimingParameters(animationCurve: .easeIn)
    #expect(builtIn.timingCurveType == .builtin && builtIn.animationCurve == .easeIn)
    #expect(
      builtIn.controlPoint1 == Point(x: 0.42, y: 0) && builtIn.controlPoint2 == Point(x: 1, y: 1))
    #expect(CubicTimingParameters().timingCurveType == .builtin)

    let spring = SpringTimingParameters(dampingRatio: 0.5, initialVelocity: Vector(x: 1, y: 2))
    #expect(spring.timingCurveType == .spring && spring.cubicTimingParameters == nil)
    #expect(spring.springTimingParameters == spring)
    #expect(spring.timingParameters.springTimingParameters?.initialVelocity == Vector(x: 1, y: 2))

    #expect(Steps().timingCurveType == .custom)
    #expect(Steps().cubicTimingParameters == nil && Steps().springTimingParameters == nil)
  }

  /// The times of control points outside 0…1 count as the nearer end, as in UIKit.
  @Test func `comes with control points as they are used`() {
    let curve = CubicCurve(-0.5, 2, 1.5, -1)
    #expect((curve.x1, curve.y1, curve.x2, curve.y2) == (0, 2, 1, -1))
    let standard = CubicCurve.systemDefault
    #expect((standard.x1, standard.y1, standard.x2, standard.y2) == (0.25, 0.1, 0.25, 1))
  }
}
