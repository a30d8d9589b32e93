import Foundation

/// The page that defines the behaviour of each command under each fault, as the tests expect it.
package struct FaultPage: Sendable {
  /// The commands, in the order of the page.
  package private(set) var commands: [String] = []
  /// The faults, in the order of the page.
  package private(set) var faults: [String] = []
  /// The words that the page explains.
  package private(set) var words: [String] = []
  /// The word for each command and fault.
  package private(set) var cells: [String: [String: String]] = [:]

  /// The page of this repository.
  package static let here = FaultPage(
    Repository.root.appendingPathComponent("Sources/Commands/Commands.docc/Faults.md"))

  /// Reads a page: a table that begins with `word` explains words; those that begin with `command` contain cells.
  init(_ file: URL) {
    var head: [String] = []
    for line in (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? [] {
      guard line.hasPrefix("|") else {
        head = []
        continue
      }
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces).replacing("`", with: "") }
      if head.isEmpty {
        head = cells
        if head[0] == "command" { faults += head.dropFirst() }
      } else if !cells[0].hasPrefix("---") {
        if head[0] == "word" { words.append(cells[0]) }
        if head[0] == "command" { add(cells, under: head) }
      }
    }
  }

  private mutating func add(_ row: [String], under head: [String]) {
    if !commands.contains(row[0]) { commands.append(row[0]) }
    for (fault, word) in zip(head, row).dropFirst() { cells[row[0], default: [:]][fault] = word }
  }

  /// Returns the word for a command and a fault.
  package func word(_ command: String, _ fault: String) -> String { cells[command]?[fault] ?? "" }

  /// Cells that need a device, and are tested in the guest of `tools/vm`.
  package static let ofGuest: [String: [String]] = [
    "devices": [
      "disk full", "killed", "terminated", "reader gone", "no permission", "unplugged", "grabbed",
    ],
    "doctor": ["no permission", "unplugged", "grabbed"],
    "label": ["disk full"],
    "features": ["disk full"],
    "live": ["unplugged", "grabbed"],
    "record": [
      "disk full", "read-only folder", "output a link", "killed", "terminated", "reader gone",
      "no permission", "clock goes back", "no descriptors", "little memory", "unplugged", "grabbed",
    ],
    "play": [
      "disk full", "killed", "terminated", "reader gone", "a pipe", "clock goes back",
      "clock jumps ahead",
      "no descriptors", "little memory",
    ],
  ]
}
