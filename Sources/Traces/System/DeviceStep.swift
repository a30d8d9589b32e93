import PantographCLinux

/// A step of using a device that can fail.
package enum DeviceStep: Hashable, Sendable {
  /// Opening a device node.
  case open
  /// Identifying a node as an input device.
  case identify
  /// Identifying a node that turned out to be a file.
  case identifyFile
  /// Identifying a node that turned out to be a folder.
  case identifyFolder
  /// Grabbing a device.
  case grab
  /// Reading events.
  case read
  /// Creating a virtual device.
  case create
  /// Sending events from a virtual device.
  case write
}

extension UnusableFile {
  /// Creates an error from the failed step, the device node and the system's error number.
  package init(_ step: DeviceStep, path: String, errno: Int32) {
    self.init(path, Self.sentence(step, path, errno), because: .refused(errno: errno))
  }

  /// Returns what went wrong, and what to do about it.
  private static func sentence(_ step: DeviceStep, _ path: String, _ errno: Int32) -> String {
    let system = SystemReason.words(errno)
    return switch (step, errno) {
    case (.open, ENOENT): "no such device; \(overview)"
    case (.open, EACCES), (.open, EPERM):
      "permission denied; run `pantograph doctor` to see how to get read access"
    case (.open, _): "can't be opened: \(system)"
    case (.identify, _): "\(oldInterface(of: path) ?? "not an input device"); \(overview)"
    case (.identifyFile, _):
      "a file, not an input device; use `pantograph replay` or `pantograph info` for recordings"
    case (.identifyFolder, _): "a folder, not an input device; \(overview)"
    case (.read, ENODEV): "the device was removed"
    case (.read, _): "can't be read: \(system)"
    case (.grab, EBUSY): "another program has grabbed this device"
    case (.grab, _): "can't be grabbed: \(system)"
    case (.create, ENOENT), (.create, ENODEV):
      "no uinput on this system; run `pantograph doctor` to see how to enable it"
    case (.create, EACCES), (.create, EPERM):
      "permission denied; run `pantograph doctor` to see how to get write access"
    case (.create, _): "can't create a virtual device: \(system)"
    case (.write, _): "can't send events: \(system)"
    }
  }

  private static let overview = "run `pantograph devices` to list the devices"

  /// The kernel's older interface that the node belongs to, if any.
  ///
  /// These interfaces report less than event nodes, and `mice` not even which device.
  private static func oldInterface(of path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    if name.hasPrefix("mouse") || name == "mice" { return "the kernel's older interface for mice" }
    return name.hasPrefix("js") ? "the kernel's older interface for joysticks" : nil
  }
}
