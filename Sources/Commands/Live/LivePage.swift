import CLinux
import Interactions
import Reports
import Serving

/// A page in which browsers follow what happens, and what is behind it for programs.
final class LivePage: LiveReader {
  static let options: [Command.Option] = [
    .init("--serve", help: "let browsers follow on a page of this machine; its address is said"),
    .init(
      "--listen", value: "[HOST:]PORT",
      help:
        "where to serve; 0.0.0.0 for the network (default 127.0.0.1:\(Endpoint.usualPort))"),
    .init("--page", value: .file(), help: "serve this page (HTML) in place of the built-in one"),
    .init(
      "--token", value: "TEXT", help: "the secret of the address, instead of a new one each time"),
    .init(
      "--allow-origin", value: "ORIGIN",
      help: "let pages from there follow, too, such as http://localhost:3000"),
  ]

  private let server: LiveServer
  /// The port that was asked for, or the usual one; 0 for any that is free.
  private let wantedPort: UInt16

  /// Serves a page if one is asked for.
  ///
  /// - Parameter name: what the page is called.
  init?(_ arguments: Arguments, for interaction: Interaction, named name: String) throws {
    guard arguments.has("--serve") else {
      if let option = Self.options.dropFirst().first(where: { arguments.has($0.name) }) {
        throw Complaint("pantograph live: \(option.name) is for a page; --serve asks for one")
      }
      return nil
    }
    var settings = LiveServer.Settings()
    if let place = arguments.value("--listen") {
      guard let endpoint = Endpoint(place) else {
        throw Complaint(
          "pantograph live: --listen \(place): expected a port, or a number and a port, such as"
            + " 0.0.0.0:\(Endpoint.usualPort)")
      }
      settings.endpoint = endpoint
    }
    wantedPort = settings.endpoint.port
    settings.token = arguments.value("--token")
    settings.origins = CommonOptions.words(arguments.value("--allow-origin")) ?? []
    // A page with its pictures in it is some megabytes at most.
    settings.page = try arguments.value("--page").map { try InputFile($0).readAll(limit: 16 << 20) }
    do {
      server = try LiveServer(
        settings, about: Array(LiveAbout(interaction, named: name).json.text.utf8))
    } catch {
      throw Complaint("pantograph live: \(error)")
    }
  }

  /// Where to look, and who else can.
  var announcement: String {
    let isTaken = wantedPort != 0 && server.endpoint.port != wantedPort
    let taken = isTaken ? "port \(wantedPort) is taken by another program; " : ""
    let others =
      server.endpoint.isLoopback
      ? "" : "; whoever in the network has this address can follow, and it is sent openly"
    return "\(taken)open \(server.address)\(others)"
  }

  /// How many read at present.
  var readerCount: Int { server.readers }
  /// How many readers were too slow.
  var dropped: Int { server.dropped }

  func publish(_ lines: borrowing Span<UInt8>) { server.publish(lines) }

  // The server has a thread of its own.
  func watch(_ polled: inout [pollfd]) {}
  func attend() {}

  func finish(_ waits: (Int32) -> Bool) { server.close() }
}
