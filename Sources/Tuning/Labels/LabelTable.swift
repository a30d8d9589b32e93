package import PantographBase
package import PantographTraces

/// A table of labels for gestures: `recording,gesture,label,person,device`.
///
/// Columns can be in any order, and only `recording` is required; unknown columns are ignored.
/// Recordings are relative to the table's folder. A row without a gesture applies to all gestures of
/// its recording.
package struct LabelTable: Sendable {
  /// A row of the table.
  package struct Row: Sendable {
    /// The file of the recording, relative to the working directory.
    package var recording: String
    /// The number of the gesture, from 1; `nil` for all gestures.
    package var gesture: Int?
    /// The labels.
    package var words: LabelWords
    /// The line of the row.
    package var line: Int
    /// The column of the gesture's number, or of the recording if there is none.
    package var column: Int
  }

  /// The names of the columns.
  package static let columns = ["recording", "gesture", "label", "person", "device"]

  /// The file.
  package let path: String
  /// The number of unknown columns after all known ones in the usual order; `nil` in any other case.
  package let ownColumnCount: Int?
  /// The rows, in the order of the file.
  package private(set) var rows: [Row] = []

  /// Reads a file.
  package init(_ path: String) throws(UnusableFile) {
    self.path = path
    var table = try CSVReader(path, takesEndlessLine: true)
    guard let head = try table.next() else {
      throw UnusableFile(
        path, line: 1, column: 1,
        "the table is empty; it begins with \(Self.columns.joined(separator: ","))")
    }
    let columnIndices = try Self.columnIndices(head, table)
    ownColumnCount =
      head.map(\.text).starts(with: Self.columns) ? head.count - Self.columns.count : nil
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    // Rows are compared by file, not by name: of two contradicting rows only one could apply.
    var seen: [Key: Int] = [:]
    while let fields = try table.next() {
      guard fields.count == head.count else {
        throw UnusableFile(
          path, line: fields[0].line, column: 1,
          "\(fields.count) fields for \(head.count) columns: a comma is missing or extra")
      }
      let row = try Self.row(fields, columnIndices, below: folder, table)
      let key = Key(recording: RecordingIdentity(row.recording), gesture: row.gesture)
      if let line = seen.updateValue(row.line, forKey: key) {
        throw UnusableFile(
          path, line: row.line, column: row.column,
          "line \(line) labels the same gesture; leave out one of them")
      }
      rows.append(row)
    }
  }

  private struct Key: Hashable {
    var recording: RecordingIdentity
    var gesture: Int?
  }

  private static func columnIndices(
    _ head: [CSVReader.Field], _ table: CSVReader
  ) throws(UnusableFile) -> [String: Int] {
    var columnIndices: [String: Int] = [:]
    let missing = columns.filter { name in !head.contains { $0.text == name } }
    for (index, field) in head.enumerated() {
      guard columns.contains(field.text) else {
        // Any other column is the user's own.
        guard let name = Spelling.nearest(to: field.text, among: missing) else { continue }
        throw table.mistake(at: field, "unknown column '\(field.text)'; did you mean '\(name)'?")
      }
      guard columnIndices.updateValue(index, forKey: field.text) == nil else {
        throw table.mistake(at: field, "duplicate column '\(field.text)'")
      }
    }
    guard columnIndices["recording"] != nil else {
      throw UnusableFile(
        table.path, line: 1, column: 1,
        "missing column 'recording'; a table of labels begins with"
          + " \(columns.joined(separator: ","))")
    }
    return columnIndices
  }

  private static func row(
    _ fields: [CSVReader.Field], _ columnIndices: [String: Int], below folder: String,
    _ table: CSVReader
  ) throws(UnusableFile) -> Row {
    func field(_ name: String) -> CSVReader.Field? {
      columnIndices[name].map { fields[$0] }.flatMap { $0.text.isEmpty ? nil : $0 }
    }
    guard let recording = field("recording") else {
      throw table.mistake(
        at: fields[columnIndices["recording"] ?? 0], "expected the file of a recording")
    }
    let isAbsolute = recording.text.hasPrefix("/")
    var row = Row(
      recording: isAbsolute ? recording.text : folder + recording.text, words: LabelWords(),
      line: fields[0].line, column: recording.column)
    if let gesture = field("gesture") {
      guard let number = Int(gesture.text), number > 0 else {
        throw table.mistake(
          at: gesture, "expected the number of a gesture, from 1, or nothing for all gestures")
      }
      row.gesture = number
      row.column = gesture.column
    }
    if let label = field("label") {
      do { row.words.meaning = try LabelWords.checkedMeaning(of: label.text) } catch {
        throw table.mistake(at: label, error.sentence)
      }
    }
    row.words.person = field("person")?.text
    row.words.device = field("device")?.text
    return row
  }

  // MARK: Writing

  /// The head of a table, as a line.
  package static var head: String { columns.joined(separator: ",") + "\n" }

  /// Returns a row as a line.
  package static func line(recording: String, gesture: Int?, _ words: LabelWords) -> String {
    var bytes: [UInt8] = []
    for text in [
      recording, gesture.map { "\($0)" }, words.meaning?.word, words.person, words.device,
    ] {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: ",")) }
      bytes.appendField(text ?? "")
    }
    return String(decoding: bytes, as: UTF8.self) + "\n"
  }
}

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

  /// Returns the meaning of a word; `Finish` can't be the name of a gesture.
  package static func checkedMeaning(of word: String) throws(Complaint) -> Label.Meaning {
    if !ownWords.contains(word), let meant = Spelling.nearest(to: word, among: ownWords) {
      throw Complaint("unknown label '\(word)'; did you mean '\(meant)'?")
    }
    return Label.Meaning(word: word)
  }

  /// Reads the `label.json` of a case.
  package init(caseLabel path: String) throws(UnusableFile) {
    let file = try RegularFile(path)
    var bytes: [UInt8] = []
    var piece: [UInt8] = []
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
      throw UnusableFile(path, error)
    }
  }

  private init(parsing bytes: [UInt8]) throws(Complaint) {
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

/// A pattern for the names of recordings, such as `{device}-{person}/{label}.{*}`.
///
/// A pattern matches as many names at the end of a path as it has itself. A field matches one or more
/// characters of a name, as few as possible, from the first field on. Text between the fields must
/// match exactly. `{*}` matches text without a meaning.
package struct NamePattern: Hashable, Sendable {
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
  package init(_ text: String) throws(Complaint) {
    self.text = text
    depth = text.utf8.count { $0 == Self.slash } + 1
    var rest = Array(text.utf8)[...]
    var names: Set<String> = []
    while let first = rest.first {
      guard first == UInt8(ascii: "{") else {
        let plain = rest.prefix { $0 != UInt8(ascii: "{") }
        guard !plain.contains(UInt8(ascii: "}")) else {
          throw Complaint("unmatched closing brace")
        }
        parts.append(.plain(Array(plain)))
        rest = rest[plain.endIndex...]
        continue
      }
      guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else {
        throw Complaint("missing closing brace")
      }
      let name = String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
      guard Self.fields.contains(name) else {
        let advice =
          Spelling.nearest(to: name, among: Self.fields.dropLast()).map { "did you mean {\($0)}?" }
          ?? "expected {label}, {person}, {device} or {*}"
        throw Complaint("unknown field {\(name)}; \(advice)")
      }
      guard name == "*" || names.insert(name).inserted else {
        throw Complaint("duplicate field {\(name)}; use {*} for text without a meaning")
      }
      if case .field(let other) = parts.last {
        throw Complaint(
          "{\(other)} and {\(name)} need a separator between them")
      }
      parts.append(.field(name))
      rest = rest[(end + 1)...]
    }
    guard !names.isEmpty else {
      throw Complaint("no field; expected {label}, {person} or {device}")
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
