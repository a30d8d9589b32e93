import PantographBindings
import PantographCInterface
package import PantographLaws

/// Checks the laws of the C library under any calls, with any numbers and texts.
///
/// * Every status is one of the header's, and a handle exists just when the status says so.
/// * Samples are finite and in order of time, and so are events, taken or received.
/// * What is asked for an instant is finite, and asking changes nothing.
/// * No more values are written than fit, and a refused call has a message.
/// * An interaction judges what was released as its sessions do, and with a threshold that flips it otherwise.
///
/// A first byte of 252 is followed by the same with a listener, 253 by the text of an interaction, 254 by a recording,
/// and 255 by calls without a session.
package func checkBindings(_ bytes: [UInt8]) throws(BrokenLaw) {
  var chance = ByteChance(bytes)
  switch bytes.first {
  case 252:
    chance = ByteChance(Array(bytes.dropFirst()))
    guard let interaction = try anyInteraction(by: &chance) else { return }
    try checkSession(of: interaction, hasListener: true, by: &chance)
  case 253:
    // Two bytes are the length of the text.
    let length = bytes.dropFirst().prefix(2).reduce(0) { $0 << 8 | Int($1) }
    let text = bytes.dropFirst(3).prefix(length)
    chance = ByteChance(Array(bytes.dropFirst(3 + text.count)))
    guard let interaction = try interaction(of: Array(text)) else { return }
    try checkSession(of: interaction, hasListener: true, by: &chance)
  case 254:
    chance = ByteChance(Array(bytes.dropFirst().prefix(4)))
    guard let interaction = try anyInteraction(by: &chance) else { return }
    defer { pg_interaction_destroy(interaction) }
    try checkRecording(of: Array(bytes.dropFirst(5)), replayedBy: interaction, by: &chance)
  case 255:
    chance = ByteChance(Array(bytes.dropFirst()))
    while !chance.isUsedUp { try checkMathematics(by: &chance) }
  default:
    guard let interaction = try anyInteraction(by: &chance) else { return }
    try checkSession(of: interaction, hasListener: false, by: &chance)
  }
}

/// Makes any calls with a session, and frees the interaction.
private func checkSession(
  of interaction: OpaquePointer, hasListener: Bool, by chance: inout ByteChance
) throws(BrokenLaw) {
  defer { pg_interaction_destroy(interaction) }
  let start = anyTime(after: 0, by: &chance)
  guard let session = try anySession(interaction, start, by: &chance) else { return }
  defer { pg_session_destroy(session) }
  var laws = SessionLaws(session, of: interaction, start: start, hasListener: hasListener)
  while !chance.isUsedUp { try laws.call(by: &chance) }
  try laws.finish()
}

/// Returns the interaction of any text, if it is one.
private func interaction(of text: [UInt8]) throws(BrokenLaw) -> OpaquePointer? {
  var (made, error) = (OpaquePointer?.none, pg_error())
  let status = text.withUnsafeBytes {
    pg_interaction_create($0.bindMemory(to: CChar.self).baseAddress, $0.count, &made, &error)
  }
  try hold((status == PG_OK) == (made != nil), "status \(status) and a handle differ")
  try hold((status == PG_OK) == (error.message.0 == 0), "status \(status) and its message differ")
  return made
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
  var error = pg_error()
  guard chance.byte() % 3 == 0 else {
    var surface = pg_surface(
      width: anyNumber(by: &chance), height: anyNumber(by: &chance),
      units_per_mm_x: anyNumber(by: &chance), units_per_mm_y: anyNumber(by: &chance))
    let status =
      chance.byte() % 2 == 0
      ? pg_session_create(interaction, start, nil, &session, &error)
      : pg_session_create(interaction, start, &surface, &session, &error)
    try hold((status == PG_OK) == (session != nil), "status \(status) and a handle differ")
    try hold((status == PG_OK) == (error.message.0 == 0), "status \(status) and its message differ")
    return session
  }
  var device: OpaquePointer?
  _ = pg_device_create("fuzz", &device, &error)
  defer { pg_device_destroy(device) }
  // Positions of a touchscreen, single or in slots, and anything else.
  for code in [0x00, 0x01, 0x2f, 0x35, 0x36, 0x39] where chance.byte() % 4 != 0 {
    _ = pg_device_add_axis(
      device, UInt16(code), 0, code == 0x2f ? 9 : 4000, chance.byte() % 4 == 0 ? 0 : 40, nil)
  }
  _ = pg_device_add_code(device, 1, 0x14a, nil)
  _ = pg_device_add_axis(
    device, UInt16(chance.byte()), Int32(truncatingIfNeeded: chance.next()),
    Int32(truncatingIfNeeded: chance.next()), Int32(truncatingIfNeeded: chance.next()), &error)
  _ = pg_device_add_property(device, UInt16(chance.byte()), &error)
  let status = pg_session_create_for_device(interaction, start, device, &session, &error)
  try hold((status == PG_OK) == (session != nil), "status \(status) and a handle differ")
  return session
}

/// Returns a number, often a reasonable one.
func anyNumber(by chance: inout ByteChance) -> Double {
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
func anyTime(after last: Int64, by chance: inout ByteChance) -> Int64 {
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

/// The laws of what a session returns, taken or received.
private final class ResultLaws {
  private let session: OpaquePointer
  private var lastSample: Int64
  private var lastEvent: Int64
  private var samples = 0
  /// The first law that was broken in a callback.
  var broken: BrokenLaw?

  init(_ session: OpaquePointer, start: Int64) {
    self.session = session
    (lastSample, lastEvent) = (start, start)
  }

  func check(_ sample: pg_sample, _ values: some Sequence<Double>) throws(BrokenLaw) {
    try hold(
      sample.time > lastSample || samples == 0, "a sample at \(sample.time) after \(lastSample)")
    try hold(
      sample.fraction.isFinite && sample.velocity.isFinite && values.allSatisfy(\.isFinite),
      "a sample is nowhere: \(sample)")
    lastSample = sample.time
    samples += 1
  }

  func check(_ event: pg_event) throws(BrokenLaw) {
    try hold(event.time >= lastEvent, "an event at \(event.time) after \(lastEvent)")
    lastEvent = event.time
  }

  /// Checks what a callback receives, and that the session is busy.
  func receive(_ body: () throws(BrokenLaw) -> Void) {
    do throws(BrokenLaw) {
      var error = pg_error()
      try hold(pg_session_advance(session, lastEvent) == PG_BUSY, "a callback is no call")
      try hold(pg_session_error(session, &error) == PG_BUSY, "a callback can't tell")
      try body()
    } catch let law {
      broken = broken ?? law
    }
  }

  /// Lets the session send what it has to this object, or keep it.
  func listen(_ isListening: Bool) throws(BrokenLaw) {
    var listener = pg_listener(
      sample: { data, sample, values, count in
        guard let data, let sample else { return }
        let laws = Unmanaged<ResultLaws>.fromOpaque(data).takeUnretainedValue()
        laws.receive { () throws(BrokenLaw) in
          try laws.check(sample.pointee, UnsafeBufferPointer(start: values, count: count))
        }
      },
      event: { data, event, findings, count in
        guard let data, let event else { return }
        let laws = Unmanaged<ResultLaws>.fromOpaque(data).takeUnretainedValue()
        laws.receive { () throws(BrokenLaw) in
          try laws.check(event.pointee)
          let findings = UnsafeBufferPointer(start: findings, count: count)
          try hold(
            findings.isEmpty || event.pointee.kind == PG_EVENT_DECIDED, "findings of no decision")
          for finding in findings {
            try hold(
              finding.clause >= 0 && pg_name(pg_names(PG_QUANTITIES), Int(finding.quantity)) != nil,
              "a finding of nothing: \(finding)")
          }
        }
      }, data: Unmanaged.passUnretained(self).toOpaque())
    let status =
      isListening
      ? pg_session_set_listener(session, &listener) : pg_session_set_listener(session, nil)
    try hold(status == PG_OK, "a listener has the status \(status)")
  }
}

/// The laws of a session.
private struct SessionLaws {
  private let session: OpaquePointer
  private let interaction: OpaquePointer
  private let width: Int
  private let results: ResultLaws
  private let hasListener: Bool
  /// A minute, or less at a high rate: a spring may move for an hour, which has millions of samples.
  private let longestStep: Int64
  private var time: Int64

  init(_ session: OpaquePointer, of interaction: OpaquePointer, start: Int64, hasListener: Bool) {
    self.session = session
    self.interaction = interaction
    self.hasListener = hasListener
    width = pg_interaction_value_count(interaction)
    results = ResultLaws(session, start: start)
    longestStep = Int64(min(60, 7200 / pg_interaction_rate(interaction)) * 1_000_000)
    time = start
  }

  mutating func call(by chance: inout ByteChance) throws(BrokenLaw) {
    var next = anyTime(after: time, by: &chance)
    let later = time &+ longestStep
    if next > later, later > time, pg_session_next_time(session) != .max { next = later }
    let status: pg_status
    let choice = chance.byte()
    switch choice % 12 {
    case _ where choice >= 240: status = report(choice, at: next, by: &chance)
    case 11 where hasListener:
      try results.listen(chance.byte() % 2 == 0)
      status = pg_status(PG_TOO_LATE)
    case 0: status = pg_session_advance(session, next)
    case 1: status = pg_session_hold(session, next)
    case 2: status = pg_session_resume(session, next)
    case 3: status = pg_session_reverse(session, next)
    case 4: status = pg_session_cancel(session, next)
    case 5: status = try ask(at: next, roomFor: Int(chance.byte()) % (width + 2))
    case 6, 7: status = feedEvents(at: next, by: &chance)
    default: status = feedFrame(at: next, by: &chance)
    }
    try hold(
      [PG_OK, PG_INVALID, PG_TOO_LATE].contains(Int(status)), "a call returns \(status)")
    if status == PG_OK {
      time = max(time, next)
    } else if status == PG_INVALID {
      var error = pg_error()
      try hold(
        pg_session_error(session, &error) == PG_OK && error.message.0 != 0, "it does not say why")
    }
    try take()
  }

  mutating func finish() throws(BrokenLaw) {
    try results.listen(false)
    // The rest of a weak spring at a high rate would take minutes.
    for _ in 0..<3 {
      let status = pg_session_finish(session)
      try hold(status == PG_OK || status == PG_FULL, "it can't be finished: \(status)")
      try take()
      if status == PG_OK { break }
    }
    guard pg_session_finish(session) == PG_OK else { return }
    try take()
    try hold(pg_session_next_time(session) == Int64.max, "it has no end")
  }

  /// What a toolkit reports of a gesture, in any order.
  private func report(
    _ choice: UInt8, at next: Int64, by chance: inout ByteChance
  ) -> pg_status {
    switch choice % 7 {
    case 6:
      pg_session_set_interaction(session, next, interaction, Int32(chance.byte() % 4) - 1)
    case 4: pg_session_settle_to(session, next, anyNumber(by: &chance))
    case 5: pg_session_place(session, next, anyNumber(by: &chance))
    case 0: pg_session_begin(session, next, Int32(chance.byte() % 6) - 1)
    case 1: pg_session_end(session, next, Int32(chance.byte() % 3))
    default:
      pg_session_move(
        session, next, anyNumber(by: &chance), anyNumber(by: &chance),
        Int32(chance.byte() % 9) - 1)
    }
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

  private func ask(at instant: Int64, roomFor capacity: Int) throws(BrokenLaw) -> pg_status {
    var (first, second) = (pg_sample(), pg_sample())
    var values = [Double](repeating: 0, count: width)
    let status = pg_session_sample_at(session, instant, &first, &values, width)
    guard status == PG_OK else { return status }
    var some = [Double](repeating: .infinity, count: width + 2)
    _ = pg_session_sample_at(session, instant, &second, &some, capacity)
    try hold(
      some.prefix(capacity).prefix(width) == values.prefix(capacity)
        && some.dropFirst(min(capacity, width)).allSatisfy(\.isInfinite)
        && second.value_count == width, "there is room for \(capacity) of \(width): \(some)")
    try hold(
      first.fraction == second.fraction && first.velocity == second.velocity,
      "asking changes \(first) to \(second)")
    try hold(
      first.fraction.isFinite && first.velocity.isFinite && values.allSatisfy(\.isFinite),
      "it is nowhere: \(first), \(values)")
    // Asking for a later instant has not made it final.
    return pg_status(PG_TOO_LATE)
  }

  private func take() throws(BrokenLaw) {
    if let broken = results.broken { throw broken }
    var sample = pg_sample()
    var values = [Double](repeating: 0, count: width)
    while pg_session_take_samples(session, &sample, 1, &values, width) == 1 {
      try results.check(sample, values)
    }
    var event = pg_event()
    while pg_session_take_events(session, &event, 1) == 1 {
      try results.check(event)
      var finding = pg_finding()
      let count = pg_session_findings(session, &finding, 1)
      if event.kind == PG_EVENT_DECIDED { try check(event, findings: count) }
    }
  }

  /// Checks that the interaction judges what was released as the session did, and with a flip otherwise.
  private func check(_ event: pg_event, findings: Int) throws(BrokenLaw) {
    var (release, judgement, count, error) = (pg_release(), pg_judgement(), 0, pg_error())
    guard pg_session_release(session, &release) == PG_OK else {
      return try hold(event.detail == -1 && findings == 0, "no release of a judgement: \(event)")
    }
    var found = [pg_finding](repeating: pg_finding(), count: findings)
    let status = pg_interaction_judge(
      interaction, &release, &judgement, &found, findings, &count, &error)
    // The fingers' velocity may be beyond all numbers.
    guard status == PG_OK else { return try hold(error.message.0 != 0, "it does not say why") }
    try hold(
      count == findings && judgement.verdict == event.detail && judgement.clause == event.clause,
      "\(judgement) instead of \(event)")
    guard judgement.nearest >= 0, !judgement.flip.isNaN else { return }
    var thresholds = found.map(\.threshold)
    thresholds[Int(judgement.nearest)] = judgement.flip
    var (other, changed) = (OpaquePointer?.none, pg_judgement())
    let made = pg_interaction_create_with_thresholds(
      interaction, thresholds, count, &other, &error)
    // A file has thresholds up to 1e9.
    guard made == PG_OK else {
      return try hold(other == nil && abs(judgement.flip) > 1e9, "no threshold \(judgement.flip)")
    }
    defer { pg_interaction_destroy(other) }
    try hold(
      pg_interaction_judge(other, &release, &changed, nil, 0, nil, nil) == PG_OK
        && changed.target != judgement.target, "\(judgement.flip) flips nothing")
  }
}
