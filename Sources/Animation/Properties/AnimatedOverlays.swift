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
    let beginsNow = outermost.beginTime == 0
    if let key { removeAnimation(forKey: key) }
    let now = timeline.now
    let overlay = Overlay(animation, key, begin: beginsNow ? localTime(at: now) : 0) {
      [animation] underlying, model, seconds in
      animation.value(over: underlying, model: model, at: seconds)
    }
    overlays.append(overlay)
    Transaction.count(on: timeline) { [weak self, weak overlay] in
      guard let self, let overlay else { return now }
      return self.instant(ofLocal: overlay.begin + seconds)
    }
    guard beginsNow else { return }
    timeline.noteStart(of: overlay) { [weak self] microseconds in
      overlay.begin += Double(microseconds) / 1e6 * (self?.layer?.totalSpeed ?? 1)
      self?.timeline.noteTimeChange()
    }
  }

  /// Returns the animation that was added under a key, `CALayer.animation(forKey:)`; `nil` if there is none.
  ///
  /// It has the duration that it runs for, if it had none. As a value, it can be changed and added again; the one
  /// that runs is not affected.
  public func animation(forKey key: String) -> LayerAnimation<Value>? {
    overlays.last { $0.key == key }?.animation as? LayerAnimation<Value>
  }
}
