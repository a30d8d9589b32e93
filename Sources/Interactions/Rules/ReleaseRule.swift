public import Gestures

/// How a release is judged: where the animation goes when the fingers have let go.
///
/// A rule is a list of clauses. The first whose conditions all hold decides; where none does, what the
/// rule says otherwise. All of it is data: a preset can be written out, changed, and read again.
///
///     ReleaseRule(
///       estimator: .android,
///       clauses: [
///         .init([.init(.velocity, .above, 300, .init(.millimetre, per: .second))], then: .finish),
///         .init([.init(.fraction, .above, 0.5)], then: .finish),
///       ],
///       otherwise: .cancel)
public struct ReleaseRule: Hashable, Sendable {
  /// How a quantity is held against a threshold.
  public enum Comparison: String, CaseIterable, Sendable {
    /// More than the threshold.
    case above
    /// The threshold or more.
    case atLeast
    /// Less than the threshold.
    case below
    /// The threshold or less.
    case atMost

    func holds(_ value: Double, _ threshold: Double) -> Bool {
      switch self {
      case .above: value > threshold
      case .atLeast: value >= threshold
      case .below: value < threshold
      case .atMost: value <= threshold
      }
    }
  }

  /// A threshold on a quantity.
  public struct Condition: Hashable, Sendable {
    /// What it looks at.
    public var quantity: Quantity
    /// On which side of the threshold it holds.
    public var comparison: Comparison
    /// The threshold, in the condition's own unit.
    public var threshold: Double
    /// The unit.
    public var unit: MeasureUnit

    /// Makes a condition; without a unit, it is progress, mm, mm/s or s, as the quantity asks.
    public init(
      _ quantity: Quantity, _ comparison: Comparison, _ threshold: Double,
      _ unit: MeasureUnit? = nil
    ) {
      let unit = unit ?? quantity.dimension.usualUnit
      precondition(threshold.isFinite, "a threshold is a number")
      precondition(quantity.dimension.accepts(unit), "a unit fits what it measures")
      self.quantity = quantity
      self.comparison = comparison
      self.threshold = threshold
      self.unit = unit
    }

    /// Makes a condition of what was read somewhere; nothing where the unit does not fit the quantity.
    public init?(
      checking quantity: Quantity, _ comparison: Comparison, _ threshold: Double,
      _ unit: MeasureUnit
    ) {
      guard threshold.isFinite, quantity.dimension.accepts(unit) else { return nil }
      self.init(quantity, comparison, threshold, unit)
    }
  }

  /// Conditions that must all hold, and what becomes of the release then.
  public struct Clause: Hashable, Sendable {
    /// The conditions, in the order of the quantities.
    public var conditions: [Condition]
    /// What becomes of the release.
    public var verdict: Verdict

    /// Makes a clause; the conditions are put in the order of their quantities.
    public init(_ conditions: [Condition], then verdict: Verdict) {
      self.conditions = Quantity.allCases.flatMap { quantity in
        Comparison.allCases.flatMap { comparison in
          conditions.filter { $0.quantity == quantity && $0.comparison == comparison }
        }
      }
      self.verdict = verdict
    }
  }

  /// Where a release leads.
  public enum Verdict: String, CaseIterable, Sendable {
    /// To the last snap point.
    case finish
    /// To the first snap point.
    case cancel
    /// To the snap point nearest to the place.
    case nearest
    /// To the snap point nearest to where the projection leads.
    case projected
    /// As projected, but on from the snap point where the fingers took hold: GNOME's.
    ///
    /// If the place projected has that point behind it, the next one before it is taken, however far.
    case carried
    /// To the next snap point above the place.
    case next
    /// To the snap point below the place, or at it.
    case previous
  }

  /// Which of two snap points is taken that are equally near.
  public enum Tie: String, CaseIterable, Sendable {
    /// The one with less progress.
    case lower
    /// The one with more progress.
    case upper
  }

  /// Whose velocity it goes by.
  public var estimator: VelocityEstimator
  /// Where a movement would lead.
  public var projection: Projection
  /// The progresses at which the animation may rest, two or more, increasing.
  public var snapPoints: [Double]
  /// Which of two equally near snap points it takes.
  public var ties: Tie
  /// The clauses; the first that holds decides.
  public var clauses: [Clause]
  /// What becomes of a release for which no clause holds.
  public var otherwise: Verdict

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - estimator: whose velocity it goes by.
  ///   - projection: where a movement would lead.
  ///   - snapPoints: the progresses at which the animation may rest.
  ///   - ties: which of two equally near snap points it takes.
  ///   - clauses: the clauses; the first that holds decides.
  ///   - otherwise: what becomes of a release for which no clause holds.
  public init(
    estimator: VelocityEstimator = .pantograph, projection: Projection = .none,
    snapPoints: [Double] = [0, 1], ties: Tie = .lower, clauses: [Clause], otherwise: Verdict
  ) {
    precondition(
      snapPoints.count > 1 && zip(snapPoints, snapPoints.dropFirst()).allSatisfy { $0 < $1 },
      "a rule has two snap points or more, increasing")
    self.estimator = estimator
    self.projection = projection
    self.snapPoints = snapPoints
    self.ties = ties
    self.clauses = clauses
    self.otherwise = otherwise
  }

  /// Makes a rule: a release above this progress finishes.
  public init(fractionAbove threshold: Double) {
    self.init(
      clauses: [Clause([Condition(.fraction, .above, threshold)], then: .finish)],
      otherwise: .cancel)
  }

  /// The progress to exceed, where that is all the rule says.
  public var fractionAbove: Double? {
    guard let threshold = clauses.first?.conditions.first?.threshold,
      self == ReleaseRule(fractionAbove: threshold)
    else { return nil }
    return threshold
  }

  /// Whether a velocity makes a difference to it.
  public var asksForVelocity: Bool {
    let asks = clauses.flatMap(\.conditions).contains { $0.quantity.dimension == .velocity }
    return asks || projection != .none || ([otherwise] + clauses.map(\.verdict)).contains(.carried)
  }

  /// The rule for an animation that rests where another rule has it rest.
  ///
  /// Snap points belong to an animation: whoever else judges it finds them there.
  public func resting(as other: ReleaseRule) -> ReleaseRule {
    var rule = self
    if snapPoints == [0, 1] { rule.snapPoints = other.snapPoints }
    return rule
  }
}
