import Cases
import Quantities
import Reports
import Tuning

/// A person who is asked about one gesture after the other.
struct LabelSession {
  /// A gesture that the person has been asked about.
  private struct Asked {
    /// The place of its recording in the list.
    var place: Int
    /// The place of the gesture among those of the recording.
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
  /// Where the search for the next one goes on.
  private var next = Asked(place: 0, page: 0)
  /// Where each recording stands in the list for the first time.
  private var places: [RecordingIdentity: Int] = [:]
  private var pages: (place: Int, pages: [GestureAlbum.Page])?
  private var labelled: Set<LabelFile.Answered> = []
  private var passedOver = 0

  init(_ recordings: FeatureRun, _ file: LabelFile, person: String?) throws {
    self.recordings = recordings
    self.file = file
    self.person = person
    book = recordings.book
    keys = KeyReader(try EventLoop())
  }

  /// Asks about one gesture after the other, until there is none left or the person has had enough.
  mutating func ask() throws {
    var current = 0
    while true {
      if current == asked.count {
        if let found = try findNext() {
          asked.append(found)
        } else {
          guard !asked.isEmpty, try isToGoBack() else { break }
          current -= 1
        }
      }
      let gesture = try show(asked[current])
      switch try answer() {
      case .quit: return try sayEnd()
      case .skip: current += 1
      case .back:
        if current == 0 { try output.write("  this is the first one\n") }
        current = max(current - 1, 0)
      case .meaning(let meaning):
        try write(meaning, gesture, at: asked[current].place)
        current += 1
      }
    }
    try sayEnd()
  }

  private enum Answer {
    case meaning(Label.Meaning)
    case skip, back, quit
  }

  // MARK: Gestures

  /// The next gesture that has no label.
  private mutating func findNext() throws -> Asked? {
    while next.place < recordings.worklist.count {
      let pages = try pages(of: next.place)
      let recording = pages.first.map { RecordingIdentity($0.features.recording) }
      // A recording that is given by two names is asked about once.
      let place = recording.map { places[$0, default: next.place] } ?? next.place
      if let recording { places[recording] = place }
      for page in place == next.place ? pages.dropFirst(next.page) : [] {
        defer { next.page += 1 }
        let gesture = page.features
        if try words(of: gesture, at: next.place).meaning == nil { return next }
        passedOver += 1
      }
      next = Asked(place: next.place + 1, page: 0)
    }
    return nil
  }

  private mutating func words(of gesture: GestureFeatures, at place: Int) throws -> LabelWords {
    let pages = try pages(of: place)
    do {
      return try book.words(
        about: gesture.recording, numbers: [gesture.number],
        count: pages.last?.features.number ?? 0)[0]
    } catch {
      throw Complaint(error)
    }
  }

  private mutating func pages(of place: Int) throws -> [GestureAlbum.Page] {
    if let pages, pages.place == place { return pages.pages }
    var entries = try recordings.worklist.entries(in: place..<place + 1)
    guard let entry = try entries.next() else { return [] }
    var found: [GestureAlbum.Page] = []
    do {
      found = try recordings.pages(of: entry)
    } catch {
      say("\(error)")
      hasMistakes = true
    }
    pages = (place, found)
    return found
  }

  // MARK: The person

  private mutating func show(_ asked: Asked) throws -> GestureFeatures {
    let pages = try pages(of: asked.place)
    let gesture = pages[asked.page].features
    let words = try words(of: gesture, at: asked.place)
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
      guard let (key, rest) = keys.next() else {
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
          guard let line = keys.line() else { return .quit }
          name = line
        }
        name = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if name.isEmpty { continue }
        do {
          return .meaning(try LabelWords.checkedMeaning(of: name))
        } catch {
          try output.write("  \(error.sentence.shown)\n")
        }
      default: try output.write("  there is no such answer\n")
      }
    }
  }

  /// Whether the person wants to change the last answer, when there is nothing left to ask.
  private mutating func isToGoBack() throws -> Bool {
    try output.write("  that was the last one · b back · any other key ends: ")
    let answer = keys.next()?.0
    try output.write("\n")
    return answer == "b"
  }

  private mutating func write(
    _ meaning: Label.Meaning, _ gesture: GestureFeatures, at place: Int
  ) throws {
    let answered = LabelFile.Answered(
      recording: gesture.recording, gesture: gesture.number == 0 ? nil : gesture.number)
    let known = try words(of: gesture, at: place).person
    try file.write(
      LabelWords(meaning: meaning, person: known == nil ? person : nil), about: answered)
    labelled.insert(answered)
  }

  private func sayEnd() throws {
    let count = labelled.count
    try output.write(
      "  \(count) \(count == 1 ? "label" : "labels") written to \(file.path.shown)"
        + (passedOver > 0
          ? ", \(passedOver) \(passedOver == 1 ? "was" : "were") there already\n" : "\n"))
  }
}
