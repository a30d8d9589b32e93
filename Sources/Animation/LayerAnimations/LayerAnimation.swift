public import Motion

/// An animation that lies over a value, as `CAAnimation` lies over a layer's property.
///
/// It is a value without a clock: ask it at any time, in any order. It never changes the model, the
/// value that the layer has without it.
///
///     let fade = LayerAnimation(MediaTiming(duration: 1), from: 0, to: 1)
///     fade.value(over: 0.5, model: 0.5, at: 0.25)  // 0.25
public struct LayerAnimation<Value: AdditiveAnimatable>: Sendable {
  /// What an animation leads through.
  public enum Content: Sendable {
    /// From one value to another; what is left out follows from the model.
    case basic(from: Value?, to: Value?, by: Value?)
    /// Along a track.
    case track(any Track<Value>)
  }

  /// What it leads through.
  public var content: Content
  /// When it runs; without a duration it takes that of its group.
  public var timing: MediaTiming
  /// The groups that it runs inside, the outermost first.
  public var groups: [MediaTiming] = []
  /// The pace of the whole.
  public var curve: CubicCurve
  /// The spring that it follows from start to end, beside the pace.
  public var spring: LayerSpring?
  /// Whether it is added to the value beneath it, or stands in its place.
  public var isAdditive = false
  /// Whether each cycle starts where the one before it has ended.
  public var isCumulative = false

  /// Makes an animation from its content.
  public init(_ timing: MediaTiming, _ content: Content, curve: CubicCurve = .linear) {
    self.timing = timing
    self.content = content
    self.curve = curve
  }

  /// Makes an animation between two values.
  ///
  /// - Parameters:
  ///   - timing: when it runs.
  ///   - from: where it starts: else `by` short of `to`, else at the model.
  ///   - to: where it ends: else `by` beyond the start, else at the model.
  ///   - by: what is added from start to end, as the change that leads to it from the neutral value;
  ///     it does not count where both ends are given.
  ///   - curve: the pace.
  public init(
    _ timing: MediaTiming, from: Value? = nil, to: Value? = nil, by: Value? = nil,
    curve: CubicCurve = .linear
  ) {
    self.init(timing, .basic(from: from, to: to, by: by), curve: curve)
  }

  /// Makes an animation along a track.
  public init(
    _ timing: MediaTiming, along track: any Track<Value>, curve: CubicCurve = .linear
  ) {
    self.init(timing, .track(track), curve: curve)
  }

  /// The value at a time; nothing while the animation does not show.
  ///
  /// - Parameters:
  ///   - underlying: the value beneath: the model, with the animations that were added before.
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

  /// The value that shows with animations over a model, in the order in which they were added.
  public static func value(
    of model: Value, under animations: [LayerAnimation], at parentTime: Double
  ) -> Value {
    animations.reduce(model) { underlying, animation in
      animation.value(over: underlying, model: model, at: parentTime) ?? underlying
    }
  }

  /// The share of the way from start to end at a place in a cycle.
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
      // What is added to the model must not hold it once more. Core Animation's own rule for an
      // additive animation that lacks an end is not known.
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
