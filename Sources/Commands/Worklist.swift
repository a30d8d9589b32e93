import Cases
import Glibc

/// The recordings that a command was given, in their order.
///
/// There may be very many. Their paths are kept in a file without a name, so that they take no memory.
final class Worklist {
  /// A recording, and the interaction that it drives.
  struct Entry: Sendable {
    var recording: String
    /// The interaction of its own case, if that is the one.
    var ownInteraction: String?
  }

  /// How many there are.
  private(set) var count = 0
  /// Stands for all of them, and for what is said beside them of what they mean.
  private(set) var digest = Digest()
  private let kept: KeptFile
  private var buffer: [UInt8] = []
  private var folder: String?

  /// The last byte of an entry, which no path has.
  private static let end: UInt8 = 0

  static let list = Command.Option(
    "--list", value: .file(), help: "the recordings' paths stand there, one a line; - for input")

  /// Finds all recordings that are meant.
  ///
  /// - Parameters:
  ///   - arguments: their paths, and the option ``list``.
  ///   - usesCases: whether a recording of a case drives the case's own interaction.
  ///   - found: told of every recording.
  init(
    _ arguments: Arguments, usesCases: Bool, found: (Entry) throws -> Void = { _ in }
  ) throws {
    kept = try KeptFile()
    guard !arguments.operands.isEmpty || arguments.has("--list") else {
      throw Complaint(
        "recordings are missing: give files, folders, or --list with a file that names them")
    }
    var search = RecordingSearch()
    do {
      var given: Set<String> = []
      for path in arguments.operands {
        let before = count
        let isRepeated = !given.insert(path).inserted
        try search.find(path) { try add($0, usesCases, found) }
        guard count > before || isRepeated else {
          throw Complaint("\(path): no recording there or below, of any known format")
        }
      }
    } catch let error as UnusableFile {
      throw Complaint(error)
    }
    if let path = arguments.value("--list") {
      try Self.forEachLine(of: path) { try add($0, usesCases, found) }
      guard count > 0 else { throw Complaint("\(path): there is no path in it") }
    }
    try flush()
  }

  private func add(_ path: String, _ usesCases: Bool, _ found: (Entry) throws -> Void) throws {
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
      throw Complaint(error)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Reads a list of paths, one a line.
  private static func forEachLine(of path: String, _ receive: (String) throws -> Void) throws {
    let file = try InputFile(path)
    var (piece, rest, line): ([UInt8], [UInt8], Int) = ([], [], 0)
    repeat {
      do {
        try file.read(into: &piece)
      } catch {
        throw Complaint(error)
      }
      rest += piece.isEmpty && !rest.isEmpty ? [UInt8(ascii: "\n")] : piece
      var start = 0
      while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
        line += 1
        var bytes = rest[start..<end]
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        start = end + 1
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(Self.end) else {
          throw Complaint("\(path):\(line):1: this is no path in UTF-8")
        }
        if !text.isEmpty { try receive(text) }
      }
      rest.removeFirst(start)
      guard rest.count <= 1 << 20 else {
        throw Complaint(
          "\(path):\(line + 1):1: a line of more than 1 MiB: this is no list of paths")
      }
    } while !piece.isEmpty
  }

  /// Reads entries in their order.
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
          throw Complaint(error)
        }
        guard !piece.isEmpty else { return nil }
        bytes += piece
      }
    }
  }

  /// The entries at some places, from 0.
  func entries(in range: Range<Int>) throws -> Reader { try Reader(kept.reopened(), range) }
}
