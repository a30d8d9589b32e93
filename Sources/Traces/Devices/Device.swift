import Glibc
package import PantographBase
import PantographCLibevdev
package import PantographTouches

/// An input device of this machine, open for reading.
///
/// Reads do not block, and events have timestamps of the kernel's monotonic clock. The device is closed when
/// the value goes out of scope.
@safe package struct Device: ~Copyable {
  private let handle: OpaquePointer
  private let path: String
  private let initialValues: [(type: EventType, code: EventCode, value: Int32)]
  private let initialSlots: [[(code: EventCode, value: Int32)]]
  private let initialSlot: Int32

  /// The open file descriptor, for waiting with `poll`; no one else may close or read it.
  package let descriptor: Int32

  /// Opens a device node such as `/dev/input/event3`.
  ///
  /// The corresponding C function is `libevdev_new_from_fd`.
  package init(path: String) throws(UnusableFile) {
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw UnusableFile(.open, path: path, errno: errno) }
    // Set the clock before the first event can come, because the kernel empties the queue when the clock
    // changes. An old kernel without the monotonic clock keeps using wall time, which works, too.
    var clock = CLOCK_MONOTONIC
    _ = unsafe ioctl(descriptor, setClock, &clock)
    var handle: OpaquePointer?
    let status = unsafe libevdev_new_from_fd(descriptor, &handle)
    guard status == 0, let handle = unsafe handle else {
      let step = Self.identification(of: descriptor)
      close(descriptor)
      throw UnusableFile(step, path: path, errno: -status)
    }
    // libevdev must know the clock, too.
    _ = unsafe libevdev_set_clock_id(handle, CLOCK_MONOTONIC)
    unsafe self.handle = handle
    unsafe initialValues = Self.values(of: handle)
    unsafe initialSlots = Self.slots(of: handle)
    initialSlot = max(unsafe libevdev_get_current_slot(handle), 0)
    self.path = path
    self.descriptor = descriptor
  }

  /// Returns the failed step for an open file that is not an input device.
  private static func identification(of descriptor: Int32) -> DeviceStep {
    var target = stat()
    guard unsafe fstat(descriptor, &target) == 0 else { return .identify }
    return switch target.st_mode & S_IFMT {
    case S_IFREG: .identifyFile
    case S_IFDIR: .identifyFolder
    default: .identify
    }
  }

  deinit {
    unsafe libevdev_free(handle)
    close(descriptor)
  }

  /// Returns the next pending event, or `nil` if there is none yet.
  ///
  /// After the kernel has lost events, the following events bring every value up to date. The corresponding C
  /// function is `libevdev_next_event`.
  package mutating func next() throws(UnusableFile) -> InputEvent? {
    var event = input_event()
    if isResynchronizing {
      if unsafe libevdev_next_event(handle, libevdevReadSync, &event) == libevdevStatusSync {
        return InputEvent(event)
      }
      isResynchronizing = false
    }
    let status = unsafe libevdev_next_event(handle, libevdevReadNormal, &event)
    switch status {
    case libevdevStatusSuccess: return InputEvent(event)
    case libevdevStatusSync:
      isResynchronizing = true
      return InputEvent(event)
    case -EAGAIN, -EINTR: return nil
    default: throw UnusableFile(.read, path: path, errno: -status)
    }
  }

  private var isResynchronizing = false

  /// Grabs the device for this reader alone, until it is released or the value goes out of scope.
  ///
  /// Meanwhile no other program, including the desktop, gets its events. Grabbing it twice has no effect. The
  /// corresponding C function is `libevdev_grab`.
  package mutating func grab() throws(UnusableFile) {
    try grab(LIBEVDEV_GRAB)
  }

  /// Releases the device, so that other programs get its events again.
  ///
  /// The corresponding C function is `libevdev_grab`.
  package mutating func release() throws(UnusableFile) {
    try grab(LIBEVDEV_UNGRAB)
  }

  private func grab(_ mode: libevdev_grab_mode) throws(UnusableFile) {
    let status = unsafe libevdev_grab(handle, mode)
    guard status == 0 else { throw UnusableFile(.grab, path: path, errno: -status) }
  }

  /// Returns the events that describe the state of the device when it was opened.
  ///
  /// A device sends only changes, so a reader that starts later needs the state before. Keys other than
  /// buttons are left out for privacy. There are no events for a device that has not been touched. They end
  /// with a frame of their own, a microsecond before the given time, which is that of the first event, so
  /// that all readers of the same events agree.
  ///
  /// The corresponding C functions are `libevdev_get_event_value`, `libevdev_get_slot_value` and
  /// `libevdev_get_current_slot`.
  package func initialEvents(before time: Timestamp) -> [InputEvent] {
    let time = time.advanced(byMicroseconds: -1)
    var events = initialValues.map { type, code, value in
      InputEvent(time: time, type: type, code: code, value: value)
    }
    func add(_ code: EventCode, _ value: Int32) {
      events.append(InputEvent(time: time, type: .absolute, code: code, value: value))
    }
    var current: Int32 = 0
    for (slot, values) in initialSlots.enumerated() {
      for (code, value) in values {
        if current != slot { add(.absMTSlot, Int32(slot)) }
        current = Int32(slot)
        add(code, value)
      }
    }
    if current != initialSlot { add(.absMTSlot, initialSlot) }
    guard !events.isEmpty else { return [] }
    events.append(
      InputEvent(time: time, type: .synchronization, code: .synReport, value: 0))
    return events
  }

  /// Returns the nonzero values of buttons and of axes outside the slots.
  ///
  /// `BTN_TOUCH` is included even at 0 if a slot has a contact, which then hovers.
  private static func values(
    of handle: OpaquePointer
  ) -> [(type: EventType, code: EventCode, value: Int32)] {
    let axes = 0..<EventCode.absMTSlot.rawValue
    let keys = EventCode.btnMisc.rawValue...UInt16(KEY_MAX)
    let buttons = keys.filter { EventCode(rawValue: $0).isButton }
    let codes = axes.map { (EventType.absolute, $0) } + buttons.map { (EventType.key, $0) }
    return codes.compactMap { type, code in
      // The value of a code that the device lacks is 0.
      let value = unsafe libevdev_get_event_value(
        handle, UInt32(type.rawValue), UInt32(code))
      let isKey = type == .key && code == EventCode.btnTouch.rawValue
      guard value != 0 || (unsafe isKey && hasContact(handle)) else { return nil }
      return (type, EventCode(rawValue: code), value)
    }
  }

  /// Returns whether the device has `BTN_TOUCH` and a contact in one of its slots.
  private static func hasContact(_ handle: OpaquePointer) -> Bool {
    guard unsafe libevdev_has_event_code(handle, UInt32(EV_KEY), UInt32(BTN_TOUCH)) == 1 else {
      return false
    }
    let id = UInt32(EventCode.absMTTrackingID.rawValue)
    return (0..<UInt32(max(unsafe libevdev_get_num_slots(handle), 0))).contains { slot in
      unsafe libevdev_get_slot_value(handle, slot, id) >= 0
    }
  }

  /// Returns the positions in each slot that was ever used, and its other nonzero values.
  ///
  /// The tracking ID comes first, even if it is −1: without it, the values would represent a contact.
  private static func slots(
    of handle: OpaquePointer
  ) -> [[(code: EventCode, value: Int32)]] {
    let count = unsafe libevdev_get_num_slots(handle)
    guard count > 0 else { return [] }
    return (0..<UInt32(count)).map { slot in
      let codes = EventCode.absMTSlot.rawValue + 1...EventCode.absMTLast.rawValue
      let values = codes.compactMap { raw -> (code: EventCode, value: Int32)? in
        let code = EventCode(rawValue: raw)
        guard unsafe libevdev_has_event_code(handle, UInt32(EV_ABS), UInt32(raw)) == 1 else {
          return nil
        }
        let value = unsafe libevdev_get_slot_value(handle, slot, UInt32(raw))
        return (code, value)
      }
      let owner = values.filter { $0.code == .absMTTrackingID }
      let others = values.filter { $0.code != .absMTTrackingID }
      let isUnused = others.allSatisfy { $0.value == 0 } && owner.allSatisfy { $0.value == -1 }
      guard !isUnused else { return [] }
      // A position of 0 is known, but one that is not sent would be unknown to the reader of a recording.
      let positions = [EventCode.absMTPositionX, .absMTPositionY]
      return owner + others.filter { $0.value != 0 || positions.contains($0.code) }
    }
  }

  /// The description of the device.
  package var description: DeviceDescription { unsafe DeviceDescription(of: handle) }
}

// The C enumerations are imported as structs of unsigned numbers, while functions use signed ones. These are
// the four values in use, in the type that the functions take.

/// `EVIOCSCLOCKID`, `_IOW('E', 0xa0, int)`, a macro that Swift can't read.
private let setClock: UInt = 0x4004_45a0

private let libevdevReadNormal = UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue)
private let libevdevReadSync = UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue)
private let libevdevStatusSuccess = Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue)
private let libevdevStatusSync = Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue)

extension InputEvent {
  fileprivate init(_ event: input_event) {
    self.init(
      time: Timestamp(
        microseconds: Int64(event.time.tv_sec) * 1_000_000 + Int64(event.time.tv_usec)),
      type: EventType(rawValue: event.type), code: EventCode(rawValue: event.code),
      value: event.value)
  }
}
