import Glibc
import Pantograph
import PantographBase
import PantographReports
import PantographSubjects
import PantographTouches
import PantographTraces
import PantographTrajectories

/// `pantograph guard`: finds out what of a web page moves, and guards it with gestures.
enum GuardCommand {
  static let command = Command(
    name: "guard",
    summary: "finds out what of a web page moves under a finger, and guards it",
    operands: [.file("PAGE")],
    options: [
      .init(
        "--on", value: "SELECTOR",
        help: "the element that the finger takes hold of; default: what looks as if it moves"),
      .init(
        "--direction", value: .choice("WAY", PageDirection.allCases),
        help: "where the finger moves; by default where most follows"),
      .init(
        "--device", value: .nameOrFile("NAME", [ModelDevice.phone], usual: .phone),
        help: "or FILE: a viewport as large as the screen of a recording"),
      .init("--accept", help: "accept what the page does without a question"),
      .init(
        "--folder", value: .folder("FOLDER"),
        help: "the folder for subject.json; default: that of PAGE, or gestures for a URL"),
      .init(
        "--html", value: .file(), writes: [.html],
        help: "the page with the curves; default: review.html beside the gestures"),
      CommonOptions.browser,
    ] + CommonOptions.textual,
    details: """
      PAGE is a file, a folder with index.html, or the URL of your own server. The page is shown in a
      browser without a window, in a viewport of 412 × 915 pixels with 6.3 per millimetre, as on a phone.
      Elements that look as if a finger could move them are tried, one after the other and in four
      directions, until one of them moves. Its selector, everything that moves with it and what of it
      moves are written to subject.json, beside the page.

      Then the finger is tried at other distances and speeds, until it is known where the outcome turns.
      Gestures on both sides are written to gestures/: slow and short, which rest before they lift, for
      the distance; flick and drift for the speed. Others are reversed, cancelled, back from where the
      element rests then, and a flick in each other direction that moves something. They are replayed,
      what the page does is printed, and review.html shows the curves. If you answer with y, it is
      accepted as expected.csv; `pantograph check` compares with it from then on.

      Nothing that exists is replaced. Edit subject.json as you like: the page "Guard your web page" of
      the documentation describes it.
      """,
    exitStatus: """
      Exits with 0 if the results were accepted, with 1 if they were not, and with 2 if nothing moves, a
      file exists already, or the page or the browser can't be used.
      """,
    examples: [
      "pantograph guard index.html", "pantograph guard dist --on '#sheet' --direction up",
      "pantograph guard http://localhost:5173/ --folder tests/gestures",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let place = try GuardedPlace(arguments)
    try place.checkThatNothingIsThere()
    var page = Subject.Page(location: place.location)
    let screen = try screen(arguments, &page)
    BrowserPool.shared.choose(arguments.value("--browser"))
    defer { BrowserPool.shared.end() }
    let proposal = try propose(for: page, at: place, touchedOn: screen, arguments)
    let style = try TextStyle(arguments)
    let output = OutputFile()
    try place.write(proposal, on: screen)
    try output.write(lines: introduction(of: proposal, in: page, at: place, style), in: style)

    let cases = CheckedCase.all(
      try CaseSearch.find([place.gestures]), within: nil, accepts: false, acceptsSilent: false,
      jobs: 1)
    let review = arguments.value("--html") ?? place.review
    let sheet = try OutputFile(result: review)
    try sheet.write(CheckCommand.page(cases, jobs: 1).text)
    try sheet.finish()
    var checks: [Checked] = []
    for gesture in proposal.gestures.all {
      guard let found = cases.first(where: { $0.path.hasSuffix("/\(gesture.name)") }) else {
        continue
      }
      switch found.verdict {
      case .new(let check): checks.append(Checked(gesture.name, check, found.silences))
      case .unusable(let mistake): throw CommandError(mistake)
      default: throw CommandError("\(found.path): \(found.sentence)")
      }
    }
    let lines =
      story(checks, style) + turns(between: checks, proposal) + notes(on: checks, of: proposal)
      + ["", "\(review.shown) shows the curves"]
    try output.write(lines: lines, in: style)
    return try decide(checks, at: place, arguments)
  }

  /// A gesture, and what the page does.
  private struct Checked {
    let name: String
    let check: CheckResult
    let silences: [String]
    var shown: ResultTable { check.shown ?? ResultTable() }
    var lift: String { check.lifts.map(\.words).joined(separator: ", then ") }

    init(_ name: String, _ check: CheckResult, _ silences: [String]) {
      self.name = name
      self.check = check
      self.silences = silences
    }
  }

  private static func propose(
    for page: Subject.Page, at place: GuardedPlace, touchedOn screen: DeviceDescription,
    _ arguments: Arguments
  ) throws -> PageProposal {
    var line: ProgressLine?
    var done = 0
    defer { line?.clear() }
    do {
      return try PageProbe(page, in: place.folder, touchedOn: screen).propose(
        on: arguments.value("--on"),
        direction: try arguments.choice("--direction", PageDirection.self)
      ) { rest in
        if line == nil { line = ProgressLine(of: rest + 1, unit: "trials") }
        line?.total = done + rest + 1
        line?.show(done)
        done += 1
      }
    } catch let failure as BrowserFailure {
      throw CommandError("\(place.path): \(failure.sentence)")
    }
  }

  /// Returns the touchscreen, and makes the viewport as large.
  private static func screen(
    _ arguments: Arguments, _ page: inout Subject.Page
  ) throws -> DeviceDescription {
    guard let path = arguments.value("--device"), path != ModelDevice.phone.rawValue else {
      return ModelDevice.phone.description
    }
    let device = try readDescription(path)
    let surface: Surface
    do {
      surface = try Surface(device)
    } catch {
      throw CommandError("\(path): \(error)")
    }
    let size = surface.size * page.pixelsPerMillimetre
    // What subject.json takes for a viewport.
    let pixels = 50.0...10_000
    guard pixels.contains(size.x), pixels.contains(size.y) else {
      throw CommandError(
        "\(path): a surface of \(surface.size.x.asWritten) × \(surface.size.y.asWritten) mm is no screen of 50 to"
          + " 10,000 pixels a side; give another recording, or use --device phone")
    }
    page.width = Int(size.x.rounded())
    page.height = Int(size.y.rounded())
    return ModelDevice.screen(surface.size, named: "Pantograph Screen")
  }

  // MARK: Report

  private static func introduction(
    of proposal: PageProposal, in page: Subject.Page, at place: GuardedPlace, _ style: TextStyle
  ) -> [String] {
    guard case .page(let page) = proposal.subject.kind, let target = page.placement.on else {
      return []
    }
    let heading =
      "\(place.path.shown): when a finger on \(target.shown) goes"
      + " \(proposal.gestures.direction.rawValue), these move"
    let rows = page.elements.map { [$0.name, $0.selector] }
    return [style.paint(heading, .strong)] + TextTable.lines(rows, in: style, indent: 2) + [
      "", "\(place.subject.shown) names them; the gestures are in \(place.gestures.shown)",
    ]
  }

  /// 4 events: a line that is read at a glance.
  private static let mostEvents = 4

  /// What each gesture did: what moved from where to where, and what the page said.
  private static func story(_ checks: [Checked], _ style: TextStyle) -> [String] {
    let rows = checks.map { checked -> [String] in
      let ends = checked.shown.columns.compactMap { column -> String? in
        guard let first = column.points.first?.value, let last = column.points.last,
          column.points.contains(where: { $0.value != first })
        else { return nil }
        let (from, to) = (brief(first), brief(last.value))
        let isGone = column.absences.last.map { $0 > last.time } ?? false
        let end = isGone ? "\(to), then gone" : to
        return from == end ? "\(column.name) back at \(to)" : "\(column.name) \(from) → \(end)"
      }
      var events = checked.shown.events.prefix(mostEvents).map { "'\($0.words)'" }
      let rest = checked.shown.events.count - events.count
      if rest > 0 { events.append("\(rest) more") }
      return [checked.name, checked.lift, (ends + events).joined(separator: ", ")]
    }
    return ["", style.paint("what they do, and how the finger lifts", .strong)]
      + TextTable.lines(rows, in: style, indent: 2)
  }

  /// Where the outcome turns, which is between two of the gestures.
  private static func turns(between checks: [Checked], _ proposal: PageProposal) -> [String] {
    func lifts(_ names: [String], _ isKnown: Bool) -> (FingerTrack.Lift, FingerTrack.Lift)? {
      let lifts = names.compactMap { name in
        checks.first { $0.name == name }?.check.lifts.last
      }
      return isKnown && lifts.count == 2 ? (lifts[0], lifts[1]) : nil
    }
    func text(_ value: Double) -> String { NumberText.fixed(value, 0) }
    let gestures = proposal.gestures
    var lines: [String] = []
    if let (below, above) = lifts(PageGestures.aroundDistance, gestures.distanceTurn != nil) {
      lines.append(
        "  a finger at rest comes to another outcome between \(text(below.distance)) and"
          + " \(text(above.distance)) px")
    }
    if let (below, above) = lifts(PageGestures.aroundSpeed, gestures.speedTurn != nil) {
      lines.append(
        "  a flick of \(text(above.distance)) px comes to another outcome between"
          + " \(text(below.speed)) and \(text(above.speed)) px/s")
    }
    return lines
  }

  /// What else is to be known; what is so with all of them is said once.
  private static func notes(on checks: [Checked], of proposal: PageProposal) -> [String] {
    var notes: [(sentence: String, names: [String])] = []
    for checked in checks {
      for sentence in checked.check.notes + checked.silences.map({ "silent: \($0)" }) {
        let place = notes.firstIndex { $0.sentence == sentence }
        if let place {
          notes[place].names.append(checked.name)
        } else {
          notes.append((sentence, [checked.name]))
        }
      }
    }
    let doubts = doubts(about: checks, of: proposal).map { "  note: \($0.shown)" }
    return doubts
      + notes.map { note in
        let names =
          note.names.count == checks.count ? "" : "\(note.names.joined(separator: ", ")): "
        return "  note: \(names)\(note.sentence.shown)"
      }
  }

  /// What the gestures do not guard, and what may be a mistake of the page.
  private static func doubts(
    about checks: [Checked], of proposal: PageProposal
  ) -> [String] {
    let gestures = proposal.gestures
    var doubts = proposal.failures.map { "where the outcome turns was not found out: \($0)" }
    func range(_ range: ClosedRange<Double>) -> String {
      "\(NumberText.fixed(range.lowerBound, 0)) to \(NumberText.fixed(range.upperBound, 0)) px"
    }
    let none = "was found at which the outcome turns, so none is guarded"
    if proposal.failures.isEmpty, gestures.distanceTurn == nil {
      let who = proposal.subject.pace == .real ? "the browser scrolls it, and " : ""
      doubts.append("\(who)no distance of \(range(gestures.distances)) \(none)")
    }
    if proposal.failures.isEmpty, gestures.speedTurn == nil, proposal.subject.pace == .fast {
      doubts.append("no speed of \(range(gestures.speeds))/s \(none)")
    }
    func outcome(_ name: String) -> ResultOutcome? {
      checks.first { $0.name == name }.map { ResultOutcome(of: $0.shown) }
    }
    if let flick = outcome("flick"), let reversed = outcome("reversed"),
      let short = outcome("short"),
      reversed.isSame(as: flick, within: proposal.tolerances),
      !short.isSame(as: flick, within: proposal.tolerances)
    {
      doubts.append(
        "reversed ends like flick, though its finger goes back fast and lifts at less than the distance: the page may take"
          + " a speed without its direction")
    }
    return doubts
  }

  /// Two decimals, as far as they are not zero, are as much as anyone sees.
  private static func brief(_ value: Double) -> String {
    ((value * 100).rounded() / 100).asWritten
  }

  // MARK: Acceptance

  private static func decide(
    _ checks: [Checked], at place: GuardedPlace, _ arguments: Arguments
  ) throws -> ExitStatus {
    let gestures = place.gestures.quoted
    guard try arguments.has("--accept") || isAgreed(to: checks.count) else {
      printNotice("nothing is accepted yet; `pantograph check --accept \(gestures)` accepts it")
      return .failed
    }
    let telling = checks.filter { $0.silences.isEmpty }
    for checked in telling { try checked.check.accept() }
    guard telling.count == checks.count else {
      printNotice(
        "\(checks.count - telling.count) of \(checks.count) are silent, and are not accepted;"
          + " `pantograph check --accept --even-silent \(gestures)` accepts them")
      return .failed
    }
    try OutputFile().write(
      "accepted; `pantograph check \(gestures)` compares with it from now on\n")
    return .fine
  }

  /// Asks whether the results are to be accepted; without a terminal, nobody answers.
  private static func isAgreed(to count: Int) throws -> Bool {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return false }
    try OutputFile().write("accept these \(count) results? [y/N] ")
    let answer = readLine() ?? ""
    return ["y", "yes"].contains(answer.lowercased())
  }
}

/// Where a page is, and where the files that guard it go.
private struct GuardedPlace {
  /// The page, as the user names it.
  let path: String
  /// The page, as `subject.json` names it.
  let location: String
  /// The folder of `subject.json`.
  let folder: String
  /// The folder of the gestures, which each have a folder in it.
  let gestures: String

  var subject: String { Case.join(folder, "subject.json") }
  var review: String { Case.join(gestures, "review.html") }

  init(_ arguments: Arguments) throws(CommandError) {
    path = arguments.operands[0]
    let output = arguments.value("--folder")
    guard !path.hasPrefix("http://"), !path.hasPrefix("https://") else {
      location = path
      folder = output ?? "gestures"
      gestures = folder
      return
    }
    guard let file = Self.real(path) else {
      throw CommandError("\(path): \(systemError()); give a file, a folder or a URL")
    }
    let isFolder = InputFile.isFolder(path)
    // A folder that a build makes anew would lose the subject, so it is beside it, but for the folder here.
    let isRoot = isFolder && Self.real(".") == file
    folder =
      output ?? (isRoot ? "." : path.contains("/") ? CaseSearch.folder(of: Self.plain(path)) : ".")
    gestures = Case.join(folder, "gestures")
    guard let root = Self.real(folder) else {
      throw CommandError("\(folder): \(systemError()); --folder takes one around \(path)")
    }
    guard file == root || file.hasPrefix(root == "/" ? "/" : root + "/") else {
      throw CommandError(
        "\(path): not below \(folder), from where it would be served; --folder takes one around it"
      )
    }
    let name = file.dropFirst(root.count).drop { $0 == "/" } + (isFolder ? "/" : "")
    location = Self.escaped(name == "/" ? "index.html" : String(name))
  }

  /// Returns a path without slashes at its end.
  private static func plain(_ path: String) -> String {
    var path = path[...]
    while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
    return String(path)
  }

  /// Returns the path without links; `nil` if there is nothing.
  private static func real(_ path: String) -> String? {
    let found = unsafe realpath(path, nil)
    defer { unsafe free(found) }
    return unsafe found.map { unsafe String(cString: $0) }
  }

  /// Returns a name in which nothing has a meaning in addresses.
  private static func escaped(_ name: String) -> String {
    String(
      name.flatMap { letter -> [Character] in
        switch letter {
        case "%": ["%", "2", "5"]
        case "#": ["%", "2", "3"]
        case "?": ["%", "3", "F"]
        default: [letter]
        }
      })
  }

  /// Throws if a file would be replaced; before the trials, which take a while.
  func checkThatNothingIsThere() throws(CommandError) {
    let files = [subject] + PageGestures.names.map { Case.join(gestures, $0) }
    // Nobody waits half a minute for files that can't be written.
    var folder = gestures
    while unsafe access(folder, F_OK) != 0 {
      folder = folder.contains("/") ? CaseSearch.folder(of: folder) : "."
    }
    guard unsafe access(folder, W_OK) == 0 else {
      throw CommandError("\(folder): nothing can be written there: \(systemError())")
    }
    for file in files where unsafe access(file, F_OK) == 0 {
      throw CommandError(
        "\(file): is there already, and would be replaced; `pantograph check \(gestures.quoted)` checks what"
          + " is there, and --folder names another one")
    }
  }

  /// Writes the subject and the recordings, or nothing.
  func write(_ proposal: PageProposal, on screen: DeviceDescription) throws {
    var made: [String] = []
    var folders: [MissingFolders] = []
    do {
      for gesture in proposal.gestures.all {
        let path = Case.join(Case.join(gestures, gesture.name), "recording.yml")
        folders.append(try MissingFolders(above: path))
        let output = try OutputFile(result: path)
        try output.write(gesture.recording(on: screen))
        try output.finish()
        made.append(path)
      }
      let output = try OutputFile(result: subject)
      try output.write(proposal.text)
      try output.finish()
      for folder in folders { folder.keep() }
    } catch {
      for path in made { unsafe unlink(path) }
      while folders.popLast() != nil {}
      throw error
    }
  }
}

extension PageGestures.Gesture {
  /// Returns a recording of it, as a screen reports it.
  fileprivate func recording(on screen: DeviceDescription) throws -> String {
    var writer = RecordingWriter(.libinput)
    var bytes: [UInt8] = []
    writer.begin(RecordedDevice(node: "synthetic", description: screen), to: &bytes)
    writer.write(try Sensor().events(of: gesture, on: screen), to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
