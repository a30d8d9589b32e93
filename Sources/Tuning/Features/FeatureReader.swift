import PantographBase
package import PantographGestures
import PantographInteractions
package import PantographTraces

/// Reads features of gestures row by row from a table of either format.
///
/// Columns can be in any order and have their former names; unknown columns are ignored. The results of the interaction's rule,
/// including margins, are not read: they follow from the rest.
package struct FeatureReader {
  /// A row of either format.
  private enum Row {
    case fields([CSVReader.Field])
    case object(JSONNode, line: Int)
  }

  private var table: CSVReader?
  private var lines: FileLines?
  /// The index of each column in a row of fields.
  private var columnIndices: [String: Int] = [:]
  private let path: String
  /// The first row of a table without a head, until it is taken.
  private var taken: [CSVReader.Field]?

  /// The columns that are read.
  private static let read = FeatureColumns.all.filter {
    !FeatureColumns.judged.contains($0)
  }
  /// The columns without which the file is refused.
  private let required: [String]
  /// The columns that the file does not have, and that are not required: their values are 0, or none.
  package private(set) var missing: Set<String> = []

  /// The estimators whose velocities are kept.
  private let estimators: [VelocityEstimator]
  /// The columns of all velocities, and whether they are kept.
  private let velocityColumns: [(names: [String], isKept: Bool)]

  /// Opens a file, and reads the names of its columns.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - previous: the previous part, whose columns apply to a part without a head: of the parts written by
  ///     `pantograph features --shard`, only the first has one.
  ///   - estimators: the estimators whose velocities are kept, in the usual order; others are only checked.
  ///   - required: the columns without which the file is refused; all by default.
  package init(
    _ path: String, after previous: FeatureReader? = nil,
    keeping estimators: [VelocityEstimator] = VelocityEstimator.allCases,
    requiring required: Set<String>? = nil
  ) throws(UnusableFile) {
    self.path = path
    self.required = Self.read.filter { required?.contains($0) ?? true }
    self.estimators = estimators
    velocityColumns = VelocityEstimator.allCases.map {
      (FeatureColumns.velocities($0), estimators.contains($0))
    }
    var first = try FileLines(path)
    guard let line = try first.next() else {
      // A part may contain no recordings.
      guard previous != nil else { throw UnusableFile(path, "the file is empty") }
      lines = first
      columnIndices = previous?.columnIndices ?? [:]
      missing = previous?.missing ?? []
      return
    }
    if line.first == UInt8(ascii: "{") {
      // The keys of the first row are those of all. Mistakes in it are reported when it is read.
      if let first = try? JSONNode(parsing: line) {
        missing = Set(Self.read.filter { Self.member($0, of: first) == nil })
          .subtracting(self.required)
      }
      lines = try FileLines(path)
      return
    }
    var table = try CSVReader(path)
    let head = try table.next() ?? []
    if !head.contains(where: { Self.read.contains(Self.current($0.text)) }) {
      try takeOver(head, from: previous)
    } else {
      try read(head, of: table)
    }
    self.table = table
  }

  private mutating func read(
    _ head: [CSVReader.Field], of table: CSVReader
  ) throws(UnusableFile) {
    for (index, field) in head.enumerated() {
      guard columnIndices.updateValue(index, forKey: Self.current(field.text)) == nil else {
        throw table.mistake(at: field, "duplicate column '\(field.text)'")
      }
    }
    if let field = head.first(where: { $0.text == Self.formerRestTime }),
      columnIndices[Self.restTime] == nil
    {
      throw table.mistake(at: field, Self.renamedRestTime("column"))
    }
    let absent = Self.read.filter { columnIndices[$0] == nil }
    missing = Set(absent).subtracting(required)
    let needed = required.filter(absent.contains)
    if let name = needed.first {
      guard columnIndices["subject"] == nil else {
        throw UnusableFile(
          path, line: 1, column: 1,
          "these are the features of another program or a page; rules require those of an interaction"
        )
      }
      let others = needed.count == 1 ? "" : " and \(needed.count - 1) more"
      throw UnusableFile(
        path, line: 1, column: 1,
        "missing column '\(name)'\(others); `pantograph features` writes all of them")
    }
  }

  /// Takes the first row for a gesture, with the columns of the previous part.
  private mutating func takeOver(
    _ row: [CSVReader.Field], from previous: FeatureReader?
  ) throws(UnusableFile) {
    guard let previous, !previous.columnIndices.isEmpty else {
      throw UnusableFile(
        path, line: 1, column: 1,
        "missing column names; of the parts of `pantograph features --shard` only the"
          + " first has them: give all parts in order, separated by commas")
    }
    columnIndices = previous.columnIndices
    missing = previous.missing
    taken = row
  }

  /// Returns the next gesture, or `nil` at the end.
  package mutating func next() throws(UnusableFile) -> GestureFeatures? {
    if lines != nil {
      guard let line = try lines?.next() else { return nil }
      let number = lines?.number ?? 1
      do {
        return try gesture(.object(JSONNode(parsing: line), line: number))
      } catch let error as Complaint {
        throw mistake(error, line: number)
      } catch let error as UnusableFile {
        throw error
      } catch {
        throw UnusableFile(path, line: number, column: 1, "\(error)")
      }
    }
    guard let fields = try nextFields() else { return nil }
    guard fields.count == columnIndices.count else {
      throw UnusableFile(
        path, line: fields[0].line, column: 1,
        "\(fields.count) fields for \(columnIndices.count) columns: the row is cut off, or commas are missing"
      )
    }
    return try gesture(.fields(fields))
  }

  private mutating func nextFields() throws(UnusableFile) -> [CSVReader.Field]? {
    guard let first = taken else { return try table?.next() }
    taken = nil
    return first
  }

  private func mistake(_ error: Complaint, line: Int) -> UnusableFile {
    UnusableFile(path, line: line, column: error.column, error.sentence)
  }

  // MARK: Fields

  /// Returns the current name of a column.
  private static func current(_ name: String) -> String { FeatureColumns.current[name] ?? name }

  /// The former names by the current ones.
  private static let former = Dictionary(
    uniqueKeysWithValues: FeatureColumns.current.map { ($0.value, $0.key) })

  /// Returns the member of a row with a name or its former name.
  private static func member(_ name: String, of object: JSONNode) -> JSONNode? {
    object[name] ?? former[name].flatMap { object[$0] }
  }

  /// Returns a text; `nil` for an empty field.
  private func text(_ name: String, of row: Row) throws(UnusableFile) -> String? {
    switch row {
    case .fields(let fields):
      let text = columnIndices[name].map { fields[$0].text } ?? ""
      return text.isEmpty ? nil : text
    case .object(let object, let line):
      guard let node = Self.member(name, of: object) else {
        if missing.contains(name) { return nil }
        throw UnusableFile(path, line: line, column: 1, "missing key '\(name)'")
      }
      guard !node.isNull else { return nil }
      do { return try node.text(name) } catch { throw mistake(error, line: line) }
    }
  }

  /// Returns a number; `nil` for an empty field.
  private func number(_ name: String, of row: Row) throws(UnusableFile) -> Double? {
    switch row {
    case .fields(let fields):
      guard let text = try text(name, of: row) else { return nil }
      // Swift also accepts nan, inf and hexadecimal digits as numbers.
      guard text.utf8.allSatisfy(Self.isPartOfNumber), let number = Double(text), number.isFinite
      else { throw mistake(name, of: .fields(fields), "expected a number") }
      return number
    case .object(let object, let line):
      guard let node = Self.member(name, of: object) else {
        if missing.contains(name) { return nil }
        let isRenamed = name == Self.restTime && object[Self.formerRestTime] != nil
        throw UnusableFile(
          path, line: line, column: 1,
          isRenamed ? Self.renamedRestTime("key") : "missing key '\(name)'")
      }
      guard !node.isNull else { return nil }
      do {
        return try node.number(in: -Self.greatest...Self.greatest, "the \(name)")
      } catch {
        throw mistake(error, line: line)
      }
    }
  }

  private static let restTime = "rest_time"
  private static let formerRestTime = "stillness"

  private static func renamedRestTime(_ what: String) -> String {
    "unknown \(what) '\(formerRestTime)'; it is now '\(restTime)'"
  }

  private static let greatest = Double.greatestFiniteMagnitude

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private func needed(_ name: String, of row: Row) throws(UnusableFile) -> Double {
    if missing.contains(name) { return 0 }
    guard let number = try number(name, of: row) else {
      throw mistake(
        name, of: row,
        isWaiting(row)
          ? "the gesture had not begun by then; leave out the rows whose state is waiting"
          : "expected a number, because the gesture was released")
    }
    return number
  }

  /// Returns whether a row of `features --at` is that of a gesture that had not begun.
  private func isWaiting(_ row: Row) -> Bool {
    let word = GestureFeatures.Instant.State.waiting.rawValue
    return switch row {
    case .fields(let fields): columnIndices["state"].map { fields[$0].text == word } ?? false
    case .object(let object, _): (try? object["state"]?.text("")) == word
    }
  }

  private func mistake(_ name: String, of row: Row, _ sentence: String) -> UnusableFile {
    switch row {
    case .fields(let fields):
      let field = fields[columnIndices[name] ?? 0]
      return UnusableFile(path, line: field.line, column: field.column, "\(name): \(sentence)")
    case .object(_, let line):
      return UnusableFile(path, line: line, column: 1, "\(name): \(sentence)")
    }
  }

  // MARK: Gestures

  private func gesture(_ row: Row) throws(UnusableFile) -> GestureFeatures {
    guard let recording = try text("recording", of: row) else {
      throw mistake("recording", of: row, "expected the file of a recording")
    }
    let ending = FeatureColumns.ending
    let word = try text(ending, of: row)
    guard let end = word.flatMap(GestureFeatures.End.init) else {
      guard word != "let-go" else {
        let current = GestureFeatures.End.release.rawValue
        throw mistake(ending, of: row, "unknown value 'let-go'; it is now '\(current)'")
      }
      let ends = GestureFeatures.End.allCases.map(\.rawValue).joined(separator: ", ")
      throw mistake(ending, of: row, "expected one of \(ends)")
    }
    guard let number = try number("gesture", of: row).flatMap({ Int(exactly: $0) }),
      end == .none ? number == 0 : number > 0
    else {
      let expected = end == .none ? "0, as there was none" : "the number of a gesture, from 1"
      throw mistake("gesture", of: row, "expected \(expected)")
    }
    // 1e12 s: more than any clock counts, and few enough for microseconds.
    let time = missing.contains("time") ? 0 : try self.number("time", of: row)
    guard let seconds = time, (0..<1e12).contains(seconds) else {
      throw mistake("time", of: row, "expected seconds since the first event, such as 0.218700")
    }
    var features = GestureFeatures(
      recording: recording, number: number,
      time: Timestamp(microseconds: Int64((seconds * 1_000_000).rounded())), end: end,
      release: nil, velocities: [], by: estimators,
      peakPressure: try self.number("peak_pressure", of: row),
      device: try text("device", of: row) ?? "", label: nil)
    if let word = try text("label", of: row) {
      features.label = Label(.init(word: word), person: try text("person", of: row))
    }
    guard end == .release else { return features }
    features.release = try release(row)
    for (names, isKept) in velocityColumns {
      let along = try needed(names[0], of: row)
      let across = try needed(names[1], of: row)
      if isKept { features.velocities.append(.init(along: along, across: across)) }
    }
    return features
  }

  private func release(_ row: Row) throws(UnusableFile) -> Release {
    let distance = try needed("distance", of: row)
    guard distance > 0 else { throw mistake("distance", of: row, "expected more than 0 mm") }
    return Release(
      fraction: try needed("fraction", of: row),
      startFraction: try needed("start_fraction", of: row),
      peak: try needed("peak", of: row), distance: distance, travel: try needed("travel", of: row),
      crossTravel: try needed("cross_travel", of: row),
      lastMovement: try needed("last_movement", of: row),
      duration: try seconds("duration", of: row), restTime: try seconds(Self.restTime, of: row),
      earlierTravel: try needed("earlier_travel", of: row))
  }

  private func seconds(_ name: String, of row: Row) throws(UnusableFile) -> Double {
    let time = try needed(name, of: row)
    guard time >= 0 else { throw mistake(name, of: row, "expected seconds, not less than 0") }
    return time
  }
}
