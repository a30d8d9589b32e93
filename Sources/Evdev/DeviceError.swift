import Glibc

/// Why a device could not be used, with what would help.
public struct DeviceError: Error, Hashable, Sendable {
  /// What was being done.
  public enum Action: Hashable, Sendable {
    /// Opening a device node.
    case open
    /// Asking the kernel whether a node is an input device.
    case identify
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
  public var description: String {
    let reason = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
    return switch (action, errno) {
    case (.open, ENOENT):
      "\(path): no such device; `ls /dev/input` shows those that are there"
    case (.open, EACCES):
      "\(path): permission denied; `sudo usermod -aG input $USER` and a new login let you read it"
    case (.open, _): "\(path): can't be opened: \(reason)"
    case (.identify, _):
      "\(path): not an input device; `ls /dev/input` shows those that are there"
    case (.read, ENODEV): "\(path): the device is gone"
    case (.read, _): "\(path): can't be read: \(reason)"
    case (.create, ENOENT):
      "\(path): no uinput on this system; `sudo modprobe uinput` loads it where the kernel has it"
    case (.create, EACCES):
      "\(path): permission denied; run it with sudo, or give your group the right by a udev rule"
    case (.create, _): "\(path): a virtual device can't be made: \(reason)"
    case (.write, _): "\(path): events can't be sent: \(reason)"
    }
  }
}
