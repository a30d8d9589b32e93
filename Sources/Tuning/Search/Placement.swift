/// Places thresholds within their cuts.
struct Placement {
  /// The thresholds.
  private(set) var thresholds: [Double]
  /// The range of each threshold with the others fixed.
  var ranges: [ClosedRange<Double>] {
    thresholds.indices.map { lines.range($0, neighbours($0)) }
  }
  /// The smallest scaled distance from a threshold to a relevant value.
  var slack: Double {
    thresholds.indices.map { lines.slack(thresholds[$0], $0, neighbours($0)) }.min() ?? .infinity
  }

  private let lines: CostLines
  private var cuts: [Int]

  /// The number of rounds over all thresholds; one that moves may make room for another.
  private static let maximumRounds = 8
  /// The share of its slack that a threshold gives up for a round number.
  private static let roundingShare = 0.01
  /// 256 units in the last place: an allowance for rounding errors.
  private static let tolerance = 0x1p-44

  /// Places one threshold after the other at a round number near the middle of its range.
  ///
  /// No item's cost changes, as each threshold moves only within its range.
  init(_ lines: CostLines, cuts: [Int], _ preference: ThresholdProblem.Preference) {
    self.lines = lines
    self.cuts = cuts
    thresholds = lines.search.problem.axes.indices.map { axis in
      let neighbours = lines.neighbours(axis, at: [cuts[axis]], cuts)[0]
      return lines.best(axis, at: cuts[axis], neighbours).threshold
    }
    for axis in thresholds.indices { move(axis, to: thresholds[axis]) }
    switch preference {
    case .lowest:
      placeInMiddle()
      keepCurrent(keeping: -.infinity)
    case .widest:
      let least = lines.smallestSlack(cuts) * (1 - Self.roundingShare - Self.tolerance)
      placeWidest(keeping: least)
      keepCurrent(keeping: least)
    }
  }

  private func neighbours(_ axis: Int) -> CostLines.Neighbours {
    lines.neighbours(axis, at: [cuts[axis]], cuts)[0]
  }

  private mutating func move(_ axis: Int, to threshold: Double) {
    thresholds[axis] = threshold
    cuts[axis] = lines.search.axes[axis].cut(at: threshold)
  }

  /// Places each at the roundest number of the middle half of its range.
  private mutating func placeInMiddle() {
    var isPlaced = thresholds.map { _ in false }
    for _ in 0..<Self.maximumRounds {
      let before = thresholds
      for axis in thresholds.indices {
        let neighbours = neighbours(axis)
        let inner = lines.middleHalf(axis, neighbours)
        if isPlaced[axis], inner.contains(thresholds[axis]) { continue }
        isPlaced[axis] = true
        move(axis, to: lines.threshold(RoundNumber.roundest(in: inner), axis, neighbours))
      }
      if thresholds == before { break }
    }
  }

  /// Places each at the roundest number near the middle of its range, if all keep the slack; otherwise
  /// near its position.
  private mutating func placeWidest(keeping least: Double) {
    var isPlaced = thresholds.map { _ in false }
    for _ in 0..<Self.maximumRounds {
      let before = thresholds
      for axis in thresholds.indices {
        let neighbours = neighbours(axis)
        let inner = lines.about(
          lines.middle(axis, neighbours), axis, neighbours, share: Self.roundingShare)
        if isPlaced[axis], inner.contains(thresholds[axis]) { continue }
        let round = lines.threshold(RoundNumber.roundest(in: inner), axis, neighbours)
        if !tryMoving(axis, to: round, keeping: least), !isPlaced[axis] {
          let near = lines.about(
            thresholds[axis], axis, neighbours, share: Self.roundingShare)
          let inside = near.clamped(to: lines.cell(axis, cuts[axis]))
          _ = tryMoving(axis, to: RoundNumber.roundest(in: inside), keeping: least)
        }
        isPlaced[axis] = true
      }
      if thresholds == before { break }
    }
  }

  /// Keeps the current threshold if its range is open on one side and that is as good, as there is no
  /// middle.
  private mutating func keepCurrent(keeping least: Double) {
    for axis in thresholds.indices {
      let (bounds, range) = (
        lines.search.problem.axes[axis].bounds, lines.range(axis, neighbours(axis))
      )
      let isOpen = range.lowerBound == bounds.lowerBound || range.upperBound == bounds.upperBound
      guard isOpen, let old = lines.search.problem.axes[axis].current,
        range.lowerBound < old, old < range.upperBound
      else { continue }
      _ = tryMoving(axis, to: old, keeping: least)
    }
  }

  /// Moves a threshold if all keep the slack.
  private mutating func tryMoving(
    _ axis: Int, to threshold: Double, keeping least: Double
  ) -> Bool {
    let before = self
    move(axis, to: threshold)
    if slack >= least { return true }
    self = before
    return false
  }
}
