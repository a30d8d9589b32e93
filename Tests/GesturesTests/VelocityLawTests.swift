import Foundation
import PantographBase
import PantographGestures
import PantographTestSupport
import Testing

@Suite struct `Every velocity rule` {
  /// A random walk: the finger moves, rests, reverses and jumps, and is reported twice or not at all.
  struct Walk: Sendable {
    var samples: [(time: Int64, translation: Vector)] = []
    var lift: Int64 = 0

    init(seed: Int, size: Double = 10) {
      var random = TestRandom(seed: UInt64(seed) &* 0x9e37_79b9_7f4a_7c15)
      var time = Int64(1e9 * random.share())
      var translation = Vector(x: size * random.normal(), y: size * random.normal())
      var step = Vector(x: size * random.normal(), y: size * random.normal())
      for _ in 0..<Int(60 * random.share()) {
        samples.append((time, translation))
        let chance = random.share()
        if chance < 0.1 { step = Vector(x: size * random.normal(), y: size * random.normal()) }
        if chance < 0.2 { step = .zero }
        translation += step + Vector(x: random.normal(), y: random.normal()) * (0.05 * size)
        time += chance > 0.9 ? 0 : chance > 0.87 ? 90_000 : Int64(1 + 16_000 * random.share())
      }
      lift = (samples.last?.time ?? 0) + Int64(random.share() * 60_000)
    }

    func velocity(
      _ estimator: VelocityEstimator, later: Int64 = 0, _ change: (Vector) -> Vector = { $0 }
    ) -> Vector? {
      var history = MotionHistory()
      for sample in samples {
        history.add(change(sample.translation), at: Timestamp(microseconds: sample.time + later))
      }
      return estimator.velocity(of: history, at: Timestamp(microseconds: lift + later))
    }
  }

  static let walks = (1...300).map { Walk(seed: $0) }

  /// The rules that treat each axis separately.
  static let axial: Set<VelocityEstimator> = [.impulse, .qt, .useGesture, .hyprland]
  /// The rules without a sign.
  static let unsigned: Set<VelocityEstimator> = [.useGesture, .hyprland]

  private func expect(
    _ left: Vector?, _ right: Vector?, within share: Double = 1e-6,
    _ source: SourceLocation = #_sourceLocation
  ) {
    #expect((left == nil) == (right == nil), sourceLocation: source)
    guard let left, let right else { return }
    let error = Vector(x: left.x - right.x, y: left.y - right.y).length
    #expect(error <= share * (1 + right.length), "\(left) \(right)", sourceLocation: source)
  }

  @Test(arguments: VelocityEstimator.allCases)
  func `is independent of absolute position and time`(estimator: VelocityEstimator) {
    for walk in Self.walks {
      let velocity = walk.velocity(estimator)
      #expect(walk.velocity(estimator, later: 3_600_000_000) == velocity)
      expect(walk.velocity(estimator) { $0 + Vector(x: 64, y: -32) }, velocity)
    }
  }

  @Test(arguments: VelocityEstimator.allCases)
  func `mirrors exactly with its input`(estimator: VelocityEstimator) {
    for walk in Self.walks {
      let velocity = walk.velocity(estimator)
      let mirrored = walk.velocity(estimator) { Vector(x: -$0.x, y: $0.y) }
      let sign = Self.unsigned.contains(estimator) ? 1.0 : -1.0
      #expect(mirrored == velocity.map { Vector(x: $0.x * sign, y: $0.y) })
      #expect(
        walk.velocity(estimator) { Vector(x: $0.y, y: $0.x) }
          == velocity.map { Vector(x: $0.y, y: $0.x) })
    }
  }

  /// All but Qt's, which has a limit in mm/s.
  @Test(arguments: VelocityEstimator.allCases.filter { $0 != .qt })
  func `scales with its input`(estimator: VelocityEstimator) {
    for walk in Self.walks {
      let velocity = walk.velocity(estimator)
      // A power of two is exact.
      #expect(walk.velocity(estimator) { $0 * 1024 } == velocity.map { $0 * 1024 })
      expect(walk.velocity(estimator) { $0 * 1e6 }.map { $0 * 1e-6 }, velocity)
    }
  }

  @Test(arguments: VelocityEstimator.allCases.filter { !axial.contains($0) })
  func `rotates with its input`(estimator: VelocityEstimator) {
    for walk in Self.walks {
      let turn = { (translation: Vector) in
        Vector(
          x: 0.6 * translation.x - 0.8 * translation.y, y: 0.8 * translation.x + 0.6 * translation.y
        )
      }
      expect(walk.velocity(estimator, turn), walk.velocity(estimator).map(turn))
    }
  }

  @Test(arguments: VelocityEstimator.allCases)
  func `is finite or nil`(estimator: VelocityEstimator) {
    for size in [0, 1e-300, 1e-9, 1e9, 1e150, 1e300] {
      for seed in 1...60 {
        guard let velocity = Walk(seed: seed, size: size).velocity(estimator) else { continue }
        #expect(velocity.x.isFinite && velocity.y.isFinite)
      }
    }
    #expect(estimator.velocity(of: MotionHistory(), at: Timestamp(microseconds: 0)) == nil)
    // One infinite component is enough.
    for translation in [Vector(x: 1e306, y: 1), Vector(x: 1, y: 1e306)] {
      var history = MotionHistory()
      for step in 0..<6 {
        history.add(translation * Double(step), at: Timestamp(microseconds: Int64(step)))
      }
      let velocity = estimator.velocity(of: history, at: Timestamp(microseconds: 5))
      #expect(velocity.map { $0.x.isFinite && $0.y.isFinite } ?? true)
    }
    var history = MotionHistory()
    history.add(Vector(x: 3, y: 4), at: Timestamp(microseconds: 5))
    let none: Set<VelocityEstimator> = [.android, .chromium, .leastSquares1]
    #expect(
      estimator.velocity(of: history, at: Timestamp(microseconds: 5))
        == (none.contains(estimator) ? nil : .zero))
  }

  @Test func `gives the same result for a compact history`() {
    for walk in Self.walks {
      var history = MotionHistory()
      for sample in walk.samples {
        history.add(sample.translation, at: Timestamp(microseconds: sample.time))
      }
      var kept = history.compact
      #expect(kept == history && kept.samples.capacity <= max(2 * history.samples.count, 8))
      // Adding to it has the same effect as adding to the original.
      history.add(.zero, at: Timestamp(microseconds: walk.lift + 1))
      kept.add(.zero, at: Timestamp(microseconds: walk.lift + 1))
      #expect(kept == history)
    }
  }

  @Test func `has a unique name and source`() {
    let names = VelocityEstimator.allCases.map(\.rawValue)
    #expect(
      names == [
        "pantograph", "last-difference", "least-squares-1", "android", "chromium", "impulse",
        "flutter", "flutter-ios", "flutter-macos", "react-native", "libadwaita", "niri",
        "gtk-scroll", "gtk-swipe", "qt", "firefox", "motion", "use-gesture", "hammer", "hyprland",
      ])
    #expect(Set(VelocityEstimator.allCases.map(\.source)).count == names.count)
  }
}
