import Glibc
package import PantographServing

/// A raw connection to a server.
package final class Connection: @unchecked Sendable {
  private let descriptor: Int32
  /// The received bytes that were not read yet.
  package private(set) var received: [UInt8] = []
  /// Whether the server has ended the connection.
  package private(set) var hasEnded = false
  /// Whether the connection was reset.
  package private(set) var wasReset = false

  /// The error of a failed connection.
  package struct Failure: Error {
    let errno: Int32
  }

  /// Whether nothing arrived before the timeout.
  package private(set) var wasSilent = false

  /// The server, retained so that it does not end before.
  private let server: LiveServer?

  /// Connects to a server, and retains it.
  package convenience init(_ server: LiveServer) throws(Failure) {
    try self.init(server.endpoint, holding: server)
  }

  /// Connects to a server on this machine.
  ///
  /// - Parameters:
  ///   - receiveBuffer: the size of the kernel's receive buffer; by default, the kernel chooses.
  ///   - timeout: the seconds in which something must arrive, or else the connection counts as ended.
  ///   - server: the object to retain as long as the connection.
  package init(
    _ endpoint: Endpoint, receiveBuffer: Int32? = nil, timeout: Int = 600,
    holding server: LiveServer? = nil
  ) throws(Failure) {
    self.server = server
    let isFour = !endpoint.host.contains(":")
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    descriptor = socket(isFour ? AF_INET : AF_INET6, type, 0)
    // The timeout is generous; it only prevents a test from blocking forever.
    var limit = timeval(tv_sec: timeout, tv_usec: 0)
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    // Text that is sent in pieces must arrive in pieces.
    var isAtOnce: Int32 = 1
    unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isAtOnce, 4)
    if var size = receiveBuffer {
      unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4)
    }
    let status: Int32
    if isFour {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = endpoint.port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      status = Self.connect(descriptor, &address)
    } else {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = endpoint.port.bigEndian
      address.sin6_addr = in6addr_loopback
      status = Self.connect(descriptor, &address)
    }
    // `deinit` closes the descriptor anyway; a second close could hit another thread's descriptor.
    guard status == 0 else { throw Failure(errno: errno) }
  }

  private static func connect<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
    unsafe withUnsafeBytes(of: &address) { bytes in
      let status = uninterrupted {
        unsafe Glibc.connect(
          descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
          socklen_t(bytes.count))
      }
      // After an interruption, the connection may be established before the next call.
      return status != 0 && errno == EISCONN ? 0 : Int32(status)
    }
  }

  /// Repeats a call that a signal interrupted, such as a fuzzer's alarm clock.
  private static func uninterrupted<Result: BinaryInteger>(_ call: () -> Result) -> Int {
    while true {
      let result = Int(call())
      if result >= 0 || errno != EINTR { return result }
    }
  }

  deinit {
    close(descriptor)
  }

  /// Whether the connection is open and nothing has arrived.
  package var isOpen: Bool {
    var byte: UInt8 = 0
    return unsafe recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT) | Int32(MSG_PEEK)) < 0
      && errno == EAGAIN
  }

  /// Sends a text; returns `false` if the connection is closed.
  @discardableResult package func send(_ text: String) -> Bool { send(Array(text.utf8)[...]) }

  /// Sends bytes; returns `false` if the connection is closed.
  @discardableResult package func send(_ bytes: ArraySlice<UInt8>) -> Bool {
    var bytes = bytes
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        Self.uninterrupted {
          unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }
      }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }

  /// Closes the sending side.
  package func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Waits for more data or the end.
  package func receive() {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe piece.withUnsafeMutableBytes { bytes in
      Self.uninterrupted { unsafe recv(descriptor, bytes.baseAddress, bytes.count, 0) }
    }
    if count > 0 {
      received += piece[..<count]
    } else {
      hasEnded = true
      wasSilent = count < 0 && errno == EAGAIN
      wasReset = count < 0 && !wasSilent
    }
  }

  /// Returns everything up to and including a text, or `nil` if the connection ends before.
  package func read(through text: String) -> String? {
    let pattern = Array(text.utf8)
    var searched = 0
    while true {
      if let range = received[searched...].firstRange(of: pattern) {
        defer { received.removeFirst(range.upperBound) }
        return String(decoding: received[..<range.upperBound], as: UTF8.self)
      }
      searched = max(received.count - pattern.count, 0)
      guard !hasEnded else { return nil }
      receive()
    }
  }

  /// Returns exactly `count` bytes, or `nil` if the connection ends before.
  package func read(count: Int) -> [UInt8]? {
    while received.count < count {
      guard !hasEnded else { return nil }
      receive()
    }
    defer { received.removeFirst(count) }
    return Array(received[..<count])
  }

  /// Returns everything up to the end of the connection.
  package func readAll() -> String {
    while !hasEnded { receive() }
    defer { received = [] }
    return String(decoding: received, as: UTF8.self)
  }
}
