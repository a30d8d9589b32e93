// Switching animations off.
extension Layer {
  /// Whether blocks animate what they change, `UIView.areAnimationsEnabled`.
  ///
  /// It is `false` inside ``performWithoutAnimation(_:)`` as well.
  public static var areAnimationsEnabled: Bool { Timeline.current.areAnimationsEnabled }

  /// Enables or disables animations on the current timeline, `UIView.setAnimationsEnabled(_:)`.
  ///
  /// While they are disabled, blocks and animators make their changes at once, and a block's completion
  /// is called in the next step of the timeline. Running animations continue.
  public static func setAnimationsEnabled(_ areEnabled: Bool) {
    Timeline.current.areAnimationsEnabled = areEnabled
  }

  /// Makes changes without animating them, `UIView.performWithoutAnimation(_:)`.
  ///
  /// Animation blocks inside do not animate either.
  public static func performWithoutAnimation(_ changes: () -> Void) {
    let timeline = Timeline.current
    let wereEnabled = timeline.areAnimationsEnabled
    timeline.areAnimationsEnabled = false
    changes()
    timeline.areAnimationsEnabled = wereEnabled
  }
}
