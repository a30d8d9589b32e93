import Pantograph
import PantographBase
import PantographInteractions
package import PantographLaws
import PantographSubjects
import PantographTuning

/// What a reader makes of a file.
private enum Reading: Equatable {
  /// It is valid, and this is everything that was read.
  case valid(AnyHashable)
  case mistake(line: Int?, column: Int?, sentence: String)

  /// Without the positions, which differ with the layout.
  var content: Self {
    guard case .mistake(_, _, let sentence) = self else { return self }
    let other = sentence.firstRange(of: ", first in line ")?.lowerBound ?? sentence.endIndex
    return .mistake(line: nil, column: nil, sentence: String(sentence[..<other]))
  }

  init(_ read: () throws(UnusableFile) -> some Hashable) {
    do {
      self = .valid(try read())
    } catch {
      self = .mistake(line: error.line, column: error.column, sentence: error.sentence)
    }
  }
}

/// A kind of file that has a schema, and its reader.
private struct FileKind: Sendable {
  let schema: Schema
  let drafts: SchemaDrafts
  let read: @Sendable ([UInt8]) -> Reading

  static func make(
    _ schema: String, words: [String: [String]], read: @escaping @Sendable ([UInt8]) -> Reading
  ) -> Result<FileKind, BrokenLaw> {
    do {
      let schema = try Schema(schema)
      return .success(
        FileKind(schema: schema, drafts: SchemaDrafts(schema, words: words), read: read))
    } catch {
      return .failure(error)
    }
  }

  /// Checks the laws for a file that bytes choose: valid by the schema, mostly, or with one small damage.
  ///
  /// * It is read, or there is a mistake with a sentence, at a position in the file.
  /// * Written in another layout, it is read as the same, or has the same mistake.
  /// * What is read is valid by the schema, so that no editor marks a good file.
  /// * A part of it is a mistake.
  func check(_ bytes: [UInt8]) throws(BrokenLaw) {
    var chance = ByteChance(bytes)
    let isDamaged = chance.byte() & 1 == 1
    let cut = chance.byte()
    var draft = drafts.make(by: &chance)
    if isDamaged { draft.damage(by: &chance) }
    let readings = try Draft.Layout.allCases.map { layout throws(BrokenLaw) in
      let text = draft.bytes(layout)
      let reading = read(text)
      try checkPosition(of: reading, in: text)
      return reading
    }
    let isNonsense = draft.isNonsense
    for reading in readings.dropFirst() {
      // What ends something that is no JSON depends on the layout.
      try hold(
        reading.content == readings[0].content || isNonsense,
        "the layout matters: \(readings[0]), \(reading) of \(Self.shown(draft))")
    }
    for case .valid in readings {
      try hold(schema.takes(draft), "the schema does not take \(Self.shown(draft))")
    }
    let whole = draft.bytes()
    guard case .object = draft, cut > 0xe0 else { return }
    let part = Array(whole.prefix(whole.count * Int(cut - 0xe0) / 0x20))
    let reading = read(part)
    try checkPosition(of: reading, in: part)
    if case .valid = reading { throw BrokenLaw("half a file is read: \(Self.shown(draft))") }
  }

  private func checkPosition(of reading: Reading, in text: [UInt8]) throws(BrokenLaw) {
    guard case .mistake(let line, let column, let sentence) = reading else { return }
    try hold(!sentence.isEmpty, "a mistake without a message")
    try hold(line != nil && column != nil, "a mistake without a position: \(sentence)")
    try PantographCaseLaws.checkPosition(line: line, column: column, in: text)
  }

  private static func shown(_ draft: Draft) -> String {
    String(decoding: draft.bytes().prefix(2000), as: UTF8.self)
  }
}

/// Texts that files contain, good and bad ones.
private let texts = [
  "a", "x", "card", "drawer.json", "./drawer", "log.csv", "a/b", "/etc/passwd", "../up", "a/../b",
  "", " ", "*", "events", "time", "finish", "https://localhost:1/a", "file:///a", "dist/", "é",
  "e\u{301}", "\u{1f44d}", "a,b", "a\"b", "line\nbreak", "\u{0}", "\u{7f}", "--shift", "none",
  String(repeating: "n", count: 256),
]

// MARK: Interactions

private let interactions = FileKind.make(
  InteractionSchema.text,
  words: ["*": texts, "preset": ReleasePreset.all.map(\.name), "name": ["x", "y", "opacity"]]
) { bytes in
  Reading { () throws(UnusableFile) in
    do throws(Complaint) {
      return "\(try Interaction(parsing: bytes))"
    } catch {
      throw UnusableFile("", error)
    }
  }
}

func checkInteractionDraft(_ bytes: [UInt8]) throws(BrokenLaw) {
  try interactions.get().check(bytes)
}

// MARK: Subjects

private let subjects = FileKind.make(
  SubjectSchema.text,
  words: [
    "*": texts, "command": ["./drawer", "python3", "a.py"],
    "page": ["a.html", "dist/", "https://a"],
    "with": ["a.json", "b/subject.json"], "log": ["log.csv"],
  ]
) { bytes in
  Reading { () throws(UnusableFile) in try Subject(bytes: bytes, named: "subject.json") }
}

/// Checks the laws for any bytes, as `subject.json` and as the choices of a nearly valid one.
package func checkSubject(_ bytes: [UInt8]) throws(BrokenLaw) {
  do {
    _ = try Subject(bytes: bytes, named: "subject.json")
  } catch {
    try checkMistake(error, in: bytes)
  }
  try subjects.get().check(bytes)
}

// MARK: Labels

/// The schema of `label.json`, by the page on labels.
private let labelSchema = """
  {
    "type": "object", "additionalProperties": false,
    "properties": {
      "outcome": { "type": "string" }, "person": { "type": "string" },
      "device": { "type": "string" }, "scenarios": { }
    }
  }
  """

private let labels = FileKind.make(
  labelSchema,
  words: ["*": texts, "outcome": ["finish", "cancel", "nothing", "scroll", "Finish", "cancl"]]
) { bytes in
  Reading { () throws(UnusableFile) in try label(bytes) }
}

private func label(_ bytes: [UInt8]) throws(UnusableFile) -> LabelWords {
  try ScratchFile.with(bytes) { path throws(UnusableFile) in try LabelWords(caseLabel: path) }
}

/// Checks the laws for any bytes, as `label.json` and as the choices of a nearly valid one.
///
/// What is read is the same after it was written into a table of labels.
package func checkLabel(_ bytes: [UInt8]) throws(BrokenLaw) {
  do {
    _ = try label(bytes)
  } catch {
    try checkMistake(error, in: bytes)
  }
  let kind = try labels.get()
  try kind.check(bytes)
  var chance = ByteChance(bytes)
  guard let words = try? label(kind.drafts.make(by: &chance).bytes()) else { return }
  // A table has no difference between a name that is empty and none, nor between line breaks.
  let names = [words.meaning?.word, words.person, words.device].compactMap(\.self)
  guard !names.contains(where: { $0.isEmpty || $0.utf8.contains(0x0d) }) else { return }
  let table = LabelTable.head + LabelTable.line(recording: "a.yml", gesture: 1, words)
  let rows: [LabelTable.Row]
  do throws(UnusableFile) {
    rows = try ScratchFile.with(Array(table.utf8)) { path throws(UnusableFile) in
      try LabelTable(path).rows
    }
  } catch {
    throw BrokenLaw("the table is rejected: \(error)")
  }
  try hold(rows.map(\.words) == [words], "other words in the table: \(table)")
}
