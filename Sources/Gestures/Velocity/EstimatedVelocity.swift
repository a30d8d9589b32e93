extension VelocityEstimator {
  /// Whether it tells ways per second; ``hyprland`` tells ways per event.
  public var tellsTime: Bool { self != .hyprland }

  /// Whether it tells which way the finger goes; ``useGesture`` and ``hyprland`` tell sizes only.
  public var tellsDirection: Bool { self != .hyprland && self != .useGesture }
}
