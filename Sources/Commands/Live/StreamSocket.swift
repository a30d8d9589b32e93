import Glibc
import PantographBase
import PantographCLinux
import PantographTraces
import PantographServing

/// A Unix socket that streams lines to any number of clients.
///
/// A client receives the lines published after it connects. A client that falls behind by more than the buffer
/// holds is disconnected.
final class StreamSocket: LiveReader {
  private struct Client {
    var descriptor: Int32
    /// The position in the ring of the next byte to send.
    var position: Int
  }

  private let path: String
  private let listener: UnixListener
  /// A reserved descriptor, released briefly when no other is available.
  private var spare: Int32
  private var ring = ByteRing(capacity: StreamSocket.kept)
  private var clients: [Client] = []
  /// The number of clients disconnected for being too slow.
  private(set) var dropped = 0

  /// The size of the buffer: 1 MiB, more than a minute of a hundred samples per second.
  private static let kept = 1 << 20
  /// The most clients at once: 64, since a program that opens more is faulty.
  private static let most = 64

  /// Creates a socket that only its owner can access, replacing a socket without a listener.
  init(at path: String) throws(CommandError) {
    // Created under a temporary name, so that the final name always accepts connections.
    let draft = "\(path).\(getpid())"
    guard draft.utf8.count <= UnixListener.longestPath else {
      throw CommandError("\(path): the name of a socket can have about 100 bytes at most")
    }
    var target = stat()
    if unsafe lstat(path, &target) == 0 {
      guard target.st_mode & S_IFMT == S_IFSOCK else {
        throw CommandError("\(path): exists and is not a socket; choose another path")
      }
      guard !UnixListener.isListenedAt(path) else {
        throw CommandError("\(path): in use by another program; choose another path")
      }
    }
    let spare = Self.openSpare()
    let mask = umask(0o177)
    defer { umask(mask) }
    guard spare >= 0, let listener = UnixListener(at: draft), unsafe rename(draft, path) == 0 else {
      let reason = SystemReason.writing(saying: "can't create a socket here")
      OutputFile.remove(draft)
      if spare >= 0 { close(spare) }
      throw CommandError("\(path): \(reason)")
    }
    // Assigned last: after that, `deinit` would run on a throw and clean up a second time.
    self.path = path
    self.listener = listener
    self.spare = spare
  }

  deinit {
    for client in clients { close(client.descriptor) }
    close(spare)
    OutputFile.remove(path)
  }

  /// The number of connected clients.
  var readerCount: Int { clients.count }

  func publish(_ lines: borrowing Span<UInt8>) {
    ring.append(lines)
    attend()
  }

  func watch(_ waiting: inout Descriptors) {
    waiting.add(listener.descriptor, for: .reading)
    for client in clients {
      waiting.add(client.descriptor, for: client.position < ring.end ? .writing : .ending)
    }
  }

  func attend() {
    accept()
    var index = 0
    while index < clients.count {
      if serve(&clients[index]) {
        index += 1
      } else {
        close(clients[index].descriptor)
        clients.remove(at: index)
      }
    }
  }

  private func accept() {
    while true {
      guard let descriptor = listener.accept() else {
        let isOutOfDescriptors = errno == EMFILE || errno == ENFILE
        guard isOutOfDescriptors, turnAway() else { return }
        continue
      }
      guard clients.count < Self.most else {
        close(descriptor)
        continue
      }
      clients.append(Client(descriptor: descriptor, position: ring.end))
    }
  }

  /// Accepts and closes a connection when no descriptor is left; otherwise poll would report it forever.
  private func turnAway() -> Bool {
    close(spare)
    defer { spare = Self.openSpare() }
    guard let descriptor = listener.accept() else { return false }
    close(descriptor)
    return true
  }

  private static func openSpare() -> Int32 { unsafe open("/dev/null", O_RDONLY | O_CLOEXEC) }

  /// Sends as much as a client takes without blocking; returns `false` if it has closed or is too far behind.
  private func serve(_ client: inout Client) -> Bool {
    guard ring.holds(client.position) else {
      dropped += 1
      return false
    }
    while client.position < ring.end {
      let descriptor = client.descriptor
      let sent = unsafe ring.withPiece(from: client.position) { piece in
        unsafe send(descriptor, piece.baseAddress, piece.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return errno == EAGAIN || errno == EINTR }
      client.position += sent
    }
    return !Descriptors.isReady(client.descriptor, for: .ending)
  }

  func finish(_ waits: (Int32) -> Bool) {
    // One second for all clients together.
    let end = EventLoop.now.advanced(bySeconds: 1)
    attend()
    while clients.contains(where: { $0.position < ring.end }), EventLoop.now < end {
      Descriptors.rest(seconds: 0.005)
      attend()
    }
  }
}

/// A ring buffer of the latest bytes, for readers at different positions.
struct ByteRing {
  private var bytes: [UInt8]
  /// The number of bytes appended so far.
  private(set) var end = 0

  /// Creates a ring of the given capacity in bytes.
  init(capacity: Int) {
    bytes = Array(repeating: 0, count: capacity)
  }

  var capacity: Int { bytes.count }

  /// Returns whether the bytes from a position on are still available.
  func holds(_ position: Int) -> Bool { position >= end - bytes.count && position <= end }

  mutating func append(_ lines: borrowing Span<UInt8>) {
    for index in lines.indices {
      bytes[(end + index) % bytes.count] = lines[index]
    }
    end += lines.count
  }

  /// Calls a closure with the contiguous bytes from a position on.
  func withPiece<Result>(
    from position: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let start = position % bytes.count
    let count = min(end - position, bytes.count - start)
    return unsafe bytes.withUnsafeBytes { buffer in
      unsafe body(UnsafeRawBufferPointer(rebasing: buffer[start..<start + count]))
    }
  }
}
