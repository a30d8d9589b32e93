import Foundation
import TestSupport
import Testing

/// Every example of the documentation is compiled and run: it is a part of a file in `Examples`.
@Suite struct `The documentation of gestures` {
  /// A text's lines without their indentation.
  static func lines(_ text: some StringProtocol) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
  }

  @Test func `shows nothing that is not compiled and run`() throws {
    let root = Repository.root
    let page = root.appendingPathComponent("Sources/Gestures/Gestures.docc/Arbitration.md")
    let example = root.appendingPathComponent(
      "Tests/GesturesTests/Examples/ArbitrationExample.swift")
    let code = Self.lines(try String(contentsOf: example, encoding: .utf8))
    let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```swift\n")
      .dropFirst().compactMap { $0.components(separatedBy: "\n```").first }
    #expect(blocks.count == 2)
    // A block may be of several parts of the file.
    for part in blocks.flatMap({ $0.components(separatedBy: "\n\n") }) {
      #expect(code.contains(Self.lines(part)), "\(part)")
    }
  }
}
