import Foundation
import PantographBase
import PantographTestSupport
import Testing

@Test func `the version is the newest one of the changelog`() throws {
  let changelog = try String(
    contentsOf: Repository.root.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
  let heading = try #require(changelog.firstMatch(of: /## \[(\d+\.\d+\.\d+)\] - (\S+)/))
  #expect(Version.number == heading.1)
  let written = Date.ParseStrategy(
    format: "\(month: .wide) \(day: .defaultDigits), \(year: .defaultDigits)",
    locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt)
  let day = try Date(Version.date, strategy: written)
  #expect(day.formatted(.iso8601.year().month().day()) == heading.2)
}

/// Other packages and the pages about them name the version, too.
@Test(arguments: [
  ("Sources/Rust/Cargo.toml", #"(?m)^version = "(\d+\.\d+\.\d+)""#),
  ("Sources/Commands/Commands.docc/TestWithPlaywright.md", #"pantograph-(\d+\.\d+\.\d+)\.tgz"#),
  ("Sources/Commands/Commands.docc/GuardAGesture.md", #"/action@v(\d+\.\d+\.\d+)"#),
  ("Sources/Commands/Commands.docc/GuardYourPage.md", #"/action@v(\d+\.\d+\.\d+)"#),
  ("README.md", #"pantograph[-_](\d+\.\d+\.\d+)"#),
])
func `others name the version`(path: String, pattern: String) throws {
  let text = try String(contentsOf: Repository.root.appendingPathComponent(path), encoding: .utf8)
  let named = try text.matches(of: Regex(pattern, as: (Substring, Substring).self)).map(\.output.1)
  #expect(!named.isEmpty && named.allSatisfy { $0 == Version.number }, "\(named)")
}
