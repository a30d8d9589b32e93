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
  /// The 95 % confidence interval of ``errorShare`` over people; `nil` for fewer than eight people.
  package private(set) var interval: ClosedRange<Double>?

  /// Creates an empty score.
  package init() {}

  /// Creates the score of a rule on gestures, with the interval over people.
  package init(_ rule: ReleaseRule, _ gestures: some Sequence<LabelledGesture>, _ costs: Costs) {
    var byPerson = ErrorsByPerson()
    for gesture in gestures {
      let isFinished = gesture.features.outcome(by: rule) == .finish
      add(finishing: isFinished, meant: gesture.isMeantToFinish, costs)
      byPerson.add(isWrong: isFinished != gesture.isMeantToFinish, of: gesture.label.person)
    }
    interval = byPerson.interval
  }

  /// Creates the sum of scores on parts of gestures, with the interval over the people of all.
  init(_ parts: some Sequence<TuningScore>, _ byPerson: ErrorsByPerson) {
    for part in parts { add(part) }
    interval = byPerson.interval
  }

  /// Counts a gesture; the interval is left out.
  package mutating func add(finishing: Bool, meant: Bool, _ costs: Costs) {
    count += 1
    if finishing, !meant { falseFinishes += 1 }
    if meant, !finishing { falseCancels += 1 }
    cost += costs.cost(finishing: finishing, meant: meant)
    interval = nil
  }

  /// Adds the counts of another score; the interval is left out.
  package mutating func add(_ other: TuningScore) {
    count += other.count
    falseFinishes += other.falseFinishes
    falseCancels += other.falseCancels
    cost += other.cost
    interval = nil
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
