import CLibevdev
import Glibc
public import Quantities

/// An input device of this machine, open for reading.
///
/// Events are read without waiting, stamped by the kernel's monotonic clock. The device is closed
/// when the value goes out of scope.
@safe public struct Device: ~Copyable {
  private let handle: OpaquePointer
  private let path: String
  private let initialSlots: [[(code: EventCode, value: Int32)]]
  private let initialSlot: Int32

  /// The open file, to wait on with `poll`; it must not be closed or read by anyone else.
  public let descriptor: Int32

  /// Opens a device node such as `/dev/input/event3`.
  ///
  /// The corresponding C function is `libevdev_new_from_fd`.
  public init(path: String) throws(DeviceError) {
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw DeviceError(.open, path: path, errno: errno) }
    var handle: OpaquePointer?
    let status = unsafe libevdev_new_from_fd(descriptor, &handle)
    guard status == 0, let handle = unsafe handle else {
      close(descriptor)
      throw DeviceError(.identify, path: path, errno: -status)
    }
    // An old kernel without the monotonic clock keeps stamping with wall time: usable all the same.
    _ = unsafe libevdev_set_clock_id(handle, CLOCK_MONOTONIC)
    unsafe self.handle = handle
    unsafe initialSlots = Self.slots(of: handle)
    initialSlot = max(unsafe libevdev_get_current_slot(handle), 0)
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    unsafe libevdev_free(handle)
    close(descriptor)
  }

  /// Takes the next event that waits, or nothing when there is none yet.
  ///
  /// After the kernel has lost events, what follows brings every value up to date.
  /// The corresponding C function is `libevdev_next_event`.
  public mutating func next() throws(DeviceError) -> InputEvent? {
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
    default: throw DeviceError(.read, path: path, errno: -status)
    }
  }

  private var isResynchronizing = false

  /// Events that bring a reader who knows nothing to the state that the device was in on opening.
  ///
  /// A device sends only what changes; who reads it from the middle has to be told what stood before.
  /// There are none for a device that nobody has touched. They end with a frame of their own, and are
  /// stamped with the given time: that of the first event, so that all who read the same events
  /// agree on them.
  ///
  /// The corresponding C functions are `libevdev_get_slot_value` and `libevdev_get_current_slot`.
  public func initialEvents(at time: Timestamp) -> [InputEvent] {
    var events: [InputEvent] = []
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

  /// What is not 0 in each slot that was ever used.
  ///
  /// Whose slot it is comes first, be it nobody's: values alone would stand for a contact.
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
        return value == 0 && code != .absMTTrackingID ? nil : (code, value)
      }
      let owner = values.filter { $0.code == .absMTTrackingID }
      let others = values.filter { $0.code != .absMTTrackingID }
      let isUnused = others.isEmpty && owner.allSatisfy { $0.value == -1 }
      return isUnused ? [] : owner + others
    }
  }

  /// What the device says of itself.
  public var description: DeviceDescription {
    var description = DeviceDescription()
    unsafe description.name = libevdev_get_name(handle).map { unsafe String(cString: $0) } ?? ""
    unsafe description.identity = DeviceDescription.Identity(
      bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(handle)),
      vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(handle)),
      product: UInt16(truncatingIfNeeded: libevdev_get_id_product(handle)),
      version: UInt16(truncatingIfNeeded: libevdev_get_id_version(handle)))
    description.properties = (0...UInt16(INPUT_PROP_MAX)).filter {
      unsafe libevdev_has_property(handle, UInt32($0)) == 1
    }
    for type in 0...UInt32(EV_MAX) where unsafe libevdev_has_event_type(handle, type) == 1 {
      for code in 0...UInt32(max(libevdev_event_type_get_max(type), 0))
      where unsafe libevdev_has_event_code(handle, type, code) == 1 {
        description.add(
          EventType(rawValue: UInt16(type)), EventCode(rawValue: UInt16(code)))
      }
    }
    for code in description.codes(of: .absolute) {
      guard let range = unsafe libevdev_get_abs_info(handle, UInt32(code.rawValue)) else {
        continue
      }
      description.add(
        axis: code,
        unsafe AxisRange(
          minimum: range.pointee.minimum, maximum: range.pointee.maximum,
          fuzz: range.pointee.fuzz, flat: range.pointee.flat,
          resolution: range.pointee.resolution))
    }
    return description
  }
}

// The C enumerations arrive as structs of unsigned numbers, while functions take and give signed
// ones; these are the four values that matter, in the type that the functions use.
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
