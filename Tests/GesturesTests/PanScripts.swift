import PantographBase
import PantographGestures
import PantographTouchScripts
import PantographTouches

/// An event of a pan.
typealias PanEvent = GestureEvent<PanGestureRecognizer.Value>

/// Returns the events of a pan recogniser.
func pans(
  _ frames: [TouchFrame], _ settings: PanGestureRecognizer.Settings = .init(slop: 2),
  on size: Vector? = nil
) -> [PanEvent] {
  var recognizer = PanGestureRecognizer(settings, on: size)
  var events: [PanEvent] = []
  for frame in frames { recognizer.feed(frame, into: &events) }
  return events
}

/// Returns the phase and translation of each event as text.
func story(_ events: [PanEvent]) -> [String] {
  events.map { event in
    let x = String(fixed: event.translation.x, decimals: 2)
    let y = String(fixed: event.translation.y, decimals: 2)
    return "\(event.phase) \(x),\(y)"
  }
}

/// Returns the events of a script as text.
func story(
  _ script: String, _ settings: PanGestureRecognizer.Settings = .init(slop: 2),
  on size: Vector? = nil
) -> [String] {
  story(pans(frames(script), settings, on: size))
}

/// Returns the events of a script as text, after a change of its frames.
func story(
  _ script: String, _ settings: PanGestureRecognizer.Settings = .init(slop: 2),
  _ change: (Int, inout TouchFrame) -> Void
) -> [String] {
  var frames = frames(script)
  for index in frames.indices { change(index, &frames[index]) }
  return story(pans(frames, settings))
}

extension TouchFrame {
  /// Adds a remark to one contact of the frame.
  mutating func remark(_ remark: Contact.Remarks, on id: Int) {
    for index in contacts.indices where contacts[index].id == id {
      contacts[index].remarks.insert(remark)
    }
  }
}
