import Glibc
import PantographBase
import PantographCLinux
import Synchronization

#if Web
  import PantographCMicrohttpd
#endif

#if Web
  /// Sends the lines to all readers, on one thread at a time.
  ///
  /// Usually that is the server's thread. If there are only a few readers that keep up, the publishing thread sends
  /// by itself, because waking a thread would take as long. libmicrohttpd handles HTTP, without a thread or a loop of
  /// its own. A reader is suspended while there is nothing to send. To disconnect a client, its socket is shut down,
  /// which the library notices.
  @safe final class StreamServer: @unchecked Sendable {
    /// Protects all other state.
    private let lock = Mutex(())
    /// What its thread waits for, stored to reuse the memory.
    private var waiting = Descriptors()
    private let state: ServerState
    private let router: RequestRouter
    private let limits: ServerLimits
    private let content: ServedContent
    private let work: WorkQueue?
    private var daemon: OpaquePointer?
    private var history: History
    private var clients: [Connection] = []
    /// The time at which all connections are closed, once the server is closing.
    private var closeDeadline: Int64?

    init(
      _ socket: inout ListeningSocket, _ state: ServerState, _ router: RequestRouter,
      _ limits: ServerLimits, _ content: ServedContent
    ) throws(Complaint) {
      self.state = state
      self.router = router
      self.limits = limits
      self.content = content
      work = content.hasWork ? WorkQueue { state.wake() } : nil
      history = History(state.ring)
      unsafe daemon = HTTPLibrary.start(
        &socket, memory: ServerLimits.requestMemory,
        // More than the limits allow, so that the choice of the connection to close is made here.
        connections: limits.maxReaders + 2 * ServerLimits.maxGuests, for: self)
      guard unsafe daemon != nil else { throw .notStarted }
    }

    deinit {
      if let daemon = unsafe daemon { unsafe MHD_stop_daemon(daemon) }
      work?.close()
    }

    private static var now: Int64 {
      var time = timespec()
      unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    /// Serves the clients until the server closes.
    func run() {
      guard let daemon = unsafe daemon else { return }
      while let timeout = lock.withLock({ _ in unsafe runOnce(daemon) }) {
        unsafe wait(timeout, daemon)
      }
      lock.withLock { _ in
        for client in clients where client.isWaiting { resume(client, at: Self.now) }
        unsafe MHD_stop_daemon(daemon)
        unsafe self.daemon = nil
      }
    }

    /// Does the pending work, and returns the time to wait in milliseconds, or −1 for unlimited.
    ///
    /// Returns `nil` when the server has closed.
    private func runOnce(_ daemon: OpaquePointer) -> Int32? {
      let now = Self.now
      if closeDeadline == nil, state.isClosing.load(ordering: .acquiring) {
        closeDeadline = now + ServerLimits.closeTimeout
      }
      history.update()
      attend(at: now)
      unsafe MHD_run(daemon)
      // A second run releases the connections that the first one has ended.
      if clients.contains(where: \.isDisconnected) { unsafe MHD_run(daemon) }
      if let closeDeadline, now >= closeDeadline || !clients.contains(where: \.isOwed) {
        return nil
      }
      var timeout: Int32 = -1
      if let nextInstant { timeout = Int32(clamping: max(nextInstant - Self.now + 999, 0) / 1000) }
      var limit: UInt64 = 0
      if unsafe MHD_get_timeout(daemon, &limit) == .YES {
        timeout = timeout < 0 ? Int32(clamping: limit) : min(timeout, Int32(clamping: limit))
      }
      return timeout
    }

    /// Sends new lines on the calling thread if that is little work; otherwise returns `false`.
    ///
    /// If there are other connections, or readers that have not received everything, the server's thread must send.
    func sendNow() -> Bool {
      lock.withLockIfAvailable { _ in
        guard let daemon = unsafe daemon, closeDeadline == nil,
          clients.count <= ServerLimits.maxDirectReaders,
          clients.allSatisfy(\.isWaiting)
        else { return false }
        history.update()
        guard !clients.isEmpty else { return true }
        attend(at: Self.now)
        unsafe MHD_run(daemon)
        return clients.allSatisfy(\.isWaiting)
      } ?? false
    }

    /// Waits for new lines, a connection, or the timeout.
    private func wait(_ timeout: Int32, _ daemon: OpaquePointer) {
      waiting.removeAll()
      let wake = waiting.add(state.wakeDescriptor, for: .reading)
      waiting.add(unsafe microhttpd_poll_descriptor(daemon), for: .reading)
      waiting.wait(microseconds: timeout < 0 ? nil : Int64(timeout) * 1000)
      if waiting.isReady(wake) { state.clearWake() }
    }

    /// Resumes readers for which there is data, and disconnects clients that exceed the limits.
    private func attend(at now: Int64) {
      for client in clients where !client.isDisconnected {
        let isLate = now >= client.deadline(limits)
        guard client.cursor != nil else {
          if isLate, !client.isExcused(at: now) { disconnect(client, at: now) }
          if case .judged(let number) = client.upload, let reply = work?.reply(of: number) {
            client.upload = .answered(reply)
            resume(client, at: now)
          }
          continue
        }
        if client.cursor?.hasFallenBehind(history) == true || isLate && !client.isWaiting {
          state.dropped.add(1, ordering: .relaxed)
          disconnect(client, at: now)
          continue
        }
        guard client.isWaiting else { continue }
        if isLate {
          // The library ignores suspended connections, and a stream of plain lines has no comments.
          if client.cursor?.addComment() == false, client.isClosedByPeer {
            disconnect(client, at: now)
            continue
          }
          client.lastActivity = now
        }
        if closeDeadline != nil || client.cursor?.hasMore(history) == true {
          resume(client, at: now)
        }
      }
    }

    /// The time of the next deadline.
    private var nextInstant: Int64? {
      var next = closeDeadline
      for client in clients where !client.isDisconnected {
        let deadline = client.deadline(limits)
        next = min(next ?? deadline, deadline)
      }
      return next
    }

    /// Closes a connection; the library notices it as if the client had closed it.
    ///
    /// Unsent data is discarded, since the kernel would keep it for minutes.
    private func disconnect(_ client: Connection, at now: Int64) {
      client.isDisconnected = true
      cancelUpload(of: client)
      var atOnce = linger(l_onoff: 1, l_linger: 0)
      unsafe setsockopt(
        client.socket, SOL_SOCKET, SO_LINGER, &atOnce, socklen_t(MemoryLayout<linger>.size))
      shutdown(client.socket, Int32(SHUT_RDWR))
      if client.isWaiting { resume(client, at: now) }
    }

    private func cancelUpload(of client: Connection) {
      if case .judged(let number) = client.upload { work?.cancel(number) }
    }

    private func resume(_ client: Connection, at now: Int64) {
      client.isWaiting = false
      client.lastActivity = now
      unsafe MHD_resume_connection(client.connection)
    }

    // MARK: Callbacks of the library

    /// Adds a new connection.
    func accept(_ connection: OpaquePointer) -> Connection {
      let now = Self.now
      let idle = clients.filter { !$0.isOwed && !$0.isDisconnected }
      if idle.count >= ServerLimits.maxGuests { disconnect(idle[0], at: now) }
      let client = unsafe Connection(
        connection, of: self, socket: microhttpd_socket(connection), now: now)
      clients.append(client)
      return client
    }

    /// Removes a closed connection.
    func remove(_ client: Connection) {
      cancelUpload(of: client)
      clients.removeAll { $0 === client }
      if client.cursor != nil { state.readers.subtract(1, ordering: .relaxed) }
    }

    /// What is sent in answer to the head of a request.
    enum Answer {
      case reply(Reply)
      /// The head of a stream, whose reader the client is now.
      case stream(Reply)
      /// Nothing yet: the body is received first.
      case body
    }

    /// Answers the head of a request; with a stream, the client becomes a reader.
    func answer(_ request: Request, of client: Connection) -> Answer {
      client.lastActivity = Self.now
      switch router.answer(request) {
      case .refusal(let refusal): return .reply(Reply(refusal))
      case .page: return .reply(Reply(page: content.page, or: content.builtIn))
      case .site(let path): return .reply(Reply(redirectTo: path))
      case .file(let path):
        return .reply(content.file?(path).map(Reply.init(file:)) ?? Reply(.notFound))
      case .recorder: return .reply(Reply(page: Array(RecorderPage.text.utf8), or: .empty))
      case .recording(let size):
        client.upload = .arriving(UploadedBody(size: size), for: .recording)
        return .body
      case .made(let request, let size):
        client.upload = .arriving(UploadedBody(size: size), for: .site(request))
        return .body
      case .part(let part):
        return .reply(Reply(part, of: content.builtIn, isOpen: !router.origins.isEmpty))
      case .stream(let format, let number):
        let reply = Reply(format, for: router.allowedOrigin(request))
        guard request.method == "GET" else { return .reply(reply) }
        guard clients.count(where: { $0.cursor != nil }) < limits.maxReaders else {
          return .reply(Reply(.tooMany))
        }
        history.update()
        let position = number.flatMap { history.position(after: $0) } ?? history.present
        client.cursor = StreamCursor(format, from: position, of: history, opening: content.opening)
        state.readers.add(1, ordering: .relaxed)
        return .stream(reply)
      }
    }

    /// Gives a client more time, since it has sent a piece of a body.
    func noteActivity(of client: Connection) { client.lastActivity = Self.now }

    /// Lets a request that has arrived be answered on another thread; the client waits for the reply.
    func take(
      _ body: UploadedBody, for purpose: Connection.Purpose, from client: Connection
    ) -> Reply? {
      guard body.isComplete, let answer = content.work(on: body.bytes, for: purpose) else {
        return Reply(.malformed)
      }
      guard let number = work?.add(answer) else { return Reply(.tooManyRecordings) }
      client.upload = .judged(number)
      client.isWaiting = true
      unsafe MHD_suspend_connection(client.connection)
      return nil
    }

    /// Fills the buffer for a reader; called when its previous data has been sent.
    func fill(_ client: Connection, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
      let now = Self.now
      client.lastActivity = now
      guard !client.isDisconnected, var cursor = client.cursor.take() else {
        return microhttpd_failure
      }
      defer { client.cursor = cursor }
      let isLast = closeDeadline != nil
      switch unsafe cursor.fill(buffer, from: history, isLast: isLast) {
      case .written(let count): return count
      case .nothing:
        client.isWaiting = true
        unsafe MHD_suspend_connection(client.connection)
        return 0
      case .fallenBehind:
        state.dropped.add(1, ordering: .relaxed)
        return microhttpd_failure
      case .over:
        // The end is sent only if no line was omitted before it.
        return history.nextNumber == state.ring.nextNumber
          ? microhttpd_end : microhttpd_failure
      }
    }
  }
#endif

/// The state shared by the server's thread and other threads.
final class ServerState: Sendable {
  /// The published lines.
  let ring: LineRing
  /// Whether no more lines will be published.
  let isClosing = Atomic(false)
  /// The number of disconnected slow readers.
  let dropped = Atomic(0)
  /// The number of readers.
  let readers = Atomic(0)
  /// An eventfd that wakes the thread.
  let wakeDescriptor: Int32

  init?(capacity: Int) {
    wakeDescriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
    guard wakeDescriptor >= 0 else { return nil }
    ring = LineRing(capacity: capacity)
  }

  deinit {
    close(wakeDescriptor)
  }

  /// Wakes the thread without blocking.
  func wake() {
    _ = eventfd_write(wakeDescriptor, 1)
  }

  /// Resets the eventfd.
  func clearWake() {
    var count: eventfd_t = 0
    _ = unsafe eventfd_read(wakeDescriptor, &count)
  }
}

#if Web
  /// The thread of a server.
  struct ServerThread: Sendable {
    private let thread: WorkerThreads
    private let server: StreamServer

    /// Starts the thread.
    init(
      _ socket: inout ListeningSocket, _ state: ServerState, _ router: RequestRouter,
      _ limits: ServerLimits, _ content: ServedContent
    ) throws(Complaint) {
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
    ) throws(Complaint) {
      throw Complaint(
        "built without the web server; build with the package trait Web, which requires libmicrohttpd-dev"
      )
    }

    func sendNow() -> Bool { false }

    func join() {}
  }
#endif

/// The limits of a server; times are in microseconds.
struct ServerLimits {
  /// The time after which a client that does not read is disconnected.
  var sendTimeout: Int64
  /// The time for a request and its answer, except for streams.
  var requestTimeout: Int64
  /// The time of silence after which a comment is sent.
  var keepAliveInterval: Int64
  /// The most readers at once.
  var maxReaders: Int

  /// The most readers that the publishing thread serves itself: 4 take as long as waking the server's thread.
  static let maxDirectReaders = 4
  /// The most other connections at once; beyond that, the oldest one is closed.
  static let maxGuests = 64
  /// The time for receiving a recording that keeps coming: 2 minutes, at 35 kB/s for the largest one.
  static let uploadTimeout: Int64 = 120_000_000
  /// The time for sending the remaining lines when the server closes.
  static let closeTimeout: Int64 = 1_000_000
  /// The memory for one request including its head, in bytes; a longer request is refused.
  static let requestMemory = 16 << 10
}
