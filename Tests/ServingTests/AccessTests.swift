import Foundation
import PantographBase
import PantographRequestLaws
import PantographServing
import PantographTestSupport
import Testing

@Suite(.enabled(if: Build.hasWeb, Build.absence)) struct `A request` {
  private static let token = "0123456789abcdefABCDEF"

  private static func server(
    _ change: (inout LiveServer.Settings) -> Void = { _ in }
  ) throws -> LiveServer {
    var settings = LiveServer.Settings()
    settings.token = token
    change(&settings)
    return try LiveServer(settings, about: Array("{}".utf8))
  }

  @Test(arguments: [
    "/", "/?token=", "/?token=0123456789abcdefABCDEE", "/?token=0123456789abcdefABCDE",
    "/?token=0123456789abcdefABCDEF0", "/?Token=0123456789abcdefABCDEF",
    "/?token=%30123456789abcdefABCDEF", "/stream", "/stream?token=wrong", "/favicon.ico",
    "/page.css?token=wrong", "/nothing",
  ])
  func `without the token reveals only that it is missing`(target: String) throws {
    let answer = try Answer(Self.server(), target)
    #expect(answer.status == 403)
    #expect(
      answer.body
        == "missing or wrong token; open the address that was printed\n")
    #expect(!answer.head.contains(Self.token))
  }

  @Test func `has the token in its query or as a bearer, and once`() throws {
    let server = try Self.server()
    #expect(try Answer(server, "/?token=\(Self.token)").status == 200)
    let field = "Authorization: Bearer \(Self.token)"
    #expect(try Answer(server, "/", fields: [field]).status == 200)
    #expect(try Answer(server, "/", fields: ["authorization: bearer \(Self.token)"]).status == 200)
    #expect(try Answer(server, "/", fields: ["Authorization: Basic \(Self.token)"]).status == 403)
    #expect(try Answer(server, "/", fields: ["Cookie: token=\(Self.token)"]).status == 403)
    for twice in [
      try Answer(server, "/?token=\(Self.token)&token=\(Self.token)"),
      try Answer(server, "/?token=\(Self.token)", fields: [field]),
    ] {
      #expect(twice.status == 400)
    }
  }

  @Test func `needs a new token for every run`() throws {
    let servers = try (0..<3).map { _ in try LiveServer(about: []) }
    let tokens = servers.compactMap { $0.address.components(separatedBy: "?token=").last }
    #expect(Set(tokens).count == 3)
    // 22 characters of 6 bits are more than 128 bits.
    let letters = CharacterSet(charactersIn: "A"..."Z")
      .union(CharacterSet(charactersIn: "a"..."z")).union(CharacterSet(charactersIn: "0"..."9"))
      .union(CharacterSet(charactersIn: "-_"))
    for token in tokens {
      #expect(token.count == 22 && token.unicodeScalars.allSatisfy(letters.contains))
    }
  }

  private static let unusableToken = Complaint(
    "invalid token; expected 8 to 128 letters, digits, - or _")

  @Test(arguments: ["", "short77", "with space", "a&b=cdefgh", "ümlaut-token"])
  func `can't have a token that would need escaping in a URL`(token: String) {
    #expect(throws: Self.unusableToken) { try Self.server { $0.token = token } }
  }

  @Test func `may have a token of eight to a hundred and twenty-eight characters`() throws {
    for count in [8, 128] {
      let token = String(repeating: "x", count: count)
      let server = try Self.server { $0.token = token }
      #expect(try Answer(server, "/?token=\(token)").status == 200)
    }
    #expect(throws: Self.unusableToken) {
      try Self.server { $0.token = String(repeating: "x", count: 129) }
    }
  }

  @Test func `to another host name is refused, against DNS rebinding`() throws {
    let server = try Self.server()
    let (target, port) = ("/?token=\(Self.token)", server.endpoint.port)
    for name in ["127.0.0.1:\(port)", "localhost:\(port)", "LOCALHOST:\(port)"] {
      #expect(try Answer(server, target, host: name).status == 200, "\(name)")
    }
    for name in [
      "evil.example:\(port)", "127.0.0.1", "localhost", "127.0.0.1:\(port &+ 1)", "[::1]:\(port)",
      "127.0.0.2:\(port)", "127.0.0.1.evil.example:\(port)", "localhost.evil.example:\(port)", "",
      ":\(port)", "[127.0.0.1]:\(port)", "0x7f.1:\(port)", "user@127.0.0.1:\(port)",
    ] {
      #expect(try Answer(server, target, host: name).status == 403, "\(name)")
    }
    let nameless = try Connection(server)
    nameless.send("GET \(target) HTTP/1.1\r\n\r\n")
    #expect(try Answer(nameless).status == 400)
    let twice = try Answer(server, target, fields: ["Host: localhost:\(port)"])
    #expect(twice.status == 400)
  }

  /// It ends a line for some readers, so that a proxy could see other fields than the server.
  @Test(arguments: ["X-A: b\rX-C: d", "X-A: b\r", "X\r-A: b", "Cookie: a=\rb"])
  func `with a carriage return in a field is refused`(field: String) throws {
    let server = try Self.server()
    #expect(try Answer(server, "/?token=\(Self.token)", fields: [field]).status == 400)
  }

  @Test func `may omit port 80`() throws {
    // This may need privileges, or the port may be in use.
    guard let endpoint = Endpoint("127.0.0.1:80"),
      let server = try? Self.server({ $0.endpoint = endpoint })
    else { return }
    for host in ["127.0.0.1", "localhost", "127.0.0.1:80"] {
      #expect(try Answer(server, "/?token=\(Self.token)", host: host).status == 200)
    }
  }

  @Test func `to any IP address is answered by a server on all addresses, to a name it is not`()
    throws
  {
    let server = try Self.server { $0.endpoint = Endpoint(host: "0.0.0.0", port: 0) ?? .local }
    let (target, port) = ("/?token=\(Self.token)", server.endpoint.port)
    #expect(server.address == "http://127.0.0.1:\(port)\(target)")
    #expect(!server.endpoint.isLoopback)
    for name in ["127.0.0.1", "localhost", "192.168.1.5", "[fe80::1]"] {
      #expect(try Answer(server, target, host: "\(name):\(port)").status == 200, "\(name)")
    }
    #expect(try Answer(server, target, host: "evil.example:\(port)").status == 403)
  }

  @Test func `can use IPv6`() throws {
    let endpoint = try #require(Endpoint("[::1]:0"))
    guard let server = try? Self.server({ $0.endpoint = endpoint }) else {
      return  // A machine without IPv6.
    }
    #expect(server.address == "http://[::1]:\(server.endpoint.port)/?token=\(Self.token)")
    #expect(try Answer(server, "/?token=\(Self.token)").status == 200)
    let port = server.endpoint.port
    #expect(try Answer(server, "/?token=\(Self.token)", host: "[0:0::1]:\(port)").status == 200)
  }

  @Test func `from another origin is refused, unless it is allowed`() throws {
    let server = try Self.server { $0.origins = ["http://localhost:3000"] }
    let own = "http://\(server.endpoint)"
    let target = "/?token=\(Self.token)"
    for (origin, status) in [
      (own, 200), ("http://localhost:3000", 200), ("http://localhost:3001", 403), ("null", 403),
      ("https://\(server.endpoint)", 403), ("http://evil.example", 403), ("", 403),
    ] {
      let answer = try Answer(server, target, fields: ["Origin: \(origin)"])
      #expect(answer.status == status, "\(origin)")
    }
    let twice = try Answer(server, target, fields: ["Origin: \(own)", "Origin: \(own)"])
    #expect(twice.status == 400)
    let streams = try [own, "http://localhost:3000"].map { origin in
      try Answer(
        server, "/stream?token=\(Self.token)", method: "HEAD", fields: ["Origin: \(origin)"])
    }
    #expect(
      streams.map { $0.value(of: "Access-Control-Allow-Origin") } == [nil, "http://localhost:3000"])
    #expect(streams.map { $0.value(of: "Vary") } == [nil, "Origin"])
    for origin in ["localhost:3000", "http://localhost/path"] {
      let error = #expect(throws: Complaint.self) { try Self.server { $0.origins = [origin] } }
      #expect(error?.sentence.hasPrefix("\(origin): invalid origin; ") == true)
    }
  }

  @Test(arguments: [
    "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc%2fpasswd", "/page.css/",
    "/page%2ecss", "//page.css", "/./page.css", "/stream/", "/STREAM", "/index.html", "/Page",
    "/page.css%00.html", "http://evil.example/", "*", "/\\..\\..\\etc\\passwd",
  ])
  func `for an unknown path gets nothing`(target: String) throws {
    let answer = try Answer(Self.server(), "\(target)?token=\(Self.token)")
    #expect(answer.status == 404 && answer.body == "not found\n", "\(answer.head)")
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "BREW"])
  func `must have the method GET or HEAD`(method: String) throws {
    let answer = try Answer(Self.server(), "/?token=\(Self.token)", method: method)
    #expect(answer.status == 405 && answer.value(of: "Allow") == "GET, HEAD")
  }

  @Test func `can't have a body`() throws {
    let server = try Self.server()
    for (method, body) in [
      ("POST", "a=b"), ("GET", "a"), ("POST", String(repeating: "x", count: 1 << 20)),
    ] {
      let connection = try Connection(server)
      connection.send(
        "\(method) /?token=\(Self.token) HTTP/1.1\r\nHost: \(server.endpoint)\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n")
      // The answer is sent before the body is read.
      #expect(try Answer(connection).status == 413)
      connection.send(body)
    }
    let chunked = try Answer(
      server, "/?token=\(Self.token)", fields: ["Transfer-Encoding: chunked"], body: "0\r\n\r\n")
    #expect(chunked.status == 413)
  }

  @Test func `that is too long is refused, and the next one is answered`() throws {
    // The library may notice a closed connection only after the timeout.
    let server = try Self.server { $0.requestTimeout = 0.5 }
    let long = String(repeating: "a", count: 100_000)
    let target = "/?token=\(Self.token)"
    #expect(try Answer(server, target, fields: ["X: \(long.prefix(10_000))"]).status == 200)
    #expect(try Answer(server, "/\(long)").status == 414)
    #expect(try Answer(server, target, fields: ["X: \(long)"]).status == 431)
    let many = (0..<5000).map { "X-\($0): y" }
    #expect(try Answer(server, target, fields: many).status == 431)
    for nonsense in [
      "\r\n\r\n\r\n", "GET\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\u{0}", "GET / HTTP/9.9\r\n\r\n",
    ] {
      let connection = try Connection(server)
      connection.send(nonsense)
      connection.endSending()
      #expect(!connection.readAll().contains("200 OK"))
    }
    #expect(try Answer(server, target).status == 200)
  }

  @Test func `gets pages with a strict policy, without caching`() throws {
    let server = try Self.server()
    let target = "/?token=\(Self.token)"
    let answers = try [
      Answer(server, target), Answer(server, "/page.css"), Answer(server, "/page.js"),
      Answer(server, "/pantograph.js"), Answer(server, "/"),
      Answer(server, "/nothing" + target.dropFirst()),
      Answer(server, "/stream" + target.dropFirst(), method: "HEAD"),
    ]
    for answer in answers {
      #expect(answer.value(of: "Cache-Control") == "no-store")
      #expect(answer.value(of: "Referrer-Policy") == "no-referrer")
      #expect(answer.value(of: "X-Content-Type-Options") == "nosniff")
      let policy = try #require(answer.value(of: "Content-Security-Policy"))
      #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
      // Only attributes of style, by which the page's layer has its first pose.
      let rest = policy.replacingOccurrences(of: "style-src-attr 'unsafe-inline'", with: "")
      #expect(!rest.contains("unsafe"))
      #expect(answer.value(of: "Set-Cookie") == nil && answer.value(of: "Server") == nil)
      #expect(answer.value(of: "Access-Control-Allow-Origin") == nil)
      #expect(!answer.body.contains(Self.token))
    }
    #expect(
      answers.map { $0.value(of: "Content-Type") } == [
        "text/html; charset=utf-8", "text/css; charset=utf-8", "text/javascript; charset=utf-8",
        "text/javascript; charset=utf-8", "text/plain; charset=utf-8", "text/plain; charset=utf-8",
        "text/event-stream",
      ])
    let head = try Answer(server, target, method: "HEAD")
    #expect(head.status == 200 && head.body.isEmpty)
    #expect(head.value(of: "Content-Length") == "\(answers[0].body.utf8.count)")
  }

  @Test
  func `gets the user's page instead of the built-in one, byte for byte, and only with the token`()
    throws
  {
    let page = "<!DOCTYPE html>\r\n<title>Mine – é</title>\n\u{0}"
    let server = try Self.server { $0.page = Array(page.utf8) }
    #expect(try Answer(server, "/?token=\(Self.token)").body == page)
    #expect(try Answer(server, "/").status == 403)
  }
}
