import Gestures
import Motion
import Quantities

/// What is wrong with an interaction file.
public struct InteractionError: Error, Hashable, Sendable {
  /// The way to the key from the top of the file, such as `settle.finish`; where the file is no JSON,
  /// the line and the column of the mistake; empty for the whole.
  public var path: String
  /// What is wrong there and what would be right.
  public var sentence: String

  init(path: String, _ sentence: String) {
    self.path = path
    self.sentence = sentence
  }
}

extension InteractionError: CustomStringConvertible {
  /// The key and the sentence, ready to follow a file's name and a colon.
  public var description: String {
    if path.isEmpty { return sentence }
    // A place follows the file's name at once, a key after a blank.
    return "\(path): \(sentence)"
  }
}

extension Interaction {
  /// Reads an interaction file, version 1.
  ///
  ///     {
  ///       "version": 1,
  ///       "gesture": { "pan": { "fingers": 2, "slop": { "mm": 1.6 } } },
  ///       "progress": { "toward": "right", "distance": { "mm": 45 } },
  ///       "rule": { "fractionAbove": 0.5 },
  ///       "animation": {
  ///         "duration": 0.5,
  ///         "curve": "easeInOut",
  ///         "properties": [{ "name": "offset", "from": 0, "to": 320 }]
  ///       },
  ///       "settle": {
  ///         "finish": { "spring": { "response": 0.4, "dampingRatio": 0.8 } },
  ///         "cancel": { "curve": "easeOut", "durationFactor": 0 }
  ///       },
  ///       "rate": 120
  ///     }
  ///
  /// What else may stand under `rule`, a toolkit's rule by its name above all, tells
  /// ``ReleaseRule/init(parsing:)``.
  ///
  /// A key that is not known is an error that names the nearest known one. `gesture`, `rule`,
  /// `settle`, `rate` and what is in them may be left out: one finger, a slop of 1.6 mm, a fraction
  /// above 0.5, 120 samples per second, and to settle the animation's own curve for as long as is left
  /// of it, backwards on the way back. A curve that is given for the way back is seen as it is named.
  public init(parsing bytes: [UInt8]) throws(InteractionError) {
    let file = try JSONNode(parsing: bytes).members(
      known: ["$schema", "version", "gesture", "progress", "rule", "animation", "settle", "rate"])
    let version = try file.required("version", "it says 1").number(in: 1...1, "the version 1")
    assert(version == 1)

    pan = PanGestureRecognizer.Settings()
    if let gesture = try file["gesture"]?.members(known: ["pan"]) {
      pan = try .init(reading: gesture.required("pan", "the gesture that drives it"))
    }
    mapping = try Self.mapping(
      file.required("progress", "it says where to and how far the fingers move"))
    rule = try file["rule"].map(ReleaseRule.init(reading:)) ?? ReleaseRule(fractionAbove: 0.5)
    rate = try file["rate"]?.number(in: 1...10_000, "samples per second") ?? 120

    let animation = try file.required("animation", "it says what moves and for how long")
      .members(known: ["duration", "curve", "properties"])
    duration = try animation.required("duration", "the seconds it takes").number(
      in: 0...3600, "seconds")
    curve = try animation["curve"]?.name(among: Self.curves, "curve") ?? .easeInOut
    properties = try Self.properties(animation["properties"])

    let settle = try file["settle"]?.members(known: ["finish", "cancel"])
    finish = try settle?["finish"].map(Self.settle) ?? .unchanged
    cancel = try settle?["cancel"].map(Self.settle) ?? .unchanged
  }

  private static let curves = CubicCurve.named.map { (name: $0.name, value: $0.curve) }

  private static func mapping(_ node: JSONNode) throws(InteractionError) -> ProgressMapping {
    let progress = try node.members(known: ["toward", "distance"])
    return ProgressMapping(
      toward: try progress.required("toward", "right, left, up or down").name(
        among: ProgressMapping.Direction.allCases.map { ($0.rawValue, $0) }, "direction"),
      distance: try progress.required("distance", "how far the fingers move for the whole of it")
        .millimetres(in: 0.1...10_000))
  }

  private static func properties(_ node: JSONNode?) throws(InteractionError) -> [Property] {
    var properties: [Property] = []
    guard let node else { return properties }
    for element in try node.elements() {
      let property = try element.members(known: ["name", "from", "to"])
      let nameNode = try property.required("name", "the head of its column")
      let name = try nameNode.text("a name")
      guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x22 && $0 != 0x2c }) else {
        throw nameNode.error("expected a name without blanks, commas and quotes")
      }
      let reserved = ["time", "phase", "fraction", "velocity"]
      guard !reserved.contains(name), !properties.contains(where: { $0.name == name }) else {
        throw nameNode.error("there is another column called \(name)")
      }
      let range = -1e9...1e9
      properties.append(
        Property(
          name: name,
          from: try property.required("from", "its value at the start").number(
            in: range, "a value"),
          to: try property.required("to", "its value at the end").number(in: range, "a value")))
    }
    return properties
  }

  private static func settle(_ node: JSONNode) throws(InteractionError) -> Settle {
    let settle = try node.members(known: ["curve", "durationFactor", "spring"])
    if let spring = settle["spring"] {
      guard settle["curve"] == nil, settle["durationFactor"] == nil else {
        throw node.error("a spring has no curve and no durationFactor: leave out one or the other")
      }
      return .spring(try Self.spring(spring))
    }
    let curve = try settle.required("curve", "a curve or a spring to settle on").name(
      among: curves, "curve")
    let factor = try settle["durationFactor"]?.number(in: 0...1000, "a multiple of the duration")
    if let factor, factor > 0, factor < 0.001, let node = settle["durationFactor"] {
      throw node.error("expected 0, for what is left, or a multiple from 0.001 on")
    }
    return .curve(curve, durationFactor: factor ?? 0)
  }

  /// Either `response` and `dampingRatio`, or `mass`, `stiffness` and `damping`.
  private static func spring(_ node: JSONNode) throws(InteractionError) -> Spring {
    let spring = try node.members(
      known: ["response", "dampingRatio", "mass", "stiffness", "damping"])
    let result: Spring
    let isPhysical = spring["mass"] ?? spring["stiffness"] ?? spring["damping"]
    let isDesigned = spring["response"] ?? spring["dampingRatio"]
    let positive = 1e-3...1e6
    if isPhysical != nil, isDesigned == nil {
      result = Spring(
        mass: try spring["mass"]?.number(in: positive, "a mass") ?? 1,
        stiffness: try spring.required("stiffness", "the force per distance").number(
          in: positive, "a stiffness"),
        damping: try spring.required("damping", "the force per velocity").number(
          in: positive, "a damping"))
    } else if isPhysical != nil {
      throw node.error("give response and dampingRatio, or mass, stiffness and damping, not both")
    } else {
      result = Spring(
        response: try spring.required("response", "the seconds of one swing").number(
          in: 0.01...60, "seconds"),
        dampingRatio: try spring["dampingRatio"]?.number(in: 0.01...100, "a damping ratio") ?? 1)
    }
    let seconds = result.clampedToCritical.settlingTime()
    guard seconds <= 3600 else {
      throw node.error(
        "this spring takes \(seconds.rounded().asWritten) s to rest, more than an hour")
    }
    return result
  }
}
