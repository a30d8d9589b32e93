import Foundation
import PantographServing
import PantographTestSupport
import Testing

@Suite(.enabled(if: Look.canBeTaken, Look.absence)) struct `The page in a browser` {
  @Test func `can be the user's own ten lines, with a custom property and a callback`() throws {
    #expect(Look.ownPage.split(separator: "\n").count == 10)
    let look = try Look.taken.get()
    #expect(look.found.contains("own"), "\(look.complaints)")
  }

  @Test func `from another origin connects only if it is allowed`() throws {
    let look = try Look.taken.get()
    #expect(look.found.contains("elsewhere"), "\(look.complaints)")
  }
}

/// The results of all pages in one browser, which takes seconds to start.
struct Look: Sendable {
  /// The correct pages.
  var found: Set<String> = []
  /// The errors of the others.
  var complaints = ""

  static let taken = Result { try take() }

  private static let script =
    Repository.script("live_page.py").path
  static let canBeTaken =
    Build.hasWeb && OtherProgram.find("chromium") != nil
    && OtherProgram.pythonRuns(script)
  static let absence = OtherProgram.absence("Chromium and Python's playwright")

  static let about =
    #"{"name":"flick","gesture":"pan","rate":60,"columns":[{"name":"offset","from":0,"to":320},"#
    + #"{"name":"alpha","from":1,"to":0.4}]}"#
  /// The page in the documentation.
  static let ownPage: String = {
    let article = Repository.root.appendingPathComponent(
      "Sources/Serving/Serving.docc/YourOwnPage.md")
    let parts = (try? String(contentsOf: article, encoding: .utf8))?.components(
      separatedBy: "```html\n")
    return parts?.dropFirst().first?.components(separatedBy: "```").first ?? ""
  }()

  private static func server(_ settings: LiveServer.Settings = .init()) throws -> LiveServer {
    try LiveServer(settings, about: Array(about.utf8))
  }

  /// Runs the script, and publishes the lines that it prints.
  private static func take() throws -> Look {
    var own = LiveServer.Settings()
    own.page = Array(ownPage.utf8)
    var open = LiveServer.Settings()
    // The port is reserved until the other servers have theirs, then released for the script.
    let placeholder = try server()
    let port = placeholder.endpoint.port
    open.origins = ["http://127.0.0.1:\(port)"]
    let servers = [try server(own), try server(open), try server()]
    placeholder.close()
    let program = try RunningProgram(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", #""$@"; echo over"#, "sh", OtherProgram.python?.path ?? "", script, "\(port)"]
        + servers.map(\.address))
    defer { _ = program.wait() }
    var look = Look()
    var done = 0
    while true {
      let lines = program.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      for line in lines.dropFirst(done) {
        if line.hasPrefix("{") {
          for server in servers { server.publish(Array("\(line)\n".utf8).span) }
        } else if line == "over" {
          look.complaints = program.complaints
          return look
        } else {
          look.found.insert(String(line))
        }
      }
      done = lines.count
      usleep(2000)
    }
  }
}
