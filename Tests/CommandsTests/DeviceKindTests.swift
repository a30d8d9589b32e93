import Foundation
import PantographCommands
import PantographTestSupport
import PantographTouches
import PantographTraces
import Testing

@Suite struct `Kinds of devices` {
  /// A device with keys and buttons, axes from 0 to 1000, and relative axes.
  static func device(
    keys: [UInt16], axes: [UInt16], moves: [UInt16] = [], properties: [UInt16] = []
  ) -> DeviceDescription {
    var device = DeviceDescription()
    device.properties = properties
    for key in keys { device.add(.key, EventCode(rawValue: key)) }
    for move in moves { device.add(.relative, EventCode(rawValue: move)) }
    for axis in axes {
      device.add(
        axis: EventCode(rawValue: axis), AxisRange(minimum: 0, maximum: 1000, resolution: 10))
    }
    return device
  }

  // MARK: Touch devices and others

  /// Two sticks and BTN_SOUTH and following; axes from ABS_MISC on, up to beyond those of contacts.
  @Test func `are not a touchscreen if the axes of a gamepad extend into those of contacts`() {
    let pad = Self.device(
      keys: Array(0x130...0x13e), axes: Array(0x00...0x05) + Array(0x28...0x3b))
    #expect(DeviceKind(pad) == .joystick)
    #expect(throws: Surface.noPositions) { try Surface(pad) }
    #expect(!pad.isTouched && InputID(pad).properties == ["JOYSTICK"])
    // Without the axis before that of the slots, it is one.
    let screen = Self.device(keys: [0x14a], axes: [0x00, 0x01] + Array(0x2f...0x3b))
    #expect(DeviceKind(screen) == .touchscreen)
    #expect(InputID(screen).properties == ["TOUCHSCREEN"])
  }

  @Test func `are pens by the button alone, and draw`() throws {
    let tablet = Self.device(keys: [0x14a, 0x14b], axes: [0x00, 0x01, 0x18])
    #expect(DeviceKind(tablet) == .pen && InputID(tablet).properties == ["TABLET"])
    #expect(try Surface(tablet).kind == .pen)
    let button = Self.device(keys: [0x14b], axes: [0x00, 0x01])
    #expect(DeviceKind(button) == .pen && InputID(button).properties == ["TABLET"])
  }

  @Test func `are pens on a display, in spite of a mouse's capabilities`() {
    let display = Self.device(
      keys: [0x110, 0x111, 0x140, 0x14a, 0x14b], axes: [0x00, 0x01, 0x18], moves: [0, 1, 8],
      properties: [1])
    #expect(DeviceKind(display) == .pen && InputID(display).properties == ["TABLET"])
    let pad = Self.device(
      keys: [0x110, 0x145, 0x14a], axes: [0x00, 0x01, 0x35, 0x36, 0x2f], moves: [0, 1])
    #expect(DeviceKind(pad) == .touchpad && InputID(pad).properties == ["TOUCHPAD"])
  }

  /// BTN_0 and BTN_STYLUS, with axes whose range is 0 to 1 in drivers.
  @Test func `are neither pens nor joysticks for the buttons of a tablet`() {
    let side = Self.device(
      keys: [0x100, 0x101, 0x130, 0x145, 0x14b], axes: [0x00, 0x01, 0x03])
    #expect(DeviceKind(side) == .other && !side.isTouched)
    #expect(InputID(side).properties == ["TABLET", "TABLET_PAD"])
  }

  // MARK: udev

  /// Descriptions for which udev differs, with the reason.
  static let differences: [(file: String, udev: Set<String>, kind: DeviceKind, reason: String)] = [
    ("Logitech-K400-Plus", ["KEYBOARD", "MOUSE"], .mouse, both),
    ("Ultrathin-Touch-Mouse", ["KEYBOARD", "MOUSE"], .mouse, both),
    ("Microsoft-Surface-Type-Cover", ["KEYBOARD", "MOUSE"], .mouse, both),
    ("ThinkPad-Compact-USB-Keyboard", ["MOUSE", "POINTINGSTICK"], .mouse, stick),
    ("TPPS2-IBM-TrackPoint.lenovo-p50", ["MOUSE", "POINTINGSTICK"], .mouse, stick),
    ("Nintendo-Wiimote.desc", ["MOUSE"], .other, still),
    ("Plantronics-Savi-7xx", ["MOUSE"], .other, still),
    ("usability/alex.axes", [], .touchscreen, list),
    ("usability/lumpy.axes", [], .touchscreen, list),
  ]
  private static let both = "one node is both, and the pointer comes first"
  private static let stick = "a stick moves the pointer as a mouse does"
  private static let still = "it has buttons of a mouse and nothing that moves a pointer"
  private static let list = "a list of axes, which has no keys, is taken for what it may be"

  /// The properties that udev gives each kind.
  static func properties(_ kind: DeviceKind) -> [Set<String>] {
    switch kind {
    case .touchpad: [["TOUCHPAD"]]
    case .touchscreen: [["TOUCHSCREEN"]]
    case .pen: [["TABLET"]]
    case .keyboard: [["KEYBOARD"]]
    case .mouse: [["MOUSE"]]
    case .joystick: [["JOYSTICK"]]
    case .other: [[], ["ACCELEROMETER"], ["TABLET", "TABLET_PAD"]]
    }
  }

  @Test(.enabled(if: Repository.hasCorpus, Repository.absence))
  func `match udev's properties for every description`() throws {
    let top = Repository.corpus
    let paths = FileManager.default.enumerator(atPath: top.path)?.allObjects ?? []
    let others = [".json", ".csv", ".gz", ".md", ".sh", ".prop"]
    var count = 0
    var found: Set<String> = []
    for name in paths.compactMap({ $0 as? String }).sorted() {
      let file = top.appendingPathComponent(name)
      let values = try file.resourceValues(forKeys: [.isRegularFileKey])
      // The recordings of the study have only the two lists of axes.
      let isStudy = name.hasPrefix("usability/") && !name.hasSuffix(".axes")
      guard values.isRegularFile == true, !isStudy, !others.contains(where: name.hasSuffix)
      else { continue }
      var reader = RecordingReader()
      var events: [InputEvent] = []
      let bytes = [UInt8](try Data(contentsOf: file))
      // Two descriptions have no newline at the end.
      _ = try? reader.read(bytes.span, into: &events)
      _ = try? reader.finish(into: &events)
      guard !reader.device.capabilities.isEmpty else { continue }
      count += 1
      let kind = DeviceKind(reader.device)
      let udev = InputID(reader.device).properties
      guard !Self.properties(kind).contains(udev) else { continue }
      let known = Self.differences.first {
        name.contains($0.file) && $0.udev == udev && $0.kind == kind
      }
      if let known { found.insert(known.file) }
      #expect(known != nil, "\(name): \(kind), and \(udev.sorted()) for udev")
    }
    #expect(count > 150)
    #expect(found == Set(Self.differences.map(\.file)))
  }
}
