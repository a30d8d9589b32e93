import PantographBase
import PantographCLinux

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
    try unsafe self.init(named: path, linux_open(path, Self.flags))
  }

  /// Opens a file whose path need not be UTF-8, as C has it.
  convenience init(bytesOfPath path: UnsafePointer<CChar>) throws(UnusableFile) {
    try unsafe self.init(named: String(cString: path), linux_open(path, Self.flags))
  }

  /// How a file is opened: it must not block, as a pipe may never get a writer.
  private static let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK

  private init(named path: String, _ descriptor: Int32) throws(UnusableFile) {
    self.path = path
    self.descriptor = descriptor
    guard descriptor >= 0 else {
      let sentence = linux_error_number() == ENOENT ? "no such file" : SystemReason.reading()
      throw UnusableFile(path, sentence, because: .unreadable)
    }
    let kind = linux_open_file(descriptor).kind
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
          status = unsafe PantographCLinux.read(descriptor, buffer.baseAddress, buffer.count)
        } while status < 0 && linux_error_number() == EINTR
        count = max(status, 0)
      }
    }
    guard status >= 0 else {
      throw UnusableFile(path, SystemReason.reading(), because: .unreadable)
    }
  }
}
