import Glibc
import PantographBase
import PantographTouches
import PantographTraces

/// Generating recordings, and measuring the time of reading them.
enum Recordings {
  // MARK: Generating

  /// A finger that moves in circles on a touchpad, at 125 frames per second.
  static func make(_ format: RecordingFormat, eventCount: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var writer = RecordingFormat.writable.contains(format) ? RecordingWriter(format) : nil
    writer?.begin(RecordedDevice(node: "/dev/input/event4", description: pad), to: &bytes)
    var time = Timestamp(microseconds: 0)
    var frame: [InputEvent] = []
    func add(_ type: EventType, _ code: EventCode, _ value: Int32) {
      frame.append(InputEvent(time: time, type: type, code: code, value: value))
    }
    add(.absolute, .absMTTrackingID, 12)
    add(.key, .btnTouch, 1)
    var written = 0
    while written < eventCount {
      let turn = Double(written) / 300
      let position = (Int32(970 + 900 * cos(turn)), Int32(650 + 600 * sin(turn)))
      add(.absolute, .absMTPositionX, position.0)
      add(.absolute, .absMTPositionY, position.1)
      add(.absolute, .absMTPressure, Int32(60 + 20 * cos(turn / 7)))
      add(.absolute, .absX, position.0)
      add(.absolute, .absY, position.1)
      add(.synchronization, .synReport, 0)
      writer?.write(frame, to: &bytes)
      if writer == nil {
        for event in frame { print(event, as: format, to: &bytes) }
      }
      written += frame.count
      frame.removeAll(keepingCapacity: true)
      time.microseconds += 8000
    }
    return bytes
  }

  private static let pad: DeviceDescription = {
    var device = DeviceDescription()
    device.name = "Bench Pad"
    device.properties = [DeviceDescription.pointer]
    device.add(.key, .btnTouch)
    device.add(axis: .absX, AxisRange(minimum: 0, maximum: 1940, resolution: 20))
    device.add(axis: .absY, AxisRange(minimum: 0, maximum: 1300, resolution: 20))
    device.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: 4))
    device.add(axis: .absMTPositionX, AxisRange(minimum: 0, maximum: 1940, resolution: 20))
    device.add(axis: .absMTPositionY, AxisRange(minimum: 0, maximum: 1300, resolution: 20))
    device.add(axis: .absMTTrackingID, AxisRange(minimum: 0, maximum: 65535))
    device.add(axis: .absMTPressure, AxisRange(minimum: 0, maximum: 255))
    return device
  }()

  /// The names of event codes, as evtest and getevent print them.
  private static let names: [EventCode: String] = [
    .absX: "ABS_X", .absY: "ABS_Y", .absMTPositionX: "ABS_MT_POSITION_X",
    .absMTPositionY: "ABS_MT_POSITION_Y", .absMTTrackingID: "ABS_MT_TRACKING_ID",
    .absMTPressure: "ABS_MT_PRESSURE", .btnTouch: "BTN_TOUCH",
  ]

  /// Returns one line of evtest, or of `getevent -lt`.
  private static func print(
    _ event: InputEvent, as format: RecordingFormat, to bytes: inout [UInt8]
  ) {
    let type = event.type == .key ? "EV_KEY" : event.type == .absolute ? "EV_ABS" : "EV_SYN"
    let code = event.endsFrame ? "SYN_REPORT" : names[event.code] ?? "?"
    switch format {
    case .evtest:
      bytes.append("Event: time ")
      bytes.appendFixed(scaled: event.time.microseconds, decimals: 6)
      if event.endsFrame {
        bytes.append(", -------------- SYN_REPORT ------------\n")
      } else {
        bytes.append(", type \(event.type.rawValue) (\(type)), code \(event.code.rawValue)")
        bytes.append(" (\(code)), value \(event.value)\n")
      }
    case .getevent:
      let value = String(UInt32(bitPattern: event.value), radix: 16)
      bytes.append("[ ")
      bytes.appendFixed(scaled: event.time.microseconds, decimals: 6)
      bytes.append("] /dev/input/event4: \(type)       ")
      bytes.append(code + String(repeating: " ", count: 21 - code.utf8.count))
      bytes.append(String(repeating: "0", count: 8 - value.count) + value + "\n")
    default: break
    }
  }

  // MARK: Reading

  /// Reads a file `count` times, and prints its events and the total seconds.
  static func read(_ path: String, times: Int) throws(TraceError) -> (events: Int, seconds: Double)
  {
    var count = 0
    let start = Clock.now
    for _ in 0..<times {
      var reader = RecordingReader()
      var events: [InputEvent] = []
      try eachPiece(of: path) { (piece) throws(TraceError) in
        try reader.read(piece, into: &events)
        count += events.count
        events.removeAll(keepingCapacity: true)
      }
      try reader.finish(into: &events)
      count += events.count
    }
    return (count / times, Clock.now - start)
  }

  /// Finds line ends and adds numbers, the minimum work of any reader.
  static func scan(_ path: String, times: Int) -> (sum: Int, seconds: Double) {
    var (lines, sum, number) = (0, 0, 0)
    let start = Clock.now
    for _ in 0..<times {
      eachPiece(of: path) { piece in
        for index in piece.indices {
          let byte = piece[index]
          let digit = byte &- 0x30
          if digit < 10 {
            number = number &* 10 &+ Int(digit)
          } else {
            sum &+= number
            number = 0
            if byte == 0x0a { lines += 1 }
          }
        }
      }
    }
    return (lines &+ sum & 1, Clock.now - start)
  }

  private static func eachPiece<Failure: Error>(
    of path: String, _ body: (Span<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    let file = unsafe open(path, O_RDONLY)
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe Glibc.read(file, &buffer, buffer.count)
      guard count > 0 else { return }
      try body(buffer.span.extracting(0..<count))
    }
  }
}
