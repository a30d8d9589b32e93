import Foundation
import PantographServing
import PantographTestSupport
import Testing

@Suite(.enabled(if: Build.hasWeb, Build.absence)) struct `A page's folder` {
  private static let token = "0123456789abcdefABCDEF"
  private let desk: TemporaryFolder
  private let site: URL
  private let server: LiveServer

  init() throws {
    desk = try TemporaryFolder()
    _ = try desk.file("secret.txt", "secret")
    site = desk.url.appendingPathComponent("site")
    let manager = FileManager.default
    try manager.createDirectory(
      at: site.appendingPathComponent("sub"), withIntermediateDirectories: true)
    for (name, text) in [
      ("index.html", "<!DOCTYPE html>home"), ("sub/index.html", "below"), ("style.css", "p {}"),
      ("a b%.js", "1"), (".hidden", "secret"), ("sub/cat.png", "png"), ("noend", "bytes"),
    ] {
      try Data(text.utf8).write(to: site.appendingPathComponent(name))
    }
    for (name, target) in [("link.txt", "../secret.txt"), ("up", "..")] {
      try manager.createSymbolicLink(
        atPath: site.appendingPathComponent(name).path, withDestinationPath: target)
    }
    let folder = PageFolder(site.path)
    var settings = LiveServer.Settings()
    settings.token = Self.token
    settings.hasSite = true
    settings.file = { folder.file(at: $0) }
    server = try LiveServer(settings, about: Array("{}".utf8))
  }

  @Test func `is below a path with the token, to which the address leads`() throws {
    let answer = try Answer(server, "/?token=\(Self.token)")
    #expect(answer.status == 302)
    #expect(answer.value(of: "Location") == "/\(Self.token)/")
    #expect(try Answer(server, "/\(Self.token)/").body == "<!DOCTYPE html>home")
    #expect(try Answer(server, "/").status == 403)
    #expect(try Answer(server, "/style.css").status == 403)
    #expect(try Answer(server, "/0123456789abcdefABCDEE/style.css").status == 403)
    #expect(try Answer(server, "/\(Self.token)").status == 403)
    #expect(try Answer(server, "/\(Self.token)/style.css", method: "POST").status == 405)
    // Scripts of the server keep their paths.
    #expect(try Answer(server, "/pantograph.js").status == 200)
  }

  @Test(arguments: [
    ("style.css", "text/css; charset=utf-8", "p {}"),
    ("a%20b%25.js", "text/javascript; charset=utf-8", "1"),
    ("sub/", "text/html; charset=utf-8", "below"), ("sub/cat.png", "image/png", "png"),
    ("noend", "application/octet-stream", "bytes"),
  ])
  func `sends files with their types`(path: String, type: String, body: String) throws {
    let answer = try Answer(server, "/\(Self.token)/\(path)")
    #expect(answer.status == 200 && answer.body == body)
    #expect(answer.value(of: "Content-Type") == type)
    #expect(answer.value(of: "Cache-Control") == "no-store")
  }

  @Test(arguments: [
    "../secret.txt", "%2e%2e/secret.txt", "..%2fsecret.txt", "sub/../../secret.txt",
    "up/secret.txt", "link.txt", ".hidden", "sub/../.hidden", "%2fetc/passwd", "/etc/passwd", "sub",
    "sub//cat.png", "style.css/", "style.css%00", "%zz", "%2", "%ff", "./style.css", "absent.txt",
    "sub%2fcat.png",
  ])
  func `keeps everything else`(path: String) throws {
    let answer = try Answer(server, "/\(Self.token)/\(path)")
    #expect(answer.status == 404 && !answer.body.contains("secret"), "\(answer.head)")
  }

  @Test func `shows a file as it is now`() throws {
    try Data("p { color: red }".utf8).write(to: site.appendingPathComponent("style.css"))
    #expect(try Answer(server, "/\(Self.token)/style.css").body == "p { color: red }")
  }
}

@Suite(.enabled(if: Build.hasWeb, Build.absence)) struct `A note` {
  private static func lines(_ server: LiveServer, format: String?) throws -> [String] {
    let reader = try Reader(server, format: format, lastEvent: "0")
    for line in [#"{"time":1,"phase":"idle"}"#, #"{"note":"fingers"}"#, #"{"notes":1}"#] {
      server.publish(Array("\(line)\n".utf8).span)
    }
    server.close()
    return try #require(reader.readAll()).split(separator: "\n").map(String.init)
  }

  @Test func `is sent to pages only`() throws {
    let plain = try Self.lines(LiveServer(about: []), format: "ndjson")
    #expect(plain == [#"{"time":1,"phase":"idle"}"#, #"{"notes":1}"#])
    let events = try Self.lines(LiveServer(about: []), format: nil)
    #expect(!events.contains { $0.contains("fingers") })
    let page = try Self.lines(LiveServer(about: []), format: "page")
    #expect(page.contains(#"data: {"note":"fingers"}"#))
    // Lines have the same numbers for all.
    for numbered in [events, page] {
      #expect(numbered.contains("id: 1") && numbered.contains("id: 3"))
    }
  }
}
