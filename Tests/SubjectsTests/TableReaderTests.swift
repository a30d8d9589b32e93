import PantographBase
import PantographSubjects
import PantographTraces
import PantographTrajectories
import Testing

@Suite("What a program prints") struct TableReaderTests {
  private func read(_ text: String) throws(Complaint) -> ResultTable {
    try TableReader.read(Array(text.utf8))
  }

  private func points(_ column: ResultTable.Column?) -> [String] {
    (column?.points ?? []).map { "\($0.time.microseconds) \($0.value)" }
  }

  @Test func `may be a table among messages, with empty cells and rows at any times`() throws {
    let shown = try read(
      "starting\ntime,a,event,b\n0,1,,\n0.5,,opens,\nhello, world\n0.75,2,,-3e2\n")
    #expect(shown.columns.map(\.name) == ["a", "b"])
    #expect(points(shown["a"]) == ["0 1.0", "750000 2.0"])
    #expect(points(shown["b"]) == ["750000 -300.0"])
    #expect(shown.events.map(\.words) == ["opens"])
    #expect(shown.events[0].time.microseconds == 500_000)
    #expect(shown.otherLineCount == 2)
    #expect(shown.end.microseconds == 750_000)
  }

  @Test func `may be an object a line, with words for events`() throws {
    let shown = try read(
      """
      {"time": 0, "a": 1, "hidden": null}
      {"time": 0.1, "event": "settled", "where": "at  the end", "speed": 2.5}
      log: nothing
      {"note without time": 3}
      """)
    #expect(points(shown["a"]) == ["0 1.0"])
    #expect(points(shown["speed"]) == ["100000 2.5"])
    #expect(shown.events.map(\.words) == ["settled at the end"])
    // A message, and an object without a time.
    #expect(shown.otherLineCount == 2)
  }

  @Test func `may be a table after a message that is an object`() throws {
    let shown = try read("{\"level\": \"info\"}\ntime,a\n0,1\n")
    #expect(points(shown["a"]) == ["0 1.0"] && shown.otherLineCount == 1)
  }

  @Test func `is no table in an empty file`() {
    let mistake = #expect(throws: UnusableFile.self) {
      try ResultTable(table: [], named: "expected.csv")
    }
    #expect(mistake.map { "\($0)" } == "expected.csv:1: the file is empty")
  }

  /// Rows of nothing but numbers are read in another way.
  @Test func `has the same numbers in every spelling`() throws {
    let plain = try read("time,a,event,b\n-1,+2,,\n0.5,-3e2,,.5\n0.5,,,1E-3\n7e-1,4,,\n")
    let spaced = try read(
      "time,a,event,b\n-1,+2, ,\n0.5, -3e2,,.5\n0.5,,,\"1E-3\"\n 7e-1,4,,\n")
    #expect(plain == spaced)
    #expect(points(plain["a"]) == ["-1000000 2.0", "500000 -300.0", "700000 4.0"])
    #expect(points(plain["b"]) == ["500000 0.5", "500000 0.001"])
    #expect(try read("time,a,event\n0,1,5\n").events.map(\.words) == ["5"])
  }

  @Test(arguments: [
    ("time,a\n0,1e999\n", 2, "a: the number 1e999 is too large"),
    (
      "time,a\n0,\(String(repeating: "7", count: 400))\n", 2,
      "a: the number \(String(repeating: "7", count: 60))… is too large"
    ),
    (
      "time,a\n0,\(String(repeating: "x", count: 400))\n", 2,
      "a: expected a number or nothing, not '\(String(repeating: "x", count: 60))…'"
    ),
    ("time,a\n0,1-\n", 2, "a: expected a number or nothing, not '1-'"),
    ("time,a\n0,1\n1\n", 3, "1 cell, but the header names 2"),
    ("time,a\n0,1\n1,2,3\n", 3, "3 cells, but the header names 2"),
    ("time,a\n0,1\n,2\n", 3, "time: expected a number, not ''"),
    ("time,a\n1,1\n0,2\n", 3, "the time 0 is before that of an earlier row"),
    ("time,a\n0,1\n1e12,2\n", 3, "time: 1e12 is out of range"),
  ])
  func `may have numbers that are none`(text: String, line: Int, sentence: String) {
    let mistake = #expect(throws: Complaint.self) { try read(text) }
    #expect(mistake?.line == line && mistake?.sentence == sentence)
  }

  @Test func `may have quotes after blanks, and messages with a quote`() throws {
    let shown = try read("time,a,event\n0,1, \"opens, \"\"soon\"\"\"\nhe said \"wait\n1,2,\n")
    #expect(points(shown["a"]) == ["0 1.0", "1000000 2.0"])
    #expect(shown.events.map(\.words) == ["opens, \"soon\""] && shown.otherLineCount == 1)
  }

  @Test func `has no event without words`() throws {
    let shown = try read("{\"time\": 0, \"event\": \" \", \"a\": 1}\n")
    #expect(shown.events.isEmpty)
  }

  @Test func `may count from another zero`() throws {
    #expect(
      points(try read("# zero  12.5 \ntime,a\n12.5,1\n12.75,2\n")["a"]) == ["0 1.0", "250000 2.0"])
    #expect(points(try read("{\"zero\": -1}\n{\"time\": 0, \"a\": 7}\n")["a"]) == ["1000000 7.0"])
  }

  @Test(
    arguments: [
      ("", nil, "wrote nothing"),
      ("hello\nworld\n", nil, "no table in 2 lines"),
      ("time,a,a\n", 1, "two columns have the same name"),
      ("time,a\n", nil, "no row with a value or an event"),
      ("time,a\n0,\n", nil, "no row with a value or an event"),
      ("{\"time\": 0, \"event\": 5}\n", 1, "event: expected a text"),
      ("time,a\n0,1\n0,x\n", 3, "a: expected a number or nothing, not 'x'"),
      ("time,a\n0,inf\n", 2, "a: inf is not a finite number"),
      ("time,a\n1,1\n0.5,1\n", 3, "the time 0.5 is before that of an earlier row"),
      ("time,a\n1e300,1\n", 2, "time: 1e300 is out of range"),
      ("{\"time\": 0, \"a\": [1]}\n", 1, "a: expected a number, a text or null"),
      ("{\"time\": 0, \"a\": \"open\"}\n", 1, "a text without a key 'event'"),
      ("{\"time\": 0, \"a\": NaN}\n", 1, "column 18: not valid JSON"),
      ("time,a,b\n0,1,2\nhello\n1,2\n", 4, "2 cells, but the header names 3"),
      ("time,a\n0,1\n1\n", 3, "1 cell, but the header names 2"),
      ("time,a\n0,1\nabc,2\n", 3, "time: expected a number, not 'abc'"),
      ("time,a\n0,1\n,2\n", 3, "time: expected a number, not ''"),
      ("{\"time\": \"abc\", \"a\": 2}\n", 1, "time: expected a number"),
      ("# zero\ntime,a\n0,1\n", 1, "zero: expected a number, not ''"),
      (
        "{\"time\": 0, \"a\": 1}}\n{\"time\": 1, \"a\": 1}\n", 1,
        "column 20: not valid JSON: expected the end of the line"
      ),
      ("# zero abc\ntime,a\n0,1\n", 1, "zero: expected a number, not 'abc'"),
      ("time,a\n8124,1\n# zero 8124\n8125,1\n", 3, "zero: only before the first row"),
      ("{\"zero\": \"abc\"}\n{\"time\": 0, \"a\": 1}\n", 1, "zero: expected a number"),
      ("{\"time\": 8124, \"a\": 1}\n{\"zero\": 8124}\n", 2, "zero: only before the first row"),
    ] as [(String, Int?, String)])
  func `is refused with the line`(text: String, line: Int?, sentence: String) {
    let mistake = #expect(throws: Complaint.self) { try read(text) }
    #expect(mistake?.line == line)
    #expect(mistake?.sentence.hasPrefix(sentence) ?? false, "\(mistake?.sentence ?? "")")
  }

  @Test func `may say that an object's value is not there, or leave it open`() throws {
    let shown = try read(
      "{ \"time\": 0, \"a\": 1, \"b\": 1}\n{\"time\": 0.5, \"a\": \"none\", \"b\": null}\n")
    #expect(shown["a"]?.absences.map(\.microseconds) == [500_000])
    #expect(shown["b"]?.absences == [] && shown["b"]?.points.count == 1)
    #expect(shown.events.isEmpty)
  }

  @Test func `may be objects among messages in braces`() throws {
    let shown = try read(
      "{debug} entering\n  {\"time\": 0, \"a\": 1}\n{}\n{ \"time\": 1, \"a\": 2 }\n")
    #expect(points(shown["a"]) == ["0 1.0", "1000000 2.0"] && shown.otherLineCount == 2)
  }

  @Test func `may have a byte order mark and blanks between its cells`() throws {
    let shown = try read("\u{FEFF}time, a ,\tevent\n0, 1 , opens\n 1 , none,\n")
    #expect(points(shown["a"]) == ["0 1.0"] && shown["a"]?.absences.count == 1)
    #expect(shown.columns.map(\.name) == ["a"] && shown.events.map(\.words) == ["opens"])
    let table = "time,\" a\"\n0.000000,1.0\n"
    #expect(try read(table).table == table)
  }

  /// Twice the columns that are kept, in a header and in objects.
  @Test func `has at most a thousand columns`() throws {
    let names = (0..<1000).map { "c\($0)" }
    let header = "time," + names.joined(separator: ",")
    let row = "0" + String(repeating: ",1", count: 1000)
    #expect(try read("\(header)\n\(row)\n").columns.count == 1000)
    let objects = (names + ["more"]).map { "{\"time\": 0, \"\($0)\": 1}\n" }
    for (text, line) in [("\(header),more\n\(row),1\n", 1), (objects.joined(), 1001)] {
      let mistake = #expect(throws: Complaint.self) { try read(text) }
      #expect(mistake?.line == line && mistake?.sentence == "more than 1000 columns")
    }
  }

  @Test func `is the same after it was written and read again`() throws {
    let shown = try read(
      "time,\"a, b\",c,event\n0,0.1,,\"said \"\"no\"\", twice\"\n0,0.2,5,\n0.3,1e-9,,\n0.3,,,then\n"
    )
    let again = try ResultTable(table: Array(shown.table.utf8), named: "expected.csv")
    #expect(again == shown)
    #expect(shown.columns.map(\.name) == ["a, b", "c"])
    #expect(shown.events.map(\.words) == ["said \"no\", twice", "then"])
  }
}
