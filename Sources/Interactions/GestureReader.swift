import PantographBase
import PantographGestures

extension Interaction.Gesture {
  init(reading node: JSONNode) throws(JSONError) {
    let gesture = try node.oneMember(of: .gesture)
    switch gesture.name {
    case "press":
      let (settings, commitsAtPeak) = try PressGestureRecognizer.Settings.read(gesture.node)
      self = .press(settings, commitsAtPeak: commitsAtPeak)
    case "preview": self = .preview(try .init(reading: gesture.node))
    default: self = .pan(try .init(reading: gesture.node))
    }
  }
}

extension PressGestureRecognizer.Settings {
  /// Reads the value of `gesture.press`, and whether the press commits at its peak.
  static func read(_ node: JSONNode) throws(JSONError) -> (Self, commitsAtPeak: Bool) {
    let press = try node.members(of: .press)
    let usual = Self()
    let start = try press.number("start") ?? usual.start
    let release = try press.number("release") ?? start * 5 / 6
    let peak = try press.number("peak") ?? usual.peak
    guard release <= start, start < peak else {
      throw node.error(
        "expected increasing forces release, start, peak; found "
          + [release, start, peak].inWords)
    }
    let commitsAtPeak = try press.name("commits") == "atPeak"
    let settings = Self(
      start: start, peak: peak, release: release, contact: try press.contact())
    return (settings, commitsAtPeak)
  }
}

extension PreviewInteraction.Settings {
  /// Reads the value of `gesture.preview`.
  init(reading node: JSONNode) throws(JSONError) {
    let preview = try node.members(of: .preview)
    let usual = Self()
    let start = try preview.number("start") ?? usual.start
    let release = try preview.number("release") ?? start * 5 / 6
    let peek = try preview.number("peek") ?? usual.peek
    let pop = preview["pop"]?.isNull == true ? nil : try preview["pop"]?.number(.force) ?? usual.pop
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

extension PanGestureRecognizer.Settings {
  /// Reads the value of `gesture.pan` in an interaction file; a missing key takes its default.
  ///
  ///     {
  ///       "fingers": [2, 3], "slop": { "mm": 1.6 }, "rollingSlop": { "mm": 4 },
  ///       "direction": "horizontal", "axisLock": 1.2,
  ///       "edge": { "at": "left", "width": { "mm": 3.1 } },
  ///       "fewestReports": 4, "translationFrom": "lastReport", "velocityFrom": "lastReport", "estimator": "gtk-scroll"
  ///     }
  init(reading node: JSONNode) throws(JSONError) {
    self.init()
    let pan = try node.members(of: .pan)
    fingers = try pan["fingers"].map(Self.count) ?? fingers
    slop = try pan.millimetres("slop") ?? slop
    rollingSlop = try pan.millimetres("rollingSlop") ?? rollingSlop
    fewestReports = try pan["fewestReports"].map(Self.reports) ?? fewestReports
    direction = try pan.name("direction", as: PanGestureRecognizer.Direction.self) ?? direction
    firstDirection = try pan["firstDirection"].map(Self.firstDirection)
    mostAcross = try pan.millimetres("mostAcross")
    beginsWithin = try pan.number("beginsWithin")
    axisLock = try pan.number("axisLock").map { .init(dominance: $0) }
    edge = try pan["edge"].map(Self.edge)
    translationFrom =
      try pan.name("translationFrom", as: PanGestureRecognizer.Origin.self) ?? translationFrom
    follows = try pan.name("follows", as: PanGestureRecognizer.Followed.self) ?? follows
    hysteresis = try pan.millimetres("hysteresis") ?? hysteresis
    acceleration =
      try pan.name("acceleration", as: PanGestureRecognizer.Acceleration.self) ?? acceleration
    velocityFrom =
      try pan["velocityFrom"]?.name(
        among: PanGestureRecognizer.Origin.ofVelocity.map { ($0.rawValue, $0) },
        "origin of a velocity")
      ?? velocityFrom
    estimator = try pan.name("estimator", as: VelocityEstimator.self) ?? estimator
  }

  /// Reads a number of fingers, or a list of the smallest and the largest.
  private static func count(_ node: JSONNode) throws(JSONError) -> ClosedRange<Int> {
    let ends = node.isArray ? try node.elements() : [node, node]
    let sentence = "expected a number of fingers, or [smallest, largest]"
    guard ends.count == 2 else { throw node.error(sentence) }
    let low = try ends[0].number(.fingers)
    let high = try ends[1].number(.fingers)
    guard low <= high, low == low.rounded(), high == high.rounded() else {
      throw node.error(sentence)
    }
    return Int(low)...Int(high)
  }

  private static func reports(_ node: JSONNode) throws(JSONError) -> Int {
    let count = try node.number(.reports)
    guard count == count.rounded() else { throw node.error("expected \(NumberRange.reports.noun)") }
    return Int(count)
  }

  private static func firstDirection(
    _ node: JSONNode
  ) throws(JSONError) -> PanGestureRecognizer.FirstDirection {
    let member = try node.oneMember(of: .firstDirection)
    let direction = PanGestureRecognizer.Direction(rawValue: member.name) ?? .horizontal
    return .init(direction, dominance: try member.number())
  }

  private static func edge(
    _ node: JSONNode
  ) throws(JSONError) -> PanGestureRecognizer.EdgeStart {
    let edge = try node.members(of: .edge)
    guard let at = try edge.name("at", as: PanGestureRecognizer.EdgeStart.Edge.self) else {
      throw edge.missing("at")
    }
    var start = PanGestureRecognizer.EdgeStart(at)
    start.width = try edge.millimetres("width") ?? start.width
    return start
  }
}

extension Members {
  fileprivate func contact() throws(JSONError) -> PressedContact {
    try self["contact"]?.name(among: [("hardest", .hardest), ("first", .first)], "contact")
      ?? .hardest
  }

  /// Reads a length such as `{ "mm": 1.6 }`.
  fileprivate func millimetres(_ name: String) throws(JSONError) -> Double? {
    try self[name]?.members(of: .fingerLength).requiredNumber("mm")
  }
}
