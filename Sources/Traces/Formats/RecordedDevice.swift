package import PantographTouches

/// A device in a recording.
package struct RecordedDevice: Hashable, Sendable {
  /// Its node when it was recorded, such as `/dev/input/event4`; empty if unknown.
  package var node: String
  /// Its description, as far as the recording contains it.
  package var description: DeviceDescription

  /// Creates a device from its node and its description.
  package init(node: String = "", description: DeviceDescription = DeviceDescription()) {
    self.node = node
    self.description = description
  }
}

/// The device of a recording that is read; most recordings have only one.
public enum DeviceChoice: Hashable, Sendable {
  /// The first touch device.
  ///
  /// Without a touch device, it is the only device, or none is read.
  case automatic
  /// All devices; `RecordingReader.eventDevices` contains the device of each event.
  case every
  /// The device with this number in the recording, from 1.
  case number(Int)
  /// The device with this node.
  case node(String)

  /// Returns whether this choice selects a device by number or node; an automatic choice does not.
  func selects(_ device: RecordedDevice, at index: Int) -> Bool {
    switch self {
    case .automatic, .every: false
    case .number(let number): index + 1 == number
    case .node(let node): device.node == node
    }
  }
}
