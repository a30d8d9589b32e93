import PantographAnimation
import PantographBase
import PantographMotion
import PantographTestSupport
import Testing

@Suite struct `A layer animation` {
  @Test(arguments: measured["from_to_by_at_half_model_0.5"].list)
  func `finds its ends as Core Animation was measured to`(row: JSON) throws {
    let animation = LayerAnimation(
      MediaTiming(duration: 1), from: row["from"].number, to: row["to"].number,
      by: row["by"].number)
    let value = try #require(animation.value(over: 0.5, model: 0.5, at: 0.5))
    #expect(abs(value - (row["v"].number ?? .nan)) < 1e-12)
  }

  @Test
  func `adds up as Core Animation was measured to`() throws {
    let table = measured["additive"]
    #expect(table.names == ["one 0->.2 over .5 @.5", "plus second 0->.1"])
    var first = LayerAnimation(MediaTiming(duration: 1), from: 0, to: 0.2)
    first.isAdditive = true
    var second = LayerAnimation(MediaTiming(duration: 1), from: 0, to: 0.1)
    second.isAdditive = true
    let one = LayerAnimation.value(of: 0.5, under: [first], at: 0.5)
    #expect(abs(one - (table["one 0->.2 over .5 @.5"].number ?? .nan)) < 1e-12)
    let both = LayerAnimation.value(of: 0.5, under: [first, second], at: 0.5)
    #expect(abs(both - (table["plus second 0->.1"].number ?? .nan)) < 1e-12)
  }

  @Test
  func `continues from its end as Core Animation was measured to`() throws {
    let table = measured["cumulative_position_x_0_10_x3"]
    #expect(table.names.count == 3)
    var animation = LayerAnimation(
      MediaTiming(duration: 1, repeatCount: 3), from: Point.zero, to: Point(x: 10, y: 0))
    animation.isCumulative = true
    for name in table.names {
      let time = try #require(Double(name))
      let position = try #require(animation.value(over: .zero, model: .zero, at: time))
      #expect(abs(position.x - (table[name].number ?? .nan)) < 1e-12 && position.y == 0)
    }
  }

  @Test
  func `replaces the one before it`() {
    #expect(
      measured["same_key_path_two_animations"].text
        == "the later added wins (0->1 then .4->.4 gives .4)")
    let timing = MediaTiming(duration: 1)
    let first = LayerAnimation(timing, from: 0, to: 1)
    let second = LayerAnimation(timing, from: 0.4, to: 0.4)
    for time in [0, 0.2, 0.9] {
      #expect(LayerAnimation.value(of: 0.5, under: [first, second], at: time) == 0.4)
    }
    #expect(LayerAnimation.value(of: 0.5, under: [first, second], at: 2) == 0.5)
  }

  @Test(arguments: measured["group"]["rows_t_opacity_x"].list)
  func `runs in its group as Core Animation was measured to`(row: JSON) {
    #expect(measured["group"]["duration"].number == 2)
    #expect(measured["group"]["child_opacity"].text == "0->1 dur 1 begin .5 (model .5)")
    #expect(measured["group"]["child_x"].text == "0->100 duration 0 (takes group 2 s)")
    let group = MediaTiming(duration: 2)
    var opacity = LayerAnimation(MediaTiming(beginTime: 0.5, duration: 1), from: 0, to: 1)
    opacity.groups = [group]
    var x = LayerAnimation(MediaTiming(), from: 0, to: 100)
    x.groups = [group]
    let numbers = row.numbers
    let shown = LayerAnimation.value(of: 0.5, under: [opacity], at: numbers[0])
    #expect(abs(shown - numbers[1]) < 1e-9)
    #expect(abs(LayerAnimation.value(of: 7, under: [x], at: numbers[0]) - numbers[2]) < 1e-9)
  }

  @Test func `has Core Animation's default duration without one of its own`() {
    let animation = LayerAnimation(MediaTiming(), from: 0, to: 1)
    #expect(animation.value(over: 9, model: 9, at: 0.125) == 0.5)
    #expect(animation.value(over: 9, model: 9, at: 0.25) == 1)
    #expect(animation.value(over: 9, model: 9, at: 0.26) == nil)
  }

  @Test func `ends at its start plus the difference, whatever the model`() {
    let animation = LayerAnimation(MediaTiming(duration: 1), from: 1, by: 2)
    #expect(animation.value(over: 10, model: 10, at: 0.5) == 2)
    #expect(animation.value(over: 10, model: 10, at: 1) == 3)
  }

  @Test func `starts over in each cycle by default`() {
    let animation = LayerAnimation(MediaTiming(duration: 1, repeatCount: 3), from: 10, to: 20)
    #expect(animation.value(over: 0, model: 0, at: 1.5) == 15)
    #expect(animation.value(over: 100, model: 100, at: 1.5) == 15)
  }

  @Test func `is exactly at its ends`() {
    var chance = TestRandom(seed: 6)
    for _ in 0..<200 {
      let start = Double.random(in: -9...9, using: &chance)
      let end = Double.random(in: -9...9, using: &chance)
      let animation = LayerAnimation(
        MediaTiming(duration: 1), from: start, to: end, curve: .easeInOut)
      #expect(animation.value(over: 0, model: 0, at: 0) == start)
      #expect(animation.value(over: 0, model: 0, at: 1) == end)
    }
  }

  @Test func `mirrors its values when it is mirrored`() throws {
    var chance = TestRandom(seed: 7)
    func number() -> Double { Double.random(in: -9...9, using: &chance) }
    func optional() -> Double? { Bool.random(using: &chance) ? number() : nil }
    for _ in 0..<300 {
      let (from, to, by, model, underlying) = (
        optional(), optional(), optional(), number(), number()
      )
      let timing = MediaTiming(duration: 0.7, repeatCount: 3, autoreverses: .random(using: &chance))
      var animation = LayerAnimation(timing, from: from, to: to, by: by, curve: .easeIn)
      animation.isAdditive = .random(using: &chance)
      animation.isCumulative = .random(using: &chance)
      var mirrored = animation
      mirrored.content = .basic(from: from.map(-), to: to.map(-), by: by.map(-))
      for time in [0, 0.4, 0.9, 1.7, 2.1] {
        let value = try #require(animation.value(over: underlying, model: model, at: time))
        let other = try #require(mirrored.value(over: -underlying, model: -model, at: time))
        #expect(abs(value + other) < 1e-12)
      }
    }
  }

  @Test func `adds a turn to a turn`() throws {
    var animation = LayerAnimation(
      MediaTiming(duration: 1), from: AffineTransform(rotationAngle: -1), to: .identity)
    animation.isAdditive = true
    let model = AffineTransform(rotationAngle: 3)
    let half = try #require(animation.value(over: model, model: model, at: 0.5))
    let expected = AffineTransform(rotationAngle: 2.5)
    #expect(abs(half.a - expected.a) < 1e-12 && abs(half.b - expected.b) < 1e-12)
  }

  @Test func `follows a track with its curve`() {
    let animation = LayerAnimation(
      MediaTiming(duration: 2), along: KeyframeTrack([0.0, 10, 0]), curve: .easeIn)
    let share = CubicCurve.easeIn.value(at: 0.5)
    #expect(
      animation.value(over: 0, model: 0, at: 1) == KeyframeTrack([0.0, 10, 0]).value(at: share))
    var path = MotionPath(from: .zero)
    path.addLine(to: Point(x: 8, y: 4))
    let moved = LayerAnimation(MediaTiming(duration: 1), along: PathTrack(path))
    #expect(moved.value(over: .zero, model: .zero, at: 0.25) == Point(x: 2, y: 1))
  }

  @Test func `adds nothing with the neutral value`() {
    func check<Value: AdditiveAnimatable & Equatable>(_ value: Value) {
      var animation = LayerAnimation(
        MediaTiming(duration: 1), from: Value.neutral, to: Value.neutral)
      animation.isAdditive = true
      #expect(animation.value(over: value, model: value, at: 0.3) == value)
      animation.content = .basic(from: nil, to: nil, by: nil)
      #expect(animation.value(over: value, model: value, at: 0.3) == value)
      animation.content = .basic(from: nil, to: value, by: nil)
      #expect(animation.value(over: .neutral, model: .neutral, at: 1) == value)
    }
    check(3.0)
    check(Point(x: 1, y: 2))
    check(Vector(x: 1, y: 2))
    check(Size(width: 1, height: 2))
    check(Rect(x: 1, y: 2, width: 3, height: 4))
    check(Color.orange)
    check(AffineTransform(scaleX: 2, y: 3))
  }
}
