import PantographBase
import PantographGestures
import PantographInteractions
import PantographMotion

extension Wording {
  /// Returns the name of a gesture: `a pan of one finger`.
  static func name(of gesture: Interaction.Gesture) -> String {
    guard case .pan(let pan) = gesture else { return "a press" }
    let fingers = pan.fingers
    guard fingers.count == 1 else {
      return "a pan of \(fingers.lowerBound) to \(fingers.upperBound) fingers"
    }
    return fingers.lowerBound == 1
      ? "a pan of one finger" : "a pan of \(fingers.lowerBound) fingers"
  }

  /// Returns the timing of an animation after a release, and its duration if that is known.
  static func name(of settle: Settle, duration: Double) -> String {
    if settle.jumps { return "its target at once" }
    let pace: String
    switch settle.pace {
    case .factor(let factor): pace = factor > 0 ? " in \(two(factor * duration)) s" : ""
    case .done: pace = " in the time already spent"
    case .speed(let speed): pace = " at \(two(speed)) times the speed"
    case .secondsPerDistance(let seconds): pace = " at \(two(seconds)) s for the whole distance"
    case .meanSpeed(let speed): pace = " at a mean of \(two(speed)) mm/s"
    case .seconds(let seconds): pace = " in \(two(seconds)) s"
    }
    switch settle.timing {
    case .own: return "its own curve" + pace
    case .curve(let curve): return name(of: curve) + pace
    case .spring(let kind):
      guard case .spring(let spring) = kind else {
        return "a spring that settles" + (pace.isEmpty ? " in the remaining time" : pace)
      }
      return name(of: spring, allowsOverdamping: settle.allowsOverdamping)
    }
  }

  /// Returns the initial velocity of a settling; empty where it is the fingers' own, or a curve's.
  static func entry(of settle: Settle) -> String {
    guard case .spring = settle.timing else { return "" }
    return switch settle.velocity {
    case .carried: ""
    case .perDistance(0): ", from rest"
    case .perDistance(let velocity): ", from \(velocity.asWritten) remaining distances per second"
    case .pointsOver(let points):
      ", from the fingers' points per second divided by \(points.asWritten)"
    case .inUnit(let unit): ", from the fingers' \(unit) as full distances per second"
    }
  }

  /// Returns the timing of an animation that runs by itself, and its duration.
  static func name(of timing: TimingParameters, duration: Double) -> String {
    let seconds = "in \(duration.asWritten) s"
    switch timing {
    case .custom: return "\(seconds) on a curve of its own"
    case .curve(let curve): return "\(seconds) on \(name(of: curve))"
    case .spring(let parameters):
      switch parameters.kind {
      case .dampingRatio(let ratio): return "\(seconds) on a spring (damping ratio \(two(ratio)))"
      case .spring(let spring): return "on \(name(of: spring))"
      }
    }
  }

  private static func name(of curve: CubicCurve) -> String { curve.name ?? "a curve" }

  private static func name(of spring: Spring, allowsOverdamping: Bool = false) -> String {
    let spring = allowsOverdamping ? spring : spring.clampedToCritical
    let ratio = two(spring.dampingRatio)
    return "a spring (response \(two(spring.response)) s, damping ratio \(ratio))"
  }

  private static func two(_ number: Double) -> String { NumberText.fixed(number, 2) }
}
