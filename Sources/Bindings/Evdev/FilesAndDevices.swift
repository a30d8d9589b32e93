import PantographBase
package import PantographCInterface
import PantographTouches
import PantographTraces

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

@c @implementation package func pg_device_create_from_fd(
  _ fd: Int32, _ device: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let device = unsafe try required(device, "device")
    unsafe device.pointee = nil
    do throws(UnusableFile) {
      let description = try DeviceDescription(ofDescriptor: fd)
      unsafe device.pointee = handle(describing: description)
      return .ok
    } catch let failure {
      throw .unusable(Sentence(failure.sentence))
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
    unsafe device.pointee = handle(describing: DeviceDescription(of: evdev))
    return .ok
  }
}
