/// The result of checking a case with a subject.
package struct SubjectCheck: Sendable {
  /// What the subject received.
  package let gesture: GestureRows
  /// What it showed.
  package internal(set) var actual: Observation
  /// The comparison with what was accepted; `nil` if nothing has been.
  package let comparison: ObservationComparison?
  /// The comparisons with what must show the same, by its file.
  package let agreements: [(other: String, comparison: ObservationComparison)]
  /// Whether it ran in real time, so that no two runs are the same to the last bit.
  let isInRealTime: Bool

  /// Whether there is anything to compare with.
  package var isCompared: Bool { comparison != nil || !agreements.isEmpty }

  /// Whether it shows what was accepted, and what the others show.
  package var isSame: Bool {
    isCompared && comparison?.isSame ?? true && agreements.allSatisfy(\.comparison.isSame)
  }

  /// Whether accepting what it shows changes anything.
  package var canBeAccepted: Bool { !(comparison?.isSame ?? !agreements.isEmpty) }

  /// The first comparison with a difference, or any; `other` is the file of an agreement.
  package var telling: (other: String?, comparison: ObservationComparison)? {
    var all = agreements.map { (other: Optional($0.other), comparison: $0.comparison) }
    if let comparison { all.insert((nil, comparison), at: 0) }
    return all.first { !$0.comparison.isSame } ?? all.first
  }

  /// Returns whether it differs as another check of the same case, with a smaller recording.
  ///
  /// From an agreement, or in real time, it must differ in the same column. Otherwise, what was accepted
  /// belongs to the whole recording, so the first difference must be the same, and everything up to it
  /// unchanged.
  package func differs(as before: SubjectCheck) -> Bool {
    guard let (other, now) = telling, let (otherBefore, then) = before.telling,
      other == otherBefore, let first = now.first, let firstBefore = then.first,
      first.difference.isLike(firstBefore.difference)
    else { return false }
    guard other == nil, !isInRealTime else { return true }
    let change = ObservationComparison(
      of: now.actual, expecting: then.actual, within: Subject.Tolerances())
    return first.time == firstBefore.time && change.first.map { $0.time > first.time } ?? true
  }
}

extension ObservationComparison.Difference {
  /// Returns whether it is in the same column, or has the same words.
  fileprivate func isLike(_ other: Self) -> Bool {
    switch (self, other) {
    case (.value(let column, _, _, _), .value(let otherColumn, _, _, _)),
      (.missingColumn(let column), .missingColumn(let otherColumn)):
      column == otherColumn
    case (.movement(let movement), .movement(let otherMovement)):
      movement.column == otherMovement.column && movement.quantity == otherMovement.quantity
    case (.event(let expected, let actual), .event(let otherExpected, let otherActual)):
      expected?.words == otherExpected?.words && actual?.words == otherActual?.words
    default: false
    }
  }
}
