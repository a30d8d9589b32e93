import PantographServing

/// The options that every command with a web server has.
struct WebServerOptions {
  static let listen = Command.Option(
    "--listen", value: "[HOST:]PORT",
    help:
      "address to listen on; 0.0.0.0 for the network (default 127.0.0.1:\(Endpoint.usualPort))")
  static let token = Command.Option(
    "--token", value: "TEXT", help: "the access token in the address (default: random)")
  static let save = Command.Option(
    "--save", value: .folder("FOLDER"),
    help: "save the recordings of browsers here (default: the current folder)")

  /// The settings of the server.
  var settings = LiveServer.Settings()

  /// Reads the address and the token.
  init(_ arguments: Arguments, of command: String) throws(CommandError) {
    if let text = arguments.value("--listen") {
      guard let endpoint = Endpoint(text) else {
        throw CommandError(
          "pantograph \(command): --listen \(text): expected a port, or an IP address and a port, such"
            + " as 0.0.0.0:\(Endpoint.usualPort)")
      }
      settings.endpoint = endpoint
    }
    // An address that is kept, or opened on a phone, works again after a new start.
    settings.endpoint.isPortOptional = false
    settings.token = arguments.value("--token")
  }

  /// Starts the server.
  func start(about: [UInt8], for command: String) throws(CommandError) -> LiveServer {
    do {
      return try LiveServer(settings, about: about)
    } catch {
      throw CommandError("pantograph \(command): \(error)")
    }
  }

  /// Returns the address to open, and a warning if it is reachable from the network.
  func announcement(of server: LiveServer) -> String {
    let others =
      server.endpoint.isLoopback
      ? ""
      : "; anyone on the network with this address can follow, and the connection is not encrypted"
    return "open \(server.address)\(others)"
  }
}
