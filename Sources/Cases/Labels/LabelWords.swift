public import Tuning

/// What one source says of a gesture: any part of it may be left to others.
public struct LabelWords: Hashable, Sendable {
  /// What was meant.
  public var meaning: Label.Meaning?
  /// Who it was.
  public var person: String?
  /// On which device.
  public var device: String?

  /// Makes words of nothing yet, or of what is known.
  public init(meaning: Label.Meaning? = nil, person: String? = nil, device: String? = nil) {
    self.meaning = meaning
    self.person = person
    self.device = device
  }

  /// Takes from another source what is not said yet.
  mutating func fill(from other: LabelWords) {
    meaning = meaning ?? other.meaning
    person = person ?? other.person
    device = device ?? other.device
  }

  /// The words that have a meaning of their own.
  static let ownWords = ["finish", "cancel", "nothing"]

  /// A word that nobody can have meant.
  public struct Misspelling: Error, Hashable {
    /// What is wrong, and what was probably meant.
    public var sentence: String
  }

  /// What a word means; `Finish` is no gesture's name.
  public static func checkedMeaning(of word: String) throws(Misspelling) -> Label.Meaning {
    if !ownWords.contains(word), let meant = Spelling.nearest(to: word, among: ownWords) {
      throw Misspelling(sentence: "no label \(word); did you mean \(meant)?")
    }
    return Label.Meaning(word: word)
  }

  /// Reads what is said by the `label.json` of a case.
  init(caseLabel path: String) throws(UnusableFile) {
    let file = try OpenFile(path)
    var (bytes, piece): ([UInt8], [UInt8]) = ([], [])
    repeat {
      try file.read(into: &piece)
      bytes += piece
      guard bytes.count <= 1 << 20 else {
        throw UnusableFile(path, "more than 1 MiB: this is no label")
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

  private init(parsing bytes: [UInt8]) throws(InteractionError) {
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
