import PantographTestSupport

/// Generates interaction files by the documentation in `InteractionFile.md` and `Rules.md`.
///
/// It uses neither the reader nor the schema, so that both can be tested with it.
struct InteractionGrammar {
  var chance: TestRandom
  /// Properties of the file in progress on which the rest depends.
  var isPan = true
  var hasPoints = false
  var isSideways = true
  /// Whether progress is toward larger coordinates.
  var isOn = true
  /// Whether progress has limits.
  var isBounded = true

  init(seed: UInt64) {
    chance = TestRandom(seed: seed)
  }

  // MARK: Pieces

  mutating func happens(_ share: Double = 0.4) -> Bool {
    Double.random(in: 0..<1, using: &chance) < share
  }

  mutating func number(_ range: ClosedRange<Double>, in bounds: ClosedRange<Double>) -> Tree {
    .number(Double.random(in: range, using: &chance), in: bounds)
  }

  mutating func number(_ bounds: ClosedRange<Double>) -> Tree {
    switch Int.random(in: 0..<6, using: &chance) {
    case 0: .number(bounds.lowerBound, in: bounds)
    case 1: .number(bounds.upperBound, in: bounds)
    default: number(bounds, in: bounds)
    }
  }

  mutating func name(_ names: [String]) -> Tree {
    .name(names.randomElement(using: &chance) ?? "")
  }

  mutating func name<Value: CaseIterable & RawRepresentable<String>>(
    _ type: Value.Type
  ) -> Tree {
    name(type.allCases.map(\.rawValue))
  }

  /// Returns members of which each may be missing.
  mutating func some(
    _ members: [(String, (inout Self) -> Tree)], _ share: Double = 0.4
  ) -> [(key: String, value: Tree)] {
    var result: [(key: String, value: Tree)] = []
    for (key, make) in members where happens(share) { result.append((key, make(&self))) }
    return result
  }

  /// Returns an object with one of several keys.
  mutating func one(_ members: [(String, (inout Self) -> Tree)]) -> Tree {
    let (key, make) = members[Int.random(in: 0..<members.count, using: &chance)]
    return .object([(key, make(&self))])
  }

  // MARK: The file

  mutating func file() -> Tree {
    isPan = happens(0.6)
    hasPoints = happens(0.5)
    isSideways = happens(0.5)
    isOn = happens(0.5)
    isBounded = true
    var members: [(key: String, value: Tree)] = [("version", .number(1, in: 1...1))]
    members += some([("$schema", { _ in .text("../interaction.schema.json") })])
    if hasPoints { members.append(("surface", surface())) }
    if !isPan || happens(0.8) { members.append(("gesture", gesture())) }
    if isPan || happens(0.6) { members.append(("progress", progress())) }
    let rule = happens(0.7) ? rule() : nil
    if let rule { members.append(("rule", rule)) }
    members += some([("judge", { $0.name(rule == nil ? ["release", "moving"] : ["release"]) })])
    members.append(("animation", animation()))
    members += some([
      (
        "settle",
        {
          .object(
            $0.some([
              (
                "preset", { $0.name(["niri", $0.isPan ? "libadwaita-touch" : "flutter-pageview"]) }
              ),
              ("finish", { $0.settle() }), ("cancel", { $0.settle() }),
            ]))
        }
      ),
      ("catch", { $0.name(["moving", "never"] + ($0.isPan ? ["landing"] : [])) }),
      ("rate", { $0.number(1...10_000) }), ("conditions", { $0.conditions() }),
    ])
    let start: Tree? = happens() ? self.start() : nil
    if let start { members.append(("start", start)) }
    if case .name("tap") = start {
    } else {
      members += some([("then", { $0.second() }), ("dismiss", { $0.dismissal() })])
    }
    return .object(members.shuffled(using: &chance))
  }

  mutating func conditions() -> Tree {
    let names = ["still", "monotone", "progression", "continuous"]
    let value = Tree.number(Double.random(in: -1e6...1e6, using: &chance), in: -1e12...1e12)
    let range = Tree.list([value, value])
    let bounded = some([
      ("between", { _ in range }),
      ("jank", { .number(Double(Int.random(in: 0...1_000_000, using: &$0.chance)), in: 0...1e6) }),
    ])
    let demand = (names[Int.random(in: 0..<names.count, using: &chance)], Tree.flag(true))
    return .object(
      [("fr*", .object([demand] + bounded))]
        + some(["velocity", "*"].map { ($0, { .object([("still", .flag($0.happens(1)))]) }) }))
  }

  mutating func surface() -> Tree {
    one([
      ("pointsPerMm", { $0.number(1e-3...1e6) }), ("unit", { _ in .name("device") }),
      (
        "fit", { .object([("width", $0.number(1...1e6)), ("height", $0.number(1...1e6))]) }
      ),
    ])
  }

  mutating func start() -> Tree {
    happens(0.5) ? name(["manual", "tap"]) : .object([("after", number(0...3600))])
  }

  // MARK: Gestures

  mutating func gesture() -> Tree {
    if isPan { return .object([("pan", pan())]) }
    return one([("press", { $0.press() }), ("preview", { $0.preview() })])
  }

  /// The keys of a pan before there was `as`.
  mutating func formerPan() -> [(String, Tree)] {
    some([
      ("rollingSlop", { $0.millimetres() }),
      (
        "firstDirection",
        { .object([($0.isSideways ? $0.side : "vertical", $0.number(1...1000))]) }
      ), ("mostAcross", { $0.millimetres() }), ("beginsWithin", { $0.number(0...3600) }),
      ("fewestReports", { $0.reports() }),
      (
        "translationFrom",
        {
          $0.name([
            "landing", "lastReport", "lastReportTwice", "slop", "beginning", "secondFrame",
          ])
        }
      ), ("follows", { $0.name(["movingFingers", "allFingers"]) }),
      ("acceleration", { $0.name(["none", "libinput"]) }),
      ("velocityFrom", { $0.name(["landing", "lastReport", "lastReportTwice"]) }),
    ])
  }

  mutating func pan() -> Tree {
    let estimators = [
      "pantograph", "last-difference", "least-squares-1", "android", "chromium", "impulse",
      "flutter", "niri", "flutter-ios", "flutter-macos", "react-native", "libadwaita", "gtk-scroll",
      "gtk-swipe", "qt", "firefox", "motion", "hammer",
    ]
    let toolkits = [
      "uikit", "chromium", "firefox", "gtk-touch", "gtk-touchpad", "libadwaita-touch",
      "libadwaita-leaflet", "libadwaita-touchpad", "libinput", "libinput-swipe", "qt-flickable",
      "qt-drawer",
    ]
    let former = happens(0.5) ? formerPan() : [("as", name(toolkits))]
    return .object(
      former
        + some([
          ("fingers", { $0.fingers() }), ("slop", { $0.millimetres() }),
          (
            "direction",
            { $0.name(["any", $0.side, $0.isSideways ? "horizontal" : "vertical"]) }
          ),
          ("axisLock", { $0.number(1...1000) }), ("estimator", { $0.name(estimators) }),
          ("hysteresis", { $0.millimetres() }),
          (
            "edge",
            {
              .object(
                [("at", $0.name(["left", "right", "top", "bottom"]))]
                  + $0.some([("width", { $0.millimetres() })]))
            }
          ),
        ]))
  }

  /// Returns the axis of progress: a pan that begins in the opposite direction makes none.
  var side: String { isSideways ? isOn ? "right" : "left" : isOn ? "down" : "up" }

  mutating func fingers() -> Tree {
    let few = Tree.number(Double(Int.random(in: 1...10, using: &chance)), in: 1...10)
    return happens(0.5) ? few : .list([.number(1, in: 1...10), few])
  }

  mutating func reports() -> Tree {
    .number(Double(Int.random(in: 1...1000, using: &chance)), in: 1...1000)
  }

  mutating func millimetres() -> Tree { .object([("mm", number(0...1000))]) }

  mutating func press() -> Tree {
    .object(
      some([
        ("start", { $0.number(0.17...0.5, in: 0...1) }),
        ("peak", { $0.number(0.6...1, in: 0...1) }),
        ("release", { $0.number(0...0.16, in: 0...1) }),
        ("contact", { $0.name(["hardest", "first"]) }),
        ("commits", { $0.name(["atLift", "atPeak"]) }),
      ]))
  }

  mutating func preview() -> Tree {
    .object(
      some([
        ("start", { $0.number(0.12...0.19, in: 0...1) }),
        ("peek", { $0.number(0.2...0.7, in: 0...1) }),
        ("release", { $0.number(0...0.11, in: 0...1) }),
        ("pop", { $0.happens(0.3) ? .null : $0.number(0.71...1, in: 0...1) }),
        ("contact", { $0.name(["hardest", "first"]) }),
      ]))
  }

  // MARK: Progress

  mutating func length(from smallest: Double) -> Tree {
    let share = smallest == 0 ? 0 : 0.001
    let all: [(String, (inout Self) -> Tree)] = [
      ("mm", { $0.number(smallest...10_000) }), ("share", { $0.number(share...100) }),
      ("points", { $0.number(smallest...1e6) }),
    ]
    return one(hasPoints ? all : Array(all[..<2]))
  }

  mutating func progress() -> Tree {
    let sources = isPan ? ["translation", "location", "time", "nothing"] : ["pressure", "time"]
    let usual = isPan ? "translation" : "pressure"
    var source = usual
    var members: [(key: String, value: Tree)] = []
    if happens(), let named = (sources + ["nothing"]).randomElement(using: &chance) {
      source = named
      members.append(("of", .name(named)))
    }
    let isLed = source == "translation" || source == "location"
    if isPan {
      members += some(
        [
          ("toward", { $0.name([$0.side]) }),
          ("distance", { $0.length(from: 0.1) }),
        ], isLed ? 1 : 0.4)
    }
    if isLed { members += some([("offset", { $0.length(from: 0) })]) }
    if source == "translation" { members += some([("bothDirections", { .flag($0.happens()) })]) }
    if isLed || source == "pressure" { members += some([("limits", { $0.limits() })]) }
    if source == "translation", isBounded {
      members += some([("beyondLimits", { $0.name(["counts", "forgotten"]) })])
    }
    return .object(members)
  }

  mutating func limits() -> Tree {
    if isPan, happens(0.5) {
      isBounded = false
      return happens(0.5)
        ? .name("none") : .object([("rubberBand", number(0.001...10))])
    }
    return .list([
      number(-100...0, in: -100...1.nextDown),
      number(1...100, in: Double.leastNonzeroMagnitude...100),
    ])
  }
}
