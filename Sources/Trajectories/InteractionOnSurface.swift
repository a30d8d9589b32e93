import PantographBase
package import PantographInteractions
package import PantographTouches

extension Plane {
  /// Creates a plane from a device's surface.
  package init(_ surface: Surface) {
    self.init(size: surface.size, unitsPerMillimetre: surface.unitsPerMillimetre)
  }
}

extension Interaction {
  /// The default touch settings for the interaction.
  ///
  /// libinput takes a hard contact for a palm, and a press is one.
  package var touchSettings: TouchSettings {
    if case .pan = gesture { TouchSettings() } else { TouchSettings(palms: .device) }
  }
}
