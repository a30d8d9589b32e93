import Glibc

/// Why a device could not be used, with what would help.
public struct DeviceError: Error, Hashable, Sendable {
  /// What was being done.
  public enum Action: Hashable, Sendable {
    /// Opening a device node.
    case open
    /// Asking the kernel whether a node is an input device.
    case identify
    /// Asking the same of what turned out to be a file.
    case identifyFile
    /// Asking the same of what turned out to be a folder.
    case identifyFolder
    /// Taking a device for one reader alone.
    case grab
    /// Reading events.
    case read
    /// Making a virtual device.
    case create
    /// Sending events from a virtual device.
    case write
  }

  /// What was being done when it failed.
  public var action: Action
  /// The device node.
  public var path: String
  /// The system's error number.
  public var errno: Int32

  /// Makes an error from what was done, on what, and the system's error number.
  public init(_ action: Action, path: String, errno: Int32) {
    self.action = action
    self.path = path
    self.errno = errno
  }
}

extension DeviceError: CustomStringConvertible {
  /// One line: the node, what went wrong, and what to do about it.
  public var description: String { "\(path): \(reason)" }

  /// What went wrong, and what to do about it, without the node.
  public var reason: String {
    let system = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
    return switch (action, errno) {
    case (.open, ENOENT): "no such device; \(Self.overview)"
    case (.open, EACCES), (.open, EPERM):
      "permission denied; `pantograph doctor` says how to get the right to read it"
    case (.open, _): "can't be opened: \(system)"
    case (.identify, _): "\(oldInterface ?? "not an input device"); \(Self.overview)"
    case (.identifyFile, _):
      "a file, not an input device; `pantograph replay` and `pantograph info` read recordings"
    case (.identifyFolder, _): "a folder, not an input device; \(Self.overview)"
    case (.read, ENODEV): "the device is gone"
    case (.read, _): "can't be read: \(system)"
    case (.grab, EBUSY): "another program has taken this device for itself alone"
    case (.grab, _): "can't be taken from other programs: \(system)"
    case (.create, ENOENT), (.create, ENODEV):
      "no uinput on this system; `pantograph doctor` says how to get it"
    case (.create, EACCES), (.create, EPERM):
      "permission denied; `pantograph doctor` says how to get the right to write to it"
    case (.create, _): "a virtual device can't be made: \(system)"
    case (.write, _): "events can't be sent: \(system)"
    }
  }

  private static let overview = "`pantograph devices` lists those that are there"

  /// Which older interface of the kernel the node belongs to.
  ///
  /// They tell less than event nodes, and `mice` not even of which device.
  private var oldInterface: String? {
    let name = path.split(separator: "/").last ?? ""
    if name.hasPrefix("mouse") || name == "mice" { return "the kernel's older interface for mice" }
    return name.hasPrefix("js") ? "the kernel's older interface for joysticks" : nil
  }
}
