public import Quantities

/// A rule that tells how fast a finger moves, from where it has been.
///
/// Each is a function of the places and of the instant at which it is asked, usually that of the lift.
/// Besides Pantograph's own there are those of other toolkits, with their numbers and their mistakes, so
/// that a gesture can be judged as it would be elsewhere.
public enum VelocityEstimator: String, CaseIterable, Hashable, Sendable {
  /// Pantograph's own, the default.
  case pantograph
  /// The newest movement through its time, which UIKit was measured to report.
  case lastDifference = "last-difference"
  /// The straight line through the last tenth of a second.
  case leastSquares1 = "least-squares-1"
  /// The parabola through the last tenth of a second.
  case android
  /// The velocity that the work done by the movements would give to a mass.
  case impulse
  /// As Android's, but that it wants three places.
  ///
  /// Two places have no velocity in Flutter, and that of their difference in Android: two rules.
  case flutter
  /// The last three movements, of which the oldest weighs most.
  case flutterIOS = "flutter-ios"
  /// The last three movements, of which the middle one weighs most.
  case flutterMacOS = "flutter-macos"
  /// As Flutter's over 300 ms, which does not mind how long ago that was.
  case reactNative = "react-native"
  /// The mean of 150 ms without the first movement; GNOME Shell has the same.
  case libadwaita
  /// The mean of 150 ms with the first movement and without its time.
  case niri
  /// GTK's rule for scrolling, which is niri's.
  case gtkScroll = "gtk-scroll"
  /// The mean since the last place before 150 ms ago, however long ago that was.
  case gtkSwipe = "gtk-swipe"
  /// The mean of seven frames of a display.
  case motion
  /// The size of the newest movement along each axis, through its time.
  case useGesture = "use-gesture"
  /// The mean of the whole gesture.
  case hammer
  /// The mean size of movements along each axis: not per second, but **per event**.
  case hyprland

  /// How fast the finger moves at an instant that is not before its newest place.
  ///
  /// The unit is that of the ways, per second, except for ``hyprland``. It is nothing where the rule says
  /// that there is no velocity, and for a finger that nobody has seen.
  ///
  /// ``useGesture`` and ``hyprland`` know sizes only: both parts are zero or more, whatever the direction.
  public func velocity(of history: MotionHistory, at now: Timestamp) -> Vector? {
    velocity(of: history, at: now, movement: nil)
  }

  /// The same, if Pantograph's rule may have been told before what it makes of the history.
  func velocity(
    of history: MotionHistory, at now: Timestamp, movement: SteadyMovement?
  ) -> Vector? {
    guard let newest = history.places.last else { return nil }
    let silence = now - newest.time
    let velocity: Vector? =
      switch self {
      case .pantograph: (movement ?? history.steadyMovement).velocity(at: now)
      case .lastDifference: history.lastDifference
      case .leastSquares1: silence > RecentPlaces.pause ? nil : history.lineSlope()
      case .android: silence > RecentPlaces.pause ? nil : history.parabolaSlope()
      case .impulse: silence > RecentPlaces.pause ? nil : history.impulseVelocity()
      case .flutter:
        silence > RecentPlaces.pause
          ? .zero : history.parabolaSlope(atLeast: RecentPlaces.fewest) ?? .zero
      case .flutterIOS:
        silence > RecentPlaces.pause ? .zero : history.weighted(WeightedMovements.iOS)
      case .flutterMacOS:
        silence > RecentPlaces.pause ? .zero : history.weighted(WeightedMovements.macOS)
      case .reactNative:
        history.parabolaSlope(horizon: MotionHistory.horizon, atLeast: RecentPlaces.fewest) ?? .zero
      case .libadwaita: history.meanWithoutFirstMovement(at: now)
      case .niri, .gtkScroll: history.meanWithIdleEnd(at: now)
      case .gtkSwipe: history.meanSinceBefore(at: now)
      case .motion: history.meanOfFrames(at: now)
      case .useGesture:
        silence > LastMovement.useGesturePause ? .zero : history.lastDifference.magnitudes
      case .hammer: history.meanOfAll(at: now)
      case .hyprland: history.count < 2 ? .zero : history.travel / Double(history.count - 1)
      }
    // Ways at the end of what numbers hold have no velocity that one could hold.
    return velocity.flatMap { $0.x.isFinite && $0.y.isFinite ? $0 : nil }
  }

  /// Whose rule it is, and what it says.
  public var source: String {
    switch self {
    case .pantograph:
      "Pantograph: a hand with a velocity and an acceleration, filtered from the places of 80 ms as far as these can be trusted; an abrupt stop less than 45 ms ago does not count"
    case .lastDifference:
      "UIKit, UIPanGestureRecognizer as measured: the newest movement through its time, however long ago"
    case .leastSquares1:
      "Android, VelocityTracker.cpp, strategy lsq1: least-squares line, 100 ms, 20 places, none after 40 ms of silence"
    case .android:
      "Android, VelocityTracker.cpp, strategy lsq2: least-squares parabola, 100 ms, 20 places, none after 40 ms of silence"
    case .impulse:
      "Android, VelocityTracker.cpp, strategy impulse: work done by the movements of 100 ms, none after 40 ms of silence"
    case .flutter:
      "Flutter, velocity_tracker.dart: as android, from three places on"
    case .flutterIOS:
      "Flutter, IOSScrollViewFlingVelocityTracker: 0.6, 0.35 and 0.05 of the last three movements, oldest first"
    case .flutterMacOS:
      "Flutter, MacOSScrollViewFlingVelocityTracker: 0.15, 0.65 and 0.2 of the last three movements, oldest first"
    case .reactNative:
      "React Native Gesture Handler on the web, VelocityTracker: least-squares parabola, 300 ms, 20 places, silence does not count"
    case .libadwaita:
      "libadwaita, adw-swipe-tracker.c, and GNOME Shell, swipeTracker.js: mean of 150 ms without the first movement"
    case .niri:
      "niri, SwipeTracker: mean of 150 ms with the first movement but not its time, and with the silence at the end"
    case .gtkScroll:
      "GTK, gtkeventcontrollerscroll.c: mean of 150 ms with the first movement but not its time, and with the silence at the end"
    case .gtkSwipe:
      "GTK, gtkgestureswipe.c: mean since the last place that is older than 150 ms, with the silence at the end"
    case .motion:
      "Motion, PanSession: places at frames of 60 Hz, mean since the last frame that is more than 100 ms older"
    case .useGesture:
      "use-gesture: size of the newest movement on each axis through its time, 0 after 32 ms of silence; no sign"
    case .hammer:
      "Hammer.js: the whole way through the whole time"
    case .hyprland:
      "Hyprland, swipe gestures: mean size of a movement on each axis, per event and not per second; no sign"
    }
  }
}
