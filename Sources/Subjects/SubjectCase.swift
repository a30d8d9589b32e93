package import PantographCases
import PantographQuantities
import PantographTouches

/// A folder with a recording, `subject.json`, and `expected.csv` once an observation has been accepted.
package struct SubjectCase: Hashable, Sendable {
  /// The folder.
  package let path: String
  /// The file of the recording.
  package let recording: String
  /// The program under test.
  package let subject: Subject
  /// Whether an observation has been accepted.
  package let hasExpected: Bool

  /// Reads the description of the program under test in a case's folder.
  package init(_ found: CaseSearch.Observed) throws(UnusableFile) {
    path = found.path
    recording = found.recording
    hasExpected = found.hasExpected
    let bytes = try WholeFile.bytes(of: found.subject, limit: 1 << 20, "a subject")
    subject = try Subject(bytes: bytes, named: found.subject)
  }

  /// The page under test, if it is a file.
  package var pageFiles: [String] {
    guard case .page(let page) = subject.kind, !page.isRemote else { return [] }
    return [Self.join(path, page.location)]
  }

  /// The file of what was accepted.
  package var expected: String { Self.join(path, "expected.csv") }

  private static func join(_ folder: String, _ name: String) -> String {
    folder == "." ? name : "\(folder)/\(name)"
  }

  /// Runs the program on the recording, and compares what it shows with what was accepted.
  package func check() throws(UnusableFile) -> SubjectCheck {
    let (gesture, actual) = try observe()
    guard hasExpected else {
      return SubjectCheck(subject: subject, gesture: gesture, actual: actual, comparison: nil)
    }
    let accepted = try accepted()
    return SubjectCheck(
      subject: subject, gesture: gesture, actual: actual,
      comparison: ObservationComparison(of: actual, expecting: accepted, within: subject))
  }

  private func accepted() throws(UnusableFile) -> Observation {
    let bytes = try WholeFile.bytes(
      of: expected, limit: ProgramRun.mostOutput, "an accepted observation")
    return try Observation(table: bytes, named: expected)
  }

  // MARK: Running

  /// Runs the subject on the recording, and returns the rows that it received and what it showed.
  package func observe() throws(UnusableFile) -> (gesture: GestureRows, shown: Observation) {
    let rows = try rows()
    let shown =
      switch subject.kind {
      case .command(let command): try observe(command, rows)
      case .page(let page): try observe(page, rows)
      }
    return (rows, shown)
  }

  private func observe(
    _ page: Subject.Page, _ rows: GestureRows
  ) throws(UnusableFile) -> Observation {
    do {
      return try BrowserPool.shared.withBrowser(page.browser, reaching: page.host) {
        browser throws(Chromium.Failure) in
        try PageReplay.run(
          page, rows.rows, frameRate: subject.frameRate, in: folder, within: subject.timeLimit,
          with: browser)
      }
    } catch {
      throw UnusableFile(Self.join(path, "subject.json"), error.sentence)
    }
  }

  private var folder: String { path == "" ? "." : path }

  private func observe(
    _ command: Subject.Command, _ rows: GestureRows
  ) throws(UnusableFile) -> Observation {
    func failure(_ sentence: String, _ complaints: [UInt8]) -> UnusableFile {
      // The last line that it printed on its standard error often says why.
      let last = complaints.split(separator: UInt8(ascii: "\n")).last
        .map { "; its last message: \(String(decoding: $0, as: UTF8.self))" }
      return UnusableFile(
        Self.join(path, "subject.json"), "\(command.words[0]): \(sentence)\(last ?? "")")
    }
    let result: ProgramRun.Result
    do {
      result = try ProgramRun.run(
        command.words, in: folder, sending: pieces(rows, for: command),
        limit: subject.timeLimit + (command.pace == .real ? rows.duration : 0))
    } catch {
      throw failure(error.sentence, [])
    }
    switch result.end {
    case .status(0): break
    case .status(let status): throw failure("ended with status \(status)", result.complaints)
    case .signal(let number): throw failure("ended by signal \(number)", result.complaints)
    case .timeLimit(let seconds):
      throw failure(
        "has not ended after \(Self.seconds(seconds)); it must end when its input ends, or needs"
          + " a longer timeLimit", result.complaints)
    case .outputKeptOpen:
      throw failure(
        "has ended, but a process that it started keeps its output open", result.complaints)
    case .tooMuchOutput:
      throw failure("printed more than \(ProgramRun.mostOutput >> 20) MiB", result.complaints)
    }
    do {
      return try ObservationReader.read(result.output)
    } catch {
      let line = error.line == 0 ? "" : "line \(error.line) of its output: "
      throw failure(line + error.sentence, result.complaints)
    }
  }

  /// An hour: a longer pause is a defect of the recording, as `info` says.
  private static let longestPause = 3600.0

  private func rows() throws(UnusableFile) -> GestureRows {
    var frames = try RecordedFrames(
      RecordingStream(recording), describedBy: nil, TouchSettings())
    var feed = ContactFeed(from: frames.start, frameRate: subject.frameRate)
    var last = frames.start
    while try frames.next() {
      let pause = frames.frame.time - last
      guard pause <= Self.longestPause else {
        throw UnusableFile(
          recording,
          "a pause of \(String(fixed: pause, decimals: 0)) s: `pantograph info` has its line")
      }
      last = frames.frame.time
      feed.take(frames.frame)
    }
    feed.finish(rest: subject.rest)
    return GestureRows(rows: feed.rows)
  }

  /// The rows as a program receives them: all at once, or each at its time.
  private func pieces(
    _ rows: GestureRows, for command: Subject.Command
  ) -> [ProgramRun.Piece] {
    let scale = command.pixelsPerMillimetre
    let header = command.input == .csv ? ContactFeed.header(hasPixels: scale != nil) + "\n" : ""
    var pieces = [ProgramRun.Piece(seconds: 0, bytes: Array(header.utf8))]
    for row in rows.rows {
      let text = row.text(as: command.input, pixelsPerMillimetre: scale)
      if command.pace == .fast {
        pieces[0].bytes += text.utf8
      } else {
        let seconds = row.time - Timestamp(microseconds: 0)
        pieces.append(ProgramRun.Piece(seconds: seconds, bytes: Array(text.utf8)))
      }
    }
    return pieces.filter { !$0.bytes.isEmpty }
  }

  private static func seconds(_ seconds: Double) -> String {
    "\(String(fixed: seconds, decimals: seconds < 1 ? 1 : 0)) s"
  }
}

/// The rows of a recording that a program under test received.
package struct GestureRows: Sendable {
  let rows: [ContactFeed.Row]

  /// The seconds until the last row.
  var duration: Double {
    (rows.last?.time ?? Timestamp(microseconds: 0)) - Timestamp(microseconds: 0)
  }

  /// Returns what the fingers did last before a time, such as `contact 1 ended at 0.218700 s`.
  package func lastChange(before time: Timestamp) -> String? {
    let change = rows.last { $0.kind != .frame && $0.kind != .moved && $0.time <= time }
    guard let change, let contact = change.contact else { return nil }
    let kind = change.kind == .cancelled ? "was cancelled" : change.kind.rawValue
    let seconds = String(fixed: change.time - Timestamp(microseconds: 0), decimals: 3)
    return "contact \(contact.id + 1) \(kind) at \(seconds) s"
  }
}

/// The result of checking a case with a program under test.
package struct SubjectCheck: Sendable {
  /// The program.
  package let subject: Subject
  /// What it received.
  package let gesture: GestureRows
  /// What it showed.
  package let actual: Observation
  /// The comparison with what was accepted; `nil` if nothing has been.
  package let comparison: ObservationComparison?

  /// Whether it shows what was accepted.
  package var isSame: Bool { comparison?.isSame ?? false }
}
