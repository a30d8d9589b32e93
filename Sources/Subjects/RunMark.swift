import PantographLibc
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
  func killProcesses() {
    var killed: Set<pid_t> = []
    while true {
      let found = Self.processes().filter { !killed.contains($0) && has($0) }
      if found.isEmpty { return }
      for process in found {
        kill(process, SIGKILL)
        killed.insert(process)
      }
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

  /// Returns whether a process was started with the variable.
  private func has(_ process: pid_t) -> Bool {
    let descriptor = unsafe open("/proc/\(process)/environ", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var environment: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while let count = ChildProcess.read(descriptor, into: &buffer), count > 0 {
      environment += buffer[..<count]
    }
    return environment.split(separator: 0).contains { $0.elementsEqual(variable.utf8) }
  }
}
