package import Foundation
package import Testing

/// The contents of a trace as Perfetto's own messages decode it: PyPI's `perfetto`, used by
/// Tests/Oracles/perfetto_read.py.
package struct PerfettoTrace: Sendable {
  /// A value of a counter, a slice or an instant.
  package struct Entry: Sendable {
    /// `counter`, `slice` or `instant`.
    package var kind: String
    /// The names of the track and its parents.
    package var track: String
    /// Its name.
    package var name: String
    /// The start in nanoseconds.
    package var begin: Int64
    /// The end, if it has one.
    package var end: Int64?
    /// The value of a counter.
    package var value: Double
    /// The annotations.
    package var notes: JSON
  }

  /// All entries in order; slices are ordered by their ends.
  package var entries: [Entry] = []

  private static let script =
    Repository.script("perfetto_read.py").path

  /// Whether the messages are installed.
  package static let canBeRead = OtherProgram.pythonRuns(script)
  /// The reason why a test that needs them is skipped.
  package static let absence = OtherProgram.absence("Python's perfetto")

  /// Reads traces; throws for an invalid one.
  package static func read(_ files: [URL]) throws -> [PerfettoTrace] {
    guard let python = OtherProgram.python else { return [] }
    let program = try Program(python, [script] + files.map(\.path))
    try #require(program.status == 0, "\(program.complaints)")
    let decoder = JSONDecoder()
    func json(_ text: Substring) throws -> JSON {
      try decoder.decode(JSON.self, from: Data(text.utf8))
    }
    var traces: [PerfettoTrace] = []
    for line in program.output.split(separator: "\n") {
      let words = line.split(separator: "\t")
      guard words[0] != "file" else {
        traces.append(PerfettoTrace())
        continue
      }
      let begin = try #require(Int64(words[3]))
      traces[traces.count - 1].entries.append(
        Entry(
          kind: String(words[0]), track: try json(words[1]).text, name: try json(words[2]).text,
          begin: begin, end: Int64(words[4]), value: Double(words[4]) ?? .nan,
          notes: try json(words[5])))
    }
    return traces
  }

  /// Returns the values of a counter.
  package func values(_ track: String) -> [(time: Int64, value: Double)] {
    entries.filter { $0.kind == "counter" && $0.track == track }.map { ($0.begin, $0.value) }
  }
}
