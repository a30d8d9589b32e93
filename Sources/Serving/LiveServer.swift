import Glibc
package import PantographBase
import Synchronization

/// A web server that streams the lines of a trajectory to browsers and programs.
///
/// Lines are sent as Server-Sent Events or as plain NDJSON. Publishing never waits for a client, and a client that
/// does not keep up is disconnected. A thread of the server sends the lines, except when there are only a few
/// clients that keep up.
///
/// Every address contains a token, and only the server's own pages and allowed origins may connect.
package final class LiveServer: Sendable {
  /// The path of the page that records, if recordings are taken.
  package static let recorderPath = "/record"

  /// The settings of a server.
  package struct Settings: Sendable {
    /// The address to listen on.
    package var endpoint = Endpoint.local
    /// The token, or `nil` for a random one.
    package var token: String?
    /// Other origins that may connect, such as `http://localhost:3000`.
    package var origins: [String] = []
    /// An HTML page that replaces the built-in one.
    package var page: [UInt8]?
    /// The built-in page.
    package var builtIn = BuiltInPage.empty
    /// Returns the file at a path that nothing else has; `nil` if there is none.
    ///
    /// It is called on the thread of the server.
    package var file: (@Sendable (_ path: String) -> ServedFile?)?
    /// Whether the files are the user's site, which starts at a path that contains the token.
    package var hasSite = false
    /// Takes a recording that a browser sends, on a thread of its own; `nil` if none are accepted.
    package var receive: (@Sendable (_ recording: [UInt8]) -> RecordingReceipt)?
    /// Makes the pages of a site, whose paths contain the token, and takes its forms, on a thread of its own.
    package var answer: (@Sendable (SiteRequest) -> SiteReply)?
    /// The seconds after which a client that reads nothing, although there is data for it, is disconnected.
    package var sendTimeout = 5.0
    /// The seconds from the first byte of a request to the last byte of its answer, except for streams.
    ///
    /// A page takes a few milliseconds; a client that sends one byte per second is not a browser.
    package var requestTimeout = 10.0
    /// The seconds of silence after which a comment is sent.
    ///
    /// It shows the client that the stream is alive, and detects closed connections. Proxies close a connection
    /// that is silent for a minute (nginx, `proxy_read_timeout`).
    package var keepAliveInterval = 15.0
    /// The memory for lines in bytes, a power of two; clients may fall behind by half of it.
    ///
    /// Two minutes of a pan at 60 samples per second are half a mebibyte.
    package var capacity = 1 << 20
    /// The most clients that may read at once.
    package var maxReaders = 256

    /// Creates settings for local clients only.
    package init() {}
  }

  /// The address that it listens on, with the actual port.
  package let endpoint: Endpoint
  /// The address to open in a browser.
  package var address: String { address(of: "/") }

  /// Returns the address of a page on this machine.
  package func address(of path: String) -> String { address(of: path, at: reachable) }

  /// Returns the addresses of a page for other devices, if the server listens on all addresses of this machine.
  package func networkAddresses(of path: String) -> [String] {
    guard let own = endpoint.number, own.isWildcard else { return [] }
    return NetworkNumber.ofThisMachine().filter { $0.bytes.count == own.bytes.count }
      .compactMap { Endpoint(host: $0.description, port: endpoint.port) }
      .map { address(of: path, at: $0) }
  }

  private func address(of path: String, at endpoint: Endpoint) -> String {
    "http://\(endpoint)\(path)?token=\(token.text)"
  }

  private let token: Token
  private let state: ServerState
  /// The thread that serves the clients, until ``close()`` is called.
  private let thread: Mutex<ServerThread?>

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - settings: the settings.
  ///   - about: a JSON text that every client receives first.
  package init(_ settings: Settings = Settings(), about: [UInt8]) throws(Complaint) {
    token = if let text = settings.token { try Token(text) } else { Token() }
    for origin in settings.origins where !Self.isOrigin(origin) {
      throw Complaint(
        "\(origin): invalid origin; expected a scheme and a host, such as http://localhost:3000")
    }
    var socket = try ListeningSocket(settings.endpoint)
    guard let state = ServerState(capacity: settings.capacity) else { throw .notStarted }
    endpoint = socket.endpoint
    self.state = state
    let router = RequestRouter(
      endpoint: endpoint, token: token, origins: settings.origins,
      takesRecordings: settings.receive != nil, hasFiles: settings.file != nil,
      hasSite: settings.hasSite || settings.answer != nil,
      makesSite: settings.answer != nil)
    let limits = ServerLimits(
      sendTimeout: Int64(settings.sendTimeout * 1_000_000),
      requestTimeout: Int64(settings.requestTimeout * 1_000_000),
      keepAliveInterval: Int64(settings.keepAliveInterval * 1_000_000),
      maxReaders: settings.maxReaders)
    thread = Mutex(
      try ServerThread(
        &socket, state, router, limits,
        ServedContent(
          page: settings.page, builtIn: settings.builtIn, file: settings.file,
          opening: StreamCursor.opening(about: about), receive: settings.receive,
          answer: settings.answer)))
  }

  deinit {
    close()
  }

  /// Publishes lines, each of which ends with a line feed; never blocks or allocates.
  package func publish(_ lines: Span<UInt8>) {
    state.ring.write(lines)
    let isSent = thread.withLock { $0?.sendNow() ?? false }
    if !isSent { state.wake() }
  }

  /// Sends the remaining lines and the end to all clients, and waits until they have disconnected.
  ///
  /// This takes a second at most. Lines that are published later are discarded.
  package func close() {
    let thread = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    guard let thread else { return }
    state.isClosing.store(true, ordering: .releasing)
    state.wake()
    thread.join()
  }

  /// The number of clients disconnected because they did not keep up.
  package var dropped: Int { state.dropped.load(ordering: .relaxed) }

  /// The number of clients that are reading.
  package var readers: Int { state.readers.load(ordering: .relaxed) }

  /// An address that reaches the server, even if it listens on all addresses.
  private var reachable: Endpoint {
    guard endpoint.number?.isWildcard == true else { return endpoint }
    var local = endpoint
    local.host = endpoint.host.contains(":") ? "::1" : Endpoint.local.host
    return local
  }

  /// Returns whether a text is an origin: a scheme and a host, or `null`, the origin of files.
  private static func isOrigin(_ text: String) -> Bool {
    if text == "null" { return true }
    guard let scheme = ["http://", "https://"].first(where: text.hasPrefix) else { return false }
    let host = text.dropFirst(scheme.count)
    return !host.isEmpty
      && host.utf8.allSatisfy { byte in
        byte > 0x20 && byte < 0x7f && !"/?#@\\\"<>".utf8.contains(byte)
      }
  }
}

extension Complaint {
  /// The web server could not be started.
  static let notStarted = Complaint(
    "can't start the web server; the system may be out of memory")
}
