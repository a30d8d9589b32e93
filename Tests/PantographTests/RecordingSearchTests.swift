import Foundation
import Pantograph
import PantographTestSupport
import PantographTraces
import Testing

@Suite struct `A file found in a folder` {
  private static let actions =
    #"{ "actions": [{ "type": "pointer", "id": "f", "actions": [{ "type": "pointerDown" }] }] }"#

  @Test func `is a recording of pointers by its content`() throws {
    let folder = try TemporaryFolder()
    #expect(try RecordingSearch.isRecording(folder.file("a.txt", Self.actions).path))
    // Only its first 64 KiB are read.
    let rows = (0..<4000).map { #"["m", 1, \#($0), 200, 700]"# }.joined(separator: ",\n")
    let page = #"{ "format": "pointer-recording", "rows": [\#(rows)] }"#
    #expect(page.utf8.count > 1 << 16)
    #expect(try RecordingSearch.isRecording(folder.file("b.json", page).path))
  }

  @Test func `is none if it is other JSON`() throws {
    let folder = try TemporaryFolder()
    let blanks = String(repeating: " ", count: 1 << 17)
    for text in ["{}", "[{}]", "{ \(blanks) }", "{ \"actions\": [\(blanks)", "{ \"version\": 1 }"] {
      #expect(!(try RecordingSearch.isRecording(folder.file("c.json", text).path)))
    }
    for place in Repository.cases {
      let file = place.recording.deletingLastPathComponent().appendingPathComponent(
        "interaction.json")
      #expect(!(try RecordingSearch.isRecording(file.path)), "\(file.path)")
      #expect(try RecordingSearch.isRecording(place.recording.path))
    }
  }
}
