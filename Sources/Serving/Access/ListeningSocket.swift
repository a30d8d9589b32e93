import Glibc

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
  init(_ wanted: Endpoint) throws(ServingError) {
    let descriptor: Int32
    do {
      descriptor = try Self.open(wanted)
    } catch {
      guard case .taken = error, wanted.isPortOptional else { throw error }
      var other = wanted
      other.port = 0
      descriptor = try Self.open(other)
    }
    self.descriptor = descriptor
    endpoint = wanted
    endpoint.port = Self.port(of: descriptor)
  }

  private static func open(_ wanted: Endpoint) throws(ServingError) -> Int32 {
    guard let number = wanted.number else { throw .refused(wanted, errno: EADDRNOTAVAIL) }
    let family = number.bytes.count == 4 ? AF_INET : AF_INET6
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(family, type | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .refused(wanted, errno: errno) }
    var yes: Int32 = 1
    var size = sendBuffer
    let length = socklen_t(MemoryLayout<Int32>.size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, length)
    // Accepted connections inherit it.
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, length)
    guard bind(descriptor, number, wanted.port) == 0, listen(descriptor, backlog) == 0 else {
      let reason = errno
      close(descriptor)
      throw reason == EADDRINUSE ? .taken(wanted) : .refused(wanted, errno: reason)
    }
    return descriptor
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
