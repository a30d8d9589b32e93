import PantographBindings
import PantographCInterface
import PantographLaws

/// Creates a recogniser with any settings, and makes any calls.
///
/// * A handle exists just when the status says so, and a refused call has a message.
/// * Events are finite where they are not NAN, and in order of time; a gesture that has begun ends or is cancelled once.
func checkRecognizer(by chance: inout ByteChance) throws(BrokenLaw) {
  guard let recognizer = try anyRecognizer(by: &chance) else { return }
  defer { pg_recognizer_destroy(recognizer) }
  var (time, isOn, last) = (anyTime(after: 0, by: &chance), false, Int64.min)
  for _ in 0..<Int(chance.byte() % 32) {
    let next = anyTime(after: time, by: &chance)
    var error = pg_error()
    var (x, y) = (0.0, 0.0)
    let status: pg_status
    switch chance.byte() % 8 {
    case 0: status = pg_recognizer_advance(recognizer, next, &error)
    case 1: status = pg_recognizer_cancel(recognizer, next, &error)
    case 2: status = pg_recognizer_velocity(recognizer, next, &x, &y, &error)
    default: status = feedRecognizer(recognizer, at: next, &error, by: &chance)
    }
    try check(status, error, "a recogniser")
    try hold(x.isFinite && y.isFinite, "a velocity of \(x), \(y)")
    if status == PG_OK { time = max(time, next) }
    try hold((0...3).contains(pg_recognizer_state(recognizer)), "an impossible state")
    var event = pg_gesture_event()
    while pg_recognizer_take_events(recognizer, &event, 1) == 1 {
      try check(event)
      try hold(event.time >= last, "an event at \(event.time) after \(last)")
      last = event.time
      // A tap only ends.
      let isTap = event.translation_x.isNaN && event.rate.isNaN
      try hold(isTap || isOn == (event.kind != PG_EVENT_BEGAN), "\(event.kind) while on: \(isOn)")
      isOn = !isTap && [PG_EVENT_BEGAN, PG_EVENT_CHANGED].contains(Int(event.kind))
    }
  }
}

/// Checks the numbers of an event.
private func check(_ event: pg_gesture_event) throws(BrokenLaw) {
  let numbers = [
    event.translation_x, event.translation_y, event.velocity_x, event.velocity_y, event.scale,
    event.angle, event.rate,
  ]
  try hold(
    numbers.allSatisfy { !$0.isInfinite } && event.x.isFinite && event.y.isFinite,
    "an event is nowhere: \(event)")
  try hold((PG_EVENT_BEGAN...PG_EVENT_CANCELLED).contains(Int(event.kind)), "an impossible event")
}

private func anyRecognizer(by chance: inout ByteChance) throws(BrokenLaw) -> OpaquePointer? {
  var (settings, made, error) = (pg_recognizer_defaults(), OpaquePointer?.none, pg_error())
  let kind = anyName(of: PG_RECOGNIZERS, by: &chance)
  let (family, direction) = (
    anyName(of: PG_PAN_FAMILIES, by: &chance), anyName(of: PG_DIRECTIONS, by: &chance)
  )
  if chance.byte() % 2 == 0 { settings.slop = anyNumber(by: &chance) }
  if chance.byte() % 4 == 0 { settings.absorbed = anyNumber(by: &chance) }
  if chance.byte() % 4 == 0 { settings.hysteresis = anyNumber(by: &chance) }
  if chance.byte() % 4 == 0 { settings.minimum_duration = anyNumber(by: &chance) }
  if chance.byte() % 4 == 0 { settings.longest_press = anyNumber(by: &chance) }
  if chance.byte() % 2 == 0 { settings.fewest_fingers = Int32(chance.byte() % 12) - 1 }
  if chance.byte() % 4 == 0 { settings.most_fingers = Int32(chance.byte() % 12) - 1 }
  var surface = pg_surface(
    width: anyNumber(by: &chance), height: anyNumber(by: &chance),
    units_per_mm_x: anyNumber(by: &chance), units_per_mm_y: anyNumber(by: &chance))
  let hasSurface = chance.byte() % 2 == 0
  let isPan = chance.byte() % 4 != 0 && kind == "pan"
  let status = family.withCString { family in
    direction.withCString { direction in
      if isPan { (settings.family, settings.direction) = (family, direction) }
      return hasSurface
        ? pg_recognizer_create(kind, &settings, &surface, &made, &error)
        : pg_recognizer_create(kind, &settings, nil, &made, &error)
    }
  }
  try check(status, error, kind)
  try hold((status == PG_OK) == (made != nil), "status \(status) and a handle differ")
  return made
}

private func feedRecognizer(
  _ recognizer: OpaquePointer, at time: Int64, _ error: inout pg_error, by chance: inout ByteChance
) -> pg_status {
  let contacts = (0..<Int(chance.byte() % 4)).map { index in
    pg_contact(
      id: Int64(index), x: anyNumber(by: &chance), y: anyNumber(by: &chance),
      pressure: anyNumber(by: &chance), flags: UInt32(chance.byte() % 8) / 7, reserved: 0)
  }
  return pg_recognizer_feed(recognizer, time, contacts, contacts.count, &error)
}
