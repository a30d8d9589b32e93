import PantographRequestLaws
import PantographServing
import PantographTestSupport
import Synchronization
import Testing

@Suite("A recording that a browser sends", .enabled(if: Build.hasWeb, Build.absence))
struct UploadTests {
  private static let token = "0123456789abcdefABCDEF"
  private static let target = "/recordings?token=\(token)"

  /// Keeps what arrives, and refuses `bad`.
  private final class Desk: Sendable {
    let received = Mutex<[[UInt8]]>([])
  }

  private static func server(_ desk: Desk, requestTimeout: Double = 10) throws -> LiveServer {
    var settings = LiveServer.Settings()
    settings.requestTimeout = requestTimeout
    settings.origins = ["http://localhost:3000"]
    settings.token = token
    settings.receive = { bytes in
      desk.received.withLock { $0.append(bytes) }
      let isGood = bytes != Array("bad".utf8)
      return RecordingReceipt(isAccepted: isGood, sentence: isGood ? "saved" : "1:1: not good")
    }
    return try LiveServer(settings, about: [])
  }

  private static func post(
    _ server: LiveServer, _ body: String, _ target: String = target, fields: [String]? = nil
  ) throws -> Answer {
    try Answer(
      server, target, method: "POST", fields: fields ?? ["Content-Length: \(body.utf8.count)"],
      body: body)
  }

  @Test func `is passed on byte for byte, and the answer is shown`() throws {
    let desk = Desk()
    let server = try Self.server(desk)
    // Larger than the memory of a connection.
    let long = String(repeating: "äx\u{0}\r\n", count: 100_000)
    for body in ["{}", long, ""] {
      let answer = try Self.post(server, body)
      #expect(answer.status == 201 && answer.body == "saved\n")
      #expect(desk.received.withLock { $0.last } == Array(body.utf8))
    }
    let refused = try Self.post(server, "bad")
    #expect(refused.status == 422 && refused.body == "1:1: not good\n")
    #expect(try Answer(server, "/record?token=\(Self.token)").body == RecorderPage.text)
  }

  @Test func `needs the token and the server's own page`() throws {
    let desk = Desk()
    let server = try Self.server(desk)
    #expect(try Self.post(server, "{}", "/recordings").status == 403)
    #expect(try Self.post(server, "{}", "/recordings?token=0123456789").status == 403)
    let foreign = try Self.post(
      server, "{}", fields: ["Content-Length: 2", "Origin: http://evil.example"])
    #expect(foreign.status == 403)
    // It may follow the stream, but not send.
    let follower = try Self.post(
      server, "{}", fields: ["Content-Length: 2", "Origin: http://localhost:3000"])
    #expect(follower.status == 403)
    #expect(try Answer(server, "/record").status == 403)
    #expect(desk.received.withLock { $0.isEmpty })
  }

  @Test func `has a length, and is not longer than 4 MiB`() throws {
    let desk = Desk()
    let server = try Self.server(desk)
    for fields in [
      [], ["Transfer-Encoding: chunked"], ["Content-Length: 2", "Content-Length: 3"],
      ["Content-Length: -1"], ["Content-Length: two"],
    ] {
      let status = try Self.post(server, "{}", fields: fields).status
      #expect(status == 411 || status == 400, "\(fields): \(status)")
    }
    let large = try Self.post(server, "{}", fields: ["Content-Length: \(4 << 20 | 1)"])
    #expect(large.status == 413 && large.body.contains("4 MiB"))
    #expect(desk.received.withLock { $0.isEmpty })
  }

  @Test func `that is cut off is not passed on`() throws {
    let desk = Desk()
    let server = try Self.server(desk, requestTimeout: 0.2)
    let connection = try Connection(server)
    connection.send(
      "POST \(Self.target) HTTP/1.1\r\nHost: \(server.endpoint)\r\nContent-Length: 9\r\n\r\n{}")
    connection.endSending()
    _ = connection.readAll()
    #expect(try Self.post(server, "{}").status == 201)
    #expect(desk.received.withLock { $0.count } == 1)
  }

  /// Sends a recording that is not read before `gate` opens.
  private static func server(readingAfter gate: Gate) throws -> LiveServer {
    var settings = LiveServer.Settings()
    settings.token = token
    settings.receive = { bytes in
      gate.lock.withLock { _ in }
      return RecordingReceipt(isAccepted: true, sentence: "\(bytes.count)")
    }
    return try LiveServer(settings, about: Array("about\n".utf8))
  }

  private final class Gate: Sendable {
    let lock = Mutex(())
    /// Whether something waits for it, where that is noted.
    let isHeld = Atomic(false)
  }

  private static func send(_ body: String, to server: LiveServer) throws -> Connection {
    let connection = try Connection(server)
    connection.send(
      "POST \(target) HTTP/1.1\r\nHost: \(server.endpoint)\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    return connection
  }

  @Test func `does not hold up other clients while it is read`() throws {
    let gate = Gate()
    let server = try Self.server(readingAfter: gate)
    let reader = try Reader(server, format: "ndjson")
    let senders = try gate.lock.withLock { _ in
      let senders = try ["{}", "{}[]"].map { try Self.send($0, to: server) }
      #expect(try Answer(server, "/record?token=\(Self.token)").body == RecorderPage.text)
      server.publish(Array("line\n".utf8).span)
      #expect(reader.read(through: "line\n") != nil)
      return senders
    }
    #expect(try senders.map { try Answer($0).body } == ["2\n", "4\n"])
  }

  @Test func `is refused while many wait`() throws {
    let gate = Gate()
    let server = try Self.server(readingAfter: gate)
    let senders = try gate.lock.withLock { _ in
      let senders = try (0..<7).map { _ in try Self.send("{}", to: server) }
      // The answer to a later request shows that they have arrived.
      #expect(try Answer(server, "/record?token=\(Self.token)").status == 200)
      return senders
    }
    let answers = try senders.map { try Answer($0) }
    // Four wait, and perhaps one more is being read.
    let refused = answers.filter { $0.status == 503 }
    #expect(refused.count == 2 || refused.count == 3)
    #expect(
      refused.allSatisfy {
        $0.body == "several requests are being answered; send it again in a second\n"
      })
    #expect(answers.count { $0.status == 201 && $0.body == "2\n" } == 7 - refused.count)
    #expect(try Self.send("{}", to: server).readAll().contains("201"))
  }

  @Test func `is answered, even if the server closes before`() throws {
    let gate = Gate()
    let server = try Self.server(readingAfter: gate)
    let sender = try Self.send("{}", to: server)
    // The answer to a later request shows that the recording has arrived.
    #expect(try Answer(server, "/record?token=\(Self.token)").status == 200)
    server.close()
    #expect(try Answer(sender).body == "2\n")
  }

  /// What a client sends while the server is busy waits in its socket, longer than a client may be silent.
  @Test func `is not silent while the server is too busy to read it`() throws {
    let patience = 0.2
    let gate = Gate()
    var settings = LiveServer.Settings()
    settings.requestTimeout = patience
    settings.token = Self.token
    settings.receive = { _ in RecordingReceipt(isAccepted: true, sentence: "saved") }
    // Files are read on the server's own thread.
    settings.file = { _ in
      gate.isHeld.store(true, ordering: .sequentiallyConsistent)
      gate.lock.withLock { _ in }
      return nil
    }
    let server = try LiveServer(settings, about: [])
    let body = String(repeating: "x", count: 50_000)
    let recording =
      "POST \(Self.target) HTTP/1.1\r\nHost: \(server.endpoint)\r\nContent-Length: 50000\r\n\r\n"
    let page = "GET /record?token=\(Self.token) HTTP/1.1\r\nHost: \(server.endpoint)\r\n\r\n"
    // On a busy machine, they may really be silent for too long before the server is busy.
    var clients: [Connection] = []
    repeat {
      gate.isHeld.store(false, ordering: .sequentiallyConsistent)
      try gate.lock.withLock { _ in
        clients = try [recording + body.prefix(10_000), String(page.prefix(9))].map { text in
          let client = try Connection(server)
          client.send(text)
          return client
        }
        let other = try Connection(server)
        other.send(
          "GET /other?token=\(Self.token) HTTP/1.1\r\nHost: \(server.endpoint)\r\n\r\n")
        while !gate.isHeld.load(ordering: .sequentiallyConsistent) {
          Descriptors.rest(seconds: 0.001)
        }
        guard clients.allSatisfy(\.isOpen) else { return clients = [] }
        clients[0].send(String(body.dropFirst(10_000)))
        clients[1].send(String(page.dropFirst(9)))
        Descriptors.rest(seconds: 2 * patience)
      }
    } while clients.isEmpty
    #expect(try Answer(clients[0]).status == 201)
    #expect(try Answer(clients[1]).body == RecorderPage.text)
  }

  @Test func `is accepted only by a server that takes recordings`() throws {
    var settings = LiveServer.Settings()
    settings.token = Self.token
    let server = try LiveServer(settings, about: [])
    #expect(try Self.post(server, "{}").status == 413)
    #expect(try Answer(server, "/record?token=\(Self.token)").status == 404)
  }
}
