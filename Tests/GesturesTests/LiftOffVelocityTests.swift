import Foundation
import PantographBase
import PantographGestures
import PantographTestSupport
import PantographTouches
import PantographTraces
import Testing

/// The table of profiles on the page about velocities, and the stroke that they change.
@Suite struct `The velocity of a lift` {
  /// A column: a stroke as a profile reports it, and the velocities that errors are measured by.
  struct Column: Sendable {
    var title: String
    var profile: LiftProfile?
    /// How long the finger rests before it lifts, in seconds.
    var rest = 0.0
    /// The velocity that an estimator should give, in px/ms.
    var truth: Double
  }

  /// 500 px in 150 ms along the minimum-jerk profile, of which the finger makes the first half: at its lift it moves at
  /// 15/8 · 500/150 px/ms, which are 50 px in 8 ms, and until then at 500/150 px/ms on average.
  static let distance = 500.0
  static let duration = 0.150
  static let atLift = 6.25
  static let mean = 500.0 / 150
  /// 125 reports a second.
  static let interval = 0.008

  static let columns: [Column] =
    [Column(title: "as it is", truth: atLift)]
    + LiftProfile.all.flatMap { profile -> [Column] in
      switch profile.change {
      case .silent:
        [
          Column(title: "rest", rest: 0.1, truth: 0),
          Column(title: profile.name, profile: profile, rest: 0.1, truth: 0),
        ]
      case .merged(moves: 1): [Column(title: profile.name, profile: profile, truth: mean)]
      case .trailing, .travelling, .merged, .repeated:
        [Column(title: profile.name, profile: profile, truth: atLift)]
      }
    }

  /// The finger's way along its axis in pixels: 10 τ³ − 15 τ⁴ + 6 τ⁵ of the distance until half of the time.
  static func position(at time: Double) -> Double {
    let part = min(time / duration, 0.5)
    return distance * (10 * pow(part, 3) - 15 * pow(part, 4) + 6 * pow(part, 5))
  }

  /// What a sensor without noise reports, in millimetres: from the landing to the first report without the finger.
  static func frames(restingFor rest: Double) -> [TouchFrame] {
    let lift = duration / 2 + rest
    var frames: [TouchFrame] = []
    for index in 0... {
      let time = Double(index) * interval
      let stamp = Timestamp(microseconds: Int64((time * 1e6).rounded()))
      guard time <= lift else { return frames + [TouchFrame(time: stamp, contacts: [])] }
      let x = position(at: time) / ModelDevice.pixelsPerMillimetre
      frames.append(
        TouchFrame(time: stamp, contacts: [Contact(id: 1, position: Point(x: x, y: 0))]))
    }
    return frames
  }

  /// The error of an estimator in percent of the true velocity, or after a rest of the velocity before it.
  static func error(_ estimator: VelocityEstimator, _ column: Column) -> Double {
    let frames = frames(restingFor: column.rest)
    var history = MotionHistory()
    var lift = Timestamp(microseconds: 0)
    for frame in column.profile?.reports(of: frames) ?? frames {
      lift = frame.time
      guard let position = frame.contacts.first?.position else { continue }
      history.add(position - Point(x: 0, y: 0), at: frame.time)
    }
    var velocity = (estimator.velocity(of: history, at: lift) ?? .zero).x
    // Hyprland's rule is per event; the rate converts it to per second.
    if estimator == .hyprland { velocity /= interval }
    let found = velocity * ModelDevice.pixelsPerMillimetre / 1000
    return (found - column.truth) / (column.rest > 0 ? atLift : column.truth) * 100
  }

  @Test(arguments: VelocityEstimator.allCases)
  func `is in the documentation`(estimator: VelocityEstimator) {
    let errors = Self.columns.map { String(fixed: Self.error(estimator, $0), decimals: 0) }
    let row = "| `\(estimator.rawValue)` | \(errors.joined(separator: " | ")) |"
    #expect(`The velocity of a flick`.page.contains(row), "\(row)")
  }

  @Test func `is in the documentation with the profile of each column`() {
    let titles = Self.columns.map { $0.profile == nil ? $0.title : "`\($0.title)`" }
    let row = "| name | \(titles.joined(separator: " | ")) |"
    #expect(`The velocity of a flick`.page.contains(row), "\(row)")
    #expect(Self.columns.compactMap { $0.profile?.name } == LiftProfile.all.map(\.name))
  }

  /// The stroke is one of those that were measured: 35 to 66 px in 8 ms before the still report.
  @Test func `is that of a stroke as it was measured`() throws {
    let frames = Self.frames(restingFor: 0)
    let x = frames.compactMap { $0.contacts.first.map { $0.position.x * 160 / 25.4 } }
    #expect(frames.count == 11 && frames.last?.time.microseconds == 80_000)
    let last = x[x.count - 1] - x[x.count - 2]
    #expect((35...66).contains(last))
    // A difference quotient of the law at the lift.
    let slope = (Self.position(at: 0.075) - Self.position(at: 0.0749)) / 0.1
    #expect(abs(slope - Self.atLift) < 1e-3)
    #expect(abs(Self.position(at: 0.075) / 75 - Self.mean) < 1e-9)
  }

  /// After 72 ms the finger has covered 10 τ³ − 15 τ⁴ + 6 τ⁵ of 500 px, where τ is 0.48: 231.27 px.
  @Test func `has the errors that are computed by hand`() throws {
    func expect(_ estimator: VelocityEstimator, _ title: String, _ percent: Double) throws {
      let column = try #require(Self.columns.first { $0.title == title })
      #expect(abs(Self.error(estimator, column) - percent) < 0.01, "\(estimator) \(title)")
    }
    // 0.4 px on and 0.3 px back in 7.8 ms, of 6.25 px/ms.
    try expect(.lastDifference, "still", 0.4 / 7.8 / 6.25 * 100 - 100)
    try expect(.lastDifference, "recoil", -0.3 / 7.8 / 6.25 * 100 - 100)
    try expect(.useGesture, "recoil", 0.3 / 7.8 / 6.25 * 100 - 100)
    // All of it in 72 ms, in the 80 ms until the lift, and in the 8 ms of the final silence.
    try expect(.lastDifference, "one-move", 231.27 / 72 / (500.0 / 150) * 100 - 100)
    try expect(.hammer, "one-move", 231.27 / 80 / (500.0 / 150) * 100 - 100)
    try expect(.niri, "one-move", 231.27 / 8 / (500.0 / 150) * 100 - 100)
    try expect(.flutter, "one-move", -100)
  }

  /// Whatever a device does to the stroke, Pantograph's rule is off by a seventh at most, and sees a rest.
  @Test func `is right by Pantograph's rule under each profile`() {
    for column in Self.columns {
      #expect(abs(Self.error(.pantograph, column)) < 14.3, "\(column.title)")
      if column.rest > 0 { #expect(Self.error(.pantograph, column) == 0) }
    }
    // Every other rule is off by more than that under one of them.
    for estimator in VelocityEstimator.allCases where estimator != .pantograph {
      #expect(Self.columns.contains { abs(Self.error(estimator, $0)) > 30 }, "\(estimator)")
    }
  }

  /// The displacement of the still report may be any that was measured, in either direction.
  @Test(arguments: [-0.7, -0.3, -0.1, 0.1, 0.4, 0.7], [0.7, 1, 2, 4.375, 6.25, 8.25])
  func `is right by Pantograph's rule after any still report`(pixels: Double, speed: Double) {
    for jitter in [0.0, 0.19] {
      var history = MotionHistory()
      var chance = TestRandom(seed: 3)
      var x = 0.0
      // Steady, with and without the noise of a sensor: 0.03 mm are 0.19 px.
      for index in 0...9 {
        x = Double(index) * 8 * speed + jitter * chance.normal()
        history.add(Vector(x: x, y: 0), at: Timestamp(microseconds: Int64(index) * 8000))
      }
      history.add(Vector(x: x + pixels, y: 0), at: Timestamp(microseconds: 79_800))
      let lift = Timestamp(microseconds: 80_000)
      let found = (VelocityEstimator.pantograph.velocity(of: history, at: lift)?.x ?? 0) / 1000
      #expect(abs(found - speed) < speed * 0.1 + jitter * 0.1, "\(found) ± \(jitter)")
    }
  }
}
