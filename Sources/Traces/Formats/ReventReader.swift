import PantographBase
import PantographTouches

/// Reads a recording of revent, Workload Automation's recorder of Android devices, once all of it is there.
///
/// It is binary, and the lowest byte of a number comes first:
///
/// - `REVENT` and the version, from 0 to 3; from version 2 on, the mode, and six bytes that are not used;
/// - the number of devices, and for each the length of its node and the node;
/// - from version 2 on, the number of events; in version 3, also the times of the start and the end;
/// - of each event the index of its device, seconds, microseconds, type, code and value.
///
/// The first recordings begin with the number of devices, without a word before it. They, and versions 0 and 1, end
/// with the file, and have events as the machine had them in memory: see ``Layout``. No recording of theirs was at
/// hand; they are read as Workload Automation describes them.
///
/// Devices are not described. Errors have the column of their byte in line 1.
struct ReventReader: LineReader {
  private static let magic = Array("REVENT".utf8)
  /// 64 MiB, as for JSON; 2.5 million events.
  private static let most = 64 << 20
  private static let nodes = Array("/dev/input/".utf8)

  /// The numbers of bytes that an event consists of.
  private struct Layout {
    /// The bytes of the device's index, and those after it that are not used.
    var index: Int
    var padding: Int
    /// The bytes of the seconds, and those of the microseconds.
    var time: Int

    /// All bytes: type, code and value have two, two and four.
    var size: Int { index + padding + 2 * time + 8 }

    /// The layout of versions 2 and 3.
    static let counted = Layout(index: 2, padding: 0, time: 8)
    /// Those of older recordings: of machines with 32 and 64 bits, with and without padding.
    static let old = [
      Layout(index: 4, padding: 0, time: 4), Layout(index: 4, padding: 4, time: 8),
      Layout(index: 4, padding: 4, time: 4), Layout(index: 4, padding: 0, time: 8),
    ]
  }

  private let choice: DeviceChoice
  private var bytes: [UInt8] = []
  /// The position of the next number.
  private var offset = 0
  private var layout = Layout.counted
  private var chosen: Int?
  private(set) var devices: [RecordedDevice] = []
  private(set) var eventsOfOtherDevices = 0
  private(set) var remarks: [String] = []

  init(choosing choice: DeviceChoice) { self.choice = choice }

  static var hasNodes: Bool { true }
  var device: DeviceDescription { DeviceDescription() }
  var chosenDevice: RecordedDevice? { chosen.map { devices[$0] } }

  /// No line starts a recording; see ``begins(_:)``.
  static func recognizes(_ text: Span<UInt8>) -> Bool { false }

  mutating func read(_ text: Span<UInt8>, line: Int, into events: inout [InputEvent]) {}

  /// Returns whether a file that begins like this is of revent; `nil` if this is not known yet.
  static func begins(_ bytes: Span<UInt8>) -> Bool? {
    let hasWord = has(magic, bytes, at: 0)
    // Two small numbers, which no text has, and the first device's node.
    var hasNode: Bool? = nil
    for index in 0..<min(bytes.count, 8) where (bytes[index] == 0) != (index % 4 > 0) {
      hasNode = false
    }
    hasNode = hasNode ?? has(nodes, bytes, at: 8)
    return hasWord == false ? hasNode : hasNode == false ? hasWord : nil
  }

  /// Returns whether bytes are there at an offset; `nil` if this is not known yet.
  private static func has(_ expected: [UInt8], _ bytes: Span<UInt8>, at offset: Int) -> Bool? {
    let count = max(min(bytes.count - offset, expected.count), 0)
    for index in 0..<count where bytes[offset + index] != expected[index] { return false }
    return count < expected.count ? nil : true
  }

  /// Takes the next bytes.
  mutating func append(_ piece: Span<UInt8>) throws(TraceError) {
    unsafe piece.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    guard bytes.count <= Self.most else {
      throw TraceError(
        .invalid("a revent recording of more than \(Self.most >> 20) MiB"), line: 1, column: 1)
    }
  }

  mutating func finish(
    into events: inout [InputEvent], noting numbers: inout EventLines
  ) throws(TraceError) {
    let count = try readHeader()
    var records: [(device: Int, event: InputEvent)] = []
    // Events before damage are intact.
    var damage: TraceError?
    do throws(TraceError) {
      if let count {
        while records.count < count { records.append(try record()) }
        guard offset == bytes.count else {
          throw error(at: offset, .expected("the end of the file"))
        }
      } else {
        // Recorders were stopped by a signal, and their last event is often incomplete.
        var endsFrame = false
        while offset + layout.size <= bytes.count || offset < bytes.count && !endsFrame {
          let next = try record()
          endsFrame = next.event.endsFrame
          records.append(next)
        }
        if offset < bytes.count { remarks.append("the last event is incomplete and left out") }
      }
    } catch {
      damage = error
    }
    chosen =
      switch choice {
      case .automatic, .every:
        records.first { $0.event.type == .absolute }?.device ?? (devices.count == 1 ? 0 : nil)
      case .number, .node: devices.indices.first { choice.selects(devices[$0], at: $0) }
      }
    for (device, event) in records {
      if choice == .every || device == chosen {
        events.append(event)
        numbers.note(1, device, of: events)
      } else {
        eventsOfOtherDevices += 1
      }
    }
    if let damage { throw damage }
  }

  /// Reads everything before the events, and returns their number; `nil` if they end with the file.
  private mutating func readHeader() throws(TraceError) -> UInt64? {
    var version: UInt64 = 0
    if bytes.starts(with: Self.magic) {
      offset = Self.magic.count
      version = try number(2, upTo: .max, "the version of revent")
      guard version <= 3 else {
        throw error(
          at: offset - 2, .invalid("version \(version) of revent: only 0 to 3 are supported"))
      }
      if version >= 2 { try readMode() }
    }
    try readDevices()
    guard version >= 2 else {
      layout = oldLayout()
      return nil
    }
    let count = try number(8, upTo: .max, "the number of events")
    if version == 3 { offset += 32 }
    return count
  }

  private mutating func readMode() throws(TraceError) {
    guard try number(2, upTo: .max, "a mode") == 0 else {
      throw error(at: offset - 2, .invalid("a revent recording of a gamepad, which has no touches"))
    }
    offset += 6
  }

  private mutating func readDevices() throws(TraceError) {
    for _ in 0..<(try number(4, upTo: 1024, "the number of devices")) {
      let length = Int(try number(4, upTo: 4096, "the length of a device node"))
      guard offset + length <= bytes.count else {
        throw error(at: offset, .expected("a device node"))
      }
      let node = String(decoding: bytes[offset..<offset + length], as: UTF8.self)
      devices.append(RecordedDevice(node: node))
      offset += length
    }
  }

  /// Returns the layout in which the most of what follows can be events.
  private func oldLayout() -> Layout {
    var best = (Layout.old[0], size: 0)
    for layout in Layout.old {
      var end = offset
      while end + layout.size <= bytes.count, canBeEvent(at: end, layout) { end += layout.size }
      if end - offset > best.size { best = (layout, end - offset) }
    }
    return best.0
  }

  /// Whether bytes have a device of the recording, a time, and a type and a code that the kernel knows.
  private func canBeEvent(at offset: Int, _ layout: Layout) -> Bool {
    let seconds = offset + layout.index + layout.padding
    let microseconds = seconds + layout.time
    let type = microseconds + layout.time
    return bytes.number(at: offset, bytes: layout.index) < UInt64(devices.count)
      && bytes.number(at: seconds, bytes: layout.time) <= KernelClock.mostSeconds
      && bytes.number(at: microseconds, bytes: layout.time) < 1_000_000
      && bytes.number(at: type, bytes: 2) <= DeviceDescription.lastType
      && bytes.number(at: type + 2, bytes: 2) <= DeviceDescription.lastCode
  }

  private mutating func record() throws(TraceError) -> (device: Int, event: InputEvent) {
    guard offset + layout.size <= bytes.count else {
      throw error(at: offset, .expected("another event: the recording was cut off"))
    }
    let device = try number(layout.index, upTo: .max, "the index of a device")
    guard device < UInt64(devices.count) else {
      throw error(at: offset - layout.index, .outOfRange("the index of a device"))
    }
    offset += layout.padding
    let seconds = try number(layout.time, upTo: KernelClock.mostSeconds, "a time in seconds")
    let microseconds = try number(layout.time, upTo: 999_999, "microseconds")
    let type = EventType(rawValue: UInt16(try number(2, upTo: .max, "an event type")))
    let code = EventCode(rawValue: UInt16(try number(2, upTo: .max, "an event code")))
    let value = Int32(truncatingIfNeeded: try number(4, upTo: .max, "a value"))
    let time = Timestamp(microseconds: Int64(seconds) * 1_000_000 + Int64(microseconds))
    return (Int(device), InputEvent(time: time, type: type, code: code, value: value))
  }

  /// Reads a number of some bytes.
  private mutating func number(
    _ count: Int, upTo limit: UInt64, _ what: String
  ) throws(TraceError) -> UInt64 {
    guard offset + count <= bytes.count else { throw error(at: offset, .expected(what)) }
    let number = bytes.number(at: offset, bytes: count)
    guard number <= limit else { throw error(at: offset, .outOfRange(what)) }
    offset += count
    return number
  }

  private func error(at offset: Int, _ reason: TraceError.Reason) -> TraceError {
    TraceError(reason, line: 1, column: offset + 1)
  }
}
