import PantographBase
package import PantographCInterface
import PantographTouches
import PantographTraces

/// What a C pointer to `struct pg_recording` refers to.
@safe final class RecordingHandle {
  private var stream: RecordingStream
  /// The index of the next event in the stream's batch.
  private var index = 0
  let device: OpaquePointer
  let start: Int64

  /// Reads a recording until its device is known.
  init(_ recording: consuming RecordingStream) throws(UnusableFile) {
    guard try recording.readBatch() else {
      throw UnusableFile(recording.path, "contains no events")
    }
    _ = try recording.surface()
    unsafe device = handle(describing: recording.device)
    start = recording.events[0].time.microseconds
    stream = recording
  }

  deinit { unsafe pg_device_destroy(device) }

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
  unsafe recording?.object(RecordingHandle.self).device
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

/// Creates a description for sessions, which is the caller's.
///
/// Only by C's functions, as sessions are in another library, of which this one knows no more than its header. Sessions
/// ask for neither the four numbers of a device nor the noise of its axes.
func handle(describing description: DeviceDescription) -> OpaquePointer {
  var device: OpaquePointer?
  let status = unsafe pg_device_create(description.name, &device, nil)
  guard status == .ok, let device = unsafe device else {
    preconditionFailure("a description without content can't be refused")
  }
  for property in description.properties {
    _ = unsafe pg_device_add_property(device, property, nil)
  }
  for (type, codes) in description.capabilities {
    for code in codes { _ = unsafe pg_device_add_code(device, type.rawValue, code.rawValue, nil) }
  }
  for (code, range) in description.axes {
    // Drivers describe some axes by ranges that are none, or by a resolution of −1.
    _ = unsafe pg_device_add_axis(
      device, code.rawValue, range.minimum, max(range.minimum, range.maximum),
      max(range.resolution, 0), nil)
  }
  return unsafe device
}
