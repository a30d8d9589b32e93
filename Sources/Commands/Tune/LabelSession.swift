import PantographBase
import PantographReports
import PantographTraces
import PantographTuning

/// An interactive session that asks for labels.
struct LabelSession {
  /// The position of a gesture in the session.
  private struct Asked {
    /// The index of its recording in the list.
    var recording: Int
    /// The index of the gesture in the recording.
    var page: Int
  }

  private let recordings: FeatureRun
  private var file: LabelFile
  private let person: String?
  private var book: LabelBook
  private var keys: KeyReader
  private let output = OutputFile()
  private(set) var hasMistakes = false

  private var asked: [Asked] = []
  /// The position at which the search for the next gesture continues.
  private var next = Asked(recording: 0, page: 0)
  /// The index at which each recording first occurs in the list.
  private var firstIndices: [RecordingIdentity: Int] = [:]
  private var pages: (recording: Int, pages: [GestureAlbum.Page])?
  private var labelled: Set<LabelFile.Answered> = []
  private var alreadyLabelled = 0

  init(_ recordings: FeatureRun, _ file: LabelFile, person: String?) throws {
    self.recordings = recordings
    self.file = file
    self.person = person
    book = recordings.book
    keys = KeyReader(try EventLoop())
  }

  /// Asks about one gesture after the other, until none is left or the user quits.
  mutating func ask() throws {
    var current = 0
    while true {
      if current == asked.count {
        if let found = try findNext() {
          asked.append(found)
        } else {
          guard !asked.isEmpty, try wantsToGoBack() else { break }
          current -= 1
        }
      }
      let gesture = try show(asked[current])
      switch try answer() {
      case .quit: return try printSummary()
      case .skip: current += 1
      case .back:
        if current == 0 { try output.write("  this is the first gesture\n") }
        current = max(current - 1, 0)
      case .meaning(let meaning):
        try write(meaning, gesture, at: asked[current].recording)
        current += 1
      }
    }
    try printSummary()
  }

  private enum Answer {
    case meaning(Label.Meaning)
    case skip, back, quit
  }

  // MARK: Gestures

  /// Returns the next gesture without a label.
  private mutating func findNext() throws -> Asked? {
    while next.recording < recordings.worklist.count {
      let pages = try pages(of: next.recording)
      let identity = pages.first.map { RecordingIdentity($0.features.recording) }
      // A recording that is given by two names is asked about once.
      let first = identity.map { firstIndices[$0, default: next.recording] } ?? next.recording
      if let identity { firstIndices[identity] = first }
      for page in first == next.recording ? pages.dropFirst(next.page) : [] {
        let found = next
        next.page += 1
        if try words(of: page.features, at: found.recording).meaning == nil { return found }
        alreadyLabelled += 1
      }
      next = Asked(recording: next.recording + 1, page: 0)
    }
    return nil
  }

  private mutating func words(of gesture: GestureFeatures, at recording: Int) throws -> LabelWords {
    let pages = try pages(of: recording)
    do {
      return try book.words(
        about: gesture.recording, numbers: [gesture.number],
        count: pages.last?.features.number ?? 0)[0]
    } catch {
      throw CommandError(error)
    }
  }

  private mutating func pages(of recording: Int) throws -> [GestureAlbum.Page] {
    if let pages, pages.recording == recording { return pages.pages }
    var entries = try recordings.worklist.entries(in: recording..<recording + 1)
    guard let entry = try entries.next() else { return [] }
    var found: [GestureAlbum.Page] = []
    do {
      found = try recordings.pages(of: entry)
    } catch {
      printNotice("\(error)")
      hasMistakes = true
    }
    pages = (recording, found)
    return found
  }

  // MARK: Questions

  private mutating func show(_ asked: Asked) throws -> GestureFeatures {
    let pages = try pages(of: asked.recording)
    let gesture = pages[asked.page].features
    let words = try words(of: gesture, at: asked.recording)
    let number =
      gesture.number == 0
      ? "no gesture" : "gesture \(gesture.number) of \(pages[pages.count - 1].features.number)"
    let seconds = String(fixed: Double(gesture.time.microseconds) / 1_000_000, decimals: 3)
    let facts = [
      "\(number), ends at \(seconds) s", words.person ?? person, words.device ?? gesture.device,
    ].compactMap { $0 }.filter { !$0.isEmpty }
    let lines =
      ["", "  \(gesture.recording)", "  " + facts.joined(separator: " · ")]
      + pages[asked.page].lines
    try output.write(lines: lines + [""], in: .ofResults)
    return gesture
  }

  private static let question =
    "  f finish · c cancel · n nothing · g other · s skip · b back · q quit: "

  private mutating func answer() throws -> Answer {
    while true {
      try output.write(Self.question)
      guard let (key, rest) = try keys.next() else {
        try output.write("\n")
        return .quit
      }
      try output.write(key.isLetter ? "\(key)\n" : "\n")
      switch key {
      case "f": return .meaning(.finish)
      case "c": return .meaning(.cancel)
      case "n": return .meaning(.nothing)
      case "s": return .skip
      case "b": return .back
      case "q": return .quit
      case "g":
        var name = rest
        if name.isEmpty {
          try output.write("  its name, such as scroll: ")
          guard let line = try keys.line() else { return .quit }
          name = line
        }
        name = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if name.isEmpty { continue }
        do {
          return .meaning(try LabelWords.checkedMeaning(of: name))
        } catch {
          try output.write("  \(error.sentence.shown)\n")
        }
      default: try output.write("  unknown answer\n")
      }
    }
  }

  /// Asks after the last gesture whether to change the previous answer.
  private mutating func wantsToGoBack() throws -> Bool {
    try output.write("  no more gestures · b back · any other key quits: ")
    let answer = try keys.next()?.0
    try output.write("\n")
    return answer == "b"
  }

  private mutating func write(
    _ meaning: Label.Meaning, _ gesture: GestureFeatures, at recording: Int
  ) throws {
    let answered = LabelFile.Answered(
      recording: gesture.recording, gesture: gesture.number == 0 ? nil : gesture.number)
    let known = try words(of: gesture, at: recording).person
    try file.write(
      LabelWords(meaning: meaning, person: known == nil ? person : nil), about: answered)
    labelled.insert(answered)
  }

  private func printSummary() throws {
    let count = labelled.count
    try output.write(
      "  \(count) \(count == 1 ? "label" : "labels") written to \(file.path.shown)"
        + (alreadyLabelled > 0 ? ", \(alreadyLabelled) labelled before\n" : "\n"))
  }
}
