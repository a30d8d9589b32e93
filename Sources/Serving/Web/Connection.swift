#if Web
  import CLinux
  import Glibc

  /// One connection: a guest until it is answered with a stream, then a reader.
  @safe final class Connection {
    /// Where it is told its lines.
    unowned let hall: StreamServer
    let connection: OpaquePointer
    let socket: Int32
    /// When it came, in microseconds.
    let arrival: Int64
    /// What it is told, if it is a reader.
    var telling: StreamCursor?
    /// Whether there is nothing for it, so that the library does not look at it.
    var isWaiting = false
    /// When it last took something, or there was again something to take.
    var lastSign: Int64
    /// Whether its connection was cut; the library has still to see it.
    var isSentAway = false

    init(_ connection: OpaquePointer, of hall: StreamServer, socket: Int32, now: Int64) {
      unsafe self.connection = unsafe connection
      self.hall = hall
      self.socket = socket
      arrival = now
      lastSign = now
    }

    /// Whether the other side has hung up, whatever it has said before.
    var hasHungUp: Bool {
      // POLLRDHUP of Linux's poll.h, which Glibc's hides.
      var state = pollfd(fd: socket, events: 0x2000, revents: 0)
      return unsafe poll(&state, 1, 0) > 0
    }

    /// When something has to happen: a guest is sent away, a reader dropped or shown that all is well.
    func deadline(_ terms: ServerLimits) -> Int64 {
      guard telling != nil else { return arrival + terms.visit }
      return lastSign + (isWaiting ? terms.silence : terms.patience)
    }
  }
#endif
