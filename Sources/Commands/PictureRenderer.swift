import CLinux
import Glibc

/// Draws an SVG as pixels, with the `rsvg-convert` of librsvg.
struct PictureRenderer {
  private let program: String
  /// Pixels that the picture becomes wide.
  let width: Int

  /// 1200: as wide as a page of a browser.
  static let usualWidth = 1200
  /// 16384 pixels: more than any screen has.
  static let widths = 16...16384
  /// The Debian package that has it.
  private static let package = "librsvg2-bin"

  /// Finds the program, or says what to install.
  init(width: Int) throws(Complaint) {
    let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
    let places = folders.split(separator: ":").map { "\($0)/rsvg-convert" }
    guard let program = places.first(where: { unsafe access($0, X_OK) == 0 }) else {
      throw Complaint(
        "PNG is drawn by rsvg-convert, which is not here: `apt install \(Self.package)` brings it;"
          + " svg needs nothing")
    }
    self.program = program
    self.width = width
  }

  /// The picture as a PNG file.
  func png(of svg: String) throws(Complaint) -> [UInt8] {
    // In memory, so that neither waits for the other, and nothing is left behind.
    let input = try scratch()
    defer { close(input) }
    let output = try scratch()
    defer { close(output) }
    let complaints = try scratch()
    defer { close(complaints) }
    var bytes = Array(svg.utf8)
    do {
      try OutputFile(descriptor: dup(input), "a picture").write(&bytes)
    } catch {
      throw Complaint("a picture: can't be written: \(error)")
    }
    lseek(input, 0, SEEK_SET)
    let status = try unsafe run([
      program, "--format", "png", "--width", "\(width)", "--keep-aspect-ratio",
    ]) { actions in
      for (descriptor, place) in [(input, 0), (output, 1), (complaints, 2)] as [(Int32, Int32)] {
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, place)
      }
    }
    let png = try content(of: output)
    // A renderer that fails may have begun to write.
    guard status == 0, png.starts(with: [0x89, 0x50, 0x4E, 0x47]) else {
      let words = String(decoding: try content(of: complaints), as: UTF8.self)
      let line = words.split(separator: "\n").first.map { ": \($0)" } ?? ""
      throw Complaint("\(program): it has drawn nothing\(line)")
    }
    return png
  }

  private func scratch() throws(Complaint) -> Int32 {
    // 1: MFD_CLOEXEC.
    let descriptor = unsafe memfd_create("picture", 1)
    guard descriptor >= 0 else { throw Complaint("a picture: no memory for it: \(systemError())") }
    return descriptor
  }

  private func content(of descriptor: Int32) throws(Complaint) -> [UInt8] {
    lseek(descriptor, 0, SEEK_SET)
    return try InputFile(descriptor: dup(descriptor), "a picture").readAll(limit: 1 << 30)
  }

  /// Runs a program to its end, and tells its exit status.
  private func run(
    _ words: [String], _ prepare: (inout posix_spawn_file_actions_t) -> Void
  ) throws(Complaint) -> Int32 {
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
      throw Complaint("\(words[0]): can't be run: \(systemError(problem))")
    }
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) < 0 {
      guard errno == EINTR else { return -1 }
    }
    return status
  }
}

extension PictureRenderer {
  /// What draws a format, if it has to be drawn as pixels; an output that would be noise on a terminal is
  /// refused.
  init?(for format: TrajectoryFormat, _ arguments: Arguments) throws {
    let width = try arguments.integer("--width", in: Self.widths)
    guard format == .png || width == nil else {
      throw Complaint("pantograph replay: --width is for png")
    }
    let goesToTerminal =
      arguments.value("--output").map { $0 == "-" } ?? true && isatty(STDOUT_FILENO) == 1
    guard !goesToTerminal || format != .png && format != .perfetto else {
      throw Complaint(
        "pantograph replay: \(format.rawValue) is nothing to read on a terminal; --output FILE keeps it"
      )
    }
    guard format == .png else { return nil }
    try self.init(width: width ?? Self.usualWidth)
  }
}

extension OutputFile {
  /// Writes a picture as it is, or as pixels.
  func write(picture svg: String, by renderer: PictureRenderer?) throws {
    guard let renderer else { return try write(svg) }
    var png = try renderer.png(of: svg)
    try write(&png)
  }
}
