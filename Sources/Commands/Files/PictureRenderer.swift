import Glibc
import PantographCLinux
import PantographReports

/// Renders an SVG to PNG or PDF with librsvg's `rsvg-convert`.
struct PictureRenderer {
  /// A format that it renders.
  enum Format: String {
    case png, pdf

    /// The first bytes of a file.
    fileprivate var start: [UInt8] {
      switch self {
      case .png: [0x89, 0x50, 0x4E, 0x47]
      case .pdf: Array("%PDF".utf8)
      }
    }
  }

  private let program: String
  private let format: Format
  /// The width of a PNG in pixels; a PDF has the size of the SVG.
  let width: Int

  /// The default width: 1200 pixels, as wide as a page in a browser.
  static let usualWidth = 1200
  /// The allowed widths, up to 16384 pixels, more than any screen has.
  static let widths = 16...16384
  /// The Debian package that contains the program.
  private static let package = "librsvg2-bin"

  /// Finds the program, or throws an error that names the package to install.
  init(_ format: Format, width: Int) throws(CommandError) {
    let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
    let candidates = folders.split(separator: ":").map { "\($0)/rsvg-convert" }
    guard let program = candidates.first(where: { unsafe access($0, X_OK) == 0 }) else {
      throw CommandError(
        "\(format.rawValue.uppercased()) requires rsvg-convert, which was not found: install it with `apt install \(Self.package)`,"
          + " or use svg")
    }
    self.program = program
    self.format = format
    self.width = width
  }

  /// Renders a picture as a file of the format.
  func file(of svg: String) throws(CommandError) -> [UInt8] {
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
      throw (error as? CommandError) ?? CommandError("a picture: can't be written: \(error)")
    }
    lseek(input, 0, SEEK_SET)
    let size = format == .png ? ["--width", "\(width)", "--keep-aspect-ratio"] : []
    let status = try unsafe run([program, "--format", format.rawValue] + size) { actions in
      for (descriptor, target) in [(input, 0), (output, 1), (messages, 2)] as [(Int32, Int32)] {
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, target)
      }
    }
    let file = try content(of: output)
    // A renderer may write something before it fails.
    guard status == 0, file.starts(with: format.start) else {
      let words = String(decoding: try content(of: messages), as: UTF8.self)
      let line = words.split(separator: "\n").first.map { ": \($0)" } ?? ""
      throw CommandError("\(program): rendering failed\(line)")
    }
    return file
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
    // A PDF contains the time of its creation, which must not depend on the clock.
    let epoch = "SOURCE_DATE_EPOCH="
    let others = Self.environment.filter { !$0.hasPrefix(epoch) }
    let variables = unsafe (others + [epoch + "0"]).map { unsafe strdup($0) } + [nil]
    defer { unsafe variables.forEach { unsafe free($0) } }
    var identifier: pid_t = 0
    let problem = unsafe posix_spawn(
      &identifier, words[0], &actions, nil, pointers, variables)
    guard problem == 0 else {
      throw CommandError("\(words[0]): can't be run: \(systemError(problem))")
    }
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) < 0 {
      guard errno == EINTR else { return -1 }
    }
    return status
  }

  private static var environment: [String] {
    var variables: [String] = []
    while let text = unsafe environ[variables.count] {
      unsafe variables.append(String(cString: text))
    }
    return variables
  }
}

extension OutputFile {
  /// Writes a picture as SVG, or as the renderer's format if there is one.
  func write(picture svg: String, by renderer: PictureRenderer?) throws {
    guard let renderer else { return try write(svg) }
    var file = try renderer.file(of: svg)
    try write(&file)
  }
}

extension CommonOptions {
  /// Options of a command whose plots can be files of their own.
  static let figures = [
    Command.Option(
      "--figure", value: "NAME",
      help: "which plot a svg, pdf or png shows; an unknown name lists them"),
    Command.Option("--width", value: "PIXELS", help: "width of a png (default 1200)"),
  ]

  /// The formats of a plot.
  static let pictures: [FileFormat] = [.svg, .pdf, .png]
}

/// The plot that the user asks for, by the format of the output.
struct FigureRequest {
  /// The name of the plot; `nil` for the default.
  let name: String?
  private let arguments: Arguments
  private let renderer: PictureRenderer?

  /// Returns `nil` if the output is not a picture.
  ///
  /// Throws if options of pictures are given without one, if the program that renders it is not installed, or if
  /// binary output would go to a terminal.
  init?(_ arguments: Arguments) throws {
    let format = arguments.pictureFormat
    guard format == .png || !arguments.has("--width") else {
      let isNamed = arguments.command.option("--format") != nil
      throw arguments.error("--width requires \(isNamed ? "--format png" : "--output FILE.png")")
    }
    guard let format else {
      guard !arguments.has("--figure") else {
        throw arguments.error("--figure requires --output FILE.svg, FILE.pdf or FILE.png")
      }
      return nil
    }
    guard !arguments.has("--json") else {
      throw arguments.error("--json can't be combined with \(format.rawValue)")
    }
    let path = arguments.value("--output")
    guard format == .svg || path != nil && path != "-" || isatty(STDOUT_FILENO) != 1 else {
      throw arguments.error("\(format.rawValue) is binary; write it to a file with --output FILE")
    }
    let width = try arguments.integer("--width", in: PictureRenderer.widths)
    renderer = try PictureRenderer.Format(rawValue: format.rawValue).map { format in
      try PictureRenderer(format, width: width ?? PictureRenderer.usualWidth)
    }
    name = arguments.value("--figure")
    self.arguments = arguments
  }

  /// Returns the plot that is asked for.
  func svg(of figures: Figures) throws(CommandError) -> String {
    if let svg = figures.svg(named: name) { return svg }
    guard !figures.names.isEmpty else { throw arguments.error("there is nothing to draw") }
    throw arguments.invalidValue(
      "--figure", "expected one of \(figures.names.joined(separator: ", "))")
  }

  /// Writes a picture in the format that is asked for.
  func write(_ svg: String, to output: OutputFile) throws {
    try output.write(picture: svg, by: renderer)
  }
}
