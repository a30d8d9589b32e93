import PantographBase

/// A plot as an SVG file of its own, for a paper.
///
/// It is drawn by the same code as the plot of a page, with the light colours of the page. Its legend is below it.
struct Figure {
  private let drawing: PlotDrawing

  /// The width of a column of a paper, in millimetres.
  ///
  /// 85: journals have columns of 84 to 90 mm. The text is then 7.5 pt high.
  private static let column = 85.0
  private static let unitsPerLine = 20.0
  /// The left end of the legend.
  private static let margin = 8.0

  init(_ drawing: PlotDrawing) { self.drawing = drawing }

  /// The whole file.
  var svg: String {
    let legend = legend
    let height = drawing.plot.height + legend.height
    let content = Markup {
      SVGPlot.box("sheet", x: 0...SVGPlot.width, y: 0...height)
      drawing.layers
      drawing.links
      legend.markup
    }
    let id = drawing.plot.id
    let millimetres = { (units: Double) in
      String(fixed: units * Self.column / SVGPlot.width, decimals: 2) + "mm"
    }
    let file = Markup(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": millimetres(SVGPlot.width),
        "height": millimetres(height),
        "viewBox": "0 0 \(plotted(SVGPlot.width)) \(plotted(height))", "role": "img",
        "aria-labelledby": "\(id)-title \(id)-text",
      ]
    ) {
      Markup("title", ["id": "\(id)-title"]) { drawing.plot.title }
      Markup("desc", ["id": "\(id)-text"]) { drawing.plot.description }
      Markup.style([], FigureStyle(of: content).text)
      content
    }
    return #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n" + file.source
  }

  /// The legend in lines below the plot, and its height.
  private var legend: (markup: Markup, height: Double) {
    guard !drawing.legend.isEmpty else { return (.nothing, 0) }
    var (x, line) = (Self.margin, 0.0)
    let entries = drawing.legend.map { entry in
      let words = Self.shortened(entry.words)
      // 7.4: about the width of a letter, at most; 22 is the sample, and 14 the gap to the next entry.
      let width = 22 + Double(words.count) * 7.4 + 14
      if x > Self.margin, x + width - 14 > SVGPlot.width { (x, line) = (Self.margin, line + 1) }
      let top = drawing.plot.height + 6 + line * Self.unitsPerLine
      let markup = Markup("g", ["transform": "translate(\(plotted(x)) \(plotted(top)))"]) {
        entry.sample
        SVGPlot.text(words, 22, 12.5)
      }
      x += width
      return markup
    }
    return (Markup(entries), 6 + (line + 1) * Self.unitsPerLine + 4)
  }

  /// Returns a text that fits on a line; the end of a path matters more than its beginning.
  private static func shortened(_ text: String) -> String {
    text.count > 50 ? "…" + text.suffix(49) : text
  }
}

/// The plots of a command that can be a file of their own.
package struct Figures {
  /// A plot that is drawn when it is wanted.
  struct Entry {
    let name: String
    let svg: () -> String

    /// Makes an entry with a plot of a page.
    init(name: String, draw: @escaping () -> PlotDrawing) {
      self.init(name: name) { Figure(draw()).svg }
    }

    /// Makes an entry with a file.
    init(name: String, svg: @escaping () -> String) {
      (self.name, self.svg) = (name, svg)
    }
  }

  let entries: [Entry]

  /// Makes a list with the most telling plot first.
  init(_ entries: [Entry]) { self.entries = entries }

  /// No plots.
  package static var none: Figures { Figures([]) }

  /// The names of the plots.
  package var names: [String] { entries.map(\.name) }

  /// Returns a plot as an SVG file, or `nil` if none has this name.
  ///
  /// Without a name it is the first plot. The name of a family, such as `roc`, is its first plot, such as
  /// `roc-fraction`.
  package func svg(named name: String?) -> String? {
    let entry =
      name.map { name in
        entries.first { $0.name == name } ?? entries.first { $0.name.hasPrefix("\(name)-") }
      } ?? entries.first
    return entry?.svg()
  }
}
