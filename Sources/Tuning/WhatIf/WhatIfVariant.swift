public import Quantities

/// One way in which the same hand could have been told differently.
public struct WhatIfVariant: Hashable, Sendable {
  /// What is another.
  public enum Group: String, CaseIterable, Sendable {
    /// How often the sensor reports.
    case reports
    /// How often, and how regularly, a display's frame hands input over.
    case frames
    /// How long the device says that one of its values is.
    case scale
    /// How precise places are.
    case noise
    /// What gets lost on the way: `SYN_DROPPED`.
    case drops
  }

  /// Where in a gesture events are lost.
  public enum Loss: String, CaseIterable, Sendable {
    /// In its middle.
    case middle
    /// Just before its end.
    case end
  }

  /// What is another, and by how much.
  public enum Change: Hashable, Sendable {
    /// Reports, per second.
    case reports(rate: Double)
    /// Frames of the display, per second, of which every so-many-th may be dropped.
    case frames(rate: Double, dropsEvery: Int?)
    /// How many times as big the surface is.
    case scale(factor: Double)
    /// The standard deviation of places along each axis, in millimetres.
    case noise(millimetres: Double)
    /// The milliseconds of events that are lost, and where.
    case drops(milliseconds: Int, Loss)
  }

  /// What is another, and by how much.
  public let change: Change

  /// Makes a variant.
  public init(_ change: Change) {
    self.change = change
  }

  /// All that are tried, in the order in which they are told.
  ///
  /// Reports come as often as from slow touchscreens (30 and 60 Hz), mice and touchpads (90 and 125), and
  /// telephones (180 and 240); displays are those that are sold, and one frame of five late is what a busy
  /// system makes of them. Resolutions are off by a quarter, or by a factor of two where a driver counts
  /// half millimetres. Noise begins at what good sensors have, and ends where fingers would complain. What
  /// gets lost is what comes in 20 ms, a frame or two, in 50, and in 100.
  public static let all: [WhatIfVariant] =
    [30, 60, 90, 125, 180, 240].map { .init(.reports(rate: $0)) }
    + [nil, 5].flatMap { drops in
      [60, 90, 120, 144].map { .init(.frames(rate: $0, dropsEvery: drops)) }
    }
    + [0.8, 1.25, 2].map { .init(.scale(factor: $0)) }
    + [0.1, 0.2, 0.5].map { .init(.noise(millimetres: $0)) }
    + Loss.allCases.flatMap { loss in
      [20, 50, 100].map { .init(.drops(milliseconds: $0, loss)) }
    }

  /// The variants of a name, or of a group's; none where there is no such name.
  public static func named(_ name: String) -> [WhatIfVariant] {
    all.filter { $0.name == name || $0.group.rawValue == name }
  }

  /// What is another.
  public var group: Group {
    switch change {
    case .reports: .reports
    case .frames: .frames
    case .scale: .scale
    case .noise: .noise
    case .drops: .drops
    }
  }

  /// Its name: `reports-30`, `frames-60-dropping`, `scale-0.8`, `noise-0.2`, `drops-50-end`.
  public var name: String {
    switch change {
    case .reports(let rate): "reports-\(rate.short)"
    case .frames(let rate, nil): "frames-\(rate.short)"
    case .frames(let rate, .some): "frames-\(rate.short)-dropping"
    case .scale(let factor): "scale-\(factor.short)"
    case .noise(let millimetres): "noise-\(millimetres.short)"
    case .drops(let milliseconds, let loss): "drops-\(milliseconds)-\(loss.rawValue)"
    }
  }

  /// What it is, in words.
  public var words: String {
    switch change {
    case .reports(let rate): "\(rate.short) reports per second"
    case .frames(let rate, nil): "a display of \(rate.short) Hz"
    case .frames(let rate, let drops?):
      "a display of \(rate.short) Hz, one frame of \(drops) dropped"
    case .scale(let factor): "a surface \(factor.short) times as big"
    case .noise(let millimetres): "noise of \(millimetres.short) mm"
    case .drops(let milliseconds, .middle): "\(milliseconds) ms lost in the middle"
    case .drops(let milliseconds, .end): "\(milliseconds) ms lost before the end"
    }
  }

  /// What it does to frames; nothing where it is about events.
  func transformation(seed: UInt64) -> (any FrameTransformation)? {
    switch change {
    case .reports(let rate): ReportRate(rate)
    case .frames(let rate, let drops): DisplayFrames(rate, dropsEvery: drops, seed: seed)
    case .scale(let factor): SurfaceScale(factor)
    case .noise(let millimetres): PositionNoise(millimetres, seed: seed)
    case .drops: nil
    }
  }

  /// How many times as big the surface is.
  var scale: Double {
    if case .scale(let factor) = change { factor } else { 1 }
  }

  /// The times from which up to which it loses events, in the order of the gestures that it loses them of.
  public func losses(in gestures: [JudgedGesture]) -> [Range<Timestamp>] {
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
  /// As somebody would write it: without a point where there is none to make.
  fileprivate var short: String {
    rounded() == self ? String(fixed: self, decimals: 0) : "\(self)"
  }
}
