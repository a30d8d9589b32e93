import Glibc
import PantographCLinux

/// A Unix socket for the time of a run, to which a program under test connects and writes its table.
///
/// It is in a folder that only its owner can access, and is removed with it at the end.
final class TableSocket {
  /// The state of the one connection.
  enum Connection: Equatable {
    case awaited
    case open(Int32)
    case closed
    /// A second one was refused.
    case notAlone
  }

  /// The path, which is short enough for the address of a socket.
  let path: String
  private(set) var connection = Connection.awaited
  /// What has arrived.
  private(set) var received: [UInt8] = []
  private let listener: Int32
  private let index: Int?

  /// Creates the socket in a folder of its own, in `TMPDIR`, or in `/tmp` if that is relative or too long.
  init() throws(ProgramFailure) {
    let own = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    let isUsable = own.hasPrefix("/") && own.utf8.count <= Self.longestFolder
    let folder = isUsable ? own : "/tmp"
    // A signal in between would leave the folder, or the socket.
    (path, index, listener) = try Interruption.withoutSignals { () throws(ProgramFailure) in
      let path = try Self.emptyFolder(in: folder) + Self.name
      let index = Interruption.add(socket: path)
      return (path, index, Self.socket(at: path))
    }
    guard listener >= 0, listen(listener, 8) == 0 else {
      let made = path.dropLast(Self.name.utf8.count)
      throw ProgramFailure(sentence: "\(made): no socket can be made here")
    }
  }

  private static func emptyFolder(in folder: String) throws(ProgramFailure) -> String {
    var name = Array("\(folder)/pantograph-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&name) != nil else {
      throw ProgramFailure(sentence: "\(folder): no folder can be made for the socket")
    }
    return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    if case .open(let descriptor) = connection { close(descriptor) }
    if listener >= 0 { close(listener) }
    var text = path.utf8CString
    unsafe text.withUnsafeMutableBufferPointer { text in
      unsafe text.baseAddress.map { unsafe Self.remove($0) }
    }
    if let index { Interruption.remove(socket: index) }
  }

  /// Removes a socket and its folder, also from a signal handler; leaves the folder's path.
  static func remove(_ path: UnsafeMutablePointer<CChar>) {
    unsafe unlink(path)
    guard let end = unsafe strrchr(path, Int32(UInt8(ascii: "/"))) else { return }
    unsafe end[0] = 0
    unsafe rmdir(path)
  }

  private static let name = "/table"
  /// The address of a socket has 107 bytes.
  private static let longestFolder = 107 - "/pantograph-XXXXXX/table".utf8.count
  /// `SOCK_NONBLOCK | SOCK_CLOEXEC`, which Swift imports as another type.
  private static let flags = Int32(O_NONBLOCK | O_CLOEXEC)

  /// Creates a socket at a path, and returns its descriptor; −1 if that is not possible.
  private static func socket(at path: String) -> Int32 {
    let listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | flags, 0)
    guard listener >= 0, bind(listener, to: path) < 0 else { return listener }
    close(listener)
    return -1
  }

  private static func bind(_ listener: Int32, to path: String) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe Glibc.bind(listener, pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// What to wait for.
  var polled: [pollfd] {
    var polled = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
    if case .open(let descriptor) = connection {
      polled.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }
    return polled
  }

  /// Accepts the connection, refuses a second one, and reads what has arrived.
  func attend(_ buffer: inout [UInt8]) {
    while true {
      let descriptor = accept4(listener, nil, nil, Self.flags)
      guard descriptor >= 0 else { break }
      if connection == .awaited {
        connection = .open(descriptor)
      } else {
        close(descriptor)
        if case .open(let first) = connection { close(first) }
        connection = .notAlone
      }
    }
    guard case .open(let descriptor) = connection,
      let count = ChildProcess.read(descriptor, into: &buffer)
    else { return }
    received += buffer[..<count]
    if count == 0 {
      close(descriptor)
      connection = .closed
    }
  }

  /// Whether the connection is open.
  var isOpen: Bool {
    if case .open = connection { true } else { false }
  }
}
