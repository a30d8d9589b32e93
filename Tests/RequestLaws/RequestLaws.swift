import Glibc
public import Laws
public import Serving

/// What holds of a server, whatever bytes are sent to it, at once or in pieces.
///
/// * It answers in the words of HTTP or ends the connection, in the time that a visit may take.
/// * What has no token learns nothing of what is followed, and nobody learns the token.
/// * It goes on: a good request is answered afterwards.
/// * When all connections have ended, it has no descriptor of them.
public struct RequestLaws: Sendable {
  private let server: LiveServer

  /// The token of the server, for bytes that are to be trusted.
  public static let token = "0123456789abcdefABCDEF"
  /// How bytes name the server: where they do, its own number and port are sent.
  private static let host = "\(Endpoint.local)"
  /// What only those learn who have the token: the page, what it is about, and the lines.
  private static let secret = "only-for-you"

  /// Starts a server on any port of this machine.
  public init() throws(ServingError) {
    var settings = LiveServer.Settings()
    settings.endpoint = Endpoint("127.0.0.1:0") ?? .local
    settings.token = Self.token
    settings.page = Array(Self.secret.utf8)
    // Who breaks off may be seen to have gone only then; nobody waits long for that here.
    settings.requestTimeout = 0.03
    settings.keepAliveInterval = 0.005
    settings.sendTimeout = 0.1
    server = try LiveServer(settings, about: Array("\"\(Self.secret)\"".utf8))
  }

  /// Sends bytes, and looks at what becomes of it.
  public func check(_ bytes: [UInt8]) throws(BrokenLaw) {
    let request = Array(bytes.replacing(Self.host.utf8, with: "\(server.endpoint)".utf8))
    // The sizes come from the bytes, so that whoever mutates them moves the cuts, too.
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
    try hold(isTrusted || !answer.contains(Self.secret.utf8), "a stranger is told: \(text)")
    try hold(!answer.contains(Self.token.utf8), "the token is told: \(text)")
  }

  /// What comes back, up to the end, or of what goes on for ever, up to the end of its head.
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
      return try Connection(server.endpoint, timeout: 5, holding: server)
    } catch {
      throw BrokenLaw("the server can't be reached any more: \(error)")
    }
  }

  /// Asks for the page, as whoever may have it.
  private func askWell() throws(BrokenLaw) {
    let request = "GET /?token=\(Self.token) HTTP/1.1\r\nHost: \(server.endpoint)\r\n\r\n"
    var answer: [UInt8] = []
    // On a busy machine the time of a visit may be over before a word is said.
    for _ in 0..<10 {
      answer = try self.answer(to: Array(request.utf8)) { _ in request.utf8.count }
      if answer.starts(with: "HTTP/1.1 200".utf8), answer.contains(Self.secret.utf8) { return }
    }
    throw BrokenLaw("a good request is answered by \(String(decoding: answer, as: UTF8.self))")
  }

  /// Waits until the server has but the socket that it listens on.
  private func expectNoDescriptors() throws(BrokenLaw) {
    // At least 3 s, a hundred times as long as a visit may take.
    for wait: UInt32 in 0..<80 {
      if socketCount <= 1 { return }
      usleep(wait * 1000)
    }
    try hold(
      socketCount <= 1, "\(socketCount - 1) connections are left, of \(server.readers) readers")
  }

  /// How many sockets of this process have the server's port.
  private var socketCount: Int {
    let port = server.endpoint.port.bigEndian
    // As many descriptors as a process has at first; there are never so many here.
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
