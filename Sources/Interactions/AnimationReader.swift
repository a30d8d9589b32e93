import PantographBase
import PantographMotion

extension AnimationPlan {
  /// Reads the value of `animation`, or of `then`, in an interaction file.
  init(reading node: JSONNode, after first: AnimationPlan?) throws(JSONError) {
    let animation = try node.members(of: first == nil ? .animation : .secondAnimation)
    let timing = try TimingParameters(reading: animation)
    self.init(
      duration: try animation.seconds("duration", for: timing),
      timing: timing ?? .curve(.easeInOut), properties: [])
    scrubsLinearly = try animation.flag("scrubsLinearly") ?? scrubsLinearly
    for element in try animation["properties"]?.elements() ?? [] {
      properties.append(try property(element, after: first))
    }
    if first != nil, properties.isEmpty {
      throw node.error("the second animation moves nothing: add properties")
    }
  }

  private func property(
    _ node: JSONNode, after first: AnimationPlan?
  ) throws(JSONError) -> Property {
    // An animation that runs by itself has no cross axis, and no running animation to add to.
    let property = try node.members(of: first == nil ? .property : .secondProperty)
    let nameNode = try property.required("name")
    let name = try nameNode.text("a name")
    guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x22 && $0 != 0x2c }) else {
      throw nameNode.error("expected a name without blanks, commas and quotes")
    }
    let isAdditive = try property.flag("additive") ?? false
    let isNamed = properties.contains { $0.name == name }
    guard !Property.reservedNames.contains(name) else {
      throw nameNode.error("every trajectory has a column '\(name)': expected another name")
    }
    guard isNamed == isAdditive else {
      throw nameNode.error(
        isAdditive
          ? "no earlier property is named '\(name)': leave out additive"
          : first == nil
            ? "another property is named '\(name)': expected another name, or additive"
            : "another property is named '\(name)': expected another name")
    }
    let goesOn = first?.properties.contains { $0.name == name } ?? false
    if goesOn, let from = property["from"] {
      throw from.error("'\(name)' continues from the first animation: leave out from")
    }
    let from = goesOn ? nil : try property.requiredNumber("from")
    var result = Property(name: name, from: from, to: 0)
    result.isAdditive = isAdditive
    if let node = property["keyframes"] {
      if let to = property["to"] {
        throw to.error("the last keyframe sets the end value: leave out to or keyframes")
      }
      result.keyframes = try Self.keyframes(node)
      result.to = result.keyframes[result.keyframes.count - 1].to
    } else {
      result.to = try property.requiredNumber("to")
    }
    result.delayFactor = try property.number("delayFactor") ?? 0
    result.axis = try property.name("axis", as: Property.Axis.self) ?? .along
    if result.axis == .across, let node = property["delayFactor"] ?? property["keyframes"] {
      throw node.error(
        "a property on the axis across has no delay or keyframes: leave out this key, or axis")
    }
    return result
  }

  private static func keyframes(_ node: JSONNode) throws(JSONError) -> [Property.Keyframe] {
    var keyframes: [Property.Keyframe] = []
    for element in try node.elements() {
      let keyframe = try element.members(of: .keyframe)
      let start = try keyframe.requiredNumber("start")
      if let last = keyframes.last, start < last.start + last.duration - 1e-9 {
        throw element.error("expected a start at or after the end of the previous keyframe")
      }
      keyframes.append(
        Property.Keyframe(
          start: start,
          duration: try keyframe.requiredNumber("duration"),
          to: try keyframe.requiredNumber("to")))
    }
    guard !keyframes.isEmpty else { throw node.error("expected one keyframe or more") }
    return keyframes
  }
}

extension CubicCurve {
  /// Reads a curve from its name, or from the four coordinates of its control points.
  init(reading node: JSONNode) throws(JSONError) {
    guard node.isArray else {
      self = try node.name(
        among: CubicCurve.named.map { ($0.name, $0.curve) }, "curve", or: "[x1, y1, x2, y2]")
      return
    }
    let numbers = try node.elements()
    guard numbers.count == 4 else { throw node.error("expected a name or [x1, y1, x2, y2]") }
    let times = NumberRange.shareOfTime.range
    self.init(
      try numbers[0].number(in: times, "a time"), try numbers[1].number(.curveProgress),
      try numbers[2].number(in: times, "a time"), try numbers[3].number(.curveProgress))
  }
}

extension TimingParameters {
  /// Reads `curve` or `spring`; `nil` if the file has neither.
  init?(reading members: Members) throws(JSONError) {
    if let node = members["spring"] {
      if let curve = members["curve"] {
        throw curve.error("a spring has no curve: leave out one or the other")
      }
      var spring = SpringTimingParameters(dampingRatio: 1)
      let (kind, velocity) = try SpringReader.read(node)
      spring.kind = kind
      switch velocity {
      case .perDistance(let velocity): spring.initialVelocity.x = velocity
      case nil: break
      case .carried, .pointsOver, .inUnit:
        throw (node["velocity"] ?? node).error(
          "there is no release to carry a velocity from: expected \"none\" or perDistance")
      }
      self = .spring(spring)
    } else if let node = members["curve"] {
      self = .curve(try CubicCurve(reading: node))
    } else {
      return nil
    }
  }
}

/// Reads a spring from any of the usual sets of parameters.
enum SpringReader {
  private static let parameterSets = [
    ["response"], ["mass", "stiffness", "damping"], ["duration", "bounce"],
  ]

  static func read(
    _ node: JSONNode
  ) throws(JSONError) -> (SpringTimingParameters.Kind, Settle.SpringVelocity?) {
    let spring = try node.members(of: .spring)
    let given = parameterSets.filter { $0.contains { spring[$0] != nil } }
    guard given.count < 2,
      given.first == ["response"] || given.isEmpty || spring["dampingRatio"] == nil
    else {
      throw node.error(
        "expected response and dampingRatio, or mass, stiffness and damping, or duration and bounce, "
          + "not both")
    }
    let velocity = try spring["velocity"].map(Self.velocity)
    guard let set = given.first else {
      return (.dampingRatio(try spring.requiredNumber("dampingRatio")), velocity)
    }
    let result = try Self.spring(spring, by: set[0])
    let seconds = result.clampedToCritical.settlingTime()
    guard seconds <= 3600 else {
      let remedy =
        switch set[0] {
        case "mass": "greater damping or stiffness"
        case "duration": "a shorter duration, or a bounce nearer to 0"
        default: "a shorter response, or a greater dampingRatio"
        }
      throw node.error("this spring takes more than an hour to rest: expected \(remedy)")
    }
    return (.spring(result), velocity)
  }

  private static func spring(_ spring: Members, by first: String) throws(JSONError) -> Spring {
    switch first {
    case "mass":
      return Spring(
        mass: try spring.number("mass") ?? 1, stiffness: try spring.requiredNumber("stiffness"),
        damping: try spring.requiredNumber("damping"))
    case "duration":
      let bounce = try spring.number("bounce") ?? 0
      guard bounce < 1 else {
        throw spring.error(
          at: "bounce", "this spring would oscillate forever: expected less than 1")
      }
      return Spring(duration: try spring.requiredNumber("duration"), bounce: bounce)
    default:
      return Spring(
        response: try spring.requiredNumber("response"),
        dampingRatio: try spring.number("dampingRatio") ?? 1)
    }
  }

  private static func velocity(_ node: JSONNode) throws(JSONError) -> Settle.SpringVelocity {
    guard node.isObject else {
      return try node.name(
        among: [("carried", .carried), ("none", .perDistance(0))], "velocity",
        or: "an object with \(FieldTable.springVelocity.names.inWords)")
    }
    let velocity = try node.oneMember(of: .springVelocity)
    switch velocity.name {
    case "perDistance": return .perDistance(try velocity.number())
    case "pointsOver": return .pointsOver(try velocity.number())
    default:
      let units = FieldTable.velocityUnits.map { (name: $0.description, value: $0) }
      return .inUnit(try velocity.node.name(among: units, "unit"))
    }
  }
}

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
