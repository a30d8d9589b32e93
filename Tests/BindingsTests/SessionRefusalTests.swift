import Foundation
import PantographBindings
import PantographCInterface
import Testing

private let ok = pg_status(PG_OK)

/// What a session refuses, and its limits.
@Suite struct `A session in C, at its limits,` {
  /// The fuzzer's finding: a distance that depends on the surface ended the process.
  @Test func `refuses to begin without the surface that it needs`() throws {
    let desk = try Desk(changing: [("progress/distance", #"{ "share": 0.5 }"#)])
    var session: OpaquePointer?
    #expect(
      pg_session_create(desk.interaction, 0, nil, &session, nil) == PG_INVALID && session == nil)
    var surface = pg_surface(width: 65, height: 120, units_per_mm_x: 0, units_per_mm_y: 0)
    #expect(pg_session_create(desk.interaction, 0, &surface, &session, nil) == ok)
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
    #expect(pg_session_create(desk.interaction, 0, &surface, &session, nil) == PG_INVALID)
    #expect(session == nil)
    for least in [0.001, 1e6] {
      surface = pg_surface(
        width: least, height: least, units_per_mm_x: least, units_per_mm_y: least)
      #expect(pg_session_create(desk.interaction, 0, &surface, &session, nil) == ok)
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
      #expect(pg_session_create(desk.interaction, 0, &surface, &session, nil) == PG_INVALID)
      #expect(pg_interaction_check_surface(desk.interaction, &surface, &error) == PG_INVALID)
      #expect(Desk.message(error).contains("units per millimetre are not known"))
    }
    var surface = pg_surface(width: 65, height: 120, units_per_mm_x: 10, units_per_mm_y: 10)
    #expect(pg_interaction_check_surface(desk.interaction, &surface, &error) == PG_OK)
    #expect(Desk.message(error).isEmpty)
    try #require(pg_session_create(desk.interaction, 0, &surface, &session, nil) == ok)
    // 5 mm before the pan begins, then 10 mm of 20.
    for (time, y) in [(0, 100), (8_000, 95), (16_000, 90), (24_000, 85)] as [(Int64, Double)] {
      var contact = pg_contact(id: 1, x: 30, y: y, pressure: .nan, flags: 0, reserved: 0)
      #expect(pg_session_feed(session, time, &contact, 1) == ok)
    }
    var sample = pg_sample()
    #expect(pg_session_sample_at(session, 24_000, &sample, nil, 0) == ok)
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
    let session = desk.session
    #expect(reason(pg_session_move(session, 0, 1, 1, 1), PG_TOO_LATE).contains("pg_session_begin"))
    #expect(reason(pg_session_end(session, 0, 0), PG_TOO_LATE).contains("pg_session_begin"))
    #expect(reason(pg_session_begin(session, 0, -1), PG_INVALID).contains("-1 fingers"))
    #expect(reason(pg_session_begin(session, 0, 9), PG_INVALID).contains("takes 1; 0 stands for"))
    #expect(pg_session_begin(session, 0, 0) == PG_OK)
    #expect(reason(pg_session_begin(session, 0, 0), PG_TOO_LATE).contains("another gesture"))
    for (dx, dy, unit) in [(Double.nan, 0.0, Int32(1)), (0, .infinity, 1), (1.1e6, 0, 1)] {
      #expect(reason(pg_session_move(session, 0, dx, dy, unit), PG_INVALID).contains("1e6"))
    }
    for unit in [Int32(-1), 7] {
      #expect(reason(pg_session_move(session, 0, 1, 1, unit), PG_INVALID).contains("no unit"))
    }
    #expect(reason(pg_session_end(session, 0, 2), PG_INVALID).contains("not 0 or 1"))
    #expect(pg_session_end(session, 0, 1) == PG_OK)
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
    let past = pg_session_sample_at(desk.session, 999, &sample, nil, 0)
    #expect(reason(past, PG_TOO_LATE).contains("before the last frame"))
    #expect(pg_session_take_events(desk.session, nil, 1) == 0)
    #expect(reason(pg_status(PG_OK), PG_OK) == "events is NULL")
    #expect(pg_session_take_samples(desk.session, &sample, 1, nil, -1) == 0)
    #expect(reason(pg_status(PG_OK), PG_OK) == "a width of -1 values")
    var error = Desk.unset
    #expect(pg_session_error(nil, &error) == PG_INVALID)
    #expect(Desk.message(error) == "session is NULL")
  }

  /// An event of a frame has no effect if another one of the same call can't be.
  @Test func `takes all events of a call or none`() throws {
    let desk = try Desk()
    var (device, session): (OpaquePointer?, OpaquePointer?) = (nil, nil)
    #expect(pg_device_create("touchscreen", &device, nil) == ok)
    defer { pg_device_destroy(device) }
    #expect(pg_device_add_code(device, 1, 0x14a, nil) == ok)
    for code in [0, 1] as [UInt16] {
      #expect(pg_device_add_axis(device, code, 0, 4000, 40, nil) == ok)
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
      #expect(pg_session_sample_at(session, number * 8_000 - 1, &before, nil, 0) == ok)
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
    #expect(pg_session_take_samples(desk.session, &samples, 1, nil, 0) == 1 && samples[0].time == 0)
    // There is room for one more, and none is lost.
    #expect(pg_session_finish(desk.session) == PG_FULL)
    #expect(pg_session_take_samples(desk.session, &samples, most + 1, nil, 0) == most)
    for index in 1..<most where samples[index].time != samples[index - 1].time + 100 {
      Issue.record("\(samples[index - 1].time) is followed by \(samples[index].time)")
      break
    }
    // Whoever takes none loses the oldest.
    let other = try Desk(changing: changes)
    #expect(other.flick() == lift)
    #expect(pg_session_advance(other.session, lift + 60_000_000) == ok)
    #expect(pg_session_take_samples(other.session, &samples, most + 1, nil, 0) == most)
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
      let status = pg_session_create(desk.interaction, start, nil, &session, nil)
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
    #expect(pg_session_create(desk.interaction, 0, &surface, &session, nil) == PG_INVALID)
    surface = pg_surface(width: 1, height: .nan, units_per_mm_x: 0, units_per_mm_y: 0)
    #expect(pg_session_create(desk.interaction, 0, &surface, &session, nil) == PG_INVALID)
    #expect(session == nil)
    #expect(pg_session_next_time(nil) == Int64.max)
    pg_session_destroy(nil)
    pg_interaction_destroy(nil)
  }
}
