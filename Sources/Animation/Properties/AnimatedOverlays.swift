extension Animated where Value: AdditiveAnimatable {
  /// Lays an animation over the property, as `CALayer.add(_:forKey:)` does: what it was set to stays.
  ///
  ///     let pulse = MediaTiming(duration: 0.5, repeatCount: .infinity, autoreverses: true)
  ///     layer.$alpha.add(LayerAnimation(pulse, from: 1, to: 0.5), forKey: "pulse")
  ///
  /// It follows the time of the property's layer. A ``MediaTiming/beginTime`` of 0, of the outermost
  /// group if it has groups, stands for now. It lies there until it is taken away, whether or not it
  /// still shows; an animation under the same key takes its place.
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
