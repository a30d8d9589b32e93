public import PantographGestures

/// How a release is judged: where the animation settles.
///
/// A rule is a list of clauses. The first clause whose conditions all hold decides; if none does,
/// `otherwise` applies. A rule is data: a preset can be written out, changed, and read again.
///
///     ReleaseRule(
///       estimator: .android,
///       clauses: [
///         .init([.init(.velocity, .above, 300, .init(.millimetre, per: .second))], then: .finish),
///         .init([.init(.fraction, .above, 0.5)], then: .finish),
///       ],
///       otherwise: .cancel)
public struct ReleaseRule: Hashable, Sendable {
  /// How a quantity is compared with a threshold.
  public enum Comparison: String, CaseIterable, Sendable {
    /// Greater than the threshold.
    case above
    /// Greater than or equal to the threshold.
    case atLeast
    /// Less than the threshold.
    case below
    /// Less than or equal to the threshold.
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

  /// A quantity compared with a threshold.
  public struct Condition: Hashable, Sendable {
    /// The quantity.
    public var quantity: Quantity
    /// The comparison.
    public var comparison: Comparison
    /// The threshold, in the condition's own unit.
    public var threshold: Double
    /// The unit.
    public var unit: MeasureUnit

    /// Creates a condition; the default unit is progress, mm, mm/s or s, depending on the quantity.
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

    /// Creates a condition from untrusted parts; `nil` if the unit does not fit the quantity.
    package init?(
      checking quantity: Quantity, _ comparison: Comparison, _ threshold: Double,
      _ unit: MeasureUnit
    ) {
      guard threshold.isFinite, quantity.dimension.accepts(unit) else { return nil }
      self.init(quantity, comparison, threshold, unit)
    }
  }

  /// Conditions that must all hold, and the verdict if they do.
  public struct Clause: Hashable, Sendable {
    /// The conditions, in the order of the quantities.
    public var conditions: [Condition]
    /// The verdict.
    public var verdict: Verdict

    /// Creates a clause; the conditions are sorted in the order of their quantities.
    public init(_ conditions: [Condition], then verdict: Verdict) {
      self.conditions = conditions
      self.verdict = verdict
      guard conditions.count > 1 else { return }
      self.conditions = Quantity.allCases.flatMap { quantity in
        Comparison.allCases.flatMap { comparison in
          conditions.filter { $0.quantity == quantity && $0.comparison == comparison }
        }
      }
    }
  }

  /// Where a release leads.
  public enum Verdict: String, CaseIterable, Sendable {
    /// To the last snap point.
    case finish
    /// To the first snap point.
    case cancel
    /// To the snap point nearest to the progress at the release.
    case nearest
    /// To the snap point nearest to the projected progress.
    case projected
    /// To the snap point nearest to the projected progress, but away from where the gesture started:
    /// GNOME's rule.
    ///
    /// If the projected progress is next to the snap point where the fingers grabbed the animation, the
    /// neighbour in the direction of the movement is taken, however far it is.
    case carried
    /// To the next snap point above the progress at the release.
    case next
    /// To the snap point below the progress at the release, or at it.
    case previous
    /// To where the projection ends, at or between the first and the last snap point.
    ///
    /// With a momentum as the projection, the animation follows it, and rebounds from the ends.
    case coast
  }

  /// Which of two equally near snap points is taken.
  public enum Tie: String, CaseIterable, Sendable {
    /// The one with less progress.
    case lower
    /// The one with more progress.
    case upper
  }

  /// From where the steps of a gesture count.
  public enum StepOrigin: String, CaseIterable, Sendable {
    /// The place at which the fingers grabbed the animation: between two snap points, a step leads beyond both. So GNOME's
    /// swipe trackers count.
    case place
    /// The snap point at which it rested, or to which it was running: niri's.
    case target
  }

  /// The velocity estimator.
  public var estimator: VelocityEstimator
  /// Where a movement would end.
  public var projection: Projection
  /// The progresses at which the animation may rest, two or more, increasing.
  public var snapPoints: [Double]
  /// How many snap points a gesture moves at most, fingers included; `nil` for any number.
  public var steps: Int?
  /// From where they count.
  public var stepsFrom = StepOrigin.place
  /// Which of two equally near snap points is taken.
  public var ties: Tie
  /// The clauses; the first one that holds decides.
  public var clauses: [Clause]
  /// The verdict if no clause holds.
  public var otherwise: Verdict

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - estimator: the velocity estimator.
  ///   - projection: where a movement would end.
  ///   - snapPoints: the progresses at which the animation may rest.
  ///   - ties: which of two equally near snap points is taken.
  ///   - clauses: the clauses; the first one that holds decides.
  ///   - otherwise: the verdict if no clause holds.
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

  /// Creates a rule by which a release above this progress finishes.
  public init(fractionAbove threshold: Double) {
    self.init(
      clauses: [Clause([Condition(.fraction, .above, threshold)], then: .finish)],
      otherwise: .cancel)
  }

  /// The progress to exceed, if that is the whole rule.
  package var fractionAbove: Double? {
    guard clauses.count == 1, clauses[0].verdict == .finish, otherwise == .cancel,
      clauses[0].conditions.count == 1, case let condition = clauses[0].conditions[0],
      condition.quantity == .fraction, condition.comparison == .above,
      condition.unit.length == .progress, condition.unit.time == nil,
      estimator == .pantograph, case .none = projection, snapPoints == [0, 1], steps == nil,
      ties == .lower
    else { return nil }
    return condition.threshold
  }

  /// Whether the velocity can affect its verdict.
  package var asksForVelocity: Bool {
    let asks = clauses.flatMap { $0.conditions }.contains { $0.quantity.dimension == .velocity }
    return asks || projection != .none
      || ([otherwise] + clauses.map { $0.verdict }).contains(.carried)
  }

  /// Returns the rule with another rule's snap points, unless it has its own.
  ///
  /// Snap points belong to an animation, so another rule for the same animation uses the same ones.
  package func resting(as other: ReleaseRule) -> ReleaseRule {
    var rule = self
    if snapPoints == [0, 1] { rule.snapPoints = other.snapPoints }
    return rule
  }
}
