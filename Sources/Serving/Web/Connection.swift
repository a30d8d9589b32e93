#if Web
  import Glibc
  import PantographCLinux

  /// A connection of a client; it is a reader once it has received the head of a stream.
  @safe final class Connection {
    /// The server that it belongs to.
    unowned let server: StreamServer
    let connection: OpaquePointer
    let socket: Int32
    /// The time of its arrival, in microseconds.
    let arrival: Int64
    /// The state of a request that is answered on another thread.
    var upload: Upload?
    /// The position in the stream, if it is a reader.
    var cursor: StreamCursor?
    /// Whether it is suspended in the library, because there is nothing to send.
    var isWaiting = false
    /// The time at which it last read something, or at which there was something to read again.
    var lastActivity: Int64
    /// The time at which a request was late because the server was busy, if it was.
    private var excuse: Int64?
    /// Whether it was closed here; the library still has to notice.
    var isDisconnected = false

    init(_ connection: OpaquePointer, of server: StreamServer, socket: Int32, now: Int64) {
      unsafe self.connection = unsafe connection
      self.server = server
      self.socket = socket
      arrival = now
      lastActivity = now
    }

    /// The states of a request that is answered on another thread.
    enum Upload {
      /// A part of the body has arrived.
      case arriving(UploadedBody, for: Purpose)
      /// It waits for its reply, which has this number.
      case judged(Int)
      /// The reply is sent next.
      case answered(Reply)
    }

    /// What a body is for.
    enum Purpose {
      /// It is a recording.
      case recording
      /// It is a form, or empty for a page.
      case site(SiteRequest)
    }

    /// Whether the server, before it closes, still has something to send to it.
    var isOwed: Bool {
      switch upload {
      case .judged, .answered: true
      case .arriving, nil: cursor != nil
      }
    }

    /// Whether the client has closed the connection.
    var isClosedByPeer: Bool {
      Descriptors.isReady(socket, for: .closing)
    }

    /// Returns the time at which it must be disconnected or, if it is a suspended reader, sent a comment.
    func deadline(_ limits: ServerLimits) -> Int64 {
      switch upload {
      case .arriving:
        return min(lastActivity + limits.requestTimeout, arrival + ServerLimits.uploadTimeout)
      case .judged, .answered: return lastActivity + ServerLimits.uploadTimeout
      case nil: break
      }
      guard cursor != nil else { return (excuse ?? arrival) + limits.requestTimeout }
      return lastActivity + (isWaiting ? limits.keepAliveInterval : limits.sendTimeout)
    }

    /// Whether something that the client has sent was not read yet; its end is nothing.
    private var hasBytes: Bool {
      var byte: UInt8 = 0
      return unsafe recv(socket, &byte, 1, Int32(MSG_DONTWAIT) | Int32(MSG_PEEK)) > 0
    }

    /// Gives more time to a client that is late only because the server was too busy to read what it has sent, and
    /// returns whether there is anything to read.
    ///
    /// The head of a request gets it once, and a body until the time for all of it is over.
    func isExcused(at now: Int64) -> Bool {
      guard cursor == nil, hasBytes else { return false }
      switch upload {
      case .arriving where now < arrival + ServerLimits.uploadTimeout: lastActivity = now
      case nil where excuse == nil: excuse = now
      default: return false
      }
      return true
    }
  }
#endif
