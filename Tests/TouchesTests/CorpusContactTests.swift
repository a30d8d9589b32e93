import Foundation
import PantographTestSupport
import PantographTouches
import PantographTraces
import Testing

@Suite(.enabled(if: Repository.hasCorpus, Repository.absence))
struct `Contacts of real devices` {
  static let formats = ["evemu", "libinput", "evtest", "getevent"]
  static let manifest = Table(Repository.corpus.appendingPathComponent("manifest.csv")).rows
    .filter { formats.contains($0.text("format")) && !$0.text("max_contacts").isEmpty }

  /// The device description for each recording that has none.
  static let pairs: [String: String] = {
    let table = Table(Repository.corpus.appendingPathComponent("devices/pairs.csv")).rows
    return Dictionary(
      table.map { ($0.text("recording"), $0.text("description")) }, uniquingKeysWith: { $1 })
  }()

  /// The recordings whose count differs from the manifest, which counts slots with a tracking ID.
  static let explained: [(file: String, count: Int, reason: String)] = [
    ("tablets__Wacom-Intuos4-6x9.stylus-tap.events", 1, single),
    ("tablets__Wacom-DTH2242-Pen.events", 1, single),
    ("tablets__eGalax-Inc.-USB-TouchController.events", 1, single),
    ("tablets__dell_canvas_pen.evemu", 1, single),
    ("touchpads__AlpsPS2-ALPS-DualPoint-TouchPad-non-MT.doubletap.events", 1, single),
    ("touchpads__AlpsPS2-ALPS-DualPoint-TouchPad-non-MT.tap.events", 1, single),
    ("touchpads__SynPS2-Synaptics-TouchPad-fdo23890.events", 1, single),
    ("Emulator__emulator-PeopleAddContact.txt", 1, single),
    ("Emulator__emulator-drag.txt", 1, single),
    ("Emulator__emulator-single-touch.txt", 1, single),
    (
      "two_finger_tap.vertical.dat", 2,
      "begins within the contact in slot 0, whose positions come without an ID"
    ),
    (
      "stroke_n_3.evemu", 3,
      "begins with slot 1 current, and positions of slot 1 come without an ID: a third finger, as in the name"
    ),
  ]
  private static let single = "one contact, which has no slot"

  static func read(_ file: URL) throws -> (DeviceDescription, [InputEvent]) {
    let bytes = [UInt8](try Data(contentsOf: file))
    var reader = RecordingReader()
    var events: [InputEvent] = []
    try reader.read(bytes.span, into: &events)
    try reader.finish(into: &events)
    return (reader.device, events)
  }

  /// Returns a device that can send these events.
  static func device(sending events: [InputEvent]) -> DeviceDescription {
    var device = DeviceDescription()
    var ranges: [EventCode: ClosedRange<Int32>] = [:]
    for event in events {
      if event.type == .key { device.add(.key, event.code) }
      guard event.type == .absolute else { continue }
      let old = ranges[event.code] ?? event.value...event.value
      ranges[event.code] =
        min(old.lowerBound, event.value)...max(old.upperBound, event.value)
    }
    for (code, range) in ranges.sorted(by: { $0.key < $1.key }) {
      device.add(
        axis: code,
        AxisRange(
          minimum: code == .absMTSlot ? 0 : range.lowerBound, maximum: range.upperBound))
    }
    return device
  }

  @Test(arguments: manifest)
  func `are as many at once as in the manifest`(row: Table.Row) throws {
    let name = row.text("file")
    var (device, events) = try Self.read(Repository.corpus.appendingPathComponent(name))
    let file = name.split(separator: "/").last.map(String.init) ?? ""
    if device.axes.isEmpty {
      if let pair = Self.pairs[file] {
        device = try Self.read(
          Repository.corpus.appendingPathComponent("devices").appendingPathComponent(pair)
        ).0
      }
      if (try? Surface(device)) == nil { device = Self.device(sending: events) }
    }
    let expected =
      Self.explained.first { $0.file == file }.map { Double($0.count) }
      ?? row.number("max_contacts")
    var most = 0
    // Mice, keyboards and pads of buttons have no surface.
    if let surface = try? Surface(device) {
      var assembler = FrameAssembler(surface)
      for event in events where assembler.feed(event) {
        let frame = assembler.frame
        most = max(most, frame.contacts.count + frame.unplaced.count)
      }
    }
    #expect(Double(most) == expected)
  }
}
