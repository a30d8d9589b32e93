package import Foundation
import Testing

/// A documentation page and the steps in its code blocks.
package struct Page: Sendable, CustomTestStringConvertible {
  /// A step for the reader.
  package enum Step: Sendable {
    /// Save a text to a file: the line before the block ends in ``as `name`:``.
    case file(name: String, text: String)
    /// Type a line, `$ …` of a console block, which prints the given output.
    case command(line: String, output: String)
    /// Type a line that needs a device or a user: a line of an sh block.
    case device(line: String)
    /// Write Swift code.
    case swift(String)
  }

  /// The file.
  package let file: URL
  /// The steps of its blocks, in order.
  package let steps: [Step]

  /// Reads a page.
  package init(_ file: URL) {
    self.file = file
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    var steps: [Step] = []
    var before = ""
    var block: (language: String, lines: [String])?
    for line in text.components(separatedBy: "\n") {
      if let (language, lines) = block {
        if line == "```" {
          steps += Self.steps(language, lines, after: before)
          block = nil
        } else {
          block?.lines.append(line)
        }
      } else if line.hasPrefix("```") {
        block = (String(line.dropFirst(3)), [])
      } else if !line.isEmpty {
        before = line
      }
    }
    self.steps = steps
  }

  private static func steps(_ language: String, _ lines: [String], after before: String) -> [Step] {
    let text = lines.map { $0 + "\n" }.joined()
    if before.hasSuffix("`:"), let start = before.range(of: " as `", options: .backwards) {
      return [.file(name: String(before[start.upperBound...].dropLast(2)), text: text)]
    }
    switch language {
    case "swift": return [.swift(lines.joined(separator: "\n"))]
    case "sh": return lines.map(Step.device)
    case "console":
      var steps: [(line: String, output: String)] = []
      for line in lines {
        if line.hasPrefix("$ ") {
          steps.append((String(line.dropFirst(2)), ""))
        } else if !steps.isEmpty {
          steps[steps.count - 1].output += line + "\n"
        }
      }
      return steps.map(Step.command)
    default: return []
    }
  }

  /// The commands and their output.
  package var commands: [(line: String, output: String)] {
    steps.compactMap { if case .command(let line, let output) = $0 { (line, output) } else { nil } }
  }

  /// The Swift snippets.
  package var snippets: [String] {
    steps.compactMap { if case .swift(let text) = $0 { text } else { nil } }
  }

  /// Returns the snippets that no Swift file in these folders of the repository contains.
  ///
  /// Indentation is ignored, and the file may have other text between two paragraphs of a snippet.
  package func snippets(missingFrom folders: [String]) -> [String] {
    let codes = folders.flatMap { Self.files(in: $0, suffix: ".swift") }
      .map { Self.unindented((try? String(contentsOf: $0, encoding: .utf8)) ?? "") }
    return snippets.filter { snippet in
      let parts = Self.unindented(snippet).components(separatedBy: "\n\n")
      return !codes.contains { code in
        var rest = code[...]
        return parts.allSatisfy { part in
          guard let place = rest.range(of: part) else { return false }
          rest = rest[place.upperBound...]
          return true
        }
      }
    }
  }

  private static func unindented(_ text: String) -> String {
    text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: "\n")
  }

  /// Returns the files in a folder of the repository with a suffix, sorted by name.
  package static func files(in folder: String, suffix: String) -> [URL] {
    let folder = Repository.root.appendingPathComponent(folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().filter { $0.hasSuffix(suffix) }.map { folder.appendingPathComponent($0) }
  }

  /// The pages of all modules.
  package static let all: [Page] = files(in: "Sources", suffix: "").flatMap { module in
    let name = module.lastPathComponent
    return files(in: "Sources/\(name)/\(name).docc", suffix: ".md").map(Page.init)
  }

  /// The README of the repository.
  package static let readme = Page(Repository.root.appendingPathComponent("README.md"))

  /// The name of the file, for the test runner.
  package var testDescription: String { file.lastPathComponent }
}
