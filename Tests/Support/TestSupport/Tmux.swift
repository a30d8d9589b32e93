import Foundation
package import Testing

/// A terminal of a given size with a shell in it, closed with this value.
package final class Tmux: Sendable {
  private let socket: String
  private static let program = OtherProgram.find("tmux")

  /// Whether tmux is installed.
  package static var isHere: Bool { program != nil }
  /// The reason why a test is skipped.
  package static let absence = OtherProgram.absence("tmux")

  /// The error of waiting in vain for a text.
  package struct Unseen: Error {
    /// The content of the screen instead.
    package let screen: String
  }

  /// Opens a terminal.
  package init(columns: Int, rows: Int) throws {
    socket = "pantograph-\(UUID().uuidString)"
    try tmux("new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "env PS1='$ ' sh")
    try wait { $0.hasPrefix("$") }
  }

  deinit {
    _ = try? tmux("kill-server")
  }

  @discardableResult private func tmux(_ words: String...) throws -> String {
    try Program(
      Self.program ?? URL(fileURLWithPath: "tmux"), ["-L", socket, "-f", "/dev/null"] + words
    ).output
  }

  /// Types a line and Enter.
  package func enter(_ line: String) throws { try tmux("send-keys", line, "Enter") }

  /// Presses a key by its name, such as `C-c`.
  package func press(_ key: String) throws { try tmux("send-keys", key) }

  /// Resizes the terminal.
  package func resize(columns: Int, rows: Int) throws {
    try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// The lines of the screen.
  package func screen() throws -> String { try tmux("capture-pane", "-p") }

  /// Whether the cursor is visible, and whether the alternate screen is active.
  package func state() throws -> (hasCursor: Bool, isOtherScreen: Bool) {
    let flags = try tmux("display-message", "-p", "#{cursor_flag} #{alternate_on}")
    return (flags.hasPrefix("1"), flags.contains(" 1"))
  }

  /// The process ID of the shell.
  package func shell() throws -> String {
    try tmux("display-message", "-p", "#{pane_pid}").trimmingCharacters(in: .newlines)
  }

  /// Waits, at most ten minutes, until the screen satisfies a condition.
  @discardableResult package func wait(until isSeen: (String) -> Bool) throws -> String {
    let end = ContinuousClock.now.advanced(by: .seconds(600 * RunningProgram.patience))
    while true {
      let screen = try screen()
      if isSeen(screen) { return screen }
      guard ContinuousClock.now < end else { throw Unseen(screen: screen) }
      Thread.sleep(forTimeInterval: 0.05)
    }
  }
}
