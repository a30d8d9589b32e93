import PantographBase

/// Reads Android's input events in a trace of Perfetto, as the table that a query of its trace processor returns.
///
///     "id","ts","action","device_id","dpi","key","value"
///     0,81000000,0,4,420,"event_time_nanos","80900000"
///     0,81000000,0,4,420,"pointer[0].axis_value[0].axis","0"
///     0,81000000,0,4,420,"pointer[0].axis_value[0].value","540.5"
///     0,81000000,0,4,420,"pointer[0].pointer_id","0"
///
/// Each row is one argument of an event; the rows of an event follow each other. Positions are in pixels of
/// the display, of which `dpi` counts those in an inch.
struct PerfettoReader: PointerLineReader {
  /// The columns, which may be in any order, with others among them.
  private enum Column: Int, CaseIterable {
    case id, ts, action, device, dpi, key, value

    private static let names = ["id", "ts", "action", "device_id", "dpi", "key", "value"]
    var name: String { Self.names[rawValue] }
  }

  /// A field of a row, and its column in the line, from 1.
  private struct Field {
    var text: String
    var column: Int
  }

  /// A pointer of an event.
  private struct Pointer {
    var id = 0
    var tool = 0
    /// The number of the axis at each index, and its value.
    var axes: [Int: (number: Int, value: Double)] = [:]

    /// Returns the value of an axis; axes that are 0 are left out.
    func value(_ number: Int) -> Double? {
      axes.sorted { $0.key < $1.key }.first { $0.value.number == number }?.value.value
    }
  }

  private struct Event {
    var id: Int
    var action: Int
    var device: Int
    var nanoseconds: Double
    var pointers: [Int: Pointer] = [:]
    var line: Int
  }

  // The axes, actions and tools of Android's MotionEvent.
  private static let (axisX, axisY, pressure, touchMajor, touchMinor) = (0, 1, 2, 4, 5)
  private static let (down, up, move, cancel, pointerDown, pointerUp) = (0, 1, 2, 3, 5, 6)
  private static let kinds: [Int: PointerRecording.Kind] = [2: .pen, 3: .mouse, 4: .pen]
  /// More pointers and axes than an event has.
  private static let most = 1.0e3

  private var recording = PointerRecording(source: "Android")
  /// The index of each column in a row; empty before the first row.
  private var indices: [Int] = []
  private var event: Event?
  /// The device whose events are read, the first one that is touched.
  private var device: Int?
  private var dpi: Double?
  private var touchesOfOthers = 0

  static func recognizes(_ text: Span<UInt8>) -> Bool {
    guard let names = try? fields(text, line: 0).map({ $0.text }) else { return false }
    return names.contains("ts") && names.contains("action")
      && (names.contains("key") || names.contains("arg_set_id"))
  }

  // MARK: Rows

  /// Splits a line at its commas; fields may be in quotes.
  private static func fields(_ text: Span<UInt8>, line: Int) throws(TraceError) -> [Field] {
    var cursor = LineCursor(line: line)
    var fields: [Field] = []
    repeat {
      let start = cursor.offset
      if cursor.skip("\"", text) {
        // A doubled quote is one of the text.
        var parts: [String] = []
        repeat {
          let part = cursor.offset
          while let byte = cursor.peek(text), byte != UInt8(ascii: "\"") { cursor.offset += 1 }
          parts.append(String(text, part..<cursor.offset))
          guard cursor.skip("\"", text) else { throw cursor.error(.expected("a closing quote")) }
        } while cursor.skip("\"", text)
        fields.append(Field(text: parts.joined(separator: "\""), column: start + 1))
      } else {
        while let byte = cursor.peek(text), byte != UInt8(ascii: ",") { cursor.offset += 1 }
        fields.append(Field(text: String(text, start..<cursor.offset), column: start + 1))
      }
    } while cursor.skip(",", text)
    guard cursor.isAtEnd(of: text) else {
      throw cursor.error(.expected("a comma after the closing quote"))
    }
    return fields
  }

  mutating func read(_ text: Span<UInt8>, line: Int) throws(TraceError) {
    guard !text.isEmpty else { return }
    let fields = try Self.fields(text, line: line)
    guard !indices.isEmpty else { return try readHeader(fields, line) }
    guard indices.allSatisfy(fields.indices.contains) else {
      throw TraceError(
        .expected("as many fields as the first line has"), line: line, column: text.count + 1)
    }
    let id = Int(try number(.id, fields, line, 0...9e15, "the number of an event"))
    if event?.id != id {
      try endEvent()
      event = Event(
        id: id, action: Int(try number(.action, fields, line, 0...1e9, "an action")),
        device: Int(try number(.device, fields, line, -1e9...1e9, "the number of a device")),
        nanoseconds: try stamp(.ts, fields, line), line: line)
      let density =
        PointerLimits.density.lowerBound * 25.4...PointerLimits.density.upperBound * 25.4
      dpi = try number(.dpi, fields, line, density, "dots per inch")
    }
    try readArgument(fields, line)
  }

  private mutating func readHeader(_ fields: [Field], _ line: Int) throws(TraceError) {
    let names = fields.map { $0.text }
    for column in Column.allCases {
      guard let index = names.firstIndex(of: column.name) else {
        throw TraceError(
          .expected(
            "a column '\(column.name)'"
              + (column == .dpi
                ? ", the dots per inch that `adb shell dumpsys display` prints" : "")),
          line: line, column: 1)
      }
      indices.append(index)
    }
  }

  private func field(_ column: Column, _ fields: [Field]) -> Field {
    fields[indices[column.rawValue]]
  }

  private func number(
    _ column: Column, _ fields: [Field], _ line: Int, _ range: ClosedRange<Double>, _ what: String
  ) throws(TraceError) -> Double {
    let field = field(column, fields)
    guard let number = Double(field.text), range.contains(number) else {
      throw TraceError(.expected(what), line: line, column: field.column)
    }
    return number
  }

  private func stamp(
    _ column: Column, _ fields: [Field], _ line: Int
  ) throws(TraceError) -> Double {
    let range = 0...PointerLimits.milliseconds.upperBound * 1e6
    return try number(column, fields, line, range, "a time in nanoseconds")
  }

  /// Reads an argument such as `pointer[0].axis_value[1].value`; others are ignored.
  private mutating func readArgument(_ fields: [Field], _ line: Int) throws(TraceError) {
    let parts = field(.key, fields).text.split { ".[]".contains($0) }
    if parts == ["event_time_nanos"] {
      let time = try stamp(.value, fields, line)
      event?.nanoseconds = time
    }
    guard parts.count > 2, parts[0] == "pointer", let index = Int(parts[1]) else { return }
    let range = 0...Self.most
    var pointer = event?.pointers[index] ?? Pointer()
    switch parts[2] {
    case "pointer_id":
      pointer.id = Int(try number(.value, fields, line, range, "the number of a pointer"))
    case "tool_type": pointer.tool = Int(try number(.value, fields, line, range, "a tool"))
    case "axis_value":
      guard parts.count == 5, let place = Int(parts[3]) else { return }
      // Arguments that are 0 may be missing.
      var axis = pointer.axes[place] ?? (number: 0, value: 0)
      if parts[4] == "axis" {
        axis.number = Int(try number(.value, fields, line, range, "the number of an axis"))
      } else {
        axis.value = try number(.value, fields, line, PointerLimits.positions, "a value of an axis")
      }
      pointer.axes[place] = axis
    default: return
    }
    event?.pointers[index] = pointer
  }

  // MARK: Events

  /// Adds the samples of the event whose rows are complete.
  private mutating func endEvent() throws(TraceError) {
    guard let event else { return }
    self.event = nil
    let action = event.action & 0xff
    let changed = event.action >> 8
    let actions = [Self.down, Self.up, Self.move, Self.cancel, Self.pointerDown, Self.pointerUp]
    guard actions.contains(action) else { return }
    let first = device ?? event.device
    device = first
    guard event.device == first else {
      touchesOfOthers += 1
      return
    }
    guard event.pointers.values.contains(where: { !$0.axes.isEmpty }) else {
      throw TraceError(
        .invalid(
          "an event without coordinates: Android has redacted it;"
            + " record with TRACE_LEVEL_COMPLETE for the windows that are touched"),
        line: event.line, column: 1)
    }
    for (index, pointer) in event.pointers.sorted(by: { $0.key < $1.key }) {
      let phase: PointerRecording.Phase =
        switch action {
        case Self.down: .began
        case Self.up: .ended
        case Self.cancel: .cancelled
        case Self.pointerDown where index == changed: .began
        case Self.pointerUp where index == changed: .ended
        default: .moved
        }
      recording.samples.append(sample(pointer, phase, of: event))
    }
  }

  private mutating func sample(
    _ pointer: Pointer, _ phase: PointerRecording.Phase, of event: Event
  ) -> PointerRecording.Sample {
    // A pen may have the number of a finger.
    let number = pointer.tool * Int(Self.most) + pointer.id
    recording.kinds[number] = Self.kinds[pointer.tool] ?? .touch
    let force = pointer.value(Self.pressure).map { min(max($0, 0), 1) }
    let major = pointer.value(Self.touchMajor)
    let minor = pointer.value(Self.touchMinor) ?? major
    let sizes = [major, minor].compactMap { $0 }.filter { 0...PointerLimits.pixels ~= $0 }
    return PointerRecording.Sample(
      milliseconds: event.nanoseconds / 1e6, pointer: number, phase: phase,
      position: (pointer.value(Self.axisX) ?? 0, pointer.value(Self.axisY) ?? 0), force: force,
      radii: sizes.count == 2 ? (sizes[0] / 2, sizes[1] / 2) : nil, line: event.line)
  }

  mutating func finish() throws(TraceError) -> PointerRecording {
    try endEvent()
    if let dpi {
      recording.pixelsPerMillimetre = dpi / 25.4
      recording.remarks.append(
        "a millimetre has \(String(fixed: dpi / 25.4, decimals: 2)) pixels, by its column dpi")
    }
    if touchesOfOthers > 0 {
      recording.remarks.append(
        "\(PointerRecording.count(touchesOfOthers, "touch event")) left out:"
          + " only the first device that is touched is read")
    }
    return recording
  }
}
