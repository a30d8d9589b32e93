import Foundation
import PantographBindings
import PantographCInterface
import PantographTestSupport
import Testing

private let ok = pg_status(PG_OK)

/// A session with an interaction of a template, driven by one finger.
private final class Desk {
  let interaction: OpaquePointer
  let session: OpaquePointer
  private var ownsInteraction = false

  /// Reports of the touch device, 8 ms apart.
  static let step: Int64 = 8_000

  convenience init(_ template: String = "sheet", changing changes: [(String, String)] = []) throws {
    var interaction: OpaquePointer?
    var error = pg_error()
    var status = pg_interaction_create_from_template(template, &interaction, &error)
    for (path, value) in changes {
      try #require(status == ok)
      let before = interaction
      status = pg_interaction_create_with(before, path, value, &interaction, &error)
      pg_interaction_destroy(before)
    }
    try #require(status == ok, "\(Desk.message(error))")
    try self.init(sharing: interaction)
    ownsInteraction = true
  }

  /// Creates a session with an interaction that others have, too.
  init(sharing interaction: OpaquePointer?) throws {
    self.interaction = try #require(interaction)
    var surface = pg_surface(width: 65, height: 120, units_per_mm_x: 10, units_per_mm_y: 10)
    var session: OpaquePointer?
    try #require(pg_session_create(interaction, 0, &surface, &session) == ok)
    self.session = try #require(session)
  }

  deinit {
    pg_session_destroy(session)
    if ownsInteraction { pg_interaction_destroy(interaction) }
  }

  static func message(_ error: pg_error) -> String {
    withUnsafeBytes(of: error.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// An error as uninitialised memory may have it.
  static var unset: pg_error {
    var error = pg_error()
    (error.line, error.column) = (77, 78)
    withUnsafeMutableBytes(of: &error.message) { $0.copyBytes(from: "what memory has".utf8) }
    return error
  }

  func feed(at time: Int64, _ positions: (x: Double, y: Double)...) -> pg_status {
    let contacts = positions.enumerated().map { index, position in
      pg_contact(
        id: Int64(index), x: position.x, y: position.y, pressure: .nan, flags: 0, reserved: 0)
    }
    return pg_session_feed(session, time, contacts, contacts.count)
  }

  /// Moves a finger up by `distance` in `count` steps, lifts it, and returns the time of the lift.
  func flick(by distance: Double = 15, in count: Int64 = 12) -> Int64 {
    for number in 0...count {
      let y = 100 - distance * Double(number) / Double(count)
      #expect(feed(at: number * Self.step, (x: 30, y: y)) == ok)
    }
    #expect(feed(at: (count + 1) * Self.step) == ok)
    return (count + 1) * Self.step
  }

  func sample(at time: Int64) throws -> pg_sample {
    var sample = pg_sample()
    try #require(pg_session_sample_at(session, time, &sample, nil) == ok)
    return sample
  }

  func takeSamples() -> [pg_sample] {
    var samples: [pg_sample] = []
    var sample = pg_sample()
    while pg_session_take_samples(session, &sample, nil, 1) == 1 { samples.append(sample) }
    return samples
  }

  func takeEvents() -> [pg_event] {
    var events: [pg_event] = []
    var event = pg_event()
    while pg_session_take_events(session, &event, 1) == 1 { events.append(event) }
    return events
  }
}

@Suite struct `A session in C` {
  @Test func `drives, decides and settles`() throws {
    let desk = try Desk()
    _ = desk.flick()
    #expect(pg_session_finish(desk.session) == ok)
    let events = desk.takeEvents()
    let kinds = events.map { Int($0.kind) }.filter { $0 != PG_EVENT_CHANGED }
    #expect(
      kinds == [
        PG_EVENT_BEGAN, PG_EVENT_ENDED, PG_EVENT_DECIDED, PG_EVENT_HANDOFF, PG_EVENT_COMPLETED,
      ])
    let decision = try #require(events.first { $0.kind == PG_EVENT_DECIDED })
    #expect(decision.outcome == PG_FINISH && decision.target == 1)
    let last = try #require(desk.takeSamples().last)
    #expect(last.phase == PG_REST && last.fraction == 1 && last.velocity == 0)
    #expect(pg_session_next_time(desk.session) == Int64.max)
  }

  @Test func `answers at any time what its samples have there`() throws {
    let desk = try Desk()
    let lift = desk.flick()
    let other = try Desk()
    _ = other.flick()
    #expect(pg_session_finish(desk.session) == ok)
    let samples = desk.takeSamples().filter { $0.time > lift }
    #expect(samples.count > 30)
    for sample in samples {
      let answer = try other.sample(at: sample.time)
      #expect(answer.fraction == sample.fraction && answer.velocity == sample.velocity)
      // At the very end, the animation is over only after the instant.
      #expect(answer.phase == sample.phase || sample.phase == PG_REST)
    }
    // Asking has changed nothing.
    #expect(pg_session_finish(other.session) == ok)
    #expect(
      other.takeSamples().map(\.fraction).suffix(samples.count) == samples.map(\.fraction)[...])
  }

  @Test func `refuses to answer for the past`() throws {
    let desk = try Desk()
    let lift = desk.flick()
    var sample = pg_sample()
    #expect(pg_session_sample_at(desk.session, lift - 1, &sample, nil) == PG_TOO_LATE)
    #expect(pg_session_advance(desk.session, lift + 50_000) == ok)
    #expect(pg_session_sample_at(desk.session, lift + 49_999, &sample, nil) == PG_TOO_LATE)
    #expect(pg_session_sample_at(desk.session, lift + 50_000, &sample, nil) == ok)
  }

  @Test func `holds a running animation and resumes it`() throws {
    let desk = try Desk()
    let lift = desk.flick()
    let other = try Desk()
    _ = other.flick()
    let (pause, delay): (Int64, Int64) = (lift + 60_000, 500_000)
    #expect(pg_session_hold(desk.session, pause) == ok)
    let held = try desk.sample(at: pause + delay)
    #expect(held.fraction == (try other.sample(at: pause)).fraction && held.velocity == 0)
    // An empty frame is no reason to resume.
    #expect(desk.feed(at: pause + delay) == ok)
    #expect(pg_session_hold(desk.session, pause + delay) == PG_TOO_LATE)
    #expect(pg_session_resume(desk.session, pause + delay) == ok)
    #expect(pg_session_resume(desk.session, pause + delay) == PG_TOO_LATE)
    for later in stride(from: 0 as Int64, to: 300_000, by: 10_000) {
      let (late, early) = (
        try desk.sample(at: pause + delay + later), try other.sample(at: pause + later)
      )
      #expect(abs(late.fraction - early.fraction) < 1e-9)
      #expect(abs(late.velocity - early.velocity) < 1e-6)
    }
  }

  @Test func `takes an earlier time for the latest that it knows`() throws {
    typealias Call = (OpaquePointer?, Int64) -> pg_status
    for call in [pg_session_hold, pg_session_reverse, pg_session_cancel] as [Call] {
      let (desk, other) = (try Desk(), try Desk())
      let lift = desk.flick()
      #expect(other.flick() == lift)
      let latest = lift + 60_000
      for session in [desk.session, other.session] {
        #expect(pg_session_advance(session, latest) == ok)
      }
      #expect(call(desk.session, 0) == ok && call(other.session, latest) == ok)
      for later in [0, 20_000, 200_000] as [Int64] {
        let (one, same) = (
          try desk.sample(at: latest + later), try other.sample(at: latest + later)
        )
        #expect(one.fraction == same.fraction && one.velocity == same.velocity)
      }
      #expect(desk.takeEvents().map(\.time) == other.takeEvents().map(\.time))
    }
  }

  @Test func `reverses without a jump of position or velocity`() throws {
    let desk = try Desk()
    let lift = desk.flick()
    let turn = lift + 60_000
    let before = try desk.sample(at: turn)
    #expect(before.velocity > 0.1)
    #expect(pg_session_reverse(desk.session, turn) == ok)
    let after = try desk.sample(at: turn)
    #expect(abs(after.fraction - before.fraction) < 1e-12)
    #expect(abs(after.velocity - before.velocity) < 1e-9)
    #expect(pg_session_finish(desk.session) == ok)
    let end = try #require(desk.takeEvents().last)
    #expect(end.kind == PG_EVENT_COMPLETED && end.target == 0)
    // At rest at its start, it runs to its end.
    let rest = end.time + 1_000_000
    #expect(pg_session_reverse(desk.session, rest) == ok)
    #expect(pg_session_finish(desk.session) == ok)
    #expect(desk.takeEvents().last?.target == 1)
  }

  /// It starts and returns at once, when the last sample has been taken.
  @Test func `ends with a sample at rest`() throws {
    let desk = try Desk()
    let start: Int64 = 1_000_000
    #expect(pg_session_advance(desk.session, start) == ok)
    #expect(pg_session_reverse(desk.session, start) == ok)
    #expect(pg_session_advance(desk.session, start) == ok)
    #expect(pg_session_reverse(desk.session, start) == ok)
    #expect(pg_session_finish(desk.session) == ok)
    #expect(pg_session_next_time(desk.session) == .max)
    let samples = desk.takeSamples()
    #expect(samples.last?.phase == pg_phase(PG_REST) && samples.last?.fraction == 0)
  }

  @Test func `does not reverse under a finger`() throws {
    let desk = try Desk()
    for number in 0..<10 as Range<Int64> {
      #expect(desk.feed(at: number * Desk.step, (x: 30, y: 100 - 4 * Double(number))) == ok)
    }
    #expect(pg_session_reverse(desk.session, 10 * Desk.step) == PG_TOO_LATE)
    #expect(pg_session_hold(desk.session, 10 * Desk.step) == PG_TOO_LATE)
    #expect(pg_session_cancel(desk.session, 10 * Desk.step) == ok)
    #expect(desk.takeEvents().contains { $0.kind == PG_EVENT_CANCELLED })
  }

  /// After a rest, the animation starts back at the time of the cancellation, from where the finger left it.
  @Test func `is cancelled at a time`() throws {
    let desk = try Desk()
    for number in 0..<10 as Range<Int64> {
      #expect(desk.feed(at: number * Desk.step, (x: 30, y: 100 - 4 * Double(number))) == ok)
    }
    let before = try desk.sample(at: 500_000)
    #expect(before.phase == PG_TRACKING && before.fraction > 0.4)
    #expect(pg_session_cancel(desk.session, 500_000) == ok)
    #expect(try desk.sample(at: 500_000).fraction == before.fraction)
    #expect(try desk.sample(at: 520_000).fraction < before.fraction)
    #expect(desk.takeEvents().contains { $0.kind == PG_EVENT_CANCELLED && $0.time == 500_000 })
    // Without a gesture, nothing more is cancelled.
    #expect(pg_session_cancel(desk.session, 530_000) == ok)
    #expect(!desk.takeEvents().contains { $0.kind == PG_EVENT_CANCELLED })
  }

  @Test func `is not called from its own callback`() throws {
    let desk = try Desk()
    final class Seen {
      var session: OpaquePointer?
      var statuses: Set<pg_status> = []
      var samples = 0
      var events = 0
    }
    let seen = Seen()
    seen.session = desk.session
    var listener = pg_listener(
      sample: { data, _, values, count in
        guard let data else { return }
        let seen = Unmanaged<Seen>.fromOpaque(data).takeUnretainedValue()
        seen.samples += values == nil || count == 0 ? 0 : 1
        seen.statuses.insert(pg_session_advance(seen.session, 1_000_000))
        seen.statuses.insert(pg_session_set_listener(seen.session, nil))
      },
      event: { data, _ in
        guard let data else { return }
        Unmanaged<Seen>.fromOpaque(data).takeUnretainedValue().events += 1
      }, data: Unmanaged.passUnretained(seen).toOpaque())
    #expect(pg_session_set_listener(desk.session, &listener) == ok)
    _ = desk.flick()
    #expect(pg_session_finish(desk.session) == ok)
    #expect(seen.statuses == [pg_status(PG_BUSY)])
    #expect(seen.samples > 30 && seen.events > 10)
    // Nothing is kept for later.
    #expect(desk.takeSamples().isEmpty && desk.takeEvents().isEmpty)
  }

  /// Each thread has its own session; all have the same interaction.
  @Test func `is the same on many threads`() throws {
    let shared = try Desk()
    let interaction = Int(bitPattern: shared.interaction)
    // A place for each: threads that wait for the same lock would be reported as a race.
    nonisolated(unsafe) let paths = UnsafeMutablePointer<[Double]>.allocate(capacity: 16)
    paths.initialize(repeating: [], count: 16)
    defer {
      paths.deinitialize(count: 16)
      paths.deallocate()
    }
    DispatchQueue.concurrentPerform(iterations: 16) { number in
      guard let desk = try? Desk(sharing: OpaquePointer(bitPattern: interaction)) else { return }
      _ = desk.flick()
      guard pg_session_finish(desk.session) == ok else { return }
      let samples = desk.takeSamples()
      paths[number] = samples.map(\.velocity) + samples.map(\.fraction)
    }
    #expect(Set((0..<16).map { paths[$0] }).count == 1 && paths[0].last == 1)
  }

  /// The fuzzer's finding: a distance that depends on the surface ended the process.
  @Test func `refuses to begin without the surface that it needs`() throws {
    let desk = try Desk(changing: [("progress/distance", #"{ "share": 0.5 }"#)])
    var session: OpaquePointer?
    #expect(pg_session_create(desk.interaction, 0, nil, &session) == PG_INVALID && session == nil)
    var surface = pg_surface(width: 65, height: 120, units_per_mm_x: 0, units_per_mm_y: 0)
    #expect(pg_session_create(desk.interaction, 0, &surface, &session) == ok)
    pg_session_destroy(session)
  }

  /// A distance for full progress of 0 or of infinitely many millimetres ended the process.
  @Test(
    arguments: [
      (#"{ "share": 0.5 }"#, #"{ "pointsPerMm": 6 }"#, Double.leastNonzeroMagnitude, 0),
      (#"{ "points": 100 }"#, #"{ "unit": "device" }"#, 65, 1e-307),
      (#"{ "points": 100 }"#, #"{ "fit": { "width": 320, "height": 480 } }"#, 1e-308, 0),
    ] as [(String, String, Double, Double)])
  func `refuses a surface without extent`(
    distance: String, scale: String, height: Double, units: Double
  ) throws {
    let desk = try Desk(changing: [("surface", scale), ("progress/distance", distance)])
    var session: OpaquePointer?
    var surface = pg_surface(
      width: 65, height: height, units_per_mm_x: units, units_per_mm_y: units)
    #expect(pg_session_create(desk.interaction, 0, &surface, &session) == PG_INVALID)
    #expect(session == nil)
    for least in [0.001, 1e6] {
      surface = pg_surface(
        width: least, height: least, units_per_mm_x: least, units_per_mm_y: least)
      #expect(pg_session_create(desk.interaction, 0, &surface, &session) == ok)
      pg_session_destroy(session)
    }
  }

  /// Ten units are a millimetre; without them, a point would be one.
  @Test func `refuses points in unknown units of the device`() throws {
    let desk = try Desk(changing: [
      ("surface", #"{ "unit": "device" }"#), ("progress/distance", #"{ "points": 200 }"#),
    ])
    var (session, error): (OpaquePointer?, pg_error) = (nil, pg_error())
    for units in [(0, 0), (10, 0), (0, 10)] as [(Double, Double)] {
      var surface = pg_surface(
        width: 65, height: 120, units_per_mm_x: units.0, units_per_mm_y: units.1)
      #expect(pg_session_create(desk.interaction, 0, &surface, &session) == PG_INVALID)
      #expect(pg_interaction_check_surface(desk.interaction, &surface, &error) == PG_INVALID)
      #expect(Desk.message(error).contains("units per millimetre are not known"))
    }
    var surface = pg_surface(width: 65, height: 120, units_per_mm_x: 10, units_per_mm_y: 10)
    #expect(pg_interaction_check_surface(desk.interaction, &surface, &error) == PG_OK)
    #expect(Desk.message(error).isEmpty)
    try #require(pg_session_create(desk.interaction, 0, &surface, &session) == ok)
    // 5 mm before the pan begins, then 10 mm of 20.
    for (time, y) in [(0, 100), (8_000, 95), (16_000, 90), (24_000, 85)] as [(Int64, Double)] {
      var contact = pg_contact(id: 1, x: 30, y: y, pressure: .nan, flags: 0, reserved: 0)
      #expect(pg_session_feed(session, time, &contact, 1) == ok)
    }
    var sample = pg_sample()
    #expect(pg_session_sample_at(session, 24_000, &sample, nil) == ok)
    #expect(sample.fraction > 0.45 && sample.fraction < 0.8, "\(sample.fraction)")
    pg_session_destroy(session)
  }

  @Test func `explains what it refuses`() throws {
    let desk = try Desk()
    func reason(_ status: pg_status, _ expected: Int) -> String {
      var error = Desk.unset
      #expect(status == expected && pg_session_error(desk.session, &error) == ok)
      #expect(error.line == 0 && error.column == 0)
      return Desk.message(error)
    }
    #expect(reason(pg_session_feed(desk.session, 0, nil, 0), PG_OK).isEmpty)
    #expect(reason(pg_session_feed(desk.session, 0, nil, 1), PG_INVALID).contains("1 contacts"))
    #expect(reason(pg_session_advance(desk.session, .max), PG_INVALID).contains("200 years"))
    #expect(reason(pg_session_hold(desk.session, 0), PG_TOO_LATE).contains("nothing runs"))
    #expect(reason(pg_session_resume(desk.session, 0), PG_TOO_LATE).contains("nothing is held"))
    #expect(
      reason(pg_session_feed_events(desk.session, nil, 0), PG_INVALID).contains("touch frames"))
    let finger = pg_contact(id: 7, x: 1, y: 1, pressure: .nan, flags: 0, reserved: 0)
    var other = finger
    other.flags = 2
    #expect(
      reason(pg_session_feed(desk.session, 0, [finger, other], 2), PG_INVALID)
        .hasPrefix("contacts[1] has an impossible"))
    #expect(
      reason(pg_session_feed(desk.session, 0, [finger, finger], 2), PG_INVALID)
        == "contacts[1] has the id of another one, 7")
    let many = (0..<1025).map {
      pg_contact(id: $0, x: 1, y: 1, pressure: .nan, flags: 0, reserved: 0)
    }
    #expect(reason(pg_session_feed(desk.session, 0, many, 1025), PG_INVALID).contains("1025"))
    #expect(pg_session_feed(desk.session, 0, many, 1024) == ok)
    #expect(pg_session_advance(desk.session, 1000) == ok)
    var sample = pg_sample()
    let past = pg_session_sample_at(desk.session, 999, &sample, nil)
    #expect(reason(past, PG_TOO_LATE).contains("before the last frame"))
    var error = Desk.unset
    #expect(pg_session_error(nil, &error) == PG_INVALID)
  }

  /// An event of a frame has no effect if another one of the same call can't be.
  @Test func `takes all events of a call or none`() throws {
    let desk = try Desk()
    var (device, session): (OpaquePointer?, OpaquePointer?) = (nil, nil)
    #expect(pg_device_create("touchscreen", &device) == ok)
    defer { pg_device_destroy(device) }
    #expect(pg_device_add_code(device, 1, 0x14a) == ok)
    for code in [0, 1] as [UInt16] {
      #expect(pg_device_add_axis(device, code, 0, 4000, 40) == ok)
    }
    #expect(pg_session_create_for_device(desk.interaction, 0, device, &session, nil) == ok)
    defer { pg_session_destroy(session) }
    func event(_ time: Int64, _ type: UInt16, _ code: UInt16, _ value: Int32) -> pg_input_event {
      pg_input_event(time: time, type: type, code: code, value: value)
    }
    var frame = [
      event(0, 3, 0, 400), event(0, 3, 1, 4000), event(0, 1, 0x14a, 1), event(0, 0, 0, 0),
    ]
    #expect(pg_session_feed_events(session, frame, 4) == ok)
    for number in 1...10 as ClosedRange<Int64> {
      // The same movement is refused once before it is taken.
      let move = event(number * 8_000, 3, 1, 4000 - 160 * Int32(number))
      frame = [move, event(number * 8_000, 0, 0, 0), event(.max, 0, 0, 0)]
      #expect(pg_session_feed_events(session, frame, 3) == PG_INVALID)
      var error = pg_error()
      #expect(pg_session_error(session, &error) == ok)
      #expect(Desk.message(error).hasPrefix("events[2] is not within"))
      var before = pg_sample()
      #expect(pg_session_sample_at(session, number * 8_000 - 1, &before, nil) == ok)
      #expect(pg_session_feed_events(session, frame, 2) == ok)
    }
  }

  /// A spring that takes minutes to rest, at the highest rate, filled the memory.
  @Test func `keeps no more samples than promised`() throws {
    let weak = #"{ "spring": { "response": 60, "dampingRatio": 0.03 } }"#
    let changes = [("rate", "10000"), ("settle/finish", weak)]
    let most = 262_144
    let desk = try Desk(changing: changes)
    let lift = desk.flick()
    #expect(pg_session_finish(desk.session) == PG_FULL)
    var error = pg_error()
    #expect(pg_session_error(desk.session, &error) == ok && Desk.message(error).contains("take"))
    var samples = [pg_sample](repeating: pg_sample(), count: most + 1)
    #expect(pg_session_take_samples(desk.session, &samples, nil, 1) == 1 && samples[0].time == 0)
    // There is room for one more, and none is lost.
    #expect(pg_session_finish(desk.session) == PG_FULL)
    #expect(pg_session_take_samples(desk.session, &samples, nil, most + 1) == most)
    for index in 1..<most where samples[index].time != samples[index - 1].time + 100 {
      Issue.record("\(samples[index - 1].time) is followed by \(samples[index].time)")
      break
    }
    // Whoever takes none loses the oldest.
    let other = try Desk(changing: changes)
    #expect(other.flick() == lift)
    #expect(pg_session_advance(other.session, lift + 60_000_000) == ok)
    #expect(pg_session_take_samples(other.session, &samples, nil, most + 1) == most)
    #expect(samples[most - 1].time / 100 == (lift + 60_000_000) / 100)
    #expect(samples[0].time == samples[most - 1].time - 100 * Int64(most - 1))
  }

  @Test func `refuses what can't be`() throws {
    let desk = try Desk()
    // Two more of the fuzzer's findings: the times of samples overflowed.
    let last: Int64 = 1 << 62
    for (start, isPossible) in [(last, true), (last + 1, false), (-last, true), (-last - 1, false)]
    {
      var session: OpaquePointer?
      let status = pg_session_create(desk.interaction, start, nil, &session)
      #expect((status == ok) == isPossible && (status == PG_INVALID) != isPossible)
      pg_session_destroy(session)
    }
    #expect(desk.feed(at: 0, (x: .nan, y: 0)) == PG_INVALID)
    #expect(desk.feed(at: 0, (x: .infinity, y: 0)) == PG_INVALID)
    #expect(desk.feed(at: 0, (x: 0, y: 1e7)) == PG_INVALID)
    #expect(pg_session_advance(desk.session, .max) == PG_INVALID)
    #expect(pg_session_advance(desk.session, .min) == PG_INVALID)
    #expect(pg_session_feed(desk.session, 0, nil, 1) == PG_INVALID)
    #expect(pg_session_feed(desk.session, 0, nil, -1) == PG_INVALID)
    #expect(pg_session_feed(nil, 0, nil, 0) == PG_INVALID)
    var event = pg_input_event(time: 0, type: 0, code: 0, value: 0)
    #expect(pg_session_feed_events(desk.session, &event, 1) == PG_INVALID)
    var session: OpaquePointer?
    var surface = pg_surface(width: 0, height: 1, units_per_mm_x: 0, units_per_mm_y: 0)
    #expect(pg_session_create(desk.interaction, 0, &surface, &session) == PG_INVALID)
    surface = pg_surface(width: 1, height: .nan, units_per_mm_x: 0, units_per_mm_y: 0)
    #expect(pg_session_create(desk.interaction, 0, &surface, &session) == PG_INVALID)
    #expect(session == nil)
    #expect(pg_session_next_time(nil) == Int64.max)
    pg_session_destroy(nil)
    pg_interaction_destroy(nil)
  }
}

@Suite struct `An interaction in C` {
  /// What a caller prints after any refusal is a message, and never what its memory contained.
  @Test func `stores an error whatever happens`() throws {
    let desk = try Desk()
    var handle: OpaquePointer?
    var count = 0
    let sheet = desk.interaction
    let calls: [(String, Int, (UnsafeMutablePointer<pg_error>) -> pg_status)] = [
      ("", PG_OK, { pg_interaction_create_from_template("sheet", &handle, $0) }),
      ("name is NULL", PG_INVALID, { pg_interaction_create_from_template(nil, &handle, $0) }),
      ("interaction is", PG_INVALID, { pg_interaction_create_from_template("sheet", nil, $0) }),
      ("unknown template", PG_UNUSABLE, { pg_interaction_create_from_template("x", &handle, $0) }),
      ("text is NULL", PG_INVALID, { pg_interaction_create(nil, 1, &handle, $0) }),
      ("16 MiB", PG_INVALID, { pg_interaction_create("{}", 17 << 20, &handle, $0) }),
      ("empty", PG_UNUSABLE, { pg_interaction_create("", 0, &handle, $0) }),
      ("original is", PG_INVALID, { pg_interaction_create_with(nil, "a", "1", &handle, $0) }),
      ("json is", PG_INVALID, { pg_interaction_create_with(sheet, "a", nil, &handle, $0) }),
      ("interaction is", PG_INVALID, { pg_interaction_check_surface(nil, nil, $0) }),
      ("device is", PG_INVALID, { pg_device_create_from_fd(0, nil, $0) }),
      ("", PG_UNUSABLE, { pg_device_create_from_fd(-1, &handle, $0) }),
      ("device is", PG_INVALID, { pg_session_create_for_device(sheet, 0, nil, &handle, $0) }),
      ("path is", PG_INVALID, { pg_recording_open(nil, &handle, $0) }),
      ("no such file", PG_UNUSABLE, { pg_recording_open("/nowhere", &handle, $0) }),
      ("bytes is", PG_INVALID, { pg_recording_create(nil, 1, &handle, $0) }),
      ("", PG_UNUSABLE, { pg_recording_create("?", 1, &handle, $0) }),
      ("recording is", PG_INVALID, { pg_recording_read(nil, nil, 1, &count, $0) }),
      ("count is", PG_INVALID, { pg_recording_read(nil, nil, 1, nil, $0) }),
      (
        "unknown estimator 'andriod'; did you mean 'android'?", -1,
        { pg_status(pg_name_index(pg_names(PG_ESTIMATORS), "andriod", $0)) }
      ),
      (
        "unknown rule 'android'", -1,
        { pg_status(pg_name_index(pg_names(PG_RULES), "android", $0)) }
      ),
      ("name is NULL", -1, { pg_status(pg_name_index(0, nil, $0)) }),
      ("unknown list 99", -1, { pg_status(pg_name_index(99, "sheet", $0)) }),
    ]
    for (number, (message, expected, call)) in calls.enumerated() {
      var error = Desk.unset
      let status = call(&error)
      #expect(status == expected, "\(number)")
      #expect(error.line < 77 && error.column < 78)
      let found = Desk.message(error)
      #expect(found.hasPrefix(message) || found.contains(message), "\(number): \(found)")
      #expect(found != "what memory has" && found.isEmpty == (status == ok), "\(number)")
      if status == ok { pg_interaction_destroy(handle) }
    }
  }

  @Test func `knows names by their index`() throws {
    for list in Int32(PG_TEMPLATES)...Int32(PG_UNITS) {
      for index in 0... {
        guard let name = pg_name(list, index) else { break }
        #expect(pg_name_index(list, name, nil) == index)
      }
    }
  }

  @Test func `can be changed value by value`() throws {
    let desk = try Desk("sheet", changing: [("rate", "60")])
    #expect(pg_interaction_rate(desk.interaction) == 60)
    #expect(pg_interaction_value_count(desk.interaction) > 0)
    let name = try #require(pg_interaction_value_name(desk.interaction, 0))
    #expect(!String(cString: name).isEmpty)
    #expect(pg_interaction_value_name(desk.interaction, 99) == nil)
  }

  @Test(arguments: [
    ("rate", "\"fast\"", "rate: expected"), ("rate", "fast", "not valid JSON"),
    ("nowhere/deeper", "1", "no value at 'nowhere/deeper'"),
    ("ratr", "60", "unknown key 'ratr'; did you mean 'rate'?"), ("rate", "60, \"x", "expected"),
    ("", "1", "no value at ''"), ("/", "{}", "no value at '/'"),
  ])
  func `says what can't be changed`(path: String, value: String, message: String) throws {
    let desk = try Desk()
    var interaction: OpaquePointer?
    var error = pg_error()
    let status = pg_interaction_create_with(desk.interaction, path, value, &interaction, &error)
    #expect(status == PG_UNUSABLE && interaction == nil)
    #expect(Desk.message(error).contains(message), "\(Desk.message(error))")
    // A position is one in the value, as the caller does not have the whole text.
    #expect(error.line <= 1 && error.column <= value.utf8.count + 1)
  }
}
