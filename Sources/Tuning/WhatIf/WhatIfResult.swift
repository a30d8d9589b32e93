public import Gestures
public import Interactions

/// What became of the gestures of a recording, as it is and as each variant has it.
public struct WhatIfResult: Hashable, Sendable {
  /// What is another about a gesture.
  public enum Difference: String, CaseIterable, Sendable {
    /// It goes back instead of finishing.
    case finishToCancel
    /// It finishes instead of going back.
    case cancelToFinish
    /// It goes to another of several places.
    case other
    /// It is no gesture any more.
    case lost
    /// It was none.
    case new

    /// Whether a gesture is still one, and leads elsewhere.
    public var isFlip: Bool { self != .lost && self != .new }
  }

  /// A gesture of the recording that leads elsewhere, or nowhere.
  public struct Change: Hashable, Sendable {
    /// Its place among the recording's gestures, from 0.
    public var index: Int
    /// What is another.
    public var difference: Difference
    /// What became of it; nothing where it is no gesture any more.
    public var after: JudgedGesture?
  }

  /// What a variant makes of the recording.
  public struct Row: Hashable, Sendable {
    /// The variant.
    public var variant: WhatIfVariant
    /// How many gestures lead where they did.
    public var same: Int
    /// The others, in the order of time.
    public var changes: [Change]
    /// The gestures that were none, in the order of time.
    public var new: [JudgedGesture]

    /// Holds what a variant makes of gestures against what they were; see the page WhatIf.
    public init(_ variant: WhatIfVariant, of before: [JudgedGesture], now: [JudgedGesture]) {
      self.variant = variant
      (same, changes, new) = (0, [], [])
      for (old, other) in GesturePairing.pairs(before, now) {
        switch (old, other) {
        case (let old?, let other?):
          if let difference = before[old].difference(to: now[other]) {
            changes.append(Change(index: old, difference: difference, after: now[other]))
          } else {
            same += 1
          }
        case (let old?, nil): changes.append(Change(index: old, difference: .lost))
        case (nil, let other?): new.append(now[other])
        case (nil, nil): break
        }
      }
    }

    /// How many gestures there are of a difference.
    public func count(_ difference: Difference) -> Int {
      difference == .new ? new.count : changes.count { $0.difference == difference }
    }
  }

  /// The recording's file.
  public var recording: String
  /// The estimator of its rule, by whose unit velocities are told.
  public var estimator: VelocityEstimator
  /// What drives its animation, by whose unit ways are told.
  public var gesture: Interaction.Gesture
  /// Its gestures as they are, each with the least change that would have led elsewhere.
  public var gestures: [JudgedGesture]
  /// What the variants make of them, in the order in which they were asked for.
  public var rows: [Row]

  /// Makes a result from its parts.
  public init(
    recording: String, of gesture: Interaction.Gesture, estimator: VelocityEstimator,
    gestures: [JudgedGesture], rows: [Row]
  ) {
    self.recording = recording
    self.gesture = gesture
    self.estimator = estimator
    self.gestures = gestures
    self.rows = rows
  }

  /// Whether any gesture leads elsewhere.
  public var hasFlips: Bool {
    rows.contains { $0.changes.contains { $0.difference.isFlip } }
  }
}

extension JudgedGesture {
  /// What is another about it; nothing where it leads to the same place.
  fileprivate func difference(to other: JudgedGesture) -> WhatIfResult.Difference? {
    guard target != other.target || outcome != other.outcome else { return nil }
    return switch (outcome, other.outcome) {
    case (.finish, .cancel): .finishToCancel
    case (.cancel, .finish): .cancelToFinish
    default: .other
    }
  }
}

/// Finds out which gesture of a variant is which of the recording's.
package enum GesturePairing {
  /// Both in the order of time: partners, and those that have none.
  ///
  /// Partners are two that fingers were at in the same instants, from landing to release. Of two that could
  /// be the partner of a third, it is the one that shares more time with it.
  package static func pairs(
    _ before: [JudgedGesture], _ now: [JudgedGesture]
  ) -> [(Int?, Int?)] {
    var pairs: [(Int?, Int?)] = []
    var (old, other) = (0, 0)
    while old < before.count, other < now.count {
      let shared = before[old].overlap(now[other])
      let nextOld = old + 1 < before.count ? before[old + 1].overlap(now[other]) : .min
      let nextOther = other + 1 < now.count ? before[old].overlap(now[other + 1]) : .min
      if shared < 0 ? before[old].ended < now[other].ended : nextOld > shared {
        pairs.append((old, nil))
        old += 1
      } else if shared < 0 || nextOther > shared {
        pairs.append((nil, other))
        other += 1
      } else {
        pairs.append((old, other))
        (old, other) = (old + 1, other + 1)
      }
    }
    pairs += (old..<before.count).map { ($0, nil) }
    return pairs + (other..<now.count).map { (nil, $0) }
  }
}
