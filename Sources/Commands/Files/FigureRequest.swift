import Glibc
import PantographReports

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
    (name, self.arguments) = (arguments.value("--figure"), arguments)
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
