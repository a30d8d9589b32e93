import Glibc
import PantographCLibevdev
package import PantographTouches

/// A virtual device that every program can read, and whose events this program sends.
///
/// It is created through uinput and removed when the value goes out of scope.
@safe package struct VirtualDevice: ~Copyable {
  private let handle: OpaquePointer

  /// The node where other programs open it, such as `/dev/input/event7`.
  package let path: String

  /// Creates a device with this description.
  ///
  /// The corresponding C function is `libevdev_uinput_create_from_device`.
  package init(_ description: DeviceDescription) throws(UnusableFile) {
    guard let template = unsafe libevdev_new() else {
      throw UnusableFile(.create, path: "/dev/uinput", errno: ENOMEM)
    }
    defer { unsafe libevdev_free(template) }
    unsafe libevdev_set_name(template, description.name)
    unsafe libevdev_set_id_bustype(template, Int32(description.identity.bus))
    unsafe libevdev_set_id_vendor(template, Int32(description.identity.vendor))
    unsafe libevdev_set_id_product(template, Int32(description.identity.product))
    unsafe libevdev_set_id_version(template, Int32(description.identity.version))
    for property in description.properties {
      _ = unsafe libevdev_enable_property(template, UInt32(property))
    }
    for (type, codes) in description.capabilities where type != .synchronization {
      _ = unsafe libevdev_enable_event_type(template, UInt32(type.rawValue))
      for code in codes {
        unsafe Self.enable(type, code, of: description, on: template)
      }
    }
    var handle: OpaquePointer?
    // LIBEVDEV_UINPUT_OPEN_MANAGED: libevdev opens /dev/uinput and closes it again.
    let status = unsafe libevdev_uinput_create_from_device(
      template, LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue, &handle)
    guard status == 0, let handle = unsafe handle else {
      throw UnusableFile(.create, path: "/dev/uinput", errno: -status)
    }
    unsafe self.handle = handle
    unsafe path = libevdev_uinput_get_devnode(handle).map { unsafe String(cString: $0) } ?? ""
  }

  private static func enable(
    _ type: EventType, _ code: EventCode, of description: DeviceDescription,
    on template: OpaquePointer
  ) {
    switch type {
    case .absolute:
      let range = description.range(of: code) ?? AxisRange(minimum: 0, maximum: 1)
      var info = input_absinfo(
        value: 0, minimum: range.minimum, maximum: range.maximum, fuzz: range.fuzz,
        flat: range.flat, resolution: range.resolution)
      _ = unsafe libevdev_enable_event_code(
        template, UInt32(type.rawValue), UInt32(code.rawValue), &info)
    case .repeat:
      // 500 ms before a key repeats, then every 20 ms, as libinput's replay sets it.
      var value: Int32 = code.rawValue == REP_DELAY ? 500 : 20
      _ = unsafe libevdev_enable_event_code(
        template, UInt32(type.rawValue), UInt32(code.rawValue), &value)
    default:
      _ = unsafe libevdev_enable_event_code(
        template, UInt32(type.rawValue), UInt32(code.rawValue), nil)
    }
  }

  deinit {
    unsafe libevdev_uinput_destroy(handle)
  }

  /// Sends events at once; the kernel adds the current time.
  package func send(_ events: [InputEvent]) throws(UnusableFile) {
    let records = events.map { event in
      // uinput sets the time of events itself.
      input_event(
        time: timeval(), type: event.type.rawValue, code: event.code.rawValue, value: event.value)
    }
    let descriptor = unsafe libevdev_uinput_get_fd(handle)
    let size = records.count * MemoryLayout<input_event>.stride
    var status: Int
    repeat {
      status = unsafe write(descriptor, records, size)
    } while status < 0 && errno == EINTR
    // uinput takes either all of the records or none, and reports why.
    guard status == size else { throw UnusableFile(.write, path: path, errno: errno) }
  }
}
