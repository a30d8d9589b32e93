import PantographQuantities
import PantographTrajectories

/// A trajectory in a page, alone or over others.
struct PlottedRun: Sendable {
  /// The largest number of trajectories that can be told apart over each other.
  static let most = 4

  /// The label beside others; empty if it is alone.
  var label: String
  /// The names of the properties.
  var names: [String]
  /// The samples in the order of time, possibly thinned.
  private(set) var samples: [Sample] = []
  /// The number of samples before thinning.
  private(set) var sampleCount = 0

  /// 8192: the largest number of samples while more may come.
  private static let mostGrowing = 8192
  /// 4096: a minute at 60 samples per second is shown unthinned.
  private static let mostSamples = 4096

  init(_ label: String, _ names: [String]) {
    self.label = label
    self.names = names
  }

  init(_ label: String, _ names: [String], _ samples: [Sample]) {
    self.init(label, names)
    for sample in samples { append(sample) }
    close()
  }

  /// Appends a sample.
  mutating func append(_ sample: Sample) {
    sampleCount += 1
    samples.append(sample)
    if samples.count > Self.mostGrowing { samples = TrajectoryPlot.outline(of: samples) }
  }

  /// Thins the samples for the page, after the last one.
  mutating func close() {
    if isThinned || samples.count > Self.mostSamples {
      samples = TrajectoryPlot.outline(of: samples)
    }
  }

  /// Whether the samples were thinned.
  var isThinned: Bool { samples.count < sampleCount }

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

extension Timestamp {
  /// The seconds since the start of the trajectory.
  var seconds: Double { Double(microseconds) / 1_000_000 }
}
