import PantographBase
package import PantographTraces

/// The labels of a gesture from one source; other sources can complete them.
package struct LabelWords: Hashable, Sendable {
  /// What the user meant.
  package var meaning: Label.Meaning?
  /// The person.
  package var person: String?
  /// The device.
  package var device: String?

  /// Creates labels, empty by default.
  package init(meaning: Label.Meaning? = nil, person: String? = nil, device: String? = nil) {
    self.meaning = meaning
    self.person = person
    self.device = device
  }

  /// Completes missing labels from another source.
  mutating func fill(from other: LabelWords) {
    meaning = meaning ?? other.meaning
    person = person ?? other.person
    device = device ?? other.device
  }

  /// The words with a meaning of their own.
  static let ownWords = ["finish", "cancel", "nothing"]

  /// A word that can't be a label.
  package struct Misspelling: Error, Hashable {
    /// What is wrong, and the likely intention.
    package var sentence: String
  }

  /// Returns the meaning of a word; `Finish` can't be the name of a gesture.
  package static func checkedMeaning(of word: String) throws(Misspelling) -> Label.Meaning {
    if !ownWords.contains(word), let meant = Spelling.nearest(to: word, among: ownWords) {
      throw Misspelling(sentence: "unknown label '\(word)'; did you mean '\(meant)'?")
    }
    return Label.Meaning(word: word)
  }

  /// Reads the `label.json` of a case.
  package init(caseLabel path: String) throws(UnusableFile) {
    let file = try OpenFile(path)
    var (bytes, piece): ([UInt8], [UInt8]) = ([], [])
    repeat {
      try file.read(into: &piece)
      bytes += piece
      guard bytes.count <= 1 << 20 else {
        throw UnusableFile(path, "larger than 1 MiB: not a label")
      }
    } while !piece.isEmpty
    do {
      try self.init(parsing: bytes)
    } catch {
      let key = error.path.isEmpty ? "" : "\(error.path): "
      throw UnusableFile(
        path, line: error.location.line, column: error.location.column, key + error.sentence)
    }
  }

  private init(parsing bytes: [UInt8]) throws(JSONError) {
    let top = try JSONNode(parsing: bytes)
    let members = try top.members(known: ["outcome", "person", "device", "scenarios"])
    if let outcome = members["outcome"] {
      let word = try outcome.text("what was meant, such as \"finish\",")
      guard !word.isEmpty else { throw outcome.error("expected a word, such as finish") }
      do { meaning = try Self.checkedMeaning(of: word) } catch {
        throw outcome.error(error.sentence)
      }
    }
    person = try members["person"]?.text("a name")
    device = try members["device"]?.text("a name")
  }
}
