package import PantographInteractions

/// The errors of a rule on labelled gestures.
package struct TuningScore: Hashable, Sendable {
  /// The costs of errors, in thousandths.
  package struct Costs: Hashable, Sendable {
    /// The cost of a false finish.
    package var falseFinish: Int
    /// The cost of a false cancel.
    package var falseCancel: Int

    /// Creates costs; by default all errors cost the same.
    package init(falseFinish: Int = 1000, falseCancel: Int = 1000) {
      self.falseFinish = falseFinish
      self.falseCancel = falseCancel
    }

    /// Returns the cost of a gesture.
    func cost(finishing: Bool, meant: Bool) -> Int {
      finishing == meant ? 0 : finishing ? falseFinish : falseCancel
    }
  }

  /// The number of gestures.
  package private(set) var count = 0
  /// The number of gestures that finished but should not.
  package private(set) var falseFinishes = 0
  /// The number of gestures that did not finish but should.
  package private(set) var falseCancels = 0
  /// The cost of the errors, in thousandths.
  package private(set) var cost = 0

  /// Creates an empty score.
  package init() {}

  /// Creates the score of a rule on gestures.
  package init(_ rule: ReleaseRule, _ gestures: some Sequence<LabelledGesture>, _ costs: Costs) {
    for gesture in gestures {
      add(
        finishing: gesture.features.outcome(by: rule) == .finish, meant: gesture.isMeantToFinish,
        costs)
    }
  }

  /// Counts a gesture.
  package mutating func add(finishing: Bool, meant: Bool, _ costs: Costs) {
    count += 1
    if finishing, !meant { falseFinishes += 1 }
    if meant, !finishing { falseCancels += 1 }
    cost += costs.cost(finishing: finishing, meant: meant)
  }

  /// Adds the counts of another score.
  package mutating func add(_ other: TuningScore) {
    count += other.count
    falseFinishes += other.falseFinishes
    falseCancels += other.falseCancels
    cost += other.cost
  }

  /// The number of errors.
  package var errors: Int { falseFinishes + falseCancels }
  /// The fraction of errors; 0 without gestures.
  package var errorShare: Double { count > 0 ? Double(errors) / Double(count) : 0 }
}

/// Counts of labels against outcomes.
package struct Confusion: Hashable, Sendable {
  /// A row: all gestures with the same label.
  package struct Row: Hashable, Sendable {
    /// The label.
    package var word: String
    /// The number of gestures that finished.
    package var finished = 0
    /// The number of gestures that went to a snap point.
    package var snapped = 0
    /// The number of gestures that were cancelled.
    package var cancelled = 0
    /// The number of gestures that were not recognised.
    package var unseen = 0

    /// Creates a row.
    package init(
      word: String, finished: Int = 0, snapped: Int = 0, cancelled: Int = 0, unseen: Int = 0
    ) {
      self.word = word
      self.finished = finished
      self.snapped = snapped
      self.cancelled = cancelled
      self.unseen = unseen
    }
  }

  /// The rows: finish, cancel, nothing, then the others by name.
  package private(set) var rows: [Row] = []

  /// Counts the outcomes of gestures under a rule.
  package init(_ rule: ReleaseRule, _ gestures: some Collection<LabelledGesture>) {
    let usual = ["finish", "cancel", "nothing"]
    let used = Set(gestures.lazy.map(\.label.meaning.word))
    rows = (usual.filter(used.contains) + used.subtracting(usual).sorted()).map { Row(word: $0) }
    for gesture in gestures {
      guard let index = rows.firstIndex(where: { $0.word == gesture.label.meaning.word }) else {
        continue
      }
      switch gesture.features.outcome(by: rule) {
      case .finish: rows[index].finished += 1
      case .snap: rows[index].snapped += 1
      case .cancel: rows[index].cancelled += 1
      case nil: rows[index].unseen += 1
      }
    }
  }
}
