import PantographBase

/// The samples of a trajectory that are still needed to compare it with another one.
///
/// Between two samples of a settling animation the curve is a straight line. In an idle period, the
/// sample before represents the whole. Elsewhere the curve is somewhere between the two samples:
/// touches come in steps, and a phase may change.
struct CurveWindow {
  private var samples: [Sample] = []
  /// The first sample still needed, and the next one to be compared.
  private var first = 0
  private var judged = 0
  /// Whether no more samples will come.
  var isOver = false

  /// The next sample to be compared with the other curve.
  var next: Sample? { judged < samples.count ? samples[judged] : nil }

  /// Returns whether the curve is complete up to a time, including that time.
  func isKnown(through time: Timestamp) -> Bool {
    isOver || samples.last.map { $0.time >= time } ?? false
  }

  mutating func append(_ sample: Sample) { samples.append(sample) }

  mutating func advance() { judged += 1 }

  /// Discards samples before a time, except the one that the curve comes from.
  mutating func forget(before time: Timestamp) {
    while first + 1 < judged, samples[first + 1].time <= time { first += 1 }
    guard first >= 256 else { return }
    samples.removeFirst(first)
    judged -= first
    first = 0
  }

  /// Returns whether there is a sample at exactly this time.
  func hasSample(at time: Timestamp) -> Bool {
    samples[first...].contains { $0.time == time }
  }

  /// Returns whether a time lies between two samples of a moving animation.
  func moves(at time: Timestamp) -> Bool {
    segments.contains { $0.time < time && time < $1.time && $0.moves && $1.moves }
  }

  private var segments: Zip2Sequence<ArraySlice<Sample>, ArraySlice<Sample>> {
    zip(samples[first...], samples[first...].dropFirst())
  }

  /// Returns whether the curve has a phase at any time from one to another.
  func has(_ phase: Phase, from start: Timestamp, to end: Timestamp) -> Bool {
    guard let head = samples[first...].first, let last = samples.last else { return false }
    if end < head.time { return head.phase == phase }
    if start > last.time { return last.phase == phase }
    return samples[first...].contains { $0.phase == phase && start <= $0.time && $0.time <= end }
      || segments.contains {
        $0.time < end && start < $1.time && ($0.phase == phase || $1.phase == phase)
      }
  }

  /// Returns the phase at a time.
  func phase(at time: Timestamp) -> Phase {
    (samples[first...].last { $0.time <= time } ?? samples[first...].first)?.phase ?? .idle
  }

  /// Returns the range of a channel from one time to another; `nil` if there are no samples.
  func range(of channel: Int, from start: Timestamp, to end: Timestamp) -> ClosedRange<Double>? {
    guard let head = samples[first...].first, let last = samples.last else { return nil }
    var range: ClosedRange<Double>?
    func include(_ value: Double) {
      range = range.map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
    }
    if start < head.time { include(head[channel]) }
    if end > last.time { include(last[channel]) }
    for (sample, next) in segments {
      guard sample.time <= end else { break }
      guard start <= next.time else { continue }
      let (value, other) = (sample[channel], next[channel])
      if start <= sample.time { include(value) }
      guard sample.time < end, start < next.time else { continue }
      if sample.phase == .settling, next.phase == .settling {
        let slope = (other - value) / (next.time - sample.time)
        include(value + slope * (max(start, sample.time) - sample.time))
        include(value + slope * (min(end, next.time) - sample.time))
      } else {
        include(value)
        if sample.moves || next.moves { include(other) }
      }
    }
    if start <= last.time, last.time <= end { include(last[channel]) }
    return range
  }
}

extension Sample {
  /// Whether the animation moves.
  var moves: Bool { phase == .tracking || phase == .settling }

  /// Returns a channel's value: fraction, velocity, and then the properties.
  subscript(channel: Int) -> Double {
    channel == 0 ? fraction : channel == 1 ? velocity : values[channel - 2]
  }
}
