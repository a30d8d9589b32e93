package import PantographBase

/// What must hold of a column in every replay, whatever was accepted.
package struct Condition: Hashable, Sendable {
  /// Whether it keeps its first value.
  package var isStill = false
  /// Whether it never turns back.
  package var isMonotone = false
  /// Whether it stays between its first and its last value.
  package var isProgression = false
  /// Whether its velocity goes on when a finger lifts.
  package var isContinuous = false
  /// The values between which it stays; `nil` for any.
  package var bounds: ClosedRange<Double>?
  /// The most frames of a gesture in which it may be janky; `nil` for any.
  package var mostJanky: Int?

  /// Creates a condition that always holds.
  package init() {}
}

/// What must hold of the columns of a result, by their names.
package struct Conditions: Hashable, Sendable {
  /// A condition, and the columns that must meet it.
  package struct Named: Hashable, Sendable {
    /// A column; an element, for all of its columns; a beginning with `*` after it; or `*` for every other column.
    package var name: String
    package var condition: Condition

    /// Whether it is of the columns that no other condition names.
    package var isOfOthers: Bool { name == "*" }

    /// Returns whether it names a column.
    package func names(_ column: String) -> Bool {
      guard !name.hasSuffix("*") else { return column.hasPrefix(String(name.dropLast())) }
      return column == name || column.hasPrefix(name + ".")
    }
  }

  /// The conditions, in the order of the file.
  package private(set) var all: [Named] = []

  /// Creates conditions of which there are none.
  package init() {}

  package var isEmpty: Bool { all.isEmpty }

  /// Returns the first name that no column has.
  package func unknownName(among columns: [String]) -> String? {
    all.first { named in
      !named.isOfOthers && !columns.contains { named.names($0) }
    }?.name
  }

  /// Returns the conditions of a column: those that name it, or else those of every other one.
  package func of(_ column: String) -> [Condition] {
    let own = all.filter { !$0.isOfOthers && $0.names(column) }
    return (own.isEmpty ? all.filter { $0.isOfOthers } : own).map { $0.condition }
  }
}

// MARK: In a file

extension Conditions {
  /// Reads the conditions of a file.
  package init(_ node: JSONNode) throws(Complaint) {
    for (name, node) in try node.allMembers() {
      var condition = Condition()
      try Self.keys.read(node, into: &condition)
      guard condition != Condition() else { throw node.error("expected at least one condition") }
      all.append(Named(name: name, condition: condition))
    }
    guard !all.isEmpty else { throw node.error("expected at least one column") }
  }

  /// The form of conditions in a file: columns, and what must hold of them.
  package static let form = ValueKind.members(.lazy { keys.schema }, atLeast: 1)

  private static let keys = KeyTable<Condition>(
    count: .some, usual: Condition(),
    [
      Key(
        "still", .flag, "Whether it keeps its first value.", { $0.isStill }, { $0.isStill = $1 }),
      Key(
        "monotone", .flag, "Whether it never turns back.", { $0.isMonotone },
        { $0.isMonotone = $1 }),
      Key(
        "progression", .flag, "Whether it stays between its first and its last value.",
        { $0.isProgression }, { $0.isProgression = $1 }),
      Key(
        "continuous", .flag, "Whether its velocity goes on when a finger lifts.",
        { $0.isContinuous }, { $0.isContinuous = $1 }),
      Key("between", range, "The values between which it stays, [least, most].") {
        $0.bounds = $1
      },
      Key(
        "jank", frames, "The most frames of a gesture that may be janky, of a position in pixels."
      ) {
        $0.mostJanky = $1
      },
    ])

  private static let frames = Form.whole(
    NumberRange(range: 0...1e6, noun: "a whole number of frames", isWhole: true))

  /// In either order.
  private static let range = Form<ClosedRange<Double>>(
    .schema(
      ##""type": "array", "items": { "type": "number", "minimum": -1e12, "maximum": 1e12 }, "minItems": 2, "maxItems": 2"##
    ),
    { (node) throws(Complaint) in
      let numbers = try node.elements()
      guard numbers.count == 2 else { throw node.error("expected two values, [least, most]") }
      let first = try numbers[0].number(in: -1e12...1e12, "the least value")
      let second = try numbers[1].number(in: -1e12...1e12, "the greatest value")
      return min(first, second)...max(first, second)
    })
}
