import Glibc

#if Web
  /// A thread that talks to the readers of a server.
  @safe struct ServerThread: @unchecked Sendable {
    private let handle: pthread_t
    private let hall: StreamServer

    /// Starts the thread.
    init(
      _ socket: inout ListeningSocket, _ switchboard: ServerState, _ gate: RequestRouter,
      _ terms: ServerLimits,
      page: [UInt8]?, opening: [UInt8]
    ) throws(ServingError) {
      let hall = try StreamServer(&socket, switchboard, gate, terms, page: page, opening: opening)
      // Signals are for others; a reader that has gone must not end the program (SIGPIPE).
      var (all, before) = (sigset_t(), sigset_t())
      unsafe sigfillset(&all)
      unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
      defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
      var handle = pthread_t()
      let context = unsafe Unmanaged.passRetained(hall)
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
      self.hall = hall
    }

    /// Does at once what takes less time than waking the thread; false where it has to be woken.
    func tellAtOnce() -> Bool { hall.tellAtOnce() }

    /// Waits for its end.
    func join() {
      pthread_join(handle, nil)
    }
  }
#else
  /// In place of the thread that talks to readers: this build has none.
  struct ServerThread: Sendable {
    init(
      _ socket: inout ListeningSocket, _ switchboard: ServerState, _ gate: RequestRouter,
      _ terms: ServerLimits,
      page: [UInt8]?, opening: [UInt8]
    ) throws(ServingError) {
      throw .notBuilt
    }

    func tellAtOnce() -> Bool { false }

    func join() {}
  }
#endif
