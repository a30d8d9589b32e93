public import PantographBase

/// A rule that estimates a finger's velocity from its recent positions.
///
/// Each is a function of the positions and of the instant for which it is asked, usually that of the lift.
/// Besides Pantograph's own rule there are those of other toolkits, with their constants and their flaws, so
/// that a gesture can be judged as it would be elsewhere.
public enum VelocityEstimator: String, CaseIterable, Hashable, Sendable {
  /// Pantograph's own rule, the default.
  case pantograph
  /// The newest movement divided by its duration, as measured in UIKit.
  case lastDifference = "last-difference"
  /// The slope of a least-squares line through the last 100 ms.
  case leastSquares1 = "least-squares-1"
  /// The slope of a least-squares parabola through the last 100 ms.
  case android
  /// Android's rule, also after a silence of up to 80 ms.
  case chromium
  /// The velocity that the work done by the movements would give to a mass.
  case impulse
  /// Android's rule, with at least three samples.
  ///
  /// With two samples Flutter reports no velocity, while Android reports that of their difference.
  case flutter
  /// The weighted mean of the last three movements; the oldest has the largest weight.
  case flutterIOS = "flutter-ios"
  /// The weighted mean of the last three movements; the middle one has the largest weight.
  case flutterMacOS = "flutter-macos"
  /// Flutter's rule over 300 ms, however long ago the last movement was.
  case reactNative = "react-native"
  /// The mean over 150 ms without the first movement; GNOME Shell uses the same.
  case libadwaita
  /// The mean over 150 ms that counts the first movement but not its duration.
  case niri
  /// GTK's rule for scrolling, the same as niri's.
  case gtkScroll = "gtk-scroll"
  /// The mean since the last sample before the 150 ms window, however old it is.
  case gtkSwipe = "gtk-swipe"
  /// Qt Quick's rule for flicks: 0.7 of the velocity in the last three display frames, at most 2500 px/s.
  ///
  /// It is the mean over all phases of the frames, which no recording contains.
  case qt
  /// The mean of the velocities of the last five movements.
  case firefox
  /// The mean over seven display frames.
  case motion
  /// The magnitude of the newest movement along each axis, divided by its duration.
  case useGesture = "use-gesture"
  /// The mean of the whole gesture.
  case hammer
  /// The mean magnitude of movements along each axis, **per event** and not per second.
  case hyprland

  /// Returns the velocity at an instant that is not before the newest sample.
  ///
  /// The unit is that of the translations, per second, except for ``hyprland``; ``qt`` limits them, and expects
  /// millimetres. The result is `nil` where the
  /// rule has no velocity to report, and for an empty history.
  ///
  /// ``useGesture`` and ``hyprland`` report magnitudes only: both components are zero or more.
  public func velocity(of history: MotionHistory, at now: Timestamp) -> Vector? {
    guard let newest = history.samples.last else { return nil }
    let silence = now - newest.time
    let velocity: Vector? =
      switch self {
      case .pantograph: history.steadyMovement.velocity(at: now)
      case .lastDifference: history.lastDifference
      case .leastSquares1: silence > RecentSamples.pause ? nil : history.lineSlope()
      case .android: silence > RecentSamples.pause ? nil : history.parabolaSlope()
      case .chromium: silence > RecentSamples.chromiumPause ? nil : history.onwardSlope()
      case .impulse: silence > RecentSamples.pause ? nil : history.impulseVelocity()
      case .flutter:
        silence > RecentSamples.pause
          ? .zero : history.parabolaSlope(atLeast: RecentSamples.fewest) ?? .zero
      case .flutterIOS:
        silence > RecentSamples.pause ? .zero : history.weighted(WeightedMovements.iOS)
      case .flutterMacOS:
        silence > RecentSamples.pause ? .zero : history.weighted(WeightedMovements.macOS)
      case .reactNative:
        history.parabolaSlope(horizon: MotionHistory.horizon, atLeast: RecentSamples.fewest)
          ?? .zero
      case .libadwaita: history.meanWithoutFirstMovement(at: now)
      case .niri, .gtkScroll: history.meanWithIdleEnd(at: now)
      case .gtkSwipe: history.meanSinceBefore(at: now)
      case .qt: history.meanOfLastFrames(at: now)
      case .firefox: history.meanOfLastVelocities(at: now)
      case .motion: history.meanOfFrames(at: now)
      case .useGesture:
        silence > LastMovement.useGesturePause ? .zero : history.lastDifference.magnitudes
      case .hammer: history.meanOfAll(at: now)
      case .hyprland: history.count < 2 ? .zero : history.travel / Double(history.count - 1)
      }
    // Translations near the limits of `Double` have no finite velocity.
    return velocity.flatMap { $0.isFinite ? $0 : nil }
  }

  /// The project and code that the rule comes from, and a summary of it.
  package var source: String {
    switch self {
    case .pantograph:
      "Pantograph: Kalman filter over velocity and acceleration in the last 80 ms, positions weighted by their reliability; a finger that stops abruptly keeps its velocity for 45 ms"
    case .lastDifference:
      "UIKit, UIPanGestureRecognizer as measured: newest movement divided by its duration, however long ago"
    case .leastSquares1:
      "Android, VelocityTracker.cpp, strategy lsq1: least-squares line over 100 ms, 20 samples, no velocity after 40 ms of silence"
    case .android:
      "Android, VelocityTracker.cpp, strategy lsq2: least-squares parabola over 100 ms, 20 samples, no velocity after 40 ms of silence"
    case .chromium:
      "Chromium, velocity_tracker.cc as measured in version 156: as android, no velocity after 80 ms of silence, nor against the movement of these 100 ms"
    case .impulse:
      "Android, VelocityTracker.cpp, strategy impulse: work done by the movements of the last 100 ms, no velocity after 40 ms of silence"
    case .flutter:
      "Flutter, velocity_tracker.dart: as android, with at least three samples"
    case .flutterIOS:
      "Flutter, IOSScrollViewFlingVelocityTracker: 0.6, 0.35 and 0.05 of the last three movements, oldest first"
    case .flutterMacOS:
      "Flutter, MacOSScrollViewFlingVelocityTracker: 0.15, 0.65 and 0.2 of the last three movements, oldest first"
    case .reactNative:
      "React Native Gesture Handler on the web, VelocityTracker: least-squares parabola over 300 ms, 20 samples, however long the silence"
    case .libadwaita:
      "libadwaita, adw-swipe-tracker.c, and GNOME Shell, swipeTracker.js: mean over 150 ms without the first movement"
    case .niri:
      "niri, SwipeTracker: mean over 150 ms with the first movement but not its duration, and with the final silence"
    case .gtkScroll:
      "GTK, gtkeventcontrollerscroll.c: mean over 150 ms with the first movement but not its duration, and with the final silence"
    case .gtkSwipe:
      "GTK, gtkgestureswipe.c: mean since the last movement older than 150 ms, without the landing, with the final silence"
    case .qt:
      "Qt Quick 6.4.2, Flickable as measured: 0.7 of the velocity between two reports, at most 2500 px/s, mean of the last three frames at 60 Hz, 0 after 100 ms of silence"
    case .firefox:
      "Firefox 153, touches as measured: mean of the velocities of the last five movements of 5 ms or more that ended within 100 ms"
    case .motion:
      "Motion, PanSession: positions at 60 Hz frames, mean since the last frame that is more than 100 ms older"
    case .useGesture:
      "use-gesture: magnitude of the newest movement on each axis divided by its duration, 0 after 32 ms of silence; no sign"
    case .hammer:
      "Hammer.js: whole displacement divided by whole duration"
    case .hyprland:
      "Hyprland, swipe gestures: mean magnitude of a movement on each axis, per event and not per second; no sign"
    }
  }
}

extension VelocityEstimator {
  /// Whether the result is per second; ``hyprland`` gives distance per event.
  package var hasTime: Bool { self != .hyprland }

  /// Whether the result has a sign; ``useGesture`` and ``hyprland`` give magnitudes only.
  package var hasDirection: Bool { self != .hyprland && self != .useGesture }
}

extension MotionHistory {
  /// Returns the velocity by Hammer.js's rule: the whole displacement divided by the whole duration.
  func meanOfAll(at now: Timestamp) -> Vector {
    guard let first, let newest = samples.last, now > first.time else { return .zero }
    return (newest.translation - first.translation) / (now - first.time)
  }
}
