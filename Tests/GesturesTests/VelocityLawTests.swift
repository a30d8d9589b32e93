import Foundation
import Gestures
import Quantities
import TestSupport
import Testing

@Suite struct `Every rule for the velocity` {
  /// A finger that wanders: it moves, rests, turns and jumps, and is seen twice or not at all.
  struct Walk: Sendable {
    var places: [(time: Int64, way: Vector)] = []
    var lift: Int64 = 0

    init(seed: Int, size: Double = 10) {
      var random = TestRandom(seed: UInt64(seed) &* 0x9e37_79b9_7f4a_7c15)
      var time = Int64(1e9 * random.share())
      var way = Vector(x: size * random.normal(), y: size * random.normal())
      var step = Vector(x: size * random.normal(), y: size * random.normal())
      for _ in 0..<Int(60 * random.share()) {
        places.append((time, way))
        let chance = random.share()
        if chance < 0.1 { step = Vector(x: size * random.normal(), y: size * random.normal()) }
        if chance < 0.2 { step = .zero }
        way += step + Vector(x: random.normal(), y: random.normal()) * (0.05 * size)
        time += chance > 0.9 ? 0 : chance > 0.87 ? 90_000 : Int64(1 + 16_000 * random.share())
      }
      lift = (places.last?.time ?? 0) + Int64(random.share() * 60_000)
    }

    func velocity(
      _ estimator: VelocityEstimator, later: Int64 = 0, _ change: (Vector) -> Vector = { $0 }
    ) -> Vector? {
      var history = MotionHistory()
      for place in places {
        history.add(change(place.way), at: Timestamp(microseconds: place.time + later))
      }
      return estimator.velocity(of: history, at: Timestamp(microseconds: lift + later))
    }
  }

  static let walks = (1...300).map { Walk(seed: $0) }

  /// Those that look at each axis on its own.
  static let axial: Set<VelocityEstimator> = [.impulse, .useGesture, .hyprland]
  /// Those that know no direction.
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
  func `knows no place and no time of day`(estimator: VelocityEstimator) {
    for walk in Self.walks {
      let velocity = walk.velocity(estimator)
      #expect(walk.velocity(estimator, later: 3_600_000_000) == velocity)
      expect(walk.velocity(estimator) { $0 + Vector(x: 64, y: -32) }, velocity)
    }
  }

  @Test(arguments: VelocityEstimator.allCases)
  func `follows a mirrored finger to the digit`(estimator: VelocityEstimator) {
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

  @Test(arguments: VelocityEstimator.allCases)
  func `follows another unit`(estimator: VelocityEstimator) {
    for walk in Self.walks {
      let velocity = walk.velocity(estimator)
      // A power of two changes no digit.
      #expect(walk.velocity(estimator) { $0 * 1024 } == velocity.map { $0 * 1024 })
      expect(walk.velocity(estimator) { $0 * 1e6 }.map { $0 * 1e-6 }, velocity)
    }
  }

  @Test(arguments: VelocityEstimator.allCases.filter { !axial.contains($0) })
  func `follows a turned surface`(estimator: VelocityEstimator) {
    for walk in Self.walks {
      let turn = { (way: Vector) in
        Vector(x: 0.6 * way.x - 0.8 * way.y, y: 0.8 * way.x + 0.6 * way.y)
      }
      expect(walk.velocity(estimator, turn), walk.velocity(estimator).map(turn))
    }
  }

  @Test(arguments: VelocityEstimator.allCases)
  func `is a number or none`(estimator: VelocityEstimator) {
    for size in [0, 1e-300, 1e-9, 1e9, 1e150, 1e300] {
      for seed in 1...60 {
        guard let velocity = Walk(seed: seed, size: size).velocity(estimator) else { continue }
        #expect(velocity.x.isFinite && velocity.y.isFinite)
      }
    }
    #expect(estimator.velocity(of: MotionHistory(), at: Timestamp(microseconds: 0)) == nil)
    // One part is enough to be none.
    for way in [Vector(x: 1e306, y: 1), Vector(x: 1, y: 1e306)] {
      var history = MotionHistory()
      for step in 0..<6 {
        history.add(way * Double(step), at: Timestamp(microseconds: Int64(step)))
      }
      let velocity = estimator.velocity(of: history, at: Timestamp(microseconds: 5))
      #expect(velocity.map { $0.x.isFinite && $0.y.isFinite } ?? true)
    }
    var history = MotionHistory()
    history.add(Vector(x: 3, y: 4), at: Timestamp(microseconds: 5))
    let none: Set<VelocityEstimator> = [.android, .leastSquares1]
    #expect(
      estimator.velocity(of: history, at: Timestamp(microseconds: 5))
        == (none.contains(estimator) ? nil : .zero))
  }

  @Test func `makes the same of a history that is kept in little memory`() {
    for walk in Self.walks {
      var history = MotionHistory()
      for place in walk.places { history.add(place.way, at: Timestamp(microseconds: place.time)) }
      var kept = history.compact
      #expect(kept == history && kept.samples.capacity <= max(2 * history.samples.count, 8))
      // And it goes on as the other one does.
      history.add(.zero, at: Timestamp(microseconds: walk.lift + 1))
      kept.add(.zero, at: Timestamp(microseconds: walk.lift + 1))
      #expect(kept == history)
    }
  }

  @Test func `has a name of its own, and says whose it is`() {
    let names = VelocityEstimator.allCases.map(\.rawValue)
    #expect(
      names == [
        "pantograph", "last-difference", "least-squares-1", "android", "impulse", "flutter",
        "flutter-ios", "flutter-macos", "react-native", "libadwaita", "niri", "gtk-scroll",
        "gtk-swipe", "motion", "use-gesture", "hammer", "hyprland",
      ])
    #expect(Set(VelocityEstimator.allCases.map(\.source)).count == names.count)
  }
}
