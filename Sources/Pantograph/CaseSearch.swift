import Glibc
import PantographTouches
package import PantographTraces

/// Finds the cases in and below folders.
///
/// Folders whose names begin with a dot are skipped. Links to folders are followed, and every folder is
/// visited only once.
package struct CaseSearch {
  /// A result of the search.
  package enum Found: Hashable, Sendable {
    /// A case.
    case complete(Case)
    /// A part of a case without the rest.
    case incomplete(Incomplete)
    /// A folder or file that can't be read or understood.
    case unusable(UnusableFile)

    /// The folder, or the unusable file.
    package var path: String {
      switch self {
      case .complete(let found): found.path
      case .incomplete(let found): found.path
      case .unusable(let mistake): mistake.path
      }
    }
  }

  /// A folder with a part of a case but without the rest.
  package struct Incomplete: Hashable, Sendable {
    /// The folder.
    package var path: String
    /// What is there, and what is missing.
    package var sentence: String
    /// Whether it has an expected trajectory that can't be compared any more.
    package var isStale: Bool
  }

  /// The subject that replaces those of all cases with other programs; `nil` for their own.
  private let subject: String?
  private var found: [Found] = []
  private var visited: Set<FoundFile.Identity> = []

  /// Searches below folders in the given order, and below each in the order of the names' bytes.
  ///
  /// - Parameters:
  ///   - paths: folders, or files in the folder of a case.
  ///   - subject: the subject of all cases without an interaction; `nil` for their own.
  package static func find(
    _ paths: [String], testing subject: String? = nil
  ) throws(UnusableFile) -> [Found] {
    var search = CaseSearch(subject: subject)
    for path in paths {
      if try isFolder(path) {
        search.look(into: trimmed(path))
      } else {
        search.take(folder(of: path))
      }
    }
    return search.found.filter { !search.isShared($0) }
  }

  private init(subject: String?) { self.subject = subject }

  /// Returns whether a path is a folder; throws if there is nothing.
  static func isFolder(_ path: String) throws(UnusableFile) -> Bool {
    guard let found = FoundFile(path) else {
      throw UnusableFile(path, "no such file or folder", because: .unreadable)
    }
    return found.isFolder
  }

  /// Returns whether a folder has nothing but a subject that cases below it share.
  private func isShared(_ content: Found) -> Bool {
    guard case .incomplete(let incomplete) = content, !incomplete.isStale else { return false }
    let subject = Case.join(incomplete.path, Self.subjectName)
    return found.contains {
      if case .complete(let found) = $0 { found.subject == subject } else { false }
    }
  }

  /// Returns the path without trailing slashes.
  static func trimmed(_ path: String) -> String {
    let end = path.utf8.lastIndex { $0 != UInt8(ascii: "/") }
    return end.map { String(path[...$0]) } ?? "/"
  }

  package static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { trimmed(String(path[...$0])) } ?? "."
  }

  private mutating func take(_ folder: String) {
    guard isNew(folder) else { return }
    do {
      if let content = try Self.content(of: folder, testing: subject) { found.append(content) }
    } catch {
      found.append(.unusable(error))
    }
  }

  private mutating func isNew(_ folder: String) -> Bool {
    FoundFile.Identity(folder).map { visited.insert($0).inserted } ?? true
  }

  private mutating func look(into folder: String) {
    guard isNew(folder) else { return }
    do {
      let names = try Self.names(in: folder)
      if let content = Self.content(of: folder, names, testing: subject) { found.append(content) }
      for name in names where !name.hasPrefix(".") {
        let path = Case.join(folder, name)
        if FoundFile(path)?.isFolder ?? false { look(into: path) }
      }
    } catch {
      found.append(.unusable(error))
    }
  }

  /// Returns what a folder itself contains; `nil` if nothing of it belongs to a case.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - subject: the subject of a case without an interaction; `nil` for its own.
  package static func content(
    of folder: String, testing subject: String? = nil
  ) throws(UnusableFile) -> Found? {
    content(of: trimmed(folder), try names(in: folder), testing: subject)
  }

  private static let subjectName = "subject.json"

  /// Returns the subject of a folder: its own, or that of one of the two folders above.
  ///
  /// One above counts only if it, and the folder that it is in, have the owner of the case: in a folder that
  /// all may write to, somebody else's would run their program.
  private static func subject(of folder: String, _ names: [String]) -> String? {
    if names.contains(subjectName) { return Case.join(folder, subjectName) }
    let owner = owner(of: folder)
    return [above(folder), above(above(folder))].first { above in
      owner != nil && Self.owner(of: above) == owner
        && Self.owner(of: Case.join(above, subjectName)) == owner
    }.map { Case.join($0, subjectName) }
  }

  private static func above(_ folder: String) -> String {
    folder.split(separator: "/").allSatisfy { $0 == "." || $0 == ".." }
      ? Case.join(folder, "..") : Self.folder(of: folder)
  }

  /// Returns the owner of a file or a folder; of a link, its own.
  private static func owner(of path: String) -> uid_t? {
    FoundFile(path, followsLinks: false)?.owner
  }

  private static func content(
    of folder: String, _ names: [String], testing subject: String?
  ) -> Found? {
    // A name with a trailing tilde is an editor's backup.
    let recordings = names.filter { $0.hasPrefix("recording.") && !$0.hasSuffix("~") }
    let hasInteraction = names.contains("interaction.json")
    let hasSubject = names.contains(subjectName)
    let hasExpected = names.contains("expected.csv")
    guard let recording = recordings.first else {
      guard hasInteraction || hasSubject || hasExpected else { return nil }
      let alone = hasSubject ? "subject.json alone" : "interaction.json alone"
      let what = hasExpected ? "expected.csv is stale" : alone
      return .incomplete(
        Incomplete(
          path: folder, sentence: "\(what): no recording to replay", isStale: hasExpected))
    }
    guard recordings.count == 1 else {
      return .unusable(
        UnusableFile(
          folder, "\(recordings.joined(separator: " and ")): a case has only one recording"))
    }
    guard !hasSubject || !hasInteraction else {
      return .unusable(
        UnusableFile(
          folder,
          "subject.json and interaction.json: a case tests one or the other; give each a folder"))
    }
    let tested = hasInteraction ? nil : subject ?? Self.subject(of: folder, names)
    guard hasInteraction || tested != nil else {
      let what = hasExpected ? "expected.csv is stale" : "\(recording) belongs to no case"
      return .incomplete(
        Incomplete(
          path: folder, sentence: "\(what): no interaction.json or subject.json",
          isStale: hasExpected))
    }
    return .complete(
      Case(
        path: folder, recording: Case.join(folder, recording), testing: tested,
        hasExpected: hasExpected))
  }

  /// Returns the names in a folder, sorted by their bytes.
  static func names(in folder: String) throws(UnusableFile) -> [String] {
    guard let stream = unsafe opendir(folder) else {
      throw UnusableFile(folder, SystemReason.reading(), because: .unreadable)
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard !name.unicodeScalars.contains("\u{FFFD}") else {
        throw UnusableFile(
          Case.join(folder, name),
          "the name is not UTF-8: rename it, or nothing below it is checked",
          because: .unreadable)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

/// Finds the recordings in and below folders by their content, whatever their names.
///
/// A `recording.` of a case always counts as a recording. Names that begin with a dot and editors'
/// backups (`…~`) are skipped. Links to folders are followed, and every folder is visited only once.
/// The order is that of the names' bytes, so that it is the same everywhere.
package struct RecordingSearch {
  private var visited: Set<FoundFile.Identity> = []

  /// Creates a search.
  package init() {}

  /// Passes on the recordings at a path, one after the other.
  ///
  /// - Parameters:
  ///   - path: a folder; or a file, which is passed on whatever its content.
  ///   - receive: takes each recording.
  package mutating func find(_ path: String, _ receive: (String) throws -> Void) throws {
    if try CaseSearch.isFolder(path) {
      try look(into: CaseSearch.trimmed(path), receive)
    } else {
      try receive(path)
    }
  }

  private mutating func look(into folder: String, _ receive: (String) throws -> Void) throws {
    guard let identity = FoundFile.Identity(folder), visited.insert(identity).inserted else {
      return
    }
    for name in try CaseSearch.names(in: folder) where !name.hasPrefix(".") && !name.hasSuffix("~")
    {
      let path = Case.join(folder, name)
      guard let found = FoundFile(path) else { continue }
      if found.isFolder {
        try look(into: path, receive)
      } else if found.isFile, try name.hasPrefix("recording.") || Self.isRecording(path) {
        try receive(path)
      }
    }
  }

  /// 64 KiB: the format of a file can be detected in its first lines.
  private static let head = 1 << 16

  /// Returns whether a file begins like a recording of a known format.
  package static func isRecording(_ path: String) throws(UnusableFile) -> Bool {
    let file = try RegularFile(path)
    var reader = RecordingReader()
    var piece: [UInt8] = []
    var events: [InputEvent] = []
    try file.read(into: &piece)
    // The pieces are small, because the first one is enough for most files.
    for start in stride(from: 0, to: min(piece.count, head), by: 4096) {
      let part = Array(piece[start..<min(start + 4096, piece.count)])
      do {
        try reader.read(part.span, into: &events)
      } catch {
        return reader.format != nil
      }
      if reader.format != nil { return true }
    }
    do { try reader.finish(into: &events) } catch { return reader.format != nil }
    return reader.format != nil
  }
}
