import Foundation
import PantographBindings
import PantographCInterface
import PantographTestSupport
import Testing

private let ok = pg_status(PG_OK)

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

  /// The movements of the flick, in libinput's pixels of scrolls: 267.12 per inch.
  @Test func `settles after movements as after the finger that makes them`() throws {
    let slop = [("gesture/pan/slop", #"{ "mm": 0 }"#)]
    let (desk, other) = (try Desk(changing: slop), try Desk(changing: slop))
    let lift = desk.flick()
    #expect(pg_session_begin(other.session, 0, 1) == ok)
    for number in 1...12 {
      let pixels = -15 / 12 * 267.12 / 25.4
      let time = Int64(number) * Desk.step
      #expect(pg_session_move(other.session, time, 0, pixels, Int32(PG_SCROLL_PX)) == ok)
    }
    #expect(pg_session_end(other.session, lift, 0) == ok)
    for time in stride(from: lift, through: lift + 300_000, by: 7000) {
      let (touched, reported) = (try desk.sample(at: time), try other.sample(at: time))
      #expect(abs(touched.fraction - reported.fraction) < 1e-9)
      #expect(abs(touched.velocity - reported.velocity) < 1e-6 && touched.phase == reported.phase)
    }
    #expect(pg_session_end(other.session, lift, 0) == PG_TOO_LATE)
  }

  @Test func `refuses to answer for the past`() throws {
    let desk = try Desk()
    let lift = desk.flick()
    var sample = pg_sample()
    #expect(pg_session_sample_at(desk.session, lift - 1, &sample, nil, 0) == PG_TOO_LATE)
    #expect(pg_session_advance(desk.session, lift + 50_000) == ok)
    #expect(pg_session_sample_at(desk.session, lift + 49_999, &sample, nil, 0) == PG_TOO_LATE)
    #expect(pg_session_sample_at(desk.session, lift + 50_000, &sample, nil, 0) == ok)
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

  /// A pan from the right edge has no place without a surface.
  @Test func `needs the surface of an edge`() throws {
    let desk = try Desk()
    var edged: OpaquePointer?
    let text = """
      { "version": 1, "gesture": { "pan": { "edge": { "at": "right" } } },
        "progress": { "toward": "left", "distance": { "mm": 40 } }, "rule": { "fractionAbove": 0.5 },
        "animation": { "duration": 1, "properties": [
          { "name": "top", "from": 0, "to": 1 }, { "name": "dimming", "from": 0, "to": 1 }] } }
      """
    #expect(pg_interaction_create(text, text.utf8.count, &edged, nil) == ok)
    defer { pg_interaction_destroy(edged) }
    var session: OpaquePointer?
    #expect(pg_session_create(edged, 0, nil, &session, nil) == PG_INVALID)
    #expect(pg_session_create(desk.interaction, 0, nil, &session, nil) == ok)
    defer { pg_session_destroy(session) }
    #expect(pg_session_set_interaction(session, 0, edged, 0) == PG_INVALID)
  }

  @Test func `goes on with another interaction`() throws {
    let desk = try Desk()
    let slow = try Desk(changing: [("settle/finish/spring/response", "1.5")])
    let pair = try Desk(changing: [("gesture/pan/fingers", "2")])
    let pager = try Desk("pager")
    func change(to other: Desk, at time: Int64, keeping kept: Int32 = 0) -> pg_status {
      pg_session_set_interaction(desk.session, time, other.interaction, kept)
    }
    func refusal() -> String {
      var error = pg_error()
      _ = pg_session_error(desk.session, &error)
      return Desk.message(error)
    }
    #expect(pg_session_set_interaction(desk.session, 0, nil, 0) == PG_INVALID)
    #expect(change(to: slow, at: 0, keeping: 2) == PG_INVALID)
    #expect(refusal() == "kept is 2; expected 0 or 1")
    #expect(change(to: pager, at: 0) == PG_INVALID)
    #expect(refusal().hasPrefix("the interaction has other values"))
    let lift = desk.flick()
    let time = lift + 60_000
    let before = try desk.sample(at: time)
    #expect(change(to: slow, at: time, keeping: 1) == ok)
    let after = try desk.sample(at: time)
    #expect(abs(after.fraction - before.fraction) < 1e-9)
    #expect(abs(after.velocity - before.velocity) < 1e-6)
    #expect(pg_session_finish(desk.session) == ok)
    let end = try #require(desk.takeEvents().last)
    #expect(end.target == 1 && end.time > lift + 1_000_000)
    // A gesture stays what it is as long as fingers are down.
    let contact = pg_contact(id: 1, x: 30, y: 60, pressure: .nan, flags: 0, reserved: 0)
    let later = end.time + 1_000_000
    #expect(pg_session_feed(desk.session, later, [contact], 1) == ok)
    #expect(change(to: pair, at: later) == PG_TOO_LATE)
    #expect(refusal() == "fingers are down, and the interaction takes another gesture")
    #expect(pg_session_feed(desk.session, later + 8_000, nil, 0) == ok)
    #expect(change(to: pair, at: later + 8_000) == ok)
  }

  @Test func `goes where it is sent, and begins where it is placed`() throws {
    let desk = try Desk()
    #expect(pg_session_place(desk.session, 0, 0.25) == ok)
    #expect(try desk.sample(at: 0).fraction == 0.25)
    #expect(pg_session_settle_to(desk.session, 0, 0.25) == PG_TOO_LATE)
    #expect(pg_session_settle_to(desk.session, 0, .nan) == PG_INVALID)
    #expect(pg_session_place(desk.session, 0, 101) == PG_INVALID)
    let time = desk.flick() + 60_000
    let before = try desk.sample(at: time)
    #expect(pg_session_place(desk.session, time, 0) == PG_TOO_LATE)
    #expect(pg_session_settle_to(desk.session, time, 0.75) == ok)
    let after = try desk.sample(at: time)
    #expect(abs(after.fraction - before.fraction) < 1e-9)
    #expect(abs(after.velocity - before.velocity) < 1e-6)
    #expect(pg_session_finish(desk.session) == ok)
    #expect(abs(try #require(desk.takeSamples().last).fraction - 0.75) < 1e-9)
    let run = try #require(desk.takeEvents().first { $0.kind == PG_EVENT_STARTED })
    #expect(pg_name(pg_names(PG_RUNS), Int(run.detail)).map { String(cString: $0) } == "place")
    #expect(run.target == 0.75)
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

  @Test func `is freed by its own callback`() throws {
    final class Seen {
      var session: OpaquePointer?
      var callbacks = 0
    }
    let desk = try Desk()
    let seen = Seen()
    var error = pg_error()
    let status = pg_session_create(desk.interaction, 0, nil, &seen.session, &error)
    #expect(status == ok, "\(Desk.message(error))")
    var listener = pg_listener(
      sample: { data, _, _, _ in
        guard let data else { return }
        let seen = Unmanaged<Seen>.fromOpaque(data).takeUnretainedValue()
        seen.callbacks += 1
        pg_session_destroy(seen.session)
      },
      event: { data, _, _, _ in
        guard let data else { return }
        Unmanaged<Seen>.fromOpaque(data).takeUnretainedValue().callbacks += 1
      }, data: Unmanaged.passUnretained(seen).toOpaque())
    #expect(pg_session_settle_to(seen.session, 0, 1) == ok)
    #expect(pg_session_set_listener(seen.session, &listener) == ok)
    // It has sixty samples, and comes to its end.
    #expect(pg_session_advance(seen.session, 1_000_000) == ok)
    #expect(seen.callbacks == 1)
  }

  @Test func `is not called from its own callback`() throws {
    let desk = try Desk()
    final class Seen {
      var session: OpaquePointer?
      var statuses: Set<pg_status> = []
      var reasons: Set<String> = []
      var taken = 0
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
        // Nothing to take, and a reason.
        var sample = pg_sample()
        seen.taken += pg_session_take_samples(seen.session, &sample, 1, nil, 0)
        seen.taken += pg_session_findings(seen.session, nil, 0)
        seen.taken += pg_session_next_time(seen.session) == .max ? 0 : 1
        var error = Desk.unset
        seen.statuses.insert(pg_session_error(seen.session, &error))
        seen.reasons.insert(Desk.message(error))
      },
      event: { data, _, _, _ in
        guard let data else { return }
        Unmanaged<Seen>.fromOpaque(data).takeUnretainedValue().events += 1
      }, data: Unmanaged.passUnretained(seen).toOpaque())
    #expect(pg_session_set_listener(desk.session, &listener) == ok)
    _ = desk.flick()
    #expect(pg_session_finish(desk.session) == ok)
    #expect(seen.statuses == [pg_status(PG_BUSY)] && seen.taken == 0)
    #expect(
      seen.reasons == ["the session is in use by another thread, or called by its own listener"])
    #expect(seen.samples > 30 && seen.events > 10)
    // Nothing is kept for later.
    #expect(desk.takeSamples().isEmpty && desk.takeEvents().isEmpty)
  }

  @Test func `sends the findings of a decision with it`() throws {
    let (desk, other) = (try Desk(), try Desk())
    final class Heard {
      var kinds: [pg_event_kind] = []
      var findings: [[pg_finding]] = []
    }
    let heard = Heard()
    var listener = pg_listener(
      sample: nil,
      event: { data, event, findings, count in
        guard let data, let event else { return }
        let heard = Unmanaged<Heard>.fromOpaque(data).takeUnretainedValue()
        heard.kinds.append(event.pointee.kind)
        heard.findings.append(Array(UnsafeBufferPointer(start: findings, count: count)))
      }, data: Unmanaged.passUnretained(heard).toOpaque())
    #expect(pg_session_set_listener(desk.session, &listener) == ok)
    _ = desk.flick()
    _ = other.flick()
    #expect(pg_session_finish(desk.session) == ok && pg_session_finish(other.session) == ok)
    // The same as those of a decision that is taken.
    var event = pg_event()
    while pg_session_take_events(other.session, &event, 1) == 1, event.kind != PG_EVENT_DECIDED {}
    var expected = [pg_finding](repeating: pg_finding(), count: 9)
    let count = pg_session_findings(other.session, &expected, 9)
    #expect((1...9).contains(count))
    let index = try #require(heard.kinds.firstIndex(of: pg_event_kind(PG_EVENT_DECIDED)))
    let found = heard.findings[index]
    #expect(found.count == count)
    for (one, same) in zip(found, expected) {
      #expect(one.clause == same.clause && one.holds == same.holds && one.value == same.value)
      #expect(one.threshold == same.threshold && one.quantity == same.quantity)
    }
    #expect(heard.findings.enumerated().allSatisfy { $0.offset == index || $0.element.isEmpty })
    // Less room: the first ones, and the number of all.
    var one = pg_finding()
    #expect(pg_session_findings(other.session, &one, 1) == count && one.value == expected[0].value)
  }

  /// A sheet has an offset and an opacity.
  @Test func `writes as many values as fit`() throws {
    let desk = try Desk()
    let lift = desk.flick()
    let width = pg_interaction_value_count(desk.interaction)
    try #require(width == 2)
    var all = [Double](repeating: -7, count: 4)
    var sample = pg_sample()
    #expect(pg_session_sample_at(desk.session, lift, &sample, &all, 4) == ok)
    #expect(sample.value_count == 2 && all[0] > 0 && all[1] > 0 && all[2...] == [-7, -7])
    for capacity in [0, 1, -1] {
      var some = [Double](repeating: -7, count: 4)
      #expect(pg_session_sample_at(desk.session, lift, &sample, &some, capacity) == ok)
      #expect(sample.value_count == 2 && some == [capacity == 1 ? all[0] : -7, -7, -7, -7])
    }
    var (samples, rows) = (
      Array(repeating: pg_sample(), count: 3), Array(repeating: -7.0, count: 9)
    )
    #expect(pg_session_take_samples(desk.session, &samples, 3, &rows, 2) == 3)
    let (first, third) = (rows[0..<2], rows[4..<6])
    let other = try Desk()
    #expect(other.flick() == lift)
    rows = Array(repeating: -7.0, count: 9)
    #expect(pg_session_take_samples(other.session, &samples, 3, &rows, 1) == 3)
    #expect(rows[0] == first[0] && rows[2] == third[4] && rows[3...].allSatisfy { $0 == -7 })
    // The samples that follow have their own values, and a longer row keeps its end.
    rows = Array(repeating: -7.0, count: 9)
    #expect(pg_session_take_samples(other.session, &samples, 3, &rows, 3) == 3)
    #expect([rows[2], rows[5], rows[8]] == [-7, -7, -7] && samples[0].value_count == 2)
    var next = Array(repeating: 0.0, count: 2)
    #expect(pg_session_take_samples(desk.session, &samples, 1, &next, 2) == 1)
    #expect(rows[0..<2] == next[...])
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
}
