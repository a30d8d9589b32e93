import Glibc
import PantographBase

/// The address that a server listens on: an IP address and a port.
package struct Endpoint: Hashable, Sendable, CustomStringConvertible {
  /// The IP address, such as 127.0.0.1 or ::1.
  package var host: String
  /// The port; 0 means any free port.
  package var port: UInt16
  /// Whether another port may be used if this one is in use.
  package var isPortOptional: Bool

  /// The default port, for which no service is registered.
  package static let usualPort: UInt16 = 8137
  /// The loopback address, on the default port or another one.
  package static let local = Endpoint(host: "127.0.0.1", port: usualPort, isPortOptional: true)

  private init(host: String, port: UInt16, isPortOptional: Bool) {
    self.host = host
    self.port = port
    self.isPortOptional = isPortOptional
  }

  /// Creates an endpoint from an IP address or `localhost`, and a port.
  package init?(host: String, port: UInt16) {
    let host = host == "localhost" ? "127.0.0.1" : host
    guard let number = NetworkNumber(host) else { return nil }
    self.init(host: number.description, port: port, isPortOptional: false)
  }

  /// Parses an endpoint: `8137`, `0.0.0.0`, `0.0.0.0:8137` or `[::1]:8137`.
  package init?(_ text: String) {
    if let port = UInt16(text) {
      self.init(host: Self.local.host, port: port)
      return
    }
    var host = text[...]
    var port: UInt16?
    // The last colon precedes the port, unless it belongs to a bare address such as ::1.
    if let colon = text.lastIndex(of: ":"),
      text.hasPrefix("[") || text.firstIndex(of: ":") == colon,
      !text[colon...].contains("]")
    {
      guard let number = UInt16(text[text.index(after: colon)...]) else { return nil }
      port = number
      host = text[..<colon]
    }
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    if host.isEmpty { host = Self.local.host[...] }
    self.init(host: String(host), port: port ?? Self.usualPort)
    isPortOptional = port == nil
  }

  /// Whether it is reachable only from this machine.
  package var isLoopback: Bool { number?.isLoopback ?? false }

  var number: NetworkNumber? { NetworkNumber(host) }

  /// The host and port as written in a URL: `127.0.0.1:8137`, `[::1]:8137`.
  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// Returns whether a request's `Host` names this server.
  ///
  /// In a DNS rebinding attack, another site's name resolves to this server, and the request has that name. An
  /// IP address can't be rebound, so a server that listens on all addresses accepts every IP address.
  func isOwn(_ name: String) -> Bool {
    var name = name.lowercased()[...]
    if name.hasSuffix(":\(port)") {
      name = name.dropLast("\(port)".count + 1)
    } else if port != 80 {
      return false
    }
    if name == "localhost" { return isLoopback || number?.isWildcard == true }
    if name.hasPrefix("["), name.hasSuffix("]") {
      name = name.dropFirst().dropLast()
      guard name.contains(":") else { return false }
    } else if name.contains(":") {
      return false
    }
    guard let own = number, let other = NetworkNumber(String(name)) else { return false }
    return own == other || own.isWildcard
  }
}

/// An IPv4 or IPv6 address.
struct NetworkNumber: Hashable {
  /// Four or sixteen bytes.
  let bytes: [UInt8]

  init?(_ text: String) {
    var four = in_addr()
    var six = in6_addr()
    if unsafe inet_pton(AF_INET, text, &four) == 1 {
      bytes = unsafe withUnsafeBytes(of: &four) { unsafe Array($0) }
    } else if unsafe inet_pton(AF_INET6, text, &six) == 1 {
      bytes = unsafe withUnsafeBytes(of: &six) { unsafe Array($0) }
    } else {
      return nil
    }
  }

  /// Returns the addresses of this machine that other devices of its networks can reach.
  static func ofThisMachine() -> [NetworkNumber] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&first) == 0 else { return [] }
    defer { unsafe freeifaddrs(first) }
    var found: [NetworkNumber] = []
    var next = unsafe first
    while let entry = unsafe next {
      unsafe next = entry.pointee.ifa_next
      guard let address = unsafe entry.pointee.ifa_addr,
        unsafe entry.pointee.ifa_flags & UInt32(IFF_UP) != 0
      else { continue }
      let number = unsafe NetworkNumber(address)
      if let number, !number.isLoopback, !number.isLinkLocal, !found.contains(number) {
        found.append(number)
      }
    }
    return found
  }

  private init?(_ address: UnsafePointer<sockaddr>) {
    let raw = unsafe UnsafeRawPointer(address)
    switch unsafe Int32(address.pointee.sa_family) {
    case AF_INET:
      var four = unsafe raw.loadUnaligned(as: sockaddr_in.self).sin_addr
      bytes = unsafe withUnsafeBytes(of: &four) { unsafe Array($0) }
    case AF_INET6:
      var six = unsafe raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
      bytes = unsafe withUnsafeBytes(of: &six) { unsafe Array($0) }
    default: return nil
    }
  }

  /// Whether it is valid only together with an interface (RFC 3927: 169.254/16, RFC 4291: fe80::/10).
  private var isLinkLocal: Bool {
    bytes.count == 4
      ? bytes[0] == 169 && bytes[1] == 254 : bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80
  }

  var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
  }

  /// Whether it means all addresses of the machine.
  var isWildcard: Bool { bytes.allSatisfy { $0 == 0 } }

  /// The canonical spelling.
  var description: String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
      let family = bytes.count == 4 ? AF_INET : AF_INET6
      guard let start = text.baseAddress,
        unsafe inet_ntop(family, bytes, start, socklen_t(text.count)) != nil
      else { return "" }
      return unsafe String(cString: start)
    }
  }
}

/// A listening socket, closed when it is released unless its ownership is transferred.
struct ListeningSocket: ~Copyable {
  /// The open socket.
  private(set) var descriptor: Int32
  /// The address that it listens on, with the actual port.
  private(set) var endpoint: Endpoint

  /// The kernel's send buffer; with a larger one, a reader that does not read would be noticed only after minutes.
  private static let sendBuffer: Int32 = 64 << 10
  /// The most connections that may wait to be accepted.
  private static let backlog: Int32 = 128

  /// Listens on an endpoint or, if its port is optional and in use, on another port.
  init(_ wanted: Endpoint) throws(Complaint) {
    descriptor = try Self.open(wanted)
    endpoint = wanted
    endpoint.port = Self.port(of: descriptor)
  }

  private static func open(_ wanted: Endpoint) throws(Complaint) -> Int32 {
    guard let number = wanted.number else { throw refusal(of: wanted, errno: EADDRNOTAVAIL) }
    let family = number.bytes.count == 4 ? AF_INET : AF_INET6
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(family, type | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw refusal(of: wanted, errno: errno) }
    var yes: Int32 = 1
    var size = sendBuffer
    let length = socklen_t(MemoryLayout<Int32>.size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, length)
    // Accepted connections inherit it.
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, length)
    guard bind(descriptor, number, wanted.port) == 0, listen(descriptor, backlog) == 0 else {
      let reason = errno
      close(descriptor)
      guard reason == EADDRINUSE, wanted.isPortOptional, wanted.port != 0 else {
        throw refusal(of: wanted, errno: reason)
      }
      var other = wanted
      other.port = 0
      return try open(other)
    }
    return descriptor
  }

  /// Returns why the system can't listen on an address, by its error number, and what to do.
  private static func refusal(of endpoint: Endpoint, errno: Int32) -> Complaint {
    let sentence =
      switch errno {
      case EADDRINUSE:
        "in use by \(PortUser.name(of: endpoint.port) ?? "another program"); choose another port with"
          + " --listen, or 0 for any free one"
      case EADDRNOTAVAIL:
        "not an address of this machine; use 127.0.0.1 for this machine only, or 0.0.0.0 for all its"
          + " addresses"
      case EACCES: "permission denied; use a port from 1024 on"
      default: unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
      }
    return Complaint("\(endpoint): \(sentence)")
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Transfers ownership of the socket to the caller.
  mutating func takeDescriptor() -> Int32 {
    defer { descriptor = -1 }
    return descriptor
  }

  private static func bind(_ descriptor: Int32, _ number: NetworkNumber, _ port: UInt16) -> Int32 {
    if number.bytes.count == 4 {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      unsafe withUnsafeMutableBytes(of: &address.sin_addr) {
        unsafe $0.copyBytes(from: number.bytes)
      }
      return Self.bind(descriptor, &address)
    }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    unsafe withUnsafeMutableBytes(of: &address.sin6_addr) {
      unsafe $0.copyBytes(from: number.bytes)
    }
    return Self.bind(descriptor, &address)
  }

  private static func bind<Address>(
    _ descriptor: Int32, _ address: inout Address
  ) -> Int32 {
    unsafe withUnsafeBytes(of: &address) { bytes in
      unsafe Glibc.bind(
        descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        socklen_t(bytes.count))
    }
  }

  private static func port(of descriptor: Int32) -> UInt16 {
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    // The port is at the same offset for both versions.
    let status = unsafe withUnsafeMutableBytes(of: &address) { bytes in
      unsafe getsockname(
        descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
    }
    return status == 0 ? UInt16(bigEndian: address.sin6_port) : 0
  }
}

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
