import Glibc
import PantographBase
import PantographCLinux
import PantographTraces
import PantographServing

/// The alternate screen of a terminal.
///
/// The terminal is restored when the screen is left or released, for whatever reason. A slow terminal does not
/// block: the next picture is drawn when it is ready.
final class TerminalScreen {
  /// A separate open file, so that non-blocking mode does not affect other writers.
  private let descriptor: Int32
  private var before = termios()
  private var isTaken = false
  /// The lines on the terminal.
  private var shown: [[UInt8]] = []
  private var pending: [UInt8] = []
  private var written = 0

  private(set) var columns = 80
  private(set) var rows = 24

  /// Whether standard output is a terminal that can be drawn on.
  static var isThere: Bool {
    let kind = unsafe getenv("TERM").map { unsafe String(cString: $0) } ?? "dumb"
    return isatty(STDOUT_FILENO) == 1 && kind != "dumb"
  }

  /// Takes over the terminal at standard output; `nil` if there is none.
  init?() {
    descriptor = unsafe open("/proc/self/fd/1", O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    take()
  }

  deinit {
    leave()
    close(descriptor)
  }

  /// Switches to the alternate screen, hides the cursor and disables line wrapping.
  private static let taking = "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[2J"
  /// Reverses ``taking``.
  static let leaving = "\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"

  /// Takes over the terminal, initially or after a pause.
  func take() {
    guard !isTaken else { return }
    isTaken = true
    if unsafe tcgetattr(descriptor, &before) == 0 {
      var quiet = before
      quiet.c_lflag &= ~tcflag_t(ICANON | ECHO)
      unsafe tcsetattr(descriptor, TCSANOW, &quiet)
    }
    TerminalRescue.prepare(before)
    pending.removeAll(keepingCapacity: true)
    written = 0
    pending.append(contentsOf: Self.taking.utf8)
    measure()
  }

  /// Restores the terminal.
  func leave() {
    guard isTaken else { return }
    isTaken = false
    pending.removeFirst(written)
    written = 0
    pending.append(contentsOf: Self.leaving.utf8)
    // One second: a terminal that accepts nothing for that long is not in view.
    let end = EventLoop.now.advanced(bySeconds: 1)
    while !attend(), EventLoop.now < end { Descriptors.rest(seconds: 0.005) }
    unsafe tcsetattr(descriptor, TCSADRAIN, &before)
    TerminalRescue.end()
  }

  /// Updates its size and forces a redraw.
  func measure() {
    var size = winsize()
    if unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 {
      columns = Int(size.ws_col)
      rows = Int(size.ws_row)
    }
    shown.removeAll(keepingCapacity: true)
  }

  /// Restores the terminal and stops this process until it is continued.
  func pause() {
    leave()
    kill(getpid(), SIGSTOP)
    take()
  }

  /// Whether the previous picture has been written completely.
  var isReady: Bool { pending.isEmpty }

  /// Shows a picture, writing only the changed lines.
  func show(_ lines: [[UInt8]]) {
    if shown.count != lines.count {
      shown = Array(repeating: [0], count: lines.count)
    }
    for row in lines.indices where shown[row] != lines[row] {
      shown[row].removeAll(keepingCapacity: true)
      shown[row].append(contentsOf: lines[row])
      pending.append("\u{1b}[")
      pending.appendFixed(scaled: Int64(row + 1), decimals: 0)
      pending.append("H")
      pending.append(contentsOf: lines[row])
      pending.append("\u{1b}[K")
    }
    attend()
  }

  /// Writes as much as the terminal takes without blocking; returns `true` if that is everything.
  @discardableResult func attend() -> Bool {
    while written < pending.count {
      let start = written
      let count = unsafe pending.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[start...])
        return unsafe write(descriptor, rest.baseAddress, rest.count)
      }
      guard count > 0 else { return false }
      written += count
    }
    pending.removeAll(keepingCapacity: true)
    written = 0
    return true
  }

  func watch(_ waiting: inout Descriptors) {
    waiting.add(descriptor, for: .reading)
    if !pending.isEmpty { waiting.add(descriptor, for: .writing) }
  }

  /// Returns whether the quit key was pressed; discards other keys.
  func hasAskedForEnd() -> Bool {
    var byte: UInt8 = 0
    while unsafe read(descriptor, &byte, 1) == 1 {
      if byte == UInt8(ascii: "q") || byte == UInt8(ascii: "Q") { return true }
    }
    return false
  }
}

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
