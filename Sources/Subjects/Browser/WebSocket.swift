import Glibc

/// The client's end of a WebSocket on this machine (RFC 6455).
final class WebSocket: MessageStream {
  /// What a frame is, in its first byte.
  private enum Operation {
    static let continuation: UInt8 = 0
    static let text: UInt8 = 1
    static let close: UInt8 = 8
    static let ping: UInt8 = 9
    static let pong: UInt8 = 10
  }

  private let socket: DescriptorPair
  private var received: [UInt8] = []
  /// The bytes of them that have been used.
  private var used = 0

  /// Connects to a port of this machine.
  init(port: UInt16, path: String, until deadline: Double) throws(BrowserFailure) {
    let descriptor = Glibc.socket(
      AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    socket = DescriptorPair(output: descriptor, input: descriptor)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let connected = unsafe withUnsafeBytes(of: &address) { bytes in
      unsafe connect(
        descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        socklen_t(bytes.count))
    }
    guard connected == 0 else {
      // It has announced this port, and listens there as long as it lives.
      throw BrowserFailure(sentence: "the browser has ended: nothing answers at port \(port)")
    }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    try greet("127.0.0.1:\(port)", path, until: deadline)
  }

  deinit {
    close(socket.input)
  }

  /// Asks the server for a WebSocket.
  private func greet(
    _ host: String, _ path: String, until deadline: Double
  ) throws(BrowserFailure) {
    let request = [
      "GET \(path) HTTP/1.1", "Host: \(host)", "Upgrade: websocket", "Connection: Upgrade",
      // Any 16 bytes in base 64: they tell a WebSocket from a cached page.
      "Sec-WebSocket-Key: cGFudG9ncmFwaCBwYWdlIQ==", "Sec-WebSocket-Version: 13", "", "",
    ]
    try socket.write(
      Array(request.joined(separator: "\r\n").utf8), until: deadline, for: "a WebSocket")
    var answer: [UInt8] = []
    while !answer.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      answer += try take(1, until: deadline, for: "a WebSocket")
    }
    guard String(decoding: answer.prefix(12), as: UTF8.self) == "HTTP/1.1 101" else {
      throw BrowserFailure(sentence: "the browser opens no WebSocket")
    }
  }

  func hasData(until time: Double) -> Bool {
    received.count > used || socket.hasData(until: time)
  }

  func send(_ text: String, until deadline: Double, for what: String) throws(BrowserFailure) {
    try send(Operation.text, Array(text.utf8), until: deadline, for: what)
  }

  private func send(
    _ operation: UInt8, _ bytes: [UInt8], until deadline: Double, for what: String
  ) throws(BrowserFailure) {
    var frame = [0x80 | operation]
    func append(_ count: Int, bytes: Int) {
      for index in (0..<bytes).reversed() { frame.append(UInt8(count >> (8 * index) & 0xff)) }
    }
    switch bytes.count {
    case ..<126: frame.append(0x80 | UInt8(bytes.count))
    case ..<65_536:
      frame.append(0x80 | 126)
      append(bytes.count, bytes: 2)
    default:
      frame.append(0x80 | 127)
      append(bytes.count, bytes: 8)
    }
    let mask = (0..<4).map { _ in UInt8.random(in: .min ... .max) }
    frame += mask
    frame += bytes.enumerated().map { $0.element ^ mask[$0.offset & 3] }
    try socket.write(frame, until: deadline, for: what)
  }

  func receive(until deadline: Double, for what: String) throws(BrowserFailure) -> [UInt8] {
    var message: [UInt8] = []
    while true {
      let head = try take(2, until: deadline, for: what)
      let extra = [126: 2, 127: 8][head[1] & 0x7f] ?? 0
      let count =
        extra == 0
        ? Int(head[1] & 0x7f)
        : Int(
          truncatingIfNeeded: try take(extra, until: deadline, for: what)
            .reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
      // No page of a test has that much to report.
      guard (0...1 << 30).contains(count) else {
        throw BrowserFailure(sentence: "the browser sent a message of more than 1 GiB")
      }
      let bytes = try take(count, until: deadline, for: what)
      switch head[0] & 0xf {
      case Operation.close: throw BrowserFailure(sentence: "the browser has ended")
      case Operation.ping: try send(Operation.pong, bytes, until: deadline, for: what)
      case Operation.pong: break
      default:
        message += bytes
        if head[0] & 0x80 != 0 { return message }
      }
    }
  }

  /// Returns that many bytes.
  private func take(
    _ count: Int, until deadline: Double, for what: String
  ) throws(BrowserFailure) -> [UInt8] {
    while received.count - used < count {
      received.removeFirst(used)
      used = 0
      received += try socket.read(until: deadline, for: what)
    }
    defer { used += count }
    return Array(received[used..<used + count])
  }
}
