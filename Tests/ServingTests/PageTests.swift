import Foundation
import Serving
import TestSupport
import Testing

@Suite(.enabled(if: Look.canBeTaken, Look.absence)) struct `The page in a browser` {
  @Test
  func `shows what the samples say, has names for those who can't see it, and asks nobody else`()
    throws
  {
    let look = try Look.taken.get()
    #expect(look.found.contains("ours"), "\(look.complaints)")
  }

  @Test func `of the user's own, of ten lines, follows by a custom property and a callback`() throws
  {
    #expect(Look.ownPage.split(separator: "\n").count == 10)
    let look = try Look.taken.get()
    #expect(look.found.contains("own"), "\(look.complaints)")
  }

  @Test func `from elsewhere follows only where it is allowed to`() throws {
    let look = try Look.taken.get()
    #expect(look.found.contains("elsewhere"), "\(look.complaints)")
  }
}

/// What a browser finds on the pages, all of them looked at once: it takes seconds to start.
struct Look: Sendable {
  /// The pages that are as they should be.
  var found: Set<String> = []
  /// What is to be said of the others.
  var complaints = ""

  static let taken = Result { try take() }

  private static let script =
    Repository.root.appendingPathComponent("Tests/Oracles/live_page.py").path
  static let canBeTaken =
    Build.hasWeb && OtherProgram.find("chromium") != nil
    && OtherProgram.pythonRuns(script)
  static let absence = OtherProgram.absence("Chromium and Python's playwright")

  static let about =
    #"{"name":"flick","gesture":"pan","rate":60,"columns":[{"name":"offset","from":0,"to":320},"#
    + #"{"name":"alpha","from":1,"to":0.4}]}"#
  /// The page that the documentation shows.
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

  /// Runs the script, and publishes what it says.
  private static func take() throws -> Look {
    var own = LiveServer.Settings()
    own.page = Array(ownPage.utf8)
    var open = LiveServer.Settings()
    // Held until the others have theirs, then free for the script.
    let placeholder = try server()
    let port = placeholder.endpoint.port
    open.origins = ["http://127.0.0.1:\(port)"]
    let servers = [try server(), try server(own), try server(open), try server()]
    placeholder.close()
    let program = try RunningProgram(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", #""$@"; echo over"#, "sh", OtherProgram.python?.path ?? "", script, "\(port)"]
        + servers.map(\.address)
        + (ProcessInfo.processInfo.environment["PANTOGRAPH_PAGES"].map { [$0] } ?? []))
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
