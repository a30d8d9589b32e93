import Glibc
import PantographBase
import PantographCLinux
import PantographTraces
import Synchronization
import PantographServing

/// Runs a program that reads its standard input and prints, within a time limit.
struct ProgramRun {
  /// What a program printed, and how it ended.
  struct Result {
    var output: [UInt8] = []
    /// The last lines that it printed on its standard error.
    var complaints: [UInt8] = []
    var end = End.status(0)
    /// The monotonic clock's seconds at the first event, if a device was played.
    var start: Double?
    /// By how many seconds the latest events of the device, or the latest row, were late.
    var lateness = 0.0
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
    /// It was killed because of a line that is too long.
    case endlessLine(Complaint)
    /// It has ended before the whole recording was played.
    case tooEarly
    /// It has closed its connection to the socket before the whole recording was played.
    case disconnected
    /// Two programs have connected to the socket, or one has twice.
    case connectedTwice
    /// It has ended, and nothing has connected to the socket.
    case notConnected
    /// It was killed because it had printed nothing when the time was up, after this many seconds.
    case silent(Double)
    /// It was killed when the time was up, after it was asked to end.
    case stubborn
    /// The virtual device has failed.
    case device(String)
  }

  /// 64 MiB: an hour of 60 frames a second with fifteen columns.
  static let mostOutput = 64 << 20
  /// 4 KiB of standard error are kept, the last ones.
  static let mostComplaints = 4096

  /// 10 ms; nothing else announces that a program without outputs has ended.
  static let lookingForEnd = 0.01

  /// A piece of input, and its time; `nil` if it is sent at once.
  struct Piece {
    var seconds: Double?
    var bytes: [UInt8]
  }

  /// 1 s, after which a program gets its input even if it has written no line.
  private static let patienceForLine = 1.0

  let process: ChildProcess
  /// Our ends of its standard streams; −1 when closed.
  var input: Int32
  private(set) var output: Int32
  private(set) var complaints: Int32
  /// The socket on which it sends its table; `nil` if it prints it or writes a file.
  let socket: TableSocket?
  /// The file to which it writes its table.
  let log: String?
  /// The beginning of a row in the table, up to which none is too long.
  private var checked = 0
  var result = Result()

  /// Runs a program in a folder, and sends it the pieces.
  ///
  /// The pieces' time begins when the program has written its first line, into its log if it has one: before,
  /// it may still be starting.
  ///
  /// - Throws: the reason why it can't be started.
  static func run(
    _ words: [String], in folder: String, sending pieces: [Piece], log: String?,
    socket: TableSocket?, limit: Double
  ) throws(Complaint) -> Result {
    var run = try ProgramRun(words, in: folder, log: log, socket: socket)
    ChildProcess.withoutBrokenPipes { run.exchange(pieces, limit: limit) }
    return run.finish()
  }

  /// Starts a program.
  init(
    _ words: [String], in folder: String, log: String?, socket: TableSocket?,
    variables: [String] = []
  ) throws(Complaint) {
    process = try ChildProcess(
      words, in: folder, [.input(0), .output(1), .output(2)],
      variables: variables + (socket.map { ["PANTOGRAPH_SOCKET=\($0.path)"] } ?? []))
    input = process.ends[0]
    output = process.ends[1]
    complaints = process.ends[2]
    self.log = log
    self.socket = socket
  }

  /// Sends the pieces at their times, and reads what is printed, until both streams are closed.
  private mutating func exchange(_ pieces: [Piece], limit: Double) {
    let begin = ChildProcess.now
    /// When the pieces' time begins.
    var start = begin + Self.patienceForLine
    var isAwaited = pieces.contains { $0.seconds != nil }
    var next = 0
    var sent = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    // A program may close its outputs and write a log.
    while output >= 0 || complaints >= 0 || !process.hasEnded || isSending(&buffer) {
      let now = ChildProcess.now
      guard now - begin < limit else {
        return result.end = process.hasEnded ? .outputKeptOpen : .timeLimit(limit)
      }
      if isAwaited, now >= start || hasWrittenLine {
        start = min(start, now)
        isAwaited = false
      }
      let due = next < pieces.count ? pieces[next].seconds.map { start + $0 } ?? begin : nil
      let isDue = due.map { $0 <= now } ?? false
      if input >= 0, next == pieces.count { Self.close(&input) }
      var wait = limit - (now - begin)
      if let due, !isDue { wait = min(wait, due - now) }
      if output < 0 && complaints < 0 || isAwaited && log != nil {
        wait = min(wait, Self.lookingForEnd)
      }
      var waiting = Descriptors()
      watch(&waiting)
      let ofInput = waiting.add(isDue ? input : -1, for: .writing)
      waiting.wait(seconds: wait)
      if waiting.isReady(ofInput) {
        let count = ChildProcess.write(pieces[next].bytes, from: sent, to: input)
        if count < 0 {
          // It reads no more, which it may.
          Self.close(&input)
          next = pieces.count
        } else {
          sent += count
          if sent == pieces[next].bytes.count {
            if pieces[next].seconds != nil, let due {
              result.lateness = max(result.lateness, ChildProcess.now - due)
            }
            next += 1
            sent = 0
          }
        }
      }
      receive(from: waiting, &buffer)
      guard !fails() else { return }
    }
  }

  /// Returns whether the program has written its first line, which says that it is ready.
  var hasWrittenLine: Bool {
    guard let log else { return written.contains(UInt8(ascii: "\n")) }
    var lines = try? FileLines(log)
    return (try? lines?.next()) != nil
  }

  /// The table so far, unless it is in a log.
  private var written: [UInt8] { socket?.received ?? result.output }

  /// Returns whether a program that has ended, or another one, may still write to the socket.
  func isSending(_ buffer: inout [UInt8]) -> Bool {
    guard let socket else { return false }
    // It may have connected just before it ended.
    socket.attend(&buffer)
    return socket.isOpen
  }

  /// Returns whether the run must end because of what has arrived, and keeps the reason.
  mutating func fails() -> Bool {
    if written.count > Self.mostOutput {
      result.end = .tooMuchOutput
    } else if socket?.connection == .notAlone {
      result.end = .connectedTwice
    }
    do {
      checked = try LineLimit.check(written, from: checked)
    } catch {
      result.end = .endlessLine(error)
    }
    return result.end != .status(0)
  }

  /// Adds its outputs, first, and its socket to the descriptors that are waited for.
  func watch(_ waiting: inout Descriptors) {
    waiting.add(output, for: .reading)
    waiting.add(complaints, for: .reading)
    socket?.watch(&waiting)
  }

  /// Keeps what can be read, of descriptors that begin with its own.
  mutating func receive(from waiting: Descriptors, _ buffer: inout [UInt8]) {
    if waiting.isReady(0), let count = Self.receive(&output, &buffer) {
      // Beside a log or a socket, these are messages.
      if log == nil, socket == nil { result.output += buffer[..<count] }
    }
    if waiting.isReady(1), let count = Self.receive(&complaints, &buffer) {
      let isLonger = result.complaints.count + count > Self.mostComplaints
      result.complaints = (result.complaints + buffer[..<count]).suffix(Self.mostComplaints)
      // Not within a character: the rest of one has the bits 10 in front.
      if isLonger { result.complaints = Array(result.complaints.drop { $0 >> 6 == 0b10 }) }
    }
    socket?.attend(&buffer)
  }

  /// Reads what is there, and closes the descriptor at its end.
  private static func receive(_ descriptor: inout Int32, _ buffer: inout [UInt8]) -> Int? {
    guard let count = ChildProcess.read(descriptor, into: &buffer) else { return nil }
    if count == 0 { close(&descriptor) }
    return count
  }

  static func close(_ descriptor: inout Int32) {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  /// Ends the group, and returns the result.
  mutating func finish() -> Result {
    Self.close(&input)
    let hasFailed = result.end != .status(0)
    // A program that closed its outputs gets a moment to end by itself.
    let status = process.end(within: hasFailed ? 0 : 1)
    Self.close(&output)
    Self.close(&complaints)
    if let socket { result.output = socket.received }
    if !hasFailed {
      let signal = status & 0x7f
      result.end = signal == 0 ? .status(status >> 8 & 0xff) : .signal(signal)
    }
    if result.end == .status(0) {
      if socket?.connection == .awaited { result.end = .notConnected }
      if socket?.connection == .notAlone { result.end = .connectedTwice }
    }
    return result
  }
}

extension ProgramRun.End {
  /// What is wrong with the end of a program under test, without its name; `nil` if nothing is.
  func mistake(of command: Subject.Command) -> String? {
    switch self {
    case .status(0): nil
    case .status(let status): "ended with status \(status)"
    case .signal(let number): "ended by signal \(number)"
    case .timeLimit(let seconds):
      "has not ended after \(Self.seconds(seconds)); it "
        + (command.input == .device ? "" : "must end when its input ends, or ")
        + "needs a longer timeLimit"
    case .outputKeptOpen: "has ended, but a process that it started keeps its output open"
    case .tooMuchOutput:
      "\(command.output == .socket ? "sent" : "printed") more than \(ProgramRun.mostOutput >> 20) MiB"
    case .endlessLine(let complaint): command.output.sentence(complaint)
    case .tooEarly: "has ended before the recording was played; it must run until SIGTERM"
    case .stubborn: "does not end after SIGTERM, and was killed"
    case .silent(let seconds):
      "has written no line\(command.output.asTarget) for \(Self.seconds(seconds)); its first line"
        + " says that it is ready, and starts the recording"
    case .disconnected:
      "has closed its connection to the socket before the recording was played"
    case .connectedTwice:
      "a second connection to the socket; one program connects once, and writes all rows there"
    case .notConnected: "has ended and not connected to the socket in PANTOGRAPH_SOCKET"
    case .device(let sentence): sentence
    }
  }

  static func seconds(_ seconds: Double) -> String {
    "\(String(fixed: seconds, decimals: seconds < 1 ? 1 : 0)) s"
  }
}

extension Subject.Command.Output {
  /// What messages call it.
  var name: String {
    switch self {
    case .standardOutput: "its output"
    case .log(let name): name
    case .socket: "what it sent"
    }
  }

  /// Returns what is wrong with the table, with its line.
  func sentence(_ complaint: Complaint) -> String {
    (complaint.line.map { "line \($0) of \(name): " } ?? "") + complaint.sentence
  }

  /// Where a line is missing, for messages.
  fileprivate var asTarget: String {
    switch self {
    case .standardOutput: ""
    case .log(let name): " into \(name)"
    case .socket: " to the socket in PANTOGRAPH_SOCKET"
    }
  }
}

/// A variable in the environment of a program, by which the processes are found that it has started.
///
/// Those in a group of their own outlive the program's group, such as a daemon.
struct RunMark {
  private static let count = Atomic<Int>(0)

  /// The variable, `PANTOGRAPH_RUN=…`, with a value that no other run has.
  let variable: String

  init() {
    let number = Self.count.add(1, ordering: .relaxed).newValue
    variable = "PANTOGRAPH_RUN=\(getpid()).\(number)"
  }

  /// Kills all processes with the variable, also those that they start meanwhile.
  ///
  /// Between the old and the new program of `exec`, the kernel shows no environment: such a process is looked
  /// at again.
  func killProcesses() {
    var killed: Set<pid_t> = []
    var pauses = 0
    while true {
      let states = Self.processes().filter { !killed.contains($0) }.map { ($0, has($0)) }
      let found = states.filter { $0.1 == true }.map(\.0)
      for process in found {
        kill(process, SIGKILL)
        killed.insert(process)
      }
      guard found.isEmpty else { continue }
      // On a busy machine that takes a while. Very few processes have no environment at all, and stay so.
      guard pauses < 200, states.contains(where: { $0.1 == nil }) else { return }
      pauses += 1
      Descriptors.rest(seconds: 0.001)
    }
  }

  /// Returns all processes; none if `/proc` can't be read.
  private static func processes() -> [pid_t] {
    guard let listing = unsafe opendir("/proc") else { return [] }
    defer { unsafe closedir(listing) }
    var processes: [pid_t] = []
    while let entry = unsafe readdir(listing) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let process = pid_t(name) { processes.append(process) }
    }
    return processes
  }

  /// Returns whether a process was started with the variable; `nil` if it has no environment yet.
  private func has(_ process: pid_t) -> Bool? {
    let descriptor = unsafe open("/proc/\(process)/environ", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var environment: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while let count = ChildProcess.read(descriptor, into: &buffer), count > 0 {
      environment += buffer[..<count]
    }
    // Threads of the kernel and zombies have no program.
    var link: [CChar] = [0]
    if environment.isEmpty, unsafe readlink("/proc/\(process)/exe", &link, 1) == 1 { return nil }
    return environment.split(separator: 0).contains { $0.elementsEqual(variable.utf8) }
  }
}
