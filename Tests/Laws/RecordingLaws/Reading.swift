import PantographTouches
import PantographTraces

/// All results of a reader, and the error at which it stopped, if any.
struct Reading: Equatable {
  var format: RecordingFormat?
  var devices: [RecordedDevice] = []
  var device = DeviceDescription()
  var chosen: RecordedDevice?
  var eventsOfOtherDevices = 0
  var events: [InputEvent] = []
  var lines: [Int] = []
  var eventDevices: [Int] = []
  var error: TraceError?

  /// Reads bytes in pieces; `size` returns the size of the piece at an offset.
  init(
    _ bytes: [UInt8], choosing choice: DeviceChoice = .automatic,
    pieces size: (Int) -> Int = { _ in 1 << 16 }
  ) {
    var reader = RecordingReader(choosing: choice)
    reader.keepsLines = true
    do throws(TraceError) {
      var start = 0
      while start < bytes.count {
        let end = min(start + size(start), bytes.count)
        try reader.read(bytes.span.extracting(start..<end), into: &events)
        start = end
      }
      try reader.finish(into: &events)
    } catch {
      self.error = error
    }
    format = reader.format
    devices = reader.devices
    device = reader.device
    chosen = reader.chosenDevice
    eventsOfOtherDevices = reader.eventsOfOtherDevices
    lines = reader.eventLines
    eventDevices = reader.eventDevices
  }
}
