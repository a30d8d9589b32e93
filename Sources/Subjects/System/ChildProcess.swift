import Glibc
import Pantograph
import PantographBase
import PantographCLinux
import Synchronization
import PantographTraces
import PantographServing

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
  ) throws(Complaint) {
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
        throw Complaint("no pipe can be made: \(Self.reason(errno))")
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
      throw Complaint("can't be run: \(Self.reason(problem, words[0], in: folder))")
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
    return FoundFile.Identity(name.hasPrefix("/") ? name : "\(folder)/\(name)") == nil
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
    while !hasEnded, Self.now - start < seconds { Descriptors.rest(seconds: 0.001) }
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

/// What is cleaned up if this program is interrupted: process groups are killed, and sockets removed.
enum Interruption {
  /// As many as can be at once: one a thread, and no machine has more of them.
  private static let most = 1024
  /// The size of a path, with the zero at its end.
  private static let pathSize = 108

  /// What runs now; allocated once, because a signal handler reads it.
  @unsafe private struct Current {
    /// The groups, 0 where there is none.
    let groups = UnsafeMutablePointer<pid_t>.allocate(capacity: most)
    /// The paths of the sockets, empty where there is none.
    let sockets = UnsafeMutablePointer<CChar>.allocate(capacity: most * pathSize)

    init() {
      unsafe groups.initialize(repeating: 0, count: most)
      unsafe sockets.initialize(repeating: 0, count: most * pathSize)
    }

    func socket(_ index: Int) -> UnsafeMutablePointer<CChar> {
      unsafe sockets + index * pathSize
    }
  }

  nonisolated(unsafe) private static let current = unsafe Current()
  /// Installs the handlers once, after what they read has been allocated.
  private static let handlers: Void = {
    _ = unsafe current
    _ = starts.load(ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] { handle(number) }
  }()
  private static let lock = Mutex(())

  /// How many threads create something now that is cleaned up.
  private static let starts = Atomic(0)

  /// Runs `body`, which creates something and adds what cleans it up, with the signals held back that do so.
  ///
  /// They come before or after it: this thread blocks them, and on another one the handler waits.
  static func withoutSignals<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    handlers
    var (signals, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&signals, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &signals, &before)
    starts.add(1, ordering: .sequentiallyConsistent)
    defer {
      starts.subtract(1, ordering: .sequentiallyConsistent)
      unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    return try body()
  }

  static func add(group: pid_t) {
    handlers
    lock.withLock { _ in
      for index in 0..<most where unsafe current.groups[index] == 0 {
        unsafe current.groups[index] = group
        return
      }
    }
  }

  static func remove(group: pid_t) {
    lock.withLock { _ in
      for index in 0..<most where unsafe current.groups[index] == group {
        unsafe current.groups[index] = 0
      }
    }
  }

  /// Adds the path of a socket in a folder of its own, and returns its index.
  static func add(socket path: String) -> Int? {
    handlers
    return lock.withLock { _ in
      for index in 0..<most where unsafe current.socket(index)[0] == 0 {
        unsafe strncpy(current.socket(index), path, pathSize - 1)
        return index
      }
      return nil
    }
  }

  static func remove(socket index: Int) {
    lock.withLock { _ in unsafe current.socket(index)[0] = 0 }
  }

  /// Cleans up before a signal ends this program; a signal that is ignored stays so.
  private static func handle(_ number: Int32) {
    let before = signal(number) { number in
      // Not for ever: the thread that creates something may wait for this one.
      var turns = 0
      while turns < 100_000_000, Interruption.starts.load(ordering: .sequentiallyConsistent) > 0 {
        turns += 1
      }
      // These functions are async-signal-safe.
      for index in 0..<Interruption.most where unsafe Interruption.current.groups[index] != 0 {
        kill(unsafe -Interruption.current.groups[index], SIGKILL)
      }
      for index in 0..<Interruption.most {
        unsafe TableSocket.remove(Interruption.current.socket(index))
      }
      _ = signal(number, SIG_DFL)
      raise(number)
    }
    let isIgnored = unsafe unsafeBitCast(before, to: Int.self) == 1
    if isIgnored {
      _ = signal(number, SIG_IGN)
    }
  }
}
