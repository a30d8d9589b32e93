import PantographBase
import PantographMotion

extension Settle {
  /// Reads the value of `settle.finish` or `settle.cancel` in an interaction file.
  ///
  /// - Parameters:
  ///   - node: the value.
  ///   - duration: the animation's duration in seconds.
  ///   - fingersHavePoints: whether velocities in points per second are known; `nil` for a press.
  init(
    reading node: JSONNode, duration: Double, fingersHavePoints: Bool?
  ) throws(JSONError) {
    let settle = try node.members(of: .settle)
    self.init(.own)
    if let jump = settle["jump"] {
      jumps = try jump.flag()
      guard !jumps || settle.count == 1 else {
        throw jump.error("a jump takes no time: leave out jump, or all other keys")
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
        throw pace.error("this spring determines its own duration: leave out one or the other")
      }
      if case .dampingRatio = kind, duration == 0 {
        throw spring.error(
          "this spring takes animation.duration, which is 0: add a response, or change that duration"
        )
      }
      if case .inUnit = self.velocity, fingersHavePoints == nil {
        throw (spring["velocity"] ?? spring).error(Self.pressHasNoVelocity)
      }
      if case .pointsOver = self.velocity, fingersHavePoints != true {
        throw (spring["velocity"] ?? spring).error(
          fingersHavePoints == nil
            ? "a press has no velocity in points: expected \"carried\", \"none\" or perDistance"
            : "pointsOver needs a surface that defines points: add surface"
        )
      }
      if let fullCurve = settle["fullCurve"] {
        throw fullCurve.error("a spring always starts anew: leave it out")
      }
    } else if let node = settle["curve"] {
      timing = .curve(try CubicCurve(reading: node))
    }
    pace = try Self.pace(settle)
    runsFullCurve = try settle.flag("fullCurve") ?? runsFullCurve
  }

  static let pressHasNoVelocity =
    "a press has no velocity in a unit: expected \"carried\", \"none\" or perDistance"

  private static func pace(_ settle: Members) throws(JSONError) -> Pace {
    if settle["speed"] != nil, let factor = settle["durationFactor"] {
      throw factor.error(
        "durationFactor and speed both set the duration: leave out one or the other")
    }
    if let speed = try settle.number("speed") { return .speed(speed) }
    guard let node = settle["durationFactor"] else { return .factor(0) }
    if node.isText { return try node.name(among: [("done", .done)], "multiple of the duration") }
    let range = NumberRange.durationFactor.range
    let factor = try node.number(in: 0...range.upperBound, NumberRange.durationFactor.noun)
    guard factor == 0 || range.contains(factor) else {
      throw node.error(
        "expected 0, for what is left, or a multiple from \(range.lowerBound.asWritten) on")
    }
    return .factor(factor)
  }
}
