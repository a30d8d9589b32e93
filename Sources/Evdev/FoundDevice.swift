import Glibc

/// A device node that is there, with what the device says of itself or why it can't be opened.
public struct FoundDevice: Hashable, Sendable {
  /// The node, such as `/dev/input/event3`.
  public let path: String
  /// The name the driver gives the device, which may be known of one that can't be opened, too.
  public let name: String
  /// What the device says of itself.
  public let description: Result<DeviceDescription, DeviceError>

  /// Finds the devices of this machine, by the rising numbers of their nodes.
  ///
  /// Each is opened and closed again, which changes nothing for those who read it.
  public static func all(in folder: String = "/dev/input") -> [FoundDevice] {
    numbers(in: folder).map { FoundDevice(path: "\(folder)/\(prefix)\($0)", number: $0) }
  }

  private static let prefix = "event"

  private init(path: String, number: Int) {
    self.path = path
    do throws(DeviceError) {
      let description = try Device(path: path).description
      self.description = .success(description)
      name = description.name
    } catch {
      description = .failure(error)
      name = Self.driverName(number)
    }
  }

  /// The numbers of the nodes called `event0`, `event1` and so on.
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

  /// The name in sysfs, which everybody may read.
  private static func driverName(_ number: Int) -> String {
    let file = unsafe open("/sys/class/input/event\(number)/device/name", O_RDONLY | O_CLOEXEC)
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
