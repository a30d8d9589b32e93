import Cases
import Glibc
import Reports

/// What the system says about the error that happened last.
func systemError(_ number: Int32 = errno) -> String { SystemReason.words(number) }

/// A file, or standard input, that is read from its beginning.
final class InputFile {
  private let descriptor: Int32
  let path: String

  /// Opens a file; `-` is standard input.
  ///
  /// - Parameter waits: whether a pipe that nobody writes into yet is waited for.
  init(_ path: String, waits: Bool = true) throws(Complaint) {
    self.path = path
    guard path != "-" else {
      descriptor = STDIN_FILENO
      return
    }
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK))
    guard descriptor >= 0 else {
      let remedy = errno == ENOENT ? "no such file" : SystemReason.reading()
      throw Complaint("\(path): \(remedy)")
    }
  }

  deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  /// Takes over a file that is open.
  init(descriptor: Int32, _ path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  /// Waits until there is something to read, or its end; false when the end is asked for first.
  func wait(_ loop: EventLoop) -> Bool { loop.waitToRead(from: descriptor) }

  /// Has it read by whatever this process becomes.
  func becomeStandardInput() -> Bool { dup2(descriptor, STDIN_FILENO) == STDIN_FILENO }

  /// Whether a file gives the same again when it is opened again, unlike a pipe.
  static func canBeReadAgain(_ path: String) -> Bool {
    var target = stat()
    return unsafe path != "-" && stat(path, &target) == 0 && target.st_mode & S_IFMT == S_IFREG
  }

  /// Whether there is something that can be read only once; what is not there at all is not.
  static func isPipe(_ path: String) -> Bool {
    var target = stat()
    return unsafe path == "-" || stat(path, &target) == 0 && target.st_mode & S_IFMT == S_IFIFO
  }

  /// The number of the device that a path leads to, by whichever name; nothing where there is none.
  static func deviceNumber(_ path: String) -> dev_t? {
    var target = stat()
    return unsafe stat(path, &target) == 0 ? target.st_rdev : nil
  }

  /// Whether a path leads to a device, such as /dev/input/event5, and not to a file.
  static func isDevice(_ path: String) -> Bool {
    var target = stat()
    return unsafe stat(path, &target) == 0 && target.st_mode & S_IFMT == S_IFCHR
  }

  /// Fills the piece with the next bytes, at most so many; it is empty at the end.
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

  /// Reads everything, unless it is more than anybody meant to give.
  func readAll(limit: Int) throws(Complaint) -> [UInt8] {
    let tooMuch = Complaint(
      "\(path): more than \(limit >> 20) MiB: this is not the file that is meant")
    // Of a file it is known before anything is read.
    var target = stat()
    let isFile = unsafe fstat(descriptor, &target) == 0 && target.st_mode & S_IFMT == S_IFREG
    guard !isFile || target.st_size <= limit else { throw tooMuch }
    var all: [UInt8] = []
    var piece: [UInt8] = []
    repeat {
      do {
        try read(into: &piece)
      } catch {
        throw Complaint(error)
      }
      all += piece
      guard all.count <= limit else { throw tooMuch }
    } while !piece.isEmpty
    return all
  }
}

/// A file, or standard output, that is written to.
final class OutputFile {
  /// The reader of a pipe has gone: there is nobody left to write for.
  struct ReaderClosed: Error {}

  let descriptor: Int32
  private let path: String
  /// What takes the place of another file in the end, while it is being written.
  private var draft: Draft?
  /// The length up to which a file that is kept whatever comes is whole, if it is one.
  private var wholeLength: off_t?

  private struct Draft {
    /// The place it will take.
    var place: String
    /// Its own name, which it may have only from the end on.
    var name: String
    /// Whether it has that name already.
    var isNamed: Bool
  }

  /// What is wrong with a link to nothing, as the place of a result.
  static let leadsNowhere = "a link that leads nowhere; give the name of a file"

  /// A file without a name, gone with whoever writes it; `O_TMPFILE`, which Swift can't import.
  private static let nameless = 0o20_000_000 | O_DIRECTORY

  /// Takes over a file that is open.
  init(descriptor: Int32, _ path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  /// Standard output.
  init() {
    descriptor = STDOUT_FILENO
    path = "standard output"
  }

  /// A file for a result, which takes the place of another of that name when it is whole.
  ///
  /// Until then it lies beside it. What is no file, such as a pipe, is written to as it is; `-` is
  /// standard output.
  ///
  /// - Parameter inputs: files that are being read, whose place the result must not take.
  init(result path: String, inputs: [String] = []) throws(Complaint) {
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
      // Beside the file that a link leads to, so that the link stays.
      let real = unsafe realpath(path, nil)
      defer { unsafe free(real) }
      let place = unsafe real.map { unsafe String(cString: $0) } ?? path
      var itself = stat()
      let leadsNowhere = unsafe !exists && lstat(path, &itself) == 0
      guard !leadsNowhere else {
        throw Complaint("\(path): \(Self.leadsNowhere)")
      }
      let name = "\(place).\(getpid()).part"
      let folder = place.lastIndex(of: "/").map { String(place[...$0]) } ?? "."
      // Without a name nothing is left of it, even if this process is killed; not every file system
      // has that.
      let unnamed = unsafe open(folder, O_WRONLY | O_CLOEXEC | Self.nameless, 0o666)
      let isNamed = unnamed < 0
      descriptor =
        isNamed
        ? unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) : unnamed
      if descriptor >= 0 {
        draft = Draft(place: place, name: name, isNamed: isNamed)
        if exists { fchmod(descriptor, target.st_mode & 0o7777) }
      }
    }
    guard descriptor >= 0 else { throw Complaint("\(path): \(SystemReason.writing())") }
  }

  /// A file to which whole pieces are added; one that does not fit is taken back.
  init(appending path: String) throws(Complaint) {
    self.path = path
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    var target = stat()
    guard descriptor >= 0, unsafe fstat(descriptor, &target) == 0 else {
      throw Complaint("\(path): \(SystemReason.writing())")
    }
    if target.st_mode & S_IFMT == S_IFREG { wholeLength = target.st_size }
  }

  /// Complains of a result that would take the place of a file that it is made of.
  static func check(_ path: String, isNoneOf inputs: [String]) throws(Complaint) {
    var (target, other) = (stat(), stat())
    guard unsafe stat(path, &target) == 0 else { return }
    for input in inputs where unsafe stat(input, &other) == 0 {
      guard other.st_dev != target.st_dev || other.st_ino != target.st_ino else {
        throw Complaint("\(path): the result would take the place of \(input), which it is made of")
      }
    }
  }

  /// Whether a file stands at a path, or nothing yet: what is a pipe or a device is written to as it is.
  static func isPlaceOfFile(_ path: String) -> Bool {
    var target = stat()
    return unsafe path != "-" && (stat(path, &target) != 0 || target.st_mode & S_IFMT == S_IFREG)
  }

  /// A file that is written as things happen, for the eyes of its owner; it is kept whatever comes.
  ///
  /// - Parameter replaces: whether it may be written over another file of that name.
  init(log path: String, replaces: Bool) throws(Complaint) {
    self.path = path
    guard path != "-" else {
      descriptor = STDOUT_FILENO
      return
    }
    let existing = replaces ? O_TRUNC : O_EXCL
    // Through a link it might end up in a place that somebody else has chosen.
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | existing, 0o600)
    guard descriptor >= 0 else {
      let reason =
        switch errno {
        case EEXIST: "there is such a file already; --force writes over it"
        case ELOOP: "it is a link; give the name of a file"
        default: SystemReason.writing()
        }
      throw Complaint("\(path): \(reason)")
    }
    var target = stat()
    // What is no file, such as /dev/null or a named pipe, is not ours to keep others from.
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

  /// Writes all bytes and empties the buffer; false when a pipe took not all before the end was asked for.
  func write(_ bytes: inout [UInt8], heeding loop: EventLoop) throws -> Bool {
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

  /// Writes a piece of the bytes, and tells how much that was.
  ///
  /// - Parameter most: how large the piece may be. 4096 bytes, PIPE_BUF, a pipe that is ready takes without
  ///   waiting.
  func writePiece(of bytes: [UInt8], from start: Int, most: Int = 4096) throws -> Int {
    let status = unsafe bytes.withUnsafeBytes { buffer in
      let end = start + Swift.min(bytes.count - start, most)
      let piece = unsafe UnsafeRawBufferPointer(rebasing: buffer[start..<end])
      return unsafe Glibc.write(descriptor, piece.baseAddress, piece.count)
    }
    if status < 0 {
      if errno == EINTR { return 0 }
      if errno == EPIPE { throw ReaderClosed() }
      let reason = SystemReason.writing()
      // A disk that is full has taken a part of it, which would leave the last line torn.
      if let wholeLength { ftruncate(descriptor, wholeLength) }
      throw Complaint("\(path): \(reason)")
    }
    return status
  }

  /// Removes a file that is not needed any more.
  static func remove(_ path: String) {
    unsafe unlink(path)
  }

  /// Writes a text.
  func write(_ text: String) throws {
    var bytes = Array(text.utf8)
    try write(&bytes)
  }

  /// Writes a line that comes in pieces, of which there may be very many.
  func write(pieces: some Sequence<String>) throws {
    var bytes: [UInt8] = []
    for piece in pieces {
      bytes += piece.utf8
      if bytes.count >= 1 << 16 { try write(&bytes) }
    }
    bytes.append(UInt8(ascii: "\n"))
    try write(&bytes)
  }

  /// Puts a result that is whole in its place.
  func finish() throws(Complaint) {
    guard var draft else { return }
    if !draft.isNamed {
      let status = unsafe linkat(
        AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, draft.name, AT_SYMLINK_FOLLOW)
      draft.isNamed = status == 0
    }
    self.draft = draft
    guard draft.isNamed, unsafe rename(draft.name, draft.place) == 0 else {
      throw Complaint("\(path): \(SystemReason.writing())")
    }
    self.draft = nil
  }
}

extension String {
  /// The text as one word of a shell's: in quotation marks where it needs them.
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

/// Says a line to the person at the terminal, beside the results.
func say(_ line: String) {
  var bytes = Array("\(TextStyle.beside.rendered(line))\n".utf8)
  while !bytes.isEmpty {
    let status = unsafe bytes.withUnsafeBytes { buffer in
      unsafe Glibc.write(STDERR_FILENO, buffer.baseAddress, buffer.count)
    }
    // There is nobody to tell that nobody can be told.
    if status < 0 { return }
    bytes.removeFirst(status)
  }
}
