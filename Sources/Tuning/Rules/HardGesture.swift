package import PantographInteractions

/// A gesture under a rule, and its distance to another outcome.
package struct HardGesture: Hashable, Sendable {
  /// The index among all labelled gestures.
  package var index: Int
  /// The gesture.
  package var gesture: LabelledGesture
  /// Its outcome; `nil` where there was no gesture.
  package var outcome: Decision.Outcome?
  /// Whether the outcome is the intended one.
  package var isRight: Bool
  /// The smallest change of a quantity that flips the outcome.
  package var nearest: Flip?

  /// The relative size of that change; `nil` where it is not known.
  package var nearness: Double? { nearest?.relative }

  init(_ gesture: LabelledGesture, at index: Int, under rule: ReleaseRule) {
    let explanation = gesture.features.release(for: rule).map(rule.explain)
    self.index = index
    self.gesture = gesture
    outcome = explanation?.decision.outcome ?? gesture.features.outcome(by: rule)
    isRight = (outcome == .finish) == gesture.isMeantToFinish
    nearest = explanation?.nearest
  }
}

/// Hard gestures in compact form: only their order is stored, and each is explained again on access.
package struct HardGestures: RandomAccessCollection, Sendable {
  private let gestures: LabelledGestures
  private let rule: ReleaseRule
  private let order: [Int32]

  /// The index of the first gesture.
  package var startIndex: Int { 0 }
  /// The number of gestures.
  package var endIndex: Int { order.count }

  /// The gesture at an index.
  package subscript(index: Int) -> HardGesture {
    let number = Int(order[index])
    return HardGesture(gestures[number], at: number, under: rule)
  }

  /// The indices among all labelled gestures.
  package var numbers: some Sequence<Int> { order.lazy.map(Int.init) }

  /// Returns the gestures that a rule gets wrong, the worst first, and the narrow passes, the closest
  /// first.
  ///
  /// - Parameters:
  ///   - gestures: the gestures.
  ///   - rule: the rule.
  ///   - share: the largest relative change that counts as narrow.
  package static func all(
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
    // The index keeps the order of equal gestures.
    wrong.sort { ($0.nearness, $1.index) > ($1.nearness, $0.index) }
    near.sort { $0 < $1 }
    func kept(_ found: [Found]) -> HardGestures {
      HardGestures(gestures: gestures, rule: rule, order: found.map(\.index))
    }
    return (kept(wrong), kept(near))
  }
}
