/// A plot with its layers and the meanings of its marks, for a page or for a file of its own.
struct PlotDrawing {
  /// The size, the title and the description.
  var plot: SVGPlot
  /// What is drawn.
  var layers: Markup
  /// What is drawn above that, with links in a page.
  var links = Markup.nothing
  /// The entries of the legend.
  var legend: [PlotLegend.Entry] = []

  /// The plot as an element of a page.
  var markup: Markup {
    links.isEmpty ? plot.markup { layers } : plot.markup(links: links) { layers }
  }
}
