import Foundation
import PantographBindings
import PantographCInterface
import Testing

private let ok = pg_status(PG_OK)

/// A session with an interaction of a template, driven by one finger.
final class Desk {
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
    try #require(pg_session_create(interaction, 0, &surface, &session, nil) == ok)
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
    try #require(pg_session_sample_at(session, time, &sample, nil, 0) == ok)
    return sample
  }

  func takeSamples() -> [pg_sample] {
    var samples: [pg_sample] = []
    var sample = pg_sample()
    while pg_session_take_samples(session, &sample, 1, nil, 0) == 1 { samples.append(sample) }
    return samples
  }

  func takeEvents() -> [pg_event] {
    var events: [pg_event] = []
    var event = pg_event()
    while pg_session_take_events(session, &event, 1) == 1 { events.append(event) }
    return events
  }
}
