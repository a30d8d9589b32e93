import Glibc
package import PantographBase

/// A file that is read whole.
package enum WholeFile {
  /// Returns the content of a file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - limit: the largest number of bytes.
  ///   - what: what the file should be, for the error about a larger one.
  ///   - hasRows: whether its lines are the rows of a table.
  package static func bytes(
    of path: String, limit: Int, _ what: String, hasRows: Bool = false
  ) throws(UnusableFile) -> [UInt8] {
    var start = 0
    var bytes: [UInt8] = []
    var isTooLarge = false
    try forEachPiece(of: path) { piece throws(UnusableFile) in
      bytes += piece
      do throws(Complaint) {
        if hasRows { start = try LineLimit.check(bytes, from: start) }
      } catch {
        throw UnusableFile(path, error)
      }
      isTooLarge = bytes.count > limit
      return !isTooLarge
    }
    guard !isTooLarge else {
      throw UnusableFile(path, "larger than \(limit >> 20) MiB: not \(what)")
    }
    return bytes
  }

  /// Passes the content of a file to a closure in pieces, as long as that returns `true`.
  package static func forEachPiece(
    of path: String, _ take: ([UInt8]) throws(UnusableFile) -> Bool
  ) throws(UnusableFile) {
    let file = try RegularFile(path)
    var piece: [UInt8] = []
    while true {
      try file.read(into: &piece)
      guard !piece.isEmpty, try take(piece) else { return }
    }
  }

  /// Returns whether two files have the same content, of which only a piece of each is kept; `false` if one of them
  /// can't be read.
  package static func areEqual(_ path: String, _ other: String) -> Bool {
    guard let first = try? RegularFile(path), let second = try? RegularFile(other) else {
      return false
    }
    var (piece, rest): ([UInt8], [UInt8]) = ([], [])
    do throws(UnusableFile) {
      while true {
        try first.read(into: &piece)
        var count = 0
        // A file may be read in pieces of any sizes.
        repeat {
          if rest.isEmpty { try second.read(into: &rest) }
          let shared = min(piece.count - count, rest.count)
          guard piece[count..<count + shared] == rest[..<shared], shared > 0 || piece.isEmpty else {
            return false
          }
          count += shared
          rest.removeFirst(shared)
        } while count < piece.count
        if piece.isEmpty { return rest.isEmpty }
      }
    } catch {
      return false
    }
  }
}

/// A file that is read from its beginning; a folder, a pipe or a device can't be one.
package final class RegularFile {
  private let descriptor: Int32
  let path: String

  package convenience init(_ path: String) throws(UnusableFile) {
    try unsafe self.init(named: path, open(path, Self.flags))
  }

  /// Opens a file whose path need not be UTF-8, as C has it.
  convenience init(bytesOfPath path: UnsafePointer<CChar>) throws(UnusableFile) {
    try unsafe self.init(named: String(cString: path), open(path, Self.flags))
  }

  /// How a file is opened: it must not block, as a pipe may never get a writer.
  private static let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK

  private init(named path: String, _ descriptor: Int32) throws(UnusableFile) {
    self.path = path
    self.descriptor = descriptor
    guard descriptor >= 0 else {
      let sentence = errno == ENOENT ? "no such file" : SystemReason.reading()
      throw UnusableFile(path, sentence, because: .unreadable)
    }
    var target = stat()
    let kind = unsafe fstat(descriptor, &target) == 0 ? target.st_mode & S_IFMT : 0
    guard kind == S_IFREG else {
      close(descriptor)
      let sentence =
        kind == S_IFDIR
        ? "is a folder; give the name of a file"
        : "is not a regular file; save its contents to one"
      throw UnusableFile(path, sentence, because: .unreadable)
    }
  }

  deinit { close(descriptor) }

  /// Fills the buffer with the next bytes; it is empty at the end.
  package func read(into piece: inout [UInt8]) throws(UnusableFile) {
    piece.removeAll(keepingCapacity: true)
    var status = 0
    piece.append(addingCapacity: 1 << 16) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, count in
        repeat {
          status = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        } while status < 0 && errno == EINTR
        count = max(status, 0)
      }
    }
    guard status >= 0 else {
      throw UnusableFile(path, SystemReason.reading(), because: .unreadable)
    }
  }
}

/// Why a file or a device can't be used, with the position in the file.
public struct UnusableFile: Error, Hashable, Sendable {
  /// The reason, for callers that know a remedy.
  package enum Reason: Hashable, Sendable {
    /// It can't be opened or read.
    case unreadable
    /// It is a valid recording up to the position.
    case damaged
    /// It is a whole recording without the requested device; these are its devices.
    case withoutDevice(among: [RecordedDevice])
    /// It is a recording without a description of its device.
    case withoutDescription
    /// It is a device that the system doesn't let this process use, with the error number.
    case refused(errno: Int32)
    /// It is not what it should be.
    case malformed
  }

  /// The path as the user gave it.
  public var path: String
  /// The line, from 1, if there is one.
  public var line: Int?
  /// The byte within the line, from 1.
  public var column: Int?
  /// What is wrong.
  public var sentence: String
  /// The reason.
  package var reason: Reason

  /// Creates an error from its position and message.
  package init(
    _ path: String, line: Int? = nil, column: Int? = nil, _ sentence: String,
    because reason: Reason = .malformed
  ) {
    self.path = path
    self.line = line
    self.column = column
    self.sentence = sentence
    self.reason = reason
  }

  /// Creates an error from what is wrong in a file.
  package init(_ path: String, _ complaint: Complaint) {
    self.init(path, line: complaint.line, column: complaint.column, complaint.sentence)
  }
}

extension UnusableFile: CustomStringConvertible {
  /// The position and the message, such as `flick.yml:12:1: expected an event`.
  public var description: String {
    ([path] + [line, column].compactMap { $0.map { "\($0)" } }).joined(separator: ":")
      + ": \(sentence)"
  }
}

/// The system's reason why a file can't be used, with a remedy.
package enum SystemReason {
  /// Returns why a file can't be read, for the system's error number.
  package static func reading(_ number: Int32 = errno) -> String {
    let remedy: String? =
      switch number {
      case EACCES, EPERM: "`ls -l` shows who may read it"
      case EISDIR: "give the name of a file"
      default: common(number)
      }
    return "can't be read: \(sentence(number, remedy))"
  }

  /// Returns why a file can't be written, for the system's error number.
  ///
  /// - Parameters:
  ///   - number: the system's error number.
  ///   - what: what can't be done.
  package static func writing(
    _ number: Int32 = errno, saying what: String = "can't be written"
  ) -> String {
    let remedy: String? =
      switch number {
      case ENOSPC, EDQUOT: "make room there, or write elsewhere"
      case EROFS: "write elsewhere"
      case EACCES, EPERM: "write elsewhere, or `ls -ld` shows who may write there"
      case ENOENT: "make its folder first"
      case EISDIR: "give the name of a file"
      case EBADF: "it is closed; write to a file, or to /dev/null"
      default: common(number)
      }
    return "\(what): \(sentence(number, remedy))"
  }

  private static func common(_ number: Int32) -> String? {
    switch number {
    case EMFILE: "`ulimit -n` lets a program have more"
    case ENOTDIR: "a part of its path is no folder"
    default: nil
    }
  }

  /// Returns the system's description of an error.
  package static func words(_ number: Int32 = errno) -> String {
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
  }

  private static func sentence(_ number: Int32, _ remedy: String?) -> String {
    words(number) + (remedy.map { "; \($0)" } ?? "")
  }
}
