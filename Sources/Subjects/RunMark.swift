import Glibc
import Synchronization

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
      _ = poll(nil, 0, 1)
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
