public import PantographBase

/// An event of the kernel's input layer, as in `struct input_event`.
public struct InputEvent: Hashable, Sendable {
  /// The kernel's timestamp.
  public var time: Timestamp
  /// The kind of event, such as an absolute axis or a key.
  public var type: EventType
  /// The axis or key.
  public var code: EventCode
  /// The new value.
  public var value: Int32

  /// Creates an event from its four parts.
  @inlinable public init(time: Timestamp, type: EventType, code: EventCode, value: Int32) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }

  /// An hour, in microseconds: a longer pause between two events is treated as a defect of the recording.
  ///
  /// It is 2000 times the longest pause with a finger down in 532 recordings of other projects (1.6 s).
  package static let longestPause: Int64 = 3_600_000_000

  /// Whether the event ends a frame: all events since the last such event happened at once.
  public var endsFrame: Bool { type == .synchronization && code == .synReport }
}

/// The kind of an input event; the kernel's names begin with `EV_`.
public struct EventType: RawRepresentable, Hashable, Comparable, Sendable {
  /// The kernel's number.
  public let rawValue: UInt16

  /// Creates a type from the kernel's number.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// Returns whether the left type has the smaller number.
  public static func < (left: EventType, right: EventType) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Marks between events; the kernel's name is `EV_SYN`.
  @inlinable package static var synchronization: EventType { EventType(rawValue: 0x00) }
  /// Keys and buttons; the kernel's name is `EV_KEY`.
  @inlinable package static var key: EventType { EventType(rawValue: 0x01) }
  /// Axes that report changes; the kernel's name is `EV_REL`.
  @inlinable package static var relative: EventType { EventType(rawValue: 0x02) }
  /// Axes that report positions; the kernel's name is `EV_ABS`.
  @inlinable package static var absolute: EventType { EventType(rawValue: 0x03) }
  /// Other events; the kernel's name is `EV_MSC`.
  @inlinable package static var miscellaneous: EventType { EventType(rawValue: 0x04) }
  /// Key repeat settings; the kernel's name is `EV_REP`.
  @inlinable package static var `repeat`: EventType { EventType(rawValue: 0x14) }
}

/// An axis, a key or a mark; which one depends on the type of the event.
///
/// The named codes are computed, as types are: stored ones would be accessed through an address from other
/// modules, for every event.
public struct EventCode: RawRepresentable, Hashable, Comparable, Sendable {
  /// The kernel's number.
  public let rawValue: UInt16

  /// Creates a code from the kernel's number.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// Returns whether the left code has the smaller number.
  public static func < (left: EventCode, right: EventCode) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The end of a frame; the kernel's name is `SYN_REPORT`.
  @inlinable package static var synReport: EventCode { EventCode(rawValue: 0) }
  /// The device has changed; the kernel's name is `SYN_CONFIG`, and it never sends it.
  @inlinable package static var synConfig: EventCode { EventCode(rawValue: 1) }
  /// The end of a contact on devices without slots; the kernel's name is `SYN_MT_REPORT`.
  @inlinable package static var synMTReport: EventCode { EventCode(rawValue: 2) }
  /// Events were lost; the kernel's name is `SYN_DROPPED`.
  @inlinable package static var synDropped: EventCode { EventCode(rawValue: 3) }

  /// The horizontal movement of a mouse; the kernel's name is `REL_X`.
  @inlinable package static var relX: EventCode { EventCode(rawValue: 0x00) }
  /// The vertical movement of a mouse; the kernel's name is `REL_Y`.
  @inlinable package static var relY: EventCode { EventCode(rawValue: 0x01) }

  /// The horizontal position of the first finger; the kernel's name is `ABS_X`.
  @inlinable package static var absX: EventCode { EventCode(rawValue: 0x00) }
  /// The vertical position of the first finger; the kernel's name is `ABS_Y`.
  @inlinable package static var absY: EventCode { EventCode(rawValue: 0x01) }
  /// The pressure of the first finger or the pen; the kernel's name is `ABS_PRESSURE`.
  @inlinable package static var absPressure: EventCode { EventCode(rawValue: 0x18) }
  /// The tilt of a pen to the right; the kernel's name is `ABS_TILT_X`.
  @inlinable package static var absTiltX: EventCode { EventCode(rawValue: 0x1a) }
  /// The tilt of a pen downwards; the kernel's name is `ABS_TILT_Y`.
  @inlinable package static var absTiltY: EventCode { EventCode(rawValue: 0x1b) }
  /// The axis before that of the slots; the kernel's name is `ABS_RESERVED`.
  static var absReserved: EventCode { EventCode(rawValue: 0x2e) }
  /// The slot of the following values; the kernel's name is `ABS_MT_SLOT`.
  @inlinable package static var absMTSlot: EventCode { EventCode(rawValue: 0x2f) }
  /// A finger's horizontal position; the kernel's name is `ABS_MT_POSITION_X`.
  @inlinable package static var absMTPositionX: EventCode { EventCode(rawValue: 0x35) }
  /// A finger's vertical position; the kernel's name is `ABS_MT_POSITION_Y`.
  @inlinable package static var absMTPositionY: EventCode { EventCode(rawValue: 0x36) }
  /// The tool: a finger, a pen or a palm; the kernel's name is `ABS_MT_TOOL_TYPE`.
  @inlinable package static var absMTToolType: EventCode { EventCode(rawValue: 0x37) }
  /// A finger's tracking ID, −1 when it lifts; the kernel's name is `ABS_MT_TRACKING_ID`.
  @inlinable package static var absMTTrackingID: EventCode { EventCode(rawValue: 0x39) }
  /// A finger's pressure; the kernel's name is `ABS_MT_PRESSURE`.
  @inlinable package static var absMTPressure: EventCode { EventCode(rawValue: 0x3a) }

  /// The last axis that belongs to a slot; the kernel's name is `ABS_MT_TOOL_Y`.
  package static var absMTLast: EventCode { EventCode(rawValue: 0x3d) }

  /// The device's raw data; the kernel's name is `MSC_RAW`.
  @inlinable package static var mscRaw: EventCode { EventCode(rawValue: 0x03) }
  /// The scan code of a key; the kernel's name is `MSC_SCAN`.
  @inlinable package static var mscScan: EventCode { EventCode(rawValue: 0x04) }

  /// Whether the code of a key is a button of a pointer, a pen or a gamepad, and not a key for typing.
  ///
  /// The buttons are `BTN_MISC` to `BTN_GEAR_UP`, those of directional pads, and triggers.
  @inlinable package var isButton: Bool {
    switch rawValue {
    case 0x100...0x15f, 0x220...0x223, 0x2c0...0x2e7: true
    default: false
    }
  }

  /// The first button after the keys for typing; the kernel's names are `BTN_MISC` and `BTN_0`.
  @inlinable package static var btnMisc: EventCode { EventCode(rawValue: 0x100) }
  /// The left button; the kernel's name is `BTN_LEFT`.
  @inlinable package static var btnLeft: EventCode { EventCode(rawValue: 0x110) }
  /// The first button of a joystick; the kernel's name is `BTN_JOYSTICK`, and those of gamepads follow.
  @inlinable package static var btnJoystick: EventCode { EventCode(rawValue: 0x120) }
  /// The first tool of a tablet or touchpad, after all joysticks; the kernel's name is `BTN_DIGI`.
  @inlinable package static var btnDigi: EventCode { EventCode(rawValue: 0x140) }
  /// A pen is near; the kernel's name is `BTN_TOOL_PEN`.
  @inlinable package static var btnToolPen: EventCode { EventCode(rawValue: 0x140) }
  /// A pen's eraser is near; the kernel's name is `BTN_TOOL_RUBBER`.
  @inlinable package static var btnToolRubber: EventCode { EventCode(rawValue: 0x141) }
  /// One finger on a touchpad; the kernel's name is `BTN_TOOL_FINGER`.
  @inlinable package static var btnToolFinger: EventCode { EventCode(rawValue: 0x145) }
  /// The surface is touched; the kernel's name is `BTN_TOUCH`.
  @inlinable package static var btnTouch: EventCode { EventCode(rawValue: 0x14a) }
  /// A button of a pen; the kernel's name is `BTN_STYLUS`.
  static var btnStylus: EventCode { EventCode(rawValue: 0x14b) }
  /// Two fingers on a touchpad; the kernel's name is `BTN_TOOL_DOUBLETAP`.
  @inlinable package static var btnToolDoubleTap: EventCode { EventCode(rawValue: 0x14d) }
  /// Three fingers on a touchpad; the kernel's name is `BTN_TOOL_TRIPLETAP`.
  @inlinable package static var btnToolTripleTap: EventCode { EventCode(rawValue: 0x14e) }
  /// Four fingers on a touchpad; the kernel's name is `BTN_TOOL_QUADTAP`.
  @inlinable package static var btnToolQuadTap: EventCode { EventCode(rawValue: 0x14f) }
  /// Five fingers on a touchpad; the kernel's name is `BTN_TOOL_QUINTTAP`.
  @inlinable package static var btnToolQuintTap: EventCode { EventCode(rawValue: 0x148) }
  /// The first key of all; the kernel's name is `KEY_ESC`.
  @inlinable package static var keyEscape: EventCode { EventCode(rawValue: 1) }
  /// The letter S; the kernel's name is `KEY_S`, and every keyboard has all keys before it.
  @inlinable package static var keyS: EventCode { EventCode(rawValue: 31) }
  /// The letter A, which replaces keys that must stay private; the kernel's name is `KEY_A`.
  @inlinable package static var keyA: EventCode { EventCode(rawValue: 30) }
}
