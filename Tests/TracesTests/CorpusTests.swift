import Evdev
import Foundation
import TestSupport
import Testing
import Traces

@Suite(.enabled(if: Repository.hasCorpus, Repository.absence))
struct `Recordings of real devices` {
  /// Formats that are read, and files in them that are not, with the reason.
  static let known = ["evemu", "desc", "libinput", "evtest", "getevent"]
  static let exceptions: [String: String] = [
    "libinput-yaml/two_devices_pen_and_touch.yml": "several devices"
  ]
  static let manifest = Table(Repository.corpus.appendingPathComponent("manifest.csv")).rows
    .filter { known.contains($0.text("format")) && exceptions[$0.text("file")] == nil }

  @Test(arguments: manifest)
  func `have the events and frames that were counted in them`(row: Table.Row) throws {
    let file = Repository.corpus.appendingPathComponent(row.text("file"))
    let bytes = [UInt8](try Data(contentsOf: file))
    var reader = RecordingReader()
    var events: [InputEvent] = []
    try reader.read(bytes.span, into: &events)
    try reader.finish(into: &events)
    let format = row.text("format") == "desc" ? "evemu" : row.text("format")
    #expect(reader.format?.rawValue == format)
    #expect(Double(events.count) == row.number("events"))
    #expect(Double(events.count { $0.endsFrame }) == row.number("frames"))
  }
}
