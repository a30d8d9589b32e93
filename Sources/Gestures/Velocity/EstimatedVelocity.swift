extension VelocityEstimator {
  /// Whether the result is per second; ``hyprland`` gives distance per event.
  package var hasTime: Bool { self != .hyprland }

  /// Whether the result has a sign; ``useGesture`` and ``hyprland`` give magnitudes only.
  package var hasDirection: Bool { self != .hyprland && self != .useGesture }
}
