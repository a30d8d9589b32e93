/// A value that is written as JSON, on one line, with its keys in the order given.
package enum JSONText: ExpressibleByDictionaryLiteral, Sendable {
  /// Null.
  case null
  /// True or false.
  case flag(Bool)
  /// A whole number.
  case integer(Int)
  /// A number with a fixed number of decimals.
  case number(Double, decimals: Int = 6)
  /// A number with all its digits.
  case exact(Double)
  /// A text.
  case string(String)
  /// An array.
  case list([JSONText])
  /// An object, with its members in the order given.
  case object([(key: String, value: JSONText)])

  /// Makes an object, with its members in the order given.
  package init(dictionaryLiteral members: (String, JSONText)...) {
    self = .object(members.map { (key: $0.0, value: $0.1) })
  }

  /// Makes a number, or null for `nil` and for numbers that are not finite.
  package static func number(_ number: Double?, decimals: Int = 6) -> JSONText {
    guard let number, number.isFinite else { return .null }
    return .number(number, decimals: decimals)
  }

  /// Makes a text, or null for `nil`.
  package static func string(_ string: String?) -> JSONText {
    if let string { .string(string) } else { .null }
  }

  /// The value as JSON.
  package var text: String {
    switch self {
    case .null: "null"
    case .flag(let flag): flag ? "true" : "false"
    case .integer(let number): "\(number)"
    case .number(let number, let decimals): Self.text(number, decimals: decimals)
    // Readers take 1e999 for infinity.
    case .exact(let number):
      number.isFinite ? number.asWritten : number.isNaN ? "null" : number < 0 ? "-1e999" : "1e999"
    case .string(let string): Self.quoted(string)
    case .list(let values): "[" + values.map { $0.text }.joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0.key)):\($0.value.text)" }.joined(separator: ",") + "}"
    }
  }

  /// Returns a number as JSON, with an exponent if it is too large for decimals; infinity is null.
  private static func text(_ number: Double, decimals: Int) -> String {
    guard number.isFinite else { return "null" }
    let fixed = String(fixed: number, decimals: decimals)
    return abs(number) < 1e12 && fixed.last?.isNumber == true ? fixed : "\(number)"
  }

  /// Returns an object whose last member is a list, as pieces of its text.
  ///
  /// The values of the list are made lazily, as there may be very many.
  package static func pieces(
    _ members: KeyValuePairs<String, JSONText>, _ name: String,
    _ values: some RandomAccessCollection<JSONText>
  ) -> some Sequence<String> {
    pieces(members, lists: [(name, values)])
  }

  /// Returns an object whose last members are lists, as pieces of its text.
  package static func pieces<Values: RandomAccessCollection<JSONText>>(
    _ members: KeyValuePairs<String, JSONText>, lists: [(name: String, values: Values)]
  ) -> some Sequence<String> {
    let opening = "{" + members.map { "\(quoted($0.key)):\($0.value.text)," }.joined()
    return lists.indices.lazy.flatMap { number in
      let (name, values) = lists[number]
      return (0...values.count + 1).lazy.map { index in
        if index == 0 { return (number == 0 ? opening : ",") + "\(quoted(name)):[" }
        if index > values.count { return number + 1 < lists.count ? "]" : "]}" }
        let value = values[values.index(values.startIndex, offsetBy: index - 1)]
        return (index > 1 ? "," : "") + value.text
      }
    }
  }

  /// Returns a character of at most 16 bits as an escape in a string.
  package static func escaped(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  private static func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      // Those above ASCII act on a terminal, too.
      case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}": text += escaped(scalar)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
