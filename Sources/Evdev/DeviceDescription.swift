/// What a device says of itself: enough to understand its events or to make one like it.
public struct DeviceDescription: Hashable, Sendable {
  /// The four numbers by which a device is known.
  public struct Identity: Hashable, Sendable {
    /// How it is connected, such as 0x03 for USB.
    public var bus: UInt16
    /// Who made it.
    public var vendor: UInt16
    /// Which model it is.
    public var product: UInt16
    /// Which version of that.
    public var version: UInt16

    /// Makes an identity from its numbers.
    public init(bus: UInt16, vendor: UInt16, product: UInt16, version: UInt16) {
      self.bus = bus
      self.vendor = vendor
      self.product = product
      self.version = version
    }
  }

  /// The name the driver gives it.
  public var name = ""
  /// Bus, vendor, product and version.
  public var identity = Identity(bus: 0, vendor: 0, product: 0, version: 0)
  /// The numbers of its input properties, such as ``directTouch``, rising.
  public var properties: [UInt16] = []
  /// The codes it can send of each type, both rising.
  public private(set) var capabilities: [(type: EventType, codes: [EventCode])] = []
  /// The ranges of its absolute axes, by rising code.
  public private(set) var axes: [(code: EventCode, range: AxisRange)] = []

  /// Makes a description that says nothing yet.
  public init() {}

  /// A screen under the fingers, not a pad beside it; the kernel's name is `INPUT_PROP_DIRECT`.
  public static let directTouch: UInt16 = 0x01
  /// A pad that moves a pointer; the kernel's name is `INPUT_PROP_POINTER`.
  public static let pointer: UInt16 = 0x00
  /// The property of devices whose two contacts are the corners of a box around all fingers; the
  /// kernel's name is `INPUT_PROP_SEMI_MT`.
  public static let semiMultitouch: UInt16 = 0x03

  /// Adds a code that the device can send; adding it twice does nothing.
  public mutating func add(_ type: EventType, _ code: EventCode) {
    if let index = capabilities.firstIndex(where: { $0.type >= type }) {
      if capabilities[index].type == type {
        let codes = capabilities[index].codes
        let place = codes.firstIndex { $0 >= code } ?? codes.count
        if place == codes.count || codes[place] != code {
          capabilities[index].codes.insert(code, at: place)
        }
      } else {
        capabilities.insert((type, [code]), at: index)
      }
    } else {
      capabilities.append((type, [code]))
    }
  }

  /// Sets the range of an absolute axis, and that the device has it.
  public mutating func add(axis code: EventCode, _ range: AxisRange) {
    add(.absolute, code)
    let index = axes.firstIndex { $0.code >= code } ?? axes.count
    if index < axes.count, axes[index].code == code {
      axes[index].range = range
    } else {
      axes.insert((code, range), at: index)
    }
  }

  /// The codes of a type that the device can send, rising.
  public func codes(of type: EventType) -> [EventCode] {
    capabilities.first { $0.type == type }?.codes ?? []
  }

  /// The range of an axis, if the device has it.
  public func range(of axis: EventCode) -> AxisRange? {
    axes.first { $0.code == axis }?.range
  }

  /// The ranges of all absolute axes, by rising code.
  ///
  /// One that the device has and says nothing about goes from 0 to 1, as in evemu.
  public var completeAxes: [(code: EventCode, range: AxisRange)] {
    codes(of: .absolute).map { code in
      (code, range(of: code) ?? AxisRange(minimum: 0, maximum: 1))
    }
  }

  /// Whether it reports the positions of contacts.
  ///
  /// No driver of a device with contacts uses the axis before that of the slots. A device that has it
  /// numbers axes of its own from 0x28 on, as gamepads and headsets do.
  public var hasContacts: Bool {
    range(of: .absMTPositionX) != nil && range(of: .absMTPositionY) != nil
      && !codes(of: .absolute).contains(.absReserved)
  }

  /// Whether it is a pen: it has the tool or, as some tablets, only the button of one.
  public var isPen: Bool {
    let keys = codes(of: .key)
    return keys.contains(.btnToolPen) || keys.contains(.btnStylus) && !isTabletPad
  }

  /// Whether it is the buttons at the side of a tablet, which have the button of a pen, too, and axes that
  /// are no positions; udev's name is `ID_INPUT_TABLET_PAD`.
  public var isTabletPad: Bool {
    let keys = codes(of: .key)
    return keys.contains(.btnMisc) && keys.contains(.btnStylus) && !keys.contains(.btnToolPen)
  }

  /// Whether it reports where it is touched: a touchpad, a touchscreen or a pen, not a mouse or a joystick.
  public var isTouched: Bool {
    if hasContacts { return true }
    let keys = codes(of: .key)
    return range(of: .absX) != nil && range(of: .absY) != nil && !isTabletPad
      && (isPen || keys.contains { $0 == .btnTouch || $0 == .btnToolFinger })
  }

  /// Whether two devices say the same of themselves.
  public static func == (left: DeviceDescription, right: DeviceDescription) -> Bool {
    left.name == right.name && left.identity == right.identity
      && left.properties == right.properties
      && left.capabilities.elementsEqual(right.capabilities, by: ==)
      && left.axes.elementsEqual(right.axes, by: ==)
  }

  /// Hashes what tells most devices apart.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(identity)
  }
}

/// The values that an absolute axis can have; the kernel's name is `struct input_absinfo`.
public struct AxisRange: Hashable, Sendable {
  /// The smallest value.
  public var minimum: Int32
  /// The largest value.
  public var maximum: Int32
  /// The noise that the kernel filters out.
  public var fuzz: Int32
  /// The dead zone about the middle, on joysticks.
  public var flat: Int32
  /// Values per millimetre, or 0 where the driver doesn't know.
  public var resolution: Int32

  /// Makes a range; what is not said is 0.
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
