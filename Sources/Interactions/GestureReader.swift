import PantographGestures
import PantographQuantities

extension Interaction.Gesture {
  init(reading node: JSONNode) throws(InteractionError) {
    let gesture = try node.members(known: ["pan", "press", "preview"])
    let (name, node) = try gesture.exactlyOne(
      of: ["pan", "press", "preview"], "the gesture that drives the animation")
    switch name {
    case "press":
      let (settings, commitsAtPeak) = try PressGestureRecognizer.Settings.read(node)
      self = .press(settings, commitsAtPeak: commitsAtPeak)
    case "preview": self = .preview(try .init(reading: node))
    default: self = .pan(try .init(reading: node))
    }
  }
}

extension PressGestureRecognizer.Settings {
  /// Reads the value of `gesture.press`, and whether the press commits at its peak.
  static func read(_ node: JSONNode) throws(InteractionError) -> (Self, commitsAtPeak: Bool) {
    let press = try node.members(known: ["start", "peak", "release", "contact", "commits"])
    let usual = Self()
    let start = try press.force("start") ?? usual.start
    let release = try press.force("release") ?? start * 5 / 6
    let peak = try press.force("peak") ?? usual.peak
    guard release <= start, start < peak else {
      throw node.error(
        "expected increasing forces release, start, peak; found "
          + [release, start, peak].inWords)
    }
    let commitsAtPeak = try press["commits"]?.name(
      among: [("atLift", false), ("atPeak", true)], "time to commit")
    let settings = Self(
      start: start, peak: peak, release: release, contact: try press.contact())
    return (settings, commitsAtPeak ?? false)
  }
}

extension PreviewInteraction.Settings {
  /// Reads the value of `gesture.preview`.
  init(reading node: JSONNode) throws(InteractionError) {
    let preview = try node.members(known: ["start", "peek", "pop", "release", "contact"])
    let usual = Self()
    let start = try preview.force("start") ?? usual.start
    let release = try preview.force("release") ?? start * 5 / 6
    let peek = try preview.force("peek") ?? usual.peek
    let pop = preview["pop"]?.isNull == true ? nil : try preview.force("pop") ?? usual.pop
    guard release <= start, start < peek, peek < pop ?? 2 else {
      throw node.error(
        "expected increasing forces release, start, peek, pop; found "
          + ([release, start, peek] + (pop.map { [$0] } ?? [])).inWords)
    }
    self.init(
      start: start, peek: peek, pop: pop, release: release, contact: try preview.contact())
  }
}

extension [Double] {
  /// Forces as text, rounded because computed ones may have many digits.
  fileprivate var inWords: String {
    map { String(fixed: $0, decimals: 2) }.joined(separator: ", ")
  }
}

extension Members {
  fileprivate func force(_ name: String) throws(InteractionError) -> Double? {
    try self[name]?.number(in: 0...1, "a force")
  }

  fileprivate func contact() throws(InteractionError) -> PressedContact {
    try self["contact"]?.name(among: [("hardest", .hardest), ("first", .first)], "contact")
      ?? .hardest
  }
}

extension PanGestureRecognizer.Settings {
  /// Reads the value of `gesture.pan` in an interaction file; a missing key takes its default.
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
      axisLock = .init(
        dominance: try node.number(in: 1...1000, "a ratio of travel along to travel across"))
    }
    if let node = pan["edge"] { edge = try Self.edge(node) }
    if let node = pan["estimator"] {
      // A spring needs a velocity with a direction, per second; other estimators can only judge.
      estimator = try node.name(
        among: VelocityEstimator.allCases.filter { $0.hasTime && $0.hasDirection }
          .map { ($0.rawValue, $0) }, "directional estimator")
    }
  }

  /// Reads a number of fingers, or a list of the smallest and the largest.
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
  /// Reads a length such as `{ "mm": 1.6 }`.
  func millimetres(in range: ClosedRange<Double>) throws(InteractionError) -> Double {
    try members(known: ["mm"]).required("mm", "the length in millimetres")
      .number(in: range, "millimetres")
  }
}
