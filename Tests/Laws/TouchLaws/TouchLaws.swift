import PantographBase
import PantographGestures
package import PantographLaws
import PantographTouches

/// Checks the laws of everything that is derived from touches, for any bytes; see ``TouchBytes``.
///
/// - Each recogniser follows its laws, alone and in an arena, and reports finite values within their bounds.
/// - Each estimator returns a finite velocity, or none, at the lift and later.
/// - The trajectory that they drive follows those of ``DriverLaws``.
package func checkTouches(_ bytes: [UInt8]) throws(BrokenLaw) {
  var choice = ByteChance(bytes)
  let interaction = AnyInteraction.chosen(by: &choice)
  let settings = panSettings(chosen: choice.byte())
  var touches = TouchBytes(choice)
  // A second of frames, as long as most gestures.
  let frames = touches.frames(atMost: 120)
  try checkPans(settings, frames)
  try checkOthers(frames)
  try checkArena(frames)
  try checkTrajectory(interaction, frames)
}

/// The size of the surface in millimetres.
let surfaceSize = Vector(x: 100, y: 64)

private func panSettings(chosen byte: UInt8) -> PanGestureRecognizer.Settings {
  typealias Settings = PanGestureRecognizer.Settings
  let estimators = VelocityEstimator.allCases
  var settings = [
    Settings(), Settings(fingers: 2...2, slop: 1), Settings(fingers: 1...3, slop: 0),
    Settings(fingers: 1...2, slop: 1, direction: .horizontal, axisLock: .adwaita),
    Settings(fingers: 1...2, edge: .init(.right, width: 40), ignoresPalms: false),
  ][Int(byte) % 5]
  settings.estimator = estimators[Int(byte / 5) % estimators.count]
  return settings
}

private func checkPans(
  _ settings: PanGestureRecognizer.Settings, _ frames: [TouchFrame]
) throws(BrokenLaw) {
  let pan = PanGestureRecognizer(settings, on: surfaceSize)
  try checkRecognizer(pan, frames) { value in
    value.translation.isFinite && value.velocity.isFinite && value.location.isFinite
      && (1...settings.fingers.upperBound).contains(value.fingers)
  }
  var watched = pan
  var events: [GestureEvent<PanGestureRecognizer.Value>] = []
  for frame in frames {
    watched.feed(frame, into: &events)
    // The estimators take longest, so check them only at lifts.
    guard watched.history.count > 0, frame.contacts.isEmpty || watched.history.count < 4 else {
      continue
    }
    for estimator in VelocityEstimator.allCases {
      for silence: Int64 in [0, 1, 40_000, 1_000_000] {
        let time = frame.time.advanced(byMicroseconds: silence)
        let velocity = estimator.velocity(of: watched.history, at: time)
        try hold(velocity?.isFinite ?? true, "\(estimator) after \(silence) µs: \(velocity as Any)")
      }
    }
  }
}

private func checkOthers(_ frames: [TouchFrame]) throws(BrokenLaw) {
  for contact in [PressedContact.hardest, .first] {
    try checkRecognizer(PressGestureRecognizer(.init(contact: contact)), frames) { value in
      (0...1).contains(value.progress) && value.rate.isFinite && value.location.isFinite
    }
    try checkRecognizer(PreviewInteraction(.init(contact: contact)), frames) { value in
      (0...1).contains(value.progress) && value.rate.isFinite && value.location.isFinite
    }
  }
  for taps in 1...2 {
    try checkRecognizer(
      TapGestureRecognizer(.init(taps: taps, slop: 20, spacing: 60)), frames, instant: true
    ) { $0.location.isFinite }
  }
  for duration in [0.05, 0.5] {
    try checkRecognizer(
      LongPressGestureRecognizer(.init(minimumDuration: duration, slop: 9)), frames
    ) { $0.location.isFinite && $0.translation.isFinite }
  }
  for settings in [PinchGestureRecognizer.Settings(), .uiKit] {
    try checkRecognizer(PinchGestureRecognizer(settings), frames) { value in
      value.scale > 0 && value.scale.isFinite && value.rate.isFinite && value.centre.isFinite
    }
  }
  for settings in [RotationGestureRecognizer.Settings(), .uiKit] {
    try checkRecognizer(RotationGestureRecognizer(settings), frames) { value in
      value.angle.isFinite && value.rate.isFinite && value.centre.isFinite
    }
  }
}

/// Checks all recognisers in one arena, whose events only identify the recogniser.
private func checkArena(_ frames: [TouchFrame]) throws(BrokenLaw) {
  var arena = GestureArena<Int>()
  let pan = arena.add(PanGestureRecognizer(.init(fingers: 1...2)), as: { _ in 0 })
  let pinch = arena.add(PinchGestureRecognizer(), as: { _ in 1 })
  let turn = arena.add(RotationGestureRecognizer(), as: { _ in 2 })
  let press = arena.add(PressGestureRecognizer(), as: { _ in 3 })
  let double = arena.add(TapGestureRecognizer(.init(taps: 2)), as: { _ in 4 })
  arena.add(TapGestureRecognizer(), as: { _ in 5 }, afterFailureOf: [double])
  arena.add(LongPressGestureRecognizer(), as: { _ in 6 }, afterFailureOf: [double])
  arena.add(PreviewInteraction(), as: { _ in 7 })
  arena.allow([pan, pinch, turn, press])
  var events: [GestureEvent<Int>] = []
  for frame in frames { arena.feed(frame, into: &events) }
  arena.cancel(at: frames.last?.time ?? Timestamp(microseconds: 0), into: &events)
  var active: Set<Int> = []
  for event in events {
    switch event.phase {
    case .began:
      try hold(
        active.isEmpty || active.union([event.value]).isSubset(of: [0, 1, 2, 3]),
        "\(event.value) begins beside \(active)")
      try hold(active.insert(event.value).inserted, "\(event.value) begins twice")
    case .changed:
      try hold(active.contains(event.value), "\(event.value) changes and is not active")
    case .ended where event.value == 4 || event.value == 5:
      try hold(active.isEmpty, "a tap beside \(active)")
    case .ended, .cancelled:
      try hold(active.remove(event.value) != nil, "\(event.value) ends and was not active")
    }
  }
  try hold(active.isEmpty, "\(active) are active after a cancellation")
  try hold(
    zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time },
    "an arena goes back in time")
}

extension Vector {
  fileprivate var isFinite: Bool { x.isFinite && y.isFinite }
}

extension Point {
  fileprivate var isFinite: Bool { x.isFinite && y.isFinite }
}
