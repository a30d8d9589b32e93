import CLinux
import Cases
import Glibc
import Quantities

/// A Unix socket at which as many programs as like to can follow what happens.
///
/// Each reads what comes after it has come. Nobody is waited for: who is behind by more than is kept is
/// dropped, at the beginning of a line that it has not seen.
final class StreamSocket: LiveReader {
  private struct Client {
    var descriptor: Int32
    /// The place in the ring of what it gets next.
    var place: Int
  }

  private let path: String
  private let listener: Int32
  /// A descriptor that is given up for a moment where no other is left.
  private var spare: Int32
  private var ring = ByteRing(capacity: StreamSocket.kept)
  private var clients: [Client] = []
  /// How many readers were too slow.
  private(set) var dropped = 0

  /// 1 MiB: more than a minute of a hundred samples a second.
  private static let kept = 1 << 20
  /// 64 readers at once; a program that opens more has gone wrong.
  private static let most = 64

  /// Makes a socket that only its owner can reach, in the place of one that nobody listens at any more.
  init(at path: String) throws(Complaint) {
    // Under another name at first, so that who finds it can connect.
    let draft = "\(path).\(getpid())"
    guard draft.utf8.count < 108 else {
      throw Complaint("\(path): too long for a socket, which has a name of about 100 bytes at most")
    }
    var target = stat()
    if unsafe lstat(path, &target) == 0 {
      guard target.st_mode & S_IFMT == S_IFSOCK else {
        throw Complaint("\(path): there is something else already; give a path that is free")
      }
      guard !Self.isListenedAt(path) else {
        throw Complaint("\(path): another program listens there; give a path that is free")
      }
    }
    let spare = Self.openSpare()
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Self.flags, 0)
    let mask = umask(0o177)
    defer { umask(mask) }
    guard spare >= 0, listener >= 0,
      unsafe Self.withAddress(draft, { unsafe bind(listener, $0, $1) }) == 0,
      listen(listener, 16) == 0, unsafe rename(draft, path) == 0
    else {
      let reason = SystemReason.writing(saying: "no socket can be made there")
      OutputFile.remove(draft)
      if listener >= 0 { close(listener) }
      if spare >= 0 { close(spare) }
      throw Complaint("\(path): \(reason)")
    }
    // Last: once it has all that it is made of, whoever throws has it cleared away twice.
    self.path = path
    self.listener = listener
    self.spare = spare
  }

  deinit {
    for client in clients { close(client.descriptor) }
    close(listener)
    close(spare)
    OutputFile.remove(path)
  }

  /// `SOCK_NONBLOCK | SOCK_CLOEXEC`, which Swift imports as another type.
  private static let flags = Int32(O_NONBLOCK | O_CLOEXEC)

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe body(pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private static func isListenedAt(_ path: String) -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | flags, 0)
    defer { close(descriptor) }
    return unsafe withAddress(path) { unsafe connect(descriptor, $0, $1) } == 0
  }

  /// How many readers there are.
  var readerCount: Int { clients.count }

  func publish(_ lines: borrowing Span<UInt8>) {
    ring.append(lines)
    attend()
  }

  func watch(_ polled: inout [pollfd]) {
    polled.append(EventLoop.reading(listener))
    for client in clients {
      // That one has gone is told without being asked for.
      let events = client.place < ring.end ? POLLOUT : 0
      polled.append(pollfd(fd: client.descriptor, events: Int16(events), revents: 0))
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
      let descriptor = accept4(listener, nil, nil, Self.flags)
      if descriptor < 0, errno == EMFILE || errno == ENFILE {
        guard turnAway() else { return }
        continue
      }
      guard descriptor >= 0 else { return }
      guard clients.count < Self.most else {
        close(descriptor)
        continue
      }
      clients.append(Client(descriptor: descriptor, place: ring.end))
    }
  }

  /// Lets somebody go who has come where no descriptor is left, and would be announced again and again.
  private func turnAway() -> Bool {
    close(spare)
    let descriptor = accept4(listener, nil, nil, Self.flags)
    if descriptor >= 0 { close(descriptor) }
    spare = Self.openSpare()
    return descriptor >= 0
  }

  private static func openSpare() -> Int32 { unsafe open("/dev/null", O_RDONLY | O_CLOEXEC) }

  /// Sends as much as a reader takes at once; false when it has gone, or is too far behind.
  private func serve(_ client: inout Client) -> Bool {
    guard ring.holds(client.place) else {
      dropped += 1
      return false
    }
    while client.place < ring.end {
      let descriptor = client.descriptor
      let sent = unsafe ring.withPiece(from: client.place) { piece in
        unsafe send(descriptor, piece.baseAddress, piece.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return errno == EAGAIN || errno == EINTR }
      client.place += sent
    }
    var polled = pollfd(fd: client.descriptor, events: 0, revents: 0)
    return unsafe poll(&polled, 1, 0) == 0
  }

  func finish(_ waits: (Int32) -> Bool) {
    // A second for all of them together.
    let end = EventLoop.now.advanced(bySeconds: 1)
    attend()
    while clients.contains(where: { $0.place < ring.end }), EventLoop.now < end {
      EventLoop.rest(milliseconds: 5)
      attend()
    }
  }
}
