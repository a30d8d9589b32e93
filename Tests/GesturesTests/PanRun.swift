import Evdev
import Gestures
import NamedRecordings
import Touches

/// What a recogniser makes of a recording.
struct PanRun {
  /// How often the surface was touched, from the first finger's landing to the last one's lift.
  var touches = 0
  /// How many of these had a pan.
  var touchesWithPan = 0
  /// How each pan ended.
  var ends: [PanEvent] = []

  init(
    _ recording: (name: String, device: DeviceDescription),
    _ settings: PanGestureRecognizer.Settings, _ touchSettings: TouchSettings = TouchSettings()
  ) throws {
    let events = try NamedRecordings.read(recording.name).events
    let surface = try Surface(recording.device)
    var assembler = FrameAssembler(surface, touchSettings)
    var recognizer = PanGestureRecognizer(settings, on: surface.size)
    var told: [PanEvent] = []
    var isTouched = false
    var hasPan = false
    for event in events where assembler.feed(event) {
      recognizer.feed(assembler.frame, into: &told)
      let isTouchedNow = !assembler.frame.contacts.isEmpty
      if isTouchedNow, !isTouched {
        touches += 1
        hasPan = false
      }
      isTouched = isTouchedNow
      if !hasPan, told.contains(where: { $0.phase == .began }) {
        hasPan = true
        touchesWithPan += 1
      }
      ends += told.filter { $0.phase == .ended || $0.phase == .cancelled }
      told.removeAll()
    }
    recognizer.cancel(at: assembler.frame.time, into: &told)
    ends += told
  }
}
