package import PantographCases
import PantographQuantities

extension Observation {
  /// A cell of a column that has no value at this time; an empty one leaves it open.
  static let absence = "none"

  /// The observation as a CSV table, which ``ObservationReader`` reads: `expected.csv` of a subject.
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

extension Observation {
  /// Reads a table from a file, in which every line is a row.
  ///
  /// Of a trajectory that Pantograph wrote, the phase and the head are left out.
  package init(table bytes: [UInt8], named path: String) throws(UnusableFile) {
    guard !bytes.isEmpty else { throw UnusableFile(path, line: 1, "the file is empty") }
    do throws(ObservationReader.Mistake) {
      let isTrajectory = Self.isTrajectory(bytes)
      self = try ObservationReader.read(bytes, leavingOut: isTrajectory ? ["phase"] : [])
      if let otherLine, !isTrajectory {
        throw ObservationReader.Mistake(line: otherLine, sentence: "not a row of the table")
      }
    } catch {
      throw error.line == 0
        ? UnusableFile(path, error.sentence) : UnusableFile(path, line: error.line, error.sentence)
    }
  }

  /// Returns whether a table is a trajectory that Pantograph wrote.
  package static func isTrajectory(_ table: [UInt8]) -> Bool {
    // Only up to the header, since a table may have millions of rows.
    var rest = table[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      if let first = line.first, first != UInt8(ascii: "#") {
        return line.starts(with: Array("time,phase,fraction,velocity".utf8))
      }
      rest = rest.dropFirst(line.count + 1)
    }
    return false
  }
}
