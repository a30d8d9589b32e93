/// The result of checking a case with a subject.
package struct SubjectCheck: Sendable {
  /// What the subject received.
  package let gesture: GestureRows
  /// What it showed.
  package let actual: Observation
  /// The comparison with what was accepted; `nil` if nothing has been.
  package let comparison: ObservationComparison?
  /// The comparisons with what must show the same, by its file.
  package let agreements: [(other: String, comparison: ObservationComparison)]

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
}
