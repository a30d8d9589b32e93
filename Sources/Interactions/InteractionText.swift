package import PantographBase
import PantographGestures

/// The text of an interaction file, in which single values can be replaced.
///
/// Everything else stays as written, including comments.
package struct InteractionText: Sendable {
  /// The whole text.
  package private(set) var bytes: [UInt8]

  /// Creates a text from the bytes of a file.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Returns the number at a path.
  package func number(at path: String) throws(Complaint) -> Double {
    let node = try node(at: path)
    guard node.isNumber else { throw node.error("expected a number") }
    return try node.number(in: -.greatestFiniteMagnitude ... .greatestFiniteMagnitude, "a number")
  }

  /// Replaces the value at a path.
  ///
  /// - Parameters:
  ///   - path: the path to the key from the top, as error messages name it: `settle.finish.duration`,
  ///     `rule.clauses[0].when.velocity.above`.
  ///   - json: the value as JSON; its further lines are indented like the line in which it starts.
  package mutating func replaceValue(at path: String, with json: String) throws(Complaint) {
    let range = try node(at: path).range
    let lineStart = bytes[..<range.lowerBound].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let indent = bytes[lineStart...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    var value: [UInt8] = []
    for byte in json.utf8 {
      value.append(byte)
      if byte == UInt8(ascii: "\n") { value += indent }
    }
    bytes.replaceSubrange(range, with: value)
  }

  /// Returns the paths to all numbers below a key, in order.
  package func numbers(below path: String) throws(Complaint) -> [String] {
    try node(at: path).numbers.map { $0.path }
  }

  private func node(at path: String) throws(Complaint) -> JSONNode {
    var node = try JSONNode(parsingInteraction: bytes)
    for step in path.split(separator: ".", omittingEmptySubsequences: false) {
      let parts = step.split(separator: "[", omittingEmptySubsequences: false)
      guard !parts[0].isEmpty else { throw node.error("a step of \(path) has no name") }
      node = try node.member(named: String(parts[0]))
      for part in parts.dropFirst() {
        let elements = try node.elements()
        guard part.last == "]", let index = Int(part.dropLast()), elements.indices.contains(index)
        else { throw node.error("there is no [\(part) in this list of \(elements.count)") }
        node = elements[index]
      }
    }
    return node
  }
}

extension InteractionText {
  /// Replaces the rule.
  ///
  /// If the file's rule has clauses of its own, only the numbers that differ are replaced, so that
  /// comments and the order stay. A preset is replaced by the whole rule.
  package mutating func replaceRule(by rule: ReleaseRule) throws(Complaint) {
    let old = try ReleaseRule(reading: node(at: "rule"))
    guard old != rule else { return }
    var changed = self
    if (try? changed.changeNumbers(of: old, to: rule)) != nil,
      (try? ReleaseRule(reading: changed.node(at: "rule"))) == rule
    {
      self = changed
    } else {
      try replaceValue(at: "rule", with: rule.json)
    }
  }

  /// Replaces a preset by its clauses, so that each of its numbers has a key.
  package mutating func writeOutRule() throws(Complaint) {
    try replaceValue(at: "rule", with: ReleaseRule(reading: node(at: "rule")).json)
  }

  /// The name of the preset that the rule starts from, if it has one.
  package var presetName: String? {
    let name = try? node(at: "rule.preset").text("a preset")
    return name
  }

  private mutating func changeNumbers(
    of old: ReleaseRule, to rule: ReleaseRule
  ) throws(Complaint) {
    if let fraction = rule.fractionAbove, (try? node(at: "rule.fractionAbove")) != nil {
      try replaceValue(at: "rule.fractionAbove", with: fraction.asWritten)
      return
    }
    if old.estimator != rule.estimator {
      try replaceValue(at: "rule.estimator", with: "\"\(rule.estimator.rawValue)\"")
    }
    for (index, (clause, other)) in zip(old.clauses, rule.clauses).enumerated() {
      for (condition, other) in zip(clause.conditions, other.conditions) where condition != other {
        let name = "\(condition.quantity.rawValue).\(condition.comparison.rawValue)"
        try replaceValue(
          at: "rule.clauses[\(index)].when.\(name)", with: other.threshold.asWritten)
      }
    }
  }
}

/// The names that keys and values of interaction files had before version 1.0.
package enum FormerNames {
  /// The current name of each.
  package static let current = [
    "gone": "progressSinceGrab", "part": "snapIntervalFraction", "reach": "straightDistance",
    "travelLead": "travelAxisExcess", "heading": "lastMovement", "pace": "velocityMagnitude",
    "speedLead": "speedAxisExcess", "stillness": "restTime", "either": "bothDirections",
    "afresh": "fullCurve", "held": "manual",
  ]
}

extension JSONNode {
  /// Parses an interaction file, or a part of one.
  init(parsingInteraction bytes: [UInt8]) throws(Complaint) {
    try self.init(parsing: bytes, renamed: FormerNames.current)
  }
}
