import Foundation
import PantographBase
import PantographBindings
import PantographCInterface
import PantographGestures
import PantographTestSupport
import PantographTouchScripts
import PantographTouches
import PantographTraces
import Testing

/// What an event has, by its names in C.
private typealias Numbers = [String: Double]

/// An event of a gesture, from C or from Swift.
private struct Happening: Equatable {
  let time: Int64
  let phase: String
  let numbers: Numbers

  init(time: Int64, phase: String, numbers: Numbers) {
    (self.time, self.phase, self.numbers) = (time, phase, numbers)
  }

  init(_ event: pg_gesture_event) {
    time = event.time
    phase = ["began", "changed", "ended", "cancelled"][Int(event.kind)]
    var all: Numbers = [
      "translation_x": event.translation_x, "translation_y": event.translation_y,
      "velocity_x": event.velocity_x, "velocity_y": event.velocity_y, "scale": event.scale,
      "angle": event.angle, "rate": event.rate, "x": event.x, "y": event.y,
    ].filter { !$0.value.isNaN }
    if event.fingers > 0 { all["fingers"] = Double(event.fingers) }
    numbers = all
  }
}

/// A recogniser of C.
private final class CRun {
  let recognizer: OpaquePointer

  init(
    _ kind: String, on surface: pg_surface? = nil,
    _ change: (inout pg_recognizer_settings) -> Void = { _ in }
  ) throws {
    var (settings, error, made) = (pg_recognizer_defaults(), pg_error(), OpaquePointer?.none)
    change(&settings)
    let status =
      if var surface {
        pg_recognizer_create(kind, &settings, &surface, &made, &error)
      } else {
        pg_recognizer_create(kind, &settings, nil, &made, &error)
      }
    try #require(status == PG_OK, "\(Desk.message(error))")
    recognizer = try #require(made)
  }

  deinit { pg_recognizer_destroy(recognizer) }

  func feed(_ frame: TouchFrame) {
    let contacts = frame.contacts.map {
      pg_contact(
        id: Int64($0.id), x: $0.position.x, y: $0.position.y, pressure: $0.pressure ?? .nan,
        flags: 0, reserved: 0)
    }
    #expect(
      pg_recognizer_feed(recognizer, frame.time.microseconds, contacts, contacts.count, nil)
        == PG_OK)
  }

  func taken() -> [Happening] {
    var found: [Happening] = []
    var event = pg_gesture_event()
    while pg_recognizer_take_events(recognizer, &event, 1) == 1 { found.append(Happening(event)) }
    return found
  }

  /// Returns what comes of frames, and of the times between them at which something may happen.
  func events(of frames: [TouchFrame]) -> [Happening] {
    for frame in frames {
      let next = pg_recognizer_next_time(recognizer)
      if next < frame.time.microseconds {
        #expect(pg_recognizer_advance(recognizer, next, nil) == PG_OK)
      }
      feed(frame)
    }
    return taken()
  }
}

/// Returns the same of a recogniser in Swift.
private func events<Recognizer: GestureRecognizer>(
  _ recognizer: Recognizer, of frames: [TouchFrame], _ numbers: (Recognizer.Value) -> Numbers
) -> [Happening] {
  var recognizer = recognizer
  var found: [GestureEvent<Recognizer.Value>] = []
  for frame in frames {
    if let next = recognizer.deadline, next < frame.time {
      recognizer.advance(to: next, into: &found)
    }
    recognizer.feed(frame, into: &found)
  }
  return found.map {
    Happening(time: $0.time.microseconds, phase: "\($0.phase)", numbers: numbers($0.value))
  }
}

private func numbers(_ pan: PanGestureRecognizer.Value) -> Numbers {
  [
    "translation_x": pan.translation.x, "translation_y": pan.translation.y,
    "velocity_x": pan.velocity.x, "velocity_y": pan.velocity.y, "x": pan.location.x,
    "y": pan.location.y, "fingers": Double(pan.fingers),
  ]
}

/// Returns the touches of a recording from 0, without what only a device's sessions know.
private func touches(of name: String) throws -> [TouchFrame] {
  let file = Repository.root.appendingPathComponent("Recordings/\(name)/recording.yml")
  let bytes = [UInt8](try Data(contentsOf: file))
  var reader = RecordingReader()
  var found: [InputEvent] = []
  try reader.read(bytes.span, into: &found)
  try reader.finish(into: &found)
  let all = frames(found, by: FrameAssembler(try Surface(reader.device), TouchSettings()))
  let start = try #require(all.first).time
  return all.map { frame in
    TouchFrame(
      time: Timestamp(microseconds: frame.time.microseconds - start.microseconds),
      contacts: frame.contacts.map {
        Contact(id: $0.id, position: $0.position, pressure: $0.pressure)
      })
  }
}

/// Returns fingers that drag to the right, ever faster, rest a while, and lift one after the other.
private func drag(fingers: Int) -> [TouchFrame] {
  let moving = (0..<30).map { number in
    let distance = 0.05 * Double(number * number)
    return TouchFrame(
      time: Timestamp(microseconds: Int64(number) * 8_000),
      contacts: (0..<fingers).map { finger in
        Contact(id: finger, position: Point(x: 10 + distance, y: 20 + 12 * Double(finger)))
      })
  }
  guard let last = moving.last else { return [] }
  let lifting = (1...fingers).map { lifted in
    TouchFrame(
      time: last.time.advanced(byMicroseconds: 50_000 * Int64(lifted)),
      contacts: Array(last.contacts.dropFirst(lifted)))
  }
  return moving + lifting
}

/// Two fingers that move apart and turn, and lift.
private let twist = frames(
  (0..<20).map { number in
    let (angle, radius) = (0.04 * Double(number), 10 + 0.5 * Double(number))
    let (x, y) = (radius * cos(angle), radius * sin(angle))
    return "\(8 * number) 1:\(50 + x),\(40 + y) 2:\(50 - x),\(40 - y)"
  }.joined(separator: "\n") + "\n160 1:69,40\n168")

@Suite struct `Recognisers in C` {
  @Test(arguments: PanGestureRecognizer.Family.allCases)
  func `a pan is that of Swift in every family`(family: PanGestureRecognizer.Family) throws {
    let settings = PanGestureRecognizer.Settings(family)
    var scripts = [drag(fingers: settings.fingers.lowerBound), drag(fingers: 5)]
    for name in ["touchpad-flick", "touchscreen-drag", "touchpad-pan-cancel", "b8-scrub-caught"] {
      scripts.append(try touches(of: name))
    }
    for (number, script) in scripts.enumerated() {
      let pan = PanGestureRecognizer(settings, on: Vector(x: 100, y: 60))
      let run = try family.rawValue.withCString { name in
        try CRun(
          "pan", on: pg_surface(width: 100, height: 60, units_per_mm_x: 0, units_per_mm_y: 0)
        ) { $0.family = name }
      }
      let found = run.events(of: script)
      #expect(found == events(pan, of: script, numbers), "script \(number)")
      #expect(number > 0 || found.last?.phase == "ended", "\(found)")
    }
  }

  @Test func `settings are those of Swift`() throws {
    let script = drag(fingers: 2)
    let settings = PanGestureRecognizer.Settings(
      .gtkTouch, fingers: 1...3, slop: 2, direction: .horizontal, axisLock: .init(dominance: 2),
      edge: .init(.right, width: 95), hysteresis: 0.25, ignoresPalms: false, estimator: .gtkSwipe)
    let pan = PanGestureRecognizer(
      settings, on: Vector(x: 100, y: 60), unitsPerMillimetre: Vector(x: 20, y: 30))
    let surface = pg_surface(width: 100, height: 60, units_per_mm_x: 20, units_per_mm_y: 30)
    let run = try "gtk-touch".withCString { family in
      try "horizontal".withCString { direction in
        try "right".withCString { edge in
          try "gtk-swipe".withCString { estimator in
            try CRun("pan", on: surface) {
              ($0.family, $0.direction, $0.edge, $0.estimator) = (
                family, direction, edge, estimator
              )
              ($0.fewest_fingers, $0.most_fingers, $0.slop) = (1, 3, 2)
              ($0.axis_lock, $0.edge_width, $0.hysteresis) = (2, 95, 0.25)
              $0.with_palms = 1
            }
          }
        }
      }
    }
    let found = run.events(of: script)
    #expect(found == events(pan, of: script, numbers) && found.count > 20)
  }

  @Test func `a tap is that of Swift`() throws {
    let script = frames(
      "0 1:20,30 2:30,30\n60 1:20,30\n80\n200 1:21,30 2:31,31\n240\n900 1:0,0\n960")
    var settings = TapGestureRecognizer.Settings(taps: 2, fingers: 2, spacing: 5)
    let run = try CRun("tap") { ($0.taps, $0.fewest_fingers, $0.spacing) = (2, 2, 5) }
    let found = run.events(of: script)
    let values: (TapGestureRecognizer.Value) -> Numbers = {
      ["x": $0.location.x, "y": $0.location.y]
    }
    #expect(found == events(TapGestureRecognizer(settings), of: script, values))
    #expect(found.map(\.phase) == ["ended"])
    settings.longestPause = 0.1
    let impatient = try CRun("tap") {
      ($0.taps, $0.fewest_fingers, $0.spacing, $0.longest_pause) = (2, 2, 5, 0.1)
    }
    #expect(impatient.events(of: script) == [])
    #expect(events(TapGestureRecognizer(settings), of: script, values) == [])
  }

  @Test func `a long press is that of Swift`() throws {
    let script = frames("0 1:20,30\n100 1:20.5,30\n400 1:22,30\n420 1:22,34\n430")
    let press = LongPressGestureRecognizer(.init(minimumDuration: 0.25, slop: 1))
    let run = try CRun("long-press") { ($0.minimum_duration, $0.slop) = (0.25, 1) }
    let found = run.events(of: script)
    let inSwift = events(press, of: script) {
      [
        "x": $0.location.x, "y": $0.location.y, "translation_x": $0.translation.x,
        "translation_y": $0.translation.y,
      ]
    }
    #expect(found == inSwift)
    // It begins between two frames.
    #expect(found.first?.time == 250_000 && found.last?.phase == "ended")
  }

  @Test func `a pinch and a rotation are those of Swift`() throws {
    let pinch = try CRun("pinch") { ($0.slop, $0.absorbed, $0.fewest_fingers) = (3, 1, 2) }
    let found = pinch.events(of: twist)
    let settings = PinchGestureRecognizer.Settings(fingers: 2...2, slop: 3, absorbed: 1)
    let inSwift = events(PinchGestureRecognizer(settings), of: twist) {
      ["scale": $0.scale, "rate": $0.rate, "x": $0.centre.x, "y": $0.centre.y]
    }
    #expect(found == inSwift && found.last?.phase == "ended" && found.count > 10)
    let rotation = try CRun("rotation").events(of: twist)
    let turned = events(RotationGestureRecognizer(), of: twist) {
      ["angle": $0.angle, "rate": $0.rate, "x": $0.centre.x, "y": $0.centre.y]
    }
    #expect(rotation == turned && rotation.last?.phase == "ended" && rotation.count > 10)
  }

  @Test func `an earlier time counts as the latest, on any clock`() throws {
    let start = Int64(1) << 61
    let run = try CRun("pan")
    for number in 0..<20 {
      let contact = pg_contact(
        id: 1, x: 10 + Double(number), y: 10, pressure: .nan, flags: 0, reserved: 0)
      let time = start + 8_000 * Int64(number)
      #expect(pg_recognizer_feed(run.recognizer, time, [contact], 1, nil) == PG_OK)
    }
    #expect(pg_recognizer_state(run.recognizer) == PG_GESTURE_ACTIVE)
    var (x, y) = (0.0, 0.0)
    #expect(pg_recognizer_velocity(run.recognizer, start, &x, &y, nil) == PG_OK)
    #expect(abs(x - 125) < 1 && abs(y) < 1e-9)
    #expect(pg_recognizer_cancel(run.recognizer, start, nil) == PG_OK)
    #expect(pg_recognizer_state(run.recognizer) == PG_GESTURE_FAILED)
    let found = run.taken()
    #expect(found.last?.phase == "cancelled" && found.last?.time == start + 152_000)
    #expect(pg_recognizer_feed(run.recognizer, start + 200_000, nil, 0, nil) == PG_OK)
    #expect(pg_recognizer_state(run.recognizer) == PG_GESTURE_IDLE)
    #expect(pg_recognizer_next_time(run.recognizer) == Int64.max)
  }

  @Test func `only the last events are kept`() throws {
    let run = try CRun("pan")
    let count = 1 << 18
    for number in 0..<(count + 100) {
      let contact = pg_contact(
        id: 1, x: Double(number % 1000), y: 10, pressure: .nan, flags: 0, reserved: 0)
      let time = Int64(number) * 1000
      guard pg_recognizer_feed(run.recognizer, time, [contact], 1, nil) == PG_OK else { break }
    }
    var all = [pg_gesture_event](repeating: pg_gesture_event(), count: count + 1)
    #expect(pg_recognizer_take_events(run.recognizer, &all, all.count) == count)
    #expect(all[count - 1].time == Int64(count + 99) * 1000 && all[0].kind == PG_EVENT_CHANGED)
    #expect(run.taken() == [])
  }

  @Test func `nothing is asked of NULL`() {
    pg_recognizer_destroy(nil)
    var event = pg_gesture_event()
    #expect(pg_recognizer_next_time(nil) == Int64.max && pg_recognizer_state(nil) == 0)
    #expect(pg_recognizer_take_events(nil, &event, 1) == 0)
    for status in [
      pg_recognizer_feed(nil, 0, nil, 0, nil), pg_recognizer_advance(nil, 0, nil),
      pg_recognizer_cancel(nil, 0, nil), pg_recognizer_velocity(nil, 0, nil, nil, nil),
      pg_recognizer_create("pan", nil, nil, nil, nil),
    ] { #expect(status == PG_INVALID) }
  }

  /// Calls that are refused, with what they say.
  @Test func `explain what they refuse`() throws {
    let runs = try [CRun("pan"), CRun("tap")]
    defer { withExtendedLifetime(runs) {} }
    let (pan, tap) = (runs[0].recognizer, runs[1].recognizer)
    #expect(pg_recognizer_advance(pan, 0, nil) == PG_OK)
    let twice = [pg_contact](
      repeating: pg_contact(id: 7, x: 1, y: 1, pressure: .nan, flags: 0, reserved: 0), count: 2)
    let calls: [(String, (UnsafeMutablePointer<pg_error>) -> pg_status)] = [
      ("recognizer is NULL", { pg_recognizer_feed(nil, 0, nil, 0, $0) }),
      (
        "2 contacts, or none in memory: expected 0 to 1024",
        { pg_recognizer_feed(pan, 0, nil, 2, $0) }
      ),
      (
        "contacts[1] has the id of another one, 7", { pg_recognizer_feed(pan, 0, twice, 2, $0) }
      ),
      (
        "the time 9223372036854775807 is not within 200 years of the first one",
        { pg_recognizer_advance(pan, .max, $0) }
      ),
      (
        "the first time, 9223372036854775807, is not within 2^62 of 0",
        { pg_recognizer_cancel(tap, .max, $0) }
      ),
      ("only a pan has a velocity", { pg_recognizer_velocity(tap, 0, nil, nil, $0) }),
    ]
    for (message, call) in calls {
      var error = Desk.unset
      #expect(call(&error) == PG_INVALID)
      #expect(Desk.message(error) == message)
    }
  }

  @Test func `a wrong setting is named`() {
    let wrong: [(String, String, String, (inout pg_recognizer_settings) -> Void)] = [
      ("pna", "", "unknown recogniser 'pna'; did you mean 'pan'?", { _ in }),
      ("pan", "gtk-tuch", "unknown family 'gtk-tuch'; did you mean 'gtk-touch'?", { _ in }),
      ("tap", "uikit", "a tap has no family", { _ in }),
      ("pan", "", "slop is -1: expected 0 to 1000 mm", { $0.slop = -1 }),
      ("pan", "", "slop is inf: expected 0 to 1000 mm", { $0.slop = .infinity }),
      ("tap", "", "slop is 1000.5: expected 0 to 1000 mm", { $0.slop = 1000.5 }),
      (
        "rotation", "", "slop is 7: expected 0 to 6.283185307 radians", { $0.slop = 7 }
      ),
      ("pinch", "", "absorbed is 2: expected 0 to 1.6 mm", { $0.absorbed = 2 }),
      (
        "pinch", "", "1 to 1 fingers: expected 2 to 10, the fewest first", { $0.fewest_fingers = 1 }
      ),
      (
        "pan", "", "3 to 2 fingers: expected 1 to 10, the fewest first",
        { ($0.fewest_fingers, $0.most_fingers) = (3, 2) }
      ),
      ("pan", "", "0 to 2 fingers: expected 1 to 10, the fewest first", { $0.most_fingers = 2 }),
      (
        "tap", "", "1 to 2 fingers: expected one number of them",
        { ($0.fewest_fingers, $0.most_fingers) = (1, 2) }
      ),
      ("tap", "", "taps is 11: expected 1 to 10", { $0.taps = 11 }),
      ("tap", "", "longest_press is 0: expected more, up to 3600 s", { $0.longest_press = 0 }),
      ("tap", "", "longest_pause is 100000: expected 0 to 3600 s", { $0.longest_pause = 1e5 }),
      ("tap", "", "spacing is -1: expected 0 to 1000 mm", { $0.spacing = -1 }),
      (
        "long-press", "", "minimum_duration is -1: expected 0 to 3600 s",
        { $0.minimum_duration = -1 }
      ),
      ("long-press", "", "a long press has no taps", { $0.taps = 2 }),
      ("pan", "", "axis_lock is 0.5: expected 1 to 1000", { $0.axis_lock = 0.5 }),
      ("pan", "", "hysteresis is -1: expected 0 to 1000 mm", { $0.hysteresis = -1 }),
      ("pan", "", "an edge_width without an edge", { $0.edge_width = 2 }),
      ("pan", "", "with_palms is 2: expected 0 or 1", { $0.with_palms = 2 }),
      ("pan", "", "a pan has no spacing", { $0.spacing = 1 }),
    ]
    for (kind, family, message, change) in wrong {
      var (settings, error) = (pg_recognizer_defaults(), Desk.unset)
      var made = OpaquePointer?.none
      change(&settings)
      family.withCString { name in
        if !family.isEmpty { settings.family = name }
        #expect(pg_recognizer_create(kind, &settings, nil, &made, &error) == PG_INVALID)
      }
      #expect(made == nil)
      #expect(Desk.message(error) == message)
    }
  }

  @Test func `a far edge needs the surface`() {
    var (settings, error) = (pg_recognizer_defaults(), pg_error())
    var made = OpaquePointer?.none
    "bottom".withCString { edge in
      settings.edge = edge
      #expect(pg_recognizer_create("pan", &settings, nil, &made, &error) == PG_INVALID)
    }
    #expect(
      Desk.message(error) == "a pan from the right or bottom edge needs the size of the surface")
    var surface = pg_surface(width: 0, height: 1, units_per_mm_x: 0, units_per_mm_y: 0)
    #expect(pg_recognizer_create("pan", nil, &surface, &made, &error) == PG_INVALID)
    #expect(Desk.message(error) == "a surface of 0 × 1 mm: expected 0.001 to 1e6 mm")
  }
}
