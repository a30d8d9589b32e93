/// The description of a device: enough to interpret its events or to create a virtual copy.
public struct DeviceDescription: Hashable, Sendable {
  /// The four numbers that identify a device.
  public struct Identity: Hashable, Sendable {
    /// The bus, such as 0x03 for USB.
    public var bus: UInt16
    /// The manufacturer.
    public var vendor: UInt16
    /// The model.
    public var product: UInt16
    /// The version of the model.
    public var version: UInt16

    /// Creates an identity from its numbers.
    public init(bus: UInt16, vendor: UInt16, product: UInt16, version: UInt16) {
      self.bus = bus
      self.vendor = vendor
      self.product = product
      self.version = version
    }
  }

  /// The name that the driver reports.
  public var name = ""
  /// Bus, vendor, product and version.
  public var identity = Identity(bus: 0, vendor: 0, product: 0, version: 0)
  /// The numbers of its input properties, such as ``directTouch``, in ascending order.
  public var properties: [UInt16] = []
  /// The codes that it can send of each type, both in ascending order.
  public private(set) var capabilities: [(type: EventType, codes: [EventCode])] = []
  /// The ranges of its absolute axes, in ascending order of their codes.
  public private(set) var axes: [(code: EventCode, range: AxisRange)] = []

  /// Creates an empty description.
  public init() {}

  /// The property of a touchscreen; the kernel's name is `INPUT_PROP_DIRECT`.
  package static let directTouch: UInt16 = 0x01
  /// The property of a pad that moves a pointer; the kernel's name is `INPUT_PROP_POINTER`.
  package static let pointer: UInt16 = 0x00
  /// The property of devices whose two contacts are the corners of a bounding box around all fingers; the
  /// kernel's name is `INPUT_PROP_SEMI_MT`.
  package static let semiMultitouch: UInt16 = 0x03

  /// Adds a code that the device can send; adding it twice has no effect.
  public mutating func add(_ type: EventType, _ code: EventCode) {
    if let index = capabilities.firstIndex(where: { $0.type >= type }) {
      if capabilities[index].type == type {
        let codes = capabilities[index].codes
        let position = codes.firstIndex { $0 >= code } ?? codes.count
        if position == codes.count || codes[position] != code {
          capabilities[index].codes.insert(code, at: position)
        }
      } else {
        capabilities.insert((type, [code]), at: index)
      }
    } else {
      capabilities.append((type, [code]))
    }
  }

  /// Adds an absolute axis, or sets its range.
  public mutating func add(axis code: EventCode, _ range: AxisRange) {
    add(.absolute, code)
    let index = axes.firstIndex { $0.code >= code } ?? axes.count
    if index < axes.count, axes[index].code == code {
      axes[index].range = range
    } else {
      axes.insert((code, range), at: index)
    }
  }

  /// Returns the codes of a type that the device can send, in ascending order.
  public func codes(of type: EventType) -> [EventCode] {
    capabilities.first { $0.type == type }?.codes ?? []
  }

  /// Returns the range of an axis, if the device has it.
  public func range(of axis: EventCode) -> AxisRange? {
    axes.first { $0.code == axis }?.range
  }

  /// The ranges of all absolute axes, in ascending order of their codes.
  ///
  /// An axis without a range has 0 to 1, as in evemu.
  package var completeAxes: [(code: EventCode, range: AxisRange)] {
    codes(of: .absolute).map { code in
      (code, range(of: code) ?? AxisRange(minimum: 0, maximum: 1))
    }
  }

  /// Whether it reports the positions of contacts.
  ///
  /// No driver of a device with contacts uses `ABS_RESERVED` (0x2e), the axis before the slots. A device that has it
  /// numbers its own axes from 0x28 on, as gamepads and headsets do, so its axes of contacts are none.
  package var hasContacts: Bool {
    range(of: .absMTPositionX) != nil && range(of: .absMTPositionY) != nil
      && !codes(of: .absolute).contains(.absReserved)
  }

  /// Whether it is a pen: it has a pen tool or, like some tablets, only a pen button.
  package var isPen: Bool {
    let keys = codes(of: .key)
    return keys.contains(.btnToolPen) || keys.contains(.btnStylus) && !isTabletPad
  }

  /// Whether it is the button panel of a tablet, which also has a pen button, and axes that are not
  /// positions.
  ///
  /// udev's name is `ID_INPUT_TABLET_PAD`.
  package var isTabletPad: Bool {
    let keys = codes(of: .key)
    return keys.contains(.btnMisc) && keys.contains(.btnStylus) && !keys.contains(.btnToolPen)
  }

  /// Whether it reports touch positions: a touchpad, a touchscreen or a pen, not a mouse or a joystick.
  package var isTouched: Bool {
    if hasContacts { return true }
    let keys = codes(of: .key)
    return range(of: .absX) != nil && range(of: .absY) != nil && !isTabletPad
      && (isPen || keys.contains { $0 == .btnTouch || $0 == .btnToolFinger })
  }

  /// Returns whether two descriptions are equal.
  public static func == (left: DeviceDescription, right: DeviceDescription) -> Bool {
    left.name == right.name && left.identity == right.identity
      && left.properties == right.properties
      && left.capabilities.elementsEqual(right.capabilities, by: ==)
      && left.axes.elementsEqual(right.axes, by: ==)
  }

  /// Hashes the values that distinguish most devices.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(identity)
  }
}

/// The range of an absolute axis; the kernel's name is `struct input_absinfo`.
public struct AxisRange: Hashable, Sendable {
  /// The smallest value.
  public var minimum: Int32
  /// The largest value.
  public var maximum: Int32
  /// The noise that the kernel filters out.
  public var fuzz: Int32
  /// The dead zone about the centre, on joysticks.
  public var flat: Int32
  /// Units per millimetre, or 0 if the driver does not report it.
  public var resolution: Int32

  /// Creates a range; omitted values are 0.
  public init(
    minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.fuzz = fuzz
    self.flat = flat
    self.resolution = resolution
  }
}

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
