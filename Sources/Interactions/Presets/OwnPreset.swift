import Gestures

extension ReleasePreset {
  /// The rule that we advise: a still hand decides by place, a hand that turns back takes it back, and
  /// any other by where it would have come to.
  ///
  /// Its numbers are those of hands and surfaces, in their units:
  ///
  /// - 100 ms of stillness: three reports of the slowest pads (31 Hz), so that none is taken for a
  ///   rest, and less than the 150 ms or so that a person needs to stop and go on.
  /// - 50 mm/s for turning back: above what nobody means, which is tremor (0.1 mm at 10 Hz, 6 mm/s)
  ///   and the roll of a lifting fingertip (1 mm in 25 ms, 40 mm/s), and below any flick (100 mm/s).
  /// - 0.2 s of the hand's own way on: a stroke of the smoothest kind (least jerk) has half its way
  ///   and a time of 0.27 of its duration at full speed still to go; a stroke takes 0.3 to 0.75 s, and
  ///   0.2 s is that of the longest, so that it errs toward following the hand.
  static let pantograph = ReleasePreset(
    name: "pantograph", title: "Pantograph", source: "Pantograph, OwnPreset.swift",
    version: "0.1.0", evidence: .own,
    summary:
      "After 100 ms of stillness the place decides; a hand that turns back at 50 mm/s takes it"
      + " back; any other leads to the snap point nearest to where it would be 0.2 s later.",
    rule: ReleaseRule(
      estimator: .pantograph, projection: .seconds(0.2),
      clauses: [
        .init([.init(.stillness, .atLeast, 0.1)], then: .nearest),
        .init([.init(.gone, .above, 0), .init(.velocity, .atMost, -50)], then: .previous),
        .init([.init(.gone, .below, 0), .init(.velocity, .atLeast, 50)], then: .next),
      ],
      otherwise: .projected))
}
