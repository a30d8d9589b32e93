public import Evdev
import Quantities

/// Writes a recording, frame by frame, as bytes to be appended to a file.
///
/// Times are counted from the first event, as both formats' own recorders do.
public struct RecordingWriter {
  /// The format it writes.
  public let format: RecordingFormat
  private var start: Timestamp?

  /// Makes a writer that has written nothing.
  ///
  /// - Parameter format: one of ``RecordingFormat/writable``.
  public init(_ format: RecordingFormat) {
    precondition(
      RecordingFormat.writable.contains(format), "recordings are not written as \(format)")
    self.format = format
  }

  /// Appends what stands before the first event; the node is there for people to see.
  public func writeHeader(
    _ device: DeviceDescription, node: String, to bytes: inout [UInt8]
  ) {
    switch format {
    case .evemu: writeEvemuHeader(device, to: &bytes)
    case .libinput: writeLibinputHeader(device, node: node, to: &bytes)
    case .evtest, .getevent: break
    }
  }

  /// Appends one frame: events up to and including a `SYN_REPORT`.
  public mutating func write(frame: [InputEvent], to bytes: inout [UInt8]) {
    guard let first = frame.first else { return }
    let start = start ?? first.time
    self.start = start
    if format == .libinput { bytes.append("  - evdev:\n") }
    for event in frame {
      let elapsed = event.time.microseconds - start.microseconds
      switch format {
      case .evemu: writeEvemu(event, elapsed, to: &bytes)
      case .libinput: writeLibinput(event, elapsed, to: &bytes)
      case .evtest, .getevent: break
      }
    }
  }

  // MARK: evemu

  private func writeEvemuHeader(_ device: DeviceDescription, to bytes: inout [UInt8]) {
    bytes.append("# EVEMU 1.3\nN: \(device.name.onOneLine)\nI:")
    let identity = device.identity
    for number in [identity.bus, identity.vendor, identity.product, identity.version] {
      bytes.append(" ")
      bytes.appendHex(number, digits: 4)
    }
    bytes.append("\n")
    writeBitmap("P:", device.properties, to: &bytes)
    for (type, codes) in device.capabilities where type != .repeat {
      var prefix: [UInt8] = Array("B: ".utf8)
      prefix.appendHex(type.rawValue, digits: 2)
      writeBitmap(String(decoding: prefix, as: UTF8.self), codes.map(\.rawValue), to: &bytes)
    }
    for (code, range) in device.axes {
      bytes.append("A: ")
      bytes.appendHex(code.rawValue, digits: 2)
      bytes.append(
        " \(range.minimum) \(range.maximum) \(range.fuzz) \(range.flat) \(range.resolution)\n")
    }
  }

  /// Lines of eight bytes each, as many as the highest bit needs.
  private func writeBitmap(_ prefix: String, _ bits: [UInt16], to bytes: inout [UInt8]) {
    let lines = Int(bits.max() ?? 0) / 64 + 1
    var bitmap = [UInt8](repeating: 0, count: lines * 8)
    for bit in bits { bitmap[Int(bit) / 8] |= 1 << (bit % 8) }
    for line in 0..<lines {
      bytes.append(prefix)
      for byte in bitmap[line * 8..<line * 8 + 8] {
        bytes.append(" ")
        bytes.appendHex(UInt16(byte), digits: 2)
      }
      bytes.append("\n")
    }
  }

  private func writeEvemu(_ event: InputEvent, _ elapsed: Int64, to bytes: inout [UInt8]) {
    bytes.append("E: ")
    // evemu's player takes a time of 0 for "no time yet", so its recorder begins at 1 µs.
    bytes.appendFixed(scaled: elapsed + 1, decimals: 6)
    bytes.append(" ")
    bytes.appendHex(event.type.rawValue, digits: 4)
    bytes.append(" ")
    bytes.appendHex(event.code.rawValue, digits: 4)
    bytes.append(" ")
    bytes.appendFixed(scaled: Int64(event.value), decimals: 0)
    bytes.append("\n")
  }

  // MARK: libinput

  private func writeLibinputHeader(
    _ device: DeviceDescription, node: String, to bytes: inout [UInt8]
  ) {
    let identity = device.identity
    bytes.append(
      """
      # recorded by pantograph, in the layout of libinput record
      version: 1
      ndevices: 1
      devices:
      - node: \(node.onOneLine)
        evdev:
          name: \(device.name.quoted)
          id: [\(identity.bus), \(identity.vendor), \(identity.product), \(identity.version)]
          codes:

      """)
    for (type, codes) in device.capabilities {
      bytes.append("      \(type.rawValue): \(codes.map(\.rawValue))\n")
    }
    bytes.append("    absinfo:\n")
    for (code, range) in device.axes {
      let numbers = [range.minimum, range.maximum, range.fuzz, range.flat, range.resolution]
      bytes.append("      \(code.rawValue): \(numbers)\n")
    }
    bytes.append("    properties: \(device.properties)\n  quirks:\n  events:\n")
  }

  private func writeLibinput(_ event: InputEvent, _ elapsed: Int64, to bytes: inout [UInt8]) {
    bytes.append("    - [")
    bytes.appendFixed(scaled: elapsed / 1_000_000, decimals: 0)
    bytes.append(", ")
    bytes.appendFixed(scaled: elapsed % 1_000_000, decimals: 0)
    bytes.append(", \(event.type.rawValue), \(event.code.rawValue), \(event.value)]\n")
  }
}

extension String {
  /// The text without anything that would end its line.
  fileprivate var onOneLine: String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      text.append(scalar.properties.generalCategory == .control ? " " : scalar)
    }
    return String(text)
  }

  /// The text in double quotes, as YAML reads it.
  fileprivate var quoted: String {
    var text = String.UnicodeScalarView("\"".unicodeScalars)
    // By scalars: a quote with an accent on it is still a quote.
    for scalar in onOneLine.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { text.append("\\") }
      text.append(scalar)
    }
    text.append("\"")
    return String(text)
  }
}

extension [UInt8] {
  /// Appends a number in hex with at least this many digits.
  fileprivate mutating func appendHex(_ number: UInt16, digits: Int) {
    let text = String(number, radix: 16)
    append(contentsOf: repeatElement(UInt8(ascii: "0"), count: Swift.max(digits - text.count, 0)))
    append(contentsOf: text.utf8)
  }
}
