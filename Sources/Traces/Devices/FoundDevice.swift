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
