import PantographCLinux
import PantographInteractions
import PantographReports
import PantographServing

/// The web server of `live`: a page for browsers, and a stream for programs.
final class LivePage: LiveReader {
  static let options: [Command.Option] = [
    .init("--serve", help: "serve a live page to browsers and print its address"),
    .init(
      "--listen", value: "[HOST:]PORT",
      help:
        "address to listen on; 0.0.0.0 for the network (default 127.0.0.1:\(Endpoint.usualPort))"),
    .init("--page", value: .file(), help: "serve this HTML page instead of the built-in one"),
    .init(
      "--token", value: "TEXT", help: "the access token in the address (default: random)"),
    .init(
      "--allow-origin", value: "ORIGIN",
      help: "also accept pages from this origin, such as http://localhost:3000"),
  ]

  private let server: LiveServer
  /// The requested or default port; 0 means any free port.
  private let wantedPort: UInt16

  /// Throws if an option requires `--serve`.
  static func check(_ arguments: Arguments) throws(CommandError) {
    guard !arguments.has("--serve"),
      let option = options.first(where: { arguments.has($0.name) })
    else { return }
    throw CommandError("pantograph live: \(option.name) requires --serve")
  }

  /// Starts the server if `--serve` is given; otherwise `nil`.
  ///
  /// - Parameter name: the title of the page.
  init?(_ arguments: Arguments, for interaction: Interaction, named name: String) throws {
    guard arguments.has("--serve") else { return nil }
    var settings = LiveServer.Settings()
    if let text = arguments.value("--listen") {
      guard let endpoint = Endpoint(text) else {
        throw CommandError(
          "pantograph live: --listen \(text): expected a port, or an IP address and a port, such as"
            + " 0.0.0.0:\(Endpoint.usualPort)")
      }
      settings.endpoint = endpoint
    }
    wantedPort = settings.endpoint.port
    settings.token = arguments.value("--token")
    settings.origins = CommonOptions.words(arguments.value("--allow-origin")) ?? []
    // 16 MiB: a page with embedded pictures takes a few megabytes at most.
    settings.page = try arguments.value("--page").map { try InputFile($0).readAll(limit: 16 << 20) }
    do {
      server = try LiveServer(
        settings, about: Array(LiveAbout(interaction, named: name).json.text.utf8))
    } catch {
      throw CommandError("pantograph live: \(error)")
    }
  }

  /// The address to open, and a warning if it is reachable from the network.
  var announcement: String {
    let isTaken = wantedPort != 0 && server.endpoint.port != wantedPort
    let taken = isTaken ? "port \(wantedPort) is in use; " : ""
    let others =
      server.endpoint.isLoopback
      ? ""
      : "; anyone on the network with this address can follow, and the connection is not encrypted"
    return "\(taken)open \(server.address)\(others)"
  }

  /// The number of connected clients.
  var readerCount: Int { server.readers }
  /// The number of clients disconnected for being too slow.
  var dropped: Int { server.dropped }

  func publish(_ lines: borrowing Span<UInt8>) { server.publish(lines) }

  // The server runs on its own thread.
  func watch(_ polled: inout [pollfd]) {}
  func attend() {}

  func finish(_ waits: (Int32) -> Bool) { server.close() }
}
