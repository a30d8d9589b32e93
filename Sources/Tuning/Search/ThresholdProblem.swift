/// Things to be told apart by thresholds, and what each way of telling them costs.
///
/// It knows nothing of gestures: an item has a value for each threshold, and a cost for each way in
/// which its values can lie on the two sides of the thresholds. What is looked for are the thresholds
/// for which the costs of all items are least in sum. Costs are whole numbers, so that the order of
/// adding makes no difference.
public struct ThresholdProblem: Sendable {
  /// A thing to be told apart.
  public struct Item: Hashable, Sendable {
    /// A value for each threshold.
    public var values: [Double]
    /// What each way costs: bit i of the index is set where value i is above threshold i.
    public var costs: [Int]

    /// Makes an item; there are as many costs as 2 to the number of values.
    public init(values: [Double], costs: [Int]) {
      precondition(costs.count == 1 << values.count, "a cost for each side of each threshold")
      self.values = values
      self.costs = costs
    }
  }

  /// A threshold that is looked for.
  public struct Axis: Hashable, Sendable {
    /// Whether a value that is equal to the threshold counts as above it.
    public var tiesAreAbove: Bool
    /// Where the threshold may be.
    public var bounds: ClosedRange<Double>
    /// What its margins are divided by, to be held against those of other thresholds; more than zero.
    public var scale: Double
    /// Where the threshold stands now: it stays there if nothing holds it back on one side and that is
    /// as good, as there is no middle then to go to.
    public var current: Double?

    /// Makes a threshold that is looked for.
    public init(
      tiesAreAbove: Bool,
      bounds: ClosedRange<Double> = -.greatestFiniteMagnitude ... .greatestFiniteMagnitude,
      scale: Double = 1, current: Double? = nil
    ) {
      self.tiesAreAbove = tiesAreAbove
      self.bounds = bounds
      self.scale = scale
      self.current = current
    }
  }

  /// Which of several equally good settings is taken.
  public enum Preference: String, CaseIterable, Sendable {
    /// The one with the lowest thresholds, the first of them first.
    case lowest
    /// The one whose smallest margin, by scale, is largest; of equal ones the lowest.
    case widest
  }

  /// How a setting was found.
  public enum Method: String, Sendable {
    /// Nothing can be better.
    case exact
    /// Boxes of settings were left out that can't hold anything better, until none was left.
    case branchAndBound = "branch-and-bound"
    /// Two thresholds at a time, from several starts, until no two can be bettered.
    case descent
  }

  /// What was found.
  public struct Solution: Hashable, Sendable {
    /// The thresholds, each a round number about the middle of where it can be without anything
    /// changing; where the widest were looked for, so close to it that their smallest margin is no less
    /// than 99 % of the largest that there is.
    public var thresholds: [Double]
    /// Between which values each can be, alone, without any item changing sides that matters.
    ///
    /// An end without an item is that of the bounds.
    public var ranges: [ClosedRange<Double>]
    /// The costs of all items in sum.
    public var cost: Int
    /// What is proven: no setting costs less than this.
    public var lowerBound: Int
    /// How it was found.
    public var method: Method

    /// The smallest way, by scale, from a threshold to an item that would cost something else beyond
    /// it; infinite where there is none.
    ///
    /// Bounds are no items: a threshold that may not move has a margin, too.
    public var margin: Double
  }

  /// How much is done for four thresholds and more; fewer are always solved exactly.
  ///
  /// It is counted in what is done, never in time, so that the same is found on any machine.
  public struct Effort: Hashable, Sendable {
    /// The boxes of settings that are looked at before giving up; each costs about as much as
    /// solving the problem for two thresholds.
    public var boxes: Int
    /// The settings from which descents start.
    public var starts: Int

    /// A few seconds for a thousand items.
    public static let standard = Effort(boxes: 20_000, starts: 8)

    /// Makes an effort.
    public init(boxes: Int, starts: Int) {
      self.boxes = boxes
      self.starts = starts
    }
  }

  /// The thresholds that are looked for.
  public var axes: [Axis]
  /// What is told apart by them.
  public var items: ThresholdItems

  /// Makes a problem.
  public init(axes: [Axis], items: some Sequence<Item>) {
    self.axes = axes
    self.items = ThresholdItems(items)
    precondition(
      self.items.isEmpty || self.items.axisCount == axes.count, "a value for each threshold")
  }

  /// The thresholds that cost the least; see ``ThresholdSearch/solve(_:weights:seed:effort:)``.
  public func solve(
    _ preference: Preference, seed: UInt64 = 0, effort: Effort = .standard
  ) -> Solution {
    ThresholdSearch(self).solve(preference, seed: seed, effort: effort)
  }

  /// What thresholds cost.
  public func cost(of thresholds: [Double]) -> Int {
    items.indices.reduce(0) { $0 + items.cost(of: $1, sides: sides(of: $1, thresholds)) }
  }

  /// On which sides of thresholds the values of an item are.
  func sides(of item: Int, _ thresholds: [Double]) -> Int {
    var sides = 0
    for index in axes.indices
    where axes[index].isAbove(items.value(of: item, index), thresholds[index]) {
      sides |= 1 << index
    }
    return sides
  }
}
