import PantographBase
import PantographGestures
import PantographInteractions
import Testing

@Suite struct `A property's plan` {
  typealias Property = AnimationPlan.Property

  @Test func `goes from one value to the other, and beyond`() {
    let property = Property(name: "x", from: 10, to: 30)
    #expect(property.delayFactor == 0 && property.keyframes.isEmpty && !property.isAdditive)
    #expect(property.axis == .along)
    #expect([-0.5, 0, 0.25, 1, 1.5].map { property.value(at: $0) } == [0, 10, 15, 30, 40])
    let further = Property(name: "x", from: nil, to: 30)
    #expect(further.value(at: 0.5) == 15 && further.value(at: 0.5, from: 20) == 25)
  }

  @Test func `goes from keyframe to keyframe, and rests in between`() {
    var property = Property(name: "x", from: 0, to: 0)
    property.keyframes = [
      .init(start: 0.25, duration: 0.25, to: 8), .init(start: 0.75, duration: 0.5, to: 4),
    ]
    // 0.375 is the middle of the first, and 0.875 of the second, which ends with the animation.
    let places = [-1, 0.25, 0.3125, 0.375, 0.5, 0.625, 0.75, 0.875, 1, 2]
    #expect(places.map { property.value(at: $0) } == [0, 0, 2, 4, 8, 8, 8, 6, 4, 4])
  }

  @Test func `is exactly at a keyframe's value when that ends`() {
    var property = Property(name: "x", from: 1e16, to: 0)
    property.keyframes = [
      .init(start: 0, duration: 0.5, to: 1), .init(start: 0.5, duration: 0.5, to: 9),
    ]
    #expect(property.value(at: 0.5) == 1 && property.value(at: 1) == 9)
  }

  @Test func `may jump where a keyframe takes no time`() {
    var property = Property(name: "x", from: 1, to: 0)
    property.keyframes = [.init(start: 0.5, duration: 0, to: 7)]
    #expect([0.499, 0.5, 0.501].map { property.value(at: $0) } == [1, 1, 7])
  }
}

@Suite struct `A length on a surface` {
  private let plane = Plane(size: Vector(x: 100, y: 50), unitsPerMillimetre: Vector(x: 10, y: 20))

  private func plan(
    _ direction: ProgressPlan.Direction, _ distance: SurfaceLength = .millimetres(30),
    _ source: ProgressPlan.Source = .translation
  ) -> ProgressPlan {
    ProgressPlan(source, toward: direction, distance: distance)
  }

  @Test(arguments: [ProgressPlan.Direction.left, .right, .up, .down])
  func `is measured in the direction of progress`(direction: ProgressPlan.Direction) {
    let isHorizontal = direction == .left || direction == .right
    let plan = plan(direction)
    #expect(plan.millimetres(.millimetres(7), nil, on: nil) == 7)
    #expect(plan.millimetres(.share(0.5), nil, on: plane) == (isHorizontal ? 50 : 25))
    #expect(plan.millimetres(.points(12), .perMillimetre(4), on: nil) == 3)
    // A view of 200 × 300 points has 2 points per millimetre of width, and 6 per millimetre of height.
    let view = PointScale.fit(Vector(x: 200, y: 300))
    #expect(plan.millimetres(.points(12), view, on: plane) == (isHorizontal ? 6 : 2))
    let values = plan.millimetres(.points(12), .deviceValues, on: plane)
    #expect(abs(values - (isHorizontal ? 1.2 : 0.6)) < 1e-12)
  }

  @Test func `assumes one axis unit per millimetre by default`() {
    #expect(Plane(size: Vector(x: 1, y: 1)).unitsPerMillimetre == Vector(x: 1, y: 1))
  }

  @Test func `depends on the surface if it is a share, or in points of unknown size`() {
    #expect(!plan(.right).needsPlane(nil))
    #expect(!plan(.right, .points(9)).needsPlane(.perMillimetre(4)))
    #expect(plan(.right, .points(9)).needsPlane(.deviceValues))
    #expect(plan(.right, .points(9)).needsPlane(.fit(Vector(x: 200, y: 300))))
    #expect(plan(.right, .points(9)).needsPlane(nil))
    #expect(plan(.right, .share(0.5)).needsPlane(.perMillimetre(4)))
    var further = plan(.right)
    further.offset = .share(0.1)
    #expect(further.needsPlane(nil))
  }

  @Test func `of a location toward left or up depends on the surface's size`() {
    for source in ProgressPlan.Source.allCases {
      #expect(plan(.left, .millimetres(30), source).needsPlane(nil) == (source == .location))
      #expect(plan(.up, .millimetres(30), source).needsPlane(nil) == (source == .location))
      #expect(!plan(.right, .millimetres(30), source).needsPlane(nil))
      #expect(!plan(.down, .millimetres(30), source).needsPlane(nil))
    }
  }
}

@Suite struct `A finding` {
  @Test(
    arguments: [
      (ReleaseRule.Comparison.above, 7.0), (.atLeast, 7), (.below, -7), (.atMost, -7),
    ])
  func `has a positive signed margin on the side where it holds`(
    comparison: ReleaseRule.Comparison, lead: Double
  ) {
    let condition = ReleaseRule.Condition(.velocity, comparison, 300)
    let finding = Finding(condition: condition, value: 307, holds: true)
    #expect(finding.margin == lead && finding.distance == 7)
    let other = Finding(condition: condition, value: 293, holds: true)
    #expect(other.margin == -lead && other.distance == 7)
  }
}

@Suite struct `A press in a file` {
  private func gesture(_ text: String) throws -> Interaction.Gesture {
    let file = """
      { "version": 1, "gesture": { \(text) },
        "progress": { "of": "pressure" },
        "animation": { "duration": 1 } }
      """
    return try Interaction(parsing: Array(file.utf8)).gesture
  }

  @Test func `is released at five sixths of its start by default`() throws {
    #expect(
      try gesture(#""press": { "start": 0.3 }"#)
        == .press(.init(start: 0.3, peak: 0.75, release: 0.3 * 5 / 6), commitsAtPeak: false))
    #expect(
      try gesture(#""press": { "start": 0.3, "release": 0.3, "peak": 0.31, "commits": "atPeak" }"#)
        == .press(.init(start: 0.3, peak: 0.31, release: 0.3), commitsAtPeak: true))
    #expect(
      try gesture(#""press": { "commits": "atLift" }"#) == .press(.init(), commitsAtPeak: false))
    #expect(
      try gesture(#""preview": { "start": 0.12 }"#)
        == .preview(.init(start: 0.12, release: 0.12 * 5 / 6)))
    #expect(
      try gesture(#""preview": { "peek": 1, "pop": null, "release": 0.15 }"#)
        == .preview(.init(peek: 1, pop: nil, release: 0.15)))
  }

  @Test(
    arguments: [
      #""press": { "start": 0.3, "peak": 0.3 }"#, #""press": { "start": 0.3, "release": 0.31 }"#,
      #""preview": { "start": 0.2, "peek": 0.2 }"#, #""preview": { "peek": 0.75 }"#,
      #""preview": { "start": 0.15, "release": 0.16 }"#,
    ])
  func `has increasing forces`(text: String) {
    let mistake = #expect(throws: Complaint.self) { try gesture(text) }
    #expect(mistake.map { "\($0)".contains("expected increasing forces") } == true)
  }
}
