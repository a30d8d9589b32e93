import PantographBase
package import PantographTraces
package import PantographTrajectories

extension ResultTable {
  /// A cell of a column that has no value at this time; an empty one leaves it open.
  static let absence = "none"

  /// The observation as a CSV table, which ``TableReader`` reads: `expected.csv` of a subject.
  ///
  /// It has a row for each time, and one for each event. Numbers are written in full.
  package var table: String {
    let header = ["time"] + columns.map { Self.quoted($0.name) } + (events.isEmpty ? [] : ["event"])
    var lines = [header.joined(separator: ",")]
    var indices = columns.map { _ in 0 }
    var absences = columns.map { $0.absences[...] }
    var event = 0
    while let time = nextTime(indices, absences, event) {
      // A column may have several values at a time, such as before and after a jump.
      let cells = columns.indices.map { column -> String in
        guard let point = point(column, indices[column]), point.time == time else {
          guard absences[column].first == time else { return "" }
          absences[column].removeFirst()
          return Self.absence
        }
        indices[column] += 1
        return "\(point.value)"
      }
      var words: [String] = []
      if event < events.count, events[event].time == time {
        words = [Self.quoted(events[event].words)]
        event += 1
      }
      let rest = events.isEmpty ? [] : words.isEmpty ? [""] : words
      lines.append(([Self.seconds(time)] + cells + rest).joined(separator: ","))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func point(_ column: Int, _ index: Int) -> Point? {
    index < columns[column].points.count ? columns[column].points[index] : nil
  }

  private func nextTime(
    _ indices: [Int], _ absences: [ArraySlice<Timestamp>], _ event: Int
  ) -> Timestamp? {
    let times =
      indices.enumerated().compactMap { point($0.offset, $0.element)?.time }
      + absences.compactMap(\.first)
    return (times + (event < events.count ? [events[event].time] : [])).min()
  }

  private static func seconds(_ time: Timestamp) -> String {
    var bytes: [UInt8] = []
    bytes.appendFixed(scaled: time.microseconds, decimals: 6)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a cell, in quotes if it contains a comma or a quote, or begins or ends with a blank.
  private static func quoted(_ text: String) -> String {
    let ends = [text.first, text.last].compactMap(\.self)
    guard text.contains(where: { $0 == "," || $0 == "\"" }) || ends.contains(where: \.isWhitespace)
    else { return text }
    return "\"\(text.replacingEach("\"", with: "\"\""))\""
  }
}

extension ResultTable {
  /// Reads a table from a file, in which every line is a row.
  ///
  /// Of a trajectory that Pantograph wrote, the phase and the head are left out.
  package init(table bytes: [UInt8], named path: String) throws(UnusableFile) {
    guard !bytes.isEmpty else { throw UnusableFile(path, line: 1, "the file is empty") }
    do throws(TableReader.Mistake) {
      let isTrajectory = Self.isTrajectory(bytes)
      self = try TableReader.read(bytes, leavingOut: isTrajectory ? ["phase"] : [])
      if let otherLine, !isTrajectory {
        throw TableReader.Mistake(line: otherLine, sentence: "not a row of the table")
      }
    } catch {
      throw Self.mistake(error, in: path)
    }
  }

  /// Reads a table without keeping its rows, and throws what reading it would.
  ///
  /// It is no trajectory that Pantograph wrote.
  package static func check(table path: String) throws(UnusableFile) {
    var reader = TableCheck()
    try WholeFile.forEachPiece(of: path) { piece throws(UnusableFile) in
      do throws(TableReader.Mistake) {
        try reader.take(piece)
      } catch {
        throw Self.mistake(error, in: path)
      }
      return true
    }
    guard !reader.isEmpty else { throw UnusableFile(path, line: 1, "the file is empty") }
    do throws(TableReader.Mistake) {
      try reader.finish()
    } catch {
      throw Self.mistake(error, in: path)
    }
  }

  private static func mistake(
    _ mistake: TableReader.Mistake, in path: String
  ) -> UnusableFile {
    mistake.line == 0
      ? UnusableFile(path, mistake.sentence)
      : UnusableFile(path, line: mistake.line, mistake.sentence)
  }

  /// Returns whether a table is a trajectory that Pantograph wrote.
  package static func isTrajectory(_ table: [UInt8]) -> Bool {
    var header = HeaderSearch()
    header.take(table[...])
    return header.isTrajectory
  }

  /// Returns whether a file is a trajectory that Pantograph wrote; it is read only up to its header.
  package static func isTrajectory(file path: String) throws(UnusableFile) -> Bool {
    var header = HeaderSearch()
    try WholeFile.forEachPiece(of: path) { piece throws(UnusableFile) in
      header.take(piece[...])
      return !header.isFound
    }
    return header.isTrajectory
  }
}

/// Looks for the header of a table, which may have millions of rows.
private struct HeaderSearch {
  /// The beginning of the first line that has something and is no comment, as far as it is known.
  private var line: [UInt8] = []
  /// Whether a comment goes on.
  private var isInComment = false
  /// Whether enough of the header is known.
  private(set) var isFound = false

  private static let trajectory = Array("time,phase,fraction,velocity".utf8)

  /// Takes the next bytes of the file.
  mutating func take(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        isInComment = false
        isFound = !line.isEmpty
      } else if !isInComment {
        isInComment = line.isEmpty && byte == UInt8(ascii: "#")
        if !isInComment { line.append(byte) }
        isFound = line.count == Self.trajectory.count
      }
      if isFound { return }
    }
  }

  var isTrajectory: Bool { line == Self.trajectory }
}

/// Reads a table in pieces, and forgets its rows.
private struct TableCheck {
  private var reader = TableReader(keepsRows: false)
  /// The beginning of a line that is not complete.
  private var rest: [UInt8] = []
  private(set) var isEmpty = true
  /// Whether no lines have been taken.
  private var isAtStart = true

  mutating func take(_ piece: [UInt8]) throws(TableReader.Mistake) {
    isEmpty = isEmpty && piece.isEmpty
    guard let end = piece.lastIndex(of: UInt8(ascii: "\n")) else { return rest += piece }
    try takeLines(rest + piece[..<end])
    rest = Array(piece[(end + 1)...])
  }

  mutating func finish() throws(TableReader.Mistake) {
    try takeLines(rest)
    let observation = try reader.finish()
    if let line = observation.otherLine {
      throw TableReader.Mistake(line: line, sentence: "not a row of the table")
    }
  }

  private mutating func takeLines(_ text: [UInt8]) throws(TableReader.Mistake) {
    try reader.takeLines(isAtStart ? TableReader.withoutMark(text) : text[...])
    isAtStart = false
  }
}
