public import Motion

/// What can be asked of a block animation; the numbers are `UIView.AnimationOptions`'.
public struct AnimationOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// Makes options from their bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Lays out what was changed inside the block, so that what depends on it moves, too.
  public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
  /// Lets what is animated be touched meanwhile; see ``Layer/hitTest(_:)``.
  public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
  /// Starts from what is seen, not from what was set, where a property can't add up animations.
  public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
  /// Begins again at the end; see ``Layer/setAnimationRepeatCount(_:)``.
  public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
  /// Runs back after each run to the end; the property has its new value all the same.
  public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
  /// Takes its own time inside another animation, not the other one's.
  public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
  /// Follows its own curve inside another animation, not the other one's.
  public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)
  /// Animates what changes while a transition goes on; without a screen it changes nothing.
  public static let allowAnimatedContent = AnimationOptions(rawValue: 1 << 7)
  /// Shows and hides the layers of a transition instead of adding and removing them.
  public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
  /// Has its own options inside another animation, not the other one's.
  public static let overrideInheritedOptions = AnimationOptions(rawValue: 1 << 9)

  /// Starts and ends slowly, as it is if nothing is said.
  public static let curveEaseInOut: AnimationOptions = []
  /// Starts slowly.
  public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
  /// Ends slowly.
  public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
  /// Keeps the same pace all the way.
  public static let curveLinear = AnimationOptions(rawValue: 3 << 16)

  /// Passes through each keyframe in a straight line, as it is if nothing is said.
  public static let calculationModeLinear: AnimationOptions = []
  /// Jumps to each keyframe's value at its end.
  public static let calculationModeDiscrete = AnimationOptions(rawValue: 1 << 10)
  /// Goes through the keyframes' values at an even pace, whatever their times.
  public static let calculationModePaced = AnimationOptions(rawValue: 2 << 10)
  /// Goes through the keyframes' values on a smooth line.
  public static let calculationModeCubic = AnimationOptions(rawValue: 3 << 10)
  /// Goes through the keyframes' values on a smooth line at an even pace, whatever their times.
  public static let calculationModeCubicPaced = AnimationOptions(rawValue: 4 << 10)

  /// Turns about its upright axis, the left edge first.
  public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
  /// Turns about its upright axis, the right edge first.
  public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
  /// Curls up from the bottom.
  public static let transitionCurlUp = AnimationOptions(rawValue: 3 << 20)
  /// Curls down from the top.
  public static let transitionCurlDown = AnimationOptions(rawValue: 4 << 20)
  /// Fades from the old to the new.
  public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
  /// Turns about its level axis, the top edge first.
  public static let transitionFlipFromTop = AnimationOptions(rawValue: 6 << 20)
  /// Turns about its level axis, the bottom edge first.
  public static let transitionFlipFromBottom = AnimationOptions(rawValue: 7 << 20)

  /// The curve that the options name.
  public var curve: CubicCurve {
    switch rawValue >> 16 & 0b11 {
    case 1: .easeIn
    case 2: .easeOut
    case 3: .linear
    default: .easeInOut
    }
  }

  /// The way between keyframes that the options name.
  var calculationMode: CalculationMode {
    switch rawValue >> 10 & 0b111 {
    case 1: .discrete
    case 2: .paced
    case 3: .cubic
    case 4: .cubicPaced
    default: .linear
    }
  }
}
