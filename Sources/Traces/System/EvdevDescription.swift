import PantographCLibevdev
package import PantographTouches

extension DeviceDescription {
  /// Describes the open device of a file descriptor, which is neither read nor closed.
  package init(ofDescriptor descriptor: Int32) throws(UnusableFile) {
    var handle: OpaquePointer?
    let status = unsafe libevdev_new_from_fd(descriptor, &handle)
    guard status == 0, let handle = unsafe handle else {
      throw UnusableFile(.identify, path: "", errno: -status)
    }
    defer { unsafe libevdev_free(handle) }
    unsafe self.init(of: handle)
  }

  /// Describes a device of libevdev: a `struct libevdev`.
  package init(of handle: OpaquePointer) {
    self.init()
    unsafe name = libevdev_get_name(handle).map { unsafe String(cString: $0) } ?? ""
    unsafe identity = DeviceDescription.Identity(
      bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(handle)),
      vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(handle)),
      product: UInt16(truncatingIfNeeded: libevdev_get_id_product(handle)),
      version: UInt16(truncatingIfNeeded: libevdev_get_id_version(handle)))
    properties = (0...UInt16(INPUT_PROP_MAX)).filter {
      unsafe libevdev_has_property(handle, UInt32($0)) == 1
    }
    for type in 0...UInt32(EV_MAX) where unsafe libevdev_has_event_type(handle, type) == 1 {
      for code in 0...UInt32(max(libevdev_event_type_get_max(type), 0))
      where unsafe libevdev_has_event_code(handle, type, code) == 1 {
        add(EventType(rawValue: UInt16(type)), EventCode(rawValue: UInt16(code)))
      }
    }
    for code in codes(of: .absolute) {
      guard let range = unsafe libevdev_get_abs_info(handle, UInt32(code.rawValue)) else {
        continue
      }
      add(
        axis: code,
        unsafe AxisRange(
          minimum: range.pointee.minimum, maximum: range.pointee.maximum,
          fuzz: range.pointee.fuzz, flat: range.pointee.flat,
          resolution: range.pointee.resolution))
    }
  }
}
