import Cases
import Glibc

/// The table that a person's answers are written to, each as it is given.
struct LabelFile {
  let path: String
  /// What fills the columns that the table has of its own.
  private var emptyFields = ""
  /// The rows that have been written by this run, by what they are about.
  private var written: [Answered: String] = [:]

  /// What an answer is about.
  struct Answered: Hashable {
    var recording: String
    var gesture: Int?
  }

  /// Takes a table that is there already, or is still to be.
  init(_ path: String) throws(Complaint) {
    self.path = path
    guard Self.exists(path) else {
      try Self.check(path)
      return
    }
    // Before anybody has answered: what could not be written then would be lost.
    guard unsafe access(path, W_OK) == 0 else {
      throw Complaint("\(path): \(SystemReason.writing())")
    }
    let table: LabelTable
    do {
      table = try LabelTable(path)
    } catch {
      throw Complaint("\(error); -o takes a table of labels, or a name that is free")
    }
    guard let ownColumnCount = table.ownColumnCount else {
      throw Complaint(
        "\(path):1:1: its columns do not begin with \(LabelTable.columns.joined(separator: ","))"
          + " in this order; give another file, or put them in order")
    }
    emptyFields = String(repeating: ",", count: ownColumnCount)
  }

  /// Whether there is anything in a file of this name.
  static func exists(_ path: String) -> Bool {
    var target = stat()
    return unsafe stat(path, &target) == 0
      && (target.st_size > 0 || !InputFile.canBeReadAgain(path))
  }

  /// Complains of a place where no table can be made.
  private static func check(_ path: String) throws(Complaint) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    guard unsafe access(folder, W_OK | X_OK) == 0 else {
      throw Complaint("\(path): \(SystemReason.writing())")
    }
    var (itself, target) = (stat(), stat())
    guard unsafe lstat(path, &itself) != 0 || stat(path, &target) == 0 else {
      throw Complaint("\(path): \(OutputFile.leadsNowhere)")
    }
  }

  /// Writes an answer; one that was given before in this run is taken back.
  mutating func write(_ words: LabelWords, about answered: Answered) throws {
    let fields = LabelTable.line(
      recording: written(answered.recording), gesture: answered.gesture, words)
    let line = "\(fields.dropLast())\(emptyFields)\n"
    if let old = written.updateValue(line, forKey: answered) {
      try replace(old, with: line)
    } else {
      try append(line)
    }
  }

  private func append(_ line: String) throws {
    var line = line
    if Self.exists(path) {
      // Where an editor has left the last line without an end, the row would become a part of it.
      let bytes = try InputFile(path).readAll(limit: 1 << 30)
      if bytes.last != UInt8(ascii: "\n") { line = "\n" + line }
    } else {
      line = LabelTable.head + line
    }
    // In one piece: whoever ends the program finds the row whole or not at all.
    try OutputFile(appending: path).write(line)
  }

  private func replace(_ old: String, with line: String) throws {
    let text = String(decoding: try InputFile(path).readAll(limit: 1 << 30), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var parts = lines
    guard let place = parts.lastIndex(of: String(old.dropLast())) else { return try append(line) }
    parts[place] = String(line.dropLast())
    let output = try OutputFile(result: path)
    try output.write(parts.joined(separator: "\n"))
    try output.finish()
  }

  /// The path of a recording, counted from the table's own folder where that can be told.
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
