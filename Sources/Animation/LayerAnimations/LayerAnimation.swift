public import PantographMotion

/// An animation on top of a value, as `CAAnimation` on a layer's property.
///
/// It is a value without a clock: ask for any time, in any order. It never changes the model, the
/// layer's value without the animation.
///
///     let fade = LayerAnimation(MediaTiming(duration: 1), from: 0, to: 1)
///     fade.value(over: 0.5, model: 0.5, at: 0.25)  // 0.25
public struct LayerAnimation<Value: AdditiveAnimatable>: Sendable {
  /// The values that an animation runs through.
  package enum Content: Sendable {
    /// From one value to another; missing values follow from the model.
    case basic(from: Value?, to: Value?, by: Value?)
    /// Along a track.
    case track(any Track<Value>)
  }

  /// The values that it runs through.
  package var content: Content
  /// Its timing; without a duration it takes that of its group.
  public var timing: MediaTiming
  /// The groups that contain it, the outermost first.
  public var groups: [MediaTiming] = []
  /// The timing curve of the whole.
  public var curve: CubicCurve
  /// The spring that it follows from start to end, in addition to the curve.
  public var spring: LayerSpring?
  /// Whether it is added to the value beneath it instead of replacing it.
  public var isAdditive = false
  /// Whether each cycle starts where the previous one ended.
  public var isCumulative = false
  /// The frame rates that a program wishes for, `CAAnimation.preferredFrameRateRange`; it changes nothing.
  public var preferredFrameRateRange = FrameRateRange.default

  /// Creates an animation from its content.
  package init(_ timing: MediaTiming, _ content: Content, curve: CubicCurve = .linear) {
    self.timing = timing
    self.content = content
    self.curve = curve
  }

  /// Creates an animation between two values.
  ///
  /// - Parameters:
  ///   - timing: its timing.
  ///   - from: the start; by default `to` minus `by`, or the model.
  ///   - to: the end; by default the start plus `by`, or the model.
  ///   - by: the difference from start to end, as the change from the neutral value; ignored if both
  ///     ends are given.
  ///   - curve: the timing curve.
  public init(
    _ timing: MediaTiming, from: Value? = nil, to: Value? = nil, by: Value? = nil,
    curve: CubicCurve = .linear
  ) {
    self.init(timing, .basic(from: from, to: to, by: by), curve: curve)
  }

  /// Creates an animation along a track.
  public init(
    _ timing: MediaTiming, along track: any Track<Value>, curve: CubicCurve = .linear
  ) {
    self.init(timing, .track(track), curve: curve)
  }

  /// Returns the value at a time; `nil` while the animation does not show.
  ///
  /// - Parameters:
  ///   - underlying: the value beneath: the model with the animations that were added before.
  ///   - model: the value without any animation.
  ///   - parentTime: the time of the layer, in seconds.
  public func value(
    over underlying: Value, model: Value, at parentTime: Double
  ) -> Value? {
    guard let position = timing.shown(at: parentTime, inside: groups) else { return nil }
    var value = content(at: share(at: position), model: model)
    if isCumulative, position.cycle != 0 {
      let end = content(at: timing.autoreverses ? 0 : 1, model: model)
      value = value.adding(end, times: Double(position.cycle))
    }
    return isAdditive ? underlying.adding(value) : value
  }

  /// Returns the value of a model with animations in the order in which they were added.
  package static func value(
    of model: Value, under animations: [LayerAnimation], at parentTime: Double
  ) -> Value {
    animations.reduce(model) { underlying, animation in
      animation.value(over: underlying, model: model, at: parentTime) ?? underlying
    }
  }

  /// Returns the progress at a position in a cycle.
  private func share(at position: MediaTiming.Position) -> Double {
    let pace = curve.value(at: position.fraction)
    guard let spring else { return pace }
    return spring.progress(
      after: position.fraction > 0 ? position.seconds * pace / position.fraction : 0)
  }

  private func content(at share: Double, model: Value) -> Value {
    switch content {
    case .track(let track): return track.value(at: share)
    case .basic(let from, let to, let by):
      // An additive animation must not include the model a second time. Core Animation does not
      // document its rule for an additive animation that lacks an end.
      let base = isAdditive ? Value.neutral : model
      let start: Value
      let end: Value
      if let by, from == nil || to == nil {
        start = from ?? to?.adding(by, times: -1) ?? base
        end = to ?? start.adding(by)
      } else {
        start = from ?? base
        end = to ?? base
      }
      return share == 1 ? end : start.interpolated(to: end, at: share)
    }
  }
}

/// The spring of a layer animation, `CASpringAnimation`.
///
/// Setting an invalid value, such as a mass of 0, has no effect, as on Core Animation.
///
///     var spring = LayerSpring()
///     spring.damping = 20
///     layer.$cornerRadius.add(LayerAnimation(spring: spring, from: 0, to: 8))
public struct LayerSpring: Hashable, Sendable {
  /// The mass, above 0.
  public var mass = 1.0 { didSet { if !(mass > 0 && mass.isFinite) { mass = oldValue } } }
  /// The force per displacement, above 0.
  public var stiffness = 100.0 {
    didSet { if !(stiffness > 0 && stiffness.isFinite) { stiffness = oldValue } }
  }
  /// The force per velocity, 0 or more.
  public var damping = 10.0 { didSet { if !(damping >= 0) { damping = oldValue } } }
  /// The initial velocity, in distances to the end per second.
  public var initialVelocity = 0.0 {
    didSet { if !initialVelocity.isFinite { initialVelocity = oldValue } }
  }
  /// Whether the spring may be overdamped; otherwise the damping is limited to critical.
  public var allowsOverdamping = false

  /// Creates a spring with Core Animation's defaults: mass 1, stiffness 100, damping 10, at rest.
  public init() {}

  /// Creates a spring with a perceived duration and a bounce.
  ///
  /// - Parameters:
  ///   - perceptualDuration: the seconds of one undamped oscillation; values that are not above 0 are
  ///     ignored.
  ///   - bounce: the overshoot, from −1 to 1: none at 0, endless at 1; below 0 the spring is
  ///     overdamped.
  public init(perceptualDuration: Double, bounce: Double) {
    let duration = perceptualDuration > 0 ? perceptualDuration : self.perceptualDuration
    let bounce = bounce.isNaN ? 0 : min(max(bounce, -1), 1)
    let ratio = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
    allowsOverdamping = bounce < 0
    // Property observers do not run in an initialiser; these may overflow.
    stiffness = (2 * .pi / duration) * (2 * .pi / duration)
    damping = 4 * .pi * ratio / duration
  }

  /// The seconds of one undamped oscillation.
  public var perceptualDuration: Double { 2 * .pi / (stiffness / mass).squareRoot() }

  /// The overshoot, from −1 to 1.
  public var bounce: Double { dampingRatio <= 1 ? 1 - dampingRatio : 1 / dampingRatio - 1 }

  /// The seconds until it has settled; see `Spring.settlingTime(velocity:)`.
  ///
  /// An animation does not take this duration by itself. With a bounce of −1 it is 0, as measured.
  public var settlingDuration: Double { spring?.settlingTime(velocity: initialVelocity) ?? 0 }

  /// Returns the progress after a time in seconds.
  func progress(after seconds: Double) -> Double {
    let start = Spring.State(offset: -1, velocity: initialVelocity)
    return 1 + (spring?.state(after: seconds, from: start) ?? start).offset
  }

  private var dampingRatio: Double {
    damping / (2 * stiffness.squareRoot() * mass.squareRoot())
  }

  /// The spring, or `nil` if its numbers overflow; then it does not move.
  private var spring: Spring? {
    let frequency = (stiffness / mass).squareRoot()
    let ratio = allowsOverdamping ? dampingRatio : min(dampingRatio, 1)
    guard frequency > 0, frequency.isFinite, ratio.isFinite else { return nil }
    return Spring(frequency: frequency, dampingRatio: ratio)
  }
}

extension LayerAnimation {
  /// Creates an animation between two values on a spring, `CASpringAnimation`.
  ///
  /// - Parameters:
  ///   - timing: its timing. By default it takes the spring's ``LayerSpring/settlingDuration``. A
  ///     shorter duration cuts it off; one of 0 is inherited, as in every layer animation.
  ///   - spring: the spring.
  ///   - from: the start; see ``init(_:from:to:by:curve:)``.
  ///   - to: the value at which the spring rests.
  ///   - by: the difference from start to rest.
  public init(
    _ timing: MediaTiming? = nil, spring: LayerSpring, from: Value? = nil, to: Value? = nil,
    by: Value? = nil
  ) {
    self.init(
      timing ?? MediaTiming(duration: spring.settlingDuration), from: from, to: to, by: by)
    self.spring = spring
  }
}

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
