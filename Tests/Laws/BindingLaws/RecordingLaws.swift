import PantographBindings
import PantographCInterface
import PantographLaws

/// Checks the laws of a recording of any bytes, and replays it.
///
/// Events are in order of the calls, their number is at most the capacity, and an error has a message.
func checkRecording(
  of bytes: [UInt8], replayedBy interaction: OpaquePointer, by chance: inout ByteChance
) throws(BrokenLaw) {
  var (made, error) = (OpaquePointer?.none, pg_error())
  var status = pg_recording_create(bytes, bytes.count, &made, &error)
  try hold((status == PG_OK) == (made != nil), "status \(status) and a recording differ")
  try hold((status == PG_OK) == (error.message.0 == 0), "status \(status) and its message differ")
  guard let recording = made else { return }
  defer { pg_recording_destroy(recording) }
  var session: OpaquePointer?
  status = pg_session_create_for_device(
    interaction, pg_recording_start(recording), pg_recording_device(recording), &session, &error)
  try hold((status == PG_OK) == (session != nil), "status \(status) and a handle differ")
  defer { pg_session_destroy(session) }
  let capacity = 1 + Int(chance.byte())
  var events = [pg_input_event](repeating: pg_input_event(), count: capacity)
  var count = 0
  repeat {
    status = pg_recording_read(recording, &events, capacity, &count, &error)
    try hold((count > 0) == (status == PG_OK), "status \(status) with \(count) events")
    try hold(count <= capacity, "\(count) events in room for \(capacity)")
    if count > 0, session != nil {
      let fed = pg_session_feed_events(session, events, count)
      try hold(fed == PG_OK || fed == PG_INVALID, "events are fed with \(fed)")
    }
  } while status == PG_OK
}
