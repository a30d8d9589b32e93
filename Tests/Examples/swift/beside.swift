// A Swift program with a runtime of its own beside the one in the C library, which `tools/ci/check-library` builds and
// runs. A Swift package has less to do: it depends on the product Pantograph.
import PantographCInterface

/// The fraction of the sheet 80 ms after a finger that moved 39 mm up has lifted.
func fractionAfterSwipe() -> Double? {
  var interaction: OpaquePointer?
  var session: OpaquePointer?
  guard pg_interaction_create_from_template("sheet", &interaction, nil) == PG_OK,
    pg_session_create(interaction, 0, nil, &session, nil) == PG_OK
  else { return nil }
  defer {
    pg_session_destroy(session)
    pg_interaction_destroy(interaction)
  }
  for frame in 0..<40 {
    var finger = pg_contact()
    (finger.id, finger.x, finger.y, finger.pressure) = (1, 30, 100 - Double(frame), .nan)
    guard pg_session_feed(session, Int64(frame) * 8_000, &finger, 1) == PG_OK else { return nil }
  }
  var sample = pg_sample()
  guard pg_session_feed(session, 320_000, nil, 0) == PG_OK,
    pg_session_sample_at(session, 400_000, &sample, nil, 0) == PG_OK
  else { return nil }
  return sample.fraction
}

// Dictionaries and texts need the runtime of this program.
let answers = ["fraction": fractionAfterSwipe(), "frames": 40]
for (name, value) in answers.sorted(by: { $0.key < $1.key }) {
  print("\(name) \(value.map(String.init(describing:)) ?? "unknown")")
}
