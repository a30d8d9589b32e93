package import PantographCInterface
import PantographTouches

/// What a C pointer to `struct pg_device` refers to.
final class DeviceHandle {
  var description: DeviceDescription

  init(_ description: DeviceDescription) { self.description = description }
}

@c @implementation package func pg_device_create(
  _ name: UnsafePointer<CChar>?, _ device: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let device = unsafe try required(device, "device")
    var description = DeviceDescription()
    if let name = unsafe name { description.name = unsafe String(cString: name) }
    unsafe device.pointee = .owning(DeviceHandle(description))
    return .ok
  }
}

@c @implementation package func pg_device_add_property(
  _ device: OpaquePointer?, _ property: UInt16, _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe changing(device, error) { description in
    let properties = description.properties
    if !properties.contains(property) {
      description.properties = (properties + [property]).sorted()
    }
  }
}

@c @implementation package func pg_device_add_code(
  _ device: OpaquePointer?, _ type: UInt16, _ code: UInt16,
  _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe changing(device, error) { description in
    description.add(EventType(rawValue: type), EventCode(rawValue: code))
  }
}

@c @implementation package func pg_device_add_axis(
  _ device: OpaquePointer?, _ code: UInt16, _ minimum: Int32, _ maximum: Int32,
  _ resolution: Int32, _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe changing(device, error) { description throws(Refusal) in
    guard minimum <= maximum else {
      throw .invalid("minimum is \(Int(minimum)), and maximum is \(Int(maximum)); expected no less")
    }
    guard resolution >= 0 else {
      throw .invalid("resolution is \(Int(resolution)); expected 0 or more units per millimetre")
    }
    description.add(
      axis: EventCode(rawValue: code),
      AxisRange(minimum: minimum, maximum: maximum, resolution: resolution))
  }
}

/// Changes the description of a handle.
private func changing(
  _ device: OpaquePointer?, _ error: UnsafeMutablePointer<pg_error>?,
  _ body: (inout DeviceDescription) throws(Refusal) -> Void
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let handle = unsafe try required(device, "device").object(DeviceHandle.self)
    try body(&handle.description)
    return .ok
  }
}

@c @implementation package func pg_device_destroy(_ device: OpaquePointer?) {
  unsafe device?.destroy(DeviceHandle.self)
}
