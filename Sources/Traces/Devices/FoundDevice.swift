import Glibc
package import PantographTouches

/// A device node, with the description of the device or the reason why it can't be opened.
package struct FoundDevice: Hashable, Sendable {
  /// The node, such as `/dev/input/event3`.
  package let path: String
  /// The name that the driver reports, which may be known even if the device can't be opened.
  package let name: String
  /// The description of the device.
  package let description: Result<DeviceDescription, UnusableFile>
  /// Whether it has keys for typing, which is known even if the device can't be opened.
  ///
  /// A program that can read such a device can read what is typed.
  package let hasTypedKeys: Bool

  /// Returns the devices of this machine, in ascending order of their node numbers.
  ///
  /// Each is opened and closed again, which does not affect its readers.
  package static func all(in folder: String = "/dev/input") -> [FoundDevice] {
    numbers(in: folder).map { FoundDevice(path: "\(folder)/\(prefix)\($0)", number: $0) }
  }

  private static let prefix = "event"

  private init(path: String, number: Int) {
    self.path = path
    hasTypedKeys = Self.hasTypedKeys(Self.attribute("capabilities/key", of: number))
    do throws(UnusableFile) {
      let description = try Device(path: path).description
      self.description = .success(description)
      name = description.name
    } catch {
      description = .failure(error)
      name = Self.attribute("name", of: number)
    }
  }

  /// Returns the numbers of the nodes `event0`, `event1` and so on.
  private static func numbers(in folder: String) -> [Int] {
    guard let listing = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(listing) }
    var numbers: [Int] = []
    while let entry = unsafe readdir(listing) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      guard name.hasPrefix(prefix), let number = Int(name.dropFirst(prefix.count)), number >= 0
      else { continue }
      numbers.append(number)
    }
    return numbers.sorted()
  }

  /// Returns whether a key bitmap of sysfs has a key below the first button.
  ///
  /// The bitmap consists of 64-bit words, highest first; buttons begin at 256, `BTN_MISC`. udev's
  /// `ID_INPUT_KEY` is similar.
  package static func hasTypedKeys(_ keys: String) -> Bool {
    keys.split(separator: " ").suffix(4).contains { $0 != "0" }
  }

  /// Returns the first line of a sysfs attribute of a device, which every user can read; empty if there is
  /// none.
  private static func attribute(_ name: String, of number: Int) -> String {
    let file = unsafe open("/sys/class/input/event\(number)/device/\(name)", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    // A file of sysfs has at most one page.
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe read(file, buffer.baseAddress, buffer.count)
    }
    let line = bytes.prefix(max(count, 0)).prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: line, as: UTF8.self)
  }
}

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
    let system = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
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
