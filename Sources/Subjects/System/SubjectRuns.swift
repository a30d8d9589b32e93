import Glibc
import Pantograph
import PantographBase
import PantographTouches
package import PantographTraces
import PantographTrajectories

extension SubjectCase {
  /// 16 ms, a frame of a 60 Hz display.
  private static let mostLateness = 0.016
  /// 200 characters say enough of a mistake.
  private static let longestMessage = 200

  /// Runs a program, which receives the recording.
  func observe(
    _ command: Subject.Command, _ rows: GestureRows
  ) throws(UnusableFile) -> ResultTable {
    func failure(_ sentence: String, _ complaints: [UInt8]) -> UnusableFile {
      // The last line that it printed on its standard error often says why.
      let last = complaints.split(separator: UInt8(ascii: "\n")).last
        .map { line in
          let text = String(decoding: line, as: UTF8.self)
          let isLong = text.count > Self.longestMessage
          return "; its last message: \(text.prefix(Self.longestMessage))\(isLong ? "…" : "")"
        }
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
          command.words, in: folder, sending: pieces(rows, for: command), log: log,
          socket: socket, limit: subject.timeLimit + (subject.pace == .real ? rows.duration : 0))
    } catch {
      throw failure(error.sentence, [])
    }
    if case .device(let sentence) = result.end { throw UnusableFile(found.recording, sentence) }
    if let sentence = result.end.mistake(of: command) {
      throw failure(sentence, result.complaints)
    }
    if let log {
      guard FoundFile.Identity(log) != nil else {
        throw failure("has written no \(command.output.name)", result.complaints)
      }
      result.output = try WholeFile.bytes(
        of: log, limit: ProgramRun.mostOutput, "a log", hasRows: true)
    }
    do {
      var shown = try TableReader.read(
        result.output, as: .output(zero: result.start ?? 0))
      try checkStart(of: shown, lasting: rows.duration)
      if shown.otherLineCount > 0 {
        let count = shown.otherLineCount
        shown.notes.append(count == 1 ? "1 line was not a row" : "\(count) lines were not rows")
      }
      if result.lateness > Self.mostLateness {
        let milliseconds = Int(result.lateness * 1000)
        shown.notes.append(
          command.input == .device
            ? "events reached the device up to \(milliseconds) ms late: the machine was busy"
            : "rows were sent up to \(milliseconds) ms late: the machine or the program was busy")
      }
      return shown
    } catch {
      throw failure(command.output.sentence(error), result.complaints)
    }
  }

  /// Throws if a program seems to print times of its own clock.
  private func checkStart(
    of shown: ResultTable, lasting duration: Double
  ) throws(Complaint) {
    guard let start = shown.start else { return }
    let seconds = start - Timestamp(microseconds: 0)
    guard abs(seconds) > duration + subject.timeLimit else { return }
    let bound =
      seconds < 0
      ? "long before the first row at 0 s"
      : "long after the last row at \(String(fixed: duration, decimals: 0)) s"
    throw Complaint(
      "times begin at \(String(fixed: seconds, decimals: 0)) s, \(bound); print '# zero TIME' first,"
        + " with your time of the first event")
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
    guard let before = FoundFile(path, followsLinks: false) else { return path }
    guard before.isFile else {
      throw UnusableFile(subjectFile, "log: \(name) is no file that a program has written")
    }
    for kept in [found.recording, subjectFile, found.expected, file(command.words[0])]
    where FoundFile.Identity(kept) == FoundFile.Identity(path) {
      throw UnusableFile(subjectFile, "log: \(name) is a file of the case; name another one")
    }
    let rows = try WholeFile.bytes(
      of: path, limit: ProgramRun.mostOutput, "a log", hasRows: true)
    guard TableReader.isTable(rows) else {
      throw UnusableFile(
        subjectFile, "log: \(name) is not a table; remove it or name another file")
    }
    unsafe unlink(path)
    return path
  }

  /// Runs a program while the recording is played on a virtual device.
  private func play(
    _ command: Subject.Command, _ log: String?, _ socket: TableSocket?, limit: Double
  ) throws(Complaint) -> ProgramRun.Result {
    do {
      var events: [InputEvent] = []
      var stream = try stream()
      while try stream.readBatch() { events += stream.events }
      let description = given?.device ?? stream.device
      guard !description.capabilities.isEmpty else {
        throw Complaint(
          "\(found.recording) contains no device description; convert it with --device FILE")
      }
      var playback = try DevicePlayback(
        DevicePlayback.frames(events, on: description), on: description)
      return try ProgramRun.run(
        command.words, in: folder, playing: &playback, rest: subject.rest,
        log: log, socket: socket, limit: limit)
    } catch {
      throw Complaint("\(error)")
    }
  }

  /// The rows as a program receives them: all at once, or each at its time.
  private func pieces(
    _ rows: GestureRows, for command: Subject.Command
  ) -> [ProgramRun.Piece] {
    let scale = command.pixelsPerMillimetre
    let header = command.input == .csv ? ContactFeed.header(hasPixels: scale != nil) + "\n" : ""
    var pieces = [ProgramRun.Piece(seconds: nil, bytes: Array(header.utf8))]
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
}

extension SubjectCase {
  /// Plays the recording into the page once more, and returns pictures of the gesture in which it has changed; `nil` if it
  /// hasn't, or in real time.
  package func film(of check: SubjectCheck) throws(UnusableFile) -> PageFilm? {
    guard case .page(let page) = subject.kind, let change = check.diagnosis,
      let compared = check.comparison
    else { return nil }
    let steps = check.gesture.steps(on: page)
    let end = max(compared.expected.end, compared.actual.end)
    let finger = check.gesture.finger(on: subject, until: end)
    let shots = PageFilm.shots(compared, change, of: finger, on: page)
    do {
      return try BrowserPool.shared.withBrowser(page.browser, reaching: page.server, subject.pace) {
        browser throws(BrowserFailure) in
        var film = PageFilm()
        _ = try PageReplay.run(
          page, steps, frameRate: subject.frameRate, in: folder, within: subject.timeLimit,
          with: browser, taking: shots, for: &film)
        return film
      }
    } catch {
      throw UnusableFile(subjectFile, error.sentence)
    }
  }

  /// Shows a page in a browser, and plays the recording into it.
  func observe(
    _ page: Subject.Page, _ rows: GestureRows
  ) throws(UnusableFile) -> ResultTable {
    let steps = rows.steps(on: page)
    let outside = page.placement.on == nil ? steps.landing(outside: page) : nil
    if let outside, page.input == .wheel { throw UnusableFile(subjectFile, outside) }
    do {
      var shown = try BrowserPool.shared.withBrowser(
        page.browser, reaching: page.server, subject.pace
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
      if let outside { shown.add(landing: outside) }
      return shown
    } catch {
      throw UnusableFile(subjectFile, error.sentence)
    }
  }
}
