import PantographBase
import PantographTrajectories

/// A trajectory in a page, alone or over others.
struct PlottedRun: Sendable {
  /// The largest number of trajectories that can be told apart over each other.
  static let most = 4

  /// The label beside others; empty if it is alone.
  var label: String
  /// The names of the properties.
  var names: [String]
  /// The samples in the order of time.
  private(set) var samples: [Sample] = []

  init(_ label: String, _ names: [String]) {
    self.label = label
    self.names = names
  }

  init(_ label: String, _ names: [String], _ samples: [Sample]) {
    self.init(label, names)
    self.samples = samples
  }

  /// The kinks between samples.
  var knots = TrajectoryKnots()
  /// The indices of those among ``samples`` that are no samples of the trajectory's own, but kinks between them.
  var indicesOfKnots: [Int] = []

  /// Appends a sample.
  mutating func append(_ sample: Sample) { samples.append(sample) }

  /// Returns a channel of a sample: the fraction, the velocity, and then the properties.
  static func value(_ channel: Int, of sample: Sample) -> Double {
    switch channel {
    case 0: sample.fraction
    case 1: sample.velocity
    default: channel - 2 < sample.values.count ? sample.values[channel - 2] : 0
    }
  }

  /// Returns the range of a channel's values.
  func range(of channel: Int) -> ClosedRange<Double> {
    let values = samples.map { Self.value(channel, of: $0) }
    return (values.min() ?? 0)...(values.max() ?? 0)
  }
}

extension Sample {
  /// Whether nothing moves until the next sample.
  var isStill: Bool { phase == .idle || phase == .rest }
}
