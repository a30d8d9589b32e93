import Motion

/// The keyframes of one property, as the blocks that wrote them are run one after the other.
///
/// A keyframe leads to its value from where the property is when it begins. One that begins before
/// another one has ended takes over from there, and what would end after the animation ends with it.
struct KeyframeChain<Value: Animatable> {
  let group: KeyframeGroup
  /// The value before the first keyframe.
  let first: Value
  /// The value after the last one to be written.
  private(set) var last: Value
  private var keyframes: [(span: ClosedRange<Double>, value: Value)] = []
  private var track: KeyframeTrack<Value>

  init(from first: Value, group: KeyframeGroup) {
    self.group = group
    self.first = first
    last = first
    track = KeyframeTrack([first])
  }

  /// Writes a keyframe; both ends of its span are between 0 and 1.
  mutating func add(_ value: Value, over span: ClosedRange<Double>) {
    last = value
    // Those that begin at the same time keep their order.
    let place = keyframes.firstIndex { $0.span.lowerBound > span.lowerBound } ?? keyframes.count
    keyframes.insert((span, value), at: place)
    var values = [first]
    var times = [0.0]
    // What is not linear goes from value to value, each at the end of its keyframe.
    let ordered =
      group.mode == .linear
      ? keyframes
      : keyframes.enumerated().sorted {
        ($0.element.span.upperBound, $0.offset) < ($1.element.span.upperBound, $1.offset)
      }.map(\.element)
    for (index, keyframe) in ordered.enumerated() {
      let next = index + 1 < ordered.count ? ordered[index + 1].span.lowerBound : 1
      let (start, end) = (keyframe.span.lowerBound, keyframe.span.upperBound)
      if group.mode != .linear {
        values.append(keyframe.value)
        times.append(end)
        continue
      }
      if start > times[times.count - 1] {
        values.append(values[values.count - 1])
        times.append(start)
      }
      if end <= next || end == start {
        values.append(keyframe.value)
        times.append(end)
      } else {
        let share = (next - start) / (end - start)
        values.append(values[values.count - 1].interpolated(to: keyframe.value, at: share))
        times.append(next)
      }
    }
    if group.mode == .discrete || times[times.count - 1] < 1 {
      if group.mode != .discrete { values.append(values[values.count - 1]) }
      times.append(1)
    }
    track = KeyframeTrack(values, keyTimes: times, mode: group.mode)
  }

  /// The value when the animation has made so much progress.
  func value(at progress: Double) -> Value {
    track.value(at: group.curve.value(at: progress))
  }
}
