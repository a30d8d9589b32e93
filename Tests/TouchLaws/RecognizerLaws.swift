public import Gestures
import Laws
import Quantities
import Touches

/// Whether each gesture begins before it ends, once; what happens at an instant has no beginning.
public func isInOrder(_ phases: [GesturePhase], instant: Bool) -> Bool {
  var isOn = false
  for phase in phases {
    switch phase {
    case .began where !instant && !isOn: isOn = true
    case .changed where isOn: break
    case .ended where isOn || instant, .cancelled where isOn: isOn = false
    default: return false
    }
  }
  return true
}

/// What holds of a recogniser, whatever the fingers do.
///
/// * Each gesture begins and is over once, and when all is cancelled, none is on.
/// * Events come in the order of time, none later than the frame that it follows from.
/// * Deadlines may be passed by a frame or by themselves.
/// * Only differences of time matter.
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
      try hold(event.time <= frame.time, "\(name) tells of the future: \(event)")
      try hold(isSound(event.value), "\(name) tells of nothing that can be: \(event)")
    }
  }
  watched.cancel(at: frames.last?.time ?? Timestamp(microseconds: 0), into: &events)
  try hold(watched.state != .active, "\(name) is on after it was cancelled")
  try hold(isInOrder(events.map(\.phase), instant: instant), "\(name): \(events.map(\.phase))")
  try hold(
    instant || [.ended, .cancelled, nil].contains(events.last?.phase), "\(name) never ends")
  try hold(
    zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time }, "\(name) goes back in time")

  let stepped = told(by: recognizer, frames) { recognizer, frame, events in
    // One that stays at its deadline would be asked for ever.
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
  var shifted = told(by: recognizer, later)
  for index in shifted.indices {
    shifted[index].time = shifted[index].time.advanced(byMicroseconds: -shift)
  }
  try hold(shifted == events, "\(name), later: \(shifted) for \(events)")
}

private func told<Recognizer: GestureRecognizer>(
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
