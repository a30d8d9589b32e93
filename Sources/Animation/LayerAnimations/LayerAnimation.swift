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
