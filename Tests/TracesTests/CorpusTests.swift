import Foundation
import PantographTestSupport
import PantographTouches
import PantographTraces
import Testing

@Suite(.enabled(if: Repository.hasCorpus, Repository.absence))
struct `Recordings of real devices` {
  static let known = ["evemu", "desc", "libinput", "evtest", "getevent"]
  static let manifest = Table(Repository.corpus.appendingPathComponent("manifest.csv")).rows
    .filter { known.contains($0.text("format")) }

  @Test(arguments: manifest)
  func `have the numbers of events and frames in the manifest`(row: Table.Row) throws {
    let file = Repository.corpus.appendingPathComponent(row.text("file"))
    let bytes = [UInt8](try Data(contentsOf: file))
    var (reader, events) = try read(bytes)
    if row.text("format") == "libinput", reader.devices.count > 1 {
      // The manifest counts all devices together.
      events = try (1...reader.devices.count).flatMap { number in
        try read(bytes, choosing: .number(number)).1
      }
    }
    let format = row.text("format") == "desc" ? "evemu" : row.text("format")
    #expect(reader.format?.rawValue == format)
    #expect(Double(events.count) == row.number("events"))
    #expect(Double(events.count { $0.endsFrame }) == row.number("frames"))
  }
}
