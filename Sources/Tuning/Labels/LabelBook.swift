import Pantograph
package import PantographTraces

/// All labels of gestures, from any source.
///
/// For a recording it consults, in this order, the given table, `labels.csv` beside the recording, the
/// `label.json` of a case, and the recording's name. The label, the person and the device each come
/// from the first source that has them; in a table, a row for one gesture goes before one for all.
package struct LabelBook: Sendable {
  /// The name of a table beside recordings.
  package static let tableName = "labels.csv"
  /// The name of the label of a case.
  package static let caseName = "label.json"

  private let given: IndexedTable?
  private let pattern: NamePattern?
  /// The folder that was searched last, and the result.
  private var folder: String?
  private var beside: IndexedTable?
  /// The tables whose rows have been checked for missing recordings.
  private var checked: Set<String> = []
  /// The rows about missing recordings and gestures.
  package private(set) var mistakes: [UnusableFile] = []
  private var mistaken: Set<UnusableFile> = []

  /// Creates a book.
  ///
  /// - Parameters:
  ///   - table: a table that goes before all other sources.
  ///   - pattern: the pattern of the recordings' names.
  package init(_ table: LabelTable? = nil, names pattern: NamePattern? = nil) {
    given = table.map(IndexedTable.init)
    self.pattern = pattern
    if let given { note(given) }
  }

  /// A table, and the rows for each file.
  private struct IndexedTable {
    let table: LabelTable
    var rows: [RecordingIdentity: [Int]] = [:]
    /// The rows about missing files.
    var absent: [Int] = []

    init(_ table: LabelTable) {
      self.table = table
      for (index, row) in table.rows.enumerated() {
        if let identity = RecordingIdentity(ofFile: row.recording) {
          rows[identity, default: []].append(index)
        } else {
          absent.append(index)
        }
      }
    }

    func rows(about identity: RecordingIdentity) -> [LabelTable.Row] {
      (rows[identity] ?? []).map { table.rows[$0] }
    }
  }

  /// Adds labels and device names to the gestures of a recording.
  ///
  /// - Parameter gestures: all gestures of one recording, in order.
  package mutating func label(_ gestures: inout [GestureFeatures]) throws(UnusableFile) {
    guard let recording = gestures.first?.recording else { return }
    let words = try words(
      about: recording, numbers: gestures.map(\.number), count: gestures.last?.number ?? 0)
    for (index, words) in words.enumerated() {
      gestures[index].device = words.device ?? gestures[index].device
      // The device is a part of the features, whatever its source.
      gestures[index].label = words.meaning.map { Label($0, person: words.person) }
    }
  }

  /// Returns the labels for the gestures of a recording.
  ///
  /// - Parameters:
  ///   - recording: the file of the recording.
  ///   - numbers: the requested gestures.
  ///   - count: the number of gestures in the recording.
  package mutating func words(
    about recording: String, numbers: [Int], count: Int
  ) throws(UnusableFile) -> [LabelWords] {
    try look(beside: recording)
    let identity = RecordingIdentity(ofFile: recording)
    var whole = LabelWords()
    var single: [Int: LabelWords] = [:]
    for table in [given, beside].compactMap(\.self) {
      guard let rows = identity.map({ table.rows(about: $0) }), !rows.isEmpty else { continue }
      for row in rows {
        if let number = row.gesture, number > count {
          let there = count == 0 ? "no gesture" : count == 1 ? "only one" : "only \(count)"
          note(
            table, row,
            "no gesture \(number) in \(recording), which has \(there); remove the row")
        }
      }
      for number in numbers {
        for row in rows where row.gesture == number {
          single[number, default: whole].fill(from: row.words)
        }
      }
      for row in rows where row.gesture == nil {
        for number in numbers { single[number, default: whole].fill(from: row.words) }
        whole.fill(from: row.words)
      }
    }
    let rest = try wordsOfTheWhole(recording)
    return numbers.map { number in
      var words = single[number] ?? whole
      words.fill(from: rest)
      return words
    }
  }

  /// Returns the labels from the case and from the name.
  private func wordsOfTheWhole(_ recording: String) throws(UnusableFile) -> LabelWords {
    var words = LabelWords()
    let slash = recording.lastIndex(of: "/")
    let name = slash.map { recording[recording.index(after: $0)...] } ?? recording[...]
    if name.hasPrefix("recording.") {
      let label = Case.join(slash.map { String(recording[..<$0]) } ?? ".", Self.caseName)
      if RecordingIdentity(ofFile: label) != nil {
        words.fill(from: try LabelWords(caseLabel: label))
      }
    }
    if let more = pattern?.words(of: recording) { words.fill(from: more) }
    return words
  }

  private mutating func look(beside recording: String) throws(UnusableFile) {
    let folder = recording.lastIndex(of: "/").map { String(recording[...$0]) } ?? ""
    guard folder != self.folder else { return }
    let path = folder + Self.tableName
    beside = RecordingIdentity(ofFile: path) == nil ? nil : IndexedTable(try LabelTable(path))
    self.folder = folder
    if let beside, checked.insert(path).inserted { note(beside) }
  }

  private mutating func note(_ table: IndexedTable) {
    for index in table.absent {
      let row = table.table.rows[index]
      note(table, row, "no recording \(row.recording); remove the row or correct its path")
    }
  }

  private mutating func note(_ table: IndexedTable, _ row: LabelTable.Row, _ sentence: String) {
    let mistake = UnusableFile(
      table.table.path, line: row.line, column: row.column, sentence)
    if mistaken.insert(mistake).inserted { mistakes.append(mistake) }
  }
}
