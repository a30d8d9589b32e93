import Glibc
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
    try index.write(CheckPage(examples, isIndex: true).text)
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
    var (name, number) = (stem, 1)
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
