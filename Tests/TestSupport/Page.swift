public import Foundation
public import Testing

/// A page of the documentation, and what its blocks have in them that can be run.
public struct Page: Sendable, CustomTestStringConvertible {
  /// What a block asks of who reads it.
  public enum Step: Sendable {
    /// To save a text under a name: the line before the block ends in ``as `name`:``.
    case file(name: String, text: String)
    /// To type a line, `$ …` of a console's block, which then prints these lines.
    case command(line: String, output: String)
    /// To type a line that needs a device, or eyes: one of a block of sh.
    case device(line: String)
    /// To write this, in Swift.
    case swift(String)
  }

  /// The file.
  public let file: URL
  /// What its blocks ask for, in their order.
  public let steps: [Step]

  /// Reads a page.
  public init(_ file: URL) {
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

  /// The commands, and what they print.
  public var commands: [(line: String, output: String)] {
    steps.compactMap { if case .command(let line, let output) = $0 { (line, output) } else { nil } }
  }

  /// What is to be written in Swift.
  public var snippets: [String] {
    steps.compactMap { if case .swift(let text) = $0 { text } else { nil } }
  }

  /// The snippets that are not a part of any Swift file of these folders of the repository.
  ///
  /// How far a line is moved in makes no difference, and between two paragraphs of a snippet the file may
  /// have something else.
  public func snippets(missingFrom folders: [String]) -> [String] {
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

  /// The files of a folder of the repository whose names end so, sorted by name.
  public static func files(in folder: String, suffix: String) -> [URL] {
    let folder = Repository.root.appendingPathComponent(folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().filter { $0.hasSuffix(suffix) }.map { folder.appendingPathComponent($0) }
  }

  /// The pages of all modules that are here.
  public static let all: [Page] = files(in: "Sources", suffix: "").flatMap { module in
    let name = module.lastPathComponent
    return files(in: "Sources/\(name)/\(name).docc", suffix: ".md").map(Page.init)
  }

  /// The page that a repository shows first.
  public static let readme = Page(Repository.root.appendingPathComponent("README.md"))

  /// The name of the file, as the runner shows it.
  public var testDescription: String { file.lastPathComponent }
}
