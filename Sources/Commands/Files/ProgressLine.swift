import Glibc
import PantographBase
import PantographReports

/// A line on the terminal with the progress of long work and the estimated remaining time.
///
/// Nothing is shown if standard error is not a terminal.
package struct ProgressLine {
  private let name: String
  /// The total count, as far as it is known.
  var total: Int
  /// The unit of the count; empty for recordings.
  private let unit: String
  /// The count at the start of this run.
  private let before: Int
  private let start = EventLoop.now
  private var shown: Timestamp?
  /// Whether standard error is a terminal that can erase a line.
  private let isSeen = Self.isSeen

  /// The seconds between updates: 0.2 s, as often as a person can read them.
  private static let pause = 0.2

  /// Whether standard error is a terminal that can erase a line.
  static var isSeen: Bool {
    let terminal = unsafe getenv("TERM").map { unsafe String(cString: $0) }
    return isatty(STDERR_FILENO) == 1 && terminal != "dumb"
  }

  /// Creates a line for work that starts now.
  ///
  /// - Parameters:
  ///   - total: the total count.
  ///   - before: the count that is already done.
  ///   - unit: the unit of the count; empty for recordings.
  ///   - name: the name of the work, if there are several kinds.
  init(of total: Int, after before: Int = 0, unit: String = "", naming name: String = "") {
    self.name = name.isEmpty ? "" : "\(name): "
    self.total = total
    self.unit = unit
    self.before = before
  }

  /// Shows the progress, unless it was updated very recently.
  mutating func show(_ done: Int) {
    guard isSeen else { return }
    let now = EventLoop.now
    if let shown, now - shown < Self.pause { return }
    shown = now
    let text = Self.text(done, of: total, unit, before: before, after: now - start)
    Self.write("\(name)\(text)")
  }

  /// Erases the line.
  mutating func clear() {
    if shown != nil { Self.write("") }
    shown = nil
  }

  /// Replaces the line by a text, cut to the width of the terminal.
  static func write(_ text: String) {
    let bytes = Array("\r\(TextStyle.beside.line(text))\u{1b}[K".utf8)
    _ = unsafe bytes.withUnsafeBytes { buffer in
      unsafe Glibc.write(STDERR_FILENO, buffer.baseAddress, buffer.count)
    }
  }

  /// Returns a text such as `1,234 of 100,000 · about 3 min left`.
  ///
  /// - Parameters:
  ///   - done: the count that is done.
  ///   - total: the total count.
  ///   - unit: the unit of the count; empty for recordings.
  ///   - before: the count that was done at the start.
  ///   - seconds: the elapsed time.
  package static func text(
    _ done: Int, of total: Int, _ unit: String = "", before: Int, after seconds: Double
  ) -> String {
    let text = "\(grouped(done)) of \(grouped(total))" + (unit.isEmpty ? "" : " \(unit)")
    // 2 s: an earlier estimate would be unreliable.
    guard done > before, seconds >= 2 else { return text }
    let left = seconds / Double(done - before) * Double(total - done)
    return "\(text) · about \(wording(of: left)) left"
  }

  private static func wording(of seconds: Double) -> String {
    if seconds < 90 { return "\(Int(seconds.rounded(.up))) s" }
    if seconds < 90 * 60 { return "\(Int((seconds / 60).rounded(.up))) min" }
    return "\(Int((seconds / 3600).rounded(.up))) h"
  }

  /// Formats a number with thousands separators.
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

/// A progress line for reading a large file.
struct ReadingProgress {
  private var line: ProgressLine
  private var done = 0

  /// The smallest size that is worth a progress line: 8 MiB.
  private static let least = 8 << 20

  /// Creates a progress line, or `nil` for a small file or a pipe.
  init?(of path: String) {
    var file = stat()
    guard unsafe path != "-" && stat(path, &file) == 0, file.st_mode & S_IFMT == S_IFREG,
      file.st_size >= Self.least
    else { return nil }
    line = ProgressLine(of: Int(file.st_size) >> 20, after: 0, unit: "MiB")
  }

  /// Adds the number of bytes read; zero marks the end of the file.
  mutating func advance(by count: Int) {
    done += count
    if count == 0 { line.clear() } else { line.show(done >> 20) }
  }
}
