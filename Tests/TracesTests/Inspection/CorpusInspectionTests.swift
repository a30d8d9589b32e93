import Foundation
import PantographTestSupport
import PantographTouches
import PantographTraces
import Testing

@Suite(.enabled(if: Repository.hasCorpus, Repository.absence))
struct `Inspecting real recordings` {
  private static let manifest = Table(Repository.corpus.appendingPathComponent("manifest.csv"))
    .rows.filter { !["desc", "-"].contains($0.text("format")) }

  private func inspect(_ file: String) throws -> Inspection {
    let bytes = [UInt8](
      try Data(contentsOf: Repository.corpus.appendingPathComponent(file)))
    var reader = RecordingReader()
    reader.keepsLines = true
    var events: [InputEvent] = []
    try reader.read(bytes.span, into: &events)
    try reader.finish(into: &events)
    var inspector = DeviceInspector(reader.device)
    for (event, line) in zip(events, reader.eventLines) { inspector.take(event, line: line) }
    inspector.finish(line: reader.line)
    return inspector.inspection
  }

  @Test(arguments: manifest)
  func `finds the counts of the corpus manifest`(row: Table.Row) throws {
    // The manifest counts both devices of this one together.
    guard row.text("file") != "libinput-yaml/two_devices_pen_and_touch.yml" else { return }
    let inspection = try inspect(row.text("file"))
    #expect(Double(inspection.eventCount) == row.number("events"))
    #expect(Double(inspection.frameCount) == row.number("frames"))
    let backward = inspection.defects.first { $0.kind == .clockBackward }?.count ?? 0
    // The manifest has no count for recordings in libinput's layout.
    let isCounted = !row.text("time_backwards").isEmpty
    #expect(Double(backward) == (isCounted ? row.number("time_backwards") : 0))
    if backward == 0 {
      #expect(abs(inspection.duration - row.number("dur_s")) < 0.0006)
    }
  }

  /// Recordings of one finger or pen at a time, whose contacts the manifest does not count.
  private static let single = [
    "devices/tablets__Wacom-Intuos4-6x9.stylus-tap.events",
    "devices/touchpads__SynPS2-Synaptics-TouchPad-fdo23890.events",
    "getevent/Emulator__emulator-PeopleAddContact.txt", "getevent/Emulator__emulator-drag.txt",
    "getevent/Emulator__emulator-single-touch.txt",
  ]

  @Test(arguments: manifest.filter { $0.text("has_desc") == "0" })
  func `counts contacts with a guessed description`(row: Table.Row) throws {
    let file = row.text("file")
    let bytes = [UInt8](
      try Data(contentsOf: Repository.corpus.appendingPathComponent(file)))
    var reader = RecordingReader()
    var events: [InputEvent] = []
    try reader.read(bytes.span, into: &events)
    try reader.finish(into: &events)
    guard reader.device.capabilities.isEmpty, !row.text("max_contacts").isEmpty else { return }
    var guess = DescriptionGuess()
    for event in events { guess.take(event) }
    var inspector = DeviceInspector(guess.description, isGuessed: true)
    for event in events { inspector.take(event, line: 1) }
    inspector.finish(line: 1)
    let expected = Self.single.contains(file) ? 1 : row.number("max_contacts")
    #expect(Double(inspector.inspection.maxContacts) == expected, "\(file)")
    #expect(inspector.inspection.contacts.allSatisfy { $0.travel == 0 })
    #expect(!inspector.inspection.defects.contains { $0.kind == .jump })
  }

  /// The robot's pad is known to report 180 times per second.
  @Test func `finds the report rate of a pad`() throws {
    let folder = Repository.corpus.appendingPathComponent("robot-strokes")
    let strokes = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix("one_finger_tracking.") }.sorted()
    #expect(strokes.count >= 10)
    for stroke in strokes {
      let text = try String(contentsOf: folder.appendingPathComponent(stroke), encoding: .utf8)
      // These have no description; a pad with slots is enough to detect touches.
      var reader = RecordingReader()
      var events: [InputEvent] = []
      try reader.read(Array(text.utf8).span, into: &events)
      try reader.finish(into: &events)
      var pad = DeviceDescription()
      pad.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: 9))
      pad.add(axis: .absMTPositionX, AxisRange(minimum: 0, maximum: 4095))
      pad.add(axis: .absMTPositionY, AxisRange(minimum: 0, maximum: 4095))
      var inspector = DeviceInspector(pad)
      for event in events { inspector.take(event, line: 1) }
      inspector.finish(line: 1)
      let rate = try #require(inspector.inspection.reportRate)
      #expect((176...184).contains(rate), "\(stroke): \(rate)")
    }
  }
}
