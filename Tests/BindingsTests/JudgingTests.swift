import Foundation
import PantographBindings
import PantographCInterface
import PantographTestSupport
import Testing

private let ok = pg_status(PG_OK)

/// The decisions of a case, each with its release unless the gesture was cut off.
private struct Decisions {
  let interaction: OpaquePointer
  private(set) var all: [(event: pg_event, release: pg_release?, findings: [pg_finding])] = []

  init(of example: PantographTestSupport.Case) throws {
    var (interaction, recording, session): (OpaquePointer?, OpaquePointer?, OpaquePointer?)
    let text = try String(contentsOf: example.interaction, encoding: .utf8)
    try #require(pg_interaction_create(text, text.utf8.count, &interaction, nil) == ok)
    self.interaction = try #require(interaction)
    try #require(pg_recording_open(example.recording.path, &recording, nil) == ok)
    defer { pg_recording_destroy(recording) }
    let (start, device) = (pg_recording_start(recording), pg_recording_device(recording))
    try #require(pg_session_create_for_device(interaction, start, device, &session, nil) == ok)
    defer { pg_session_destroy(session) }
    var (events, count) = ([pg_input_event](repeating: pg_input_event(), count: 512), 0)
    while pg_recording_read(recording, &events, 512, &count, nil) == ok {
      try #require(pg_session_feed_events(session, events, count) == ok)
      try take(from: session)
    }
    try #require(pg_session_finish(session) == ok)
    try take(from: session)
  }

  private mutating func take(from session: OpaquePointer?) throws {
    var (event, sample) = (pg_event(), pg_sample())
    while pg_session_take_samples(session, &sample, 1, nil, 0) == 1 {}
    while pg_session_take_events(session, &event, 1) == 1 {
      guard event.kind == PG_EVENT_DECIDED else { continue }
      var findings = [pg_finding](repeating: pg_finding(), count: 64)
      findings.removeLast(64 - pg_session_findings(session, &findings, 64))
      var release = pg_release()
      let status = pg_session_release(session, &release)
      #expect(status == ok || status == PG_END)
      all.append((event, status == ok ? release : nil, findings))
    }
  }
}

/// Returns a text that a function of C writes.
private func written(_ write: (UnsafeMutablePointer<CChar>?, Int) -> Int) -> String {
  let length = write(nil, 0)
  var memory = [CChar](repeating: 1, count: length + 1)
  #expect(write(&memory, length + 1) == length && memory[length] == 0)
  return String(decoding: memory.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

extension pg_release {
  fileprivate init(_ fraction: Double, velocity: Double = 0) {
    self.init()
    (self.fraction, self.velocity, distance, peak) = (fraction, velocity, 80, fraction)
  }
}

@Suite struct `Judging in C` {
  /// An interaction with a rule, or with the usual one.
  private func interaction(rule: String?) throws -> OpaquePointer {
    let text = """
      {
        "version": 1, "gesture": { "pan": {} },
        "progress": { "toward": "up", "distance": { "mm": 80 } },\
      \(rule.map { "\n  \"rule\": \($0)," } ?? "")
        "animation": { "duration": 1, "properties": [{ "name": "µ", "from": 0, "to": 1 }] }
      }
      """
    var (interaction, error): (OpaquePointer?, pg_error) = (nil, pg_error())
    let status = pg_interaction_create(text, text.utf8.count, &interaction, &error)
    try #require(status == ok, "\(Desk.message(error))")
    return try #require(interaction)
  }

  private func judge(
    _ interaction: OpaquePointer?, _ release: pg_release
  ) throws -> (judgement: pg_judgement, findings: [pg_finding]) {
    var (judgement, count, release) = (pg_judgement(), 0, release)
    var findings = [pg_finding](repeating: pg_finding(), count: 64)
    try #require(
      pg_interaction_judge(interaction, &release, &judgement, &findings, 64, &count, nil) == ok)
    return (judgement, Array(findings.prefix(count)))
  }

  private func changed(
    _ interaction: OpaquePointer?, _ thresholds: [Double]
  ) throws -> OpaquePointer {
    var (changed, error): (OpaquePointer?, pg_error) = (nil, pg_error())
    let status = pg_interaction_create_with_thresholds(
      interaction, thresholds, thresholds.count, &changed, &error)
    try #require(status == ok, "\(Desk.message(error))")
    return try #require(changed)
  }

  @Test func `agrees with the sessions of all cases`() throws {
    var counts = (released: 0, flips: 0)
    for example in Repository.cases {
      let decisions = try Decisions(of: example)
      defer { pg_interaction_destroy(decisions.interaction) }
      for (event, release, findings) in decisions.all {
        guard let release else {
          #expect(event.detail == -1 && findings.isEmpty, "\(example.name)")
          continue
        }
        counts.released += 1
        let (judgement, found) = try judge(decisions.interaction, release)
        let name = "\(example.name) at \(event.time)"
        #expect(judgement.target == event.target && judgement.outcome == event.outcome, "\(name)")
        #expect(judgement.clause == event.clause && judgement.verdict == event.detail, "\(name)")
        // 1 − (1 − r) has not all digits of r, the share of the velocity that is left.
        let isSame = event.judged.isNaN && judgement.judged.isNaN
        #expect(isSame || abs(judgement.judged - event.judged) < 1e-12, "\(name)")
        #expect(found.map(\.holds) == findings.map(\.holds), "\(name)")
        #expect(zip(found, findings).allSatisfy { abs($0.value - $1.value) < 1e-12 }, "\(name)")
        #expect(judgement.margin.isNaN == (judgement.nearest == -1), "\(name)")
        #expect(judgement.margin.isNaN == judgement.nearness.isNaN, "\(name)")
        guard judgement.nearest >= 0 else { continue }
        let nearest = found[Int(judgement.nearest)]
        #expect(abs(judgement.margin) == abs(nearest.value - nearest.threshold), "\(name)")
        #expect(judgement.margin >= 0 || nearest.holds == 0, "\(name)")
        guard !judgement.flip.isNaN else { continue }
        counts.flips += 1
        var thresholds = found.map(\.threshold)
        thresholds[Int(judgement.nearest)] = judgement.flip
        let other = try changed(decisions.interaction, thresholds)
        defer { pg_interaction_destroy(other) }
        #expect(try judge(other, release).judgement.target != judgement.target, "\(name)")
      }
    }
    #expect(counts.released > 60 && counts.flips > 50, "\(counts)")
  }

  /// A momentum goes on with what a band leaves of the velocity: none, where the fingers have pulled all of it back.
  @Test func `knows what a release beyond an end holds back`() throws {
    let interaction = try interaction(
      rule: #"{ "projection": { "momentum": "gtk" }, "clauses": [], "otherwise": "projected" }"#)
    defer { pg_interaction_destroy(interaction) }
    var release = pg_release(1.25, velocity: -400)
    #expect(try judge(interaction, release).judgement.target == 0)
    release.held_back = 1
    let (judgement, _) = try judge(interaction, release)
    #expect(judgement.target == 1 && judgement.judged == 1.25)
  }

  @Test func `says how near the only condition is, and what would flip it`() throws {
    let interaction = try interaction(rule: #"{ "fractionAbove": 0.5 }"#)
    defer { pg_interaction_destroy(interaction) }
    var release = pg_release(0.371)
    let (judgement, findings) = try judge(interaction, release)
    #expect(judgement.outcome == PG_CANCEL && judgement.clause == -1 && judgement.target == 0)
    #expect(abs(judgement.margin + 0.129) < 1e-12 && judgement.nearness == -judgement.margin)
    #expect(judgement.nearest == 0 && judgement.flip == 0.37 && judgement.judged.isNaN)
    #expect(findings.count == 1 && findings[0].threshold == 0.5)
    #expect(
      written { pg_interaction_reason(interaction, &release, $0, $1) }
        == "fraction 0.37 is not above 0.50, by 0.13")
    // Both verdicts lead to the same end: there is a margin, and no flip.
    let same = try self.interaction(
      rule:
        #"{ "clauses": [{ "when": { "fraction": { "above": 0.5 } }, "then": "cancel" }], "otherwise": "cancel" }"#
    )
    defer { pg_interaction_destroy(same) }
    let alike = try judge(same, release).judgement
    #expect(abs(alike.margin + 0.129) < 1e-12 && alike.nearest == 0 && alike.flip.isNaN)
  }

  @Test func `says which of several conditions is the nearest, or that none is`() throws {
    let interaction = try interaction(
      rule: """
        { "clauses": [
          { "when": { "velocity": { "above": 300, "unit": "mm/s" } }, "then": "finish" },
          { "when": { "fraction": { "above": 0.5 } }, "then": "finish" }
        ], "otherwise": "cancel" }
        """)
    defer { pg_interaction_destroy(interaction) }
    var release = pg_release(0.49, velocity: 100)
    let near = try judge(interaction, release).judgement
    #expect(near.nearest == 1 && abs(near.margin + 0.01) < 1e-12 && near.flip == 0.489)
    #expect(abs(near.nearness - 0.01) < 1e-12)
    #expect(
      written { pg_interaction_reason(interaction, &release, $0, $1) }
        == "no clause holds, so it cancels; nearest: fraction 0.49 is not above 0.50, by 0.01")
    // Both hold, so that neither changes anything alone.
    let (both, findings) = try judge(interaction, pg_release(0.6, velocity: 400))
    #expect(both.nearest == -1 && both.margin.isNaN && both.nearness.isNaN && both.flip.isNaN)
    #expect(findings.map(\.holds) == [1, 1] && findings.map(\.clause) == [0, 1])
    // Less room: the first one, and the number of all.
    var (one, count) = (pg_finding(), 0)
    #expect(pg_interaction_judge(interaction, &release, nil, &one, 1, &count, nil) == ok)
    #expect(count == 2 && one.threshold == 300)
    #expect(pg_interaction_judge(interaction, &release, nil, nil, 9, nil, nil) == ok)
  }

  @Test(
    arguments: [
      (#"{ "fractionAbove": 0.5 }"#, 0.4, #""rule": { "fractionAbove": 0.4 },"#),
      (#"{ "fractionAbove": 0.5 }"#, 1.2, #"{ "fraction": { "above": 1.2 } }, "then": "finish" }"#),
      (nil, 0.25, #"{"rule": { "fractionAbove": 0.25 }, "#), (nil, -0.1, #"{ "above": -0.1 }"#),
      (
        """
        {
          "preset": "uikit-sheet",
          "clauses": [{ "when": { "fraction": { "above": 0.5 } }, "then": "next" }]
        }
        """, 0.75, #"{ "fraction": { "above": 0.75 } }, "then": "next" }"#
      ),
    ] as [(String?, Double, String)])
  func `writes a rule with other thresholds`(
    rule: String?, threshold: Double, expected: String
  ) throws {
    let original = try interaction(rule: rule)
    defer { pg_interaction_destroy(original) }
    let other = try changed(original, [threshold])
    defer { pg_interaction_destroy(other) }
    let text = written { pg_interaction_text(other, $0, $1) }
    #expect(text.contains(expected) && text.contains("\"µ\""))
    let (found, old) = (
      try judge(other, pg_release(0.1)).findings, try judge(original, pg_release(0.1)).findings
    )
    #expect(found.map(\.threshold) == [threshold] && old.map(\.threshold) == [0.5])
    // The text is that of the same interaction, and the other one has kept its own.
    var again: OpaquePointer?
    #expect(pg_interaction_create(text, text.utf8.count, &again, nil) == ok)
    #expect(written { pg_interaction_text(again, $0, $1) } == text)
    #expect(!written { pg_interaction_text(original, $0, $1) }.contains(expected))
    pg_interaction_destroy(again)
  }

  /// The clauses of a preset, and the thresholds that a file changes of them.
  @Test func `changes the thresholds of each preset`() throws {
    for index in 0... {
      guard let name = pg_name(pg_names(PG_RULES), index).map({ String(cString: $0) }) else {
        break
      }
      let original = try interaction(rule: #"{ "preset": "\#(name)" }"#)
      defer { pg_interaction_destroy(original) }
      let thresholds = try judge(original, pg_release(0.1)).findings.map { $0.threshold + 0.125 }
      let other = try changed(original, thresholds)
      defer { pg_interaction_destroy(other) }
      let found = try judge(other, pg_release(0.1)).findings
      #expect(found.map(\.threshold) == thresholds, "\(name)")
    }
    let changedBefore = try interaction(
      rule: #"{ "preset": "uikit-sheet", "thresholds": { "velocity": 800 } }"#)
    defer { pg_interaction_destroy(changedBefore) }
    let thresholds = try judge(changedBefore, pg_release(0.1)).findings.map(\.threshold)
    #expect(thresholds.contains(800) || thresholds.contains(-800))
    let again = try changed(changedBefore, thresholds.map { $0 / 2 })
    defer { pg_interaction_destroy(again) }
    #expect(
      try judge(again, pg_release(0.1)).findings.map(\.threshold) == thresholds.map { $0 / 2 })
  }

  @Test func `refuses what is no threshold`() throws {
    let interaction = try interaction(rule: nil)
    defer { pg_interaction_destroy(interaction) }
    let (invalid, count) = (pg_status(PG_INVALID), "expected 1 thresholds, one for each condition")
    let mistakes: [([Double], Int, pg_status, String)] = [
      ([], 0, invalid, count), ([1, 2], 2, invalid, count), ([1], -1, invalid, count),
      ([.nan], 1, invalid, count), ([.infinity], 1, invalid, count),
      (
        [1e10], 1, pg_status(PG_UNUSABLE),
        "rule.clauses[0].when.fraction.above: expected a threshold from -1000000000 to 1000000000"
      ),
    ]
    for (thresholds, count, expected, message) in mistakes {
      var (other, error): (OpaquePointer?, pg_error) = (nil, pg_error())
      let status = pg_interaction_create_with_thresholds(
        interaction, thresholds, count, &other, &error)
      #expect(status == expected && other == nil && error.line == 0)
      #expect(Desk.message(error).hasSuffix(message), "\(Desk.message(error))")
    }
  }

  @Test func `cuts off a text at a character`() throws {
    let interaction = try interaction(rule: nil)
    defer { pg_interaction_destroy(interaction) }
    let text = Array(written { pg_interaction_text(interaction, $0, $1) }.utf8)
    let place = try #require(text.firstIndex(of: 0xc2))
    for (capacity, length) in [
      (place, place - 1), (place + 1, place), (place + 2, place), (place + 3, place + 2),
      (text.count, text.count - 1), (text.count + 1, text.count), (text.count + 9, text.count),
      (1, 0),
    ] {
      var memory = [CChar](repeating: 1, count: text.count + 9)
      #expect(pg_interaction_text(interaction, &memory, capacity) == text.count)
      #expect(memory.firstIndex(of: 0) == length, "\(capacity)")
      #expect(memory.prefix(length).map { UInt8(bitPattern: $0) } == Array(text.prefix(length)))
      #expect(memory[capacity...].allSatisfy { $0 == 1 })
    }
    #expect(pg_interaction_text(nil, nil, 0) == 0)
    var (release, memory) = (pg_release(0.1), [CChar](repeating: 1, count: 9))
    release.distance = 0
    #expect(pg_interaction_reason(interaction, &release, &memory, 9) == 0 && memory[0] == 0)
    #expect(pg_interaction_reason(nil, nil, &memory, 9) == 0)
  }

  @Test func `has the release of the decision that was taken last`() throws {
    let desk = try Desk()
    var release = pg_release()
    release.peak = -7
    #expect(pg_session_release(desk.session, &release) == PG_END && release.peak == -7)
    #expect(pg_session_release(desk.session, nil) == PG_INVALID)
    #expect(pg_session_release(nil, &release) == PG_INVALID)
    let lift = desk.flick()
    // Another gesture catches it, and is cancelled.
    for number in 0..<10 as Range<Int64> {
      let time = lift + 50_000 + number * Desk.step
      #expect(desk.feed(at: time, (x: 30, y: 100 + 2 * Double(number))) == ok)
    }
    #expect(pg_session_cancel(desk.session, lift + 200_000) == ok)
    #expect(pg_session_release(desk.session, &release) == PG_END)
    var event = pg_event()
    var statuses: [pg_status] = []
    while pg_session_take_events(desk.session, &event, 1) == 1 {
      guard event.kind == PG_EVENT_DECIDED else { continue }
      statuses.append(pg_session_release(desk.session, &release))
      // 1.25 mm each 8 ms, for 15 mm.
      #expect(abs(release.velocity - 156.25) < 1e-6 && release.travel <= 15)
      #expect(release.fraction > 0.2 && release.distance == 45)
    }
    #expect(statuses == [ok, pg_status(PG_END)])
  }

  @Test func `has the release of the decision that a listener has received`() throws {
    let desk = try Desk()
    let listener = pg_listener(sample: nil, event: { _, _, _, _ in }, data: nil)
    #expect(pg_session_set_listener(desk.session, [listener]) == ok)
    _ = desk.flick()
    var release = pg_release()
    #expect(pg_session_release(desk.session, &release) == ok && release.distance == 45)
    #expect(pg_session_findings(desk.session, nil, 0) > 0)
  }

  @Test func `has a name and words for each quantity`() throws {
    let words = pg_names(PG_QUANTITY_WORDS)
    for index in 0... {
      let (name, phrase) = (pg_name(pg_names(PG_QUANTITIES), index), pg_name(words, index))
      guard let name else {
        #expect(phrase == nil)
        break
      }
      let text = String(cString: try #require(phrase))
      #expect(!text.isEmpty && (String(cString: name) == "restTime") == (text == "rest time"))
    }
    #expect(pg_name_index(words, "rest time", nil) >= 0)
  }
}
