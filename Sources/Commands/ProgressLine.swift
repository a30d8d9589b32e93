import Glibc
import Quantities

/// How far long work has come, and how long it will still take, in one line of a terminal.
///
/// Where standard error is no terminal, nothing is shown.
package struct ProgressLine {
  private let total: Int
  /// What had been done before this run began.
  private let before: Int
  private let start = EventLoop.now
  private var shown: Timestamp?
  private let isOnTerminal = isatty(STDERR_FILENO) == 1

  /// 0.2 s: as often as a person can read it.
  private static let pause = 0.2

  init(of total: Int, after before: Int) {
    self.total = total
    self.before = before
  }

  /// Shows how much is done, if it has not only just been shown.
  mutating func show(_ done: Int) {
    guard isOnTerminal else { return }
    let now = EventLoop.now
    if let shown, now - shown < Self.pause { return }
    shown = now
    write("\r\(Self.text(done, of: total, before: before, after: now - start))\u{1b}[K")
  }

  /// Takes the line away.
  func clear() {
    if shown != nil { write("\r\u{1b}[K") }
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes { buffer in
      unsafe Glibc.write(STDERR_FILENO, buffer.baseAddress, buffer.count)
    }
  }

  /// Such as `1,234 of 100,000 · about 3 min left`.
  ///
  /// - Parameters:
  ///   - done: how many are done.
  ///   - total: how many there are.
  ///   - before: how many of them were done when the time began.
  ///   - seconds: the time that has gone.
  package static func text(_ done: Int, of total: Int, before: Int, after seconds: Double) -> String
  {
    let text = "\(grouped(done)) of \(grouped(total))"
    // 2 s: sooner than that nobody knows.
    guard done > before, seconds >= 2 else { return text }
    let left = seconds / Double(done - before) * Double(total - done)
    return "\(text) · about \(wording(of: left)) left"
  }

  private static func wording(of seconds: Double) -> String {
    if seconds < 90 { return "\(Int(seconds.rounded(.up))) s" }
    if seconds < 90 * 60 { return "\(Int((seconds / 60).rounded(.up))) min" }
    return "\(Int((seconds / 3600).rounded(.up))) h"
  }

  /// A number with a comma after every three digits.
  private static func grouped(_ number: Int) -> String {
    var groups: [Substring] = []
    var digits = Substring("\(number)")
    while digits.count > 3 {
      groups.append(digits.suffix(3))
      digits = digits.dropLast(3)
    }
    return ([digits] + groups.reversed()).joined(separator: ",")
  }
}
