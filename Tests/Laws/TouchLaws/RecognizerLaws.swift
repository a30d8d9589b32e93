import PantographBase
package import PantographGestures
import PantographLaws
import PantographTouches

/// Returns whether each gesture begins once before it ends; an instantaneous one only ends.
package func isInOrder(_ phases: [GesturePhase], instant: Bool) -> Bool {
  var isActive = false
  for phase in phases {
    switch phase {
    case .began where !instant && !isActive: isActive = true
    case .changed where isActive: break
    case .ended where isActive || instant, .cancelled where isActive: isActive = false
    default: return false
    }
  }
  return true
}

/// Checks the laws of a recogniser on any frames.
///
/// - Each gesture begins and ends once, and none is active after a cancellation.
/// - Events are in order of time, none later than its frame.
/// - Passing deadlines explicitly has no effect.
/// - Only differences of time matter.
func checkRecognizer<Recognizer: GestureRecognizer>(
  _ recognizer: Recognizer, _ frames: [TouchFrame], instant: Bool = false,
  isSound: (Recognizer.Value) -> Bool
) throws(BrokenLaw) {
  let name = "\(Recognizer.self)"
  var events: [GestureEvent<Recognizer.Value>] = []
  var watched = recognizer
  for frame in frames {
    let count = events.count
    watched.feed(frame, into: &events)
    for event in events[count...] {
      try hold(event.time <= frame.time, "\(name) reports a future event: \(event)")
      try hold(isSound(event.value), "\(name) reports an invalid value: \(event)")
    }
  }
  watched.cancel(at: frames.last?.time ?? Timestamp(microseconds: 0), into: &events)
  try hold(watched.state != .active, "\(name) is active after it was cancelled")
  try hold(isInOrder(events.map(\.phase), instant: instant), "\(name): \(events.map(\.phase))")
  try hold(
    instant || [.ended, .cancelled, nil].contains(events.last?.phase), "\(name) never ends")
  try hold(
    zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time }, "\(name) goes back in time")

  let stepped = reported(by: recognizer, frames) { recognizer, frame, events in
    // A recogniser that stays at its deadline must not loop forever.
    var before: Timestamp?
    while let deadline = recognizer.deadline, deadline <= frame.time, deadline != before {
      before = deadline
      recognizer.advance(to: deadline, into: &events)
    }
  }
  try hold(stepped == events, "\(name) by deadlines: \(stepped) for \(events)")

  let shift: Int64 = 1_699_999_999_123_457
  var later = frames
  for index in later.indices {
    later[index].time = later[index].time.advanced(byMicroseconds: shift)
  }
  var shifted = reported(by: recognizer, later)
  for index in shifted.indices {
    shifted[index].time = shifted[index].time.advanced(byMicroseconds: -shift)
  }
  try hold(shifted == events, "\(name), later: \(shifted) for \(events)")
}

private func reported<Recognizer: GestureRecognizer>(
  by recognizer: Recognizer, _ frames: [TouchFrame],
  before: (inout Recognizer, TouchFrame, inout [GestureEvent<Recognizer.Value>]) -> Void = {
    _, _, _ in
  }
) -> [GestureEvent<Recognizer.Value>] {
  var recognizer = recognizer
  var events: [GestureEvent<Recognizer.Value>] = []
  for frame in frames {
    before(&recognizer, frame, &events)
    recognizer.feed(frame, into: &events)
  }
  recognizer.cancel(at: frames.last?.time ?? Timestamp(microseconds: 0), into: &events)
  return events
}
