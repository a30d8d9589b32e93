import PantographBase

/// A search by trial for settings with a complex effect, such as a slop or a distance.
///
/// It tries a grid along each setting, then ever smaller steps around the best. The result is a point
/// that no step of the smallest size improves; there may be better ones that were not tried.
package struct SettingSearch: Sendable {
  /// A setting to search for.
  package struct Setting: Sendable {
    /// Its name.
    package var name: String
    /// Its range.
    package var bounds: ClosedRange<Double>
    /// Its current value.
    package var start: Double

    /// Creates a setting.
    package init(name: String, bounds: ClosedRange<Double>, start: Double) {
      self.name = name
      self.bounds = bounds
      self.start = start
    }
  }

  /// How good a point is.
  package struct Worth: Hashable, Sendable {
    /// Its cost; lower is better.
    package var cost: Int
    /// How far it is from a higher cost; among equal costs the larger slack is better.
    package var slack: Double

    /// Creates a worth.
    package init(cost: Int, slack: Double) {
      self.cost = cost
      self.slack = slack
    }

    func isBetter(than other: Worth) -> Bool {
      cost != other.cost ? cost < other.cost : slack > other.slack
    }
  }

  /// A point that was tried.
  package struct Trial: Hashable, Sendable {
    /// The values of the settings, in their order.
    package var values: [Double]
    /// How good they are.
    package var worth: Worth
  }

  /// The number of points on the grid along each setting, including the ends.
  static let gridCount = 9
  /// How many sizes of steps are tried, from half of the grid's on, each half of the one before.
  static let stepSizes = 4

  /// The settings.
  package let settings: [Setting]
  /// The points that were tried, in order, each once.
  package private(set) var trials: [Trial] = []

  /// The best point so far, the first among equals.
  package var best: Trial? {
    trials.dropFirst().reduce(trials.first) { best, trial in
      best.map { trial.worth.isBetter(than: $0.worth) ? trial : $0 } ?? trial
    }
  }

  /// The recommended point: the best, or the current one if none costs less.
  package var advice: Trial? {
    guard let first = trials.first, let best else { return nil }
    return best.worth.cost < first.worth.cost ? best : first
  }

  /// Creates a search.
  package init(_ settings: [Setting]) {
    self.settings = settings
  }

  /// Tries points until no step improves the best, and returns the best.
  ///
  /// - Parameter worth: returns how good settings are; `nil` for unusable settings.
  package mutating func run<Failure: Error>(
    _ worth: ([Double]) throws(Failure) -> Worth?
  ) throws(Failure) -> Trial? {
    var best = try attempt(starts, worth)
    for index in settings.indices {
      let bounds = settings[index].bounds
      let middle = best?.values ?? starts
      for position in 0..<Self.gridCount {
        var values = middle
        let share = Double(position) / Double(Self.gridCount - 1)
        values[index] = bounds.lowerBound + share * (bounds.upperBound - bounds.lowerBound)
        best = try better(values, than: best, worth)
      }
    }
    var step = 1 / Double(Self.gridCount - 1) / 2
    for _ in 0..<Self.stepSizes {
      var hasMoved = true
      while hasMoved, let center = best {
        hasMoved = false
        for index in settings.indices {
          let bounds = settings[index].bounds
          for sign in [-1.0, 1] {
            var values = best?.values ?? center.values
            let next = values[index] + sign * step * (bounds.upperBound - bounds.lowerBound)
            values[index] = min(max(next, bounds.lowerBound), bounds.upperBound)
            best = try better(values, than: best, worth)
          }
        }
        hasMoved = best != center
      }
      step /= 2
    }
    return best
  }

  /// The current values with all their digits, limited to the ranges.
  private var starts: [Double] {
    settings.map { min(max($0.start, $0.bounds.lowerBound), $0.bounds.upperBound) }
  }

  private mutating func better<Failure: Error>(
    _ values: [Double], than best: Trial?, _ worth: ([Double]) throws(Failure) -> Worth?
  ) throws(Failure) -> Trial? {
    // Round numbers, as further digits of a step have no meaning. Unchanged settings keep their digits.
    let values = values.indices.map { index in
      let value = values[index]
      return value == (best?.values ?? starts)[index]
        ? value : Self.tidy(value, within: settings[index].bounds)
    }
    guard let trial = try attempt(values, worth) else { return best }
    guard let best else { return trial }
    return trial.worth.isBetter(than: best.worth) ? trial : best
  }

  private mutating func attempt<Failure: Error>(
    _ values: [Double], _ worth: ([Double]) throws(Failure) -> Worth?
  ) throws(Failure) -> Trial? {
    if let known = trials.first(where: { $0.values == values }) { return known }
    guard let worth = try worth(values) else { return nil }
    let trial = Trial(values: values, worth: worth)
    trials.append(trial)
    return trial
  }

  /// Rounds a number to four significant digits of the width of its range.
  static func tidy(_ value: Double, within bounds: ClosedRange<Double>) -> Double {
    let width = bounds.upperBound - bounds.lowerBound
    // A range this narrow has no meaningful thousandth.
    let size = max(1, abs(bounds.lowerBound), abs(bounds.upperBound))
    guard width > 1e-12 * size else { return value }
    var unit = 1.0
    while unit > width / 1000 { unit /= 10 }
    while unit * 10 <= width / 1000 { unit *= 10 }
    // Dividing by a whole number keeps 0.3 exact; multiplying by 0.1 does not.
    let tidy =
      unit < 1
      ? (value * (1 / unit).rounded()).rounded() / (1 / unit).rounded()
      : (value / unit).rounded() * unit
    return min(max(tidy, bounds.lowerBound), bounds.upperBound)
  }
}
