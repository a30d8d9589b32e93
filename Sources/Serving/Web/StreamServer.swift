#if Web
  import CLinux
  import CMicrohttpd
  import Glibc
  import Synchronization

  /// Where the readers of a server are told their lines, by one at a time.
  ///
  /// That is a thread of its own, and for a few readers who keep up whoever publishes: waking a thread takes
  /// as long as all the rest. libmicrohttpd speaks HTTP, without a thread or a loop of its own. A reader for
  /// whom there is nothing is suspended until there is; who is to go has its connection cut, which the library
  /// sees.
  @safe final class StreamServer {
    /// Held by whoever is in the hall.
    private let presence = Mutex(())
    private let switchboard: ServerState
    private let gate: RequestRouter
    private let terms: ServerLimits
    private let page: [UInt8]?
    private let opening: [UInt8]
    private var daemon: OpaquePointer?
    private var history: History
    private var visitors: [Connection] = []
    /// When everybody has to be gone, once no more lines come.
    private var closingTime: Int64?

    init(
      _ socket: inout ListeningSocket, _ switchboard: ServerState, _ gate: RequestRouter,
      _ terms: ServerLimits,
      page: [UInt8]?, opening: [UInt8]
    ) throws(ServingError) {
      self.switchboard = switchboard
      self.gate = gate
      self.terms = terms
      self.page = page
      self.opening = opening
      history = History(switchboard.ring)
      unsafe daemon = HTTPLibrary.start(
        &socket, memory: ServerLimits.requestMemory,
        // One more than come at once: whom to send away is decided here, not by who comes last.
        connections: terms.mostReaders + 2 * ServerLimits.mostGuests, for: self)
      guard unsafe daemon != nil else { throw .notStarted }
    }

    deinit {
      if let daemon = unsafe daemon { unsafe MHD_stop_daemon(daemon) }
    }

    private static var now: Int64 {
      var time = timespec()
      unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    /// Talks to visitors until the switchboard closes.
    func run() {
      guard let daemon = unsafe daemon else { return }
      while let timeout = presence.withLock({ _ in unsafe talk(daemon) }) {
        unsafe wait(timeout, daemon)
      }
      presence.withLock { _ in
        for visitor in visitors where visitor.isWaiting { resume(visitor, at: Self.now) }
        unsafe MHD_stop_daemon(daemon)
        unsafe self.daemon = nil
      }
    }

    /// Says what there is to say, and tells for how many milliseconds at most that is all, or −1 for ever;
    /// nothing when it is over.
    private func talk(_ daemon: OpaquePointer) -> Int32? {
      let now = Self.now
      if closingTime == nil, switchboard.isClosing.load(ordering: .acquiring) {
        closingTime = now + ServerLimits.farewell
      }
      history.takeNew()
      attend(at: now)
      unsafe MHD_run(daemon)
      // Whose connection one run has ended the next one gives back, and nothing else may call for one.
      if visitors.contains(where: \.isSentAway) { unsafe MHD_run(daemon) }
      if let closingTime, now >= closingTime || !visitors.contains(where: { $0.telling != nil }) {
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

    /// Tells the readers what is new here and now, where that is little work; false where the thread has to.
    ///
    /// Whoever else has come, or has not taken all, is the thread's, and has its time.
    func tellAtOnce() -> Bool {
      presence.withLockIfAvailable { _ in
        guard let daemon = unsafe daemon, closingTime == nil, visitors.count <= ServerLimits.few,
          visitors.allSatisfy(\.isWaiting)
        else { return false }
        history.takeNew()
        guard !visitors.isEmpty else { return true }
        attend(at: Self.now)
        unsafe MHD_run(daemon)
        return visitors.allSatisfy(\.isWaiting)
      } ?? false
    }

    /// Waits for the bell, for a visitor, or for the time.
    private func wait(_ timeout: Int32, _ daemon: OpaquePointer) {
      var (bell, door) = (pollfd(), pollfd())
      bell.fd = switchboard.bell
      bell.events = Int16(POLLIN)
      door.fd = unsafe microhttpd_poll_descriptor(daemon)
      door.events = Int16(POLLIN)
      var polled = (bell, door)
      let count = unsafe withUnsafeMutableBytes(of: &polled) { polled in
        unsafe poll(polled.baseAddress?.assumingMemoryBound(to: pollfd.self), 2, timeout)
      }
      if count > 0, polled.0.revents != 0 { switchboard.stillBell() }
    }

    /// Wakes those for whom there is something, and sends those away who don't keep to the terms.
    private func attend(at now: Int64) {
      for visitor in visitors where !visitor.isSentAway {
        let isLate = now >= visitor.deadline(terms)
        guard visitor.telling != nil else {
          if isLate { sendAway(visitor, at: now) }
          continue
        }
        if visitor.telling?.hasFallenBehind(history) == true || isLate && !visitor.isWaiting {
          switchboard.dropped.add(1, ordering: .relaxed)
          sendAway(visitor, at: now)
          continue
        }
        guard visitor.isWaiting else { continue }
        if isLate {
          // The library does not look at who waits, and of nobody who can be told nothing it would show.
          if visitor.telling?.addRemark() == false, visitor.hasHungUp {
            sendAway(visitor, at: now)
            continue
          }
          visitor.lastSign = now
        }
        if closingTime != nil || visitor.telling?.hasMore(history) == true {
          resume(visitor, at: now)
        }
      }
    }

    /// When to look again, if nothing happens before.
    private var nextInstant: Int64? {
      var next = closingTime
      for visitor in visitors where !visitor.isSentAway {
        let deadline = visitor.deadline(terms)
        next = min(next ?? deadline, deadline)
      }
      return next
    }

    /// Cuts a connection; the library sees it as if the other side had.
    ///
    /// What was not taken is thrown away with it: the kernel would keep it for minutes.
    private func sendAway(_ visitor: Connection, at now: Int64) {
      visitor.isSentAway = true
      var atOnce = linger(l_onoff: 1, l_linger: 0)
      unsafe setsockopt(
        visitor.socket, SOL_SOCKET, SO_LINGER, &atOnce, socklen_t(MemoryLayout<linger>.size))
      shutdown(visitor.socket, Int32(SHUT_RDWR))
      if visitor.isWaiting { resume(visitor, at: now) }
    }

    private func resume(_ visitor: Connection, at now: Int64) {
      visitor.isWaiting = false
      visitor.lastSign = now
      unsafe MHD_resume_connection(visitor.connection)
    }

    // MARK: What the library tells

    /// Somebody has come.
    func admit(_ connection: OpaquePointer) -> Connection {
      let now = Self.now
      let guests = visitors.filter { $0.telling == nil && !$0.isSentAway }
      if guests.count >= ServerLimits.mostGuests { sendAway(guests[0], at: now) }
      let visitor = unsafe Connection(
        connection, of: self, socket: microhttpd_socket(connection), now: now)
      visitors.append(visitor)
      return visitor
    }

    /// A connection is gone.
    func forget(_ visitor: Connection) {
      visitors.removeAll { $0 === visitor }
      if visitor.telling != nil { switchboard.readers.subtract(1, ordering: .relaxed) }
    }

    /// Answers a request; nothing means a stream, for which the visitor is a reader from now on.
    func answer(_ request: Request, of visitor: Connection) -> (reply: Reply, isStream: Bool) {
      switch gate.answer(request) {
      case .refusal(let refusal): return (Reply(refusal), false)
      case .page: return (Reply(page: page), false)
      case .part(let part): return (Reply(part, isOpen: !gate.origins.isEmpty), false)
      case .stream(let format, let number):
        let reply = Reply(format, for: gate.allowedOrigin(request))
        guard request.method == "GET" else { return (reply, false) }
        guard visitors.count(where: { $0.telling != nil }) < terms.mostReaders else {
          return (Reply(.tooMany), false)
        }
        history.takeNew()
        let place = number.flatMap { history.place(after: $0) } ?? history.present
        visitor.telling = StreamCursor(format, from: place, of: history, opening: opening)
        visitor.lastSign = Self.now
        switchboard.readers.add(1, ordering: .relaxed)
        return (reply, true)
      }
    }

    /// Gives a reader what comes next; it is asked only when the last has been sent.
    func tell(_ visitor: Connection, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
      let now = Self.now
      visitor.lastSign = now
      guard !visitor.isSentAway, var telling = visitor.telling.take() else {
        return microhttpd_failure
      }
      defer { visitor.telling = telling }
      let isLast = closingTime != nil
      switch unsafe telling.fill(buffer, from: history, isLast: isLast) {
      case .given(let count): return count
      case .nothing:
        visitor.isWaiting = true
        unsafe MHD_suspend_connection(visitor.connection)
        return 0
      case .fallenBehind:
        switchboard.dropped.add(1, ordering: .relaxed)
        return microhttpd_failure
      case .over:
        // The end is told only if nothing was left out before it.
        return history.nextNumber == switchboard.ring.nextNumber
          ? microhttpd_end : microhttpd_failure
      }
    }
  }
#endif
