import PantographGestures
import PantographInteractions
import PantographMotion
import Testing

/// The numbers of the sources, each in its own unit.
@Suite struct `The settling of a preset` {
  private static func settling(_ name: String) throws -> PresetSettling {
    try #require(ReleasePreset.named(name)?.settling)
  }

  /// A spring's mass, stiffness and damping ratio, and what it makes of the fingers' velocity.
  @Test(
    arguments: [
      (
        "libadwaita", 0.5, 500.0, 1.0,
        .inUnit(MeasureUnit(.touchpadScroll, per: .millisecond))
      ),
      ("libadwaita-touch", 0.5, 500, 1, .inUnit(MeasureUnit(.pixel, per: .millisecond))),
      ("libadwaita-flap-touch", 0.5, 500, 1, .perDistance(0)),
      ("niri", 1, 1000, 1, .carried),
      ("flutter-pageview", 0.5, 100, 1.1, .carried),
    ] as [(String, Double, Double, Double, Settle.SpringVelocity)])
  func `has its source's spring`(
    name: String, mass: Double, stiffness: Double, ratio: Double, velocity: Settle.SpringVelocity
  ) throws {
    let settling = try Self.settling(name)
    #expect(settling.flick == nil)
    for settle in [settling.finish, settling.cancel] {
      guard case .spring(.spring(let spring)) = settle.timing else {
        return #expect(Bool(false), "\(settle)")
      }
      #expect(abs(spring.frequency - (stiffness / mass).squareRoot()) < 1e-9)
      #expect(abs(spring.dampingRatio - ratio) < 1e-9)
      #expect(settle.velocity == velocity)
      #expect(settle.allowsOverdamping == (ratio > 1))
    }
  }

  /// Two parabolas, 2t² and its mirror image; the nearest cubic curve is at most 0.00345 beside them.
  @Test(
    arguments: [
      ("qt-listview", .seconds(0.2)), ("qt-swipeview", .seconds(0.2)),
      ("qt-drawer", .secondsPerDistance(1 / 5)), ("qt-drawer-close", .secondsPerDistance(1 / 5)),
    ] as [(String, Settle.Pace)])
  func `eases in and out as Qt does`(name: String, pace: Settle.Pace) throws {
    let settling = try Self.settling(name)
    for settle in [settling.finish, settling.cancel] {
      guard case .curve(let curve) = settle.timing else { return #expect(Bool(false), "\(settle)") }
      #expect(settle.pace == pace && settle.runsFullCurve)
      for step in 0...1000 {
        let time = Double(step) / 1000
        let expected = time < 0.5 ? 2 * time * time : 1 - 2 * (1 - time) * (1 - time)
        #expect(abs(curve.value(at: time) - expected) < 0.00345, "\(time)")
      }
    }
  }

  /// A flick slows down evenly to rest, so its mean velocity is half of the first: 2500 px/s, and four widths per second.
  @Test func `slows down after a flick as Qt does`() throws {
    for (name, pace) in [
      ("qt-listview", Settle.Pace.meanSpeed(1250 * 25.4 / 96)),
      ("qt-swipeview", .secondsPerDistance(1 / 2)),
    ] {
      let flick = try #require(try Self.settling(name).flick)
      guard case .curve(let curve) = flick.timing else { return #expect(Bool(false), "\(flick)") }
      #expect(flick.pace == pace && flick.runsFullCurve)
      for step in 0...1000 {
        let time = Double(step) / 1000
        #expect(abs(curve.value(at: time) - time * (2 - time)) < 1e-9, "\(time)")
      }
    }
    #expect(try Self.settling("qt-drawer").flick == nil)
  }
}
