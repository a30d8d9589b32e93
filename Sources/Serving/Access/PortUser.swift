import Glibc

/// Finds the program that listens on a port, from what Linux reports in `/proc`.
enum PortUser {
  /// Returns the name and the process of the program, such as `pantograph (process 4242)`.
  ///
  /// It is `nil` if the program belongs to another user, whose descriptors can't be seen.
  static func name(of port: UInt16) -> String? {
    let sockets = Set(
      ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { listeners(on: port, in: text(of: $0)) })
    guard !sockets.isEmpty else { return nil }
    let processes = names(in: "/proc").compactMap { Int($0) }.sorted()
    let user = processes.first { process in
      let folder = "/proc/\(process)/fd"
      return names(in: folder).contains { sockets.contains(target(of: "\(folder)/\($0)")) }
    }
    guard let user else { return nil }
    let name = text(of: "/proc/\(user)/comm").split(separator: "\n").first ?? "a program"
    return "\(name) (process \(user))"
  }

  /// Returns the links to the sockets that listen on a port, in a table as `/proc/net/tcp` has it.
  ///
  /// The second column is the local address and port in hex, the fourth the state (0A: listening), the tenth the inode.
  static func listeners(on port: UInt16, in table: String) -> [String] {
    table.split(separator: "\n").dropFirst().compactMap { line in
      let parts = line.split(separator: " ")
      guard parts.count > 9, parts[3] == "0A", let digits = parts[1].split(separator: ":").last,
        UInt16(digits, radix: 16) == port
      else { return nil }
      return "socket:[\(parts[9])]"
    }
  }

  private static func text(of path: String) -> String {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe read(descriptor, &piece, piece.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += piece[..<count]
    }
  }

  private static func names(in folder: String) -> [String] {
    guard let entries = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(entries) }
    var names: [String] = []
    while let entry = unsafe readdir(entries) {
      unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe names.append(String(cString: $0))
        }
      }
    }
    return names
  }

  private static func target(of link: String) -> String {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe bytes.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return 0 }
      return unsafe readlink(link, start.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }
}
