import Glibc
import Pantograph
import PantographBase
import PantographReports
import PantographTraces

/// Returns the system's message for an error number, by default the last error.
func systemError(_ number: Int32 = errno) -> String { SystemReason.words(number) }

/// A file or standard input, opened for reading.
final class InputFile {
  private let descriptor: Int32
  let path: String

  /// Opens a file; `-` is standard input.
  ///
  /// - Parameter waits: whether opening a pipe waits for a writer.
  init(_ path: String, waits: Bool = true) throws(CommandError) {
    self.path = path
    guard path != "-" else {
      descriptor = STDIN_FILENO
      return
    }
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK))
    guard descriptor >= 0 else {
      let remedy = errno == ENOENT ? "no such file" : SystemReason.reading()
      throw CommandError("\(path): \(remedy)")
    }
  }

  deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  /// Takes ownership of an open descriptor.
  init(descriptor: Int32, _ path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  /// Waits until data or the end of the file can be read; returns `false` if the end is requested first.
  func wait(_ loop: EventLoop) -> Bool { loop.waitToRead(from: descriptor) }

  /// Makes it the standard input of a program that replaces this process.
  func becomeStandardInput() -> Bool { dup2(descriptor, STDIN_FILENO) == STDIN_FILENO }

  /// Returns whether a path is a regular file, which can be read again, unlike a pipe.
  static func canBeReadAgain(_ path: String) -> Bool {
    path != "-" && FoundFile(path)?.isFile ?? false
  }

  /// Returns whether a path is a folder.
  static func isFolder(_ path: String) -> Bool { FoundFile(path)?.isFolder ?? false }

  /// Returns whether a path exists and can be read only once.
  static func isPipe(_ path: String) -> Bool {
    var target = stat()
    return unsafe path == "-" || stat(path, &target) == 0 && target.st_mode & S_IFMT == S_IFIFO
  }

  /// Returns the number of the device that a path names, or `nil` if there is none.
  static func deviceNumber(_ path: String) -> dev_t? {
    var target = stat()
    return unsafe stat(path, &target) == 0 ? target.st_rdev : nil
  }

  /// Returns whether a path is a character device, such as /dev/input/event5.
  static func isDevice(_ path: String) -> Bool {
    var target = stat()
    return unsafe stat(path, &target) == 0 && target.st_mode & S_IFMT == S_IFCHR
  }

  /// Reads at most `count` bytes into `piece`, which is empty at the end of the file.
  func read(into piece: inout [UInt8], count: Int = 1 << 16) throws(UnusableFile) {
    piece.removeAll(keepingCapacity: true)
    piece.append(contentsOf: repeatElement(0, count: count))
    var status: Int
    repeat {
      status = unsafe piece.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      }
    } while status < 0 && errno == EINTR
    guard status >= 0 else {
      throw UnusableFile(path, SystemReason.reading(), because: .unreadable)
    }
    piece.removeLast(count - status)
  }

  /// Reads the whole file, or throws if it is larger than a limit.
  func readAll(limit: Int) throws(CommandError) -> [UInt8] {
    let tooMuch = CommandError(
      "\(path): larger than \(limit >> 20) MiB; this is probably not the intended file")
    // The size of a regular file is known in advance.
    var target = stat()
    let isFile = unsafe fstat(descriptor, &target) == 0 && target.st_mode & S_IFMT == S_IFREG
    guard !isFile || target.st_size <= limit else { throw tooMuch }
    var all: [UInt8] = []
    var piece: [UInt8] = []
    repeat {
      do {
        try read(into: &piece)
      } catch {
        throw CommandError(error)
      }
      all += piece
      guard all.count <= limit else { throw tooMuch }
    } while !piece.isEmpty
    return all
  }
}

/// The folders that a result needs and that were missing; without ``keep()``, they are removed again.
final class MissingFolders {
  private var made: [String] = []

  /// Makes the folders above a file.
  init(above path: String) throws(CommandError) {
    var folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    var missing: [String] = []
    while !folder.isEmpty, FoundFile(String(folder)) == nil {
      missing.append(String(folder))
      folder = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
    }
    for folder in missing.reversed() where !InputFile.isFolder(folder) {
      guard unsafe mkdir(folder, 0o777) == 0 else {
        throw CommandError("\(folder): can't be made: \(systemError())")
      }
      made.append(folder)
    }
  }

  deinit {
    for folder in made.reversed() { unsafe rmdir(folder) }
  }

  /// Keeps the folders, as the result is in them.
  func keep() { made = [] }
}

/// A file or standard output, opened for writing.
final class OutputFile {
  let descriptor: Int32
  private let path: String
  /// The temporary file that replaces the destination when it is complete.
  private var draft: Draft?
  /// The length of the complete part of a file that is kept after an error.
  private var wholeLength: off_t?

  private struct Draft {
    /// The path that it replaces.
    var destination: String
    /// Its own path, which it may get only at the end.
    var name: String
    /// Whether it has that path already.
    var isNamed: Bool
  }

  /// The problem with a dangling link as the destination of a result.
  static let danglingLink = "is a dangling link; give the name of a file"

  /// `O_TMPFILE`, which Swift can't import: a file without a name, deleted when it is closed.
  static let unnamedFile = 0o20_000_000 | O_DIRECTORY

  /// Whether it is a terminal, on which control characters in rows would act.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Whether standard output that nobody reads any more is discarded, instead of ending the work.
  ///
  /// It is set before the command begins, and before there is another thread.
  nonisolated(unsafe) static var outlivesReaders = false

  /// Takes ownership of an open descriptor.
  init(descriptor: Int32, _ path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  /// Standard output.
  init() {
    descriptor = STDOUT_FILENO
    path = "standard output"
  }

  /// Creates a file for a result, which replaces an existing file when it is complete.
  ///
  /// Until then it is a temporary file in the same folder. A pipe or device is written to directly; `-` is
  /// standard output.
  ///
  /// - Parameter inputs: the input files, which the result must not replace.
  init(result path: String, inputs: [String] = []) throws(CommandError) {
    self.path = path
    guard path != "-" else {
      descriptor = STDOUT_FILENO
      return
    }
    var target = stat()
    let exists = unsafe stat(path, &target) == 0
    if exists, target.st_mode & S_IFMT != S_IFREG {
      descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    } else {
      try Self.check(path, isNoneOf: inputs)
      // In the folder of a link's target, so that the link is kept.
      let real = unsafe realpath(path, nil)
      defer { unsafe free(real) }
      let destination = unsafe real.map { unsafe String(cString: $0) } ?? path
      var itself = stat()
      let isDangling = unsafe !exists && lstat(path, &itself) == 0
      guard !isDangling else {
        throw CommandError("\(path): \(Self.danglingLink)")
      }
      let name = "\(destination).\(getpid()).part"
      let folder = destination.lastIndex(of: "/").map { String(destination[...$0]) } ?? "."
      // An unnamed file disappears even if this process is killed; not every file system supports it.
      let unnamed = unsafe open(folder, O_WRONLY | O_CLOEXEC | Self.unnamedFile, 0o666)
      let isNamed = unnamed < 0
      descriptor =
        isNamed
        ? unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) : unnamed
      if descriptor >= 0 {
        draft = Draft(destination: destination, name: name, isNamed: isNamed)
        if exists { fchmod(descriptor, target.st_mode & 0o7777) }
      }
    }
    guard descriptor >= 0 else { throw CommandError("\(path): \(SystemReason.writing())") }
  }

  /// Opens a file to append complete pieces; a piece that does not fit is removed again.
  init(appending path: String) throws(CommandError) {
    self.path = path
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    var target = stat()
    guard descriptor >= 0, unsafe fstat(descriptor, &target) == 0 else {
      throw CommandError("\(path): \(SystemReason.writing())")
    }
    if target.st_mode & S_IFMT == S_IFREG { wholeLength = target.st_size }
  }

  /// Throws if a result would replace one of its input files.
  static func check(_ path: String, isNoneOf inputs: [String]) throws(CommandError) {
    var (target, other) = (stat(), stat())
    guard unsafe stat(path, &target) == 0 else { return }
    for input in inputs where unsafe stat(input, &other) == 0 {
      guard other.st_dev != target.st_dev || other.st_ino != target.st_ino else {
        throw CommandError("\(path): the result would replace its input \(input)")
      }
    }
  }

  /// Returns whether a path is a regular file or does not exist; pipes and devices are written to directly.
  static func isRegularOrNew(_ path: String) -> Bool {
    var target = stat()
    return unsafe path != "-" && (stat(path, &target) != 0 || target.st_mode & S_IFMT == S_IFREG)
  }

  /// Creates a file that is written continuously, readable by its owner only, and kept after an error.
  ///
  /// - Parameter replaces: whether it may overwrite an existing file.
  init(log path: String, replaces: Bool) throws(CommandError) {
    self.path = path
    guard path != "-" else {
      descriptor = STDOUT_FILENO
      return
    }
    let existing = replaces ? O_TRUNC : O_EXCL
    // Another user could have planted a link.
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | existing, 0o600)
    guard descriptor >= 0 else {
      let reason =
        switch errno {
        case EEXIST: "the file exists; --force overwrites it"
        case ELOOP: "is a link; give the name of a file"
        default: SystemReason.writing()
        }
      throw CommandError("\(path): \(reason)")
    }
    var target = stat()
    // The mode of /dev/null or a named pipe is left alone.
    guard unsafe fstat(descriptor, &target) == 0, target.st_mode & S_IFMT == S_IFREG else { return }
    fchmod(descriptor, 0o600)
    wholeLength = 0
  }

  deinit {
    if let draft, draft.isNamed { unsafe unlink(draft.name) }
    if descriptor != STDOUT_FILENO { close(descriptor) }
  }

  /// Writes all bytes and empties the buffer.
  func write(_ bytes: inout [UInt8]) throws {
    var start = 0
    while start < bytes.count { start += try writePiece(of: bytes, from: start, most: .max) }
    wholeLength = wholeLength.map { $0 + off_t(start) }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes all bytes and empties the buffer; returns `false` if the end is requested before a pipe takes all.
  func write(_ bytes: inout [UInt8], until loop: EventLoop) throws -> Bool {
    var start = 0
    if wholeLength != nil {
      try write(&bytes)
    } else {
      while start < bytes.count, loop.waitToWrite(to: descriptor) {
        start += try writePiece(of: bytes, from: start)
      }
    }
    defer { bytes.removeAll(keepingCapacity: true) }
    return start == bytes.count || bytes.isEmpty
  }

  /// Writes a piece of the bytes and returns its size.
  ///
  /// - Parameter most: the largest size of the piece. A writable pipe takes 4096 bytes, PIPE_BUF, without
  ///   blocking.
  func writePiece(of bytes: [UInt8], from start: Int, most: Int = 4096) throws -> Int {
    let status = unsafe bytes.withUnsafeBytes { buffer in
      let end = start + Swift.min(bytes.count - start, most)
      let piece = unsafe UnsafeRawBufferPointer(rebasing: buffer[start..<end])
      return unsafe Glibc.write(descriptor, piece.baseAddress, piece.count)
    }
    if status < 0 {
      if errno == EINTR { return 0 }
      if errno == EPIPE {
        guard unsafe descriptor == STDOUT_FILENO && Self.outlivesReaders else { throw EarlyEnd() }
        return bytes.count - start
      }
      let reason = SystemReason.writing()
      // A full disk may have taken a part, which would leave an incomplete last line.
      if let wholeLength { ftruncate(descriptor, wholeLength) }
      throw CommandError("\(path): \(reason)")
    }
    return status
  }

  /// Removes a file.
  static func remove(_ path: String) {
    unsafe unlink(path)
  }

  /// Writes a text.
  func write(_ text: String) throws {
    var bytes = Array(text.utf8)
    try write(&bytes)
  }

  /// Writes a line that consists of many pieces.
  func write(pieces: some Sequence<String>) throws {
    var bytes: [UInt8] = []
    for piece in pieces {
      bytes += piece.utf8
      if bytes.count >= 1 << 16 { try write(&bytes) }
    }
    bytes.append(UInt8(ascii: "\n"))
    try write(&bytes)
  }

  /// Moves the complete result to its destination.
  func finish() throws(CommandError) {
    guard var draft else { return }
    // Ctrl-C in between would leave the named draft.
    var (all, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    if !draft.isNamed {
      let status = unsafe linkat(
        AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, draft.name, AT_SYMLINK_FOLLOW)
      draft.isNamed = status == 0
    }
    self.draft = draft
    guard draft.isNamed, unsafe rename(draft.name, draft.destination) == 0 else {
      throw CommandError("\(path): \(SystemReason.writing())")
    }
    self.draft = nil
  }
}

extension String {
  /// The text as one shell word, quoted if necessary.
  var quoted: String {
    let isPlain =
      !isEmpty
      && unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0)
          || "_-./+,:@%=".unicodeScalars.contains($0)
      }
    return isPlain
      ? self
      : "'\(split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
  }
}

/// Prints a line to standard error.
func printNotice(_ line: String) {
  var bytes = Array("\(TextStyle.beside.rendered(line))\n".utf8)
  while !bytes.isEmpty {
    let status = unsafe bytes.withUnsafeBytes { buffer in
      unsafe Glibc.write(STDERR_FILENO, buffer.baseAddress, buffer.count)
    }
    // An error here can't be reported.
    if status < 0 { return }
    bytes.removeFirst(status)
  }
}
