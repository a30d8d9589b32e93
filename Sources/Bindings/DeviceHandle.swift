package import PantographCInterface
import PantographEvdev

/// What a C pointer to `struct pg_device` refers to.
final class DeviceHandle {
  var description: DeviceDescription

  init(_ description: DeviceDescription) { self.description = description }
}

@c @implementation package func pg_device_create(
  _ name: UnsafePointer<CChar>?, _ device: UnsafeMutablePointer<OpaquePointer?>?
) -> pg_status {
  guard let device = unsafe device else { return .invalid }
  var description = DeviceDescription()
  if let name = unsafe name { description.name = unsafe String(cString: name) }
  unsafe device.pointee = .owning(DeviceHandle(description))
  return .ok
}

@c @implementation package func pg_device_create_from_fd(
  _ fd: Int32, _ device: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let device = unsafe try required(device, "device")
    unsafe device.pointee = nil
    do throws(DeviceError) {
      let description = try DeviceDescription(ofDescriptor: fd)
      unsafe device.pointee = .owning(DeviceHandle(description))
      return .ok
    } catch let failure {
      throw .unusable(failure.reason)
    }
  }
}

@c @implementation package func pg_device_create_from_libevdev(
  _ evdev: OpaquePointer?, _ device: UnsafeMutablePointer<OpaquePointer?>?
) -> pg_status {
  guard let device = unsafe device else { return .invalid }
  unsafe device.pointee = nil
  guard let evdev = unsafe evdev else { return .invalid }
  unsafe device.pointee = .owning(DeviceHandle(DeviceDescription(of: evdev)))
  return .ok
}

@c @implementation package func pg_device_add_property(
  _ device: OpaquePointer?, _ property: UInt16
) -> pg_status {
  guard let device = unsafe device?.object(DeviceHandle.self) else { return .invalid }
  let properties = device.description.properties
  if !properties.contains(property) {
    device.description.properties = (properties + [property]).sorted()
  }
  return .ok
}

@c @implementation package func pg_device_add_code(
  _ device: OpaquePointer?, _ type: UInt16, _ code: UInt16
) -> pg_status {
  guard let device = unsafe device?.object(DeviceHandle.self) else { return .invalid }
  device.description.add(EventType(rawValue: type), EventCode(rawValue: code))
  return .ok
}

@c @implementation package func pg_device_add_axis(
  _ device: OpaquePointer?, _ code: UInt16, _ minimum: Int32, _ maximum: Int32,
  _ resolution: Int32
) -> pg_status {
  guard let device = unsafe device?.object(DeviceHandle.self) else { return .invalid }
  device.description.add(
    axis: EventCode(rawValue: code),
    AxisRange(minimum: minimum, maximum: maximum, resolution: resolution))
  return .ok
}

@c @implementation package func pg_device_destroy(_ device: OpaquePointer?) {
  unsafe device?.destroy(DeviceHandle.self)
}
