import PantographMotion

/// The keyframes of one property, in the order in which their blocks ran.
///
/// A keyframe runs to its value from wherever the property is when it begins. If it begins before
/// another one has ended, it takes over from there. The end of the animation cuts off what lies beyond
/// it.
struct KeyframeChain<Value: Animatable> {
  let group: KeyframeGroup
  /// The value before the first keyframe.
  let first: Value
  /// The value of the keyframe that was added last.
  private(set) var last: Value
  private var keyframes: [(span: ClosedRange<Double>, value: Value)] = []
  private var track: KeyframeTrack<Value>

  init(from first: Value, group: KeyframeGroup) {
    self.group = group
    self.first = first
    last = first
    track = KeyframeTrack([first])
  }

  /// Adds a keyframe; both ends of its span are between 0 and 1.
  mutating func add(_ value: Value, over span: ClosedRange<Double>) {
    last = value
    // Keyframes that begin at the same time keep their order.
    let index = keyframes.firstIndex { $0.span.lowerBound > span.lowerBound } ?? keyframes.count
    keyframes.insert((span, value), at: index)
    var values = [first]
    var times = [0.0]
    // Other modes than linear pass each value at the end of its keyframe.
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

  /// Returns the value at a progress of the animation.
  func value(at progress: Double) -> Value {
    track.value(at: group.curve.value(at: progress))
  }
}
