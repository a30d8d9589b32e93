extension Animated where Value: AdditiveAnimatable {
  /// Adds an animation on top of the property, as `CALayer.add(_:forKey:)` does; the model value stays.
  ///
  ///     let pulse = MediaTiming(duration: 0.5, repeatCount: .infinity, autoreverses: true)
  ///     layer.$alpha.add(LayerAnimation(pulse, from: 1, to: 0.5), forKey: "pulse")
  ///
  /// It follows the time of the property's layer. A ``MediaTiming/beginTime`` of 0, in the outermost
  /// group if there are groups, means now. The animation stays until it is removed, even when it no
  /// longer shows. An animation under the same key replaces it.
  public func add(_ animation: LayerAnimation<Value>, forKey key: String? = nil) {
    var animation = animation
    let duration = Transaction.animationDuration()
    if animation.groups.isEmpty {
      animation.timing = animation.timing.takingDuration(duration)
    } else {
      animation.groups[0] = animation.groups[0].takingDuration(duration)
    }
    let outermost = animation.groups.first ?? animation.timing
    let seconds = outermost.beginTime + outermost.activeDuration / abs(outermost.speed)
    addOverlay(forKey: key, beginsNow: outermost.beginTime == 0, lasting: seconds) {
      [animation] underlying, model, seconds in
      animation.value(over: underlying, model: model, at: seconds)
    }
  }
}
