import Glibc

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
