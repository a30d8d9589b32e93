public import Motion

/// How a value gets from keyframe to keyframe; the numbers are those of UIKit's options.
public enum CalculationMode: Int, Hashable, Sendable, CaseIterable {
  /// Straight from each to the next.
  case linear = 0
  /// It stays at each until the next one's time.
  case discrete = 1
  /// Straight, and at the same pace all the way; times and curves do not count.
  case paced = 2
  /// On a smooth curve through all of them.
  case cubic = 3
  /// On a smooth curve, with times by the straight distances; times and curves do not count.
  case cubicPaced = 4
}

/// Where a value is at each fraction of an animation.
public protocol Track<Value>: Sendable {
  /// What moves along the track.
  associatedtype Value: Animatable

  /// The value at a fraction of the time; before 0 and after 1 the track holds its ends.
  func value(at fraction: Double) -> Value
}

/// A track through values at given times, as `CAKeyframeAnimation` has it.
///
///     let track = KeyframeTrack([0, 1, 0.5, 0.7], keyTimes: [0, 0.1, 0.6, 1])
///     track.value(at: 0.05)  // 0.5
public struct KeyframeTrack<Value: Animatable>: Track {
  private let values: [Value]
  private let mode: CalculationMode
  private let times: KeyTimes
  /// What leads from each value to the next.
  private let changes: [Value.Change]

  /// Makes a track through at least one value.
  ///
  /// - Parameters:
  ///   - values: what it passes, in this order.
  ///   - keyTimes: for each value the fraction at which it is passed, from 0 to 1 and never falling;
  ///     in discrete mode there may be one more, at which the last value ends. Times that are not so
  ///     are ignored, and the values are passed evenly.
  ///   - mode: how it gets from one to the next.
  ///   - curves: the pace from each value to the next; even where there is none.
  public init(
    _ values: [Value], keyTimes: [Double]? = nil, mode: CalculationMode = .linear,
    curves: [CubicCurve] = []
  ) {
    precondition(!values.isEmpty, "a track needs at least one value")
    let changes = zip(values, values.dropFirst()).map { $0.change(to: $1) }
    self.values = values
    self.mode = mode
    self.changes = changes
    times = KeyTimes(
      keyTimes, count: values.count, mode: mode, curves: curves,
      distances: changes.map { ($0 * $0).sum().squareRoot() })
  }

  /// The value at a fraction of the time; before 0 and after 1 the track holds its ends.
  public func value(at fraction: Double) -> Value {
    let (index, share) = times.position(at: fraction)
    if share == 0 { return values[index] }
    if share == 1 { return values[index + 1] }
    switch mode {
    case .linear, .discrete, .paced:
      return values[index].advanced(by: changes[index] * share)
    case .cubic, .cubicPaced:
      // Hermite's cubic: s² (3 − 2 s) of the change, and s (1 − s)² and s² (s − 1) of the velocities.
      let seconds = times.length(of: index)
      let rest = 1 - share
      let start = velocity(at: index) * (seconds * share * rest * rest)
      let end = velocity(at: index + 1) * (seconds * share * share * -rest)
      let change = changes[index] * (share * share * (3 - 2 * share))
      return values[index].advanced(by: change + start + end)
    }
  }

  /// The velocity on the cubic at a value: from the one before it to the one after it in their time.
  ///
  /// At an end it is that of the straight way. All measured rows agree, with times of any kind.
  private func velocity(at index: Int) -> Value.Change {
    let before = max(index - 1, 0)
    let after = min(index + 1, values.count - 1)
    let change = changes[before..<after].reduce(.zero, +)
    let seconds = times.time(of: after) - times.time(of: before)
    return seconds > 0 ? change / seconds : .zero
  }
}

/// When each of a number of keyframes is passed, and at which pace from one to the next.
struct KeyTimes: Sendable {
  private let times: [Double]
  private let curves: [CubicCurve]
  private let count: Int
  private let isDiscrete: Bool

  init(
    _ given: [Double]?, count: Int, mode: CalculationMode, curves: [CubicCurve],
    distances: [Double]
  ) {
    self.count = count
    isDiscrete = mode == .discrete
    switch mode {
    case .linear, .cubic, .discrete:
      self.curves = curves
      // One more than keyframes is Core Animation's rule for the discrete ones; it also takes as many.
      let counts = isDiscrete ? [count + 1, count] : [count]
      if let given, counts.contains(given.count), Self.areValid(given) {
        times = given
      } else {
        let steps = max(isDiscrete ? count : count - 1, 1)
        times = (0...steps).map { Double($0) / Double(steps) }
      }
    case .paced, .cubicPaced:
      self.curves = []
      let whole = distances.reduce(0, +)
      var passed = 0.0
      times =
        [0]
        + distances.enumerated().map { index, distance in
          passed += distance
          // Where there is no way to go at all, an even pace is that of time.
          return whole > 0 && whole.isFinite
            ? passed / whole : Double(index + 1) / Double(distances.count)
        }
    }
  }

  private static func areValid(_ times: [Double]) -> Bool {
    times.first == 0 && times.last == 1 && zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
  }

  /// The fraction at which a keyframe is passed.
  func time(of index: Int) -> Double { times[index] }

  /// The fraction that it takes from a keyframe to the next.
  func length(of index: Int) -> Double { times[index + 1] - times[index] }

  /// The last keyframe that is passed at a fraction, and the share of the way to the next one.
  func position(at fraction: Double) -> (index: Int, share: Double) {
    guard count > 1, fraction < 1 else { return (count - 1, 0) }
    let fraction = max(fraction, 0)
    let index = times.lastIndex { $0 <= fraction } ?? 0
    guard !isDiscrete, index < count - 1 else { return (index, 0) }
    let share = (fraction - times[index]) / length(of: index)
    return (index, curves.indices.contains(index) ? curves[index].value(at: share) : share)
  }
}
