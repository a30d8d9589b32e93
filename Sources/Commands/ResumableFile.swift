import Cases
import Glibc

/// A result that is written over a long time, and goes on where it was when it is begun again.
///
/// Until it is whole it lies beside its place as `….part`, and beside that in `….part.state` stands what
/// it is made of and how far it has come: a line for each time that something was whole. What has been
/// written after the last of these is written again.
final class ResumableFile {
  /// How many items the rows that are there already are about.
  private(set) var done = 0
  /// How many of them were no good.
  private(set) var failed = 0
  private let path: String
  private let place: String
  private let part: Int32
  private let state: Int32
  private var length: off_t = 0

  private var partPath: String { "\(place).part" }
  private var statePath: String { "\(place).part.state" }

  /// Begins a result, or goes on with it.
  ///
  /// - Parameters:
  ///   - path: the place that it will take.
  ///   - settings: stands for everything that it is made of.
  ///   - restarts: whether it begins anew, whatever is there.
  ///   - inputs: files that are being read, whose place it must not take.
  init(_ path: String, settings: Digest, restarts: Bool, inputs: [String]) throws(Complaint) {
    try OutputFile.check(path, isNoneOf: inputs)
    self.path = path
    var itself = stat()
    let isThere = unsafe lstat(path, &itself) == 0
    // Beside the file that a link leads to, so that the link stays.
    let real = unsafe realpath(path, nil)
    place = unsafe real.map { unsafe String(cString: $0) } ?? path
    unsafe free(real)
    guard unsafe real != nil || !isThere else {
      throw Complaint("\(path): \(OutputFile.leadsNowhere)")
    }
    let (partPath, statePath) = ("\(place).part", "\(place).part.state")
    let part = unsafe open(partPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard part >= 0 else { throw Complaint("\(partPath): \(SystemReason.writing())") }
    guard flock(part, LOCK_EX | LOCK_NB) == 0 else {
      close(part)
      throw Complaint("\(partPath): somebody else is writing it; wait until that is done")
    }
    let state = unsafe open(statePath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard state >= 0 else {
      let reason = SystemReason.writing()
      close(part)
      throw Complaint("\(statePath): \(reason)")
    }
    self.part = part
    self.state = state
    let title = "pantograph \(CommandLineTool.version) \(settings.text)"
    if !restarts { try goOn(title) }
    guard ftruncate(part, length) == 0, lseek(part, length, SEEK_SET) == length else {
      throw Complaint("\(partPath): \(SystemReason.writing())")
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

  /// Finds out how far it has come.
  private func goOn(_ title: String) throws(Complaint) {
    var target = stat()
    guard unsafe fstat(part, &target) == 0, target.st_size > 0 else { return }
    let text = String(
      decoding: try InputFile("/proc/self/fd/\(state)").readAll(limit: 64 << 20), as: UTF8.self)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // Behind the last line end is nothing, or what was torn.
    lines.removeLast()
    guard lines.first == title[...] else {
      throw Complaint(
        "\(partPath): it was begun with other options, recordings or labels; --restart begins anew")
    }
    var whole = off_t(title.utf8.count + 1)
    for line in lines.dropFirst() {
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 3, off_t(numbers[1]) <= target.st_size else { break }
      (done, length, failed) = (numbers[0], off_t(numbers[1]), numbers[2])
      whole += off_t(line.utf8.count + 1)
    }
    // Behind a line that was torn, as by a full disk, the next one would become a part of it.
    guard ftruncate(state, whole) == 0, lseek(state, whole, SEEK_SET) == whole else {
      throw Complaint("\(statePath): \(SystemReason.writing())")
    }
  }

  /// Writes what is whole: rows, and how many items they and those before them are about.
  func write(_ bytes: inout [UInt8], done: Int, failed: Int) throws(Complaint) {
    try write(bytes, to: part, partPath)
    length += off_t(bytes.count)
    bytes.removeAll(keepingCapacity: true)
    (self.done, self.failed) = (done, failed)
    try write("\(done) \(length) \(failed)\n", to: state, statePath)
  }

  private func write(_ text: String, to file: Int32, _ path: String) throws(Complaint) {
    try write(Array(text.utf8), to: file, path)
  }

  private func write(_ bytes: [UInt8], to file: Int32, _ path: String) throws(Complaint) {
    var start = 0
    while start < bytes.count {
      let status = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[start...])
        return unsafe Glibc.write(file, rest.baseAddress, rest.count)
      }
      if status < 0 {
        if errno == EINTR { continue }
        throw Complaint("\(path): \(SystemReason.writing())")
      }
      start += status
    }
  }

  /// Puts the result, now whole, in its place.
  func finish() throws(Complaint) {
    var target = stat()
    if unsafe stat(place, &target) == 0 { fchmod(part, target.st_mode & 0o7777) }
    guard unsafe rename(partPath, place) == 0 else {
      throw Complaint("\(path): \(SystemReason.writing())")
    }
    unsafe unlink(statePath)
  }
}
