import PantographGestures
import PantographTouches

/// Recognises single taps of one finger.
struct TapSource {
  private var recognizer = TapGestureRecognizer(.init())
  private var events: [GestureEvent<TapGestureRecognizer.Value>] = []

  /// Takes the next frame, and returns whether it completes a tap.
  mutating func feed(_ frame: TouchFrame) -> Bool {
    recognizer.feed(frame, into: &events)
    defer { events.removeAll(keepingCapacity: true) }
    return !events.isEmpty
  }
}
