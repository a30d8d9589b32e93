/// Makes values that a schema takes, mostly, by the choices of bytes.
package struct SchemaDrafts: Sendable {
  private let schema: Schema
  /// Texts for the keys that have no names in the schema; those of `*` are for all.
  private let words: [String: [String]]

  package init(_ schema: Schema, words: [String: [String]]) {
    self.schema = schema
    self.words = words
  }

  /// Makes a value, and repairs what contradicts the conditions of the schema.
  package func make(by chance: inout ByteChance) -> Draft {
    var value = value(schema.root, "*", 0, &chance)
    // Repairing one condition can violate another.
    for _ in 0..<4 where !schema.takes(value) {
      value = repaired(value, schema.root, schema.root, "*", &chance)
    }
    return value
  }

  // MARK: Values

  private func value(
    _ rule: Draft, _ key: String, _ depth: Int, _ chance: inout ByteChance
  ) -> Draft {
    let rule = schema.resolved(rule)
    // Deeper than any file with a meaning.
    guard depth < 12 else { return .null }
    if let value = rule["const"] { return value }
    if let values = rule["enum"]?.elements { return Self.pick(values, &chance) }
    for choice in ["anyOf", "oneOf"] where rule["properties"] == nil {
      guard let rules = rule[choice]?.elements, !rules.isEmpty else { continue }
      return value(Self.pick(rules, &chance), key, depth + 1, &chance)
    }
    let types = rule["type"].map { $0.elements.isEmpty ? [$0] : $0.elements } ?? []
    if !types.isEmpty {
      return value(of: Self.pick(types, &chance), rule, key, depth, &chance)
    }
    let keywords: [(String, Draft)] = [
      ("properties", .text("object")), ("items", .text("array")), ("prefixItems", .text("array")),
      ("minimum", .text("number")), ("maximum", .text("number")),
    ]
    let type = keywords.first { rule[$0.0] != nil }?.1 ?? .text("string")
    return value(of: type, rule, key, depth, &chance)
  }

  private func value(
    of type: Draft, _ rule: Draft, _ key: String, _ depth: Int, _ chance: inout ByteChance
  ) -> Draft {
    switch type {
    case .text("object"): object(rule, depth, &chance)
    case .text("array"): list(rule, key, depth, &chance)
    case .text("number"): number(rule, isWhole: false, &chance)
    case .text("integer"): number(rule, isWhole: true, &chance)
    case .text("boolean"): .flag(chance.byte() & 1 == 1)
    case .text("null"): .null
    default: text(rule, key, &chance)
    }
  }

  private func object(_ rule: Draft, _ depth: Int, _ chance: inout ByteChance) -> Draft {
    var members: [Draft.Member] = []
    let required = rule["required"]?.elements ?? []
    let known = rule["properties"]?.members ?? []
    let most = rule["maxProperties"]?.value.map { Int($0) } ?? .max
    if most < known.count, !known.isEmpty {
      let only = Self.pick(known, &chance)
      return .object([.init(only.name, value(only.value, only.name, depth + 1, &chance))])
    }
    // A third of what may be missing is there.
    for property in known
    where required.contains(.text(property.name)) || chance.byte() % 3 == 1 {
      members.append(.init(property.name, value(property.value, property.name, depth + 1, &chance)))
    }
    let least = rule["minProperties"]?.value.map { Int($0) } ?? 0
    if let other = rule["additionalProperties"], other != .flag(false) {
      for _ in 0..<max(least, Int(chance.byte() & 3)) {
        let name =
          rule["propertyNames"].map { text($0, "*", &chance) } ?? text(.object([]), "*", &chance)
        guard case .text(let name) = name, !members.contains(where: { $0.name == name }) else {
          continue
        }
        members.append(.init(name, value(other, name, depth + 1, &chance)))
      }
    }
    while members.count < least, !known.isEmpty {
      let one = Self.pick(known, &chance)
      guard !members.contains(where: { $0.name == one.name }) else { break }
      members.append(.init(one.name, value(one.value, one.name, depth + 1, &chance)))
    }
    return .object(members)
  }

  private func list(
    _ rule: Draft, _ key: String, _ depth: Int, _ chance: inout ByteChance
  ) -> Draft {
    if let examples = rule["examples"]?.elements, !examples.isEmpty, chance.byte() & 1 == 0 {
      return Self.pick(examples, &chance)
    }
    let first = rule["prefixItems"]?.elements ?? []
    let least = max(rule["minItems"]?.value.map { Int($0) } ?? 0, first.count)
    let most = rule["maxItems"]?.value.map { Int($0) } ?? least + 4
    let count = least + (most > least ? Int(chance.byte()) % (most - least + 1) : 0)
    let other = rule["items"] ?? .object([])
    return .list(
      (0..<count).map { value($0 < first.count ? first[$0] : other, key, depth + 1, &chance) })
  }

  private func number(_ rule: Draft, isWhole: Bool, _ chance: inout ByteChance) -> Draft {
    let low = rule["minimum"]?.value ?? rule["exclusiveMinimum"]?.value?.nextUp ?? -1000
    let high = rule["maximum"]?.value ?? rule["exclusiveMaximum"]?.value?.nextDown ?? 1000
    let kind = chance.byte()
    var number: Double
    switch kind % 8 {
    case 0: number = low
    case 1: number = high
    case 2: number = rule["default"]?.value ?? 0
    case 3: number = Double(kind >> 3)
    case 4: number = Double(kind >> 3) / 32
    default:
      // Small numbers as often as large ones.
      let share = Double(chance.next() & 0xffff) / 0xffff
      number = low + (high - low) * (kind & 0x80 == 0 ? share : share * share * share * share)
    }
    number = min(max(isWhole ? number.rounded() : number, low), high)
    let isShort = number == number.rounded() && abs(number) < 1e15 && kind & 0x40 == 0
    return .number(isShort ? "\(Int64(number))" : "\(number)")
  }

  private func text(_ rule: Draft, _ key: String, _ chance: inout ByteChance) -> Draft {
    switch rule["pattern"] {
    case .text("^--"): return .text("--" + Self.pick(["shift", "", "a b", "é"], &chance))
    case .text("^-?[0-9]+$"):
      return .text(Self.pick(["0", "1", "2", "-1", "007", "9223372036854775808", "+1"], &chance))
    default: break
    }
    let own = words[key] ?? []
    let all = own.isEmpty || chance.byte() & 7 == 0 ? words["*"] ?? ["a"] : own
    return .text(Self.pick(all, &chance))
  }

  private static func pick<Choice>(_ choices: [Choice], _ chance: inout ByteChance) -> Choice {
    choices[Int(chance.byte()) % choices.count]
  }

  // MARK: Repairs

  /// Returns a value that satisfies more of the rule.
  ///
  /// - Parameter base: the rule that the value was made by.
  private func repaired(
    _ value: Draft, _ rule: Draft, _ base: Draft, _ key: String, _ chance: inout ByteChance
  ) -> Draft {
    var value = value
    let rule = schema.resolved(rule)
    for member in rule.members {
      switch member.name {
      case "allOf":
        for part in member.value.elements where !schema.takes(value, part) {
          value = repaired(value, part, base, key, &chance)
        }
      case "anyOf", "oneOf":
        guard !member.value.elements.contains(where: { schema.takes(value, $0) }) else { continue }
        value = repaired(value, Self.pick(member.value.elements, &chance), base, key, &chance)
      case "if":
        guard let part = rule[schema.takes(value, member.value) ? "then" : "else"],
          !schema.takes(value, part)
        else { continue }
        value = repaired(value, part, base, key, &chance)
      case "not":
        guard schema.takes(value, member.value), case .object(var members) = value,
          let names = member.value["required"]?.elements, !names.isEmpty
        else { continue }
        let name = Self.pick(names, &chance)
        members.removeAll { .text($0.name) == name }
        value = .object(members)
      case "required":
        guard case .object(var members) = value else { continue }
        for case .text(let name) in member.value.elements
        where !members.contains(where: { $0.name == name }) {
          let own = property(name, of: base) ?? rule["properties"]?[name] ?? .object([])
          members.append(.init(name, self.value(own, name, 1, &chance)))
        }
        value = .object(members)
      case "properties": value = repairedMembers(value, member.value, base, &chance)
      case "contains":
        guard case .list(let elements) = value, !schema.takes(value, .object([member])) else {
          continue
        }
        value = .list(elements + [self.value(member.value, key, 1, &chance)])
      case "uniqueItems":
        guard case .list(let elements) = value else { continue }
        var seen: Set<Draft> = []
        value = .list(elements.filter { seen.insert($0).inserted })
      case "type", "enum", "const", "minimum", "maximum":
        for source in [base, base, base, rule] where !schema.takes(value, .object([member])) {
          value = self.value(source, key, 1, &chance)
        }
      default: break
      }
    }
    return value
  }

  private func repairedMembers(
    _ value: Draft, _ rules: Draft, _ base: Draft, _ chance: inout ByteChance
  ) -> Draft {
    guard case .object(let members) = value else { return value }
    var kept: [Draft.Member] = []
    for var member in members {
      guard let rule = rules[member.name], !schema.takes(member.value, rule) else {
        kept.append(member)
        continue
      }
      guard rule != .flag(false) else { continue }
      let own = property(member.name, of: base) ?? rule
      member.value = repaired(member.value, rule, own, member.name, &chance)
      // What can't be repaired is left out; if it is required, it is made anew.
      if schema.takes(member.value, rule) { kept.append(member) }
    }
    return .object(kept)
  }

  /// Returns the rule of a key, which one of several alternatives may have.
  private func property(_ name: String, of base: Draft) -> Draft? {
    let base = schema.resolved(base)
    if let rule = base["properties"]?[name] { return rule }
    for choice in ["anyOf", "oneOf", "allOf"] {
      for part in base[choice]?.elements ?? [] {
        if let rule = property(name, of: part) { return rule }
      }
    }
    return nil
  }
}
