import Glibc

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
    var target = stat()
    // A link is not ours.
    guard unsafe lstat(path, &target) == 0, target.st_mode & S_IFMT == S_IFREG else { return }
    let page = try InputFile(path).readAll(limit: 1 << 30)
    guard Self.digest(of: page) == digest else { return }
    guard unsafe unlink(path) == 0 else {
      throw CommandError("\(path): can't be removed: \(systemError())")
    }
  }
}
