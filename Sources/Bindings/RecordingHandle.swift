package import PantographCInterface
import PantographCases
import PantographEvdev
import PantographLibc

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

private func create(
  _ stream: consuming RecordingStream, _ recording: UnsafeMutablePointer<OpaquePointer?>
) throws(UnusableFile) {
  let handle = try RecordingHandle(stream)
  unsafe recording.pointee = .owning(handle)
}

private func unusable(
  _ file: UnusableFile, _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe unusable(file.sentence, line: file.line, column: file.column, error)
}

@c @implementation package func pg_recording_open(
  _ path: UnsafePointer<CChar>?, _ recording: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  guard let recording = unsafe recording else { return .invalid }
  unsafe recording.pointee = nil
  guard let path = unsafe path else { return .invalid }
  do throws(UnusableFile) {
    let stream = try RecordingStream(unsafe String(cString: path))
    try unsafe create(stream, recording)
    return .ok
  } catch let file {
    return unsafe unusable(file, error)
  }
}

@c @implementation package func pg_recording_create(
  _ bytes: UnsafeRawPointer?, _ length: Int, _ recording: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  guard let recording = unsafe recording else { return .invalid }
  unsafe recording.pointee = nil
  guard let bytes = unsafe bytes, length >= 0 else { return .invalid }
  do throws(UnusableFile) {
    let copy = unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: length))
    try unsafe create(RecordingStream(bytes: copy), recording)
    return .ok
  } catch let file {
    return unsafe unusable(file, error)
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
  unsafe count?.pointee = 0
  guard let handle = unsafe recording?.object(RecordingHandle.self), let events = unsafe events,
    let count = unsafe count, capacity > 0
  else { return .invalid }
  do throws(UnusableFile) {
    let number = try unsafe handle.read(into: events, atMost: capacity)
    unsafe count.pointee = number
    return number == 0 ? .end : .ok
  } catch let file {
    return unsafe unusable(file, error)
  }
}
