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

  init(_ gesture: LabelledGesture, at index: Int, under rule: ReleaseRule) {
    let explanation = gesture.features.release(for: rule).map(rule.explain)
    self.index = index
    self.gesture = gesture
    outcome = explanation?.decision.outcome ?? gesture.features.outcome(by: rule)
    isRight = (outcome == .finish) == gesture.isMeantToFinish
    nearest = explanation?.nearest
  }
}

/// Hard gestures in little memory: only their order is kept, and each is explained again when it is asked for.
public struct HardGestures: RandomAccessCollection, Sendable {
  private let gestures: LabelledGestures
  private let rule: ReleaseRule
  private let order: [Int32]

  /// The index of the first gesture.
  public var startIndex: Int { 0 }
  /// The number of gestures.
  public var endIndex: Int { order.count }

  /// The gesture at an index.
  public subscript(index: Int) -> HardGesture {
    let number = Int(order[index])
    return HardGesture(gestures[number], at: number, under: rule)
  }

  /// Which of all labelled gestures they are.
  public var numbers: some Sequence<Int> { order.lazy.map(Int.init) }

  /// The gestures that a rule gets wrong, the worst first, and those that it gets right by little, the
  /// nearest first.
  ///
  /// - Parameters:
  ///   - gestures: the gestures.
  ///   - rule: the rule.
  ///   - share: how much of what the hand did counts as little.
  public static func all(
    among gestures: LabelledGestures, under rule: ReleaseRule, within share: Double
  ) -> (wrong: HardGestures, near: HardGestures) {
    typealias Found = (nearness: Double, index: Int32)
    var (wrong, near): ([Found], [Found]) = ([], [])
    for (index, gesture) in gestures.enumerated() {
      let hard = HardGesture(gesture, at: index, under: rule)
      if !hard.isRight {
        wrong.append((hard.nearness ?? .infinity, Int32(index)))
      } else if let nearness = hard.nearness, nearness <= share {
        near.append((nearness, Int32(index)))
      }
    }
    // Equally near ones stay in their order: the sort says so itself.
    wrong.sort { ($0.nearness, $1.index) > ($1.nearness, $0.index) }
    near.sort { $0 < $1 }
    func kept(_ found: [Found]) -> HardGestures {
      HardGestures(gestures: gestures, rule: rule, order: found.map(\.index))
    }
    return (kept(wrong), kept(near))
  }
}
