import Glibc
package import PantographBase
package import PantographLaws
import PantographServing

/// Laws of a server for arbitrary requests, sent at once or in pieces.
///
/// * It answers with valid HTTP or ends the connection, within its time limit.
/// * Without the token, an answer reveals nothing about the stream, and never the token.
/// * It keeps running: a valid request is answered afterwards.
/// * When all connections have ended, no descriptor is left.
package struct RequestLaws: Sendable {
  private let server: LiveServer

  /// The token of the server, for trusted requests.
  package static let token = "0123456789abcdefABCDEF"
  /// Placeholders for the server in the bytes, replaced by its address and port.
  private static let host = "\(Endpoint.local)"
  /// Texts that only clients with the token may receive: the page, the description, and the lines.
  private static let secret = "only-for-you"

  /// Starts a server on any port of this machine.
  package init() throws(Complaint) {
    var settings = LiveServer.Settings()
    settings.endpoint = Endpoint("127.0.0.1:0") ?? .local
    settings.token = Self.token
    settings.page = Array(Self.secret.utf8)
    // A closed connection may be noticed only at the timeouts, so they are short here.
    settings.requestTimeout = 0.03
    settings.keepAliveInterval = 0.005
    settings.sendTimeout = 0.1
    settings.receive = { bytes in
      RecordingReceipt(
        isAccepted: bytes.first == UInt8(ascii: "{"), sentence: "\(bytes.count) bytes")
    }
    server = try LiveServer(settings, about: Array("\"\(Self.secret)\"".utf8))
  }

  /// Sends bytes, and checks the answer.
  package func check(_ bytes: [UInt8]) throws(BrokenLaw) {
    let request = Array(bytes.replacing(Self.host.utf8, with: "\(server.endpoint)".utf8))
    // The sizes come from the bytes, so that mutations move the cuts as well.
    for size in [{ _ in request.count }, { 1 + Int(request[$0] & 0x3f) }] as [(Int) -> Int] {
      try check(answer(to: request, inPiecesOf: size), to: request)
    }
    try askWell()
    try expectNoDescriptors()
  }

  private func check(_ answer: [UInt8], to request: [UInt8]) throws(BrokenLaw) {
    let text = String(decoding: answer, as: UTF8.self)
    try hold(text.isEmpty || text.hasPrefix("HTTP/1."), "this is no answer: \(text)")
    let isTrusted = request.contains(Self.token.utf8)
    try hold(
      isTrusted || !answer.contains(Self.secret.utf8), "secret sent without a token: \(text)")
    try hold(!answer.contains(Self.token.utf8), "token sent: \(text)")
  }

  /// Reads an answer to its end, or a stream to the end of its head.
  private func answer(
    to request: [UInt8], inPiecesOf size: (Int) -> Int
  ) throws(BrokenLaw) -> [UInt8] {
    let connection = try connect()
    var start = 0
    while start < request.count {
      let end = min(start + size(start), request.count)
      guard connection.send(request[start..<end]) else { break }
      start = end
    }
    connection.endSending()
    let line = Array("\"\(Self.secret)\"\n".utf8)
    server.publish(line.span)
    while !connection.hasEnded, !isStream(connection.received) { connection.receive() }
    try hold(!connection.wasSilent, "neither an answer nor an end")
    return connection.received
  }

  private func isStream(_ answer: [UInt8]) -> Bool {
    guard let head = answer.firstRange(of: "\r\n\r\n".utf8) else { return false }
    return answer[..<head.lowerBound].contains("\r\nContent-Type: text/event-stream".utf8)
      || answer[..<head.lowerBound].contains("\r\nContent-Type: application/x-ndjson".utf8)
  }

  private func connect() throws(BrokenLaw) -> Connection {
    do {
      return try Connection(server.endpoint, timeout: 600, holding: server)
    } catch {
      throw BrokenLaw("the server can't be reached any more: \(error)")
    }
  }

  /// Requests the page with the token.
  private func askWell() throws(BrokenLaw) {
    let request = "GET /?token=\(Self.token) HTTP/1.1\r\nHost: \(server.endpoint)\r\n\r\n"
    var answer: [UInt8] = []
    // On a busy machine, the timeout may expire before the request is sent.
    for _ in 0..<10 {
      answer = try self.answer(to: Array(request.utf8)) { _ in request.utf8.count }
      if answer.starts(with: "HTTP/1.1 200".utf8), answer.contains(Self.secret.utf8) { return }
    }
    throw BrokenLaw("a good request is answered by \(String(decoding: answer, as: UTF8.self))")
  }

  /// Waits until the server has only its listening socket.
  private func expectNoDescriptors() throws(BrokenLaw) {
    // At least five minutes, ten thousand times the request timeout.
    for wait: UInt32 in 0..<800 {
      if socketCount <= 1 { return }
      usleep(wait * 1000)
    }
    try hold(
      socketCount <= 1, "\(socketCount - 1) connections are left, of \(server.readers) readers")
  }

  /// The number of sockets of this process with the server's port.
  private var socketCount: Int {
    let port = server.endpoint.port.bigEndian
    // The default limit of descriptors; there are never that many here.
    return (0..<1024).count { (descriptor: Int32) in
      var address = sockaddr_in()
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let status = unsafe withUnsafeMutableBytes(of: &address) { bytes in
        unsafe getsockname(
          descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &size)
      }
      return status == 0 && address.sin_family == sa_family_t(AF_INET) && address.sin_port == port
    }
  }
}
