import Foundation
import PantographCommands
import PantographTestSupport
import PantographTouches
import PantographTraces
import Testing

@Suite struct `The list of devices` {
  @Test func `is ordered by node number, with the reason if one can't be opened`() throws {
    let folder = try TemporaryFolder()
    for name in ["event10", "event2", "event0", "mouse0", "js0", "event", "event-1", "by-path"] {
      _ = try folder.file(name, "")
    }
    let devices = FoundDevice.all(in: folder.url.path)
    #expect(
      devices.map { URL(fileURLWithPath: $0.path).lastPathComponent } == [
        "event0", "event2", "event10",
      ])
    for device in devices {
      guard case .failure(let error) = device.description else {
        Issue.record("\(device.path) is no device")
        continue
      }
      #expect(error.sentence.hasPrefix("a file, not an input device"))
    }
    #expect(FoundDevice.all(in: "/nowhere").isEmpty)
  }

  /// The sysfs entries of an AT keyboard, a power button, a touchpad and a mouse with five buttons.
  @Test(arguments: [
    ("402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe", true),
    ("8000 10000000000000 0", true), ("8000 0", true), ("1 0 0 0", true),
    ("e520 10000 0 0 0 0", false), ("1f0000 0 0 0 0", false), ("0", false), ("", false),
  ])
  func `identifies keyboards`(keys: String, hasTypedKeys: Bool) {
    #expect(FoundDevice.hasTypedKeys(keys) == hasTypedKeys)
  }

  /// The file names of the corpus contain the kinds of devices.
  static let kinds: [(prefix: String, kinds: Set<DeviceKind>)] = [
    ("mice__", [.mouse]), ("trackpoints__", [.mouse]), ("touchpads__", [.touchpad]),
    ("touchscreens__", [.touchscreen]), ("misc__Microsoft-Surface-Type-Cover", [.mouse]),
    ("keyboards__Razer", [.keyboard]),
    ("tablets__QEMU", [.mouse]), ("mice__ROCCAT-ROCCAT-Kone-XTD.keyboard", [.keyboard]),
    ("misc__Yubico", [.keyboard]), ("misc__Nintendo-Wiimote.desc", [.other]),
    ("tablets__dell_canvas_pen", [.pen]),
  ]

  @Test(.enabled(if: Repository.hasCorpus, Repository.absence), arguments: kinds)
  func `identifies the kinds of devices`(prefix: String, kinds: Set<DeviceKind>) throws {
    let folder = Repository.corpus.appendingPathComponent("devices")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    var count = 0
    for file in files where file.hasPrefix(prefix) {
      let isNamedCloser = Self.kinds.contains {
        $0.prefix.count > prefix.count && file.hasPrefix($0.prefix)
      }
      guard !isNamedCloser else { continue }
      var reader = RecordingReader()
      var events: [InputEvent] = []
      let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(file)))
      try reader.read(bytes.span, into: &events)
      try reader.finish(into: &events)
      guard !reader.device.capabilities.isEmpty else { continue }
      count += 1
      #expect(kinds.contains(DeviceKind(reader.device)), "\(file): \(DeviceKind(reader.device))")
    }
    #expect(count > 0)
  }

  /// A gamepad, which the corpus lacks: two sticks, and BTN_SOUTH (0x130) and following.
  @Test func `identifies a joystick`() {
    var pad = DeviceDescription()
    for axis: UInt16 in 0...5 {
      pad.add(
        axis: EventCode(rawValue: axis), AxisRange(minimum: -32768, maximum: 32767, flat: 128))
    }
    for button: UInt16 in 0x130...0x13e { pad.add(.key, EventCode(rawValue: button)) }
    #expect(DeviceKind(pad) == .joystick)
  }

  @Test(arguments: [
    ("/nowhere/event0", "no such device; run `pantograph devices`"),
    ("/dev/null", "not an input device; run `pantograph devices`"),
    ("/", "a folder, not an input device"),
    (#filePath, "a file, not an input device; use `pantograph replay`"),
  ])
  func `refuses a path that is not a device`(path: String, reason: String) throws {
    for words in [["devices", path], ["record", path, "-o", "-"]] {
      let program = try Program(Program.pantograph, words)
      #expect(program.status == 2 && program.output.isEmpty)
      #expect(program.complaints.hasPrefix("\(path): \(reason)"), "\(program.complaints)")
      #expect(program.complaints.split(separator: "\n").count == 1)
    }
  }

  /// Errors that do not occur on this machine.
  @Test(arguments: [
    (DeviceStep.open, "/dev/input/event0", EACCES, "`pantograph doctor`"),
    (.open, "/dev/input/event0", EPERM, "`pantograph doctor`"),
    (.identify, "/dev/input/mouse0", ENOTTY, "the kernel's older interface for mice"),
    (.identify, "/dev/input/mice", ENOTTY, "the kernel's older interface for mice"),
    (.identify, "/dev/input/js0", EINVAL, "the kernel's older interface for joysticks"),
    (.create, "/dev/uinput", ENOENT, "`pantograph doctor`"),
    (.create, "/dev/uinput", EACCES, "`pantograph doctor`"),
    (.grab, "/dev/input/event0", EBUSY, "another program"),
  ])
  func `has a remedy for an error`(
    step: DeviceStep, path: String, errno: Int32, part: String
  ) {
    let sentence = UnusableFile(step, path: path, errno: errno).description
    #expect(sentence.hasPrefix("\(path): ") && sentence.contains(part), "\(sentence)")
  }

  @Test func `uses the kernel's names of codes`() {
    for type: EventType in [.key, .relative, .absolute, .miscellaneous] {
      for code in EventCode.codes(of: type, beginningWith: "") {
        let name = code.name(of: type) ?? ""
        #expect(EventCode(named: name, of: type) == code)
      }
      #expect(EventType(named: type.name ?? "") == type)
    }
    #expect(DeviceDescription.name(ofProperty: 0x03) == "INPUT_PROP_SEMI_MT")
    #expect(EventCode(rawValue: 0x3f7).name(of: .absolute) == nil)
  }

  /// The ranges of Linux's input-event-codes.h: BTN_MISC to BTN_GEAR_UP, BTN_DPAD_*, BTN_TRIGGER_HAPPY*;
  /// keys between them are KEY_OK (0x160), KEY_NUMERIC_1 (0x201) and KEY_ASSISTANT (0x247).
  @Test(arguments: [
    (0x1e, false), (0xff, false), (0x100, true), (0x110, true), (0x14a, true), (0x15f, true),
    (0x160, false), (0x201, false), (0x21f, false), (0x220, true), (0x223, true), (0x224, false),
    (0x247, false), (0x2bf, false), (0x2c0, true), (0x2e7, true), (0x2e8, false),
  ])
  func `distinguishes buttons from keys`(code: UInt16, isButton: Bool) {
    #expect(EventCode(rawValue: code).isButton == isButton)
  }
}
