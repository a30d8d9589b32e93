import PantographBase

extension ReleasePreset {
  /// The recommended rule: rest selects the nearest snap point, a reversal goes back, and anything else is
  /// projected.
  ///
  /// The numbers come from human movement and surfaces, in their own units:
  ///
  /// - 100 ms at rest: three reports of the slowest touchpads (31 Hz), so that a gap between reports is never
  ///   taken for rest, and less than the 150 ms or so that a person needs to stop and continue.
  /// - 50 mm/s for a reversal: above unintended movement, which is tremor (0.1 mm at 10 Hz, 6 mm/s) and the
  ///   roll of a lifting fingertip (1 mm in 25 ms, 40 mm/s), and below any flick (100 mm/s).
  /// - 0.2 s of projection: a stroke with minimum jerk has half of its distance left at full speed, which is
  ///   0.27 of its duration at that speed. A stroke takes 0.3 to 0.75 s; 0.2 s belongs to the longest, so
  ///   that the rule errs toward following the fingers.
  static let pantograph = ReleasePreset(
    name: "pantograph", title: "Pantograph", source: "Pantograph, OwnPreset.swift",
    version: Version.number, evidence: .own,
    summary:
      "After 100 ms at rest, it goes to the nearest snap point. A gesture that reverses at 50 mm/s "
      + "returns to the previous snap point. Any other goes to the snap point nearest to its "
      + "position 0.2 s later.",
    rule: """
      { "estimator": "pantograph", "projection": { "seconds": 0.2 }, "clauses": [
        { "when": { "restTime": { "atLeast": 0.1 } }, "then": "nearest" },
        { "when": { "progressSinceGrab": { "above": 0 }, "velocity": { "atMost": -50 } }, "then": "previous" },
        { "when": { "progressSinceGrab": { "below": 0 }, "velocity": { "atLeast": 50 } }, "then": "next" }
      ], "otherwise": "projected" }
      """)
}
