import Glibc
import PantographCLinux

/// Descriptors that are waited for together, each for one event.
package struct Descriptors {
  /// What a descriptor is waited for; its end and its errors always count, too.
  package enum Event {
    /// There is something to read.
    case reading
    /// Something can be written.
    case writing
    /// Only its end or an error.
    case ending
    /// The peer of a connection has closed it, or its half of it.
    case closing

    fileprivate var mask: Int16 {
      switch self {
      case .reading: Int16(POLLIN)
      case .writing: Int16(POLLOUT)
      case .ending: 0
      // POLLRDHUP of Linux's poll.h, which the Glibc module does not export.
      case .closing: 0x2000
      }
    }
  }

  private var polled: [pollfd] = []

  /// Creates a collection without descriptors.
  package init() {}

  /// Adds a descriptor, and returns its index; a negative one is never ready.
  @discardableResult
  package mutating func add(_ descriptor: Int32, for event: Event) -> Int {
    polled.append(pollfd(fd: descriptor, events: event.mask, revents: 0))
    return polled.count - 1
  }

  /// Removes all descriptors, and keeps the memory.
  package mutating func removeAll() { polled.removeAll(keepingCapacity: true) }

  /// Waits until a descriptor is ready or a signal arrives, at most for a time in microseconds; `nil` for any time.
  ///
  /// - Returns: whether a descriptor is ready.
  @discardableResult
  package mutating func wait(microseconds: Int64?) -> Bool {
    for index in polled.indices { polled[index].revents = 0 }
    let count = nfds_t(polled.count)
    guard let microseconds else { return unsafe ppoll(&polled, count, nil, nil) > 0 }
    var time = Self.time(microseconds)
    return unsafe ppoll(&polled, count, &time, nil) > 0
  }

  private static func time(_ microseconds: Int64) -> timespec {
    let left = max(microseconds, 0)
    return timespec(tv_sec: Int(left / 1_000_000), tv_nsec: Int(left % 1_000_000) * 1000)
  }

  private static func microseconds(of seconds: Double) -> Int64 {
    // A day is longer than anything that is waited for.
    Int64((min(seconds, 86_400) * 1_000_000).rounded(.up))
  }

  /// Waits as above for a time in seconds.
  @discardableResult
  package mutating func wait(seconds: Double) -> Bool {
    wait(microseconds: Self.microseconds(of: seconds))
  }

  /// Returns whether the descriptor at an index was ready after the last wait.
  package func isReady(_ index: Int) -> Bool { polled[index].revents != 0 }

  /// Returns whether a descriptor is ready within some seconds; 0 for now.
  ///
  /// It allocates nothing, because it is asked for each frame.
  package static func isReady(
    _ descriptor: Int32, for event: Event, within seconds: Double = 0
  ) -> Bool {
    var one = pollfd(fd: descriptor, events: event.mask, revents: 0)
    var time = time(Self.microseconds(of: seconds))
    return unsafe ppoll(&one, 1, &time, nil) > 0
  }

  /// Sleeps, at most until a signal arrives.
  package static func rest(seconds: Double) {
    var none = Descriptors()
    none.wait(seconds: seconds)
  }
}

/// A Unix socket that accepts connections without blocking.
package struct UnixListener: ~Copyable {
  /// The descriptor, which is readable when a client connects.
  package let descriptor: Int32

  /// The longest path in the address of a socket, in bytes.
  package static let longestPath = 107

  /// `SOCK_NONBLOCK | SOCK_CLOEXEC`, which Swift imports as another type.
  private static let flags = Int32(O_NONBLOCK | O_CLOEXEC)

  /// Creates a socket at a path; `nil` with the system's error number in `errno` if that is not possible.
  package init?(at path: String) {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Self.flags, 0)
    guard descriptor >= 0 else { return nil }
    guard path.utf8.count <= Self.longestPath,
      unsafe Self.withAddress(path, { unsafe bind(descriptor, $0, $1) }) == 0,
      listen(descriptor, 16) == 0
    else {
      let number = errno
      close(descriptor)
      errno = number
      return nil
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Accepts a connection; `nil` if there is none, or with EMFILE or ENFILE in `errno` if no descriptor is left.
  package func accept() -> Int32? {
    let connection = accept4(descriptor, nil, nil, Self.flags)
    return connection < 0 ? nil : connection
  }

  /// Returns whether a program accepts connections at a path.
  package static func isListenedAt(_ path: String) -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | flags, 0)
    defer { close(descriptor) }
    return unsafe withAddress(path) { unsafe connect(descriptor, $0, $1) } == 0
  }

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
}
