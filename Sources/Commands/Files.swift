import Glibc

/// What the system says about the error that happened last.
func systemError(_ number: Int32 = errno) -> String {
  unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
}

/// A file, or standard input, that is read from its beginning.
struct InputFile: ~Copyable {
  private let descriptor: Int32
  private let path: String

  /// Opens a file; `-` is standard input.
  init(_ path: String) throws(Complaint) {
    self.path = path
    guard path != "-" else {
      descriptor = STDIN_FILENO
      return
    }
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let remedy = errno == ENOENT ? "no such file" : "can't be read: \(systemError())"
      throw Complaint("\(path): \(remedy)")
    }
  }

  deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  /// Fills the piece with the next bytes, at most so many; it is empty at the end.
  func read(into piece: inout [UInt8], count: Int = 1 << 16) throws(Complaint) {
    piece.removeAll(keepingCapacity: true)
    piece.append(contentsOf: repeatElement(0, count: count))
    var status: Int
    repeat {
      status = unsafe piece.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      }
    } while status < 0 && errno == EINTR
    guard status >= 0 else { throw Complaint("\(path): can't be read: \(systemError())") }
    piece.removeLast(count - status)
  }

  /// Reads everything, unless it is more than anybody meant to give.
  func readAll(limit: Int) throws(Complaint) -> [UInt8] {
    var all: [UInt8] = []
    var piece: [UInt8] = []
    repeat {
      try read(into: &piece)
      all += piece
      guard all.count <= limit else {
        throw Complaint("\(path): more than \(limit >> 20) MiB: this is not the file that is meant")
      }
    } while !piece.isEmpty
    return all
  }
}

/// A file, or standard output, that is written to.
struct OutputFile: ~Copyable {
  /// The reader of a pipe has gone: there is nobody left to write for.
  struct ReaderIsGone: Error {}

  private let descriptor: Int32
  private let path: String

  /// What may stand in the way when a file is made.
  enum Existing {
    /// A file of that name is emptied and written anew.
    case replace
    /// A file of that name is kept, and the command refuses.
    case refuse
  }

  /// Standard output.
  init() {
    descriptor = STDOUT_FILENO
    path = "standard output"
  }

  /// Makes a file; `-` is standard output.
  init(_ path: String, existing: Existing, mode: mode_t = 0o644) throws(Complaint) {
    guard path != "-" else {
      self = OutputFile()
      return
    }
    self.path = path
    let exclusive = existing == .refuse ? O_EXCL : O_TRUNC
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | exclusive, mode)
    guard descriptor >= 0 else {
      throw Complaint(
        errno == EEXIST
          ? "\(path): there is such a file already; --force writes over it"
          : "\(path): can't be written: \(systemError())")
    }
  }

  deinit {
    if descriptor != STDOUT_FILENO { close(descriptor) }
  }

  /// Writes all bytes and empties the buffer.
  func write(_ bytes: inout [UInt8]) throws {
    var start = 0
    while start < bytes.count {
      let status = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[start...])
        return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
      }
      if status < 0 {
        if errno == EINTR { continue }
        if errno == EPIPE { throw ReaderIsGone() }
        throw Complaint("\(path): can't be written: \(systemError())")
      }
      start += status
    }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes a text.
  func write(_ text: String) throws {
    var bytes = Array(text.utf8)
    try write(&bytes)
  }
}

/// Says a line to the person at the terminal, beside the results.
func say(_ line: String) {
  var bytes = Array("\(line)\n".utf8)
  while !bytes.isEmpty {
    let status = unsafe bytes.withUnsafeBytes { buffer in
      unsafe Glibc.write(STDERR_FILENO, buffer.baseAddress, buffer.count)
    }
    // There is nobody to tell that nobody can be told.
    if status < 0 { return }
    bytes.removeFirst(status)
  }
}
