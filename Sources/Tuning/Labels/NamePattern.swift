import PantographBase

/// A pattern for the names of recordings, such as `{device}-{person}/{label}.{*}`.
///
/// A pattern matches as many names at the end of a path as it has itself. A field matches one or more
/// characters of a name, as few as possible, from the first field on. Text between the fields must
/// match exactly. `{*}` matches text without a meaning.
package struct NamePattern: Hashable, Sendable {
  /// A mistake in a pattern.
  package struct Mistake: Error, Hashable {
    /// What is wrong, and what would be right.
    package var sentence: String

    /// Creates a mistake from its message.
    package init(sentence: String) { self.sentence = sentence }
  }

  private enum Part: Hashable {
    case plain([UInt8])
    case field(String)
  }

  /// The pattern as it was written.
  package let text: String
  private var parts: [Part] = []
  /// The number of names in a path that it matches.
  private let depth: Int

  /// The names of the fields.
  package static let fields = ["label", "person", "device", "*"]

  /// Reads a pattern.
  package init(_ text: String) throws(Mistake) {
    self.text = text
    depth = text.utf8.count { $0 == Self.slash } + 1
    var rest = Array(text.utf8)[...]
    var names: Set<String> = []
    while let first = rest.first {
      guard first == UInt8(ascii: "{") else {
        let plain = rest.prefix { $0 != UInt8(ascii: "{") }
        guard !plain.contains(UInt8(ascii: "}")) else {
          throw Mistake(sentence: "unmatched closing brace")
        }
        parts.append(.plain(Array(plain)))
        rest = rest[plain.endIndex...]
        continue
      }
      guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else {
        throw Mistake(sentence: "missing closing brace")
      }
      let name = String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
      guard Self.fields.contains(name) else {
        let advice =
          Spelling.nearest(to: name, among: Self.fields.dropLast()).map { "did you mean {\($0)}?" }
          ?? "expected {label}, {person}, {device} or {*}"
        throw Mistake(sentence: "unknown field {\(name)}; \(advice)")
      }
      guard name == "*" || names.insert(name).inserted else {
        throw Mistake(sentence: "duplicate field {\(name)}; use {*} for text without a meaning")
      }
      if case .field(let other) = parts.last {
        throw Mistake(
          sentence: "{\(other)} and {\(name)} need a separator between them")
      }
      parts.append(.field(name))
      rest = rest[(end + 1)...]
    }
    guard !names.isEmpty else {
      throw Mistake(sentence: "no field; expected {label}, {person} or {device}")
    }
  }

  private static let slash = UInt8(ascii: "/")

  /// Returns the labels from a path; `nil` if it does not match the pattern.
  package func words(of path: String) -> LabelWords? {
    let names = path.utf8.split(separator: Self.slash)
    guard names.count >= depth else { return nil }
    let end = Array(names.suffix(depth).joined(separator: [Self.slash]))
    var values: [String: String] = [:]
    guard match(parts[...], end[...], &values) else { return nil }
    return LabelWords(
      meaning: values["label"].map(Label.Meaning.init), person: values["person"],
      device: values["device"])
  }

  private func match(
    _ parts: ArraySlice<Part>, _ text: ArraySlice<UInt8>, _ values: inout [String: String]
  ) -> Bool {
    guard let part = parts.first else { return text.isEmpty }
    switch part {
    case .plain(let bytes):
      return text.starts(with: bytes)
        && match(parts.dropFirst(), text.dropFirst(bytes.count), &values)
    case .field(let name):
      for length in 1..<max(text.count + 1, 1) {
        let value = text.prefix(length)
        if value.last == Self.slash { return false }
        if match(parts.dropFirst(), text.dropFirst(length), &values) {
          values[name] = String(decoding: value, as: UTF8.self)
          return true
        }
      }
      return false
    }
  }
}
