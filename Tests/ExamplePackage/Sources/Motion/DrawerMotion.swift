// This package has modules named Motion and Reports; those of Pantograph have other names.
import PantographAnimation

/// The drawer's motion without a gesture: opened by a button.
@MainActor public enum DrawerMotion {
  /// The shadow's opacity at times in seconds after the button is pressed.
  public static func shadow(at seconds: [Double]) throws -> [Double] {
    let shadow = Layer()
    shadow.alpha = 0
    let opening = PropertyAnimator(duration: 0.3, dampingRatio: 1)
    try opening.addAnimations { shadow.alpha = 0.4 }
    try opening.startAnimation()
    return seconds.map {
      Timeline.current.advance(to: $0)
      return shadow.presentation.alpha
    }
  }
}
