/// A picture that is a file of its own: an SVG with its own style, for a light room and for a dark one.
///
/// Its colours are written out where they are used, as librsvg knows no variables; what it does not know
/// of, such as a dark room, it passes over.
struct PictureFile {
  /// What it shows, in a few words.
  var title: String
  /// A line below that.
  var subtitle: String
  /// What there is to see, for those who can't.
  var description: String
  var height: Double

  /// How wide every picture is, in units of its own.
  static let width = 720.0
  /// Where its plots begin and end.
  static let sides = (left: 58.0, right: 700.0)
  /// Where the texts at its left begin.
  static let margin = 20.0

  func text(@MarkupBuilder _ layers: () -> Markup) -> String {
    let size = (width: plotted(Self.width), height: plotted(height))
    let picture = Markup(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": size.width, "height": size.height,
        "viewBox": "0 0 \(size.width) \(size.height)", "role": "img",
        "aria-labelledby": "title description",
      ]
    ) {
      Markup("title", ["id": "title"]) { title }
      Markup("desc", ["id": "description"]) { description }
      Markup.style([Self.sheet], Self.colors)
      SVGPlot.box("paper", x: 0...Self.width, y: 0...height)
      SVGPlot.text(Self.shortened(title, to: 64), Self.margin, 32, "strong title")
      SVGPlot.text(Self.shortened(subtitle, to: Self.letters), Self.margin, 51, "body")
      layers()
    }
    return #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n" + picture.source
  }

  /// As many letters of ordinary width as stand beside each other.
  static let letters = 104

  /// A text that fits into a line: its end tells more of a path than its middle.
  private static func shortened(_ text: String, to most: Int) -> String {
    guard text.count > most else { return text }
    return text.prefix(most / 4) + "…" + text.suffix(most - most / 4 - 1)
  }

  // MARK: Style

  private static func rules(_ palette: PagePalette) -> String {
    let strokes = [
      ("axis", palette.faint), ("grid", palette.rule), ("asked", palette.found),
      ("released", palette.ink), ("still", palette.faint), ("hand", palette.ink),
      ("finish", palette.finish), ("cancel", palette.stay), ("snap", palette.found),
      ("own", palette.found), ("first", palette.finish), ("second", palette.stay),
      ("halo", palette.paper), ("knob", palette.paper),
    ].map { ".\($0.0){stroke:\($0.1)}" }
    let fills = [
      ("paper", palette.paper), ("touched", palette.heat[1]), ("strong", palette.ink),
      ("demand", palette.found), ("knob", palette.ink), ("handband", palette.ink),
      ("finishband", palette.finish), ("cancelband", palette.stay), ("snapband", palette.found),
      ("ownband", palette.found), ("stillband", palette.rule), ("inband", palette.paper),
    ].map { ".\($0.0){fill:\($0.1)}" }
    return "svg{background:\(palette.paper)}text{fill:\(palette.faint)}" + strokes.joined()
      + fills.joined()
  }

  private static let colors = """
    \(rules(.light))
    @media screen and (prefers-color-scheme:dark){\(rules(.dark))}

    """

  private static let sheet: StaticString = """
    svg{max-width:100%;height:auto}
    text{font-family:"Noto Sans","Segoe UI",Roboto,"Helvetica Neue","DejaVu Sans",sans-serif;font-size:13px}
    .title{font-size:17px}
    .strong{font-weight:600}
    .small{font-size:12px}
    .inband{font-weight:600}
    .end{text-anchor:end}
    .middle{text-anchor:middle}
    .halo{paint-order:stroke;stroke-width:4px;stroke-linejoin:round}
    line,path{fill:none;stroke-width:1}
    path{stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
    .still{stroke-width:1.5}
    .hand{stroke-width:2.75}
    .second{stroke-dasharray:7 5}
    .asked{stroke-width:1.25;stroke-dasharray:2 4;stroke-linecap:round}
    .released{stroke-dasharray:4 4;stroke-width:1}
    .knob{stroke-width:1.5}
    @media screen and (max-width:520px){text{font-size:17px}.body{font-size:13px}.title{font-size:18px}.small{font-size:16px}}

    """
}
