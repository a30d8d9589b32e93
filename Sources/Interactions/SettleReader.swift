import Animation
import Motion

extension Settle {
  /// Reads what stands under `settle.finish` or `settle.cancel` in an interaction file.
  ///
  /// - Parameters:
  ///   - node: what stands there.
  ///   - duration: the seconds that the animation takes.
  ///   - fingersHavePoints: whether there is a velocity in points per second; nothing for a press.
  init(
    reading node: JSONNode, duration: Double, fingersHavePoints: Bool?
  ) throws(InteractionError) {
    let settle = try node.members(
      known: ["curve", "spring", "durationFactor", "speed", "afresh", "jump"])
    self.init(.own)
    if let jump = settle["jump"] {
      jumps = try jump.flag("whether it is there at once")
      guard !jumps || settle.nodes.count == 1 else {
        throw jump.error("what is there at once takes no time: leave out jump, or all others")
      }
    }
    if let spring = settle["spring"] {
      if let curve = settle["curve"] {
        throw curve.error("a spring has no curve: leave out one or the other")
      }
      let (kind, velocity) = try SpringReader.read(spring)
      timing = .spring(kind)
      self.velocity = velocity ?? .carried
      if case .spring = kind, let pace = settle["durationFactor"] ?? settle["speed"] {
        throw pace.error("this spring says itself how long it takes: leave out one or the other")
      }
      if case .dampingRatio = kind, duration == 0 {
        throw spring.error(
          "it would have no time, as animation.duration is 0: give a response, or a duration there")
      }
      if case .pointsOver = self.velocity, fingersHavePoints != true {
        throw (spring["velocity"] ?? spring).error(
          fingersHavePoints == nil
            ? "a press goes nowhere in points: expected \"carried\", \"none\" or perDistance"
            : "pointsOver needs a surface that says how many points make a millimetre: give surface"
        )
      }
      if let afresh = settle["afresh"] {
        throw afresh.error("a spring begins anew by itself: leave it out")
      }
    } else if let node = settle["curve"] {
      timing = .curve(try CubicCurve(reading: node))
    }
    pace = try Self.pace(settle)
    if let node = settle["afresh"] { isAfresh = try node.flag("whether it begins anew") }
  }

  private static func pace(_ settle: Members) throws(InteractionError) -> Pace {
    if let speed = settle["speed"] {
      if let factor = settle["durationFactor"] {
        throw factor.error("durationFactor and speed say the same: leave out one or the other")
      }
      return .speed(try speed.number(in: 0.001...1000, "times as fast"))
    }
    guard let node = settle["durationFactor"] else { return .factor(0) }
    if node.isText { return try node.name(among: [("done", .done)], "multiple of the duration") }
    let factor = try node.number(in: 0...1000, "a multiple of the duration")
    guard factor == 0 || factor >= 0.001 else {
      throw node.error("expected 0, for what is left, or a multiple from 0.001 on")
    }
    return .factor(factor)
  }
}
