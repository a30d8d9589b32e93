import Foundation
import PantographBase
import PantographTestSupport
import PantographTraces
import PantographTuning
import Testing

@Suite struct `Labels` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a.yml", "b.yml"] { _ = try folder.file(name, "") }
  }

  private func table(_ text: String, _ name: String = "table.csv") throws -> LabelTable {
    try LabelTable(folder.file(name, text).path)
  }

  private func gestures(_ name: String, _ numbers: [Int] = [1, 2]) -> [GestureFeatures] {
    numbers.map { number in
      GestureFeatures(
        recording: folder.file(name).path, number: number, time: Timestamp(microseconds: 0),
        end: number == 0 ? .none : .cutOff, release: nil, velocities: [], peakPressure: nil,
        device: "Pad", label: nil)
    }
  }

  private func label(_ gestures: [GestureFeatures], by book: LabelBook) throws -> [GestureFeatures]
  {
    var (book, gestures) = (book, gestures)
    try book.label(&gestures)
    return gestures
  }

  @Test func `of a table are those of its rows, one gesture's before all gestures'`() throws {
    let book = LabelBook(
      try table(
        """
        recording,gesture,label,person,device
        a.yml,2,cancel,,
        a.yml,,finish,anna,"Pad, left"
        b.yml,,two-finger tap,,
        """))
    let first = try label(gestures("a.yml"), by: book)
    #expect(first.map(\.label?.meaning) == [.finish, .cancel])
    #expect(first.map(\.label?.person) == ["anna", "anna"])
    #expect(first.map(\.device) == ["Pad, left", "Pad, left"])
    let second = try label(gestures("b.yml", [0]), by: book)
    #expect(second.map(\.label) == [Label(.gesture("two-finger tap"))])
    #expect(second.map(\.device) == ["Pad"])
    #expect(book.mistakes.isEmpty)
  }

  @Test func `come from the given table, from beside the recording, and from the name`() throws {
    let pattern = try NamePattern("{label}.{*}")
    let book = LabelBook(try table("recording,person\na.yml,anna\n"), names: pattern)
    #expect(try label(gestures("a.yml"), by: book)[0].label?.meaning == .gesture("a"))
    _ = try table("recording,label,person\na.yml,finish,bert\n", LabelBook.tableName)
    let labelled = try label(gestures("a.yml"), by: book)
    #expect(labelled[0].label == Label(.finish, person: "anna"))
    #expect(try label(gestures("b.yml"), by: book)[0].label == Label(.gesture("b")))
  }

  /// A missing file has only the names of its path; an existing one can have links, too.
  @Test(arguments: [
    ("a.yml", "./a.yml"), ("a.yml", "sub/../a.yml"), ("a.yml", ".//a.yml"), ("a.yml", "link.yml"),
    ("a.yml", "folder/a.yml"), ("gone/a.yml", "./gone//a.yml"), ("./gone.yml", "gone.yml"),
  ])
  func `of one gesture under two names of a recording are reported`(
    first: String, name: String
  ) throws {
    try FileManager.default.createDirectory(
      at: folder.file("sub"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.yml").path, withDestinationPath: "a.yml")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("folder").path, withDestinationPath: ".")
    let rows = "recording,gesture,label\n\(first),1,finish\n\(name),2,finish\n\(name),1,cancel\n"
    #expect(
      throws: UnusableFile(
        folder.file("table.csv").path, line: 4, column: name.utf8.count + 2,
        "line 2 labels the same gesture; leave out one of them")
    ) { try table(rows) }
  }

  @Test func `of a case come from its label.json`() throws {
    _ = try folder.file("recording.yml", "")
    _ = try folder.file(
      LabelBook.caseName, #"{ "outcome": "cancel", "scenarios": ["E1"], "person": "anna" }"#)
    #expect(
      try label(gestures("recording.yml"), by: LabelBook()).map(\.label)
        == [Label(.cancel, person: "anna"), Label(.cancel, person: "anna")])
    // It applies to the case, and to no other recording in its folder.
    #expect(try label(gestures("a.yml"), by: LabelBook())[0].label == nil)
    _ = try folder.file(LabelBook.caseName, "{\n  \"outcome\": \"Finish\" }")
    #expect(
      throws: UnusableFile(
        folder.file(LabelBook.caseName).path, line: 2, column: 14,
        "outcome: unknown label 'Finish'; did you mean 'finish'?")
    ) { try label(gestures("recording.yml"), by: LabelBook()) }
    _ = try folder.file(LabelBook.caseName, #"{ "outcom": "finish" }"#)
    let mistake = #expect(throws: UnusableFile.self) {
      try label(gestures("recording.yml"), by: LabelBook())
    }
    #expect(mistake?.sentence == "unknown key 'outcom'; did you mean 'outcome'?")
  }

  @Test func `of missing recordings are reported with their line`() throws {
    var book = LabelBook(
      try table("recording,gesture,label\na.yml,2,finish\nc.yml,,cancel\na.yml,3,finish\n"))
    let path = folder.file("table.csv").path
    #expect(
      book.mistakes.map(\.description) == [
        "\(path):3:1: no recording \(folder.file("c.yml").path); remove the row or"
          + " correct its path"
      ])
    var two = gestures("a.yml")
    try book.label(&two)
    try book.label(&two)
    #expect(
      book.mistakes.dropFirst().map(\.description) == [
        "\(path):4:7: no gesture 3 in \(folder.file("a.yml").path), which has only 2;"
          + " remove the row"
      ])
  }

  static let mistakes: [(text: String, complaint: String)] = [
    ("", "1:1: the table is empty; it begins with recording,gesture,label,person,device"),
    ("label\nfinish\n", "1:1: missing column 'recording'"),
    ("recording,lable\n", "1:11: unknown column 'lable'; did you mean 'label'?"),
    ("recording,label,label\n", "1:17: duplicate column 'label'"),
    ("recording,label\na.yml\n", "2:1: 1 fields for 2 columns"),
    ("recording,label\na.yml,finish,\n", "2:1: 3 fields for 2 columns"),
    ("recording,label\n\na.yml,Finish\n", "3:7: unknown label 'Finish'; did you mean 'finish'?"),
    ("recording,label\na.yml,cancle\n", "2:7: unknown label 'cancle'; did you mean 'cancel'?"),
    ("recording,gesture\na.yml,0\n", "2:7: expected the number of a gesture, from 1"),
    ("recording,gesture\na.yml,one\n", "2:7: expected the number of a gesture, from 1"),
    ("recording,label\n,finish\n", "2:1: expected the file of a recording"),
    ("recording,label\na.yml,finish\na.yml,cancel\n", "3:1: line 2 labels the same gesture"),
    ("recording,gesture\na.yml,1\nb.yml,1\na.yml,1\n", "4:7: line 2 labels the same gesture"),
    ("recording,label\n\"a\"\"b\nc\",\"fin\n", "3:4: missing closing quote"),
    ("recording,label\na.yml,f\"n\n", "2:8: a quote within a field"),
    ("recording,label\n\"a\"x,f\n", "2:4: expected a comma after the closing quote"),
  ]

  @Test(arguments: mistakes)
  func `report a mistake in their table with its position`(text: String, complaint: String) throws {
    let mistake = #expect(throws: UnusableFile.self) { try table(text) }
    #expect(
      mistake?.description.hasPrefix("\(folder.file("table.csv").path):\(complaint)") == true,
      "\(String(describing: mistake))")
  }

  @Test func `of a table may have other columns beside them`() throws {
    let table = try table(
      "day,recording,note,label,day\n1,a.yml,\"slow, left\",finish,\n2,b.yml,,cancel,x\n")
    #expect(table.rows.map(\.words.meaning) == [.finish, .cancel])
    #expect(table.rows.map(\.recording) == ["a.yml", "b.yml"].map { folder.file($0).path })
    #expect(table.ownColumnCount == nil)
    let ours = LabelTable.columns.joined(separator: ",")
    #expect(try self.table("\(ours),note,day\n").ownColumnCount == 2)
    // If a column exists, one with a similar name is the user's own.
    #expect(try self.table("recording,label,labels\na.yml,finish,x\n").rows.count == 1)
  }

  @Test func `are read back as they were written`() throws {
    let names = ["a.yml", "b, c.yml", "say \"so\".yml", "two\nlines.yml"]
    let words = LabelWords(meaning: .gesture("pinch, or so"), person: "\"A\"", device: nil)
    let text =
      LabelTable.head
      + names.map { LabelTable.line(recording: $0, gesture: 3, words) }.joined()
    let table = try table("\u{feff}" + text)
    #expect(table.rows.map(\.recording) == names.map { folder.file($0).path })
    #expect(table.rows.allSatisfy { $0.gesture == 3 && $0.words == words })
    #expect(table.ownColumnCount == 0)
  }

  // MARK: Names

  static let names: [(pattern: String, path: String, words: LabelWords?)] = [
    (
      "{device}-{person}/{label}.{*}", "corpus/pad-anna/finish.yml",
      LabelWords(meaning: .finish, person: "anna", device: "pad")
    ),
    // Each field takes as few characters as possible, from the first one on.
    (
      "{device}-{person}/{label}.{*}", "/x/a-b-c/scroll.yml.gz",
      LabelWords(meaning: .gesture("scroll"), person: "b-c", device: "a")
    ),
    ("{device}-{person}/{label}.{*}", "pad/finish.yml", nil),
    ("{device}-{person}/{label}.{*}", "finish.yml", nil),
    ("{label}_{*}.yml", "cancel_12.yml", LabelWords(meaning: .cancel)),
    ("{label}_{*}.yml", "cancel_.yml", nil),
    ("{label}_{*}.yml", "cancel_12.yaml", nil),
    ("{*}-{label}.yml", "a-b-cancel.yml", LabelWords(meaning: .gesture("b-cancel"))),
    ("{person}/{*}", "corpus//anna/x.yml", LabelWords(person: "anna")),
    ("take-{label}", "take-finish", LabelWords(meaning: .finish)),
    ("take-{label}", "retake-finish", nil),
  ]

  @Test(arguments: names)
  func `are read from names`(pattern: String, path: String, words: LabelWords?) throws {
    #expect(try NamePattern(pattern).words(of: path) == words)
  }

  @Test(
    arguments: [
      ("{label", "missing closing brace"),
      ("label}", "unmatched closing brace"),
      ("{lable}", "unknown field {lable}; did you mean {label}?"),
      ("{x123456}", "unknown field {x123456}; expected {label}, {person}, {device} or {*}"),
      ("{label}{person}", "{label} and {person} need a separator between them"),
      ("{label}-{label}", "duplicate field {label}; use {*} for text without a meaning"),
      ("{*}.yml", "no field; expected {label}, {person} or {device}"),
      ("", "no field; expected {label}, {person} or {device}"),
    ])
  func `report a mistake in a pattern`(pattern: String, sentence: String) {
    #expect(throws: Complaint(sentence)) { try NamePattern(pattern) }
  }
}
