public import Interactions
import Quantities
public import Touches

extension Plane {
  /// What an interaction has to know of a device's surface.
  public init(_ surface: Surface) {
    self.init(size: surface.size, unitsPerMillimetre: surface.unitsPerMillimetre)
  }
}

extension Interaction {
  /// What counts as a touch for it, where nobody says otherwise.
  ///
  /// libinput takes a hard contact for a palm, and a press is one.
  public var touchSettings: TouchSettings {
    if case .pan = gesture { TouchSettings() } else { TouchSettings(palms: .device) }
  }
}
