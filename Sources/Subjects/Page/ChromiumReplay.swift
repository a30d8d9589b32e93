package import PantographBase
package import PantographTraces
package import PantographTrajectories

/// A replay into a page of a Chromium that someone else drives, by calls of the DevTools protocol as JSON.
///
/// The player for JavaScript has nothing but this. It sends what ``next(at:)`` returns and gives back the answers, until
/// the replay is over. Then there is what the page has shown.
package struct ChromiumReplay {
  private enum Stage {
    case begin, aim, run, result, over
  }

  private let subject: Subject
  private let page: Subject.Page
  private let rows: GestureRows
  private var steps: [PageStep]
  private var stage = Stage.begin
  private var input = ChromiumInput()
  /// The replay into a page whose clock stands still, once that has begun.
  private var replay: PageReplay?
  /// Of a replay in real time: the index of the next step, and the notes about those before.
  private var nextStep = 0
  private var notes: [String] = []
  /// The milliseconds since 1970 at the first event, or where the page's clock stands still, at the page's time 0.
  private var zero = 0.0
  /// When the last input was to be sent, in milliseconds, and by how much one was late.
  private var due: Double?
  private var delay = RealTimeDelay()
  /// What the page has shown, when the replay is over.
  package private(set) var shown = ResultTable()

  /// Prepares a replay.
  ///
  /// - Parameters:
  ///   - recording: the recording.
  ///   - subject: the text of `subject.json`.
  package init(_ recording: consuming RecordingStream, into subject: [UInt8]) throws(UnusableFile) {
    let subject = try Subject(bytes: subject, named: "subject.json")
    guard case .page(let page) = subject.kind else {
      throw UnusableFile("subject.json", "a program can't be played into: expected a page")
    }
    self.subject = subject
    self.page = page
    rows = try GestureRows(recording, describedBy: nil, for: subject)
    steps = rows.steps(on: page)
  }

  /// The script that has to run in the page before its own scripts.
  package var script: String { subject.pace == .real ? PageRecord.script : PageScript.text }

  // MARK: The dialogue

  /// Returns what to do next as JSON; `nil` when the replay is over.
  ///
  /// - `calls`: calls of the protocol, which are sent at once.
  /// - `at`: the milliseconds since 1970 before which nothing is sent.
  /// - `expression`: is evaluated then; ``take(_:at:)`` wants its value.
  /// - `confirmation`: is evaluated when the calls are answered.
  ///
  /// - Parameter now: the milliseconds since 1970.
  package mutating func next(at now: Double) throws(BrowserFailure) -> JSONText? {
    switch stage {
    case .begin:
      return Self.question(
        "JSON.stringify({ missing: \(page.beginning), now: pantograph.now?.() ?? 0 })")
    case .aim: return Self.question(page.placement.question ?? "")
    case .run where subject.pace == .real: return try nextInRealTime(at: now)
    case .run:
      guard let exchange = replay?.next() else {
        finish(replay?.shown ?? ResultTable())
        return nil
      }
      return try exchange.text(&input, from: zero)
    case .result:
      return .object(
        [("at", .exact(zero + duration * 1000))] + Self.members(of: "pantograph.result()"))
    case .over: return nil
    }
  }

  /// Takes the value of the expression that ``next(at:)`` has named.
  package mutating func take(_ answer: String, at now: Double) throws(BrowserFailure) {
    switch stage {
    case .begin: try begin(answer, at: now)
    case .aim:
      steps = try steps.landing(on: page, answer)
      start(at: now)
    case .run: try replay?.take(answer)
    case .result:
      let result = try PageResult(of: page, answer)
      var shown = try result.table(from: zero - result.origin())
      delay.addFrames(of: shown)
      if delay.isTooLong { notes.append(delay.note()) }
      shown.notes += notes
      finish(shown)
    case .over: break
    }
  }

  private mutating func begin(_ answer: String, at now: Double) throws(BrowserFailure) {
    guard let node = try? JSONNode(parsing: Array(answer.utf8)),
      let missing = try? node["missing"]?.elements()
    else { throw BrowserFailure.ofPage(answer) }
    guard missing.isEmpty else {
      let selectors = missing.compactMap { $0.anyText }.joined(separator: ", ")
      throw BrowserFailure(sentence: "no element of \(page.location) matches \(selectors)")
    }
    if subject.pace == .real {
      if page.placement.on == nil { start(at: now) } else { stage = .aim }
    } else {
      zero = now
      replay = PageReplay(
        steps, into: page, frameRate: subject.frameRate, from: node["now"]?.anyNumber ?? 0)
      stage = .run
    }
  }

  /// Begins a replay in real time, after a lead.
  private mutating func start(at now: Double) {
    zero = now + PageReplay.lead * 1000
    stage = .run
  }

  private mutating func nextInRealTime(at now: Double) throws(BrowserFailure) -> JSONText? {
    if let due { delay.add((now - due) / 1000) }
    due = nil
    while nextStep < steps.count {
      let step = steps[nextStep]
      nextStep += 1
      guard case .input(let input, let instant) = step else { continue }
      let time = zero + (instant - Timestamp(microseconds: 0)) * 1000
      if let note = input.noteInRealTime { notes.append(note) }
      guard let call = try self.input.call(for: input, at: time / 1000) else { continue }
      due = time
      return ["at": .exact(time), "calls": .list([call.text])]
    }
    stage = .result
    return try next(at: now)
  }

  private mutating func finish(_ shown: ResultTable) {
    self.shown = shown
    self.shown.notes = rows.notes + shown.notes
    if page.input == .wheel, rows.inputs?.isEmpty ?? true {
      self.shown.notes.append("no two fingers scroll or pinch in this recording")
    }
    let isAimed = page.placement.on != nil
    if !isAimed || subject.pace == .real, let outside = steps.landing(outside: page) {
      self.shown.add(landing: outside)
    }
    if shown.neverChanges { self.shown.silences.append("no column changes, and no event comes") }
    stage = .over
  }

  /// The seconds from the first event to the end.
  private var duration: Double {
    (steps.last?.time ?? Timestamp(microseconds: 0)) - Timestamp(microseconds: 0)
  }

  private static func question(_ script: String) -> JSONText { .object(members(of: script)) }

  private static func members(of script: String) -> [(key: String, value: JSONText)] {
    [
      ("calls", .list([])),
      ("expression", .string("(async () => String(\(script)))().catch(String)")),
    ]
  }

  // MARK: What has come of it

  /// What the page has shown, as JSON: `columns` and `events`, `notes` and `silences`, and in `contacts` where the
  /// fingers were, in CSS pixels.
  package var trace: JSONText {
    let columns = shown.columns.map { column in
      JSONText.object([
        ("name", .string(column.name)),
        ("times", .list(column.points.map { .seconds($0.time) })),
        ("values", .list(column.points.map { .exact($0.value) })),
      ])
    }
    let events = shown.events.map { event in
      JSONText.object([("time", .seconds(event.time)), ("words", .string(event.words))])
    }
    return [
      "columns": .list(columns), "events": .list(events),
      "notes": .list(shown.notes.map(JSONText.string)),
      "silences": .list(shown.silences.map(JSONText.string)), "contacts": contacts,
    ]
  }

  /// The path of each finger on the page.
  private var contacts: JSONText {
    var paths: [Int: (times: [JSONText], x: [JSONText], y: [JSONText])] = [:]
    for case .input(.touches(let touches), let time) in replay?.steps ?? steps {
      for finger in touches.fingers {
        var path = paths[finger.number] ?? ([], [], [])
        path.times.append(.seconds(time))
        path.x.append(.number(finger.position.x))
        path.y.append(.number(finger.position.y))
        paths[finger.number] = path
      }
    }
    return .list(
      paths.sorted { $0.key < $1.key }.map { number, path in
        [
          "id": .integer(number), "times": .list(path.times), "x": .list(path.x),
          "y": .list(path.y),
        ]
      })
  }

  /// Compares what the page has shown with a table that was accepted, and returns whether they are the same, and what
  /// `check` would say.
  package func comparison(with expected: [UInt8]) throws(UnusableFile) -> JSONText {
    let accepted = try ResultTable(table: expected, named: "expected.csv")
    let compared = ComparedTables(
      of: shown, expecting: accepted, within: subject.tolerances,
      releases: subject.isPageInRealTime ? rows.releases : nil)
    let report = DifferenceReport(
      compared.result, after: compared.result.first.flatMap { rows.lastChange(before: $0.time) },
      because: rows.diagnosis(of: compared, on: subject),
      notes: shown.notes + subject.tolerances.notes(about: [shown, accepted]))
    let lines = (report.sentence.map { [$0] } ?? []) + report.lines
    return ["same": .flag(compared.isSame), "lines": .list(lines.map(JSONText.string))]
  }
}

extension PageExchange {
  /// Returns the exchange as JSON.
  ///
  /// - Parameter zero: the milliseconds since 1970 at the page's time 0.
  fileprivate func text(
    _ state: inout ChromiumInput, from zero: Double
  ) throws(BrowserFailure) -> JSONText {
    guard let (input, time) = input else {
      return ["calls": .list([]), "expression": .string(expression(for: 0))]
    }
    let calls = try state.calls(for: input, at: (zero + time) / 1000)
    return [
      "calls": .list(calls.map { $0.text }), "confirmation": .string(confirmation),
      "expression": .string(expression(for: calls.first?.eventCount ?? 0)),
    ]
  }
}

extension ChromiumInput.Call {
  fileprivate var text: JSONText { ["method": .string(method), "params": parameters] }
}
