/// The frame of a plot with a row for each of some names: a grid across the rows, an axis below, names at the left.
struct RowFrame {
  /// The scale of the values.
  let x: PlotScale
  /// The bottom of the last row.
  let bottom: Double

  private let names: [String]
  private let rowHeight: Double
  private let left: Double

  private static let top = 22.0
  /// 7.4: about the width of a letter, at most.
  private static let letter = 7.4
  /// 18: of that, 10 are between a name and the axis.
  private static let (margin, gap) = (18.0, 10.0)
  /// 28: the longest name of a preset has 26 letters, and more would leave little room for values.
  private static let mostLetters = 28

  /// Makes a frame of rows from the top; the end of a name that is too long is cut off.
  init(_ names: [String], rowHeight: Double, values: ClosedRange<Double>) {
    let names = names.map { name in
      name.count > Self.mostLetters ? "\(name.prefix(Self.mostLetters - 1))…" : name
    }
    (self.names, self.rowHeight) = (names, rowHeight)
    let longest = names.map { Double($0.count) * Self.letter }.max() ?? 0
    left = longest + Self.margin
    x = PlotScale(values, from: left, to: SVGPlot.sides.right)
    bottom = Self.top + Double(names.count) * rowHeight
  }

  /// Returns the height of the middle of a row.
  func middle(of row: Int) -> Double { Self.top + (Double(row) + 0.5) * rowHeight }

  /// Returns the name of a row.
  func name(of row: Int, isStrong: Bool = false) -> Markup {
    SVGPlot.text(names[row], left - Self.gap, middle(of: row) + 4, isStrong ? "end strong" : "end")
  }

  /// The grid and the axis.
  @MarkupBuilder var ground: Markup {
    for tick in x.ticks(5) {
      SVGPlot.line("grid", tick.position, Self.top, tick.position, bottom)
      SVGPlot.text(tick.label, tick.position, bottom + 17, "middle")
    }
    SVGPlot.line("axis", left, bottom, SVGPlot.sides.right, bottom)
  }
}
