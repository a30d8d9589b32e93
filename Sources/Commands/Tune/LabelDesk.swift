import Glibc
import PantographCLinux
import PantographReports
import PantographTraces
import PantographTuning

/// The gestures that a browser labels, their labels, and the changes that can be undone.
///
/// The table can be changed by another program at any time. Whatever is in it is read again before anything is written.
struct LabelDesk: Sendable {
  /// A gesture, and the row about it.
  private struct Known {
    /// What the row in the table says about this gesture alone; `nil` if there is no such row.
    var own: LabelWords?
    /// What holds for the gesture, from whatever row or file.
    var words = LabelWords()
    var isLocked = false
  }

  /// A written answer.
  private struct Step {
    var index: Int
    var change: FileChange
    var before: Known
    var after: Known
  }

  /// All gestures, without their labels.
  let gestures: [LabelPage.Gesture]
  /// The number of gestures that had a label at the beginning.
  let labelledBefore: Int
  private let person: String?
  private let book: @Sendable (LabelTable?) -> LabelBook
  private var file: LabelFile
  private var content: [UInt8]?
  private var known: [Known] = []
  private var steps: [Step] = []
  private var undone: [Step] = []
  /// The number of changes so far.
  private(set) var changeCount = 0

  /// Reads the labels of gestures.
  init(
    _ gestures: [LabelPage.Gesture], into path: String, person: String?,
    book: @escaping @Sendable (LabelTable?) -> LabelBook
  ) throws {
    self.gestures = gestures
    self.person = person
    self.book = book
    file = try LabelFile(path)
    content = try Self.content(of: path)
    (known, file) = try Self.read(gestures, content, book, path)
    labelledBefore = known.count { $0.words.meaning != nil }
  }

  /// The path of the table.
  var path: String { file.path }

  // MARK: Reading

  private static func content(of path: String) throws -> [UInt8]? {
    var target = stat()
    guard unsafe stat(path, &target) == 0 else {
      guard errno == ENOENT else { throw CommandError("\(path): \(SystemReason.reading())") }
      return nil
    }
    return try InputFile(path).readAll(limit: 1 << 30)
  }

  /// Returns what is known of each gesture, and the table with the rows that can be replaced.
  private static func read(
    _ gestures: [LabelPage.Gesture], _ content: [UInt8]?, _ book: (LabelTable?) -> LabelBook,
    _ path: String
  ) throws -> ([Known], LabelFile) {
    var file = try LabelFile(path)
    let bytes = content ?? []
    do {
      let table = bytes.isEmpty ? nil : try LabelTable(path)
      var rows: [Row: LabelWords] = [:]
      for row in table?.rows ?? [] {
        rows[Row(recording: RecordingIdentity(row.recording), gesture: row.gesture)] = row.words
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let lines = Set(text.split(separator: "\n"))
      var book = book(table)
      var known = [Known]()
      var start = 0
      while start < gestures.count {
        let recording = gestures[start].features.recording
        let end = start + max(gestures[start].count, 1)
        let words = try book.words(
          about: recording, numbers: gestures[start..<end].map(\.features.number),
          count: gestures[start].count)
        let identity = RecordingIdentity(recording)
        for (index, words) in zip(start..<end, words) {
          let answered = answered(gestures[index])
          let own = rows[Row(recording: identity, gesture: answered.gesture)]
          let isOurs = own.map { file.adopt($0, about: answered, from: lines) } ?? true
          known.append(Known(own: own, words: words, isLocked: !isOurs))
        }
        start = end
      }
      return (known, file)
    } catch {
      throw CommandError(error)
    }
  }

  private struct Row: Hashable {
    var recording: RecordingIdentity
    var gesture: Int?
  }

  private static func answered(_ gesture: LabelPage.Gesture) -> LabelFile.Answered {
    let number = gesture.features.number
    return LabelFile.Answered(
      recording: gesture.features.recording, gesture: number == 0 ? nil : number)
  }

  /// Reads the table again if another program has changed it; returns whether it has.
  ///
  /// Answers from before can't be undone any more: that would undo the change of the other program as well.
  mutating func refresh() throws -> Bool {
    let present = try Self.content(of: path)
    guard present != content else { return false }
    (known, file) = try Self.read(gestures, present, book, path)
    content = present
    steps = []
    undone = []
    changeCount += 1
    return true
  }

  // MARK: The state

  /// All gestures with their labels.
  var labelled: [LabelPage.Gesture] {
    zip(gestures, known).map { gesture, known in
      var gesture = gesture
      gesture.label = known.words.meaning?.word
      gesture.person = known.words.person ?? person
      gesture.device = known.words.device
      gesture.isLocked = known.isLocked
      return gesture
    }
  }

  /// The words of the last answer, and of the one that was undone last.
  var changes: (undo: String?, redo: String?) {
    (steps.last?.after.words.meaning?.word, undone.last?.after.words.meaning?.word)
  }

  /// The number of gestures that have been labelled here.
  var labelledCount: Int { Set(steps.map(\.index)).count }

  /// The first gesture without a label after one, or else the first of all; `nil` if there is no other.
  func next(after index: Int?) -> Int? {
    let open = known.indices.filter { known[$0].words.meaning == nil && $0 != index }
    return open.first { $0 > index ?? -1 } ?? open.first
  }

  /// The gesture before one that is asked about or was answered here.
  func previous(before index: Int) -> Int? {
    let answered = Set(steps.map(\.index))
    return known[..<index].indices.last {
      known[$0].words.meaning == nil || answered.contains($0)
    }
  }

  // MARK: Changes

  /// Writes an answer; returns whether another program had changed the table.
  ///
  /// - Parameter seen: the label that the page showed, empty for none.
  mutating func answer(_ meaning: Label.Meaning, at index: Int, seen: String) throws -> Bool {
    let isChanged = try refresh()
    var after = known[index]
    let name = gestures[index].name
    guard (after.words.meaning?.word ?? "") == seen else {
      let label = after.words.meaning.map { "is labelled \($0.word)" } ?? "has no label"
      throw CommandError(
        "\(name) \(label) by now, and was not changed; answer again if you want to")
    }
    guard !after.isLocked else {
      throw CommandError("\(name): its row can't be replaced here; edit \(path)")
    }
    guard after.words.meaning != meaning || after.own == nil else { return isChanged }
    var words = after.own ?? LabelWords(person: after.words.person == nil ? person : nil)
    words.meaning = meaning
    after.own = words
    after.words.meaning = meaning
    after.words.person = after.words.person ?? words.person
    let before = (content: content, file: file)
    do {
      content = try file.write(words, about: Self.answered(gestures[index]))
    } catch {
      file = before.file
      // A file that could not get its first row was not there before.
      if before.content == nil, try Self.content(of: path)?.isEmpty == true {
        OutputFile.remove(path)
      }
      throw error
    }
    let change = FileChange(from: before.content, to: content ?? [])
    steps.append(Step(index: index, change: change, before: known[index], after: after))
    known[index] = after
    undone = []
    changeCount += 1
    return isChanged
  }

  /// Gives the table the bytes that it had before the last answer, and returns the gesture.
  mutating func undo() throws -> Int {
    try prepare()
    guard let step = steps.last else { throw CommandError("there is nothing to undo") }
    try put(step.change.undone(content ?? []), step.index, step.before)
    undone.append(steps.removeLast())
    return step.index
  }

  /// Writes the answer that was undone last again, and returns the gesture.
  mutating func redo() throws -> Int {
    try prepare()
    guard let step = undone.last else { throw CommandError("there is nothing to redo") }
    try put(step.change.redone(content ?? []), step.index, step.after)
    steps.append(undone.removeLast())
    return step.index
  }

  private mutating func prepare() throws {
    guard try refresh() else { return }
    throw CommandError(
      "\(path) has been changed by another program, and was read again; the answers before that can't be"
        + " undone here, but replaced")
  }

  /// Replaces the table as a whole, or removes it.
  private mutating func put(_ bytes: [UInt8]?, _ index: Int, _ state: Known) throws {
    if var new = bytes {
      let output = try OutputFile(result: path)
      try output.write(&new)
      try output.finish()
    } else {
      guard unsafe unlink(path) == 0 else {
        throw CommandError("\(path): can't be removed: \(systemError())")
      }
    }
    content = bytes
    known[index] = state
    file.forget(Self.answered(gestures[index]))
    if let own = state.own {
      let lines = Set(String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n"))
      _ = file.adopt(own, about: Self.answered(gestures[index]), from: lines)
    }
    changeCount += 1
  }
}

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
    var itself = stat()
    var target = stat()
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
      recording: pathInTable(answered.recording), gesture: answered.gesture, words)
    return "\(fields.dropLast())\(emptyFields)\n"
  }

  private func append(_ line: String) throws -> [UInt8] {
    var line = line
    var bytes = [UInt8]()
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
  private func pathInTable(_ recording: String) -> String {
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
