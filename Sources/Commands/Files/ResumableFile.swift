import Glibc
import PantographBase
import PantographTraces

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
      (done, length, failed) = (numbers[0], off_t(numbers[1]), numbers[2])
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
    (self.done, self.failed) = (done, failed)
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
