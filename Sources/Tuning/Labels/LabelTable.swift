import PantographBase
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
