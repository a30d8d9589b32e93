import Quantities

/// The part of a trajectory's samples that is still needed to compare it with another one.
///
/// Between two samples of a settling animation the curve is a straight line. Where nothing moves, the
/// sample before stands for all. Elsewhere the curve is somewhere between the two: it follows touches,
/// which come in steps, or turns from one phase to the next.
struct CurveWindow {
  private var samples: [Sample] = []
  /// The first that is still needed, and the next that has not been held against the other curve.
  private var first = 0
  private var judged = 0
  /// Whether no more will come.
  var isOver = false

  /// The next sample to be held against the other curve.
  var next: Sample? { judged < samples.count ? samples[judged] : nil }

  /// Whether all is known up to an instant, that instant included.
  func isKnown(through time: Timestamp) -> Bool {
    isOver || samples.last.map { $0.time >= time } ?? false
  }

  mutating func append(_ sample: Sample) { samples.append(sample) }

  mutating func advance() { judged += 1 }

  /// Forgets what lies before an instant, but for the sample that the curve comes from.
  mutating func forget(before time: Timestamp) {
    while first + 1 < judged, samples[first + 1].time <= time { first += 1 }
    guard first >= 256 else { return }
    samples.removeFirst(first)
    judged -= first
    first = 0
  }

  /// Whether there is a sample at this very instant.
  func hasSample(at time: Timestamp) -> Bool {
    samples[first...].contains { $0.time == time }
  }

  /// Whether an instant lies between two samples of an animation that moves in both.
  func moves(at time: Timestamp) -> Bool {
    segments.contains { $0.time < time && time < $1.time && $0.moves && $1.moves }
  }

  private var segments: Zip2Sequence<ArraySlice<Sample>, ArraySlice<Sample>> {
    zip(samples[first...], samples[first...].dropFirst())
  }

  /// Whether the curve has a phase at some instant from one to another.
  func has(_ phase: Phase, from start: Timestamp, to end: Timestamp) -> Bool {
    guard let head = samples[first...].first, let last = samples.last else { return false }
    if end < head.time { return head.phase == phase }
    if start > last.time { return last.phase == phase }
    return samples[first...].contains { $0.phase == phase && start <= $0.time && $0.time <= end }
      || segments.contains {
        $0.time < end && start < $1.time && ($0.phase == phase || $1.phase == phase)
      }
  }

  /// The phase at an instant.
  func phase(at time: Timestamp) -> Phase {
    (samples[first...].last { $0.time <= time } ?? samples[first...].first)?.phase ?? .idle
  }

  /// All that a channel has from one instant to another; nothing where there are no samples.
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

  /// A channel's number: fraction, velocity, and then the properties.
  subscript(channel: Int) -> Double {
    channel == 0 ? fraction : channel == 1 ? velocity : values[channel - 2]
  }
}
