extension InteractionGrammar {
  mutating func animation() -> Tree {
    var names = ["x", "y", "alpha", "größe"]
    var properties: [Tree] = []
    while !names.isEmpty, happens(0.6) { properties.append(property(names.removeFirst(), true)) }
    if !properties.isEmpty, happens(0.2) {
      properties.append(
        .object([
          ("name", .text("x")), ("from", number(-1e9...1e9)), ("to", number(-1e9...1e9)),
          ("additive", .flag(true)),
        ]))
    }
    return .object(
      [("duration", number(0.001...3600, in: 0...3600))] + timing(false)
        + some([
          ("scrubsLinearly", { .flag(!$0.isBounded || $0.happens()) }),
          ("properties", { _ in .list(properties) }),
        ]))
  }

  mutating func second() -> Tree {
    .object(
      [("duration", number(0.001...3600, in: 0...3600))] + timing(false)
        + [("properties", .list([property("second", false)]))])
  }

  mutating func dismissal() -> Tree {
    .object([("duration", number(0.001...3600, in: 0...3600))] + timing(false))
  }

  mutating func property(_ name: String, _ isFirst: Bool) -> Tree {
    let values = -1e9...1e9
    var members: [(key: String, value: Tree)] = [("name", .text(name)), ("from", number(values))]
    if isFirst, happens(0.2) {
      return .object(members + [("to", number(values)), ("axis", .name("across"))])
    }
    if happens(0.3) {
      let list = (0..<Int.random(in: 1...3, using: &chance)).map { index in
        Tree.object([
          ("start", .number(Double(index) / 4, in: 0...1)),
          ("duration", number(0...0.25, in: 0...1)), ("to", number(values)),
        ])
      }
      members.append(("keyframes", .list(list)))
    } else {
      members.append(("to", number(values)))
    }
    members += some([("delayFactor", { $0.number(0...1) })])
    if isFirst {
      members += some([("axis", { _ in .name("along") }), ("additive", { _ in .flag(false) })])
    }
    return .object(members)
  }

  /// A curve or a spring, or neither.
  mutating func timing(_ isLetGo: Bool) -> [(key: String, value: Tree)] {
    if happens() {
      let names = ["linear", "easeIn", "easeOut", "easeInOut", "default"]
      let points = [number(0...1), number(-10...10), number(0...1), number(-10...10)]
      return [("curve", happens(0.7) ? name(names) : .list(points))]
    }
    return happens()
      ? [("spring", .object(spring() + some([("velocity", { $0.velocity(isLetGo) })])))] : []
  }

  mutating func velocity(_ isLetGo: Bool) -> Tree {
    if happens() { return name(isLetGo ? ["carried", "none"] : ["none"]) }
    if isLetGo, isPan, happens() {
      return .object([("unit", name(["px/ms", "mm/s", "pad-px/ms", "progress/s"]))])
    }
    if isLetGo, isPan, hasPoints, happens() { return .object([("pointsOver", number(1e-3...1e9))]) }
    return .object([("perDistance", number(-1000...1000))])
  }

  /// A spring that rests within an hour.
  mutating func spring() -> [(key: String, value: Tree)] {
    let ratio: [(String, (inout Self) -> Tree)] = [
      ("dampingRatio", { $0.number(0.2...100, in: 0.01...100) })
    ]
    switch Int.random(in: 0..<4, using: &chance) {
    case 0: return [("response", number(0.01...60))] + some(ratio)
    case 1:
      return [
        ("stiffness", number(0.1...1e6, in: 1e-3...1e6)),
        ("damping", number(1...1e6, in: 1e-3...1e6)),
      ] + some([("mass", { $0.number(1e-3...10, in: 1e-3...1e6) })])
    case 2:
      return [("duration", number(0.01...60))]
        + some([("bounce", { $0.number(-0.9...0.8, in: -0.99...1.nextDown) })])
    default: return some(ratio, 1)
    }
  }

  mutating func settle() -> Tree {
    if happens(0.1) { return .object([("jump", .flag(true))]) }
    var members = timing(true)
    let spring = members.first { $0.key == "spring" }?.value.keys
    if spring.map({ Set($0).isDisjoint(with: ["response", "stiffness", "duration"]) }) ?? true {
      let isFast = happens(0.3)
      members += some(
        isFast
          ? [("speed", { $0.number(0.001...1000) })]
          : [
            (
              "durationFactor",
              { $0.happens(0.3) ? .name("done") : $0.number(0.001...1000, in: 0...1000) }
            )
          ])
    }
    if spring == nil { members += some([("fullCurve", { .flag($0.happens()) })]) }
    return .object(members + some([("jump", { _ in .flag(false) })], 0.2))
  }
}
