import PantographBase
import PantographReports
package import PantographServing
import PantographTraces
import PantographTuning
import Synchronization

/// `pantograph label`: asks for the intended outcome of each gesture.
enum LabelCommand {
  static let command = Command(
    name: "label",
    summary: "shows each unlabelled gesture and asks for its intended outcome",
    operands: [],
    optionalOperands: [.file("PATH…")],
    options: [
      .init(
        "--output", "-o", value: .file(), isRequired: true, writes: [.csv],
        help: "the table of labels (CSV) to append to"),
      .init(
        "--person", value: "NAME", help: "the person to write into labels that name none"),
      .init("--serve", help: "ask on a page in a browser, which can undo, and print its address"),
      WebServerOptions.listen, WebServerOptions.token,
    ] + FeatureRun.options.filter { $0.name != "--labels" } + CommonOptions.replayed,
    details: """
      Recordings are found like those of `pantograph features`, and cases use their own interaction. For
      each gesture, its features and the fraction over time up to the release are shown, but not the
      outcome of the rule. Answer with a key, or with a line if the input is not a terminal:

        f  finish      c  cancel      n  nothing intended       g NAME  another gesture, such as scroll
        s  skip        b  back to the previous gesture          q  quit

      You can also go back with b after the last gesture; a new answer replaces the old one. Each answer
      is written at once. Gestures that have a label already (in the table, in labels.csv beside them, in
      the label.json of a case, or by --name-pattern) are skipped, so you can resume at any time. You are
      also asked about a recording without a gesture, because a gesture may have been missed.

      With --serve, a page in a browser shows each gesture as the page of replay does, played back up to
      the release, and asks with buttons and the same keys. It lists all gestures, and u takes back the
      last answer: the table has its earlier bytes again. r does it again. The answers are written at
      once, as on a terminal. If another program changes the table, the page reports it, and reads it
      again. Press Ctrl-C to stop.
      """,
    examples: [
      "pantograph label corpus -i sheet.json -o corpus/labels.csv --person anna",
      "pantograph label corpus -i sheet.json -o corpus/labels.csv --serve",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let path = try arguments.required("--output", "the table of labels to write")
    guard arguments.has("--serve") else {
      if let option = ["--listen", "--token"].first(where: arguments.has) {
        throw CommandError("pantograph label: \(option) requires --serve")
      }
      return try ask(arguments, into: path)
    }
    return try LabelServer.serve(arguments, into: path)
  }

  private static func ask(_ arguments: Arguments, into path: String) throws -> ExitStatus {
    let file = try LabelFile(path)
    let recordings = try FeatureRun(arguments, labels: LabelFile.exists(path) ? path : nil)
    var session = try LabelSession(recordings, file, person: arguments.value("--person"))
    try session.ask()
    return session.hasMistakes ? .unusable : .fine
  }
}

/// `pantograph label --serve`: asks in a browser.
package enum LabelServer {
  /// Serves the page until the end is requested, and prints how many labels were written.
  static func serve(_ arguments: Arguments, into path: String) throws -> ExitStatus {
    guard OutputFile.isRegularOrNew(path) else {
      throw CommandError("\(path): --serve requires a regular file, or the name of a new one")
    }
    var options = try WebServerOptions(arguments, of: "label")
    let (site, hasMistakes) = try open(arguments, into: path)
    options.settings.answer = { site.answer($0) }
    // Blocks signals before the server's thread starts, which would receive them.
    let loop = try EventLoop()
    let server = try options.start(about: [], for: "label")
    defer { server.close() }
    printNotice(
      "open \(server.address)"
        + (server.endpoint.isLoopback
          ? ""
          : "; anyone on the network with this address can write labels, and the connection is not"
            + " encrypted"))
    while true { if case .stop = loop.wait(for: nil, until: nil) { break } }
    server.close()
    let (now, before) = site.counts
    try OutputFile().write(
      "  \(now) \(now == 1 ? "label" : "labels") written to \(path.shown)"
        + (before > 0 ? ", \(before) labelled before\n" : "\n"))
    return hasMistakes ? .unusable : .fine
  }

  /// Returns what answers the requests about the gestures that the words of a command line name.
  package static func answers(
    _ words: [String], into path: String
  ) throws -> @Sendable (SiteRequest) -> SiteReply {
    let site = try open(Arguments(words, for: LabelCommand.command), into: path).site
    return { site.answer($0) }
  }

  /// Reads the recordings and the table, and returns the site, and whether a recording can't be used.
  private static func open(
    _ arguments: Arguments, into path: String
  ) throws -> (site: LabelSite, hasMistakes: Bool) {
    // Checked before the recordings are read, which may take long.
    _ = try LabelFile(path)
    let run = try FeatureRun(arguments, labels: LabelFile.exists(path) ? path : nil)
    let found = try gestures(of: run)
    let desk = try LabelDesk(
      found.gestures, into: path, person: arguments.value("--person"), book: run.bookWithTable)
    if found.gestures.isEmpty {
      throw CommandError("pantograph label: no recording can be used, so there is nothing to ask")
    }
    return (LabelSite(desk, in: found.entries, clip: run.clip), found.hasMistakes)
  }

  private struct Found {
    var gestures: [LabelPage.Gesture] = []
    /// The recording of each gesture.
    var entries: [Worklist.Entry] = []
    var hasMistakes = false
  }

  /// Finds the gestures of all recordings; what can't be read is reported.
  private static func gestures(of run: FeatureRun) throws -> Found {
    var found = Found()
    var seen: Set<RecordingIdentity> = []
    var entries = try run.worklist.entries(in: 0..<run.worklist.count)
    var progress = ProgressLine(of: run.worklist.count)
    var done = 0
    try run.forEach(in: 0..<run.worklist.count, jobs: Parallel.processors) { outcome in
      done += 1
      progress.show(done)
      guard let entry = try entries.next() else { return }
      if let mistake = outcome.mistake {
        progress.clear()
        printNotice("\(mistake)")
        found.hasMistakes = true
      }
      // A recording that is given by two names is asked about once.
      guard seen.insert(RecordingIdentity(outcome.recording)).inserted else { return }
      let count = outcome.gestures.last?.number ?? 0
      for gesture in outcome.gestures {
        found.gestures.append(LabelPage.Gesture(gesture, of: count))
        found.entries.append(entry)
      }
    }
    progress.clear()
    return found
  }
}

/// The pages of `label --serve`, and the forms that they send.
///
/// Requests name gestures by their numbers in the list, and never a path.
final class LabelSite: Sendable {
  private struct State {
    var desk: LabelDesk
    /// The last notices, by the number of each.
    var notices: [Int: LabelPage.Notice] = [:]
    var noticeCount = 0
    /// The gesture that was shown last.
    var clip: (index: Int, clip: GestureClip)?
  }

  private let state: Mutex<State>
  private let entries: [Worklist.Entry]
  private let clip: @Sendable (Worklist.Entry, Int) throws(UnusableFile) -> GestureClip

  /// Creates the site of gestures, each with its recording.
  init(
    _ desk: LabelDesk, in entries: [Worklist.Entry],
    clip: @escaping @Sendable (Worklist.Entry, Int) throws(UnusableFile) -> GestureClip
  ) {
    state = Mutex(State(desk: desk))
    self.entries = entries
    self.clip = clip
  }

  /// The number of gestures that have been labelled, and of those that were before.
  var counts: (now: Int, before: Int) {
    state.withLock { ($0.desk.labelledCount, $0.desk.labelledBefore) }
  }

  /// Answers a request; called on a thread of the server.
  func answer(_ request: SiteRequest) -> SiteReply {
    state.withLock { state in
      guard request.path == "/" else { return .nothing }
      guard let form = request.form else { return page(request.query, &state) }
      guard let action = request.query["do"].flatMap(LabelPage.Action.init) else { return .nothing }
      return take(form, action, &state)
    }
  }

  // MARK: Pages

  private func index(_ text: String?, _ state: State) -> Int? {
    text.flatMap { Int($0) }.flatMap { state.desk.gestures.indices.contains($0) ? $0 : nil }
  }

  private func page(_ query: [String: String], _ state: inout State) -> SiteReply {
    var notices = query["note"].flatMap { Int($0) }.flatMap { state.notices[$0] }.map { [$0] } ?? []
    do {
      if try state.desk.refresh() {
        notices.append(
          LabelPage.Notice(
            "\(state.desk.path.shown) has been changed by another program; its labels are shown"))
      }
    } catch {
      // A form has been refused for the same reason.
      let isKnown = notices.contains { $0.isError }
      if !isKnown { notices.append(LabelPage.Notice(Self.sentence(of: error), isError: true)) }
    }
    let index = index(query["at"], state) ?? state.desk.next(after: nil) ?? 0
    if state.clip?.index != index {
      state.clip = nil
      do {
        let number = state.desk.gestures[index].features.number
        state.clip = (index, try clip(entries[index], number))
      } catch {
        notices.append(LabelPage.Notice("\(error)".shown, isError: true))
      }
    }
    var page = LabelPage(
      state.desk.labelled, at: index, state.clip?.clip, into: state.desk.path.shown)
    page.notices = notices
    page.isFiltered = query["show"] == LabelPage.filter
    page.neighbours = (state.desk.previous(before: index), state.desk.next(after: index))
    page.changes = state.desk.changes
    page.changeCount = state.desk.changeCount
    return .page(Array(page.text.utf8), policy: page.policy)
  }

  private static func sentence(of error: any Error) -> String {
    ((error as? CommandError)?.sentence ?? "\(error)").shown
  }

  // MARK: Forms

  private func take(
    _ form: [String: String], _ action: LabelPage.Action, _ state: inout State
  ) -> SiteReply {
    var index = index(form["at"], state) ?? 0
    var notice: LabelPage.Notice
    do {
      if action == .label {
        notice = try label(&index, form, &state)
      } else {
        guard form["changes"] == "\(state.desk.changeCount)" else {
          throw CommandError(
            "nothing was undone or done again, because labels have changed since this page was shown; look"
              + " at them and try again")
        }
        index = action == .undo ? try state.desk.undo() : try state.desk.redo()
        let label = state.desk.labelled[index].label
        let name = state.desk.gestures[index].name.shown
        notice = LabelPage.Notice(
          action == .undo
            ? "undone: \(name) \(label.map { "is labelled \($0.shown)" } ?? "has no label")"
            : "done again: \(name) is labelled \((label ?? "").shown)")
        // As after the answer itself: another answer here would replace it.
        if action == .redo { index = state.desk.next(after: index) ?? index }
      }
    } catch {
      notice = LabelPage.Notice("not written: \(Self.sentence(of: error))", isError: true)
    }
    state.noticeCount += 1
    state.notices[state.noticeCount] = notice
    // 64: more pages than that are not open.
    state.notices[state.noticeCount - 64] = nil
    return .next(
      LabelPage.address(
        of: index, isFiltered: form["show"] == LabelPage.filter, notice: state.noticeCount))
  }

  /// Writes an answer, and goes on to the next gesture.
  private func label(
    _ index: inout Int, _ form: [String: String], _ state: inout State
  ) throws -> LabelPage.Notice {
    let words = (form["word"] ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty else { throw CommandError("expected a label, such as scroll") }
    let meaning: Label.Meaning
    do {
      meaning = try LabelWords.checkedMeaning(of: words)
    } catch {
      throw CommandError(error.sentence)
    }
    let isChanged = try state.desk.answer(meaning, at: index, seen: form["was"] ?? "")
    let name = state.desk.gestures[index].name.shown
    let following = state.desk.next(after: index)
    index = following ?? index
    return LabelPage.Notice(
      "labelled \(words.shown): \(name)"
        + (following == nil ? "; all gestures are labelled now" : "")
        + (isChanged
          ? "; \(state.desk.path.shown) had been changed by another program, and was read again"
          : ""))
  }
}
