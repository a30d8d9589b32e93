import PantographBase
import PantographTrajectories

/// A goal for one of the figures of an animation.
package struct TimingGoal: Hashable, Sendable {
  /// How a figure is compared with the goal.
  package enum Sense: String, CaseIterable, Sendable {
    /// The goal is an upper limit.
    case atMost = "at most"
    /// The goal should be met as closely as possible.
    case near
  }

  /// Why a goal is invalid.
  package struct Mistake: Error, Hashable, Sendable {
    /// What is wrong, and what is expected.
    package var sentence: String
  }

  /// The figure.
  package let measure: TimingFigures.Measure
  /// The goal, in the figure's unit.
  package let value: Double
  /// How the figure is compared with the goal.
  package let sense: Sense
  /// The weight of its miss among other goals.
  package let weight: Double

  /// The range of goals: 0.001 to 10 000 s, or progress per second; for an overshoot from 0.
  ///
  /// A millisecond is shorter than any display's frame, and no gesture moves an animation 10 000 times
  /// its distance per second. Smaller goals would make relative misses too large to print.
  package static let values = 0.001...10_000
  /// The range of weights.
  package static let weights = 0.001...1000

  /// Creates a goal.
  ///
  /// - Parameters:
  ///   - measure: the figure.
  ///   - value: the goal, in the figure's unit.
  ///   - sense: how the figure is compared with the goal.
  ///   - weight: the weight of its miss among other goals.
  package init(
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

  /// Returns the miss of figures relative to the goal; 0 for a goal that is met.
  ///
  /// For an overshoot below `Measures.band`, which is not visible, the miss is relative to that band.
  package func miss(of figures: TimingFigures) -> Double {
    let excess = figures[measure] - value
    let scale = measure == .overshoot ? max(value, Measures.band) : value
    return (sense == .atMost ? max(excess, 0) : excess) / scale
  }
}

extension ClosedRange<Double> {
  /// The range as text.
  fileprivate var words: String { "\(lowerBound.asWritten) to \(upperBound.asWritten)" }
}

extension TimingFigures.Measure {
  /// The name of the figure in messages.
  package var words: String {
    switch self {
    case .settleTime: "settle time"
    case .overshoot: "overshoot"
    case .peakVelocity: "peak velocity"
    }
  }
}
