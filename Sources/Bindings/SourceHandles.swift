import Glibc
import PantographBase
package import PantographCInterface
import PantographTouches
import PantographTraces

/// What a C pointer to `struct pg_recording` refers to.
final class RecordingHandle {
  private var stream: RecordingStream
  /// The index of the next event in the stream's batch.
  private var index = 0
  let device: DeviceHandle
  let start: Int64

  /// Reads a recording until its device is known.
  init(_ recording: consuming RecordingStream) throws(UnusableFile) {
    guard try recording.readBatch() else {
      throw UnusableFile(recording.path, "contains no events")
    }
    _ = try recording.surface()
    device = DeviceHandle(recording.device)
    start = recording.events[0].time.microseconds
    stream = recording
  }

  /// Reads the next events into C's memory, and returns their number; it is 0 at the end.
  func read(
    into events: UnsafeMutablePointer<pg_input_event>, atMost capacity: Int
  ) throws(UnusableFile) -> Int {
    if index == stream.events.count {
      index = 0
      guard try stream.readBatch() else { return 0 }
    }
    let count = min(capacity, stream.events.count - index)
    for offset in 0..<count {
      let event = stream.events[index + offset]
      unsafe events[offset] = pg_input_event(
        time: event.time.microseconds, type: event.type.rawValue, code: event.code.rawValue,
        value: event.value)
    }
    index += count
    return count
  }
}

/// Makes a call that reads a file.
private func reading(
  _ body: () throws(UnusableFile) -> pg_status
) throws(Refusal) -> pg_status {
  do throws(UnusableFile) {
    return try body()
  } catch let file {
    throw .unusable(file.sentence, line: file.line, column: file.column)
  }
}

@c @implementation package func pg_recording_open(
  _ path: UnsafePointer<CChar>?, _ recording: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let recording = unsafe try required(recording, "recording")
    unsafe recording.pointee = nil
    let path = unsafe try required(path, "path")
    return try reading { () throws(UnusableFile) in
      let handle = try unsafe RecordingHandle(RecordingStream(bytesOfPath: path))
      unsafe recording.pointee = .owning(handle)
      return .ok
    }
  }
}

@c @implementation package func pg_recording_create(
  _ bytes: UnsafeRawPointer?, _ length: Int, _ recording: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let recording = unsafe try required(recording, "recording")
    unsafe recording.pointee = nil
    let bytes = unsafe try required(bytes, "bytes")
    guard length >= 0 else { throw .invalid("the length is beyond the largest one") }
    let copy = unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: length))
    return try reading { () throws(UnusableFile) in
      let handle = try RecordingHandle(RecordingStream(bytes: copy))
      unsafe recording.pointee = .owning(handle)
      return .ok
    }
  }
}

@c @implementation package func pg_recording_destroy(_ recording: OpaquePointer?) {
  unsafe recording?.destroy(RecordingHandle.self)
}

@c @implementation package func pg_recording_device(_ recording: OpaquePointer?) -> OpaquePointer? {
  guard let handle = unsafe recording?.object(RecordingHandle.self) else { return nil }
  // The recording keeps it.
  return unsafe OpaquePointer(Unmanaged.passUnretained(handle.device).toOpaque())
}

@c @implementation package func pg_recording_start(_ recording: OpaquePointer?) -> Int64 {
  unsafe recording?.object(RecordingHandle.self).start ?? 0
}

@c @implementation package func pg_recording_read(
  _ recording: OpaquePointer?, _ events: UnsafeMutablePointer<pg_input_event>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let count = unsafe try required(count, "count")
    unsafe count.pointee = 0
    let handle = unsafe try required(recording, "recording").object(RecordingHandle.self)
    let events = unsafe try required(events, "events")
    guard capacity > 0 else { throw .invalid("the capacity is 0") }
    return try reading { () throws(UnusableFile) in
      let number = try unsafe handle.read(into: events, atMost: capacity)
      unsafe count.pointee = number
      return number == 0 ? .end : .ok
    }
  }
}

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

@c @implementation package func pg_device_create_from_fd(
  _ fd: Int32, _ device: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let device = unsafe try required(device, "device")
    unsafe device.pointee = nil
    do throws(UnusableFile) {
      let description = try DeviceDescription(ofDescriptor: fd)
      unsafe device.pointee = .owning(DeviceHandle(description))
      return .ok
    } catch let failure {
      throw .unusable(failure.sentence)
    }
  }
}

@c @implementation package func pg_device_create_from_libevdev(
  _ evdev: OpaquePointer?, _ device: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let device = unsafe try required(device, "device")
    unsafe device.pointee = nil
    let evdev = unsafe try required(evdev, "evdev")
    unsafe device.pointee = .owning(DeviceHandle(DeviceDescription(of: evdev)))
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
  unsafe changing(device, error) { description in
    description.add(
      axis: EventCode(rawValue: code),
      AxisRange(minimum: minimum, maximum: maximum, resolution: resolution))
  }
}

/// Changes the description of a handle.
private func changing(
  _ device: OpaquePointer?, _ error: UnsafeMutablePointer<pg_error>?,
  _ body: (inout DeviceDescription) -> Void
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let handle = unsafe try required(device, "device").object(DeviceHandle.self)
    body(&handle.description)
    return .ok
  }
}

@c @implementation package func pg_device_destroy(_ device: OpaquePointer?) {
  unsafe device?.destroy(DeviceHandle.self)
}
