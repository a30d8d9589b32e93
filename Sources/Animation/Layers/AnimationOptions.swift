package import PantographMotion

/// The options of a block animation; the raw values are those of `UIView.AnimationOptions`.
public struct AnimationOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// Creates options from their bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Lays out changed layers inside the block, so that dependent changes animate too.
  public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
  /// Allows touches during the animation; see ``Layer/hitTest(_:)``.
  public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
  /// Starts from the presentation value where a property's animations do not add up.
  public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
  /// Repeats the animation; see ``Layer/setAnimationRepeatCount(_:)``.
  public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
  /// Runs back after each run; the property ends at its new value.
  public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
  /// Uses its own duration inside another animation.
  public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
  /// Uses its own curve inside another animation.
  public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)
  /// Animates content during a transition; has no effect without a screen.
  public static let allowAnimatedContent = AnimationOptions(rawValue: 1 << 7)
  /// Shows and hides the layers of a transition instead of adding and removing them.
  public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
  /// Uses its own options inside another animation.
  public static let overrideInheritedOptions = AnimationOptions(rawValue: 1 << 9)

  /// Starts and ends slowly; the default.
  public static let curveEaseInOut: AnimationOptions = []
  /// Starts slowly.
  public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
  /// Ends slowly.
  public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
  /// Runs at constant speed.
  public static let curveLinear = AnimationOptions(rawValue: 3 << 16)

  /// Interpolates keyframes linearly; the default.
  public static let calculationModeLinear: AnimationOptions = []
  /// Jumps to each keyframe's value at its end.
  public static let calculationModeDiscrete = AnimationOptions(rawValue: 1 << 10)
  /// Runs through the keyframes at constant speed, ignoring their times.
  public static let calculationModePaced = AnimationOptions(rawValue: 2 << 10)
  /// Runs through the keyframes on a smooth curve.
  public static let calculationModeCubic = AnimationOptions(rawValue: 3 << 10)
  /// Runs through the keyframes on a smooth curve at constant speed, ignoring their times.
  public static let calculationModeCubicPaced = AnimationOptions(rawValue: 4 << 10)

  /// Flips about the vertical axis, left edge first.
  public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
  /// Flips about the vertical axis, right edge first.
  public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
  /// Curls up from the bottom.
  public static let transitionCurlUp = AnimationOptions(rawValue: 3 << 20)
  /// Curls down from the top.
  public static let transitionCurlDown = AnimationOptions(rawValue: 4 << 20)
  /// Fades from the old to the new content.
  public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
  /// Flips about the horizontal axis, top edge first.
  public static let transitionFlipFromTop = AnimationOptions(rawValue: 6 << 20)
  /// Flips about the horizontal axis, bottom edge first.
  public static let transitionFlipFromBottom = AnimationOptions(rawValue: 7 << 20)

  /// Leaves the number of frames per second to the system; the default.
  public static let preferredFramesPerSecondDefault: AnimationOptions = []
  /// Prefers 60 frames per second; has no effect without a screen.
  public static let preferredFramesPerSecond60 = AnimationOptions(rawValue: 3 << 24)
  /// Prefers 30 frames per second; has no effect without a screen.
  public static let preferredFramesPerSecond30 = AnimationOptions(rawValue: 7 << 24)

  /// The curve selected by the options.
  package var curve: CubicCurve {
    switch rawValue >> 16 & 0b11 {
    case 1: .easeIn
    case 2: .easeOut
    case 3: .linear
    default: .easeInOut
    }
  }

  /// The calculation mode selected by the options.
  var calculationMode: CalculationMode {
    CalculationMode(rawValue: Int(rawValue >> 10 & 0b111)) ?? .linear
  }
}
