/// A kind of touch device.
public enum TouchKind: String, CaseIterable, Hashable, Sendable {
  /// A pad that moves a pointer.
  case touchpad
  /// A screen that is touched.
  case touchscreen
  /// A pen on a screen or a tablet.
  case pen
}

extension DeviceDescription {
  /// Whether it contains axes and nothing that indicates the kind of device.
  public var listsOnlyAxes: Bool {
    !axes.isEmpty && properties.isEmpty && codes(of: .key).isEmpty && codes(of: .relative).isEmpty
  }

  /// Adds the key or property by which a driver reports this kind of device.
  ///
  /// These are the ones that udev's `input_id` uses.
  public mutating func add(_ kind: TouchKind) {
    switch kind {
    case .touchpad: add(.key, .btnToolFinger)
    case .touchscreen:
      if !properties.contains(Self.directTouch) { properties.append(Self.directTouch) }
    case .pen: add(.key, .btnToolPen)
    }
  }
}
