extension VelocityEstimator {
  /// Whether it tells ways per second; ``hyprland`` tells ways per event.
  public var hasTime: Bool { self != .hyprland }

  /// Whether it tells which way the finger goes; ``useGesture`` and ``hyprland`` tell sizes only.
  public var hasDirection: Bool { self != .hyprland && self != .useGesture }
}
