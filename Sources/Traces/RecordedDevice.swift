public import Evdev

/// A device that a recording tells of.
public struct RecordedDevice: Hashable, Sendable {
  /// Where it was when it was recorded, such as `/dev/input/event4`; empty where that is not said.
  public var node: String
  /// What it says of itself, as far as the recording tells.
  public var description: DeviceDescription

  /// Makes a device from its node and its description.
  public init(node: String = "", description: DeviceDescription = DeviceDescription()) {
    self.node = node
    self.description = description
  }
}

/// Which device of a recording is read; most have only one.
public enum DeviceChoice: Hashable, Sendable {
  /// The first that is touched.
  ///
  /// If there is none, it is the only one, or nothing is read.
  case automatic
  /// All of them; whose an event is, `RecordingReader.eventDevices` has.
  case every
  /// The one at this place in the recording, from 1.
  case number(Int)
  /// The one of this node.
  case node(String)

  /// Whether a device is meant by its place or its node; automatically none is.
  func names(_ device: RecordedDevice, at index: Int) -> Bool {
    switch self {
    case .automatic, .every: false
    case .number(let number): index + 1 == number
    case .node(let node): device.node == node
    }
  }
}
