package import PantographCases
package import PantographEvdev
import PantographLibc
import PantographQuantities
import PantographTouches
import Synchronization

/// A folder with a recording for a subject, and `expected.csv` once an observation has been accepted.
package struct SubjectCase: Hashable, Sendable {
  /// The folder.
  package let path: String
  /// The file of the recording.
  package let recording: String
  /// What is tested.
  package let subject: Subject
  /// Events that replace those of the recording, and their device.
  package var given: GivenEvents?
  /// The file that describes it; programs run in its folder.
  let subjectFile: String
  /// Whether an observation has been accepted.
  package let hasExpected: Bool

  /// Events in memory.
  package struct GivenEvents: Hashable, Sendable {
    package var events: [InputEvent]
    package var device: DeviceDescription

    package init(_ events: [InputEvent], of device: DeviceDescription) {
      self.events = events
      self.device = device
    }
  }

  /// Reads the description of the subject.
  package init(_ found: CaseSearch.Observed) throws(UnusableFile) {
    try self.init(
      found.path, testing: found.subject, with: found.recording, hasExpected: found.hasExpected)
  }

  /// Reads the description of a subject.
  package init(
    _ path: String, testing file: String, with recording: String, hasExpected: Bool = false
  ) throws(UnusableFile) {
    self.path = path
    self.recording = recording
    self.hasExpected = hasExpected
    subjectFile = file
    subject = try Subject(
      bytes: WholeFile.bytes(of: file, limit: 1 << 20, "a subject"), named: file)
  }

  /// The page under test, if it is a file.
  package var pageFiles: [String] {
    guard case .page(let page) = subject.kind, !page.isRemote else { return [] }
    return [file(page.isFolder ? page.location + "index.html" : page.location)]
  }

  /// The file of what was accepted.
  package var expected: String { Case.join(path, "expected.csv") }

  /// The folder of the subject.
  private var folder: String { CaseSearch.folder(of: subjectFile) }

  /// Returns a file in the folder of the subject.
  func file(_ name: String) -> String { Case.join(folder, name) }

  /// Runs the subject on the recording, and compares what it shows with what was accepted, and with what
  /// else must show the same.
  ///
  /// In real time, chance takes part: if it differs, it runs again, and two of three runs decide.
  package func check() throws(UnusableFile) -> SubjectCheck {
    let first = try checkOnce()
    guard subject.isInRealTime, first.isCompared, !first.isSame, try checkOnce().isSame else {
      return first
    }
    var third = try checkOnce()
    third.actual.notes.append(
      "\(third.isSame ? "one" : "two") of three runs differed, which chance can do in real time")
    return third
  }

  private func checkOnce() throws(UnusableFile) -> SubjectCheck {
    let (gesture, actual) = try observe()
    var comparison: ObservationComparison?
    if hasExpected {
      comparison = ObservationComparison(
        of: actual, expecting: try accepted(), within: subject.tolerances,
        releases: subject.isPageInRealTime ? gesture.releases : nil)
    }
    let agreements = try subject.agreements.map { agreement throws(UnusableFile) in
      (agreement.other, try compare(actual, by: agreement))
    }
    return SubjectCheck(
      gesture: gesture, actual: actual, comparison: comparison, agreements: agreements,
      isInRealTime: subject.isInRealTime)
  }

  private func accepted() throws(UnusableFile) -> Observation {
    let bytes = try WholeFile.bytes(
      of: expected, limit: ProgramRun.mostOutput, "an accepted observation")
    return try Observation(table: bytes, named: expected)
  }

  // MARK: Running

  /// Programs with a log run one after another, as several recordings may have the same one.
  private static let turn = Mutex(())

  /// Runs the subject on the recording, and returns the rows that it received and what it showed.
  package func observe() throws(UnusableFile) -> (gesture: GestureRows, shown: Observation) {
    let rows = try rows()
    let shown =
      switch subject.kind {
      case .command(let command):
        if case .log = command.output {
          try Self.turn.withLock { _ throws(UnusableFile) in try observe(command, rows) }
        } else {
          try observe(command, rows)
        }
      case .page(let page): try observe(page, rows)
      }
    return (rows, shown)
  }

  private func observe(
    _ page: Subject.Page, _ rows: GestureRows
  ) throws(UnusableFile) -> Observation {
    let steps =
      try rows.inputs.map { inputs throws(UnusableFile) in
        try checkPointer(inputs, on: page)
        return PageStep.merge(inputs, with: rows.rows)
      } ?? PageFingers.steps(rows.rows, on: page)
    do {
      var shown = try BrowserPool.shared.withBrowser(
        page.browser, reaching: page.host, subject.pace
      ) { browser throws(BrowserFailure) in
        subject.pace == .real
          ? try RealPageReplay.run(
            page, steps, in: folder, within: subject.timeLimit, with: browser)
          : try PageReplay.run(
            page, steps, frameRate: subject.frameRate, in: folder, within: subject.timeLimit,
            with: browser)
      }
      if page.input == .wheel, rows.inputs?.isEmpty ?? true {
        shown.notes.append("no two fingers scroll or pinch in this recording")
      }
      return shown
    } catch {
      throw UnusableFile(subjectFile, error.sentence)
    }
  }

  /// Checks that the mouse pointer is over the page when fingers on a touchpad scroll.
  private func checkPointer(
    _ inputs: [PageStep], on page: Subject.Page
  ) throws(UnusableFile) {
    for case .input(.wheel(let wheel), _) in inputs {
      let (x, y) = (wheel.position.x, wheel.position.y)
      let (width, height) = (Double(page.width), Double(page.height))
      if (0..<width).contains(x), (0..<height).contains(y) { continue }
      throw UnusableFile(
        subjectFile,
        "the fingers land at (\(Int(x)), \(Int(y))), outside of the viewport of \(page.width) ×"
          + " \(page.height) pixels: set placement")
    }
  }

  private func observe(
    _ command: Subject.Command, _ rows: GestureRows
  ) throws(UnusableFile) -> Observation {
    func failure(_ sentence: String, _ complaints: [UInt8]) -> UnusableFile {
      // The last line that it printed on its standard error often says why.
      let last = complaints.split(separator: UInt8(ascii: "\n")).last
        .map { "; its last message: \(String(decoding: $0, as: UTF8.self))" }
      return UnusableFile(
        subjectFile, "\(command.words[0]): \(sentence)\(last ?? "")")
    }
    var log: String?
    if case .log(let name) = command.output { log = try newLog(name, of: command) }
    var result: ProgramRun.Result
    do {
      let socket = command.output == .socket ? try TableSocket() : nil
      result =
        command.input == .device
        ? try play(command, log, socket, limit: subject.timeLimit + rows.duration + subject.rest)
        : try ProgramRun.run(
          command.words, in: folder, sending: pieces(rows, for: command), socket: socket,
          limit: subject.timeLimit + (subject.pace == .real ? rows.duration : 0))
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
      throw failure(
        "\(command.output == .socket ? "sent" : "printed") more than"
          + " \(ProgramRun.mostOutput >> 20) MiB", result.complaints)
    case .tooEarly:
      throw failure(
        "has ended before the recording was played; it must run until SIGTERM", result.complaints)
    case .silent(let seconds):
      throw failure(
        "has written no line\(command.output.asTarget) for \(Self.seconds(seconds)); its"
          + " first line says that it is ready, and starts the recording", result.complaints)
    case .disconnected:
      throw failure(
        "has closed its connection to the socket before the recording was played",
        result.complaints)
    case .connectedTwice:
      throw failure(
        "a second connection to the socket; one program connects once, and writes all rows there",
        result.complaints)
    case .notConnected:
      throw failure(
        "has ended and not connected to the socket in PANTOGRAPH_SOCKET", result.complaints)
    case .device(let sentence): throw UnusableFile(recording, sentence)
    }
    if let log {
      result.output = try WholeFile.bytes(of: log, limit: ProgramRun.mostOutput, "a log")
    }
    do {
      var shown = try ObservationReader.read(result.output, zero: result.start ?? 0)
      if result.lateness > Self.mostLateness {
        shown.notes.append(
          "events reached the device up to \(Int(result.lateness * 1000)) ms late: the machine was busy"
        )
      }
      return shown
    } catch {
      let line =
        error.line == 0 ? "" : "line \(error.line) of \(command.output.name): "
      throw failure(line + error.sentence, result.complaints)
    }
  }

  /// Returns the path of a program's log, and removes that of an earlier run.
  private func newLog(
    _ name: String, of command: Subject.Command
  ) throws(UnusableFile) -> String {
    let path = file(name)
    func real(_ path: String) -> String? {
      let found = unsafe realpath(path.isEmpty ? "." : path, nil)
      defer { unsafe free(found) }
      return unsafe found.map { unsafe String(cString: $0) }
    }
    guard let below = real(CaseSearch.folder(of: path)), let own = real(folder),
      below == own || below.hasPrefix(own + "/")
    else {
      throw UnusableFile(subjectFile, "log: \(name) is not in a folder below this one")
    }
    var (target, other) = (stat(), stat())
    guard unsafe lstat(path, &target) == 0 else { return path }
    guard target.st_mode & S_IFMT == S_IFREG else {
      throw UnusableFile(subjectFile, "log: \(name) is no file that a program has written")
    }
    for kept in [recording, subjectFile, expected, file(command.words[0])]
    where unsafe stat(kept, &other) == 0 {
      guard other.st_dev != target.st_dev || other.st_ino != target.st_ino else {
        throw UnusableFile(subjectFile, "log: \(name) is a file of the case; name another one")
      }
    }
    unsafe unlink(path)
    return path
  }

  /// Runs a program while the recording is played on a virtual device.
  private func play(
    _ command: Subject.Command, _ log: String?, _ socket: TableSocket?, limit: Double
  ) throws(ProgramFailure) -> ProgramRun.Result {
    do {
      var events: [InputEvent] = []
      var stream = try stream()
      while try stream.readBatch() { events += stream.events }
      let description = given?.device ?? stream.device
      guard !description.capabilities.isEmpty else {
        throw ProgramFailure(
          sentence: "\(recording) contains no device description; convert it with --device FILE")
      }
      var playback = try DevicePlayback(
        DevicePlayback.frames(events, on: description), on: description)
      return try ProgramRun.run(
        command.words, in: folder, playing: &playback, rest: subject.rest,
        log: log, socket: socket, limit: limit)
    } catch let error as ProgramFailure {
      throw error
    } catch let error as DeviceError {
      throw ProgramFailure(sentence: "\(error.description)")
    } catch {
      throw ProgramFailure(sentence: "\(error)")
    }
  }

  /// 16 ms, a frame of a 60 Hz display.
  private static let mostLateness = 0.016

  /// An hour: a longer pause is a defect of the recording, as `info` says.
  private static let longestPause = 3600.0

  /// Opens the recording, or the events that replace it.
  func stream() throws(UnusableFile) -> RecordingStream {
    if let given { return RecordingStream(given.events) }
    return try RecordingStream(recording)
  }

  private func rows() throws(UnusableFile) -> GestureRows {
    var frames = try RecordedFrames(stream(), describedBy: given?.device, TouchSettings())
    var feed = ContactFeed(from: frames.start, frameRate: subject.frameRate)
    var inputs = pageFeed(for: frames.surface)
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
      inputs?.take(frames.frame, at: feed.time(of: frames.frame))
    }
    inputs?.finish(at: feed.time(of: frames.frame))
    feed.finish(rest: subject.rest)
    return GestureRows(
      device: frames.device.name, end: feed.time(of: frames.frame), rows: feed.rows,
      inputs: inputs?.inputs)
  }

  /// Returns what makes a page's inputs of touch frames; `nil` for programs, and for fingers.
  private func pageFeed(for surface: Surface) -> (any PageFeed)? {
    guard case .page(let page) = subject.kind else { return nil }
    switch page.input ?? (surface.kind == .pen ? .pen : .touch) {
    case .touch: return nil
    case .wheel: return WheelFeed(page)
    case .pen: return PenFeed(page)
    }
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
      if subject.pace == .fast {
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

extension Subject.Command.Output {
  /// What messages call it.
  fileprivate var name: String {
    switch self {
    case .standardOutput: "its output"
    case .log(let name): name
    case .socket: "what it sent"
    }
  }

  /// Where a line is missing, for messages.
  fileprivate var asTarget: String {
    switch self {
    case .standardOutput: ""
    case .log(let name): " into \(name)"
    case .socket: " to the socket in PANTOGRAPH_SOCKET"
    }
  }
}

/// The rows of a recording that a program under test received.
package struct GestureRows: Sendable {
  /// The name of the device.
  package let device: String
  /// The time of the recording's last event.
  package let end: Timestamp
  let rows: [ContactFeed.Row]
  /// What a page received of a pen or a touchpad; `nil` if the contacts are its touches.
  let inputs: [PageStep]?

  /// The seconds until the last row.
  var duration: Double {
    (rows.last?.time ?? Timestamp(microseconds: 0)) - Timestamp(microseconds: 0)
  }

  /// When fingers lifted.
  var releases: [Timestamp] {
    rows.filter { $0.kind == .ended || $0.kind == .cancelled }.map(\.time)
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
