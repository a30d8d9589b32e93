/// A self-contained SVG file with light and dark colours.
///
/// Colours are written out because librsvg does not support variables. It ignores the dark colours.
struct PictureFile {
  /// The title.
  var title: String
  /// The line below the title.
  var subtitle: String
  /// The description for screen readers.
  var description: String
  var height: Double

  /// The width of every picture, in units.
  static let width = 720.0
  /// The left and right ends of the plots.
  static let sides = (left: 58.0, right: 700.0)
  /// The left margin of texts.
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

  /// The number of letters of ordinary width that fit on a line.
  static let letters = 104

  /// Returns a text shortened to fit on a line; the end of a path matters more than its middle.
  private static func shortened(_ text: String, to most: Int) -> String {
    guard text.count > most else { return text }
    return text.prefix(most / 4) + "…" + text.suffix(most - most / 4 - 1)
  }

  // MARK: Style

  private static func rules(_ color: (PagePalette) -> String) -> String {
    let strokes: KeyValuePairs<String, PagePalette> = [
      "axis": .faint, "grid": .rule, "asked": .found, "released": .ink, "still": .faint,
      "tracking": .ink, "finish": .finish, "cancel": .stay, "snap": .found, "own": .found,
      "first": .finish, "second": .stay, "halo": .paper, "knob": .paper,
    ]
    let fills: KeyValuePairs<String, PagePalette> = [
      "paper": .paper, "touched": .heat1, "strong": .ink, "demand": .found, "knob": .ink,
      "trackingband": .ink, "finishband": .finish, "cancelband": .stay, "snapband": .found,
      "ownband": .found, "stillband": .rule, "inband": .paper,
    ]
    return "svg{background:\(color(.paper))}text{fill:\(color(.faint))}"
      + strokes.map { ".\($0){stroke:\(color($1))}" }.joined()
      + fills.map { ".\($0){fill:\(color($1))}" }.joined()
  }

  private static let colors = """
    \(rules(\.light))
    @media screen and (prefers-color-scheme:dark){\(rules(\.dark))}

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
    .tracking{stroke-width:2.75}
    .second{stroke-dasharray:7 5}
    .asked{stroke-width:1.25;stroke-dasharray:2 4;stroke-linecap:round}
    .released{stroke-dasharray:4 4;stroke-width:1}
    .knob{stroke-width:1.5}
    @media screen and (max-width:520px){text{font-size:17px}.body{font-size:13px}.title{font-size:18px}.small{font-size:16px}}

    """
}
