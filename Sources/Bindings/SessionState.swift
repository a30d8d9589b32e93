import PantographBase
import PantographCInterface
import PantographInteractions
import PantographTouches
import PantographTrajectories

/// The state of a session.
struct SessionState {
  var driver: TrajectoryDriver
  var tape: Tape
  let start: Int64
  /// What turns a device's events into frames; `nil` for a session that takes frames.
  var assembler: FrameAssembler?
  /// The frame that is fed; it keeps its memory.
  var frame: TouchFrame

  /// Why the last call that did nothing did so.
  private(set) var refusal = pg_error()

  /// Creates the state, unless sums of the start and elapsed times could overflow.
  init(
    _ interaction: InteractionHandle, start: Int64, on plane: Plane?, assembler: FrameAssembler?
  ) throws(Refusal) {
    guard start.magnitude <= 1 << 62 else {
      throw .invalid("the start is not within 2^62 microseconds of 0")
    }
    let time = Timestamp(microseconds: start)
    driver = TrajectoryDriver(interaction.interaction, start: time, on: plane)
    tape = Tape(start: start, width: interaction.valueNames.count)
    frame = TouchFrame(time: time, contacts: [])
    self.start = start
    self.assembler = assembler
  }

  /// Keeps why a call does nothing, and returns its status.
  @inline(never)
  mutating func refuse(_ message: String, as status: pg_status = .invalid) -> pg_status {
    refusal = pg_error(message)
    return status
  }

  /// Returns a time of the caller's, if it is a possible one.
  @inline(__always)
  mutating func timestamp(_ time: Int64) -> Timestamp? {
    if isNear(time, start) { return Timestamp(microseconds: time) }
    _ = refuse("the time \(time) is not within 200 years of the start")
    return nil
  }
}

/// Returns whether two times are within two centuries of each other; others are a mistake.
func isNear(_ time: Int64, _ other: Int64) -> Bool {
  let (elapsed, isTooLarge) = time.subtractingReportingOverflow(other)
  return !isTooLarge && elapsed.magnitude <= 200 * 365 * 86_400 * 1_000_000
}
