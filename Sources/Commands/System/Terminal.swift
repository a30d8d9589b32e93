import Glibc
import PantographBase
import PantographReports

/// The value of `--color`.
enum ColorChoice: String, CaseIterable {
  /// Colours on a terminal that supports them, unless the environment disables them.
  case auto
  /// Colours everywhere.
  case always
  /// No colours.
  case never
}

extension TextStyle {
  /// Creates the style for a descriptor.
  ///
  /// Anything but a terminal gets the plain style regardless of the environment, so that files and pipes always
  /// have the same bytes. On a terminal, a nonempty NO_COLOR (no-color.org) or a TERM without colours disables
  /// colours. The locale determines the character set, and COLUMNS overrides the width of the terminal.
  init(of descriptor: Int32) {
    guard isatty(descriptor) == 1 else {
      self = .plain
      return
    }
    let terminal = Self.variable("TERM") ?? "dumb"
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(Self.variable).first ?? "C"
    // Such as `de_DE.UTF-8@euro`, in any spelling; macOS sends `UTF-8` alone over SSH.
    let letters = locale.split(separator: ".").last?.prefix { $0 != "@" } ?? ""
    self.init(
      isColored: Self.variable("NO_COLOR") == nil && terminal != "dumb",
      isASCII: letters.lowercased().filter { $0 != "-" } != "utf8",
      width: Self.variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        ?? Self.columns(of: descriptor))
  }

  /// Creates the style of a command's result, with its options applied.
  init(_ arguments: Arguments) throws {
    let isKept = arguments.value("--output").map { $0 != "-" } ?? false
    self = isKept ? .plain : TextStyle(of: STDOUT_FILENO)
    switch try arguments.choice("--color", ColorChoice.self) ?? .auto {
    case .auto: break
    case .always: isColored = true
    case .never: isColored = false
    }
    if arguments.has("--ascii") { isASCII = true }
  }

  /// The style of standard output, without options.
  static let ofResults = TextStyle(of: STDOUT_FILENO)

  /// The style of standard error.
  static let beside = TextStyle(of: STDERR_FILENO)

  /// Returns an environment variable, or `nil` if it is empty.
  private static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The assumed width of a terminal that does not report one: 80 columns, as a VT100.
  private static let usualColumns = 80

  private static func columns(of descriptor: Int32) -> Int {
    // struct winsize: rows, columns, and the size in pixels.
    var size: [UInt16] = [0, 0, 0, 0]
    let status = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size)
    return status == 0 && size[1] > 0 ? Int(size[1]) : usualColumns
  }
}

extension OutputFile {
  /// Writes lines in a style.
  func write(lines: some Sequence<String>, in style: TextStyle) throws {
    var bytes: [UInt8] = []
    for line in lines {
      bytes += style.rendered(line).utf8
      bytes.append(UInt8(ascii: "\n"))
      if bytes.count >= 1 << 16 { try write(&bytes) }
    }
    try write(&bytes)
  }
}

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
  mutating func next() throws(CommandError) -> (key: Character, rest: String)? {
    guard isTerminal else { return try line().map(Self.split) }
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
  mutating func line() throws(CommandError) -> String? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeFirst(end + 1) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      guard buffer.count <= LineLimit.longest else {
        throw CommandError("standard input: \(LineLimit.sentence("an answer"))")
      }
      guard case .device = loop.wait(for: STDIN_FILENO, until: nil) else { return nil }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = unsafe read(STDIN_FILENO, &bytes, bytes.count)
      guard count > 0 else { return nil }
      buffer += bytes[..<count]
    }
  }
}
