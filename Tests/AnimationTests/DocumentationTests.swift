import Foundation
import PantographTestSupport
import Testing

/// Every example of the documentation is compiled and run: it is a part of a file in `Examples`, or of the
/// package that has the library in its tests.
@Suite struct `The documentation` {
  static let pages =
    Page.all.filter { $0.file.path.contains("/Animation.docc/") }
    + Page.files(in: ".", suffix: "README.md").map(Page.init)

  @Test(arguments: pages) func `shows nothing that is not compiled and run`(page: Page) {
    let folders = [
      "Tests/AnimationTests/Examples", "Tests/ExamplePackage/Tests/GestureTests",
      "Tests/ExamplePackage/Sources/Drawers",
    ]
    #expect(page.snippets(missingFrom: folders) == [])
    let isTable = ["FromUIKit.md", "Choices.md"].contains(page.file.lastPathComponent)
    #expect(page.snippets.isEmpty == isTable)
  }

  @Test func `has pages`() {
    #expect(Self.pages.count >= 6)
  }
}
