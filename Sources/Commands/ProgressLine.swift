import Glibc
import Quantities
import Reports

/// How far long work has come, and how long it will still take, in one line of a terminal.
///
/// Where standard error is no terminal, nothing is shown.
package struct ProgressLine {
  private let name: String
  private let total: Int
  /// What is counted, where that is not the number of recordings.
  private let unit: String
  /// What had been done before this run began.
  private let before: Int
  private let start = EventLoop.now
  private var shown: Timestamp?
  /// Whether there is somebody to see it, on a terminal that can take a line away.
  private let isSeen = Self.isSeen

  /// 0.2 s: as often as a person can read it.
  private static let pause = 0.2

  /// Whether standard error is a terminal that can take a line away.
  static var isSeen: Bool {
    let terminal = unsafe getenv("TERM").map { unsafe String(cString: $0) }
    return isatty(STDERR_FILENO) == 1 && terminal != "dumb"
  }

  /// Makes a line of work that begins now.
  ///
  /// - Parameters:
  ///   - total: how many pieces there are.
  ///   - before: how many of them are done already.
  ///   - unit: what is counted, where that is not the number of recordings.
  ///   - name: what the pieces are, where there are several kinds of work.
  init(of total: Int, after before: Int = 0, unit: String = "", naming name: String = "") {
    self.name = name.isEmpty ? "" : "\(name): "
    self.total = total
    self.unit = unit
    self.before = before
  }

  /// Shows how much is done, if it has not only just been shown.
  mutating func show(_ done: Int) {
    guard isSeen else { return }
    let now = EventLoop.now
    if let shown, now - shown < Self.pause { return }
    shown = now
    let text = Self.text(done, of: total, unit, before: before, after: now - start)
    Self.write("\(name)\(text)")
  }

  /// Takes the line away.
  mutating func clear() {
    if shown != nil { Self.write("") }
    shown = nil
  }

  /// Puts a text in the place of the one that is there, as much of it as there is room for.
  static func write(_ text: String) {
    let bytes = Array("\r\(TextStyle.beside.line(text))\u{1b}[K".utf8)
    _ = unsafe bytes.withUnsafeBytes { buffer in
      unsafe Glibc.write(STDERR_FILENO, buffer.baseAddress, buffer.count)
    }
  }

  /// Such as `1,234 of 100,000 · about 3 min left`.
  ///
  /// - Parameters:
  ///   - done: how many are done.
  ///   - total: how many there are.
  ///   - unit: what is counted, with a blank before it, if it is told.
  ///   - before: how many of them were done when the time began.
  ///   - seconds: the time that has gone.
  package static func text(
    _ done: Int, of total: Int, _ unit: String = "", before: Int, after seconds: Double
  ) -> String {
    let text = "\(grouped(done)) of \(grouped(total))\(unit)"
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
