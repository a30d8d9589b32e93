import Foundation
import TestSupport
import Testing

/// Every example of the documentation is compiled and run: it is a part of a file in `Examples`, or of the
/// package that has the library in its tests.
@Suite struct `The documentation` {
  static let pages: [URL] =
    files(in: "Sources/Animation/Animation.docc", suffix: "md")
    + files(in: ".", suffix: "md").filter { $0.lastPathComponent == "README.md" }

  static func files(in folder: String, suffix: String) -> [URL] {
    let folder = Repository.root.appendingPathComponent(folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().filter { $0.hasSuffix(".\(suffix)") }
      .map { folder.appendingPathComponent($0) }
  }

  /// A text's lines without their indentation.
  static func lines(_ text: some StringProtocol) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test(arguments: pages) func `shows nothing that is not compiled and run`(page: URL) throws {
    let folders = ["Tests/AnimationTests/Examples", "Tests/ExamplePackage/Tests/GestureTests"]
    let examples = try folders.flatMap { Self.files(in: $0, suffix: "swift") }.map {
      Self.lines(try String(contentsOf: $0, encoding: .utf8)).joined(separator: "\n")
    }
    let text = try String(contentsOf: page, encoding: .utf8)
    var blocks = text.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
    if page.lastPathComponent.hasPrefix("FromUIKit") || page.lastPathComponent == "Choices.md" {
      #expect(blocks.isEmpty)
      blocks = []
    } else {
      #expect(!blocks.isEmpty)
    }
    for block in blocks {
      let wanted = Self.lines(block).joined(separator: "\n")
      #expect(examples.contains { $0.contains(wanted) }, "\(block)")
    }
  }

  @Test func `has pages`() {
    #expect(Self.pages.count >= 6)
  }
}
