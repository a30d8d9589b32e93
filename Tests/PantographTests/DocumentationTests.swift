import Foundation
import PantographTestSupport
import Testing

/// The pages about the library show only code that is compiled and run, here or in the package that depends on it.
@Suite struct `The pages about the library` {
  static let pages = Page.all.filter { $0.file.path.contains("/Pantograph.docc/") }

  @Test(arguments: pages) func `show nothing that is not compiled and run`(page: Page) {
    let folders = [
      "Tests/PantographTests/Examples", "Tests/ExamplePackage/Tests/GestureTests",
      "Tests/ExamplePackage/Sources/Drawers",
    ]
    #expect(page.snippets(missingFrom: folders) == [])
  }

  @Test func `are there`() { #expect(Self.pages.count >= 3) }
}
