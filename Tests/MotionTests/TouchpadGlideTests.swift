import PantographBase
import PantographMotion
import PantographTestSupport
import Testing

/// How a touchpad's scroll goes on after the lift.
@Suite struct `A touchpad's momentum` {
  private static let laws = TouchpadGlide.Law.allCases

  private static func law(_ row: Table.Row) throws -> TouchpadGlide.Law {
    try #require(TouchpadGlide.Law(rawValue: row.text("law")))
  }

  /// The distances after each frame until the end, one of each direction.
  private func distances(_ law: TouchpadGlide.Law, _ velocity: Vector, rate: Double) -> [Vector] {
    let glide = TouchpadGlide(law, from: velocity)
    // The same whole microseconds as in a replay.
    return (0...Int((glide.duration * rate).rounded(.up)) + 1).map { frame in
      glide.distance(after: (Double(frame) / rate * 1e6).rounded() / 1e6)
    }
  }

  @Test(arguments: Repository.oracle("touchpad_momentum.csv").rows)
  func `is where its platform's formula is`(row: Table.Row) throws {
    let law = try Self.law(row)
    let (velocity, time) = (row.number("velocity"), row.number("time"))
    for (way, part) in [
      (Vector(x: 1, y: 0), \Vector.x), (Vector(x: 0, y: 1), \.y), (Vector(x: 0, y: -1), \.y),
    ] {
      let glide = TouchpadGlide(law, from: way * velocity)
      let sign = way[keyPath: part]
      // WebKit's steps below 6 px are whole; at 60 frames per second, the last longer one was this long ago.
      let before = glide.distance(after: time - 1.0 / 60)
      let step = sign * (glide.distance(after: time)[keyPath: part] - before[keyPath: part])
      let tolerance = law == .macos && step < 7 ? 1 : 1e-4
      let position = sign * glide.distance(after: time)[keyPath: part]
      #expect(abs(position - row.number("position")) <= tolerance, "\(position)")

      let distance = sign * glide.distance(after: 1e9)[keyPath: part]
      let allowed = law == .gtk ? 0 : law == .macos ? 1 : 5.1e-5
      #expect(abs(distance - row.number("distance")) <= allowed, "\(distance)")
      #expect(distance == sign * glide.distance(after: glide.duration)[keyPath: part])
      // Gaps that don't shrink may last some frames longer.
      let late = glide.duration - row.number("duration")
      #expect((-5.1e-5...(law == .macos ? 0.1 : 5.1e-5)).contains(late), "\(glide.duration)")
    }
  }

  /// 6 px a frame: a step that is shorter is of whole pixels, and the frames between two of them are no fewer than before.
  @Test(arguments: [120.0, 300, 733, 1200, 3600, 9000])
  func `of macOS ends in whole pixels whose gaps never shrink`(velocity: Double) throws {
    let distances = distances(.macos, Vector(x: 0, y: velocity), rate: 60).map { $0.y }
    let steps = zip(distances.dropFirst(), distances).map { $0 - $1 }
    let start = try #require(steps.firstIndex { $0 < 6 })
    #expect(zip(steps[..<start], steps[1...]).allSatisfy { $0 > $1 }, "\(steps)")
    #expect(steps[start...].allSatisfy { abs($0 - $0.rounded()) < 1e-9 }, "\(steps)")
    #expect(steps[start...].allSatisfy { (-1e-9...6).contains($0) })
    let gaps = steps[start...].split(omittingEmptySubsequences: false) { $0 > 0.5 }.dropLast()
      .map(\.count)
    #expect(gaps == gaps.sorted(), "\(gaps)")
  }

  /// The factors of each step, computed here by the speed of both directions; until one of 6 px.
  @Test func `of macOS slows down by the speed of both directions`() {
    var (delta, sum) = (Vector(x: 30, y: 40), Vector.zero)
    let glide = TouchpadGlide(.macos, from: delta * 60)
    for frame in 1...20 {
      let kept = 0.975 - 0.065 * max(0, (250 - delta.length * 60) / 250)
      // Both are multiples of each other, of a power that is a product of roots: x^(25/12) = x² · x^(1/12).
      let root = kept.squareRoot().squareRoot()
      let twelfth = cubeRoot(root)
      delta = delta * (kept * kept * twelfth)
      sum += delta
      let distance = glide.distance(after: Double(frame) / 60)
      #expect((distance + sum * -1).length < 1e-6, "\(frame): \(distance)")
    }
  }

  private func cubeRoot(_ number: Double) -> Double {
    var root = number
    for _ in 0..<100 { root -= (root * root * root - number) / (3 * root * root) }
    return root
  }

  /// GTK stops with the first frame that moves less than a pixel, each direction for itself.
  @Test func `of GTK ends at a whole pixel`() {
    for velocity in [37.0, 500, 777.7, 4321] {
      let distances = distances(.gtk, Vector(x: velocity, y: -100), rate: 60)
      let steps = zip(distances.dropFirst(), distances).map { $0.x - $1.x }
      let end = distances[distances.count - 1]
      #expect(end.x == end.x.rounded() && end.y == end.y.rounded())
      #expect(end.y == TouchpadGlide(.gtk, from: Vector(x: 0, y: -100)).distance(after: 9).y)
      // The step before the last one has moved a pixel; the last one is rounded by half a pixel at most.
      let moving = steps.prefix { $0 != 0 }
      #expect(moving.dropFirst().dropLast().allSatisfy { $0 >= 1 }, "\(moving)")
      #expect(moving.last.map { $0 < 1.5 } ?? true, "\(moving)")
    }
  }

  @Test(arguments: [(TouchpadGlide.Law.macos, 30.0), (.windows, 30)])
  func `starts above its slowest velocity`(law: TouchpadGlide.Law, slowest: Double) {
    #expect(TouchpadGlide(law, from: Vector(x: slowest - 0.01, y: -slowest + 0.01)).duration == 0)
    #expect(TouchpadGlide(law, from: Vector(x: 0, y: slowest + 0.01)).duration > 0)
  }

  @Test(arguments: laws)
  func `is the same at every rate of frames, and never turns back`(law: TouchpadGlide.Law) {
    let velocity = Vector(x: -2345, y: 321)
    let ends = [60.0, 90, 120, 144, 1000].map { rate in
      let distances = distances(law, velocity, rate: rate)
      // GTK's last pixel is rounded.
      let slack = law == .gtk ? 0.5 : 1e-9
      #expect(zip(distances.dropFirst(), distances).allSatisfy { $0.x <= $1.x + slack })
      return distances[distances.count - 1]
    }
    #expect(Set(ends).count == 1, "\(ends)")
  }

  @Test(arguments: laws)
  func `is finite for every velocity`(law: TouchpadGlide.Law) {
    for odd in [Double.nan, .infinity, -.infinity, 1e300, .leastNonzeroMagnitude, 0] {
      for velocity in [Vector(x: odd, y: 0), Vector(x: 0, y: odd), Vector(x: odd, y: odd)] {
        let glide = TouchpadGlide(law, from: velocity)
        let end = glide.distance(after: 1e9)
        #expect(glide.duration.isFinite && end.x.isFinite && end.y.isFinite, "\(velocity): \(end)")
      }
    }
  }
}
