package import PantographBase

/// A JSON value that is perhaps not quite valid.
package indirect enum Draft: Hashable, Sendable {
  case null
  case flag(Bool)
  /// A number as it is written, which the grammar of JSON need not allow.
  case number(String)
  case text(String)
  case list([Draft])
  /// An object, in which a name may occur again.
  case object([Member])
  /// Anything that is no JSON.
  case nonsense(String)

  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: Draft

    package init(_ name: String, _ value: Draft) { (self.name, self.value) = (name, value) }
  }

  /// Parses a valid value.
  package init(_ node: JSONNode) throws(Complaint) {
    if node.isNull {
      self = .null
    } else if node.isText {
      self = .text(try node.text("a text"))
    } else if node.isNumber {
      self = .number("\(try node.number(in: -.infinity ... .infinity, "a number"))")
    } else if node.isArray {
      self = .list(try node.elements().map { node throws(Complaint) in try Draft(node) })
    } else if node.isObject {
      self = .object(
        try node.allMembers().map { name, node throws(Complaint) in Member(name, try Draft(node)) })
    } else {
      self = .flag(try node.flag())
    }
  }

  package var members: [Member] { if case .object(let members) = self { members } else { [] } }
  package var elements: [Draft] { if case .list(let elements) = self { elements } else { [] } }

  /// Whether a part of it is no JSON.
  package var isNonsense: Bool {
    switch self {
    case .nonsense: true
    case .number: value == nil
    case .list(let elements): elements.contains(where: \.isNonsense)
    case .object(let members): members.contains(where: \.value.isNonsense)
    case .null, .flag, .text: false
    }
  }

  /// The first member with a name.
  package subscript(_ name: String) -> Draft? { members.first { $0.name == name }?.value }

  /// The number, if the grammar of JSON allows it and it is finite.
  var value: Double? {
    guard case .number(let text) = self, Self.isNumber(text), let value = Double(text),
      value.isFinite
    else { return nil }
    return value
  }

  /// Returns whether RFC 8259, section 6, allows a number.
  private static func isNumber(_ text: String) -> Bool {
    var rest = text.utf8[...]
    func takeDigits() -> Int {
      let count = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }.count
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let count = takeDigits()
    guard count == 1 || count > 1 && !startsWithZero else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard takeDigits() > 0 else { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      guard takeDigits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  /// Whether both are the same by JSON: numbers by their value.
  func equals(_ other: Draft) -> Bool {
    if let value, let number = other.value { return value == number }
    return self == other
  }

  // MARK: Text

  /// Ways to write the same value.
  package enum Layout: CaseIterable, Sendable {
    /// Without white space.
    case dense
    /// With white space and comments wherever they are allowed.
    case wide
    /// With every character escaped.
    case escaped
  }

  /// The value as the bytes of a file.
  package func bytes(_ layout: Layout = .dense) -> [UInt8] {
    var bytes: [UInt8] = []
    write(layout, to: &bytes)
    return bytes
  }

  private func write(_ layout: Layout, to bytes: inout [UInt8]) {
    // A line break of each system, and both comments.
    func space() { if layout == .wide { bytes += Array("\r\n\t// a } \" ]\n /* { \" */ ".utf8) } }
    func write(_ parts: [([UInt8], Draft)], _ ends: (String, String)) {
      bytes += ends.0.utf8
      for (index, (head, part)) in parts.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        space()
        bytes += head
        if !head.isEmpty {
          space()
          bytes.append(UInt8(ascii: ":"))
          space()
        }
        part.write(layout, to: &bytes)
        space()
      }
      bytes += ends.1.utf8
    }
    switch self {
    case .null: bytes += "null".utf8
    case .flag(let flag): bytes += "\(flag)".utf8
    case .number(let text), .nonsense(let text): bytes += text.utf8
    case .text(let text): bytes += Self.quoted(text, layout)
    case .list(let elements): write(elements.map { ([], $0) }, ("[", "]"))
    case .object(let members):
      write(members.map { (Self.quoted($0.name, layout), $0.value) }, ("{", "}"))
    }
  }

  private static func quoted(_ text: String, _ layout: Layout) -> [UInt8] {
    var bytes: [UInt8] = [0x22]
    for scalar in text.unicodeScalars {
      if layout == .escaped || scalar.value < 0x20 || scalar == "\"" || scalar == "\\" {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          bytes += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
        }
      } else {
        bytes += String(scalar).utf8
      }
    }
    return bytes + [0x22]
  }

  // MARK: Damage

  /// Does one small damage somewhere.
  package mutating func damage(by chance: inout ByteChance) {
    var index = Int(chance.next() & 0xffff) % (1 + places)
    change(at: &index) { $0.breakItself(by: &chance) }
  }

  /// The number of values within this one.
  private var places: Int {
    members.reduce(0) { $0 + 1 + $1.value.places } + elements.reduce(0) { $0 + 1 + $1.places }
  }

  private mutating func change(at index: inout Int, _ body: (inout Draft) -> Void) {
    guard index != 0 else {
      body(&self)
      index = -1
      return
    }
    index -= 1
    switch self {
    case .object(var members):
      for place in members.indices where index >= 0 {
        members[place].value.change(at: &index, body)
      }
      self = .object(members)
    case .list(var elements):
      for place in elements.indices where index >= 0 { elements[place].change(at: &index, body) }
      self = .list(elements)
    default: break
    }
  }

  private mutating func breakItself(by chance: inout ByteChance) {
    let kind = chance.byte()
    switch self {
    case .number(let text) where kind < 0xa0:
      let value = Double(text) ?? 0
      let others = [
        "\(value.nextUp)", "\(value.nextDown)", "\(-value)", "\(value + 1)", "\(value - 1)",
        "\(value * 10)", "0", "-0", "1e308", "-1e308", "5e-324", "1e309", "1e-400", "0\(text)",
        "\(text).", "+\(text)", "9007199254740993", "9223372036854775808", "NaN", "Infinity",
        "0.\(String(repeating: "3", count: 2000))", "1\(String(repeating: "0", count: 300))",
      ]
      self = .number(others[Int(kind) % others.count])
    case .text(let text) where kind < 0xa0:
      let others: [Draft] = [
        .text(""), .text(text + "x"), .text(String(text.dropLast())), .text(text.uppercased()),
        .text(" \(text)"), .text("\(text)\n"), .text("\u{0}\(text)"), .text("\(text)\u{1b}[2J"),
        .text(String(repeating: text + "/", count: 300)), .text("\(text)\u{202e}\u{feff}"),
        .text(String(repeating: "x", count: 70_000)), .text("\(text)\u{10ffff}\u{fffe}"),
        .nonsense(#""\ud800""#), .nonsense(#""\x""#), .nonsense("\"\(text)"), .nonsense("'a'"),
        .nonsense("\"a\nb\""), .nonsense("\"\u{0}\""), .nonsense(#""\u00g0""#),
      ]
      self = others[Int(kind) % others.count]
    case .object(var members) where kind < 0xc0:
      let place = members.isEmpty ? 0 : Int(chance.byte()) % members.count
      let member = members.isEmpty ? Member("a", .null) : members[place]
      switch kind % 6 {
      case 0 where !members.isEmpty: members.remove(at: place)
      case 1: members.insert(Member("qqqqqqqq", .number("1")), at: place)
      case 2: members.append(Member(String(member.name.dropLast()), member.value))
      case 3 where !members.isEmpty: members.append(member)
      case 4 where !members.isEmpty: members[place].name += "\u{1b}\n"
      case 5: members = []
      default: members.append(Member("", .null))
      }
      self = .object(members)
    case .list(let elements) where kind < 0xc0:
      switch kind % 4 {
      case 0: self = .list([])
      case 1: self = .list(elements + elements)
      case 2: self = .list(Array(elements.dropLast()))
      default: self = .list(Array(elements.reversed()))
      }
    default:
      let others: [Draft] = [
        .null, .flag(true), .flag(false), .number("0"), .number("1.5"), .text("a"), .list([]),
        .object([]), .list([self]), .object([Member("a", self)]), .nonsense(";"), .nonsense("nul"),
        .nonsense("{"), .nonsense("1,"), nested(10), nested(510), nested(513), nested(2000),
      ]
      self = others[Int(kind) % others.count]
    }
  }

  /// The value in a number of lists.
  private func nested(_ depth: Int) -> Draft {
    (0..<depth).reduce(self) { value, _ in .list([value]) }
  }
}
