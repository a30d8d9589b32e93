import PantographBase
import PantographGestures
import PantographTouches

/// Returns frames of touches from text: one frame per line, with its time in milliseconds and its contacts.
///
///     0     1:20,30        a finger without pressure
///     8     1:22,30@0.5    one that presses with half of the device's range
///     16    1:22,30#       a palm
///     24    1:22,30?       one whose landing was not seen
///     32    -1             it vanished
///     40    lost           events were lost
///     48    =2 1:22,30     the device counts two fingers
func touches(_ script: String) -> [TouchFrame] {
  script.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }.map { line in
    let words = line.split(separator: " ")
    var frame = TouchFrame(time: milliseconds(Double(words[0]) ?? .nan), contacts: [])
    var count: Int?
    for word in words.dropFirst() {
      if word == "lost" {
        frame.hasLostEvents = true
      } else if word.hasPrefix("-") {
        frame.vanished.append(Int(word.dropFirst()) ?? 0)
      } else if word.hasPrefix("=") {
        count = Int(word.dropFirst())
      } else {
        let parts = word.split { ":,@#?".contains($0) }.map { Double($0) ?? .nan }
        var contact = Contact(id: Int(parts[0]), position: Point(x: parts[1], y: parts[2]))
        if parts.count > 3 { contact.pressure = parts[3] }
        if word.contains("#") { contact.remarks.insert(.palm) }
        if word.contains("?") { contact.remarks.insert(.unseenLanding) }
        frame.contacts.append(contact)
      }
    }
    frame.fingerCount = count ?? frame.contacts.count
    return frame
  }
}

func milliseconds(_ count: Double) -> Timestamp {
  Timestamp(microseconds: Int64((count * 1000).rounded()))
}

/// Returns the events of a recogniser.
func events<Recognizer: GestureRecognizer>(
  _ recognizer: Recognizer, _ frames: [TouchFrame]
) -> [GestureEvent<Recognizer.Value>] {
  var recognizer = recognizer
  var events: [GestureEvent<Recognizer.Value>] = []
  for frame in frames { recognizer.feed(frame, into: &events) }
  return events
}

/// Returns the phase and values of each event of a script as text, with two decimals.
func story<Recognizer: GestureRecognizer>(
  _ recognizer: Recognizer, _ script: String, _ values: (Recognizer.Value) -> [Double]
) -> [String] {
  events(recognizer, touches(script)).map { event in
    (["\(event.phase)"] + values(event.value).map { String(fixed: $0, decimals: 2) })
      .joined(separator: " ")
  }
}

/// Returns the time in milliseconds and the phase of each event of a script as text.
func timeline<Recognizer: GestureRecognizer>(
  _ recognizer: Recognizer, _ script: String
) -> [String] {
  events(recognizer, touches(script)).map { event in
    "\(Double(event.time.microseconds) / 1000) \(event.phase)"
  }
}
