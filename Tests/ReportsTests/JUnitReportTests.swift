import Foundation
import PantographReports
import PantographTestSupport
import Testing

/// Results of every kind, with all characters in their texts that XML does not allow.
private let report = JUnitReport(
  suite: "gestures & more",
  [
    .init(group: "a", name: "same", outcome: .passed),
    .init(
      group: "a/b", name: "<flick> \"fast\" & 'loud'",
      outcome: .failed(
        kind: "differs", sentence: "rule: cancel instead of finish\nat 0.2 s < 0.3 s",
        details: "first ]]> line\nsecond line − with a sign of its own")),
    .init(
      group: "a", name: "bell\u{7} null\u{0} escape\u{1b} \u{85} \u{fffe} 👆",
      outcome: .unusable(sentence: "expected.csv:12: not UTF-8")),
    .init(group: "c", name: "waiting", outcome: .skipped(sentence: "no interaction")),
  ])

@Suite struct `A JUnit report` {
  static let xmllint = OtherProgram.find("xmllint")
  static let schema = Repository.root.appendingPathComponent(".build/schemas/junit-10.xsd")

  static let hasSchema = xmllint != nil && FileManager.default.fileExists(atPath: schema.path)
  static let hasParser = OtherProgram.pythonRuns("-c", "import junitparser")

  @Test(
    .enabled(
      if: hasSchema, OtherProgram.absence("xmllint and Jenkins' schema")
    ))
  func `conforms to Jenkins' schema`() throws {
    let folder = try TemporaryFolder()
    let xmllint = try #require(Self.xmllint)
    func verdict(_ text: String) throws -> Program {
      try Program(
        xmllint,
        ["--noout", "--schema", Self.schema.path, folder.file("report.xml", text).path])
    }
    let program = try verdict(report.text)
    #expect(program.status == 0, "\(program.complaints)")
    // Without a required attribute it is rejected.
    #expect(
      try verdict(report.text.replacingOccurrences(of: " errors=\"1\"", with: "")).status != 0)
    #expect(try verdict(JUnitReport(suite: "empty", []).text).status == 0)
  }

  @Test(.enabled(if: hasParser, OtherProgram.absence("python3-junitparser")))
  func `is read correctly by another program`() throws {
    let folder = try TemporaryFolder()
    let script = """
      import json, sys
      from junitparser import JUnitXml
      print(json.dumps([
        [suite.name, suite.tests, suite.failures, suite.errors, suite.skipped,
         [[case.classname, case.name,
           [[type(r).__name__, r.type, r.message, r.text] for r in case.result]] for case in suite]]
        for suite in JUnitXml.fromfile(sys.argv[1])]))
      """
    let program = try Program(
      try #require(OtherProgram.python),
      ["-c", script, folder.file("report.xml", report.text).path])
    try #require(program.status == 0, "\(program.complaints)")
    let suite = try JSON(folder.file("read.json", program.output)).list.first?.list
    let read = try #require(suite)
    #expect(read[0].text == "gestures & more")
    #expect(read[1...4].compactMap(\.number) == [4, 1, 1, 1])
    let tests = read[5].list
    #expect(tests[0].list[2].list.isEmpty)
    #expect(tests[1].list[0].text == "a/b" && tests[1].list[1].text == "<flick> \"fast\" & 'loud'")
    let failure = tests[1].list[2].list[0].list.map(\.text)
    #expect(failure[0] == "Failure" && failure[1] == "differs")
    #expect(failure[2] == "rule: cancel instead of finish\nat 0.2 s < 0.3 s")
    #expect(failure[3] == "first ]]> line\nsecond line − with a sign of its own")
    #expect(
      tests[2].list[1].text == "bell\\u{7} null\\u{0} escape\\u{1b} \\u{85} \\u{fffe} 👆")
    #expect(tests[2].list[2].list[0].list[0].text == "Error")
    #expect(tests[3].list[2].list[0].list[0].text == "Skipped")
    #expect(tests[3].list[2].list[0].list[2].text == "no interaction")
  }
}
