import Quantities

/// The search for settings on which the outcome depends in no simple way, such as a slop or a distance,
/// by trying: first a grid along each, then ever smaller steps around the best.
///
/// It finds a place that none of its last steps betters; there may be better ones that it never tried.
public struct SettingSearch: Sendable {
  /// A setting that is looked for.
  public struct Setting: Sendable {
    /// What it is called.
    public var name: String
    /// Where it may be.
    public var bounds: ClosedRange<Double>
    /// What it is now.
    public var start: Double

    /// Makes a setting.
    public init(name: String, bounds: ClosedRange<Double>, start: Double) {
      self.name = name
      self.bounds = bounds
      self.start = start
    }
  }

  /// How good a place is.
  public struct Worth: Hashable, Sendable {
    /// What it costs; the less the better.
    public var cost: Int
    /// How far from costing more; of two that cost the same, the greater is better.
    public var margin: Double

    /// Makes a worth.
    public init(cost: Int, margin: Double) {
      self.cost = cost
      self.margin = margin
    }

    func isBetter(than other: Worth) -> Bool {
      cost != other.cost ? cost < other.cost : margin > other.margin
    }
  }

  /// A place that was tried.
  public struct Trial: Hashable, Sendable {
    /// The settings, in their order.
    public var values: [Double]
    /// How good they are.
    public var worth: Worth
  }

  /// The grid has so many places along each setting, ends and all.
  static let gridCount = 9
  /// The first step is that of the grid; it is halved so often.
  static let halvings = 4

  /// The settings.
  public let settings: [Setting]
  /// What was tried, in that order, each place once.
  public private(set) var trials: [Trial] = []

  /// The best of all that was tried, the first of equally good ones.
  public var best: Trial? {
    trials.dropFirst().reduce(trials.first) { best, trial in
      best.map { trial.worth.isBetter(than: $0.worth) ? trial : $0 } ?? trial
    }
  }

  /// What is to be changed to: the best, or what is there if nothing costs less.
  public var advice: Trial? {
    guard let first = trials.first, let best else { return nil }
    return best.worth.cost < first.worth.cost ? best : first
  }

  /// Makes a search.
  public init(_ settings: [Setting]) {
    self.settings = settings
  }

  /// Tries places until no step betters the best, and tells the best.
  ///
  /// - Parameter worth: how good settings are; nothing where they can't be used.
  public mutating func run<Failure: Error>(
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
    for _ in 0..<Self.halvings {
      var hasMoved = true
      while hasMoved, let center = best {
        hasMoved = false
        for index in settings.indices {
          let bounds = settings[index].bounds
          for way in [-1.0, 1] {
            var values = best?.values ?? center.values
            let next = values[index] + way * step * (bounds.upperBound - bounds.lowerBound)
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

  /// What is there, as it is, digits and all: somebody chose it; or the nearest that may be.
  private var starts: [Double] {
    settings.map { min(max($0.start, $0.bounds.lowerBound), $0.bounds.upperBound) }
  }

  private mutating func better<Failure: Error>(
    _ values: [Double], than best: Trial?, _ worth: ([Double]) throws(Failure) -> Worth?
  ) throws(Failure) -> Trial? {
    // Numbers that a person would write: a step of a search has no more digits that mean something.
    // What is not moved stays as it is.
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

  /// The number with four digits that matter of the width of its bounds.
  static func tidy(_ value: Double, within bounds: ClosedRange<Double>) -> Double {
    let width = bounds.upperBound - bounds.lowerBound
    // Of the smallest numbers there is no thousandth.
    let size = max(1, abs(bounds.lowerBound), abs(bounds.upperBound))
    guard width > 1e-12 * size else { return value }
    var unit = 1.0
    while unit > width / 1000 { unit /= 10 }
    while unit * 10 <= width / 1000 { unit *= 10 }
    // Dividing by a whole number keeps 0.3 what it is; multiplying by 0.1 does not.
    let tidy =
      unit < 1
      ? (value * (1 / unit).rounded()).rounded() / (1 / unit).rounded()
      : (value / unit).rounded() * unit
    return min(max(tidy, bounds.lowerBound), bounds.upperBound)
  }
}
