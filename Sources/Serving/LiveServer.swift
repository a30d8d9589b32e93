import Glibc
import Synchronization

/// Serves a page that follows the lines of a trajectory as they come.
///
/// Lines go out as a stream of events (Server-Sent Events) or as they are. Who publishes never waits for any
/// reader, and one that does not keep up is dropped: a thread of its own talks to all but a few who do.
///
/// Every address has a token in it, and only pages of its own may ask, besides those that are allowed.
public final class LiveServer: Sendable {
  /// How a page is served.
  public struct Settings: Sendable {
    /// Where it listens.
    public var endpoint = Endpoint.local
    /// The token; nothing for one that is made for this run.
    public var token: String?
    /// Pages from elsewhere that may follow, as browsers name them, such as `http://localhost:3000`.
    public var origins: [String] = []
    /// A page of the user's own, in HTML, in place of ours.
    public var page: [UInt8]?
    /// The seconds for which a reader may take nothing while there is something for it.
    public var patience = 5.0
    /// The seconds that everything but reading may take, from the first byte asked to the last answered.
    ///
    /// A page comes in a few milliseconds, and who sends a letter a second is no browser.
    public var visit = 10.0
    /// After how many seconds of silence a reader is told so.
    ///
    /// It sees that the stream is alive, and the server that the reader is; proxies cut what is silent for a
    /// minute (nginx, `proxy_read_timeout`).
    public var silence = 15.0
    /// The bytes of memory for lines, a power of two; readers may fall behind by half of it.
    ///
    /// Two minutes of a pan at 60 samples per second are half a mebibyte.
    public var capacity = 1 << 20
    /// How many may read at once.
    public var mostReaders = 256

    /// Settings for this machine alone.
    public init() {}
  }

  /// Where it listens, with the port that it got.
  public let endpoint: Endpoint
  /// What to open in a browser.
  public var address: String { "http://\(reachable)/?token=\(token.text)" }

  private let token: Token
  private let switchboard: ServerState
  /// The thread that talks to readers, until somebody waits for its end.
  private let thread: Mutex<ServerThread?>

  /// Starts to serve.
  ///
  /// - Parameters:
  ///   - settings: how.
  ///   - about: what every reader is told first, a JSON text.
  public init(_ settings: Settings = Settings(), about: [UInt8]) throws(ServingError) {
    token = if let text = settings.token { try Token(text) } else { Token() }
    for origin in settings.origins where !Self.isOrigin(origin) {
      throw .unusableOrigin(origin)
    }
    var socket = try ListeningSocket(settings.endpoint)
    guard let switchboard = ServerState(capacity: settings.capacity) else { throw .notStarted }
    endpoint = socket.endpoint
    self.switchboard = switchboard
    let gate = RequestRouter(endpoint: endpoint, token: token, origins: settings.origins)
    let terms = ServerLimits(
      patience: Int64(settings.patience * 1_000_000), visit: Int64(settings.visit * 1_000_000),
      silence: Int64(settings.silence * 1_000_000), mostReaders: settings.mostReaders)
    thread = Mutex(
      try ServerThread(
        &socket, switchboard, gate, terms, page: settings.page,
        opening: StreamCursor.opening(about: about)))
  }

  deinit {
    close()
  }

  /// Sends lines on, each of which ends with a line feed; never waits, and takes no memory.
  public func publish(_ lines: Span<UInt8>) {
    switchboard.ring.write(lines)
    let isTold = thread.withLock { $0?.tellAtOnce() ?? false }
    if !isTold { switchboard.ringBell() }
  }

  /// Tells readers what is left and that this is the end, and comes back when all are gone.
  ///
  /// That is after a second at most. What is published later goes nowhere.
  public func close() {
    let thread = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    guard let thread else { return }
    switchboard.isClosing.store(true, ordering: .releasing)
    switchboard.ringBell()
    thread.join()
  }

  /// How many readers were dropped because they did not keep up.
  public var dropped: Int { switchboard.dropped.load(ordering: .relaxed) }

  /// How many read at present.
  public var readers: Int { switchboard.readers.load(ordering: .relaxed) }

  /// A number that leads here, also where it listens to all.
  private var reachable: Endpoint {
    guard endpoint.number?.isEveryone == true else { return endpoint }
    var local = endpoint
    local.host = endpoint.host.contains(":") ? "::1" : Endpoint.local.host
    return local
  }

  /// Whether a text is an origin: a scheme and a host, or `null`, which is that of files.
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
