import Gestures
import Quantities
import TouchScripts
import Touches

/// An event of a pan.
typealias PanEvent = GestureEvent<PanGestureRecognizer.Value>

/// What a pan's recogniser makes of frames.
func pans(
  _ frames: [TouchFrame], _ settings: PanGestureRecognizer.Settings = .init(slop: 2),
  on size: Vector? = nil
) -> [PanEvent] {
  var recognizer = PanGestureRecognizer(settings, on: size)
  var events: [PanEvent] = []
  for frame in frames { recognizer.feed(frame, into: &events) }
  return events
}

/// Phase and translation of each event, as a text.
func story(_ events: [PanEvent]) -> [String] {
  events.map { event in
    let x = String(fixed: event.translation.x, decimals: 2)
    let y = String(fixed: event.translation.y, decimals: 2)
    return "\(event.phase) \(x),\(y)"
  }
}

/// What a script tells, as a text.
func story(
  _ script: String, _ settings: PanGestureRecognizer.Settings = .init(slop: 2),
  on size: Vector? = nil
) -> [String] {
  story(pans(frames(script), settings, on: size))
}

/// What a script tells of frames that have been changed.
func story(
  _ script: String, _ settings: PanGestureRecognizer.Settings = .init(slop: 2),
  _ change: (Int, inout TouchFrame) -> Void
) -> [String] {
  var frames = frames(script)
  for index in frames.indices { change(index, &frames[index]) }
  return story(pans(frames, settings))
}

extension TouchFrame {
  /// Remarks on one contact of the frame.
  mutating func remark(_ remark: Contact.Remarks, on id: Int) {
    for index in contacts.indices where contacts[index].id == id {
      contacts[index].remarks.insert(remark)
    }
  }
}
