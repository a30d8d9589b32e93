public import Foundation
public import Testing

/// What Perfetto's own messages find in a trace: PyPI's `perfetto`, which Tests/Oracles/perfetto_read.py
/// asks.
public struct PerfettoTrace: Sendable {
  /// A value of a counter, a slice or an instant.
  public struct Entry: Sendable {
    /// `counter`, `slice` or `instant`.
    public var kind: String
    /// The names of the track and of those it is in.
    public var track: String
    /// What it is called.
    public var name: String
    /// When it begins, in nanoseconds.
    public var begin: Int64
    /// When it ends; nothing where it does not.
    public var end: Int64?
    /// The value of a counter.
    public var value: Double
    /// What stands beside it.
    public var notes: JSON
  }

  /// All that is in it, in its order; slices are where they end.
  public var entries: [Entry] = []

  private static let script =
    Repository.root.appendingPathComponent("Tests/Oracles/perfetto_read.py").path

  /// Whether the messages are there.
  public static let canBeRead = OtherProgram.pythonRuns(script)
  /// Why a test that needs them is skipped.
  public static let absence = OtherProgram.absence("Python's perfetto")

  /// Reads traces; what is wrong with one is thrown.
  public static func read(_ files: [URL]) throws -> [PerfettoTrace] {
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

  /// The values of a counter.
  public func values(_ track: String) -> [(time: Int64, value: Double)] {
    entries.filter { $0.kind == "counter" && $0.track == track }.map { ($0.begin, $0.value) }
  }
}
