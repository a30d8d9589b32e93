import PantographMotion
import PantographTestSupport
import Testing

@Suite struct `A movement that coasts` {
  private static let bouncing = Momentum.all.filter { $0.rebound != nil }

  @Test(arguments: Momentum.all)
  func `goes as far as its law leads, within its ends`(law: Momentum) {
    let glide = law.glide(from: -1500)
    let coast = Coast(law, from: 3000, velocity: -1500, within: 0...5000)
    #expect(coast.end == 3000 + glide.distance && coast.duration == glide.duration)
    for step in 0...20 {
      let time = glide.duration * Double(step) / 20
      let (state, expected) = (coast.state(after: time), glide.state(after: time))
      #expect(state.position == 3000 + expected.distance && state.velocity == expected.velocity)
    }
  }

  @Test(arguments: Momentum.all, [1.0, -1])
  func `passes an end at its velocity there, or stops`(law: Momentum, sign: Double) throws {
    let ends = min(0, 50 * sign)...max(0, 50 * sign)
    let coast = Coast(law, from: 0, velocity: 1500 * sign, within: ends)
    #expect(coast.end == 50 * sign)
    // The law's own glide, searched for the end by plain steps.
    let glide = law.glide(from: 1500)
    let arrival = try #require(
      stride(from: 0, to: 1, by: 1e-5).first { glide.state(after: $0).distance >= 50 })
    guard let spring = law.rebound else {
      #expect(abs(coast.duration - arrival) <= 1e-5)
      return
    }
    let velocity = glide.state(after: arrival).velocity
    // The greatest excess of a critically damped spring is v / (e ω); more damping leaves less.
    let highest =
      stride(from: 0, to: coast.duration, by: 1e-3).map {
        (coast.state(after: $0).position * sign - 50)
      }.max() ?? 0
    let critical = velocity / 2.718281828459045 / spring.frequency
    #expect(
      spring.dampingRatio == 1 ? abs(highest - critical) < 0.01 * critical : highest < critical)
    let before = coast.state(after: arrival - 2e-5)
    let after = coast.state(after: arrival + 2e-5)
    #expect(abs(before.position - after.position) < 0.1)
    #expect(abs(before.velocity - after.velocity) < 0.01 * velocity)
  }

  @Test(arguments: bouncing)
  func `comes back from beyond an end, and rests a tenth of a point from it`(law: Momentum) {
    for velocity in [-2000.0, 0, 900] {
      let coast = Coast(law, from: -80, velocity: velocity, within: 0...1000)
      #expect(coast.end == 0 && coast.state(after: 0).position == -80)
      #expect(coast.state(after: 0).velocity == velocity)
      let last = coast.state(after: coast.duration.nextDown)
      #expect(abs(last.position) <= 0.1001)
      for step in 1...50 {
        let state = coast.state(after: coast.duration + Double(step) / 50)
        #expect(state.position == 0 && state.velocity == 0)
      }
    }
  }

  @Test(arguments: Repository.oracle("rebounds.csv").rows)
  func `comes back on its toolkit's spring`(row: Table.Row) throws {
    let law = try #require(Momentum.named(row.text("law")))
    // GTK shows it as a glow; the content stops.
    guard law != .gtk else { return }
    let coast = Coast(law, from: -row.number("from"), velocity: 0, within: 0...1000)
    let state = coast.state(after: row.number("time"))
    #expect(abs(state.position + row.number("position")) < 1e-4)
  }

  @Test func `back from a rest beyond an end, is where a scroll view was measured to be`() {
    // iOS 26.5: released at rest 177 points beyond the end, the speed is 7.36 times the distance per second.
    let coast = Coast(.uiKit, from: -177, velocity: 7.36 * 177, within: 0...1000)
    for time in stride(from: 0.0, through: 0.5, by: 0.05) {
      let expected = -177 * (1 + (10.87 - 7.36) * time) * exp1(-10.87 * time)
      #expect(abs(coast.state(after: time).position - expected) < 1e-9)
    }
  }

  /// e^x as a series, so that the formula above stands on its own.
  private func exp1(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for index in 1...60 {
      term *= x / Double(index)
      sum += term
    }
    return sum
  }

  @Test(arguments: Momentum.all)
  func `does not rebound where nothing may move beyond its ends`(law: Momentum) {
    let times = stride(from: 0, to: 2, by: 0.01)
    func highest(_ limits: ClosedRange<Double>) -> Double {
      let coast = Coast(law, from: 900, velocity: 3000, within: 0...1000, limits: limits)
      return times.map { coast.state(after: $0).position }.max() ?? 0
    }
    #expect(abs(highest(0...1000) - 1000) <= 1e-9 && abs(highest(-500...1000) - 1000) <= 1e-9)
    #expect(highest(0...1005) <= 1005)
    #expect(law.rebound == nil || highest(0...1005) == 1005 && highest(0...9000) > 1005)
    #expect(
      Coast(law, from: -5, velocity: 40, within: 0...1000, limits: 0...1000).duration == 0)
  }

  @Test(arguments: bouncing)
  func `takes no time where it rests already`(law: Momentum) {
    for (start, velocity) in [(-0.05, 0.0), (1000.09, 0), (0, -1e-9)] {
      let coast = Coast(law, from: start, velocity: velocity, within: 0...1000)
      #expect(coast.duration == 0 && (coast.end == 0 || coast.end == 1000))
    }
  }
}
