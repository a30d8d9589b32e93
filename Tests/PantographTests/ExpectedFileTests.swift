import Foundation
import Pantograph
import PantographBase
import PantographInteractions
import PantographTestSupport
import PantographTraces
import PantographTrajectories
import Testing

/// A copy of a case whose expected trajectory can be changed.
private struct Copy {
  let folder: TemporaryFolder
  let text: String

  init(_ name: String = "touchpad-flick") throws {
    folder = try TemporaryFolder()
    let original = Repository.recordings.appendingPathComponent(name)
    for file in try FileManager.default.contentsOfDirectory(atPath: original.path) {
      try FileManager.default.copyItem(
        at: original.appendingPathComponent(file), to: folder.file(file))
    }
    text = try String(contentsOf: folder.file("expected.csv"), encoding: .utf8)
  }

  /// Checks the case with another expected trajectory.
  func check(_ text: String) throws -> CaseCheck {
    try Data(text.utf8).write(to: folder.file("expected.csv"))
    return try Case(folder.url.path).check()
  }

  /// Returns whether the case passes; an unusable file does not.
  func passes(_ text: String) -> Bool { (try? check(text).isSame) ?? false }

  func mistake(_ text: String) throws -> UnusableFile {
    try #require(throws: UnusableFile.self) { try check(text) }
  }
}

@Suite struct `An expected trajectory` {
  @Test func `of every case is its actual one`() throws {
    for example in Repository.cases {
      let check = try Case(example.expected.deletingLastPathComponent().path).check()
      #expect(check.isSame, "\(example.name): \(check)")
      #expect(check.expectedMilestones?.map(\.name) == check.milestones.map(\.name))
    }
  }

  /// The file contains the findings of the run, up to the printed digits.
  @Test func `has the rule's findings in its head`() throws {
    let check = try Case(
      Repository.recordings.appendingPathComponent("touchpad-flick").path
    ).check()
    let (written, found) = (
      try #require(check.expectedMilestones?.compactMap(\.decision).first),
      try #require(check.milestones.compactMap(\.decision).first)
    )
    #expect(written.outcome == found.outcome && written.target == found.target)
    let (old, new) = (
      try #require(written.judgement?.findings.first?.first),
      try #require(found.judgement?.findings.first?.first)
    )
    #expect(old.condition == new.condition && old.holds == new.holds)
    #expect(abs(old.value - new.value) <= 0.5e-6 && old.value != new.value)
  }

  static let mistakes: [(old: String, new: String, sentence: String)] = [
    ("version 1", "version 2", "line 1 must be '# pantograph expected trajectory, version 1'; "),
    ("# tolerance velocity", "# tolerance fraction", "duplicate tolerance for 'fraction'"),
    ("# tolerance phase seconds 0.0", "# tolerance phase seconds x", "expected seconds"),
    (
      "# tolerance offset value 0", "# tolerance offset value -1",
      "expected a tolerance of at least 0"
    ),
    ("# tolerance offset value", "# tolerance offset", "expected value and a number"),
    ("# tolerance offset", "# tolerance ofset", "not a column"),
    ("# event 0.219484 ended", "# event 0.019484 ended", "earlier than the previous one"),
    ("began fraction", "begun fraction", "expected began"),
    ("decided finish", "decided perhaps", "expected decided finish, cancel or snap"),
    (
      "clause 1 fraction 0.728901 velocity", "clause 0 fraction 0.728901 velocity", "counted from 1"
    ),
    ("holds fraction", "holds fractions", "expected a finding such as holds"),
    (
      "holds fraction", "holds gone", "unknown quantity 'gone'; it is now 'progressSinceGrab'"
    ),
    ("0.500000 progress", "0.500000 mm/s", "expected a finding such as holds"),
    ("# found clause 1", "# found clause 2", "the previous clause or the next one"),
    ("completed end", "completed middle", "completed end, start or current"),
    ("velocity 6.252983\n# found", "velocity 6.252983 or so\n# found", "unexpected text"),
    ("# event 0.219484 handoff", "event 0.219484 handoff", "expected the columns"),
    ("time,phase,fraction", "time,phase,progress", "expected the columns"),
    ("velocity,offset,alpha", "velocity,offset,offset", "two columns have the same name"),
    ("0.100000,tracking,", "0.100000,racing,", "expected idle, tracking, settling or rest"),
    ("0.100000,tracking,0.115568", "0.100000,tracking,nan", "nan is not a number"),
    ("0.100000,tracking,0.115568", "0.100000,tracking,", "is not a number"),
    ("0.100000,tracking,0.115568", "0.100000,tracking,1e-1", "1e-1 is not a number"),
    ("0.100000,tracking,0.115568", "0.100000,tracking,-inf", "-inf is not a number"),
    (
      "0.100000,tracking,0.115568", "0.100000,tracking," + String(repeating: "9", count: 400),
      "the number 9999"
    ),
    (
      "0.100000,tracking,0.115568", "0.100000,tracking,-" + String(repeating: "9", count: 400),
      "is too large"
    ),
    ("0.100000,tracking,0.115568", "0.100000,tracking", "expected 6 columns"),
    ("0.100000,tracking", "0.090000,tracking", "not later than the previous one"),
    ("0.100000,tracking", "0.1000001,tracking", "expected seconds"),
  ]

  @Test(arguments: mistakes)
  func `that is malformed fails with a message`(
    old: String, new: String, sentence: String
  ) throws {
    let copy = try Copy()
    try #require(copy.text.contains(old))
    let range = try #require(copy.text.range(of: old))
    let mistake = try copy.mistake(copy.text.replacingCharacters(in: range, with: new))
    #expect(mistake.sentence.contains(sentence), "\(mistake)")
    #expect(mistake.path.hasSuffix("/expected.csv"))
  }

  /// Nine million with seven decimals does not fit twelve decimals in 64 bits, nor does 10¹⁶ six.
  @Test(arguments: [(0.000_000_1, 0), (9_999_999.123_456_7, 0.000_000_5), (1e16, 0)])
  func `keeps a tolerance when it is written again`(value: Double, lost: Double) throws {
    let file = try #require(Repository.cases.first).interaction
    let interaction = try Interaction(parsing: Array(Data(contentsOf: file)))
    var report = ExpectedReport(
      interaction, within: Tolerances(every: Tolerance(value: value)), [])
    report.receive(
      Sample(
        time: Timestamp(microseconds: 0), phase: .idle, fraction: 0, velocity: 0,
        values: interaction.columns.map { _ in 0 }))
    let folder = try TemporaryFolder()
    let text = String(decoding: report.bytes, as: UTF8.self)
    let again = try TrajectoryFile(folder.file("expected.csv", text).path)
    #expect(abs(try #require(again.tolerances)["fraction"].value - value) <= lost)
  }

  @Test func `that is cut off anywhere fails`() throws {
    let copy = try Copy()
    #expect(copy.passes(copy.text))
    let bytes = Array(copy.text.utf8)
    let lineEnds = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    let ends = Set(stride(from: 0, to: bytes.count, by: 797)).union(
      lineEnds.dropLast().enumerated().filter { $0.offset % 7 == 0 || $0.offset < 14 }.map(
        \.element))
    for end in ends.sorted() {
      #expect(!copy.passes(String(decoding: bytes[..<end], as: UTF8.self)), "cut off at \(end)")
    }
  }

  /// A change of any digit by two or more exceeds every given tolerance.
  @Test func `with another number in it fails`() throws {
    let copy = try Copy()
    var random = TestRandom(seed: 7)
    let bytes = Array(copy.text.utf8)
    let start = try #require(copy.text.range(of: "time,phase")).lowerBound
    let first = copy.text.utf8.distance(from: copy.text.startIndex, to: start)
    let digits = bytes.indices.filter { $0 > first && (0x30...0x39).contains(bytes[$0]) }
    for _ in 0..<40 {
      let offset = try #require(digits.randomElement(using: &random))
      var changed = bytes
      changed[offset] = 0x30 + (bytes[offset] - 0x30 + UInt8.random(in: 2...8, using: &random)) % 10
      #expect(
        !copy.passes(String(decoding: changed, as: UTF8.self)),
        "byte \(offset), \(bytes[offset]) → \(changed[offset])")
    }
  }

  @Test func `without a line, or with a duplicate one, fails`() throws {
    let copy = try Copy()
    let lines = copy.text.split(separator: "\n").map(String.init)
    for index in stride(from: 7, to: lines.count, by: 9) {
      var fewer = lines
      fewer.remove(at: index)
      #expect(!copy.passes(fewer.joined(separator: "\n") + "\n"), "without line \(index + 1)")
      var more = lines
      more.insert(lines[index], at: index)
      #expect(!copy.passes(more.joined(separator: "\n") + "\n"), "line \(index + 1) twice")
    }
  }

  @Test func `without the deciding findings fails`() throws {
    let folder = try TemporaryFolder()
    let original = Repository.recordings.appendingPathComponent("touchpad-flick")
    let target = folder.url.appendingPathComponent("flick")
    try FileManager.default.copyItem(at: original, to: target)
    let expected = target.appendingPathComponent("expected.csv")
    let text = try String(contentsOf: expected, encoding: .utf8)
    let finding = try #require(text.split(separator: "\n").first { $0.hasPrefix("# found") })
    for (old, new) in [
      ("\(finding)\n", ""), ("verdict finish clause 1", "verdict finish clause 2"),
    ] {
      try text.replacingOccurrences(of: old, with: new)
        .write(to: expected, atomically: true, encoding: .utf8)
      #expect(throws: UnusableFile.self) { try Pantograph.Case(target.path).check() }
    }
  }

  @Test func `with line breaks of Windows is the same`() throws {
    let copy = try Copy()
    #expect(copy.passes(copy.text.replacingOccurrences(of: "\n", with: "\r\n")))
  }

  @Test
  func `of another case fails, and a line of several megabytes is not read whole`()
    throws
  {
    let copy = try Copy()
    #expect(!copy.passes(try Copy("touchpad-pan-cancel").text))
    let mistake = try copy.mistake(String(repeating: "x", count: 3 << 20))
    #expect(mistake.sentence.hasPrefix("a line of more than 1 MiB: this is not a table; "))
  }
}

@Suite struct `A tolerance in an expected trajectory` {
  private func passes(
    _ name: String, _ lines: [(String, String)], _ change: (String, String)
  ) throws -> Bool {
    let copy = try Copy(name)
    let file = copy.folder.file("interaction.json")
    let interaction = try String(contentsOf: file, encoding: .utf8)
    try #require(interaction.contains(change.0))
    try Data(interaction.replacingOccurrences(of: change.0, with: change.1).utf8).write(to: file)
    var text = copy.text
    for (old, new) in lines {
      try #require(text.contains(old))
      text = text.replacingOccurrences(of: old, with: new)
    }
    return try copy.check(text).isSame
  }

  @Test func `in value applies only to its channel`() throws {
    let offset = ("# tolerance offset value 0.000001", "# tolerance offset value 0.11")
    let alpha = ("# tolerance alpha value 0.000001", "# tolerance alpha value 0.11")
    // At the top of the overshoot, 1.0525 of the distance, it is 0.10525 farther.
    let longer = (#""to": 320"#, #""to": 320.1"#)
    #expect(try passes("touchpad-flick", [offset], longer))
    #expect(try !passes("touchpad-flick", [alpha], longer))
    #expect(try !passes("touchpad-flick", [(offset.0, "# tolerance offset value 0.1")], longer))
  }

  /// The animation takes 0.3012 s instead of 0.3 s, so the rest comes 1.2 ms later.
  @Test func `in time lets the animation settle earlier or later`() throws {
    let slower = (
      #""finish": { "curve": "easeInOut", "durationFactor": 0.5 }"#,
      #""finish": { "curve": "easeInOut", "durationFactor": 0.502 }"#
    )
    func lines(phase: String, channels: String) -> [(String, String)] {
      [
        ("# tolerance phase seconds 0.000000", "# tolerance phase seconds \(phase)"),
        // Between two samples 1/60 s apart, a straight line has this error. At this much lower speed,
        // the curve differs by 0.4 % of 2 per second.
        ("# tolerance fraction value 0.000001", "# tolerance fraction value 0.0002"),
        ("# tolerance sheetTop value 0.000001", "# tolerance sheetTop value 0.024"),
        ("# tolerance velocity value 0.000001", "# tolerance velocity value 0.02"),
        (" seconds 0.000000", " seconds \(channels)"),
      ]
    }
    let drag = "touchscreen-drag"
    #expect(try passes(drag, lines(phase: "0.001201", channels: "0.001200"), slower))
    #expect(try !passes(drag, lines(phase: "0.001199", channels: "0.001200"), slower))
    #expect(try !passes(drag, lines(phase: "0.001201", channels: "0.000300"), slower))
  }
}
