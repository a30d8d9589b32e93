import Foundation
import TestSupport
import Testing

@Suite struct `The README` {
  /// A command line of a console block, and the lines that it is said to print.
  struct Example: CustomTestStringConvertible {
    var command: String
    var output = ""
    var testDescription: String { command }
  }

  static let examples: [Example] = {
    let file = Repository.root.appendingPathComponent("README.md")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let blocks = text.components(separatedBy: "```console\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    return blocks.flatMap { block in
      block.components(separatedBy: "$ ").dropFirst().map { part in
        let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        return Example(command: String(lines[0]), output: lines.count > 1 ? String(lines[1]) : "")
      }
    }
  }()

  @Test func `prints what it says`() throws {
    #expect(Self.examples.count >= 4)
    for example in Self.examples {
      var words = example.command.split(separator: " ").map(String.init)
      #expect(words.removeFirst() == ".build/release/pantograph")
      let program = try Program(Program.pantograph, words, in: Repository.root)
      // What it shows of `diff` is a difference.
      let status: Int32 = words.first == "diff" ? 1 : 0
      #expect(program.status == status, "\(example.command)\n\(program.complaints)")
      #expect(program.output == example.output, "\(example.command)")
    }
  }

  @Test func `shows an interaction that can be read`() throws {
    let file = Repository.root.appendingPathComponent("README.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let block = try #require(
      text.components(separatedBy: "```json\n").dropFirst().first?
        .components(separatedBy: "```").first)
    let folder = try TemporaryFolder()
    let interaction = try folder.file("my.json", block).path
    let recording = Repository.recordings.appendingPathComponent("touchpad-flick/recording.yml")
    let program = try Program.pantograph("replay", recording.path, "--interaction", interaction)
    #expect(program.status == 0 && program.output.contains("finish"))
  }
}
