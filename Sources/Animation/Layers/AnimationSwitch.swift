// Whether blocks animate at all.
extension Layer {
  /// Whether blocks animate what they change, `UIView.areAnimationsEnabled`.
  ///
  /// It is `false` inside ``performWithoutAnimation(_:)`` as well.
  public static var areAnimationsEnabled: Bool { Timeline.current.areAnimationsEnabled }

  /// Switches animations on or off for the current timeline, `UIView.setAnimationsEnabled(_:)`.
  ///
  /// While they are off, blocks and animators make their changes at once, and a block's completion is
  /// called at the next occasion. What already runs goes on.
  public static func setAnimationsEnabled(_ areEnabled: Bool) {
    Timeline.current.areAnimationsEnabled = areEnabled
  }

  /// Makes changes without animating them, `UIView.performWithoutAnimation(_:)`.
  ///
  /// Blocks inside this one do not animate, either.
  public static func performWithoutAnimation(_ changes: () -> Void) {
    let timeline = Timeline.current
    let wereEnabled = timeline.areAnimationsEnabled
    timeline.areAnimationsEnabled = false
    changes()
    timeline.areAnimationsEnabled = wereEnabled
  }
}
