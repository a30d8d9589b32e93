import PantographBase
package import PantographTouches

/// Returns a device's events from text: one frame per line, with its time and values.
///
///     0     slot=0 id=1 x=20 y=30 p=80 touch=1
///     8     x=22
///     16    id=-1
///
/// Times are in milliseconds.
package func events(_ script: String) -> [InputEvent] {
  script.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }.flatMap { line in
    let words = line.split(separator: " ")
    let milliseconds = Double(words[0]) ?? .nan
    let time = Timestamp(microseconds: Int64((milliseconds * 1000).rounded()))
    let values = words.dropFirst().map { word in
      let parts = word.split(separator: "=")
      let (type, code) = codes[parts[0]] ?? (.synchronization, .synConfig)
      return InputEvent(time: time, type: type, code: code, value: Int32(parts[1]) ?? 0)
    }
    let end = InputEvent(time: time, type: .synchronization, code: .synReport, value: 0)
    return values + [end]
  }
}

private let codes: [Substring: (EventType, EventCode)] = [
  "slot": (.absolute, .absMTSlot), "id": (.absolute, .absMTTrackingID),
  "x": (.absolute, .absMTPositionX), "y": (.absolute, .absMTPositionY),
  "p": (.absolute, .absMTPressure), "tool": (.absolute, .absMTToolType),
  // ABS_MT_TOUCH_MAJOR, ABS_MT_TOUCH_MINOR, ABS_MT_WIDTH_MAJOR, ABS_MT_WIDTH_MINOR
  "major": (.absolute, EventCode(rawValue: 0x30)),
  "minor": (.absolute, EventCode(rawValue: 0x31)),
  "wide": (.absolute, EventCode(rawValue: 0x32)),
  "narrow": (.absolute, EventCode(rawValue: 0x33)),
  "X": (.absolute, .absX), "Y": (.absolute, .absY), "P": (.absolute, .absPressure),
  "touch": (.key, .btnTouch), "one": (.key, .btnToolFinger), "two": (.key, .btnToolDoubleTap),
  "three": (.key, .btnToolTripleTap), "lost": (.synchronization, .synDropped),
]

/// Returns the frames that an assembler creates from events.
package func frames(_ events: [InputEvent], by assembler: FrameAssembler) -> [TouchFrame] {
  var assembler = assembler
  return events.compactMap { assembler.feed($0) ? assembler.frame : nil }
}
