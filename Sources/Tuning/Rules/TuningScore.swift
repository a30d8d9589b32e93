public import Interactions

/// How well a rule does what was meant.
public struct TuningScore: Hashable, Sendable {
  /// What misses cost, in thousandths.
  public struct Costs: Hashable, Sendable {
    /// What it costs to finish what was not meant to.
    public var falseFinish: Int
    /// What it costs not to finish what was.
    public var falseCancel: Int

    /// Makes costs; if left out, every miss costs the same.
    public init(falseFinish: Int = 1000, falseCancel: Int = 1000) {
      self.falseFinish = falseFinish
      self.falseCancel = falseCancel
    }

    /// What a gesture costs.
    func cost(finishing: Bool, meant: Bool) -> Int {
      finishing == meant ? 0 : finishing ? falseFinish : falseCancel
    }
  }

  /// How many gestures there were.
  public private(set) var count = 0
  /// How many finished that were not meant to.
  public private(set) var falseFinishes = 0
  /// How many did not finish that were meant to.
  public private(set) var falseCancels = 0
  /// What these cost, in thousandths.
  public private(set) var cost = 0

  /// A score of nothing yet.
  public init() {}

  /// What a rule does with gestures.
  public init(_ rule: ReleaseRule, _ gestures: some Sequence<LabelledGesture>, _ costs: Costs) {
    for gesture in gestures {
      add(
        finishing: gesture.features.outcome(by: rule) == .finish, meant: gesture.isMeantToFinish,
        costs)
    }
  }

  /// Counts one more gesture.
  public mutating func add(finishing: Bool, meant: Bool, _ costs: Costs) {
    count += 1
    if finishing, !meant { falseFinishes += 1 }
    if meant, !finishing { falseCancels += 1 }
    cost += costs.cost(finishing: finishing, meant: meant)
  }

  /// Counts what another score counted, too.
  public mutating func add(_ other: TuningScore) {
    count += other.count
    falseFinishes += other.falseFinishes
    falseCancels += other.falseCancels
    cost += other.cost
  }

  /// How many went wrong.
  public var errors: Int { falseFinishes + falseCancels }
  /// How many of all went wrong; none of none.
  public var errorShare: Double { count > 0 ? Double(errors) / Double(count) : 0 }
}

/// What was meant against what became of it, counted.
public struct Confusion: Hashable, Sendable {
  /// A row: all gestures that have the same label.
  public struct Row: Hashable, Sendable {
    /// The label.
    public var word: String
    /// How many finished.
    public var finished = 0
    /// How many went to a snap point in between.
    public var snapped = 0
    /// How many went back.
    public var cancelled = 0
    /// How many were no gesture at all.
    public var unseen = 0

    /// Makes a row.
    public init(
      word: String, finished: Int = 0, snapped: Int = 0, cancelled: Int = 0, unseen: Int = 0
    ) {
      self.word = word
      self.finished = finished
      self.snapped = snapped
      self.cancelled = cancelled
      self.unseen = unseen
    }
  }

  /// The rows: finish, cancel, nothing, then the others by their names.
  public private(set) var rows: [Row] = []

  /// Counts what a rule does with gestures.
  public init(_ rule: ReleaseRule, _ gestures: some Collection<LabelledGesture>) {
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
