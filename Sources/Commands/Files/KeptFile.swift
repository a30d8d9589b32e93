import Glibc
import PantographBase
import PantographTraces

/// An unnamed temporary file for data from a pipe.
final class KeptFile {
  private let file: OutputFile
  private let folder: String

  init() throws(CommandError) {
    folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    // A signal can't leave a file that never had a name, but not every file system has them.
    var descriptor = unsafe open(folder, O_RDWR | O_CLOEXEC | OutputFile.unnamedFile, 0o600)
    if descriptor < 0 { descriptor = Self.openUnlinked(in: folder) }
    guard descriptor >= 0 else {
      throw CommandError("\(folder): \(Self.sentence)")
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    file = OutputFile(descriptor: descriptor, folder)
  }

  /// Creates a file, and removes its name before any signal.
  private static func openUnlinked(in folder: String) -> Int32 {
    var (all, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    var name = Array("\(folder)/pantograph.XXXXXX".utf8CString)
    let descriptor = unsafe mkstemp(&name)
    let number = errno
    if descriptor >= 0 { unsafe unlink(name) }
    errno = number
    return descriptor
  }

  /// The error of writing to it.
  private static var sentence: String {
    "can't be written: \(systemError()); TMPDIR names another folder"
  }

  /// Appends a piece of data.
  func append(_ piece: [UInt8]) throws(UnusableFile) {
    var piece = piece
    do {
      try file.write(&piece)
    } catch {
      throw UnusableFile(folder, Self.sentence, because: .unreadable)
    }
  }

  /// Opens it again from the beginning; may be called repeatedly.
  func reopened() throws(CommandError) -> InputFile {
    let again = unsafe open("/proc/self/fd/\(file.descriptor)", O_RDONLY | O_CLOEXEC)
    guard again >= 0 else { throw CommandError("\(folder): \(SystemReason.reading())") }
    return InputFile(descriptor: again, folder)
  }
}

/// A result that takes long to write and can be resumed after an interruption.
///
/// Until it is complete, the data is in `….part`. The file `….part.state` contains a digest of the inputs and
/// a line for each completed step. Data written after the last completed step is written again.
final class ResumableFile {
  /// The number of items that are already written.
  private(set) var done = 0
  /// The number of them that failed.
  private(set) var failed = 0
  private let path: String
  private let destination: String
  private let part: Int32
  private let state: Int32
  private var length: off_t = 0

  private var partPath: String { "\(destination).part" }
  private var statePath: String { "\(destination).part.state" }

  /// Starts or resumes a result.
  ///
  /// - Parameters:
  ///   - path: the destination.
  ///   - settings: a digest of everything that it depends on.
  ///   - restarts: whether to start over.
  ///   - inputs: the input files, which it must not replace.
  init(_ path: String, settings: Digest, restarts: Bool, inputs: [String]) throws(CommandError) {
    try OutputFile.check(path, isNoneOf: inputs)
    self.path = path
    var itself = stat()
    let isThere = unsafe lstat(path, &itself) == 0
    // In the folder of a link's target, so that the link is kept.
    let real = unsafe realpath(path, nil)
    destination = unsafe real.map { unsafe String(cString: $0) } ?? path
    unsafe free(real)
    guard unsafe real != nil || !isThere else {
      throw CommandError("\(path): \(OutputFile.danglingLink)")
    }
    let (partPath, statePath) = ("\(destination).part", "\(destination).part.state")
    let part = unsafe open(partPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard part >= 0 else { throw CommandError("\(partPath): \(SystemReason.writing())") }
    guard flock(part, LOCK_EX | LOCK_NB) == 0 else {
      close(part)
      throw CommandError(
        "\(partPath): another process is writing this file; wait until it has finished")
    }
    let state = unsafe open(statePath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard state >= 0 else {
      let reason = SystemReason.writing()
      close(part)
      throw CommandError("\(statePath): \(reason)")
    }
    self.part = part
    self.state = state
    let title = "pantograph \(Version.number) \(settings.text)"
    if !restarts { try resume(title) }
    guard ftruncate(part, length) == 0, lseek(part, length, SEEK_SET) == length else {
      throw CommandError("\(partPath): \(SystemReason.writing())")
    }
    guard done == 0 else { return }
    ftruncate(state, 0)
    lseek(state, 0, SEEK_SET)
    try write(title + "\n", to: state, statePath)
  }

  deinit {
    close(part)
    close(state)
  }

  /// Reads the state of an interrupted run.
  private func resume(_ title: String) throws(CommandError) {
    var target = stat()
    guard unsafe fstat(part, &target) == 0, target.st_size > 0 else { return }
    let text = String(
      decoding: try InputFile("/proc/self/fd/\(state)").readAll(limit: 64 << 20), as: UTF8.self)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // After the last line break is nothing, or an incomplete line.
    lines.removeLast()
    guard lines.first == title[...] else {
      throw CommandError(
        "\(partPath): was started with other options, recordings or labels; --restart starts over")
    }
    var whole = off_t(title.utf8.count + 1)
    for line in lines.dropFirst() {
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 3, off_t(numbers[1]) <= target.st_size else { break }
      done = numbers[0]
      length = off_t(numbers[1])
      failed = numbers[2]
      whole += off_t(line.utf8.count + 1)
    }
    // Removes an incomplete line, for example after a full disk.
    guard ftruncate(state, whole) == 0, lseek(state, whole, SEEK_SET) == whole else {
      throw CommandError("\(statePath): \(SystemReason.writing())")
    }
  }

  /// Writes complete rows, and the number of items that are done with them.
  func write(_ bytes: inout [UInt8], done: Int, failed: Int) throws(CommandError) {
    try write(bytes, to: part, partPath)
    length += off_t(bytes.count)
    bytes.removeAll(keepingCapacity: true)
    self.done = done
    self.failed = failed
    try write("\(done) \(length) \(failed)\n", to: state, statePath)
  }

  private func write(_ text: String, to file: Int32, _ path: String) throws(CommandError) {
    try write(Array(text.utf8), to: file, path)
  }

  private func write(_ bytes: [UInt8], to file: Int32, _ path: String) throws(CommandError) {
    var start = 0
    while start < bytes.count {
      let status = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[start...])
        return unsafe Glibc.write(file, rest.baseAddress, rest.count)
      }
      if status < 0 {
        if errno == EINTR { continue }
        throw CommandError("\(path): \(SystemReason.writing())")
      }
      start += status
    }
  }

  /// Moves the complete result to its destination.
  func finish() throws(CommandError) {
    var target = stat()
    if unsafe stat(destination, &target) == 0 { fchmod(part, target.st_mode & 0o7777) }
    guard unsafe rename(partPath, destination) == 0 else {
      throw CommandError("\(path): \(SystemReason.writing())")
    }
    unsafe unlink(statePath)
  }
}

/// A 64-bit FNV-1a hash of a sequence of byte strings.
struct Digest {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
    // 0xff never occurs in UTF-8, so it separates consecutive texts.
    add(0xff)
  }

  mutating func add(_ text: String) { add(text.utf8) }

  private mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }

  /// The hash in hexadecimal digits.
  var text: String { String(value, radix: 16) }
}
