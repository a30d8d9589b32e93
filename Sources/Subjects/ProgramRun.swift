import PantographCLinux
import PantographLibc

/// Runs a program that reads its standard input and prints, within a time limit.
///
/// The program leads a process group of its own, which is killed when the program ends or the time is up:
/// nothing stays behind.
struct ProgramRun {
  /// What a program printed, and how it ended.
  struct Result {
    var output: [UInt8] = []
    /// The last lines that it printed on its standard error.
    var complaints: [UInt8] = []
    var end = End.status(0)
  }

  enum End: Equatable {
    case status(Int32)
    case signal(Int32)
    /// It was killed when the time was up, after this many seconds.
    case timeLimit(Double)
    /// It has ended, but what it started kept its output open until the time was up.
    case outputKeptOpen
    /// It was killed because it printed more than is kept.
    case tooMuchOutput
  }

  /// 64 MiB: an hour of 60 frames a second with fifteen columns.
  static let mostOutput = 64 << 20
  /// 4 KiB of standard error are kept, the last ones.
  static let mostComplaints = 4096

  /// A piece of input, and the seconds since the start before which it is not sent.
  struct Piece {
    var seconds: Double
    var bytes: [UInt8]
  }

  private let identifier: pid_t
  /// Our ends of its standard streams; −1 when closed.
  private var input: Int32
  private var output: Int32
  private var complaints: Int32
  private var result = Result()

  /// Runs a program in a folder, and sends it the pieces.
  ///
  /// - Throws: the reason why it can't be started.
  static func run(
    _ words: [String], in folder: String, sending pieces: [Piece], limit: Double
  ) throws(ProgramFailure) -> Result {
    var run = try ProgramRun(words, in: folder)
    withoutBrokenPipes { run.exchange(pieces, limit: limit) }
    return run.finish()
  }

  /// Writing to a program that reads no more is an error here, and does not end this process.
  private static func withoutBrokenPipes(_ body: () -> Void) {
    var (brokenPipe, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&brokenPipe)
    unsafe sigaddset(&brokenPipe, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &brokenPipe, &before)
    body()
    var now = timespec()
    while unsafe sigtimedwait(&brokenPipe, nil, &now) == SIGPIPE {}
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  private init(_ words: [String], in folder: String) throws(ProgramFailure) {
    var pipes: [[Int32]] = []
    for _ in 0..<3 {
      var ends: [Int32] = [-1, -1]
      guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else {
        for descriptor in pipes.joined() { close(descriptor) }
        throw ProgramFailure(sentence: "no pipe can be made: \(Self.reason(errno))")
      }
      pipes.append(ends)
    }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, pipes[0][0], 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, pipes[1][1], 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, pipes[2][1], 2)
    unsafe posix_spawn_file_actions_addchdir_np(&actions, folder)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // Signals that this process ignores would stay ignored.
    var usual = sigset_t()
    unsafe sigemptyset(&usual)
    unsafe sigaddset(&usual, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
    let pointers = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    var identifier: pid_t = 0
    let problem = unsafe posix_spawnp(
      &identifier, words[0], &actions, &attributes, pointers, environ)
    for descriptor in [pipes[0][0], pipes[1][1], pipes[2][1]] { close(descriptor) }
    (input, output, complaints) = (pipes[0][1], pipes[1][0], pipes[2][0])
    self.identifier = identifier
    guard problem == 0 else {
      for descriptor in [input, output, complaints] { close(descriptor) }
      throw ProgramFailure(sentence: "can't be run: \(Self.reason(problem))")
    }
    RunningGroups.add(identifier)
    for descriptor in [input, output, complaints] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
  }

  private static func reason(_ number: Int32) -> String {
    number == ENOENT ? "no such program" : unsafe String(cString: strerror(number))
  }

  /// Sends the pieces at their times, and reads what is printed, until both streams are closed.
  private mutating func exchange(_ pieces: [Piece], limit: Double) {
    let start = Self.now
    var (next, sent) = (0, 0)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while output >= 0 || complaints >= 0 {
      let elapsed = Self.now - start
      guard elapsed < limit else {
        return result.end = hasEnded ? .outputKeptOpen : .timeLimit(limit)
      }
      let isDue = next < pieces.count && pieces[next].seconds <= elapsed
      if input >= 0, next == pieces.count { closeInput() }
      var wait = limit - elapsed
      if next < pieces.count, !isDue { wait = min(wait, pieces[next].seconds - elapsed) }
      var waiting = [
        pollfd(fd: isDue ? input : -1, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: complaints, events: Int16(POLLIN), revents: 0),
      ]
      _ = unsafe poll(&waiting, 3, Int32((wait * 1000).rounded(.up)))
      if waiting[0].revents != 0 {
        let count = send(pieces[next].bytes, from: sent)
        if count < 0 {
          // It reads no more, which it may.
          closeInput()
          next = pieces.count
        } else {
          sent += count
          if sent == pieces[next].bytes.count { (next, sent) = (next + 1, 0) }
        }
      }
      if waiting[1].revents != 0, let count = Self.receive(&output, &buffer) {
        result.output += buffer[..<count]
        guard result.output.count <= Self.mostOutput else { return result.end = .tooMuchOutput }
      }
      if waiting[2].revents != 0, let count = Self.receive(&complaints, &buffer) {
        result.complaints = (result.complaints + buffer[..<count]).suffix(Self.mostComplaints)
      }
    }
  }

  /// Writes bytes, and returns how many were taken; −1 if the program reads no more.
  private func send(_ bytes: [UInt8], from start: Int) -> Int {
    let count = unsafe bytes.withUnsafeBytes { bytes in
      unsafe write(input, bytes.baseAddress.map { unsafe $0 + start }, bytes.count - start)
    }
    guard count < 0 else { return count }
    return errno == EAGAIN || errno == EINTR ? 0 : -1
  }

  /// Reads what is there, and closes the descriptor at its end.
  private static func receive(_ descriptor: inout Int32, _ buffer: inout [UInt8]) -> Int? {
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe read(descriptor, bytes.baseAddress, bytes.count)
    }
    if count > 0 { return count }
    guard count == 0 || errno != EAGAIN && errno != EINTR else { return nil }
    close(descriptor)
    descriptor = -1
    return nil
  }

  /// Whether the program itself has ended; it stays a zombie until ``finish()``.
  private var hasEnded: Bool {
    var state = unsafe siginfo_t()
    let found = unsafe waitid(P_PID, id_t(identifier), &state, WEXITED | WNOHANG | WNOWAIT)
    return unsafe found == 0 && state.si_signo == SIGCHLD
  }

  private mutating func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Ends the group, and returns the result.
  private mutating func finish() -> Result {
    let hasFailed = result.end != .status(0)
    closeInput()
    // A program that closed its outputs gets a moment to end by itself.
    var status: Int32 = 0
    var ended: pid_t = 0
    if !hasFailed {
      let start = Self.now
      repeat {
        ended = unsafe waitpid(identifier, &status, WNOHANG)
        if ended == 0 { _ = poll(nil, 0, 1) }
      } while ended == 0 && Self.now - start < 1
    }
    kill(-identifier, SIGKILL)
    while ended != identifier {
      ended = unsafe waitpid(identifier, &status, 0)
      guard ended >= 0 || errno == EINTR else { break }
    }
    RunningGroups.remove(identifier)
    for descriptor in [output, complaints] where descriptor >= 0 { close(descriptor) }
    if !hasFailed {
      let signal = status & 0x7f
      result.end = signal == 0 ? .status(status >> 8 & 0xff) : .signal(signal)
    }
    return result
  }

  private static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Why a program can't be started.
struct ProgramFailure: Error {
  var sentence: String
}
