import Gestures

extension PanGestureRecognizer.Settings {
  /// Reads what stands under `gesture.pan` in an interaction file; what is left out is as usual.
  ///
  ///     {
  ///       "fingers": [2, 3], "slop": { "mm": 1.6 }, "rollingSlop": { "mm": 4 },
  ///       "direction": "horizontal", "axisLock": 1.2,
  ///       "edge": { "at": "left", "width": { "mm": 3.1 } }, "estimator": "android"
  ///     }
  init(reading node: JSONNode) throws(InteractionError) {
    self.init()
    let pan = try node.members(
      known: ["fingers", "slop", "rollingSlop", "direction", "axisLock", "edge", "estimator"])
    if let node = pan["fingers"] { fingers = try Self.count(node) }
    if let node = pan["slop"] { slop = try node.millimetres(in: 0...1000) }
    if let node = pan["rollingSlop"] { rollingSlop = try node.millimetres(in: 0...1000) }
    if let node = pan["direction"] {
      direction = try node.name(
        among: PanGestureRecognizer.Direction.allCases.map { ($0.rawValue, $0) }, "direction")
    }
    if let node = pan["axisLock"] {
      axisLock = .init(dominance: try node.number(in: 1...1000, "times as far along as across"))
    }
    if let node = pan["edge"] { edge = try Self.edge(node) }
    if let node = pan["estimator"] {
      // What a spring takes over has a direction and is per second; others can only judge.
      estimator = try node.name(
        among: VelocityEstimator.allCases.filter { $0.tellsTime && $0.tellsDirection }
          .map { ($0.rawValue, $0) }, "estimator of a velocity with its direction")
    }
  }

  /// A number of fingers, or a list of the smallest and the largest.
  private static func count(_ node: JSONNode) throws(InteractionError) -> ClosedRange<Int> {
    let ends = node.isArray ? try node.elements() : [node, node]
    let sentence = "expected a number of fingers, or [smallest, largest]"
    guard ends.count == 2 else { throw node.error(sentence) }
    let low = try ends[0].number(in: 1...10, "a number of fingers")
    let high = try ends[1].number(in: 1...10, "a number of fingers")
    guard low <= high, low == low.rounded(), high == high.rounded() else {
      throw node.error(sentence)
    }
    return Int(low)...Int(high)
  }

  private static func edge(
    _ node: JSONNode
  ) throws(InteractionError) -> PanGestureRecognizer.EdgeStart {
    let edge = try node.members(known: ["at", "width"])
    var start = PanGestureRecognizer.EdgeStart(
      try edge.required("at", "left, right, top or bottom").name(
        among: PanGestureRecognizer.EdgeStart.Edge.allCases.map { ($0.rawValue, $0) }, "edge"))
    if let node = edge["width"] { start.width = try node.millimetres(in: 0...1000) }
    return start
  }
}

extension JSONNode {
  /// A length, as `{ "mm": 1.6 }`.
  func millimetres(in range: ClosedRange<Double>) throws(InteractionError) -> Double {
    try members(known: ["mm"]).required("mm", "the length in millimetres")
      .number(in: range, "millimetres")
  }
}
