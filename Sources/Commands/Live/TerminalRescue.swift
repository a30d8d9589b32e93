import Glibc

/// Restores the terminal when this program crashes, so that the crash message is readable.
enum TerminalRescue {
  /// The terminal's mode, preallocated for use in a signal handler.
  ///
  /// It is allocated on the heap, because Swift 6.3.1 omits the padding of a C structure in a variable.
  nonisolated(unsafe) private static let before = UnsafeMutablePointer<termios>.allocate(
    capacity: 1)
  nonisolated(unsafe) private static let leaving = unsafe strdup(TerminalScreen.leaving)
  private static let length = TerminalScreen.leaving.utf8.count

  /// The signals of a crash.
  private static let deaths = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]

  /// Stores the terminal's mode and installs the handlers.
  static func prepare(_ before: termios) {
    unsafe self.before.initialize(to: before)
    _ = unsafe (leaving, length)
    for death in deaths {
      _ = signal(death) { death in
        // These functions are async-signal-safe.
        _ = unsafe write(STDOUT_FILENO, TerminalRescue.leaving, TerminalRescue.length)
        unsafe tcsetattr(STDOUT_FILENO, TCSANOW, TerminalRescue.before)
        _ = signal(death, SIG_DFL)
        raise(death)
      }
    }
  }

  static func end() {
    for death in deaths { _ = signal(death, SIG_DFL) }
  }
}
