import PantographBase

extension PointScale {
  /// Reads the value of `surface` in an interaction file.
  init(reading node: JSONNode) throws(JSONError) {
    let surface = try node.oneMember(of: .surface)
    switch surface.name {
    case "pointsPerMm": self = .perMillimetre(try surface.number())
    case "fit":
      let view = try surface.node.members(of: .view)
      self = .fit(
        Vector(x: try view.requiredNumber("width"), y: try view.requiredNumber("height")))
    default: self = try surface.node.name(among: [("device", .deviceValues)], "unit")
    }
  }
}

extension ProgressPlan {
  /// Creates the default for a gesture; `nil` for a pan, which has none.
  init?(usualFor gesture: Interaction.Gesture) {
    if case .pan = gesture { return nil }
    self.init(.pressure, toward: .right, distance: .millimetres(1))
  }

  /// Reads the value of `progress` in an interaction file.
  init(
    reading node: JSONNode, of gesture: Interaction.Gesture, hasPoints: Bool
  ) throws(JSONError) {
    let progress = try node.members(of: .progress)
    let usual: Source = if case .pan = gesture { .translation } else { .pressure }
    let source = try progress.name("of", as: Source.self) ?? usual
    if let of = progress["of"], (source == .pressure) != (usual == .pressure),
      source != .time, source != .nothing
    {
      let other = usual == .pressure ? "pressure" : "translation or location"
      throw of.error("this gesture has no \(source.rawValue): expected \(other), time or nothing")
    }
    self.init(source, toward: .right, distance: .millimetres(1))
    if usual == .pressure {
      for name in ["toward", "distance"] where progress[name] != nil {
        throw progress.error(at: name, "a press has no direction or distance: leave out \(name)")
      }
    }
    for name in source.useless where progress[name] != nil {
      throw progress.error(at: name, "progress of \(source.rawValue) has no \(name): leave it out")
    }
    let isDriven = source == .translation || source == .location
    if isDriven || progress["toward"] != nil {
      guard let toward = try progress.name("toward", as: ProgressPlan.Direction.self) else {
        throw progress.missing("toward")
      }
      direction = toward
    }
    if isDriven || progress["distance"] != nil {
      distance = try progress.required("distance")
        .surfaceLength(from: FieldTable.leastDistance, hasPoints: hasPoints)
    }
    countsBothDirections = try progress.flag("bothDirections") ?? countsBothDirections
    if let node = progress["offset"] {
      offset = try node.surfaceLength(from: { _ in 0 }, hasPoints: hasPoints)
    }
    if let node = progress["limits"] {
      guard source != .pressure || node.isArray else {
        throw node.error("the progress of a press needs limits: expected [smallest, largest]")
      }
      limits = try Self.limits(node)
    }
    beyondLimits = try progress.name("beyondLimits", as: Beyond.self) ?? beyondLimits
    if beyondLimits == .forgotten {
      guard case .clamped = limits else {
        throw progress.error(
          at: "beyondLimits",
          "nothing is beyond these limits: expected limits of [smallest, largest]")
      }
    }
  }

  private static func limits(_ node: JSONNode) throws(JSONError) -> Limits {
    if node.isObject {
      return .rubberBand(
        coefficient: try node.members(of: .rubberBand).requiredNumber("rubberBand"))
    }
    guard node.isArray else {
      return try node.name(
        among: [("none", Limits.none)], "limit", or: "[smallest, largest], or a rubberBand")
    }
    let ends = try node.elements()
    let sentence = "expected [smallest, largest], \"none\" or { \"rubberBand\": 0.55 }"
    guard ends.count == 2 else { throw node.error(sentence) }
    let low = try ends[0].number(.limit)
    let high = try ends[1].number(.limit)
    guard low < high else { throw node.error(sentence) }
    guard low < 1, high > 0 else {
      throw node.error("nothing could move: expected limits that overlap 0 to 1")
    }
    return .clamped(low...high)
  }
}

extension ProgressPlan.Source {
  /// The keys that have no meaning for this source.
  fileprivate var useless: [String] {
    switch self {
    case .translation: []
    case .location: ["bothDirections", "beyondLimits"]
    case .pressure: ["bothDirections", "offset", "beyondLimits"]
    case .time, .nothing: ["bothDirections", "offset", "limits", "beyondLimits"]
    }
  }
}

extension JSONNode {
  /// Reads a length on the surface: `{ "mm": 45 }`, `{ "points": 260 }` or `{ "share": 0.5 }`.
  func surfaceLength(
    from smallest: (String) -> Double, hasPoints: Bool
  ) throws(JSONError) -> SurfaceLength {
    let length = try oneMember(of: .length)
    if length.name == "points", !hasPoints {
      throw length.node.error("points need a surface that defines them: add surface, or use mm")
    }
    let number = try length.number(from: smallest(length.name))
    return switch length.name {
    case "mm": .millimetres(number)
    case "points": .points(number)
    default: .share(number)
    }
  }
}
