import PantographQuantities

extension PointScale {
  /// Reads the value of `surface` in an interaction file.
  init(reading node: JSONNode) throws(InteractionError) {
    let surface = try node.members(known: ["pointsPerMm", "fit", "unit"])
    let (name, node) = try surface.exactlyOne(
      of: ["pointsPerMm", "fit", "unit"], "the size of a point")
    switch name {
    case "pointsPerMm":
      self = .perMillimetre(try node.number(in: 1e-3...1e6, "points per millimetre"))
    case "fit":
      let view = try node.members(known: ["width", "height"])
      self = .fit(
        Vector(
          x: try view.required("width", "points across").number(in: 1...1e6, "points"),
          y: try view.required("height", "points from top to bottom").number(in: 1...1e6, "points")
        ))
    default: self = try node.name(among: [("device", .deviceValues)], "unit")
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
  ) throws(InteractionError) {
    let progress = try node.members(known: [
      "of", "toward", "bothDirections", "offset", "distance", "limits",
    ])
    let usual: Source = if case .pan = gesture { .translation } else { .pressure }
    let source = try progress["of"]?.name(among: Source.self, "source of progress") ?? usual
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
      direction = try progress.required("toward", "right, left, up or down").name(
        among: ProgressMapping.Direction.self, "direction")
    }
    if isDriven || progress["distance"] != nil {
      distance = try progress.required("distance", "the distance for full progress")
        .surfaceLength(from: 0.1, hasPoints: hasPoints)
    }
    if let node = progress["bothDirections"] {
      countsBothDirections = try node.flag()
    }
    if let node = progress["offset"] {
      offset = try node.surfaceLength(from: 0, hasPoints: hasPoints)
    }
    if let node = progress["limits"] {
      guard source != .pressure || node.isArray else {
        throw node.error("the progress of a press needs limits: expected [smallest, largest]")
      }
      limits = try Self.limits(node)
    }
  }

  private static func limits(_ node: JSONNode) throws(InteractionError) -> Limits {
    if node.isObject {
      let band = try node.members(known: ["rubberBand"])
      return .rubberBand(
        coefficient: try band.required("rubberBand", "its coefficient, such as 0.55").number(
          in: 0.001...10, "a coefficient"))
    }
    guard node.isArray else {
      return try node.name(
        among: [("none", Limits.none)], "limit", or: "[smallest, largest], or a rubberBand")
    }
    let ends = try node.elements()
    let sentence = "expected [smallest, largest], \"none\" or { \"rubberBand\": 0.55 }"
    guard ends.count == 2 else { throw node.error(sentence) }
    let low = try ends[0].number(in: -100...100, "a progress")
    let high = try ends[1].number(in: -100...100, "a progress")
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
    case .location: ["bothDirections"]
    case .pressure: ["bothDirections", "offset"]
    case .time, .nothing: ["bothDirections", "offset", "limits"]
    }
  }
}

extension JSONNode {
  /// Reads a length on the surface: `{ "mm": 45 }`, `{ "points": 260 }` or `{ "share": 0.5 }`.
  func surfaceLength(
    from smallest: Double, hasPoints: Bool
  ) throws(InteractionError) -> SurfaceLength {
    let length = try members(known: ["mm", "points", "share"])
    let (name, node) = try length.exactlyOne(of: ["mm", "points", "share"], "a length")
    switch name {
    case "mm": return .millimetres(try node.number(in: smallest...10_000, "millimetres"))
    case "points":
      guard hasPoints else {
        throw node.error(
          "points need a surface that defines them: add surface, or use mm")
      }
      return .points(try node.number(in: smallest...1e6, "points"))
    default:
      return .share(
        try node.number(in: (smallest == 0 ? 0 : 0.001)...100, "a share of the surface"))
    }
  }
}
