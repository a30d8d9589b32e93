import PantographBase

/// UIKit's pan, as measured on iOS.
///
/// It begins when the fingers that move have moved by the slop in the settings' direction, and its translation begins
/// there, near zero. The velocity knows all movements since the landing.
struct UIKitPan: Sendable {
  /// 1.6 mm: 10 points, at the 163 points per inch of an iPhone.
  static let slop = 1.6
  /// 4 mm: the slop while the pressure is not steady.
  ///
  /// A fingertip rolls as it lands and as it lifts, which moves its centre by one or two millimetres, sometimes three. So some
  /// taps pass UIKit's slop by rolling. Such a movement only counts if it is longer than a roll. At 4 mm, libinput's
  /// touchpads treat a movement of two fingers as certain (`evdev-mt-touchpad-gestures.c`). It has no effect on a device
  /// without pressure.
  static let rollingSlop = 4.0

  func start(_ fingers: PanFingers, _ settings: PanGestureRecognizer.Settings) -> PanStart {
    guard let travel = fingers.travel(beyond: settings.slop, rolling: Self.rollingSlop) else {
      return .waits
    }
    guard settings.direction.contains(travel.all) else { return .fails }
    return .begins(PanBeginning(travel: travel.all, translation: travel.beyondSlop))
  }
}

/// The touch scroll of a browser: UIKit's, without a larger slop for fingers that roll.
struct BrowserPan: Sendable {
  /// 15 px at 96 per inch, by which the content stays behind, as measured in Chromium 156 (`tools/lab chromium`), in millimetres.
  static let chromium = 15.0 / 96 * 25.4
  /// 2.54 mm, 9.6 px at 96 per inch, as measured in Firefox 153 (`tools/lab firefox`).
  static let firefox = 2.54

  func start(_ fingers: PanFingers, _ settings: PanGestureRecognizer.Settings) -> PanStart {
    guard let travel = fingers.travel(beyond: settings.slop) else { return .waits }
    guard settings.direction.contains(travel.all) else { return .fails }
    return .begins(PanBeginning(travel: travel.all, translation: travel.beyondSlop))
  }
}
