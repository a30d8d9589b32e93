import PantographLibc

#if Web
  /// The thread of a server.
  @safe struct ServerThread: @unchecked Sendable {
    private let handle: pthread_t
    private let server: StreamServer

    /// Starts the thread.
    init(
      _ socket: inout ListeningSocket, _ state: ServerState, _ router: RequestRouter,
      _ limits: ServerLimits, _ content: ServedContent
    ) throws(ServingError) {
      let server = try StreamServer(&socket, state, router, limits, content)
      // Signals are blocked here; in particular, a closed connection must not end the program (SIGPIPE).
      var (all, before) = (sigset_t(), sigset_t())
      unsafe sigfillset(&all)
      unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
      defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
      var handle = pthread_t()
      let context = unsafe Unmanaged.passRetained(server)
      let status = unsafe pthread_create(
        &handle, nil,
        { context in
          if let context = unsafe context {
            unsafe Unmanaged<StreamServer>.fromOpaque(context).takeRetainedValue().run()
          }
          return nil
        }, context.toOpaque())
      guard status == 0 else {
        unsafe context.release()
        throw .notStarted
      }
      self.handle = handle
      self.server = server
    }

    /// Sends on the calling thread if that is faster than waking the server's; otherwise returns `false`.
    func sendNow() -> Bool { server.sendNow() }

    /// Waits for its end.
    func join() {
      pthread_join(handle, nil)
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
