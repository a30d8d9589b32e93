import PantographEvdev
import PantographQuantities

/// Reads a recording of revent, Workload Automation's recorder of Android devices, once all of it is there.
///
/// It is binary, and the lowest byte of a number comes first:
///
/// - `REVENT`, the version, which is 2 or 3, the mode, and six bytes that are not used;
/// - the number of devices, and for each the length of its node and the node;
/// - the number of events; in version 3, also the times of the start and the end;
/// - of each event the index of its device, seconds, microseconds, type, code and value.
///
/// Devices are not described. Errors have the column of their byte in line 1.
struct ReventReader: LineReader {
  private static let magic = Array("REVENT".utf8)
  /// 64 MiB, as for JSON; 2.5 million events.
  private static let most = 64 << 20
  /// The bytes of an event.
  private static let eventSize = 26

  private let choice: DeviceChoice
  private var bytes: [UInt8] = []
  /// The position of the next number.
  private var offset = 0
  private var chosen: Int?
  private(set) var devices: [RecordedDevice] = []
  private(set) var eventsOfOtherDevices = 0

  init(choosing choice: DeviceChoice) { self.choice = choice }

  static var hasNodes: Bool { true }
  var device: DeviceDescription { DeviceDescription() }
  var chosenDevice: RecordedDevice? { chosen.map { devices[$0] } }

  /// No line starts a recording; see ``begins(_:)``.
  static func recognizes(_ text: Span<UInt8>) -> Bool { false }

  mutating func read(_ text: Span<UInt8>, line: Int, into events: inout [InputEvent]) {}

  /// Returns whether a file that begins like this is of revent; `nil` if this is not known yet.
  static func begins(_ bytes: Span<UInt8>) -> Bool? {
    for index in 0..<min(bytes.count, magic.count) where bytes[index] != magic[index] {
      return false
    }
    return bytes.count < magic.count ? nil : true
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
      while records.count < count { records.append(try record()) }
      guard offset == bytes.count else { throw error(at: offset, .expected("the end of the file")) }
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

  /// Reads everything before the events, and returns their number.
  private mutating func readHeader() throws(TraceError) -> UInt64 {
    offset = Self.magic.count
    let version = try number(2, upTo: .max, "the version of revent")
    guard 2...3 ~= version else {
      throw error(
        at: offset - 2, .invalid("version \(version) of revent: only 2 and 3 are supported"))
    }
    guard try number(2, upTo: .max, "a mode") == 0 else {
      throw error(at: offset - 2, .invalid("a revent recording of a gamepad, which has no touches"))
    }
    offset += 6
    for _ in 0..<(try number(4, upTo: 1024, "the number of devices")) {
      let length = Int(try number(4, upTo: 4096, "the length of a device node"))
      guard offset + length <= bytes.count else {
        throw error(at: offset, .expected("a device node"))
      }
      let node = String(decoding: bytes[offset..<offset + length], as: UTF8.self)
      devices.append(RecordedDevice(node: node))
      offset += length
    }
    let count = try number(8, upTo: .max, "the number of events")
    if version == 3 { offset += 32 }
    return count
  }

  private mutating func record() throws(TraceError) -> (device: Int, event: InputEvent) {
    guard offset + Self.eventSize <= bytes.count else {
      throw error(at: offset, .expected("another event: the recording was cut off"))
    }
    let device = Int(try number(2, upTo: .max, "the index of a device"))
    guard device < devices.count else {
      throw error(at: offset - 2, .outOfRange("the index of a device"))
    }
    let seconds = try number(8, upTo: KernelClock.mostSeconds, "a time in seconds")
    let microseconds = try number(8, upTo: 999_999, "microseconds")
    let type = EventType(rawValue: UInt16(try number(2, upTo: .max, "an event type")))
    let code = EventCode(rawValue: UInt16(try number(2, upTo: .max, "an event code")))
    let value = Int32(truncatingIfNeeded: try number(4, upTo: .max, "a value"))
    let time = Timestamp(microseconds: Int64(seconds) * 1_000_000 + Int64(microseconds))
    return (device, InputEvent(time: time, type: type, code: code, value: value))
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
