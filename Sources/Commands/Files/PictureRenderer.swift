import PantographCLinux
import PantographLibc

/// Renders an SVG to PNG with librsvg's `rsvg-convert`.
struct PictureRenderer {
  private let program: String
  /// The width of the picture in pixels.
  let width: Int

  /// The default width: 1200 pixels, as wide as a page in a browser.
  static let usualWidth = 1200
  /// The allowed widths, up to 16384 pixels, more than any screen has.
  static let widths = 16...16384
  /// The Debian package that contains the program.
  private static let package = "librsvg2-bin"

  /// Finds the program, or throws an error that names the package to install.
  init(width: Int) throws(CommandError) {
    let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
    let candidates = folders.split(separator: ":").map { "\($0)/rsvg-convert" }
    guard let program = candidates.first(where: { unsafe access($0, X_OK) == 0 }) else {
      throw CommandError(
        "PNG requires rsvg-convert, which was not found: install it with `apt install \(Self.package)`,"
          + " or use svg")
    }
    self.program = program
    self.width = width
  }

  /// Renders a picture as a PNG file.
  func png(of svg: String) throws(CommandError) -> [UInt8] {
    // Files in memory: neither process blocks, and nothing needs cleaning up.
    let input = try scratch()
    defer { close(input) }
    let output = try scratch()
    defer { close(output) }
    let messages = try scratch()
    defer { close(messages) }
    var bytes = Array(svg.utf8)
    do {
      try OutputFile(descriptor: dup(input), "a picture").write(&bytes)
    } catch {
      throw CommandError("a picture: can't be written: \(error)")
    }
    lseek(input, 0, SEEK_SET)
    let status = try unsafe run([
      program, "--format", "png", "--width", "\(width)", "--keep-aspect-ratio",
    ]) { actions in
      for (descriptor, target) in [(input, 0), (output, 1), (messages, 2)] as [(Int32, Int32)] {
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, target)
      }
    }
    let png = try content(of: output)
    // A renderer may write something before it fails.
    guard status == 0, png.starts(with: [0x89, 0x50, 0x4E, 0x47]) else {
      let words = String(decoding: try content(of: messages), as: UTF8.self)
      let line = words.split(separator: "\n").first.map { ": \($0)" } ?? ""
      throw CommandError("\(program): rendering failed\(line)")
    }
    return png
  }

  private func scratch() throws(CommandError) -> Int32 {
    // 1: MFD_CLOEXEC.
    let descriptor = unsafe memfd_create("picture", 1)
    guard descriptor >= 0 else { throw CommandError("a picture: out of memory: \(systemError())") }
    return descriptor
  }

  private func content(of descriptor: Int32) throws(CommandError) -> [UInt8] {
    lseek(descriptor, 0, SEEK_SET)
    return try InputFile(descriptor: dup(descriptor), "a picture").readAll(limit: 1 << 30)
  }

  /// Runs a program and returns its exit status.
  private func run(
    _ words: [String], _ prepare: (inout posix_spawn_file_actions_t) -> Void
  ) throws(CommandError) -> Int32 {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe prepare(&actions)
    let pointers = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    var identifier: pid_t = 0
    let problem = unsafe posix_spawn(
      &identifier, words[0], &actions, nil, pointers, environ)
    guard problem == 0 else {
      throw CommandError("\(words[0]): can't be run: \(systemError(problem))")
    }
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) < 0 {
      guard errno == EINTR else { return -1 }
    }
    return status
  }
}

extension PictureRenderer {
  /// Creates the renderer for PNG, `nil` for other formats; throws if binary output would go to a terminal.
  init?(for format: TrajectoryFormat, _ arguments: Arguments) throws {
    let width = try arguments.integer("--width", in: Self.widths)
    guard format == .png || width == nil else {
      throw CommandError("pantograph replay: --width requires --format png")
    }
    let goesToTerminal =
      arguments.value("--output").map { $0 == "-" } ?? true && isatty(STDOUT_FILENO) == 1
    guard !goesToTerminal || format != .png && format != .perfetto else {
      throw CommandError(
        "pantograph replay: \(format.rawValue) is binary; write it to a file with --output FILE"
      )
    }
    guard format == .png else { return nil }
    try self.init(width: width ?? Self.usualWidth)
  }
}

extension OutputFile {
  /// Writes a picture as SVG, or as PNG if there is a renderer.
  func write(picture svg: String, by renderer: PictureRenderer?) throws {
    guard let renderer else { return try write(svg) }
    var png = try renderer.png(of: svg)
    try write(&png)
  }
}
