import Glibc
import Pantograph
import PantographBase
import PantographReports

/// The folder that `check --html FOLDER` writes: an index of all cases, and pages of some.
struct CheckFolder {
  private let path: String
  /// The parts of paths whose cases have a page even if they are as expected.
  private let asked: [String]

  static let pages = Command.Option(
    "--pages", value: "NAMES",
    help: "with --html FOLDER, also pages of cases whose paths contain these; or all")

  /// Returns `nil` if `--html` names a file; a folder exists already, or its name ends with a slash.
  init?(_ arguments: Arguments) throws(CommandError) {
    guard let path = arguments.value("--html"), path.hasSuffix("/") || InputFile.isFolder(path)
    else {
      guard !arguments.has("--pages") else {
        throw arguments.error("--pages requires --html FOLDER/")
      }
      return nil
    }
    var folder = path[...]
    while folder.count > 1, folder.hasSuffix("/") { folder = folder.dropLast() }
    self.path = String(folder)
    asked = CommonOptions.words(arguments.value("--pages")) ?? []
    for folder in [self.path, self.path + "/cases"] {
      guard unsafe mkdir(folder, 0o777) == 0 || InputFile.isFolder(folder) else {
        throw CommandError("\(folder): can't be made: \(systemError())")
      }
    }
  }

  /// Writes the index, and a page for each case that fails or is asked for; pages of earlier runs are removed.
  func write(_ checked: [CheckedCase], inputs: [String], jobs: Int) throws {
    var earlier = try WrittenPages(in: path + "/cases")
    var names: Set<String> = []
    let pages = checked.indices.filter { isAsked(checked[$0]) }
      .map { index in
        (index: index, name: Self.name(of: checked[index].path, &names), example: checked[index])
      }
    let written = Parallel.mapShowingProgress(pages, jobs: jobs) {
      page -> Result<String?, any Error> in
      Result {
        guard let text = page.example.page(listedAt: "../index.html") else { return nil }
        let file = try OutputFile(result: "\(path)/\(page.name)", inputs: inputs)
        try file.write(text)
        try file.finish()
        return WrittenPages.digest(of: Array(text.utf8))
      }
    }
    var examples = checked.map(\.example)
    var kept: [(name: String, digest: String)] = []
    for (page, result) in zip(pages, written) {
      guard let digest = try result.get() else { continue }
      examples[page.index].page = page.name
      kept.append((String(page.name.dropFirst("cases/".count)), digest))
    }
    let index = try OutputFile(result: path + "/index.html", inputs: inputs)
    try index.write(
      CheckPage(
        examples,
        remarks: (CheckCommand.overview(checked)
          + SameOutcome.lines(of: checked, areAllReviewed: true)).map(\.shown),
        isIndex: true
      ).text)
    try index.finish()
    // After the index, which must not have links to removed pages.
    try earlier.replace(with: kept)
  }

  private func isAsked(_ checked: CheckedCase) -> Bool {
    checked.isFailure
      || asked.contains { $0 == CommonOptions.ListWord.all.rawValue || checked.path.has($0) }
  }

  /// Returns the relative path of a case's page, which is the same in each run as long as the cases are.
  private static func name(of path: String, _ taken: inout Set<String>) -> String {
    let letters = path.unicodeScalars.map { letter -> Character in
      switch letter {
      case "a"..."z", "A"..."Z", "0"..."9", "-", ".": Character(letter)
      default: "_"
      }
    }
    // 120: file systems allow 255 bytes.
    let stem = "case-" + String(letters.suffix(120))
    var name = stem
    var number = 1
    while !taken.insert(name).inserted {
      number += 1
      name = "\(stem)-\(number)"
    }
    return "cases/\(name).html"
  }
}

extension String {
  /// Returns whether it contains a text.
  fileprivate func has(_ text: String) -> Bool {
    let (own, wanted) = (Array(utf8), Array(text.utf8))
    guard !wanted.isEmpty, wanted.count <= own.count else { return false }
    return (0...own.count - wanted.count).contains { own[$0...].starts(with: wanted) }
  }
}

/// The difference between two texts, as removed and added lines.
struct LineChanges {
  /// The lines, prefixed with `-` if removed and `+` if added.
  let lines: [String]

  /// Compares two texts that differ in few places.
  init(from old: [UInt8], to new: [UInt8]) {
    let (old, new) = (Self.split(old), Self.split(new))
    let difference = new.difference(from: old)
    let (removed, added) = difference.reduce(into: (Set<Int>(), Set<Int>())) { sets, change in
      switch change {
      case .remove(let offset, _, _): sets.0.insert(offset)
      case .insert(let offset, _, _): sets.1.insert(offset)
      }
    }
    var lines: [String] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.count || newIndex < new.count {
      while removed.contains(oldIndex) {
        lines.append("- \(old[oldIndex])")
        oldIndex += 1
      }
      while added.contains(newIndex) {
        lines.append("+ \(new[newIndex])")
        newIndex += 1
      }
      oldIndex += 1
      newIndex += 1
    }
    self.lines = lines
  }

  private static func split(_ text: [UInt8]) -> [String] {
    String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }
}

/// The pages in a folder that earlier runs have written, so that those of cases that are gone can be removed.
///
/// A list beside the pages has the name and a digest of each. A page that differs from its digest was changed by someone
/// else, and is kept; so is every file that is not in the list.
struct WrittenPages {
  private let folder: String
  /// The digest of each page by its name.
  private var digests: [String: String] = [:]

  /// The name of the list.
  static let listName = "written.txt"
  private static let head =
    "# Pages written by pantograph check --html, each with a digest: don't edit"

  private var list: String { "\(folder)/\(Self.listName)" }

  /// Reads the list of a folder; without one, no page is known.
  init(in folder: String) throws(CommandError) {
    self.folder = folder
    guard InputFile.canBeReadAgain(list) else { return }
    let text = String(decoding: try InputFile(list).readAll(limit: 64 << 20), as: UTF8.self)
    var lines = text.split(separator: "\n")[...]
    guard lines.popFirst().map(String.init) == Self.head else {
      throw CommandError("\(list): not the list of pages of an earlier run; move it elsewhere")
    }
    for line in lines {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      // Only names of pages, whatever has happened to the list.
      guard words.count == 2, words[1].hasPrefix("case-"), words[1].hasSuffix(".html"),
        !words[1].utf8.contains(UInt8(ascii: "/"))
      else { continue }
      digests[words[1]] = words[0]
    }
  }

  /// Returns the digest of a page.
  static func digest(of page: [UInt8]) -> String {
    var digest = Digest()
    digest.add(page)
    return digest.text
  }

  /// Lists the pages of this run, and removes those of earlier ones that it does not have.
  ///
  /// - Parameter pages: the name and the digest of each.
  mutating func replace(with pages: [(name: String, digest: String)]) throws {
    let old = digests
    digests = Dictionary(pages.map { ($0.name, $0.digest) }) { _, last in last }
    let stale = old.filter { digests[$0.key] == nil }
    // Until they are removed, the list has both.
    if !stale.isEmpty { try write(digests.merging(stale) { new, _ in new }) }
    for (name, digest) in stale.sorted(by: { $0.key < $1.key }) {
      try remove("\(folder)/\(name)", unlessChangedFrom: digest)
    }
    try write(digests)
  }

  private func write(_ digests: [String: String]) throws {
    let lines = digests.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)\n" }
    let output = try OutputFile(result: list)
    try output.write(Self.head + "\n" + lines.joined())
    try output.finish()
  }

  private func remove(_ path: String, unlessChangedFrom digest: String) throws(CommandError) {
    // A link is not ours.
    guard FoundFile(path, followsLinks: false)?.isFile ?? false else { return }
    let page = try InputFile(path).readAll(limit: 1 << 30)
    guard Self.digest(of: page) == digest else { return }
    guard unsafe unlink(path) == 0 else {
      throw CommandError("\(path): can't be removed: \(systemError())")
    }
  }
}
