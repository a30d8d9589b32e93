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
