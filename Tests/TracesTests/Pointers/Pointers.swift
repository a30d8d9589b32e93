import PantographBase
import PantographTouches
import PantographTraces

/// A recording of pointers: its devices and events, and what it lacks.
struct Pointers {
  let format: String?
  let devices: [RecordedDevice]
  let device: DeviceDescription
  let events: [InputEvent]
  let lines: [Int]
  /// What it lacks.
  let remarks: [String]
  /// The remark about the scale of a page, if it has one.
  let scale: String?
  let eventsOfOtherDevices: Int

  /// Reads a whole text, in pieces of a given size.
  init(_ text: String, choosing choice: DeviceChoice = .automatic, pieces: Int = 1 << 16) throws {
    let bytes = Array(text.utf8)
    var reader = RecordingReader(choosing: choice)
    reader.keepsLines = true
    var events: [InputEvent] = []
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      let piece = Array(bytes[start..<min(start + pieces, bytes.count)])
      try reader.read(piece.span, into: &events)
    }
    try reader.finish(into: &events)
    self.events = events
    format = reader.format?.rawValue
    devices = reader.devices
    device = reader.device
    lines = reader.eventLines
    let isScale = { (remark: String) in remark.hasSuffix("by cssPxPerMm") }
    remarks = reader.remarks.filter { !isScale($0) }
    scale = reader.remarks.first(where: isScale)
    eventsOfOtherDevices = reader.eventsOfOtherDevices
  }

  /// The events as `time type code value`, without the ends of frames.
  var texts: [String] {
    events.filter { !$0.endsFrame }.map {
      "\($0.time.microseconds) \($0.type.rawValue) 0x\(String($0.code.rawValue, radix: 16)) \($0.value)"
    }
  }

  /// The times of the frames, in microseconds.
  var times: [Int64] { events.filter(\.endsFrame).map(\.time.microseconds) }

  var surface: Surface { get throws { try Surface(device) } }

  /// What the fingers do: each frame with its time in microseconds, and for each contact its ID, its position in
  /// mm, and its pressure if it is known.
  var frames: [String] {
    get throws {
      var assembler = FrameAssembler(try surface)
      var frames: [String] = []
      for event in events where assembler.feed(event) {
        let contacts = assembler.frame.contacts.map { contact in
          let position = [contact.position.x, contact.position.y]
            .map { String(fixed: $0, decimals: 2) }.joined(separator: ",")
          let pressure = contact.pressure.map { " " + String(fixed: $0, decimals: 2) } ?? ""
          return " \(contact.id):\(position)\(pressure)"
        }
        frames.append("\(event.time.microseconds)" + contacts.joined())
      }
      return frames
    }
  }
}
