import Glibc
import PantographTraces
import PantographTuning

/// The table of labels, to which each answer is written at once.
struct LabelFile {
  let path: String
  /// The empty fields for additional columns of the table.
  private var emptyFields = ""
  /// The rows written by this run.
  private var written: [Answered: String] = [:]

  /// The gesture, or the whole recording, that an answer is about.
  struct Answered: Hashable {
    var recording: String
    var gesture: Int?
  }

  /// Opens an existing table, or checks that a new one can be created.
  init(_ path: String) throws(CommandError) {
    self.path = path
    guard Self.exists(path) else {
      try Self.check(path)
      return
    }
    // Checked before the first question, so that no answer is lost.
    guard unsafe access(path, W_OK) == 0 else {
      throw CommandError("\(path): \(SystemReason.writing())")
    }
    let table: LabelTable
    do {
      table = try LabelTable(path)
    } catch {
      throw CommandError("\(error); -o requires a table of labels or the name of a new file")
    }
    guard let ownColumnCount = table.ownColumnCount else {
      throw CommandError(
        "\(path):1:1: the columns must begin with \(LabelTable.columns.joined(separator: ","))"
          + " in this order; reorder them or choose another file")
    }
    emptyFields = String(repeating: ",", count: ownColumnCount)
  }

  /// Returns whether there is a file with content at a path.
  static func exists(_ path: String) -> Bool {
    var target = stat()
    return unsafe stat(path, &target) == 0
      && (target.st_size > 0 || !InputFile.canBeReadAgain(path))
  }

  /// Throws if no table can be created at a path.
  private static func check(_ path: String) throws(CommandError) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    guard unsafe access(folder, W_OK | X_OK) == 0 else {
      throw CommandError("\(path): \(SystemReason.writing())")
    }
    var (itself, target) = (stat(), stat())
    guard unsafe lstat(path, &itself) != 0 || stat(path, &target) == 0 else {
      throw CommandError("\(path): \(OutputFile.danglingLink)")
    }
  }

  /// Writes an answer, replacing an earlier one of this run, and returns the content of the table.
  @discardableResult
  mutating func write(_ words: LabelWords, about answered: Answered) throws -> [UInt8] {
    let line = line(words, about: answered)
    if let old = written.updateValue(line, forKey: answered) {
      return try replace(old, with: line)
    }
    return try append(line)
  }

  /// Makes a row of an earlier run one that can be replaced; returns `false` if it is written in another way.
  ///
  /// - Parameter lines: the lines of the table.
  mutating func adopt(
    _ words: LabelWords, about answered: Answered, from lines: Set<Substring>
  ) -> Bool {
    let line = line(words, about: answered)
    guard lines.contains(line.dropLast()) else { return false }
    written[answered] = line
    return true
  }

  /// Makes the next answer a new row, because the row before it has been undone.
  mutating func forget(_ answered: Answered) { written[answered] = nil }

  private func line(_ words: LabelWords, about answered: Answered) -> String {
    let fields = LabelTable.line(
      recording: written(answered.recording), gesture: answered.gesture, words)
    return "\(fields.dropLast())\(emptyFields)\n"
  }

  private func append(_ line: String) throws -> [UInt8] {
    var (line, bytes) = (line, [UInt8]())
    if Self.exists(path) {
      // An editor may have left the last line without a line break.
      bytes = try InputFile(path).readAll(limit: 1 << 30)
      if bytes.last != UInt8(ascii: "\n") { line = "\n" + line }
    } else {
      line = LabelTable.head + line
    }
    // Written in one piece, so that an interruption leaves no incomplete row.
    try OutputFile(appending: path).write(line)
    return bytes + line.utf8
  }

  private func replace(_ old: String, with line: String) throws -> [UInt8] {
    let text = String(decoding: try InputFile(path).readAll(limit: 1 << 30), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var changed = lines
    guard let index = changed.lastIndex(of: String(old.dropLast())) else { return try append(line) }
    changed[index] = String(line.dropLast())
    let output = try OutputFile(result: path)
    let content = changed.joined(separator: "\n")
    try output.write(content)
    try output.finish()
    return Array(content.utf8)
  }

  /// Returns the path of a recording, relative to the table's folder if possible.
  private func written(_ recording: String) -> String {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    if recording.hasPrefix(folder) { return String(recording.dropFirst(folder.count)) }
    if recording.hasPrefix("/") { return recording }
    let names = folder.split(separator: "/").filter { $0 != "." }
    if !folder.hasPrefix("/"), !names.contains("..") {
      return String(repeating: "../", count: names.count) + recording
    }
    let real = unsafe realpath(recording, nil)
    defer { unsafe free(real) }
    return unsafe real.map { unsafe String(cString: $0) } ?? recording
  }
}
