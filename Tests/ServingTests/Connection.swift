import Glibc
import Serving
import Testing

/// A connection to a server, over which every byte is sent and read as it is.
final class Connection: @unchecked Sendable {
  private let descriptor: Int32
  /// What has come and was not taken yet.
  private var received: [UInt8] = []
  /// Whether the other side has ended the connection, and whether it was cut off.
  private(set) var hasEnded = false
  private(set) var wasReset = false

  /// The server can't be reached.
  struct Failure: Error {
    let errno: Int32
  }

  /// Who is connected to, held so that it does not end before.
  private let server: LiveServer?

  /// Connects to a server, and holds it.
  convenience init(_ server: LiveServer) throws {
    try self.init(server.endpoint, holding: server)
  }

  /// Connects to a server on this machine.
  ///
  /// - Parameters:
  ///   - receiveBuffer: the bytes that the kernel takes in for it, if not as many as it likes.
  ///   - server: what has to last as long as the connection.
  init(_ endpoint: Endpoint, receiveBuffer: Int32? = nil, holding server: LiveServer? = nil) throws
  {
    self.server = server
    let isFour = !endpoint.host.contains(":")
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    descriptor = socket(isFour ? AF_INET : AF_INET6, type, 0)
    // Nobody waits so long; what does not come at all must not hold the test up for ever.
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
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
    guard status == 0 else {
      close(descriptor)
      throw Failure(errno: errno)
    }
  }

  private static func connect<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
    unsafe withUnsafeBytes(of: &address) { bytes in
      unsafe Glibc.connect(
        descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        socklen_t(bytes.count))
    }
  }

  deinit {
    close(descriptor)
  }

  /// Whether nothing has come, and the other side has not ended the connection.
  var isOpen: Bool {
    var byte: UInt8 = 0
    return unsafe recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT) | Int32(MSG_PEEK)) < 0
      && errno == EAGAIN
  }

  /// Sends a text; false when the other side does not take it any more.
  @discardableResult func send(_ text: String) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }

  /// Says that nothing more will be sent.
  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  private func receive() {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe piece.withUnsafeMutableBytes {
      unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
    }
    if count > 0 {
      received += piece[..<count]
    } else {
      hasEnded = true
      wasReset = count < 0
    }
  }

  /// What comes up to a text and with it; nothing when the connection ends before.
  func read(through text: String) -> String? {
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

  /// Exactly so many bytes; nothing when the connection ends before.
  func read(count: Int) -> [UInt8]? {
    while received.count < count {
      guard !hasEnded else { return nil }
      receive()
    }
    defer { received.removeFirst(count) }
    return Array(received[..<count])
  }

  /// Everything up to the end of the connection.
  func readAll() -> String {
    while !hasEnded { receive() }
    defer { received = [] }
    return String(decoding: received, as: UTF8.self)
  }
}

/// The answer to a request.
struct Answer {
  let status: Int
  let head: String
  let body: String

  /// Asks a server for something, over a connection of its own.
  init(
    _ server: LiveServer, _ target: String, method: String = "GET", host: String? = nil,
    fields: [String] = [], body: String = ""
  ) throws {
    let connection = try Connection(server)
    let head = ["\(method) \(target) HTTP/1.1", "Host: \(host ?? "\(server.endpoint)")"] + fields
    connection.send(head.joined(separator: "\r\n") + "\r\n\r\n" + body)
    try self.init(connection)
  }

  /// Reads an answer that ends with its connection.
  init(_ connection: Connection) throws {
    head = try #require(connection.read(through: "\r\n\r\n"))
    status = try #require(Int(head.split(separator: " ")[1]))
    self.body = connection.readAll()
  }

  /// The value of a field of the head.
  func value(of name: String) -> String? {
    for line in head.split(separator: "\r\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts[0].lowercased() == name.lowercased() {
        return parts[1].drop { $0 == " " }.description
      }
    }
    return nil
  }
}
