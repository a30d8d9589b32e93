import PantographLibc

/// Finds the cases in and below folders.
///
/// Folders whose names begin with a dot are skipped. Links to folders are followed, and every folder is
/// visited only once.
package struct CaseSearch {
  /// A result of the search.
  package enum Found: Hashable, Sendable {
    /// A case.
    case complete(Case)
    /// A case whose subject is another program.
    case observed(Observed)
    /// A part of a case without the rest.
    case incomplete(Incomplete)
    /// A folder or file that can't be read or understood.
    case unusable(UnusableFile)

    /// The folder, or the unusable file.
    package var path: String {
      switch self {
      case .complete(let found): found.path
      case .observed(let found): found.path
      case .incomplete(let found): found.path
      case .unusable(let mistake): mistake.path
      }
    }
  }

  /// A folder with a recording and the description of a program under test.
  package struct Observed: Hashable, Sendable {
    /// The folder.
    package var path: String
    /// The file of the recording.
    package var recording: String
    /// The file of the subject.
    package var subject: String
    /// Whether an observation has been accepted.
    package var hasExpected: Bool

    /// The files of the case; the last one need not exist.
    package var files: [String] { [recording, subject, Case.join(path, "expected.csv")] }
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

  private var found: [Found] = []
  private var visited: Set<FolderIdentity> = []

  struct FolderIdentity: Hashable {
    var device: dev_t
    var number: ino_t
  }

  /// Searches below folders in the given order, and below each in the order of the names' bytes.
  ///
  /// - Parameter paths: folders, or files in the folder of a case.
  package static func find(_ paths: [String]) throws(UnusableFile) -> [Found] {
    var search = CaseSearch()
    for path in paths {
      var target = stat()
      guard unsafe stat(path, &target) == 0 else {
        throw UnusableFile(path, "no such file or folder", because: .unreadable)
      }
      if target.st_mode & S_IFMT == S_IFDIR {
        search.look(into: trimmed(path))
      } else {
        search.take(folder(of: path))
      }
    }
    return search.found
  }

  /// Returns the path without trailing slashes.
  static func trimmed(_ path: String) -> String {
    let end = path.utf8.lastIndex { $0 != UInt8(ascii: "/") }
    return end.map { String(path[...$0]) } ?? "/"
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { trimmed(String(path[...$0])) } ?? "."
  }

  private mutating func take(_ folder: String) {
    guard isNew(folder) else { return }
    do {
      if let content = try Self.content(of: folder) { found.append(content) }
    } catch {
      found.append(.unusable(error))
    }
  }

  private mutating func isNew(_ folder: String) -> Bool {
    var target = stat()
    guard unsafe stat(folder, &target) == 0 else { return true }
    return visited.insert(FolderIdentity(device: target.st_dev, number: target.st_ino)).inserted
  }

  private mutating func look(into folder: String) {
    guard isNew(folder) else { return }
    do {
      let names = try Self.names(in: folder)
      if let content = Self.content(of: folder, names) { found.append(content) }
      for name in names where !name.hasPrefix(".") {
        let path = Case.join(folder, name)
        var target = stat()
        guard unsafe stat(path, &target) == 0, target.st_mode & S_IFMT == S_IFDIR else { continue }
        look(into: path)
      }
    } catch {
      found.append(.unusable(error))
    }
  }

  /// Returns what a folder itself contains; `nil` if nothing of it belongs to a case.
  package static func content(of folder: String) throws(UnusableFile) -> Found? {
    content(of: trimmed(folder), try names(in: folder))
  }

  private static func content(of folder: String, _ names: [String]) -> Found? {
    // A name with a trailing tilde is an editor's backup.
    let recordings = names.filter { $0.hasPrefix("recording.") && !$0.hasSuffix("~") }
    let hasInteraction = names.contains("interaction.json")
    let hasSubject = names.contains("subject.json")
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
    guard !hasSubject else {
      guard !hasInteraction else {
        return .unusable(
          UnusableFile(
            folder,
            "subject.json and interaction.json: a case tests one or the other; give each a folder"))
      }
      return .observed(
        Observed(
          path: folder, recording: Case.join(folder, recording),
          subject: Case.join(folder, "subject.json"), hasExpected: hasExpected))
    }
    guard hasInteraction else {
      let what = hasExpected ? "expected.csv is stale" : "\(recording) belongs to no case"
      return .incomplete(
        Incomplete(
          path: folder, sentence: "\(what): no interaction.json or subject.json",
          isStale: hasExpected))
    }
    return .complete(
      Case(path: folder, recording: Case.join(folder, recording), hasExpected: hasExpected))
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
