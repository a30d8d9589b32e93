/// Reads the output of `libinput debug-events`: the touches of a touchscreen.
///
///     -event7   DEVICE_ADDED            Raydium Touch      seat0 default group1  cap:t  size 250x112mm ntouches 10
///     -event7   TOUCH_DOWN              +1.008s	0 (0) 45.12/63.42 (112.80/70.90mm)
///      event7   TOUCH_FRAME             +1.008s
///      event7   TOUCH_MOTION              3 +1.016s	0 (0) 45.12/61.00 (112.80/68.20mm)
///     -event7   TOUCH_UP                +1.070s	0 (0)
///
/// A touch has its slot and its position, as a percentage of the screen and in millimetres. Older versions
/// print two decimals of the seconds, and newer ones may print a counter before the time.
///
/// Of touchpads, mice and pens libinput prints movements without contacts, which are not read.
struct DebugEventsReader: PointerLineReader {
  private static let groups = [
    "DEVICE_", "TOUCH_", "POINTER_", "GESTURE_", "KEYBOARD_", "TABLET_", "SWITCH_",
  ]
  private static let phases: [String: PointerRecording.Phase] = [
    "TOUCH_DOWN": .began, "TOUCH_MOTION": .moved, "TOUCH_UP": .ended, "TOUCH_CANCEL": .cancelled,
  ]

  private var recording = PointerRecording(source: "libinput")
  /// The number in the node of the touchscreen that is read, the first one that is touched.
  private var node: UInt64?
  /// The sizes that devices have announced, by the numbers in their nodes.
  private var sizes: [UInt64: (width: Double, height: Double)] = [:]
  /// The position of each slot.
  private var positions: [Int: (x: Double, y: Double)] = [:]
  /// The size that follows from the position with the largest percentages.
  private var size = (width: 0.0, height: 0.0)
  private var percentages = (x: 1.0, y: 1.0)
  /// Whether a length is not a whole number.
  private var hasFractions = false
  /// The events of other touchscreens.
  private var touchesOfOthers = 0
  /// The events that have no contacts, and the line of the first one.
  private var eventsWithoutContacts = 0
  private var firstWithoutContacts = 1

  static func recognizes(_ text: Span<UInt8>) -> Bool {
    var cursor = LineCursor(line: 0)
    return event(text, &cursor) != nil
  }

  /// Reads `-event7   TOUCH_DOWN              `: the number of the node and the name of the event.
  private static func event(
    _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) -> (node: UInt64, name: String)? {
    _ = cursor.skip("-", text) || cursor.skip(" ", text)
    guard cursor.skip("event", text), let node = try? cursor.unsigned(text, upTo: 1 << 20, ""),
      cursor.isAtBlank(text)
    else { return nil }
    cursor.skipBlanks(text)
    let name = LabelCache.label(text, &cursor)
    cursor.skipBlanks(text)
    return groups.contains { name.hasPrefix($0) } ? (node, name) : nil
  }

  mutating func read(_ text: Span<UInt8>, line: Int) throws(TraceError) {
    var cursor = LineCursor(line: line)
    // The log of libinput itself may be among the events.
    guard let (node, name) = Self.event(text, &cursor) else { return }
    if name == "DEVICE_ADDED" {
      sizes[node] = Self.announcedSize(text, cursor)
    } else if name.hasPrefix("TOUCH_") {
      let first = self.node ?? node
      self.node = first
      guard let phase = Self.phases[name] else { return }
      if node == first {
        try readTouch(phase, text, &cursor)
      } else {
        touchesOfOthers += 1
      }
    } else if !name.hasPrefix("DEVICE_") {
      if eventsWithoutContacts == 0 { firstWithoutContacts = line }
      eventsWithoutContacts += 1
    }
  }

  /// Returns the size in `size 250x112mm`, if the line has one.
  private static func announcedSize(
    _ text: Span<UInt8>, _ cursor: LineCursor
  ) -> (width: Double, height: Double)? {
    var cursor = cursor
    while !cursor.isAtEnd(of: text) {
      guard cursor.skip(" size ", text) else {
        cursor.offset += 1
        continue
      }
      guard let width = try? cursor.unsigned(text, upTo: 100_000, ""), cursor.skip("x", text),
        let height = try? cursor.unsigned(text, upTo: 100_000, ""), cursor.skip("mm", text)
      else { continue }
      return width > 0 && height > 0 ? (Double(width), Double(height)) : nil
    }
    return nil
  }

  /// Reads `+1.008s	0 (0) 45.12/63.42 (112.80/70.90mm)`, without positions if a finger lifts.
  private mutating func readTouch(
    _ phase: PointerRecording.Phase, _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) {
    let milliseconds = try stamp(text, &cursor)
    let slot = Int(try cursor.signed(text, "a slot"))
    cursor.skipBlanks(text)
    try expect("(", "the slot of the seat in parentheses", text, &cursor)
    _ = try cursor.signed(text, "the slot of the seat")
    try expect(")", "a closing parenthesis", text, &cursor)
    if phase == .began || phase == .moved { positions[slot] = try position(text, &cursor) }
    try cursor.checkEnd(text)
    recording.samples.append(
      PointerRecording.Sample(
        milliseconds: milliseconds, pointer: slot, phase: phase,
        position: positions[slot] ?? (0, 0), line: cursor.line))
  }

  /// Reads `+1.008s`, perhaps after a counter.
  private mutating func stamp(
    _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) -> Double {
    if cursor.peek(text)?.isDigit == true {
      _ = try cursor.unsigned(text, upTo: .max, "a counter")
      cursor.skipBlanks(text)
    }
    let what = "a time such as +1.234s"
    try expect("+", what, text, &cursor)
    cursor.skipBlanks(text)
    let seconds = try cursor.unsigned(text, upTo: 1 << 32, what)
    try expect(".", what, text, &cursor)
    let start = cursor.offset
    let fraction = try cursor.unsigned(text, upTo: 999_999, what)
    let digits = cursor.offset - start
    try expect("s", what, text, &cursor)
    cursor.skipBlanks(text)
    let step = Self.scale(digits) * 1000
    recording.clockStep = max(recording.clockStep, step)
    return Double(seconds) * 1000 + Double(fraction) * step
  }

  /// Reads ` 45.12/63.42 (112.80/70.90mm)`, and returns the millimetres.
  private mutating func position(
    _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) -> (x: Double, y: Double) {
    let percentage = try pair("a percentage of the screen", text, &cursor)
    cursor.skipBlanks(text)
    try expect("(", "a position in mm in parentheses", text, &cursor)
    let position = try pair("a position in mm", text, &cursor)
    try expect("mm)", "mm and a closing parenthesis", text, &cursor)
    if percentage.x > percentages.x {
      percentages.x = percentage.x
      size.width = position.x / percentage.x * 100
    }
    if percentage.y > percentages.y {
      percentages.y = percentage.y
      size.height = position.y / percentage.y * 100
    }
    if position.x != position.x.rounded() || position.y != position.y.rounded() {
      hasFractions = true
    }
    return position
  }

  /// Reads ` 8.20/ 9.17`.
  private func pair(
    _ what: String, _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) -> (x: Double, y: Double) {
    let x = try number(what, text, &cursor)
    try expect("/", "a slash between x and y", text, &cursor)
    return (x, try number(what, text, &cursor))
  }

  private func number(
    _ what: String, _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) -> Double {
    cursor.skipBlanks(text)
    let isNegative = cursor.skip("-", text)
    let whole = try cursor.unsigned(text, upTo: 100_000, what)
    try expect(".", what, text, &cursor)
    let start = cursor.offset
    let fraction = try cursor.unsigned(text, upTo: 999_999, what)
    let number = Double(whole) + Double(fraction) * Self.scale(cursor.offset - start)
    return isNegative ? -number : number
  }

  /// Returns the value of the last of so many decimals.
  private static func scale(_ decimals: Int) -> Double {
    (0..<decimals).reduce(1) { scale, _ in scale / 10 }
  }

  private func expect(
    _ word: StaticString, _ what: String, _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) {
    guard cursor.skip(word, text) else { throw cursor.error(.expected(what)) }
  }

  mutating func finish() throws(TraceError) -> PointerRecording {
    guard let node, recording.samples.contains(where: { $0.isDown }) else {
      throw TraceError(
        .invalid(
          "no touches in it: libinput prints no contacts of touchpads, mice and pens;"
            + " record the device with `libinput record`"),
        line: firstWithoutContacts, column: 1)
    }
    let range = 1...PointerLimits.pixels
    let isMeasured = range.contains(size.width) && range.contains(size.height)
    recording.size = sizes[node] ?? (isMeasured ? size : nil)
    // libinput takes a device without a resolution to have one unit per millimetre, and announces no size of it.
    let isInMillimetres = sizes[node] != nil || hasFractions
    recording.pixelsPerMillimetre = isInMillimetres ? 1 : nil
    if !isInMillimetres {
      recording.remarks.append(
        "the screen reports no size, so that the lengths are its own units and not mm")
    }
    if touchesOfOthers > 0 {
      recording.remarks.append(
        "\(PointerRecording.count(touchesOfOthers, "touch event")) left out:"
          + " only the touchscreen event\(node) is read")
    }
    if eventsWithoutContacts > 0 {
      recording.remarks.append(
        "\(PointerRecording.count(eventsWithoutContacts, "event")) left out: libinput prints no contacts"
          + " of touchpads, mice and pens; `libinput record` does")
    }
    return recording
  }
}
