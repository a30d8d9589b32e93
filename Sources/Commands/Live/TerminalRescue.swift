import Glibc

/// Gives a terminal back when this program dies of a mistake of its own, so that what is said of that can be
/// read.
enum TerminalRescue {
  /// What a signal's handler may use: memory that is there already.
  ///
  /// It is allocated: for a C structure as a variable, Swift 6.3.1 leaves out the room that C pads it with.
  nonisolated(unsafe) private static let before = UnsafeMutablePointer<termios>.allocate(
    capacity: 1)
  nonisolated(unsafe) private static let leaving = unsafe strdup(TerminalScreen.leaving)
  private static let length = TerminalScreen.leaving.utf8.count

  /// What ends a program that has gone wrong.
  private static let deaths = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]

  /// Takes note of what the terminal was like.
  static func prepare(_ before: termios) {
    unsafe self.before.initialize(to: before)
    _ = unsafe (leaving, length)
    for death in deaths {
      _ = signal(death) { death in
        // Each of these may be called where nothing is certain any more.
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
