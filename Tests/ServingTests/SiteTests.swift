import PantographRequestLaws
import PantographServing
import PantographTestSupport
import Synchronization
import Testing

@Suite("A site that the program makes", .enabled(if: Build.hasWeb, Build.absence))
struct SiteTests {
  private static let token = "0123456789abcdefABCDEF"
  private static let form = "Content-Type: application/x-www-form-urlencoded"

  private final class Desk: Sendable {
    let requests = Mutex<[SiteRequest]>([])
    var forms: [[String: String]] { requests.withLock { $0.compactMap(\.form) } }
  }

  private let desk = Desk()
  private let server: LiveServer

  init() throws {
    var settings = LiveServer.Settings()
    settings.token = Self.token
    settings.origins = ["http://localhost:3000"]
    settings.answer = { [desk] request in
      desk.requests.withLock { $0.append(request) }
      switch request.path {
      case "/":
        return .page(Array("<!DOCTYPE html>\(request.query["at"] ?? "")".utf8), policy: "a 'b'")
      case "/label": return .next("./?at=2")
      default: return .nothing
      }
    }
    server = try LiveServer(settings, about: [])
  }

  private func post(
    _ body: String, _ path: String = "/\(token)/label", fields: [String] = [form]
  ) throws -> Answer {
    try Answer(
      server, path, method: "POST", fields: fields + ["Content-Length: \(body.utf8.count)"],
      body: body)
  }

  @Test func `is below a path with the token, with the policy of its pages`() throws {
    let start = try Answer(server, "/?token=\(Self.token)")
    #expect(start.status == 302 && start.value(of: "Location") == "/\(Self.token)/")
    let page = try Answer(server, "/\(Self.token)/?at=7")
    #expect(page.status == 200 && page.body == "<!DOCTYPE html>7")
    #expect(page.value(of: "Content-Security-Policy") == "a 'b'; frame-ancestors 'none'")
    // Browsers would send the origin `null` with a form of a page without a referrer (Fetch, 3.1).
    #expect(page.value(of: "Referrer-Policy") == "same-origin")
    #expect(try Answer(server, "/\(Self.token)/../etc/passwd").status == 404)
    #expect(try Answer(server, "/").status == 403)
    #expect(try Answer(server, "/0123456789abcdefABCDEE/").status == 403)
    #expect(try Answer(server, "/\(Self.token)/", method: "PUT").status == 405)
    #expect(try Answer(server, "/\(Self.token)/", method: "HEAD").body.isEmpty)
  }

  @Test func `receives the fields of a form, and names the next page`() throws {
    let answer = try post("at=1&word=two-finger%2c+tap%20%C3%A9&empty=&bare&&a=b=c")
    #expect(answer.status == 303 && answer.value(of: "Location") == "./?at=2")
    #expect(
      desk.forms == [
        ["at": "1", "word": "two-finger, tap é", "empty": "", "bare": "", "a": "b=c"]
      ])
    #expect(try post("", "/\(Self.token)/other").status == 404)
  }

  @Test(arguments: ["a=1&a=2", "a=%4", "a=%zz", "a=%ff", "%=1", "a=%C3%28"])
  func `refuses a malformed form`(body: String) throws {
    #expect(try post(body).status == 400)
    #expect(desk.forms.isEmpty)
  }

  @Test func `takes forms only from its own pages, with the token`() throws {
    for origin in ["http://evil.example", "http://localhost:3000", "null"] {
      let status = try post("a=1", fields: [Self.form, "Origin: \(origin)"]).status
      #expect(status == 403, "\(origin)")
    }
    #expect(try post("a=1", "/label").status == 413)
    #expect(try post("a=1", "/0123456789abcdefABCDEE/label").status == 413)
    let host = try Answer(
      server, "/\(Self.token)/label", method: "POST", host: "evil.example",
      fields: [Self.form, "Content-Length: 3"], body: "a=1")
    #expect(host.status == 403)
    #expect(try post("a=1", fields: []).status == 415)
    #expect(try post("a=1", fields: ["Content-Type: text/plain"]).status == 415)
    #expect(try post(String(repeating: "a", count: 4097)).status == 413)
    #expect(desk.forms.isEmpty)
    let own = try post("a=1", fields: [Self.form, "Origin: http://\(server.endpoint)"])
    #expect(own.status == 303 && desk.forms == [["a": "1"]])
  }
}
