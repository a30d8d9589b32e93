extension VelocityEstimator {
  /// Whether the result is per second; ``hyprland`` gives distance per event.
  public var hasTime: Bool { self != .hyprland }

  /// Whether the result has a sign; ``useGesture`` and ``hyprland`` give magnitudes only.
  public var hasDirection: Bool { self != .hyprland && self != .useGesture }
}
