import Glibc
import PantographCLinux

/// A program that leads a process group of its own, with pipes to some of its descriptors.
///
/// The group is killed at the end, and so is what the program has started outside of it, so that nothing stays
/// behind.
struct ChildProcess {
  let identifier: pid_t
  private let mark = RunMark()
  /// Our ends of the pipes, in the given order; reading and writing never block.
  let ends: [Int32]

  /// Who writes into a pipe.
  enum Pipe {
    /// The program reads from this descriptor.
    case input(Int32)
    /// The program writes to this descriptor.
    case output(Int32)
  }

  /// Starts a program in a folder.
  ///
  /// Its standard streams without a pipe are connected to nothing. If this program is interrupted, its group
  /// is killed, unless it has work to do then.
  ///
  /// - Parameter variables: the variables of its environment that differ from ours, such as `NAME=value`.
  init(
    _ words: [String], in folder: String, _ pipes: [Pipe], variables: [String] = [],
    isKilledBySignals: Bool = true
  ) throws(ProgramFailure) {
    var (ours, theirs): ([Int32], [Int32]) = ([], [])
    defer { for descriptor in theirs { close(descriptor) } }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for descriptor in 0..<Int32(3) {
      unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    for pipe in pipes {
      var pair: [Int32] = [-1, -1]
      guard unsafe pipe2(&pair, O_CLOEXEC) == 0 else {
        for descriptor in ours { close(descriptor) }
        throw ProgramFailure(sentence: "no pipe can be made: \(Self.reason(errno))")
      }
      // Above the numbers that the program uses, so that none is overwritten.
      let high = pair.map { fcntl($0, F_DUPFD_CLOEXEC, 16) }
      for descriptor in pair { close(descriptor) }
      let (own, other, number) =
        switch pipe {
        case .input(let number): (high[1], high[0], number)
        case .output(let number): (high[0], high[1], number)
        }
      ours.append(own)
      theirs.append(other)
      unsafe posix_spawn_file_actions_adddup2(&actions, other, number)
      _ = fcntl(own, F_SETFL, O_NONBLOCK)
    }
    unsafe posix_spawn_file_actions_addchdir_np(&actions, folder)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // A signal that this process ignores would stay ignored.
    var usual = sigset_t()
    unsafe sigemptyset(&usual)
    for number in [SIGPIPE, SIGCHLD] { unsafe sigaddset(&usual, number) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    // Nor must it inherit what this thread blocks.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let pointers = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    let environment =
      unsafe Self.environment(with: variables + [mark.variable]).map { unsafe strdup($0) } + [nil]
    defer { unsafe environment.forEach { unsafe free($0) } }
    var identifier: pid_t = 0
    let problem = Interruption.withoutSignals {
      let problem = unsafe posix_spawnp(
        &identifier, words[0], &actions, &attributes, pointers, environment)
      if problem == 0, isKilledBySignals { Interruption.add(group: identifier) }
      return problem
    }
    guard problem == 0 else {
      for descriptor in ours { close(descriptor) }
      throw ProgramFailure(sentence: "can't be run: \(Self.reason(problem, words[0], in: folder))")
    }
    self.identifier = identifier
    ends = ours
  }

  /// Returns our environment, with some variables replaced or added.
  private static func environment(with variables: [String]) -> [String] {
    var ours: [String] = []
    while let text = unsafe environ[ours.count] { unsafe ours.append(String(cString: text)) }
    let names = variables.map { $0.prefix { $0 != "=" } + "=" }
    return ours.filter { text in !names.contains { text.hasPrefix($0) } } + variables
  }

  private static func reason(_ number: Int32) -> String { unsafe String(cString: strerror(number)) }

  /// Says why a program can't be run.
  private static func reason(_ number: Int32, _ name: String, in folder: String) -> String {
    guard number == ENOENT else { return reason(number) }
    guard name.contains("/") else { return "no such program, or its interpreter is missing" }
    return FileIdentity(name.hasPrefix("/") ? name : "\(folder)/\(name)") == nil
      ? "no such program" : "the interpreter in its first line does not exist"
  }

  /// Whether the program itself has ended; it stays a zombie until ``end(within:)``.
  var hasEnded: Bool {
    var state = unsafe siginfo_t()
    let found = unsafe waitid(P_PID, id_t(identifier), &state, WEXITED | WNOHANG | WNOWAIT)
    return unsafe found == 0 && state.si_signo == SIGCHLD
  }

  /// Waits until the program has ended, at most for some seconds.
  func wait(_ seconds: Double) {
    let start = Self.now
    while !hasEnded, Self.now - start < seconds { _ = poll(nil, 0, 1) }
  }

  /// Gives the program some seconds to end by itself, kills its group and all that it has started, and returns
  /// its status as `wait` does.
  func end(within seconds: Double) -> Int32 {
    wait(seconds)
    let hasEnded = hasEnded
    kill(-identifier, SIGKILL)
    mark.killProcesses()
    Interruption.remove(group: identifier)
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return hasEnded ? status : SIGKILL
  }

  /// Reads what is there, and returns how many bytes; 0 at the end, `nil` if nothing is there yet.
  static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> Int? {
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe Glibc.read(descriptor, bytes.baseAddress, bytes.count)
    }
    return count >= 0 ? count : errno == EAGAIN || errno == EINTR ? nil : 0
  }

  /// Writes bytes from an index on, and returns how many were taken; −1 if nobody reads any more.
  static func write(_ bytes: [UInt8], from start: Int, to descriptor: Int32) -> Int {
    let count = unsafe bytes.withUnsafeBytes { bytes in
      unsafe Glibc.write(
        descriptor, bytes.baseAddress.map { unsafe $0 + start }, bytes.count - start)
    }
    return count >= 0 ? count : errno == EAGAIN || errno == EINTR ? 0 : -1
  }

  /// Writing to a program that reads no more is an error within `body`, and does not end this process.
  static func withoutBrokenPipes<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var (brokenPipe, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&brokenPipe)
    unsafe sigaddset(&brokenPipe, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &brokenPipe, &before)
    defer {
      var now = timespec()
      while unsafe sigtimedwait(&brokenPipe, nil, &now) == SIGPIPE {}
      unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    return try body()
  }

  /// Seconds on a clock that only goes forward.
  static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The seconds since 1970.
  static var timeOfDay: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Why a program can't be started.
struct ProgramFailure: Error {
  var sentence: String
}
