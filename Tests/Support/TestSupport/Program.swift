import Dispatch
package import Foundation
import Glibc

/// A program that has ended, and its output.
package struct Program: Sendable {
  /// The exit status.
  package let status: Int32
  /// Its standard output.
  package let output: String
  /// Its standard error.
  package let complaints: String

  /// The command-line tool that the tests shall start, such as one that is built with optimization.
  private static let named = ProcessInfo.processInfo.environment["PANTOGRAPH_PROGRAM"]

  /// The command-line tool: the one that `PANTOGRAPH_PROGRAM` names, or the one built beside the test bundle.
  package static let pantograph: URL = {
    if let named { return URL(fileURLWithPath: named) }
    let bundles = [CommandLine.arguments[0], Bundle.main.bundlePath, Bundle.main.executablePath]
    let tools = bundles.compactMap { $0.map { URL(fileURLWithPath: $0) } }
      .flatMap { [$0.deletingLastPathComponent(), $0] }
      .map { $0.appendingPathComponent("pantograph") }
    return tools.first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? tools[0]
  }()

  /// Whether the tool has the engine for pages, which `tools/package web` writes beside its build.
  package static let hasPageEngine: Bool = {
    // .build/x86_64-unknown-linux-gnu/debug/pantograph
    let build = (0..<3).reduce(pantograph.resolvingSymlinksInPath()) { path, _ in
      path.deletingLastPathComponent()
    }
    let file = build.appendingPathComponent("web/workbench")
    return FileManager.default.fileExists(atPath: file.path)
  }()

  /// Whether the command-line tool is built with optimization; one that is named is.
  package static let isOptimized: Bool = {
    #if DEBUG
      named != nil
    #else
      true
    #endif
  }()

  /// Whether the command-line tool has the web server.
  package static let hasWeb: Bool = {
    #if Web
      true
    #else
      false
    #endif
  }()

  /// Runs the command-line tool.
  package static func pantograph(_ arguments: String...) throws -> Program {
    try Program(pantograph, arguments)
  }

  /// Runs a program with an empty or given standard input.
  package init(
    _ executable: URL, _ arguments: [String], in folder: URL? = nil, typing text: String = ""
  ) throws {
    let program =
      if let folder {
        try RunningProgram(
          URL(fileURLWithPath: "/bin/sh"),
          ["-c", #"cd "$0" && exec "$@""#, folder.path, executable.path] + arguments)
      } else {
        try RunningProgram(executable, arguments)
      }
    program.type(text)
    program.closeInput()
    status = program.wait()
    output = program.output
    complaints = program.complaints
  }
}

/// A program that runs beside the test, with its output in files.
///
/// Foundation's `Process` waits in a run loop, which hangs on some machines without a network.
package final class RunningProgram: Sendable {
  /// Its process ID.
  package let identifier: pid_t
  private let input: Int32
  private let folder: TemporaryFolder

  /// The error of starting a program.
  package struct Failure: Error {
    /// The program.
    package let path: String
    /// The system's error number.
    package let errno: Int32
  }

  /// Starts a program whose standard input stays open until it is closed.
  package init(_ executable: URL, _ arguments: [String]) throws {
    folder = try TemporaryFolder()
    // A named pipe, unlike pipe(), can be opened so that no other test's program inherits it.
    let pipe = folder.file("in").path
    guard unsafe mkfifo(pipe, 0o600) == 0 else {
      throw Failure(path: pipe, errno: errno)
    }
    input = unsafe open(pipe, O_RDWR | O_CLOEXEC)
    guard input >= 0 else { throw Failure(path: pipe, errno: errno) }

    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, pipe, O_RDONLY, 0)
    for (descriptor, name) in [(STDOUT_FILENO, "out"), (STDERR_FILENO, "err")] {
      unsafe posix_spawn_file_actions_addopen(
        &actions, descriptor, folder.file(name).path, O_WRONLY | O_CREAT, 0o600)
    }
    // The thread of a test may have blocked signals, and a shell that runs tests in the background ignores some; a
    // program would inherit both.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM] { unsafe sigaddset(&signals, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let words = unsafe ([executable.path] + arguments).map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var identifier: pid_t = 0
    let status = unsafe posix_spawn(
      &identifier, executable.path, &actions, &attributes, words, environ)
    self.identifier = identifier
    guard status == 0 else { throw Failure(path: executable.path, errno: status) }
  }

  /// The standard output so far.
  package var output: String { text("out") }
  /// The standard error so far.
  package var complaints: String { text("err") }

  private func text(_ name: String) -> String {
    (try? String(contentsOf: folder.file(name), encoding: .utf8)) ?? ""
  }

  /// Presses Enter in the program.
  package func pressEnter() { type("\n") }

  /// Types a text into the program.
  package func type(_ text: String) {
    _ = unsafe write(input, text, text.utf8.count)
  }

  /// Closes the program's standard input.
  package func closeInput() {
    close(input)
  }

  /// Sends a signal.
  package func signal(_ number: Int32) {
    kill(identifier, number)
  }

  /// The error of waiting in vain.
  package struct Silence: Error {
    /// The standard output instead.
    package let output: String
    /// The standard error.
    package let complaints: String
  }

  /// The factor for all timeouts.
  ///
  /// A guest's clock also leaps while the host reads a file, which takes the guest no time.
  static let patience =
    unsafe getenv("PANTOGRAPH_GUEST").map { unsafe String(cString: $0) } == "leaping" ? 20 : 1

  /// Waits until a condition holds, for at most ten minutes, multiplied in a guest: a busy machine may let a program wait.
  package func wait(until isSo: (RunningProgram) -> Bool) throws {
    for _ in 0..<12_000 * Self.patience {
      if isSo(self) { return }
      Thread.sleep(forTimeInterval: 0.05)
    }
    throw Silence(output: output, complaints: complaints)
  }

  /// Waits until all threads of the program have slept for a tenth of a second without waking.
  ///
  /// It has then finished its work, and waits for more.
  package func waitUntilAsleep() throws {
    var before: Int?
    try wait { _ in
      if before != nil { Thread.sleep(forTimeInterval: 0.1) }
      let wakes = wakesIfAsleep
      defer { before = wakes }
      return wakes != nil && wakes == before
    }
  }

  /// The number of times that its threads have run, or `nil` while one is running.
  private var wakesIfAsleep: Int? {
    let tasks = "/proc/\(identifier)/task"
    var wakes = 0
    for task in (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? [] {
      let status = (try? String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)) ?? ""
      guard status.contains("State:\tS") || status.contains("State:\tZ") else { return nil }
      for line in status.split(separator: "\n") where line.contains("voluntary_ctxt_switches:") {
        wakes += line.split(separator: "\t").last.flatMap { Int($0) } ?? 0
      }
    }
    return wakes
  }

  /// The processor time in hundredths of a second.
  package var processorTicks: Int {
    let status = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
    // The third field follows the name in parentheses; the 14th and 15th are user and system time.
    let fields = status?.components(separatedBy: ") ").last?.split(separator: " ") ?? []
    return fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
  }

  /// Waits for the end and returns the exit status, or −1 after a signal.
  ///
  /// A program that takes twenty minutes is killed, so that this test fails.
  package func wait() -> Int32 {
    let overdue = DispatchWorkItem { [identifier] in kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(
      deadline: .now() + .seconds(1200 * Self.patience), execute: overdue)
    defer { overdue.cancel() }
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return status & 0x7f == 0 ? (status >> 8) & 0xff : -1
  }
}

/// A temporary folder, deleted with this value.
package final class TemporaryFolder: Sendable {
  /// The folder.
  package let url: URL

  /// Creates an empty folder.
  package init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "pantograph-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Returns the URL of a file in the folder, which need not exist.
  package func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  /// Creates a file.
  package func file(_ name: String, _ content: String) throws -> URL {
    let file = file(name)
    try Data(content.utf8).write(to: file)
    return file
  }

  /// Creates an executable shell script.
  ///
  /// The shell writes it. If this process had the file open for writing, a program that another test starts could
  /// inherit the descriptor for a moment, and the file could not be run (ETXTBSY).
  package func program(_ name: String, _ script: String) throws -> URL {
    let file = file(name)
    let words = [
      "-c", #"printf '#!/bin/sh\n%s\n' "$2" >"$1" && chmod 755 "$1""#, "sh", file.path, script,
    ]
    let shell = try Program(URL(fileURLWithPath: "/bin/sh"), words)
    precondition(shell.status == 0, shell.complaints)
    return file
  }

  /// Copies an executable file here, by a process of its own as above.
  package func program(_ name: String, copying source: URL) throws {
    let copy = try Program(
      URL(fileURLWithPath: "/bin/cp"), ["-p", source.path, file(name).path])
    precondition(copy.status == 0, copy.complaints)
  }
}
