import Glibc

/// Reads single keys from a terminal, and lines from other input.
///
/// The mode of the terminal is changed only while waiting for a key, so it is always restored.
struct KeyReader {
  private let loop: EventLoop
  private let isTerminal = isatty(STDIN_FILENO) == 1
  private var buffer: [UInt8] = []

  init(_ loop: EventLoop) { self.loop = loop }

  /// Returns the next key, or the first letter and the rest of the next line.
  ///
  /// Returns `nil` at the end of the input, or if the end is requested.
  mutating func next() -> (key: Character, rest: String)? {
    guard isTerminal else { return line().map(Self.split) }
    guard let byte = key() else { return nil }
    return (Character(Unicode.Scalar(byte)), "")
  }

  private static func split(_ line: String) -> (key: Character, rest: String) {
    let words = line.split(separator: " ", maxSplits: 1)
    let key = words.first?.first ?? " "
    return (key, words.count > 1 ? String(words[1]) : "")
  }

  /// Reads a key without line buffering and echo.
  private func key() -> UInt8? {
    var before = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    unsafe tcsetattr(STDIN_FILENO, TCSANOW, &raw)
    defer { unsafe tcsetattr(STDIN_FILENO, TCSANOW, &before) }
    guard case .device = loop.wait(for: STDIN_FILENO, until: nil) else { return nil }
    var byte: UInt8 = 0
    // 4: Ctrl-D, the end of the input.
    guard unsafe read(STDIN_FILENO, &byte, 1) == 1, byte != 4 else { return nil }
    return byte
  }

  /// Returns the next line, or `nil` at the end of the input or if the end is requested.
  mutating func line() -> String? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeFirst(end + 1) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      guard case .device = loop.wait(for: STDIN_FILENO, until: nil) else { return nil }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = unsafe read(STDIN_FILENO, &bytes, bytes.count)
      guard count > 0 else { return nil }
      buffer += bytes[..<count]
    }
  }
}
