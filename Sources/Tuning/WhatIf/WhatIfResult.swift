package import PantographBase
package import PantographGestures
package import PantographInteractions
import PantographTouches
import PantographTrajectories

/// The outcomes of a recording's gestures, as it is and under each variant.
package struct WhatIfResult: Hashable, Sendable {
  /// How a gesture differs under a variant.
  package enum Difference: String, CaseIterable, Sendable {
    /// It cancels instead of finishing.
    case finishToCancel
    /// It finishes instead of cancelling.
    case cancelToFinish
    /// It ends at another progress, such as a snap point.
    case other
    /// It is no longer recognised.
    case lost
    /// It was not recognised before; such gestures are in ``Row/new``, not among the changes.
    case new

    /// Whether the gesture is still recognised, with another outcome.
    package var isFlip: Bool { self != .lost && self != .new }
  }

  /// A gesture whose outcome changes, or that is lost.
  package struct Change: Hashable, Sendable {
    /// The index among the recording's gestures.
    package var index: Int
    /// How it differs.
    package var difference: Difference
    /// The gesture under the variant; `nil` if it is lost.
    package var after: JudgedGesture?
  }

  /// The effect of one variant.
  package struct Row: Hashable, Sendable {
    /// The variant.
    package var variant: WhatIfVariant
    /// The number of gestures with the same outcome.
    package var same: Int
    /// The changed gestures, in the order of time.
    package var changes: [Change]
    /// The new gestures, in the order of time.
    package var new: [JudgedGesture]
    /// How often each gesture changes in repeated draws of the random numbers; `nil` for a single draw.
    package var draws: Draws?

    /// Compares the gestures under a variant with the original ones; see <doc:WhatIf>.
    package init(_ variant: WhatIfVariant, of before: [JudgedGesture], now: [JudgedGesture]) {
      self.variant = variant
      same = 0
      changes = []
      new = []
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

    /// Returns the number of gestures with a difference.
    package func count(_ difference: Difference) -> Int {
      difference == .new ? new.count : changes.count { $0.difference == difference }
    }
  }

  /// How often gestures change under a variant, in repeated draws of its random numbers.
  package struct Draws: Hashable, Sendable {
    /// The number of draws.
    package let count: Int
    /// In how many of them each gesture flips, by the index among the recording's gestures.
    package private(set) var flips: [Int]
    /// In how many of them each gesture is no longer recognised.
    package private(set) var losses: [Int]

    /// Compares the original gestures with those of each draw.
    package init(of before: [JudgedGesture], in draws: [[JudgedGesture]]) {
      count = draws.count
      flips = before.map { _ in 0 }
      losses = flips
      for now in draws {
        for (old, other) in GesturePairing.pairs(before, now) {
          guard let old else { continue }
          if let other {
            if before[old].difference(to: now[other]) != nil { flips[old] += 1 }
          } else {
            losses[old] += 1
          }
        }
      }
    }

    /// Returns the share of draws in which a gesture flips, and its 95 % confidence interval (Wilson).
    package func probability(of index: Int) -> (share: Double, interval: ClosedRange<Double>) {
      let share = Double(flips[index]) / Double(count)
      return (share, WilsonInterval.of(share, count: Double(count)))
    }
  }

  /// The recording's file.
  package var recording: String
  /// The estimator of the rule, which determines the unit of velocities.
  package var estimator: VelocityEstimator
  /// The gesture that drives the animation, which determines the unit of distances.
  package var gesture: Interaction.Gesture
  /// The original gestures, each with its nearest flip.
  package var gestures: [JudgedGesture]
  /// The effects of the variants, in the requested order.
  package var rows: [Row]

  /// Whether any outcome flips, in any draw.
  package var hasFlips: Bool {
    rows.contains { row in
      row.changes.contains { $0.difference.isFlip }
        || row.draws?.flips.contains { $0 > 0 } ?? false
    }
  }
}

extension JudgedGesture {
  /// Returns how another gesture differs; `nil` for the same outcome.
  fileprivate func difference(to other: JudgedGesture) -> WhatIfResult.Difference? {
    let isSame = target == other.target || coasts && other.coasts
    guard !isSame || outcome != other.outcome else { return nil }
    return switch (outcome, other.outcome) {
    case (.finish, .cancel): .finishToCancel
    case (.cancel, .finish): .cancelToFinish
    default: .other
    }
  }
}

/// Matches the gestures of a variant with those of the recording.
package enum GesturePairing {
  /// Returns pairs of indices in the order of time, with `nil` for a missing partner.
  ///
  /// Partners overlap in time, from landing to release. If two gestures overlap a third one, the longer
  /// overlap wins.
  package static func pairs(
    _ before: [JudgedGesture], _ now: [JudgedGesture]
  ) -> [(Int?, Int?)] {
    var pairs: [(Int?, Int?)] = []
    var old = 0
    var other = 0
    while old < before.count, other < now.count {
      let shared = before[old].overlap(now[other])
      let nextOld = old + 1 < before.count ? before[old + 1].overlap(now[other]) : .min
      let nextOther = other + 1 < now.count ? before[old].overlap(now[other + 1]) : .min
      // Without a common time, the earlier one is alone; with one, the one whose partner fits the next one better.
      let oldIsAlone = shared < 0 ? before[old].ended < now[other].ended : nextOld > shared
      let otherIsAlone = shared < 0 || nextOther > shared
      if oldIsAlone {
        pairs.append((old, nil))
        old += 1
      } else if otherIsAlone {
        pairs.append((nil, other))
        other += 1
      } else {
        pairs.append((old, other))
        old += 1
        other += 1
      }
    }
    pairs += (old..<before.count).map { ($0, nil) }
    return pairs + (other..<now.count).map { (nil, $0) }
  }
}

/// A gesture and its outcome.
package struct JudgedGesture: Hashable, Sendable {
  /// Its number in the recording, from 1.
  package var number: Int
  /// The time of its first landing, or the end of the previous gesture.
  package var landed: Timestamp
  /// The time at which it was recognised, from the recording's first event.
  package var began: Timestamp
  /// The time at which it ended.
  package var ended: Timestamp
  /// Its outcome.
  package var outcome: Decision.Outcome
  /// The progress that the animation ends at.
  package var target: Double
  /// Whether it coasts to rest between the ends, where every variant has another target.
  package var coasts = false
  /// Whether it was interrupted, without a release to judge.
  package var isCutOff: Bool
  /// The smallest change that flips the outcome; `nil` if there is none or it was not computed.
  package var nearest: Flip?

  /// Creates a gesture from its parts.
  package init(
    number: Int, landed: Timestamp, began: Timestamp, ended: Timestamp, outcome: Decision.Outcome,
    target: Double, isCutOff: Bool = false, nearest: Flip? = nil
  ) {
    self.number = number
    self.landed = landed
    self.began = began
    self.ended = ended
    self.outcome = outcome
    self.target = target
    self.isCutOff = isCutOff
    self.nearest = nearest
  }

  /// Returns the microseconds that two gestures overlap; negative for a gap.
  func overlap(_ other: JudgedGesture) -> Int64 {
    min(ended, other.ended).microseconds - max(landed, other.landed).microseconds
  }
}

/// Records the outcome of each gesture of a trajectory.
struct JudgedGestureLog: TrajectorySink {
  private(set) var gestures: [JudgedGesture] = []
  private let rule: ReleaseRule?
  private var landed = Timestamp(microseconds: 0)
  private var began = Timestamp(microseconds: 0)
  private var release: Release?
  private var isCutOff = false

  /// Creates a log; with a rule, it also finds the nearest flips.
  init(explaining rule: ReleaseRule?) {
    self.rule = rule
  }

  /// Records a landing on an untouched surface.
  mutating func land(at time: Timestamp) { landed = time }

  mutating func receive(_ sample: Sample) throws(Never) {}

  mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    switch event.kind {
    case .began: began = event.time
    case .ended(let context):
      release = rule.map(context.release)
      isCutOff = false
    case .cancelled:
      release = nil
      isCutOff = true
    case .decided(let decision):
      var gesture = JudgedGesture(
        number: gestures.count + 1, landed: max(landed, gestures.last?.ended ?? landed),
        began: began, ended: event.time, outcome: decision.outcome, target: decision.target,
        isCutOff: isCutOff)
      gesture.coasts = decision.judgement?.verdict == .coast && decision.outcome == .snap
      if let release { gesture.nearest = rule?.explain(release).nearest }
      gestures.append(gesture)
    case .changed, .handoff, .completed, .held, .started: break
    }
  }
}
