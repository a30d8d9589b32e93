import PantographInteractions

extension InteractionGrammar {
  mutating func rule() -> Tree {
    switch Int.random(in: 0..<5, using: &chance) {
    case 0: return .object([("fractionAbove", number(0...1))])
    case 1:
      return .object(
        [("preset", name(ReleasePreset.all.map(\.name).filter { $0 != "tutorial-reverse" }))]
          + some([
            ("snapPoints", { $0.snapPoints() }), ("ties", { $0.name(["lower", "upper"]) }),
          ]))
    case 2:
      return .object([
        ("preset", .name("uikit-sheet")),
        ("thresholds", .object(some([("velocity", { $0.number(0...1e9) })], 0.8))),
      ])
    default:
      return .object(
        some([
          ("estimator", { $0.name(["pantograph", "android", "use-gesture", "niri"]) }),
          ("projection", { $0.projection() }), ("snapPoints", { $0.snapPoints() }),
          ("ties", { $0.name(["lower", "upper"]) }),
        ]) + [
          (
            "clauses",
            .list((0..<Int.random(in: 0...3, using: &chance)).map { _ in clause() })
          ),
          ("otherwise", name(["finish", "nearest", "projected", "carried", "next", "previous"])),
        ])
    }
  }

  mutating func snapPoints() -> Tree {
    .list([
      number(0...0.3, in: -100...100), number(0.4...0.6, in: -100...100),
      number(0.7...1, in: -100...100),
    ])
  }

  mutating func projection() -> Tree {
    let decay = 1e-6...0.999_999
    if happens(0.2) { return .name("none") }
    return one([
      ("seconds", { $0.number(0...60) }), ("friction", { $0.number(1e-3...1e6) }),
      ("steps", { $0.number(decay) }), ("integral", { $0.number(decay) }),
      (
        "ontoProgress",
        {
          .object([
            ("decay", $0.number(decay)), ("unit", $0.name(["px/ms", "mm/s", "pad-px/ms"])),
            ("bendAbove", $0.number(0...1e9)), ("bend", $0.number(0...1e9)),
          ])
        }
      ),
    ])
  }

  mutating func clause() -> Tree {
    let lengths = ["progress", "mm", "pt", "dp", "px", "pad-px", "scroll-px"]
    let kinds: [([String], [String])] = [
      (["fraction", "snapIntervalFraction", "progressSinceGrab", "peak", "projected"], lengths),
      (
        [
          "travel", "travelSize", "distanceFromLanding", "straightDistance", "travelAxisExcess",
          "lastMovement",
        ], lengths
      ),
      (
        ["velocity", "speed", "velocityMagnitude", "speedAxisExcess"],
        lengths.flatMap { ["\($0)/s", "\($0)/ms"] }
      ),
      (["duration", "restTime"], ["s", "ms"]),
    ]
    var conditions: [(key: String, value: Tree)] = []
    repeat {
      let (quantities, units) = kinds[Int.random(in: 0..<4, using: &chance)]
      let quantity = quantities.randomElement(using: &chance) ?? ""
      guard !conditions.contains(where: { $0.key == quantity }) else { continue }
      let condition: (inout Self) -> Tree = { grammar in
        let sides = ["above", "atLeast", "below", "atMost"]
        let side = sides.randomElement(using: &grammar.chance) ?? ""
        return .object(
          [(side, grammar.number(-1e9...1e9))] + grammar.some([("unit", { $0.name(units) })]))
      }
      let isList = happens(0.2)
      conditions.append(
        (quantity, isList ? .list([condition(&self), condition(&self)]) : condition(&self)))
    } while happens()
    return .object([("when", .object(conditions)), ("then", name(["finish", "next", "cancel"]))])
  }
}
