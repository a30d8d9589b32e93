import PantographCMathematics

/// How a released movement goes on and slows down: the law by which a toolkit scrolls after the release.
///
/// A law is a value without a clock. Lengths are in the toolkit's own points, of which each law says how large
/// they are.
///
///     let glide = Momentum.named("gtk")?.glide(from: 1500)
///     glide?.distance                 // 361 px
///     glide?.state(after: 0.1)        // 124 px, at 1005 px/s
public struct Momentum: Hashable, Sendable {
  /// The points in which a law counts.
  public enum Point: String, Hashable, Sendable {
    /// Apple's points, 163 per inch.
    case apple = "pt"
    /// Android's density-independent pixels and Flutter's logical pixels, 160 per inch.
    case densityIndependent = "dp"
    /// CSS pixels, 96 per inch.
    case css = "px"
  }

  /// The name that users type.
  public let name: String
  /// The toolkit and what it scrolls.
  public let title: String
  /// Where the numbers are from.
  package let source: String
  /// The points in which it counts.
  public let point: Point
  /// The speed in points per second below which a released movement stops at once.
  package let slowest: Double
  /// The speed in points per second to which faster movements are limited.
  package let fastest: Double
  /// The spring that brings a movement back which has run past an end; `nil` if it stops there.
  package let rebound: Spring?
  let law: Law

  init(
    _ name: String, _ title: String, source: String, _ point: Point, _ slowdown: some Slowdown,
    from slowest: Double = 0, to fastest: Double = 1e9, rebound: Spring? = nil
  ) {
    self.name = name
    self.title = title
    self.source = source
    self.point = point
    self.law = Law(slowdown)
    self.rebound = rebound
    self.slowest = slowest
    self.fastest = fastest
  }

  /// Returns the movement after a release at a velocity in points per second.
  public func glide(from velocity: Double) -> Glide {
    Glide(
      law,
      from: abs(velocity) < slowest ? 0 : velocity.bounded(to: -fastest...fastest, else: 0))
  }

  /// Returns whether both have the same name.
  public static func == (left: Momentum, right: Momentum) -> Bool { left.name == right.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A movement that slows down by the law of a ``Momentum``.
public struct Glide: Sendable {
  /// The total distance in points; negative for a negative velocity.
  public let distance: Double
  /// The seconds until it stops.
  public let duration: Double
  private let law: Law
  private let velocity: Double

  init(_ law: Law, from velocity: Double) {
    self.law = law
    self.velocity = velocity
    duration = velocity == 0 ? 0 : law.duration(abs(velocity))
    distance =
      duration > 0 ? law.state(duration, abs(velocity)).distance * velocity.sign1 : 0
  }

  /// Returns the distance covered after a number of seconds, and the velocity there.
  public func state(after seconds: Double) -> (distance: Double, velocity: Double) {
    guard seconds < duration else { return (distance, 0) }
    let state = law.state(max(seconds, 0), abs(velocity))
    return (state.distance * velocity.sign1, state.velocity * velocity.sign1)
  }
}

/// The formula of a law, for a speed above 0.
protocol Slowdown: Sendable {
  /// Returns the seconds until it stops.
  func duration(from speed: Double) -> Double

  /// Returns the distance after a number of seconds up to the duration, and its change per second.
  func state(after seconds: Double, from speed: Double) -> (distance: Double, velocity: Double)
}

/// A formula as functions, so that a law is one type, also where there is no runtime to tell types apart.
struct Law: Sendable {
  let duration: @Sendable (_ speed: Double) -> Double
  let state: @Sendable (_ seconds: Double, _ speed: Double) -> (distance: Double, velocity: Double)

  init(_ slowdown: some Slowdown) {
    duration = { slowdown.duration(from: $0) }
    state = { slowdown.state(after: $0, from: $1) }
  }
}

extension Double {
  /// 1 with the number's sign.
  var sign1: Double { self < 0 ? -1 : 1 }
}

extension Momentum {
  /// All laws.
  public static let all = [
    uiKit, uiKitFast, android, flutter, flutterIOS, flutterMacOS, compose, chromium, chromiumTouch,
    firefox, gtk, gtk48, qt, windows,
  ]

  /// Returns the law with a name.
  public static func named(_ name: String) -> Momentum? { all.first { $0.name == name } }

  /// `UIScrollView` with the normal deceleration rate.
  ///
  /// As played on iOS 12 to 26.5: shorter by 1 ms of the velocity than the exact integral, and stopped at 10 points
  /// per second. Between 260 and 350 points per second some releases scroll on and some do not. The rebound is a
  /// critically damped spring of 10.87 rad/s.
  package static let uiKit = Momentum(
    "uikit", "UIKit: UIScrollView, normal deceleration",
    source: "UIScrollView, measured on iOS 26.5",
    .apple, ExponentialSlowdown(keptPerMillisecond: 0.998, stop: 10), from: 260,
    rebound: Spring(frequency: 10.87, dampingRatio: 1))

  /// `UIScrollView` with the fast deceleration rate.
  package static let uiKitFast = Momentum(
    "uikit-fast", "UIKit: UIScrollView, fast deceleration",
    source: "UIScrollView, measured on iOS 26.5",
    .apple, ExponentialSlowdown(keptPerMillisecond: 0.99, stop: 10), from: 260,
    rebound: Spring(frequency: 10.87, dampingRatio: 1))

  /// Android's `OverScroller`, also Compose's `splineBasedDecay`.
  package static let android = Momentum(
    "android", "Android: OverScroller", source: "Android, OverScroller.java @050275cd",
    .densityIndependent, SplineSlowdown(), from: 50, to: 8000)

  /// Flutter's `ClampingScrollSimulation`, which stops at the end of its content.
  package static let flutter = Momentum(
    "flutter", "Flutter: scrolling on Android", source: "Flutter, scroll_simulation.dart @095d6b96",
    .densityIndependent, PowerSlowdown(), from: 50, to: 8000)

  /// Flutter's `BouncingScrollSimulation` with normal deceleration.
  ///
  /// A movement enters the rebound with at most 5000 dp/s.
  package static let flutterIOS = Momentum(
    "flutter-ios", "Flutter: scrolling on iOS", source: "Flutter, scroll_simulation.dart @095d6b96",
    .densityIndependent, ExponentialSlowdown(keptPerSecond: 0.135, stop: 20), from: 100, to: 8000,
    rebound: Spring(mass: 0.5, stiffness: 100, damping: 2 * 1.1 * (0.5 * 100).squareRoot()))

  /// Flutter's `BouncingScrollSimulation` with fast deceleration, for a trackpad on macOS.
  package static let flutterMacOS = Momentum(
    "flutter-macos", "Flutter: scrolling on macOS",
    source: "Flutter, scroll_simulation.dart @095d6b96",
    .densityIndependent, FrictionSlowdown(), from: 100, to: 64_000,
    rebound: Spring(mass: 0.3, stiffness: 75, damping: 2 * 1.3 * (0.3 * 75).squareRoot()))

  /// Compose's `exponentialDecay`.
  package static let compose = Momentum(
    "compose", "Compose: exponentialDecay", source: "Compose, FloatDecayAnimationSpec.kt",
    .densityIndependent, ExponentialSlowdown(friction: 4.2, stop: 0.1))

  /// Chromium's `FlingCurve`, on desktops.
  package static let chromium = Momentum(
    "chromium", "Chromium: flings on a desktop", source: "Chromium, fling_curve.cc @be5cd41e",
    .css, FlingCurveSlowdown(), to: FlingCurveSlowdown.fastest)

  /// Chromium's `PhysicsBasedFlingCurve`, by which a page goes on after a touch, also on a desktop.
  ///
  /// Chromium ends a fling after three widths of the window, or heights. A law knows no window, so it does not.
  package static let chromiumTouch = Momentum(
    "chromium-touch", "Chromium: flings by touch",
    source: "Chromium, physics_based_fling_curve.cc @0f510d0b; Chromium 156, measured",
    .css, BezierSlowdown())

  /// Firefox's `DesktopFlingPhysics`, at 60 frames per second.
  package static let firefox = Momentum(
    "firefox", "Firefox: flings on a desktop",
    source: "Firefox, DesktopFlingPhysics.h @8770be4b; as measured in version 153",
    .css, ExponentialSlowdown(stepsKeeping: 0.998, stop: 10), from: 500)

  /// GTK 4's kinetic scrolling, at 60 frames per second; also WebKitGTK's.
  ///
  /// GTK then rounds to whole pixels, which is not done here. The content stops at its ends, where GTK shows the rest
  /// of the movement as a glow.
  package static let gtk = Momentum(
    "gtk", "GTK: kinetic scrolling", source: "GTK, gtkkineticscrolling.c @1e9e7bf0",
    .css, KineticSlowdown())

  /// GTK 4.8's kinetic scrolling, which does not stop with a frame that moves less than a pixel.
  package static let gtk48 = Momentum(
    "gtk-4.8", "GTK 4.8: kinetic scrolling", source: "GTK 4.8.3 (Debian 12), measured",
    .css, ExponentialSlowdown(friction: 4, stop: 0.1))

  /// Qt Quick's `Flickable`.
  package static let qt = Momentum(
    "qt", "Qt Quick: Flickable",
    source:
      "Qt, qquickflickablebehavior_p.h and qquickflickable.cpp @0284817d; as measured in 6.4.2",
    .css, ConstantSlowdown(deceleration: 1500), from: 75, to: 2500)

  /// Windows' `InteractionTracker`.
  package static let windows = Momentum(
    "windows", "Windows: InteractionTracker", source: "WinUI, measured by uno",
    .css, ExponentialSlowdown(keptPerSecond: 0.05, stop: 30), from: 30)
}
