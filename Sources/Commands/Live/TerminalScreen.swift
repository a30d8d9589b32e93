import CLinux
import Glibc
import Quantities

/// The whole screen of a terminal, taken over for a while.
///
/// It is as it was before as soon as this goes out of scope or is left, whatever the reason. What a slow
/// terminal has not taken yet is not waited for: the next picture is drawn when it is ready for one.
final class TerminalScreen {
  /// A file of its own, so that nobody else's writing becomes one that does not wait.
  private let descriptor: Int32
  private var before = termios()
  private var isTaken = false
  /// What the terminal shows, line by line.
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

  /// Takes over the terminal at standard output; nothing where that is none.
  init?() {
    descriptor = unsafe open("/proc/self/fd/1", O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    take()
  }

  deinit {
    leave()
    close(descriptor)
  }

  /// The other screen, without a cursor; a line that is too long for it is cut.
  private static let taking = "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[2J"
  /// The other way round.
  static let leaving = "\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"

  /// Takes it over, at first or again.
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

  /// Gives it back as it was.
  func leave() {
    guard isTaken else { return }
    isTaken = false
    pending.removeFirst(written)
    written = 0
    pending.append(contentsOf: Self.leaving.utf8)
    // A second: a terminal that takes nothing for so long is not looked at.
    let end = EventLoop.now.advanced(bySeconds: 1)
    while !attend(), EventLoop.now < end { EventLoop.rest(milliseconds: 5) }
    unsafe tcsetattr(descriptor, TCSADRAIN, &before)
    TerminalRescue.end()
  }

  /// Takes note of its size, and that all is to be drawn anew.
  func measure() {
    var size = winsize()
    if unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 {
      columns = Int(size.ws_col)
      rows = Int(size.ws_row)
    }
    shown.removeAll(keepingCapacity: true)
  }

  /// Stops this program until somebody lets it go on, with the terminal as it was meanwhile.
  func pause() {
    leave()
    kill(getpid(), SIGSTOP)
    take()
  }

  /// Whether a picture that is drawn now is written at once.
  var isReady: Bool { pending.isEmpty }

  /// Shows a picture, of which only the lines are written that have changed.
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

  /// Writes as much as the terminal takes at once; true when that is all.
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

  func watch(_ polled: inout [pollfd]) {
    polled.append(EventLoop.reading(descriptor))
    if !pending.isEmpty { polled.append(EventLoop.writing(descriptor)) }
  }

  /// Whether somebody pressed the key that ends it; other keys are taken away.
  func hasAskedForEnd() -> Bool {
    var byte: UInt8 = 0
    while unsafe read(descriptor, &byte, 1) == 1 {
      if byte == UInt8(ascii: "q") || byte == UInt8(ascii: "Q") { return true }
    }
    return false
  }
}
