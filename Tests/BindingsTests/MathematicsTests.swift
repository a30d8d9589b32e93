import Foundation
import PantographBindings
import PantographCInterface
import PantographTestSupport
import Testing

@Suite struct `Mathematics in C` {
  /// The closed form of a critically damped spring from rest at 1: (1 + ωt) e^(−ωt).
  @Test func `a spring is its closed form`() {
    let spring = pg_spring_with_response(0.5, 1)
    let frequency = 2 * Double.pi / 0.5
    for t in stride(from: 0.0, through: 1, by: 0.05) {
      let motion = pg_spring_state(spring, t, pg_motion(position: 1, velocity: 0))
      let decay = exp(-frequency * t)
      #expect(abs(motion.position - (1 + frequency * t) * decay) < 1e-12)
      #expect(abs(motion.velocity + frequency * frequency * t * decay) < 1e-10)
    }
    let other = pg_spring_with_mass(0.5, 500, 2 * sqrt(0.5 * 500))
    #expect(abs(other.frequency - sqrt(1000)) < 1e-12 && abs(other.damping_ratio - 1) < 1e-12)
  }

  @Test func `impossible springs and curves are not a number`() {
    #expect(pg_spring_with_mass(0, 1, 1).frequency.isNaN)
    let still = pg_motion(position: 1, velocity: 0)
    #expect(pg_spring_state(pg_spring_with_response(0, 1), 1, still).position.isNaN)
    #expect(pg_spring_state(pg_spring_with_response(1, -1), 1, still).position.isNaN)
    #expect(pg_spring_state(pg_spring_with_response(1, 1), -1, still).position.isNaN)
    #expect(pg_spring_settling_time(pg_spring_with_response(1, .nan), 0).isNaN)
    let curve = pg_curve(x1: 2, y1: 0, x2: 1, y2: 1)
    #expect(pg_curve_at(curve, 0.5).position.isNaN)
  }

  @Test func `a curve has its symmetry`() {
    var curve = pg_curve()
    #expect(pg_curve_named("easeInOut", &curve, nil) == PG_OK)
    #expect(abs(pg_curve_at(curve, 0.5).position - 0.5) < 1e-12)
    #expect(pg_curve_at(curve, 1).position == 1)
    #expect(pg_curve_named("easeNowhere", &curve, nil) == PG_INVALID)
  }

  /// A steady finger has the same velocity by every rule that gives one per second.
  @Test func `a steady movement has its velocity`() {
    let positions = (0..<20).map {
      pg_position(time: Int64($0) * 8_000, x: Double($0) * 0.8, y: Double($0) * -0.4)
    }
    for name in ["pantograph", "android", "flutter", "libadwaita", "hammer", "last-difference"] {
      var (x, y) = (0.0, 0.0)
      #expect(pg_velocity(name, positions, positions.count, 19 * 8_000, &x, &y, nil) == PG_OK)
      #expect(abs(x - 100) < 0.01 && abs(y + 50) < 0.01, "\(name): \(x), \(y)")
    }
    #expect(pg_velocity("nobody", positions, 2, 20_000, nil, nil, nil) == PG_INVALID)
    #expect(pg_velocity("android", positions, positions.count, 0, nil, nil, nil) == PG_INVALID)
  }

  /// Differences of such times would overflow, or turn the direction around.
  @Test func `times that are centuries apart have no velocity`() {
    let spans: [(Int64, Int64, Int64)] = [
      (-1, 0, .max), (.min, .max, .max), (.min, 0, 0), (0, 1, 200 * 365 * 86_400 * 1_000_000 + 1),
    ]
    for index in 0... {
      guard let name = pg_name(pg_names(PG_ESTIMATORS), index) else { break }
      for (first, second, now) in spans {
        let positions = [
          pg_position(time: first, x: 1, y: 1), pg_position(time: second, x: 2, y: 2),
        ]
        #expect(pg_velocity(name, positions, 2, now, nil, nil, nil) == PG_INVALID)
      }
    }
    let far = [pg_position(time: 0, x: 1e10, y: 0)]
    #expect(pg_velocity("android", far, 1, 0, nil, nil, nil) == PG_INVALID)
    let steady = [
      pg_position(time: .max - 8_000, x: 0, y: 0), pg_position(time: .max, x: 0.8, y: 0),
    ]
    var velocity = 0.0
    #expect(pg_velocity("last-difference", steady, 2, .max, &velocity, nil, nil) == PG_OK)
    #expect(abs(velocity - 100) < 1e-9)
  }

  /// Kinetic scrolling in GTK: v/4 (1 − e^(−4t)).
  @Test func `momentum is the law of its toolkit`() {
    var (motion, distance, duration) = (pg_motion(), 0.0, 0.0)
    #expect(pg_momentum_at("gtk-4.8", 1000, 0.25, &motion, &distance, &duration, nil) == PG_OK)
    #expect(abs(motion.position - 250 * (1 - exp(-1.0))) < 1e-9)
    #expect(abs(motion.velocity - 1000 * exp(-1.0)) < 1e-9)
    #expect(duration > 1 && distance > 249)
    #expect(pg_momentum_at("nobody", 1000, 0.25, &motion, nil, nil, nil) == PG_INVALID)
  }

  @Test func `a rule judges a release`() throws {
    var release = pg_release()
    release.distance = 60
    (release.fraction, release.peak) = (0.4, 0.4)
    var (outcome, target) = (pg_outcome(-1), 0.0)
    // ViewPager turns from 0.4 of a page on only by a fling; a slow drag needs more than half.
    #expect(pg_rule_decide("android-viewpager", &release, &outcome, &target, nil) == PG_OK)
    #expect(outcome == PG_CANCEL && target == 0)
    release.velocity = 2000
    release.travel = 24
    #expect(pg_rule_decide("android-viewpager", &release, &outcome, &target, nil) == PG_OK)
    #expect(outcome == PG_FINISH && target == 1)
    release.distance = 0
    #expect(pg_rule_decide("android-viewpager", &release, &outcome, &target, nil) == PG_INVALID)
  }

  @Test func `explain what they refuse`() {
    var (curve, release, motion) = (pg_curve(), pg_release(), pg_motion())
    let still = [pg_position(time: 5, x: 0, y: 0), pg_position(time: 4, x: 0, y: 0)]
    let far = [pg_position(time: 5, x: 0, y: 2e9)]
    release.distance = .nan
    let calls: [(String, (UnsafeMutablePointer<pg_error>) -> pg_status)] = [
      (
        "unknown curve 'easeInOt'; did you mean 'easeInOut'?",
        { pg_curve_named("easeInOt", &curve, $0) }
      ),
      ("name is NULL", { pg_curve_named(nil, &curve, $0) }),
      ("curve is NULL", { pg_curve_named("linear", nil, $0) }),
      (
        "unknown estimator 'andriod'; did you mean 'android'?",
        { pg_velocity("andriod", still, 2, 9, nil, nil, $0) }
      ),
      ("estimator is NULL", { pg_velocity(nil, still, 2, 9, nil, nil, $0) }),
      ("2 positions, or none in memory", { pg_velocity("android", nil, 2, 9, nil, nil, $0) }),
      (
        "positions[1] is earlier than the one before it",
        { pg_velocity("android", still, 2, 9, nil, nil, $0) }
      ),
      ("positions[0] is not within 1e9 of 0", { pg_velocity("android", far, 1, 9, nil, nil, $0) }),
      (
        "now, 4, is earlier than the last position",
        { pg_velocity("android", still, 1, 4, nil, nil, $0) }
      ),
      (
        "now, 9223372036854775807, is not within 200 years of the first position",
        { pg_velocity("android", still, 1, .max, nil, nil, $0) }
      ),
      ("a velocity of nan", { pg_momentum_at("gtk", .nan, 0, &motion, nil, nil, $0) }),
      (
        "-1 seconds: expected a number from 0",
        { pg_momentum_at("gtk", 1, -1, &motion, nil, nil, $0) }
      ),
      ("release is NULL", { pg_rule_decide("kwin", nil, nil, nil, $0) }),
      ("release: distance is nan", { pg_rule_decide("kwin", &release, nil, nil, $0) }),
    ]
    for (message, call) in calls {
      var error = pg_error()
      #expect(call(&error) == PG_INVALID, "\(message)")
      let found = withUnsafeBytes(of: error.message) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      #expect(found == message)
    }
  }

  @Test func `lists have names`() throws {
    for list in Int32(PG_TEMPLATES)...Int32(PG_EDGES) {
      var count = 0
      while pg_name(list, count) != nil { count += 1 }
      #expect(count >= 3, "\(list)")
    }
    #expect(pg_name(-1, 0) == nil && pg_name(99, 0) == nil && pg_name(0, -1) == nil)
  }

  @Test(
    arguments: [
      (0.0078125, 6, "0.007813"), (-0.0000001, 6, "0.000000"), (2.5, 0, "3"), (.nan, 6, "nan"),
      (12345.678, 2, "12345.68"), (1e14, 6, "inf"), (-1e14, 6, "-inf"),
      (1e18, 0, "1000000000000000000"),
      (9.2e12, 6, "9200000000000.000000"), (9.3e12, 6, "inf"), (9.3e18, 0, "inf"),
    ] as [(Double, Int32, String)])
  func `numbers look as in tables`(value: Double, decimals: Int32, text: String) {
    var memory = [CChar](repeating: 1, count: 40)
    #expect(pg_format(value, decimals, &memory, memory.count) == text.utf8.count)
    #expect(String(decoding: memory.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self) == text)
    #expect(pg_format(value, decimals, &memory, 2) == text.utf8.count)
    #expect(memory[0] == CChar(text.utf8.first ?? 0) && memory[1] == 0)
  }
}
