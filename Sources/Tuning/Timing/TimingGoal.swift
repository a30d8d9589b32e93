import Quantities
import Trajectories

/// What one of the figures of an animation should be.
public struct TimingGoal: Hashable, Sendable {
  /// How a figure is held against the wish.
  public enum Sense: String, CaseIterable, Sendable {
    /// As much, or less.
    case atMost = "at most"
    /// As near to it as can be.
    case near
  }

  /// Why there is no sense in a wish.
  public struct Mistake: Error, Hashable, Sendable {
    /// What is wrong with it, and what would not be.
    public var sentence: String
  }

  /// What it is about.
  public let measure: TimingFigures.Measure
  /// How much is wished for, in the measure's unit.
  public let value: Double
  /// How a figure is held against it.
  public let sense: Sense
  /// How much its miss counts beside those of other wishes.
  public let weight: Double

  /// 0.001 to 10 000 s, or progress per second: what can be wished for; of an overshoot, 0 to 10 000.
  ///
  /// A millisecond is less than any display shows, and no finger moves an animation 10 000 times as far in a
  /// second as it goes. A miss that is a share of less would be beyond what is printed.
  public static let values = 0.001...10_000
  /// 0.001 to 1000: how much a miss can count.
  public static let weights = 0.001...1000

  /// Makes a wish.
  ///
  /// - Parameters:
  ///   - measure: what it is about.
  ///   - value: how much is wished for, in the measure's unit.
  ///   - sense: how a figure is held against it.
  ///   - weight: how much its miss counts beside those of other wishes.
  public init(
    _ measure: TimingFigures.Measure, _ value: Double, _ sense: Sense, weight: Double = 1
  ) throws(Mistake) {
    let isPossible = measure == .overshoot ? value >= 0 : value > 0
    guard isPossible, value.isFinite else {
      let least = measure == .overshoot ? "of 0 or more" : "above 0"
      throw Mistake(sentence: "\(measure.words): expected a number \(least), not \(value)")
    }
    guard weight > 0, weight.isFinite else {
      throw Mistake(sentence: "\(measure.words): expected a weight above 0, not \(weight)")
    }
    let values = measure == .overshoot ? 0...Self.values.upperBound : Self.values
    guard values.contains(value) else {
      throw Mistake(
        sentence: "\(measure.words): expected a number from \(values.words), not \(value)")
    }
    guard Self.weights.contains(weight) else {
      throw Mistake(
        sentence: "\(measure.words): expected a weight from \(Self.weights.words), not \(weight)")
    }
    self.measure = measure
    self.value = value
    self.sense = sense
    self.weight = weight
  }

  /// By how much figures miss it, as a share of what is wished for; 0 where they do not.
  ///
  /// A share of no overshoot at all is none: below `Measures.band`, which nobody sees, the share is one of
  /// that.
  public func miss(of figures: TimingFigures) -> Double {
    let excess = figures[measure] - value
    let scale = measure == .overshoot ? max(value, Measures.band) : value
    return (sense == .atMost ? max(excess, 0) : excess) / scale
  }
}

extension ClosedRange<Double> {
  /// The range in a sentence.
  fileprivate var words: String { "\(lowerBound.asWritten) to \(upperBound.asWritten)" }
}

extension TimingFigures.Measure {
  /// What it is called in a sentence.
  public var words: String {
    switch self {
    case .settleTime: "settle time"
    case .overshoot: "overshoot"
    case .peakVelocity: "peak velocity"
    }
  }
}
