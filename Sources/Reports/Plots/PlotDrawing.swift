import PantographBase

/// A plot with its layers and the meanings of its marks: a figure of a page, or a file of its own.
struct PlotDrawing {
  /// The size, the title and the description.
  var plot: SVGPlot
  /// What is drawn.
  var layers: Markup
  /// What is drawn above that, with links in a page.
  var links = Markup.nothing
  /// The entries of the legend.
  var legend: [PlotLegend.Entry] = []
  /// The line below its title in a page.
  var note = ""

  /// Makes a drawing of a plot.
  init(
    _ plot: SVGPlot, note: String = "", legend: [PlotLegend.Entry] = [],
    @MarkupBuilder _ layers: () -> Markup
  ) {
    self.plot = plot
    self.note = note
    self.legend = legend
    self.layers = layers()
  }

  /// The plot as an element of a page.
  var markup: Markup { plot.markup(links: links) { layers } }

  /// Returns the plot with its title, its legend, and a table with the same data or a remark below.
  func figure(
    hasLegend: Bool = true, @MarkupBuilder _ below: () -> Markup = { Markup.nothing }
  ) -> Markup {
    Markup("figure") {
      Markup.caption(plot.title, note)
      markup
      if hasLegend { PlotLegend(legend).markup }
      below()
    }
  }
}

extension PlotDrawing {
  /// The width of a column of a paper, in millimetres.
  ///
  /// 85: journals have columns of 84 to 90 mm. The text is then 7.5 pt high.
  private static let column = 85.0
  private static let unitsPerLine = 20.0
  /// The left end of the legend.
  private static let margin = 8.0

  /// The plot as an SVG file of its own, for a paper, with the light colours of the page and its legend below it.
  var svg: String {
    let below = legendBelow
    let height = plot.height + below.height
    let content = Markup {
      SVGPlot.box("sheet", x: 0...SVGPlot.width, y: 0...height)
      layers
      links
      below.markup
    }
    return SVGFile(
      width: SVGPlot.width, height: height, ids: ("\(plot.id)-title", "\(plot.id)-text"),
      title: plot.title, description: plot.description
    ).text(.style([], FigureStyle(of: content).text), content) { units in
      String(fixed: units * Self.column / SVGPlot.width, decimals: 2) + "mm"
    }
  }

  /// The legend in lines below the plot, and its height.
  private var legendBelow: (markup: Markup, height: Double) {
    guard !legend.isEmpty else { return (.nothing, 0) }
    var x = Self.margin
    var line = 0.0
    let entries = legend.map { entry in
      let words = entry.words.shortened(to: 50)
      // 7.4: about the width of a letter, at most; 22 is the sample, and 14 the gap to the next entry.
      let width = 22 + Double(words.count) * 7.4 + 14
      if x > Self.margin, x + width - 14 > SVGPlot.width {
        x = Self.margin
        line += 1
      }
      let top = plot.height + 6 + line * Self.unitsPerLine
      let markup = Markup("g", ["transform": "translate(\(plotted(x)) \(plotted(top)))"]) {
        entry.sample
        SVGPlot.text(words, 22, 12.5)
      }
      x += width
      return markup
    }
    return (Markup(entries), 6 + (line + 1) * Self.unitsPerLine + 4)
  }
}

/// An SVG file, with a title and a description for screen readers.
struct SVGFile {
  /// The size in units.
  let width, height: Double
  /// The IDs of the title and the description.
  var ids = (title: "title", description: "description")
  let title: String
  let description: String

  /// Returns the whole file; `length` gives the length of units on paper or on a screen.
  func text(
    _ style: Markup, _ content: Markup, length: (Double) -> String = plotted
  ) -> String {
    let file = Markup(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": length(width), "height": length(height),
        "viewBox": "0 0 \(plotted(width)) \(plotted(height))", "role": "img",
        "aria-labelledby": "\(ids.title) \(ids.description)",
      ]
    ) {
      Markup("title", ["id": ids.title]) { title }
      Markup("desc", ["id": ids.description]) { description }
      style
      content
    }
    return #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n" + file.source
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
      self.init(name: name) { draw().svg }
    }

    /// Makes an entry with a file.
    init(name: String, svg: @escaping () -> String) {
      self.name = name
      self.svg = svg
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

/// The style of a figure: those rules of the pages' style sheets that its elements use, with light colours.
///
/// Colours are written out, because librsvg does not support variables.
struct FigureStyle {
  /// The rules.
  let text: String

  /// Text that is legible in a column of a paper, on white.
  private static let base = """
    svg{font-family:sans-serif}
    .sheet{fill:#ffffff}

    """
  private static let size = "svg text{font-size:13px}\nsvg .number{font-size:11px}"

  /// Makes the style of a drawing.
  init(of drawing: Markup) {
    let used = Self.classes(in: drawing.source)
    let rules = [ReportStyle.sheet, TrajectoryStyle.sheet].flatMap { sheet in
      Self.rules(of: "\(sheet)").compactMap { rule -> String? in
        let selectors = rule.selectors.filter { Self.applies($0, to: used) }
        return selectors.isEmpty
          ? nil : "\(selectors.joined(separator: ",")){\(Self.coloured(rule.declarations))}"
      }
    }
    text = Self.base + rules.joined(separator: "\n") + "\n" + Self.size
  }

  private typealias Rule = (selectors: [String], declarations: String)

  /// Returns the rules of a style sheet, without those of media queries.
  private static func rules(of sheet: String) -> [Rule] {
    var rules: [Rule] = []
    var words = ""
    var depth = 0
    var head = ""
    for letter in sheet {
      switch letter {
      case "{":
        depth += 1
        if depth == 1 {
          head = words
          words = ""
        }
      case "}":
        depth -= 1
        guard depth == 0 else { continue }
        let isRule = head.first { $0 != "\n" } != "@"
        if isRule { rules.append((selectors(of: head), words)) }
        words = ""
      case "\n": continue
      default: words.append(letter)
      }
    }
    return rules
  }

  /// Returns the selectors of a list; one with parentheses is for pages, and is omitted.
  private static func selectors(of list: String) -> [String] {
    list.contains("(") ? [] : list.split(separator: ",").map(String.init)
  }

  /// Returns whether a selector is about texts, or about classes that are all used.
  private static func applies(_ selector: String, to used: Set<String>) -> Bool {
    guard !selector.contains(where: { ":[*>+~#".contains($0) }) else { return false }
    let parts = selector.split(separator: " ")
    guard let last = parts.last, last.hasPrefix(".") || last == "text" else { return false }
    let names = parts.flatMap { part in
      part.split(separator: ".").dropFirst(part.hasPrefix(".") ? 0 : 1).map(String.init)
    }
    let elements = parts.filter { !$0.hasPrefix(".") }
    return elements.allSatisfy { $0 == "svg" || $0 == "text" } && names.allSatisfy(used.contains)
  }

  /// Returns declarations with the colours in place of their variables; cards are white on paper.
  private static func coloured(_ declarations: String) -> String {
    var text = ""
    for piece in declarations.split(separator: "(", omittingEmptySubsequences: false) {
      guard text.hasSuffix("var"), piece.hasPrefix("--"), let end = piece.firstIndex(of: ")") else {
        text += (text.isEmpty ? "" : "(") + piece
        continue
      }
      let color = PagePalette(rawValue: String(piece[..<end].dropFirst(2))) ?? .ink
      text = text.dropLast(3) + (color == .card ? PagePalette.paper : color).light
      text += piece[end...].dropFirst()
    }
    return text
  }

  /// Returns the classes of elements.
  private static func classes(in source: String) -> Set<String> {
    let pieces = source.split(separator: "\"", omittingEmptySubsequences: false)
    return Set(
      zip(pieces, pieces.dropFirst()).filter { $0.0.hasSuffix(" class=") }
        .flatMap { $0.1.split(separator: " ").map(String.init) })
  }
}
