import PantographBase
import PantographSubjects
import PantographTraces
import Testing

@Suite("Where an outcome turns")
struct TurnSearchTests {
  /// Halves a range eight times, with a gap of 2 %.
  private func found(
    in range: ClosedRange<Double>, _ outcome: @escaping (Double) -> String
  ) -> PageGestures.Turn? {
    TurnSearch(halvings: 8, gap: 0.02, isSame: ==).turn(in: range, outcome)
  }

  /// From 50 to 400, eight halvings leave a ratio of 8 to the power of 1/256, 0.8 %; the gap is 2 % on each side.
  @Test(arguments: [60.0, 137, 200, 333])
  func `is found between two values that are tried`(threshold: Double) throws {
    let turn = try #require(found(in: 50...400) { $0 < threshold ? "closes" : "opens" })
    #expect(turn.below < threshold && threshold <= turn.above)
    #expect(turn.above / turn.below < 1.02 * 1.02 * 1.009)
    #expect(turn.above / turn.below > 1.02 * 1.02)
  }

  @Test func `stays within the range`() throws {
    let low = try #require(found(in: 50...400) { $0 < 50.5 ? "closes" : "opens" })
    #expect(low.below == 50)
    let high = try #require(found(in: 50...400) { $0 < 399 ? "closes" : "opens" })
    #expect(high.above == 400)
  }

  @Test func `is none if all is the same, or if all differs`() {
    #expect(found(in: 50...400) { _ in "closes" } == nil)
    // What stays where the finger leaves it.
    #expect(found(in: 50...400) { "at \($0)" } == nil)
  }

  /// A list scrolls by what a finger moves beyond 15 px, of which 2 px are tolerated.
  @Test func `is none if the outcome follows the finger within what is tolerated`() {
    let search = TurnSearch<Double>(halvings: 6, gap: 0.06) { abs($0 - $1) <= 2 }
    #expect(search.turn(in: 20...240) { max($0 - 15, 0) } == nil)
    #expect(search.turn(in: 20...240) { 0.001 * $0 * $0 } == nil)
  }

  /// Steps of 16.5 px, as of a slider: the first of them is the one that has something below it.
  @Test func `is the lowest one of several`() throws {
    let turn = try #require(found(in: 10...200) { "step \(Int($0 / 16.5))" })
    #expect(turn.below < 16.5 && turn.above >= 16.5 && turn.above < 18)
  }

  /// A velocity that is taken from two reports is off by some percent.
  @Test func `keeps off from where it is a matter of chance`() throws {
    // From 480 to 520 every other pixel opens.
    func outcome(_ speed: Double) -> String {
      speed < 480 || speed < 520 && Int(speed).isMultiple(of: 2) ? "closes" : "opens"
    }
    let turn = try #require(found(in: 150...2250, outcome))
    #expect(outcome(turn.below) == "closes" && outcome(turn.above) == "opens")
    #expect(turn.below > 400 && turn.above < 600)
  }

  @Test func `is given up after four gaps on each side`() {
    var count = 0
    let search = TurnSearch<Int>(halvings: 8, gap: 0.02, isSame: ==)
    _ = search.turn(in: 50...400) { _ in
      count += 1
      return count
    }
    // Both ends, eight halvings, and four gaps on each side.
    #expect(count == 2 + 8 + 2 * 4)
  }
}

extension PageGestures.Gesture {
  private var finger: Finger { gesture.fingers[gesture.fingers.count - 1] }
  /// How many pixels from where it landed the last finger lifts, on a screen of 6.3 pixels per millimetre.
  fileprivate var distance: Double {
    6.3 * (finger.position(at: finger.lift) - finger.position(at: finger.landing)).length
  }
  /// How fast it is then, in pixels per second.
  fileprivate var speed: Double { 6.3 * finger.velocity(at: finger.lift).length }
}

@Suite("The gestures that guard a page")
struct PageGesturesTests {
  /// A travel of 400 px on a screen of 6.3 pixels per millimetre.
  private func gestures() -> PageGestures {
    PageGestures(from: Point(x: 206, y: 700), .up, over: 400, scale: 6.3)
  }

  private func named(_ name: String, _ gestures: PageGestures) throws -> PageGestures.Gesture {
    try #require(gestures.all.first { $0.name == name })
  }

  @Test func `are five without turns`() throws {
    let gestures = gestures()
    #expect(gestures.all.map(\.name) == ["flick", "slow", "short", "reversed", "cancelled"])
    // 0.3 of the travel in 0.1 s, half of a movement, whose peak is 15/8 of the mean.
    let flick = try named("flick", gestures)
    #expect(abs(flick.distance - 120) < 1e-6 && abs(flick.speed - 2250) < 1e-6)
    #expect(abs(try named("slow", gestures).distance - 320) < 1e-6)
    #expect(try named("slow", gestures).speed == 0)
    #expect(abs(try named("short", gestures).distance - 100) < 1e-6)
    #expect(try named("cancelled", gestures).gesture.isCutOff)
  }

  @Test func `lie on both sides of the turns`() throws {
    var gestures = gestures()
    gestures.distanceTurn = .init(below: 96, above: 103)
    gestures.speedTurn = .init(below: 480, above: 530)
    for (name, distance, speed) in [
      ("short", 96.0, 0.0), ("slow", 103, 0),
      // Below what a finger at rest needs: 0.7 of 96.
      ("drift", 67.2, 480), ("flick", 67.2, 530),
    ] {
      let gesture = try named(name, gestures)
      #expect(abs(gesture.distance - distance) < 1e-6, "\(name)")
      #expect(abs(gesture.speed - speed) < 1e-6, "\(name)")
    }
    // It comes back to where only a speed would do, and is as fast as a flick.
    let reversed = try named("reversed", gestures)
    #expect(abs(reversed.distance - 67.2) < 1e-6 && reversed.speed > 1000)
    // Beyond the turn, so that a cancel that counts as a lift is noticed.
    #expect(try named("cancelled", gestures).distance > 103)
  }

  @Test func `go back from where it rests then, and in other directions`() throws {
    var gestures = gestures()
    gestures.secondLanding = Point(x: 206, y: 300)
    gestures.otherDirections = [.left]
    #expect(gestures.all.map(\.name).suffix(2) == ["back", "left"])
    let back = try named("back", gestures).gesture
    #expect(back.fingers.count == 2 && back.fingers[1].landing > back.fingers[0].lift + 1)
    #expect(abs(back.fingers[1].position(at: back.fingers[1].landing).y - 300 / 6.3) < 1e-9)
    #expect(back.fingers[1].velocity(at: back.fingers[1].lift).y > 0)
    let left = try named("left", gestures).gesture
    #expect(left.fingers[0].velocity(at: left.fingers[0].lift).x < 0)
    #expect(Set(gestures.all.map(\.name)).isSubset(of: PageGestures.names))
  }
}
