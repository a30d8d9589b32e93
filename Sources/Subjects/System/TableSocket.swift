import Glibc
import PantographBase
import PantographCLinux
import PantographTraces
import PantographServing

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
  private let listener: UnixListener
  private let index: Int?

  /// Creates the socket in a folder of its own, in `TMPDIR`, or in `/tmp` if that is relative or too long.
  init() throws(Complaint) {
    let own = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    let isUsable = own.hasPrefix("/") && own.utf8.count <= Self.longestFolder
    let folder = isUsable ? own : "/tmp"
    // A signal in between would leave the folder, or the socket.
    (path, index) = try Interruption.withoutSignals { () throws(Complaint) in
      let path = try Self.emptyFolder(in: folder) + Self.name
      return (path, Interruption.add(socket: path))
    }
    guard let listener = UnixListener(at: path) else {
      let made = path.dropLast(Self.name.utf8.count)
      Self.remove(path, index)
      throw Complaint("\(made): no socket can be made here")
    }
    self.listener = listener
  }

  private static func emptyFolder(in folder: String) throws(Complaint) -> String {
    var name = Array("\(folder)/pantograph-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&name) != nil else {
      throw Complaint("\(folder): no folder can be made for the socket")
    }
    return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    if case .open(let descriptor) = connection { close(descriptor) }
    Self.remove(path, index)
  }

  private static func remove(_ path: String, _ index: Int?) {
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
  private static let longestFolder =
    UnixListener.longestPath - "/pantograph-XXXXXX/table".utf8.count
  /// Adds the socket and its connection to the descriptors that are waited for.
  func watch(_ waiting: inout Descriptors) {
    waiting.add(listener.descriptor, for: .reading)
    if case .open(let descriptor) = connection { waiting.add(descriptor, for: .reading) }
  }

  /// Accepts the connection, refuses a second one, and reads what has arrived.
  func attend(_ buffer: inout [UInt8]) {
    while let descriptor = listener.accept() {
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
