package import PantographBase
package import PantographTraces

/// A variant of how a device could have reported the same touches.
package struct WhatIfVariant: Hashable, Sendable {
  /// The kind of change.
  package enum Group: String, CaseIterable, Sendable {
    /// The sensor's report rate.
    case reports
    /// The rate and regularity at which a display delivers input.
    case frames
    /// The size that the device reports.
    case scale
    /// The precision of positions.
    case noise
    /// Lost events: `SYN_DROPPED`.
    case drops
    /// How the end of a stroke is reported.
    case liftOff = "lift-off"
  }

  /// The part of a gesture in which events are lost.
  package enum Loss: String, CaseIterable, Sendable {
    /// Its middle.
    case middle
    /// Just before its end.
    case end
  }

  /// What varies, and by how much.
  package enum Change: Hashable, Sendable {
    /// Reports per second.
    case reports(rate: Double)
    /// Display frames per second, perhaps with every n-th one dropped.
    case frames(rate: Double, dropsEvery: Int?)
    /// A factor on the size of the surface.
    case scale(factor: Double)
    /// The standard deviation of positions along each axis, in millimetres.
    case noise(millimetres: Double)
    /// The duration of the lost events in milliseconds, and where they are.
    case drops(milliseconds: Int, Loss)
    /// How a device reports a stroke and its lift.
    case liftOff(LiftProfile)
  }

  /// The change.
  package let change: Change

  /// Creates a variant.
  package init(_ change: Change) {
    self.change = change
  }

  /// All variants, in the order in which they are reported.
  ///
  /// Report rates are those of slow touchscreens (30 and 60 Hz), mice and touchpads (90 and 125 Hz),
  /// and phones (180 and 240 Hz). Display rates are common ones; a busy system drops about one frame in
  /// five. Resolutions are off by a quarter, or by a factor of two where a driver counts half
  /// millimetres. Noise ranges from good sensors to barely usable ones. Lost events last 20 ms, which
  /// is a frame or two, 50 ms, and 100 ms. The profiles of lifts are all that are known.
  package static let all: [WhatIfVariant] =
    [30, 60, 90, 125, 180, 240].map { .init(.reports(rate: $0)) }
    + [nil, 5].flatMap { drops in
      [60, 90, 120, 144].map { .init(.frames(rate: $0, dropsEvery: drops)) }
    }
    + [0.8, 1.25, 2].map { .init(.scale(factor: $0)) }
    + [0.1, 0.2, 0.5].map { .init(.noise(millimetres: $0)) }
    + Loss.allCases.flatMap { loss in
      [20, 50, 100].map { .init(.drops(milliseconds: $0, loss)) }
    }
    + LiftProfile.all.map { .init(.liftOff($0)) }

  /// Returns the variants with a name or of a group; empty for an unknown name.
  package static func named(_ name: String) -> [WhatIfVariant] {
    all.filter { $0.name == name || $0.group.rawValue == name }
  }

  /// The kind of change.
  package var group: Group {
    switch change {
    case .reports: .reports
    case .frames: .frames
    case .scale: .scale
    case .noise: .noise
    case .drops: .drops
    case .liftOff: .liftOff
    }
  }

  /// The name: `reports-30`, `frames-60-dropping`, `scale-0.8`, `noise-0.2`, `drops-50-end`,
  /// `lift-off-still`.
  package var name: String {
    switch change {
    case .reports(let rate): "reports-\(rate.short)"
    case .frames(let rate, nil): "frames-\(rate.short)"
    case .frames(let rate, .some): "frames-\(rate.short)-dropping"
    case .scale(let factor): "scale-\(factor.short)"
    case .noise(let millimetres): "noise-\(millimetres.short)"
    case .drops(let milliseconds, let loss): "drops-\(milliseconds)-\(loss.rawValue)"
    case .liftOff(let profile): "lift-off-\(profile.name)"
    }
  }

  /// A description of the variant.
  package var words: String {
    switch change {
    case .reports(let rate): "\(rate.short) reports per second"
    case .frames(let rate, nil): "a display of \(rate.short) Hz"
    case .frames(let rate, let drops?):
      "a display of \(rate.short) Hz, one frame of \(drops) dropped"
    case .scale(let factor): "a surface \(factor.short) times as big"
    case .noise(let millimetres): "noise of \(millimetres.short) mm"
    case .drops(let milliseconds, .middle): "\(milliseconds) ms lost in the middle"
    case .drops(let milliseconds, .end): "\(milliseconds) ms lost before the end"
    case .liftOff(let profile): profile.words
    }
  }

  /// Returns the transformation of frames; `nil` for a variant that loses events.
  func transformation(seed: UInt64) -> (any FrameTransformation)? {
    switch change {
    case .reports(let rate): ReportRate(rate)
    case .frames(let rate, let drops): DisplayFrames(rate, dropsEvery: drops, seed: seed)
    case .scale(let factor): SurfaceScale(factor)
    case .noise(let millimetres): PositionNoise(millimetres, seed: seed)
    case .liftOff(let profile): LiftOff(profile)
    case .drops: nil
    }
  }

  /// Whether it has random numbers, so that repeated draws of them differ.
  package var isRandom: Bool {
    switch change {
    case .noise, .frames(_, .some): true
    case .reports, .frames(_, nil), .scale, .drops, .liftOff: false
    }
  }

  /// Returns the seeds of repeated draws of random numbers; the first is the given one.
  package static func seeds(from seed: UInt64, count: Int) -> [UInt64] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { $0 == 0 ? seed : random.next() }
  }

  /// The factor on the size of the surface.
  var scale: Double {
    if case .scale(let factor) = change { factor } else { 1 }
  }

  /// Returns the time ranges whose events are lost, in the order of the gestures.
  package func losses(in gestures: [JudgedGesture]) -> [Range<Timestamp>] {
    guard case .drops(let milliseconds, let loss) = change else { return [] }
    let length = Int64(milliseconds) * 1000
    return gestures.map { gesture in
      let (began, ended) = (gesture.began.microseconds, gesture.ended.microseconds)
      let end = loss == .end ? ended : began + (ended - began) / 2 + length / 2
      return Timestamp(microseconds: end - length)..<Timestamp(microseconds: end)
    }
  }
}

extension Double {
  /// The number without a trailing `.0`.
  fileprivate var short: String {
    rounded() == self ? String(fixed: self, decimals: 0) : "\(self)"
  }
}
