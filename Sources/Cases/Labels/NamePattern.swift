import Tuning

/// What the names of recordings say of them, such as `{device}-{person}/{label}.{*}`.
///
/// A pattern is held against as many names at the end of a path as it has itself. A field stands for
/// one character or more of a name, as few as will do, the first field first; what is between the
/// fields has to be there as it is. `{*}` stands for anything that says nothing.
public struct NamePattern: Hashable, Sendable {
  /// What is wrong with a pattern.
  public struct Mistake: Error, Hashable {
    /// What is wrong, and what would be right.
    public var sentence: String

    /// Makes a mistake of its sentence.
    public init(sentence: String) { self.sentence = sentence }
  }

  private enum Part: Hashable {
    case plain([UInt8])
    case field(String)
  }

  /// The pattern as it was written.
  public let text: String
  private var parts: [Part] = []
  /// How many names of a path it takes.
  private let depth: Int

  /// The names of the fields.
  public static let fields = ["label", "person", "device", "*"]

  /// Reads a pattern.
  public init(_ text: String) throws(Mistake) {
    self.text = text
    depth = text.utf8.count { $0 == Self.slash } + 1
    var rest = Array(text.utf8)[...]
    var names: Set<String> = []
    while let first = rest.first {
      guard first == UInt8(ascii: "{") else {
        let plain = rest.prefix { $0 != UInt8(ascii: "{") }
        guard !plain.contains(UInt8(ascii: "}")) else {
          throw Mistake(sentence: "a brace is closed that was not opened")
        }
        parts.append(.plain(Array(plain)))
        rest = rest[plain.endIndex...]
        continue
      }
      guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else {
        throw Mistake(sentence: "the closing brace of a field is missing")
      }
      let name = String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
      guard Self.fields.contains(name) else {
        let advice =
          Spelling.nearest(to: name, among: Self.fields.dropLast()).map { "did you mean {\($0)}?" }
          ?? "there are {label}, {person}, {device} and {*}"
        throw Mistake(sentence: "no field {\(name)}; \(advice)")
      }
      guard name == "*" || names.insert(name).inserted else {
        throw Mistake(sentence: "{\(name)} is there twice; {*} stands for what says nothing")
      }
      if case .field(let other) = parts.last {
        throw Mistake(
          sentence: "{\(other)} and {\(name)} have nothing between them that tells them apart")
      }
      parts.append(.field(name))
      rest = rest[(end + 1)...]
    }
    guard !names.isEmpty else {
      throw Mistake(sentence: "it has no field; there are {label}, {person} and {device}")
    }
  }

  private static let slash = UInt8(ascii: "/")

  /// What a path says; nothing where it does not fit the pattern.
  public func words(of path: String) -> LabelWords? {
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
