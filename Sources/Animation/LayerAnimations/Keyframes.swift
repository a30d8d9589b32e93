public import PantographMotion

/// How values between keyframes are calculated; the raw values are those of UIKit's options.
public enum CalculationMode: Int, Hashable, Sendable, CaseIterable {
  /// Linearly from each to the next.
  case linear = 0
  /// Constant until the next one's time.
  case discrete = 1
  /// Linearly at constant speed; times and curves are ignored.
  case paced = 2
  /// On a smooth curve through all of them.
  case cubic = 3
  /// On a smooth curve, with times by the straight distances; times and curves are ignored.
  case cubicPaced = 4
}

/// The value at each fraction of an animation.
public protocol Track<Value>: Sendable {
  /// The type of the values.
  associatedtype Value: Animatable

  /// Returns the value at a fraction of the time; before 0 and after 1 the track holds its ends.
  func value(at fraction: Double) -> Value
}

/// A track through values at given times, as in `CAKeyframeAnimation`.
///
///     let track = KeyframeTrack([0, 1, 0.5, 0.7], keyTimes: [0, 0.1, 0.6, 1])
///     track.value(at: 0.05)  // 0.5
public struct KeyframeTrack<Value: Animatable>: Track {
  private let values: [Value]
  private let mode: CalculationMode
  private let times: KeyTimes
  /// The changes from each value to the next.
  private let changes: [Value.Change]

  /// Creates a track through at least one value.
  ///
  /// - Parameters:
  ///   - values: the values in order.
  ///   - keyTimes: the fraction for each value, rising from 0 to 1. In discrete mode there may be one
  ///     more, at which the last value ends. Invalid times are ignored, and the values are evenly
  ///     spaced.
  ///   - mode: how values between keyframes are calculated.
  ///   - curves: the timing from each value to the next; linear where one is missing.
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

  /// Returns the value at a fraction of the time; before 0 and after 1 the track holds its ends.
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

  /// Returns the cubic's velocity at a value: the change from the previous to the next value over their
  /// time.
  ///
  /// At an end it is the velocity of the straight line. All measured rows agree, with times of any
  /// kind.
  private func velocity(at index: Int) -> Value.Change {
    let before = max(index - 1, 0)
    let after = min(index + 1, values.count - 1)
    let change = changes[before..<after].reduce(.zero, +)
    let seconds = times.time(of: after) - times.time(of: before)
    return seconds > 0 ? change / seconds : .zero
  }
}

/// The times of keyframes, and the timing from one to the next.
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
      // Core Animation documents one time more than discrete keyframes, and accepts as many.
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
          // Over no distance, constant speed means evenly spaced times.
          return whole > 0 && whole.isFinite
            ? passed / whole : Double(index + 1) / Double(distances.count)
        }
    }
  }

  private static func areValid(_ times: [Double]) -> Bool {
    times.first == 0 && times.last == 1 && zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
  }

  /// Returns the fraction of the time at a keyframe.
  func time(of index: Int) -> Double { times[index] }

  /// Returns the fraction of the time from a keyframe to the next.
  func length(of index: Int) -> Double { times[index + 1] - times[index] }

  /// Returns the last keyframe before a fraction, and the share of the change to the next one.
  func position(at fraction: Double) -> (index: Int, share: Double) {
    guard count > 1, fraction < 1 else { return (count - 1, 0) }
    let fraction = max(fraction, 0)
    let index = times.lastIndex { $0 <= fraction } ?? 0
    guard !isDiscrete, index < count - 1 else { return (index, 0) }
    let share = (fraction - times[index]) / length(of: index)
    return (index, curves.indices.contains(index) ? curves[index].value(at: share) : share)
  }
}
