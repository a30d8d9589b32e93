import PantographBindings
import PantographCInterface
package import PantographLaws

/// Checks the laws of the C library under any calls, with any numbers and texts.
///
/// * Every status is one of the header's, and a handle exists just when the status says so.
/// * Samples are finite and in order of time, and so are events.
/// * What is asked for an instant is finite, and asking changes nothing.
package func checkBindings(_ bytes: [UInt8]) throws(BrokenLaw) {
  var chance = ByteChance(bytes)
  guard let interaction = try anyInteraction(by: &chance) else { return }
  defer { pg_interaction_destroy(interaction) }
  let start = anyTime(after: 0, by: &chance)
  guard let session = try anySession(interaction, start, by: &chance) else { return }
  defer { pg_session_destroy(session) }
  var laws = SessionLaws(session, width: pg_interaction_value_count(interaction), start: start)
  while !chance.isUsedUp { try laws.call(by: &chance) }
  try laws.finish()
}

/// Returns the interaction of a template with one value changed, or of any text.
private func anyInteraction(by chance: inout ByteChance) throws(BrokenLaw) -> OpaquePointer? {
  var error = pg_error()
  var made: OpaquePointer?
  let number = Int(chance.byte()) % 16
  let name = pg_name(pg_names(PG_TEMPLATES), number).map { String(cString: $0) } ?? "sheet"
  var status = pg_interaction_create_from_template(name, &made, &error)
  try hold(status == PG_OK && made != nil, "no template \(number)")
  guard chance.byte() % 2 == 0, let original = made else { return made }
  let paths = ["rate", "animation/duration", "progress/distance", "rule", "settle", "a//b", ""]
  let values = [
    "60", "1e300", "-1", "\"android-viewpager\"", "{}", "[", "\u{0}", "null", "1,\"x\":1",
  ]
  let (path, value) = (
    paths[Int(chance.byte()) % paths.count], values[Int(chance.byte()) % values.count]
  )
  var changed: OpaquePointer?
  status = pg_interaction_create_with(original, path, value, &changed, &error)
  try hold((status == PG_OK) == (changed != nil), "status \(status) and a handle differ")
  try hold(status == PG_OK || status == PG_UNUSABLE, "status \(status) for \(path) = \(value)")
  guard let changed else { return original }
  pg_interaction_destroy(original)
  return changed
}

/// Returns a session for frames, or for the events of any device.
private func anySession(
  _ interaction: OpaquePointer, _ start: Int64, by chance: inout ByteChance
) throws(BrokenLaw) -> OpaquePointer? {
  var session: OpaquePointer?
  guard chance.byte() % 3 == 0 else {
    var surface = pg_surface(
      width: anyNumber(by: &chance), height: anyNumber(by: &chance),
      units_per_mm_x: anyNumber(by: &chance), units_per_mm_y: anyNumber(by: &chance))
    let status =
      chance.byte() % 2 == 0
      ? pg_session_create(interaction, start, nil, &session)
      : pg_session_create(interaction, start, &surface, &session)
    try hold((status == PG_OK) == (session != nil), "status \(status) and a handle differ")
    return session
  }
  var device: OpaquePointer?
  _ = pg_device_create("fuzz", &device)
  defer { pg_device_destroy(device) }
  // Positions of a touchscreen, single or in slots, and anything else.
  for code in [0x00, 0x01, 0x2f, 0x35, 0x36, 0x39] where chance.byte() % 4 != 0 {
    _ = pg_device_add_axis(
      device, UInt16(code), 0, code == 0x2f ? 9 : 4000, chance.byte() % 4 == 0 ? 0 : 40)
  }
  _ = pg_device_add_code(device, 1, 0x14a)
  _ = pg_device_add_axis(
    device, UInt16(chance.byte()), Int32(truncatingIfNeeded: chance.next()),
    Int32(truncatingIfNeeded: chance.next()), Int32(truncatingIfNeeded: chance.next()))
  _ = pg_device_add_property(device, UInt16(chance.byte()))
  var error = pg_error()
  let status = pg_session_create_for_device(interaction, start, device, &session, &error)
  try hold((status == PG_OK) == (session != nil), "status \(status) and a handle differ")
  return session
}

/// Returns a number, often a reasonable one.
private func anyNumber(by chance: inout ByteChance) -> Double {
  switch chance.byte() % 16 {
  case 0: .nan
  case 1: .infinity
  case 2: -1
  case 3: 0
  case 4: Double(bitPattern: chance.next())
  default: Double(chance.byte()) / 2
  }
}

/// Returns a time, mostly within 0.3 s of the last one.
private func anyTime(after last: Int64, by chance: inout ByteChance) -> Int64 {
  switch chance.byte() {
  case 0: .max
  case 1: .min
  case 2: Int64(truncatingIfNeeded: chance.next())
  // Ten years.
  case 3: last &+ 315_360_000_000_000
  case 4: last &- 1000
  default: last &+ Int64(chance.next() % 300_000)
  }
}

/// The laws of a session.
private struct SessionLaws {
  private let session: OpaquePointer
  private let width: Int
  private var time: Int64
  private var lastSample: Int64
  private var lastEvent: Int64
  private var samples = 0

  init(_ session: OpaquePointer, width: Int, start: Int64) {
    (self.session, self.width) = (session, width)
    (time, lastSample, lastEvent) = (start, start, start)
  }

  mutating func call(by chance: inout ByteChance) throws(BrokenLaw) {
    var next = anyTime(after: time, by: &chance)
    // A spring may move for an hour, which has millions of samples; a minute of it is enough.
    let minute = time &+ 60_000_000
    if next > minute, minute > time, pg_session_next_time(session) != .max { next = minute }
    let status: pg_status
    switch chance.byte() % 12 {
    case 0: status = pg_session_advance(session, next)
    case 1: status = pg_session_hold(session, next)
    case 2: status = pg_session_resume(session, next)
    case 3: status = pg_session_reverse(session, next)
    case 4: status = pg_session_cancel(session, next)
    case 5: status = try ask(at: next)
    case 6, 7: status = feedEvents(at: next, by: &chance)
    default: status = feedFrame(at: next, by: &chance)
    }
    try hold(
      [PG_OK, PG_INVALID, PG_TOO_LATE].contains(Int(status)), "a call returns \(status)")
    if status == PG_OK { time = max(time, next) }
    try take()
  }

  mutating func finish() throws(BrokenLaw) {
    try hold(pg_session_finish(session) == PG_OK, "it can't be finished")
    try take()
    try hold(pg_session_next_time(session) == Int64.max, "it has no end")
  }

  private func feedFrame(at next: Int64, by chance: inout ByteChance) -> pg_status {
    let contacts = (0..<Int(chance.byte() % 4)).map { index in
      pg_contact(
        id: Int64(chance.byte() % 2) &* Int64.max &+ Int64(index), x: anyNumber(by: &chance),
        y: anyNumber(by: &chance), pressure: anyNumber(by: &chance),
        flags: UInt32(chance.byte() % 8) / 7, reserved: 0)
    }
    return pg_session_feed(session, next, contacts, contacts.count)
  }

  private func feedEvents(at next: Int64, by chance: inout ByteChance) -> pg_status {
    let codes: [(UInt16, UInt16)] = [
      (3, 0), (3, 1), (3, 0x2f), (3, 0x35), (3, 0x36), (3, 0x39), (1, 0x14a), (0, 0), (0, 3),
    ]
    var events = (0..<Int(chance.byte() % 8)).map { _ in
      let (type, code) = codes[Int(chance.byte()) % codes.count]
      return pg_input_event(
        time: next, type: type, code: code,
        value: chance.byte() % 8 == 0
          ? Int32(truncatingIfNeeded: chance.next()) : Int32(chance.byte()) * 16)
    }
    events.append(pg_input_event(time: next, type: 0, code: 0, value: 0))
    return pg_session_feed_events(session, events, events.count)
  }

  private func ask(at instant: Int64) throws(BrokenLaw) -> pg_status {
    var (first, second) = (pg_sample(), pg_sample())
    var values = [Double](repeating: 0, count: width)
    let status = pg_session_sample_at(session, instant, &first, &values)
    guard status == PG_OK else { return status }
    _ = pg_session_sample_at(session, instant, &second, nil)
    try hold(
      first.fraction == second.fraction && first.velocity == second.velocity,
      "asking changes \(first) to \(second)")
    try hold(
      first.fraction.isFinite && first.velocity.isFinite && values.allSatisfy(\.isFinite),
      "it is nowhere: \(first), \(values)")
    // Asking for a later instant has not made it final.
    return pg_status(PG_TOO_LATE)
  }

  private mutating func take() throws(BrokenLaw) {
    var sample = pg_sample()
    var values = [Double](repeating: 0, count: width)
    while pg_session_take_samples(session, &sample, &values, 1) == 1 {
      try hold(
        sample.time > lastSample || samples == 0, "a sample at \(sample.time) after \(lastSample)")
      try hold(
        sample.fraction.isFinite && sample.velocity.isFinite && values.allSatisfy(\.isFinite),
        "a sample is nowhere: \(sample), \(values)")
      lastSample = sample.time
      samples += 1
    }
    var event = pg_event()
    while pg_session_take_events(session, &event, 1) == 1 {
      try hold(event.time >= lastEvent, "an event at \(event.time) after \(lastEvent)")
      lastEvent = event.time
      var finding = pg_finding()
      _ = pg_session_findings(session, &finding, 1)
    }
  }
}
