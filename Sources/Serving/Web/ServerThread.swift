import Glibc

#if Web
  /// The thread of a server.
  struct ServerThread: Sendable {
    private let thread: WorkerThreads
    private let server: StreamServer

    /// Starts the thread.
    init(
      _ socket: inout ListeningSocket, _ state: ServerState, _ router: RequestRouter,
      _ limits: ServerLimits, _ content: ServedContent
    ) throws(ServingError) {
      let server = try StreamServer(&socket, state, router, limits, content)
      self.server = server
      thread = WorkerThreads(atMost: 1) { server.run() }
      guard thread.count == 1 else { throw .notStarted }
    }

    /// Sends on the calling thread if that is faster than waking the server's; otherwise returns `false`.
    func sendNow() -> Bool { server.sendNow() }

    /// Waits for its end.
    func join() {
      thread.join()
    }
  }
#else
  /// A placeholder for builds without the web server.
  struct ServerThread: Sendable {
    init(
      _ socket: inout ListeningSocket, _ state: ServerState, _ router: RequestRouter,
      _ limits: ServerLimits, _ content: ServedContent
    ) throws(ServingError) {
      throw .notBuilt
    }

    func sendNow() -> Bool { false }

    func join() {}
  }
#endif
