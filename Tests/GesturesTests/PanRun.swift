import PantographGestures
import PantographNamedRecordings
import PantographTouches

/// The pans that a recogniser finds in a recording.
struct PanRun {
  /// The number of touch sequences, from the first landing to the last lift.
  var touches = 0
  /// The number of these with a pan.
  var touchesWithPan = 0
  /// The last event of each pan.
  var ends: [PanEvent] = []

  init(
    _ recording: (name: String, device: DeviceDescription),
    _ settings: PanGestureRecognizer.Settings, _ touchSettings: TouchSettings = TouchSettings()
  ) throws {
    let events = try NamedRecordings.read(recording.name).events
    let surface = try Surface(recording.device)
    var assembler = FrameAssembler(surface, touchSettings)
    var recognizer = PanGestureRecognizer(settings, on: surface.size)
    var found: [PanEvent] = []
    var isTouched = false
    var hasPan = false
    for event in events where assembler.feed(event) {
      recognizer.feed(assembler.frame, into: &found)
      let isTouchedNow = !assembler.frame.contacts.isEmpty
      if isTouchedNow, !isTouched {
        touches += 1
        hasPan = false
      }
      isTouched = isTouchedNow
      if !hasPan, found.contains(where: { $0.phase == .began }) {
        hasPan = true
        touchesWithPan += 1
      }
      ends += found.filter { $0.phase == .ended || $0.phase == .cancelled }
      found.removeAll()
    }
    recognizer.cancel(at: assembler.frame.time, into: &found)
    ends += found
  }
}
