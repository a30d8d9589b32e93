import Quantities
import Trajectories

/// A trajectory that a page shows, alone or over others.
struct PlottedRun: Sendable {
  /// So many trajectories can be told apart over each other.
  static let most = 4

  /// What it is called beside others; empty where it is alone.
  var label: String
  /// The names of its properties.
  var names: [String]
  /// Its samples, in the order of time.
  private(set) var samples: [Sample] = []
  /// How many samples there were, of which these may be a part.
  private(set) var sampleCount = 0

  /// 8192: so many samples are kept while there may be more to come.
  private static let mostGrowing = 8192
  /// 4096: more than a minute at 60 samples per second stands in a page as it is.
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

  /// Takes the next sample.
  mutating func append(_ sample: Sample) {
    sampleCount += 1
    samples.append(sample)
    if samples.count > Self.mostGrowing { samples = TrajectoryPlot.outline(of: samples) }
  }

  /// Leaves out what is too much for a page, when there will be no more.
  mutating func close() {
    if isThinned || samples.count > Self.mostSamples {
      samples = TrajectoryPlot.outline(of: samples)
    }
  }

  /// Whether only a part of the samples is kept.
  var isThinned: Bool { samples.count < sampleCount }

  /// A channel of a sample: the fraction, the velocity, and then the properties.
  static func value(_ channel: Int, of sample: Sample) -> Double {
    switch channel {
    case 0: sample.fraction
    case 1: sample.velocity
    default: channel - 2 < sample.values.count ? sample.values[channel - 2] : 0
    }
  }

  /// What lies between the least and the greatest value of a channel.
  func range(of channel: Int) -> ClosedRange<Double> {
    let values = samples.map { Self.value(channel, of: $0) }
    return (values.min() ?? 0)...(values.max() ?? 0)
  }
}

extension Sample {
  /// Whether it stands for all until the next one, because nothing moves.
  var isStill: Bool { phase == .idle || phase == .rest }
}

extension Timestamp {
  /// The seconds since the start of the trajectory.
  var seconds: Double { Double(microseconds) / 1_000_000 }
}
