import PantographMotion
import PantographTestSupport
import Testing

@Suite struct `A momentum` {
  /// Half of the last digit in the table; Android's table is precise to 1e-5 of the time.
  private static func tolerance(_ row: Table.Row) -> Double {
    if row.text("kind") == "published" { return 1 }
    return row.text("law") == "android" ? 1e-4 * row.number("velocity") : 1e-4
  }

  @Test(arguments: Repository.oracle("momentum.csv").rows)
  func `is where its toolkit's formula is`(row: Table.Row) throws {
    let law = try #require(Momentum.named(row.text("law")))
    let scale = row.number("scale")
    for sign in [1.0, -1] {
      let glide = law.glide(from: sign * row.number("velocity") / scale)
      let position = sign * glide.state(after: row.number("time")).distance * scale
      #expect(abs(position - row.number("position")) <= Self.tolerance(row), "\(position)")
      if let distance = Double(row.text("distance")) {
        // GTK rounds the distance to a pixel.
        let allowed = law == .gtk ? 0.5 : Self.tolerance(row)
        #expect(abs(sign * glide.distance * scale - distance) <= allowed, "\(glide.distance)")
      }
      if let duration = Double(row.text("duration")) {
        #expect(abs(glide.duration - duration) <= 5.1e-5, "\(glide.duration)")
      }
    }
  }

  @Test(arguments: Momentum.all)
  func `has its velocity as the slope of its position`(law: Momentum) {
    for velocity in [law.slowest + 5, 600, 1500, 7000] {
      let glide = law.glide(from: velocity)
      // Android's is a chain of a hundred lines, whose slopes differ by 2 % from one to the next.
      let tolerance = (law == .android ? 0.05 : 1e-4) * velocity
      // Firefox and UIKit count in steps, so that they begin a little slower.
      let start = glide.state(after: 0).velocity
      #expect(abs(start / min(velocity, law.fastest) - 1) <= 0.02, "\(start)")
      for step in 1..<20 {
        let (time, h) = (glide.duration * (Double(step) - 0.5) / 20, 1e-6)
        let slope =
          (glide.state(after: time + h).distance - glide.state(after: time - h).distance) / (2 * h)
        #expect(abs(slope - glide.state(after: time).velocity) <= tolerance, "\(velocity) \(time)")
      }
      #expect(glide.state(after: 0).distance == 0)
      #expect(glide.state(after: glide.duration).distance == glide.distance)
      #expect(glide.state(after: 1e9).velocity == 0)
    }
  }

  @Test(arguments: [
    ("uikit", 260, nil), ("uikit-fast", 260, nil), ("android", 50, 8000), ("flutter", 50, 8000),
    ("flutter-ios", 100, 8000), ("flutter-macos", 100, 64_000), ("chromium", 0, 20_946.194),
    ("chromium-touch", 0, nil),
    ("firefox", 500, nil), ("qt", 75, 2500), ("windows", 30, nil),
  ])
  func `starts and ends at its toolkit's speeds`(
    name: String, slowest: Double, fastest: Double?
  ) throws {
    let law = try #require(Momentum.named(name))
    #expect(slowest == 0 || law.glide(from: slowest - 0.01).duration == 0)
    #expect(law.glide(from: slowest + 0.01).duration > 0)
    guard let fastest else { return }
    let farthest = law.glide(from: 2 * fastest).distance
    #expect(law.glide(from: fastest - 1).distance < farthest)
    #expect(law.glide(from: fastest + 0.001).distance == farthest)
  }

  @Test(arguments: Momentum.all)
  func `does not start below its slowest velocity`(law: Momentum) {
    #expect(law.glide(from: 0).distance == 0)
    #expect(law.glide(from: law.slowest.nextDown).duration == 0 || law.slowest == 0)
    #expect(law.glide(from: law.slowest + 1).distance >= 0)
    for odd in [Double.nan, .infinity, -.infinity, 1e300, .leastNonzeroMagnitude] {
      let glide = law.glide(from: odd)
      #expect(glide.distance.isFinite && glide.duration.isFinite, "\(odd): \(glide)")
    }
  }
}
