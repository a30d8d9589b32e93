import PantographBase
import PantographInteractions

/// Draws a quantity of many gestures: a strip of discs for each group, with the median.
struct FeatureStripPlot {
  private let name: String
  private let title: String
  private let groups: [(word: String, values: [Double])]
  private let frame: RowFrame

  private static let radius = 2.3
  /// 1000: more discs of a group can't be told apart.
  private static let mostDiscs = 1000

  init(_ name: String, _ title: String, _ groups: [(word: String, values: [Double])]) {
    (self.name, self.title) = (name, title)
    let known = ["finish", "cancel", "snap"]
    self.groups = groups.sorted { one, other in
      let places = [one, other].map { known.firstIndex(of: $0.word) ?? known.count }
      return (places[0], one.word) < (places[1], other.word)
    }.map { ($0.word, $0.values.sorted()) }
    let values = groups.flatMap(\.values)
    let (low, high) = (values.min() ?? 0, values.max() ?? 1)
    let edge = (high - low) / 32
    frame = RowFrame(self.groups.map(\.word), rowHeight: 34, values: low - edge...high + edge)
  }

  var isEmpty: Bool { groups.isEmpty }

  /// Returns the middle value, or the mean of both.
  private static func median(_ sorted: [Double]) -> Double {
    let middle = sorted.count / 2
    return sorted.count % 2 == 1
      ? sorted[middle] : sorted[middle - 1] / 2 + sorted[middle] / 2
  }

  /// The plot without its caption.
  var drawing: PlotDrawing {
    let medians = groups.map { "\($0.word) \(Wording.number(Self.median($0.values)))" }
    let plot = SVGPlot(
      id: "quantity-\(name)", title: title.capitalizedFirst,
      description: "Medians: \(medians.listed).", height: frame.bottom + 26)
    return PlotDrawing(
      plot: plot,
      layers: Markup {
        frame.ground
        for (index, group) in groups.enumerated() {
          strip(group.values, index, frame.middle(of: index))
          frame.name(of: index)
        }
        SVGPlot.text(title, 4, 14, "strong")
      })
  }

  /// Draws discs, each as near to the centre line as there is room, and the median.
  private func strip(_ values: [Double], _ index: Int, _ middle: Double) -> Markup {
    let offsets = [0, 4.8, -4.8, 9.6, -9.6]
    var ends = [Double](repeating: -.infinity, count: offsets.count)
    let median = frame.x(Self.median(values))
    return Markup("g") {
      values.spaced(Self.mostDiscs).map { value in
        let center = frame.x(value)
        let free = ends.indices.first { ends[$0] + 2 * Self.radius <= center }
        let row = free ?? ends.indices.min { (ends[$0], $0) < (ends[$1], $1) } ?? 0
        ends[row] = center
        return SVGPlot.disc(
          "contact finger\(index % 4)", center, middle + offsets[row], Self.radius)
      }
      SVGPlot.line("moment", median, middle - 14, median, middle + 14)
    }
  }

  var markup: Markup {
    guard !isEmpty else { return .nothing }
    return Markup("figure") {
      Markup.caption(title.capitalizedFirst, "a disc for each gesture; the line is the median")
      drawing.markup
      PageTable(
        title, [.word("group"), "gestures", "lowest", "median", "highest"],
        groups.map { word, values in
          [word, "\(values.count)"]
            + [values[0], Self.median(values), values[values.count - 1]].map { Wording.number($0) }
        }
      ).folded("Medians as a table")
    }
  }
}
