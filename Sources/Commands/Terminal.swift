import Glibc
import Reports

/// When texts have colours.
enum ColorChoice: String, CaseIterable {
  /// Where they are for a terminal that has them, and nobody asks for none.
  case auto
  /// Wherever they go.
  case always
  /// Nowhere.
  case never
}

extension TextStyle {
  /// The style of what goes to a descriptor.
  ///
  /// What is no terminal gets the plain style, whatever the environment says: a pipe or a file has the same
  /// bytes for everybody, so that they can be compared. On a terminal, colours are left out where NO_COLOR is
  /// not empty (no-color.org) or TERM has none, the letters are those of the locale, and COLUMNS is believed
  /// before the terminal itself.
  init(of descriptor: Int32) {
    guard isatty(descriptor) == 1 else {
      self = .plain
      return
    }
    let terminal = Self.variable("TERM") ?? "dumb"
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(Self.variable).first ?? "C"
    // As in `de_DE.UTF-8@euro`, or some other spelling of it; `UTF-8` alone is what Macs send along.
    let letters = locale.split(separator: ".").last?.prefix { $0 != "@" } ?? ""
    self.init(
      isColored: Self.variable("NO_COLOR") == nil && terminal != "dumb",
      isASCII: letters.lowercased().filter { $0 != "-" } != "utf8",
      width: Self.variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        ?? Self.columns(of: descriptor))
  }

  /// The style of a command's result, with what its options say.
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

  /// The style of what goes to standard output, whatever options say.
  static let ofResults = TextStyle(of: STDOUT_FILENO)

  /// The style of what is said beside results.
  static let beside = TextStyle(of: STDERR_FILENO)

  /// A variable of the environment, unless it is empty.
  private static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// 80, which a terminal has that does not say how wide it is: a VT100's.
  private static let usualColumns = 80

  private static func columns(of descriptor: Int32) -> Int {
    // struct winsize: rows, columns, and both in pixels.
    var size: [UInt16] = [0, 0, 0, 0]
    let status = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size)
    return status == 0 && size[1] > 0 ? Int(size[1]) : usualColumns
  }
}

extension OutputFile {
  /// Writes lines for a person.
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
