import Glibc
import Pantograph
import PantographBase
import PantographTraces
import PantographTuning

/// The recordings that a command was given, in order.
///
/// There may be very many, so their paths are stored in an unnamed temporary file instead of in memory.
final class Worklist {
  /// A recording, and the interaction that it drives.
  struct Entry: Sendable {
    var recording: String
    /// The interaction of its own case, if that is used.
    var ownInteraction: String?
  }

  /// The number of recordings.
  private(set) var count = 0
  /// A digest of their paths and of the labels beside them.
  private(set) var digest = Digest()
  private let kept: KeptFile
  private var buffer: [UInt8] = []
  private var folder: String?
  /// The names of recordings that have several.
  private var hardLinks: [RecordingIdentity: String] = [:]

  /// The last byte of an entry, which never occurs in a path.
  private static let end: UInt8 = 0

  static let list = Command.Option(
    "--list", value: .file(),
    help: "read paths of recordings from FILE, one per line; - is standard input")

  /// Finds all given recordings.
  ///
  /// - Parameters:
  ///   - arguments: their paths, and the option ``list``.
  ///   - usesCases: whether a recording of a case uses the interaction of the case.
  ///   - found: called with every recording.
  init(
    _ arguments: Arguments, usesCases: Bool, found: (Entry) throws -> Void = { _ in }
  ) throws {
    kept = try KeptFile()
    guard !arguments.operands.isEmpty || arguments.has("--list") else {
      throw arguments.error(
        "no recordings given; pass files, folders, or --list with a list of files")
    }
    var search = RecordingSearch()
    do {
      var given: Set<String> = []
      for path in arguments.operands {
        let before = count
        let isRepeated = !given.insert(path).inserted
        try search.find(path) { try add($0, usesCases, found) }
        guard count > before || isRepeated else {
          throw CommandError("\(path): no recording of a supported format found here or below")
        }
      }
    } catch let error as UnusableFile {
      throw CommandError(error)
    }
    if let path = arguments.value("--list") {
      try Self.forEachLine(of: path) { try add($0, usesCases, found) }
      guard count > 0 else { throw CommandError("\(path): contains no paths") }
    }
    try flush()
  }

  private func add(_ path: String, _ usesCases: Bool, _ found: (Entry) throws -> Void) throws {
    if let identity = RecordingIdentity(ofHardLink: path) {
      let first = hardLinks[identity] ?? path
      guard first == path else {
        throw CommandError(
          "\(path) is a hard link to the same file as \(first); its gestures would count twice: give only"
            + " one of them, or make a copy")
      }
      hardLinks[identity] = path
    }
    var entry = Entry(recording: path)
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let isOfCase = path[(slash.map(path.index(after:)) ?? path.startIndex)...]
      .hasPrefix("recording.")
    if usesCases { entry.ownInteraction = CommonOptions.ownInteraction(of: path) }
    buffer.append(UInt8(ascii: entry.ownInteraction == nil ? "-" : "+"))
    buffer += path.utf8
    buffer.append(Self.end)
    digest.add(path)
    if folder != self.folder { try look(at: folder + LabelBook.tableName) }
    self.folder = folder
    if isOfCase { try look(at: folder + LabelBook.caseName) }
    count += 1
    if buffer.count >= 1 << 16 { try flush() }
    try found(entry)
  }

  private func look(at path: String) throws {
    guard InputFile.canBeReadAgain(path) else { return }
    digest.add(try InputFile(path).readAll(limit: 64 << 20))
  }

  private func flush() throws {
    do {
      try kept.append(buffer)
    } catch {
      throw CommandError(error)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Reads a list of paths, one per line.
  private static func forEachLine(of path: String, _ receive: (String) throws -> Void) throws {
    let file = try InputFile(path)
    var (piece, rest, line): ([UInt8], [UInt8], Int) = ([], [], 0)
    repeat {
      do {
        try file.read(into: &piece)
      } catch {
        throw CommandError(error)
      }
      rest += piece.isEmpty && !rest.isEmpty ? [UInt8(ascii: "\n")] : piece
      var start = 0
      while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
        line += 1
        var bytes = rest[start..<end]
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        start = end + 1
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(Self.end) else {
          throw CommandError("\(path):\(line):1: not a path in UTF-8")
        }
        if !text.isEmpty { try receive(text) }
      }
      rest.removeFirst(start)
      guard rest.count <= LineLimit.longest else {
        throw CommandError("\(path):\(line + 1):1: \(LineLimit.sentence("a list of paths"))")
      }
    } while !piece.isEmpty
  }

  /// Reads entries in order.
  struct Reader {
    private let file: InputFile
    private var bytes: [UInt8] = []
    private var start = 0
    private var left: Int

    fileprivate init(_ file: InputFile, _ range: Range<Int>) throws {
      self.file = file
      left = range.upperBound
      for _ in 0..<range.lowerBound { _ = try next() }
    }

    mutating func next() throws -> Entry? {
      guard left > 0 else { return nil }
      left -= 1
      while true {
        if let end = bytes[start...].firstIndex(of: Worklist.end) {
          defer { start = end + 1 }
          let recording = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
          let folder = recording.lastIndex(of: "/").map { String(recording[...$0]) } ?? ""
          let isOwn = bytes[start] == UInt8(ascii: "+")
          return Entry(
            recording: recording, ownInteraction: isOwn ? folder + "interaction.json" : nil)
        }
        bytes.removeFirst(start)
        start = 0
        var piece: [UInt8] = []
        do {
          try file.read(into: &piece)
        } catch {
          throw CommandError(error)
        }
        guard !piece.isEmpty else { return nil }
        bytes += piece
      }
    }
  }

  /// Returns a reader for a range of entries, counted from 0.
  func entries(in range: Range<Int>) throws -> Reader { try Reader(kept.reopened(), range) }
}

/// The errors of recordings that are read in sequence; an error that all of them share is printed once.
struct SharedMistake {
  private let worklist: Worklist
  /// The recordings that have been read, by their index in the list.
  private var read: Range<Int>
  /// The error shared by all recordings so far; without a path if it concerns the recording itself.
  private var shared: UnusableFile?
  private let isLenient: Bool

  /// Starts with the recording at an index.
  init(in worklist: Worklist, from number: Int, isLenient: Bool) {
    self.worklist = worklist
    self.isLenient = isLenient
    read = number..<number
  }

  /// Adds the error of the next recording, and returns the lines to print now.
  mutating func lines(of mistake: UnusableFile?, in recording: String) throws -> [String] {
    var nameless = mistake
    if nameless?.path == recording { nameless?.path = "" }
    let number = read.upperBound
    read = read.lowerBound..<number + 1
    if number == read.lowerBound {
      shared = nameless
    } else if let shared {
      if nameless == shared { return [] }
      // The first error was printed; the others are printed now, because this one differs.
      self.shared = nil
      var waiting = try worklist.entries(in: read.lowerBound + 1..<number)
      var lines: [String] = []
      while let entry = try waiting.next() {
        var mistake = shared
        if mistake.path.isEmpty { mistake.path = entry.recording }
        lines.append(line(mistake))
      }
      return lines + (mistake.map { [line($0)] } ?? [])
    }
    return mistake.map { [line($0)] } ?? []
  }

  /// The line to print after the last recording.
  var lastLine: String? {
    guard shared != nil, read.count > 1 else { return nil }
    let others = read.count - 1
    return "the same error in \(others) other recording\(others == 1 ? "" : "s")"
  }

  private func line(_ mistake: UnusableFile) -> String {
    if isLenient, mistake.reason == .damaged { return "\(mistake)" }
    return CommandError(mistake).sentence
  }
}
