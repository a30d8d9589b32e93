public import Interactions

/// A gesture under a rule, and how near it is to another outcome.
public struct HardGesture: Hashable, Sendable {
  /// Which of all labelled gestures it is.
  public var index: Int
  /// The gesture.
  public var gesture: LabelledGesture
  /// What becomes of it; nothing where there was no gesture.
  public var outcome: Decision.Outcome?
  /// Whether that was meant.
  public var isRight: Bool
  /// The least change of what the hand did with which it would become something else.
  public var nearest: Flip?

  /// How near it is to another outcome, as a share of what the hand did; nothing where it is not known.
  public var nearness: Double? { nearest?.relative }
}

extension HardGesture {
  /// The gestures that a rule gets wrong, the worst first, and those that it gets right by little, the
  /// nearest first.
  ///
  /// - Parameters:
  ///   - gestures: the gestures.
  ///   - rule: the rule.
  ///   - share: how much of what the hand did counts as little.
  public static func all(
    among gestures: some Sequence<LabelledGesture>, under rule: ReleaseRule, within share: Double
  ) -> (wrong: [HardGesture], near: [HardGesture]) {
    var (wrong, near): ([HardGesture], [HardGesture]) = ([], [])
    for (index, gesture) in gestures.enumerated() {
      let explanation = gesture.features.release(for: rule).map(rule.explain)
      let hard = HardGesture(
        index: index, gesture: gesture, outcome: gesture.features.outcome(by: rule),
        isRight: gesture.isRight(by: rule), nearest: explanation?.nearest)
      if !hard.isRight {
        wrong.append(hard)
      } else if let nearness = hard.nearness, nearness <= share {
        near.append(hard)
      }
    }
    // Equally near ones stay in their order: the sort says so itself.
    wrong.sort { ($0.nearness ?? .infinity, $1.index) > ($1.nearness ?? .infinity, $0.index) }
    near.sort { ($0.nearness ?? 0, $0.index) < ($1.nearness ?? 0, $1.index) }
    return (wrong, near)
  }
}
