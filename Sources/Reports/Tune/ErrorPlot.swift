import PantographBase
import PantographInteractions
import PantographTuning

/// Draws the cost of a threshold over its possible values, as text.
struct ErrorPlot {
  private let curve: ErrorCurve
  private let threshold: Double
  private let unit: String
  private let cost: (Int) -> String

  private let style: TextStyle
  private static let rows = 4

  /// Makes a plot; `cost` formats a cost.
  init(_ threshold: TuningResult.Threshold, in style: TextStyle, cost: @escaping (Int) -> String) {
    curve = threshold.curve
    self.threshold = threshold.after
    unit = Wording.unit(of: threshold.before)
    self.style = style
    self.cost = cost
  }

  /// The range of values that is shown: all values and the threshold, with a margin.
  private var window: ClosedRange<Double> {
    let low = min(curve.values.first ?? threshold, threshold)
    let high = max(curve.values.last ?? threshold, threshold)
    let edge = high > low ? (high - low) / 32 : 1
    return low - edge...high + edge
  }

  var lines: [String] {
    let (low, high) = (curve.costs.min() ?? 0, max(curve.costs.max() ?? 0, 1))
    guard high > low else { return [] }
    let window = window
    let labels = [0: cost(high), Self.rows - 1: cost(low)]
    let width = labels.values.reduce(0) { max($0, $1.count) }
    // Two blanks before the labels, and a blank and the axis after them.
    let columns = style.columns(beside: width + 4, usually: 48, atMost: 72)
    var plot = BraillePlot(columns: columns, rows: Self.rows)
    func x(_ value: Double) -> Int {
      let share = (value - window.lowerBound) / (window.upperBound - window.lowerBound)
      return Int((share * Double(plot.width - 1)).rounded())
    }
    func y(_ cost: Int) -> Int {
      let share = Double(high - cost) / Double(high - low)
      return Int((share * Double(plot.height - 1)).rounded())
    }
    let ends = [window.lowerBound] + curve.values + [window.upperBound]
    for (index, cost) in curve.costs.enumerated() {
      plot.line(from: (x(ends[index]), y(cost)), to: (x(ends[index + 1]), y(cost)))
      if index + 1 < curve.costs.count {
        let next = curve.costs[index + 1]
        plot.line(from: (x(ends[index + 1]), y(cost)), to: (x(ends[index + 1]), y(next)))
      }
    }
    let mark = x(threshold) / 2
    let lines = (0..<Self.rows).map { row in
      let label = (labels[row] ?? "").padded(to: width)
      return style.paint(label + (labels[row] == nil ? " │" : " ┤"), .faint) + plot.text(row: row)
    }
    let axis = (0..<columns).map { $0 == mark ? "┴" : "─" }.joined()
    let margin = String(repeating: " ", count: width + 1)
    let below = ["\(margin)└\(axis)", margin + " " + caption(window, at: mark, columns)]
    return lines.map(\.withoutBlanksAtEnd)
      + below.map { style.paint($0.withoutBlanksAtEnd, .faint) }
  }

  /// Returns the values at both ends and at the mark, as far as there is room.
  private func caption(_ window: ClosedRange<Double>, at mark: Int, _ columns: Int) -> String {
    let (left, right) = (Wording.number(window.lowerBound), Wording.number(window.upperBound))
    let middle = NumberText.exact(threshold) + unit
    let space = left.count + 1...max(left.count + 1, columns - right.count - middle.count - 1)
    let start = min(max(mark - middle.count / 2, space.lowerBound), space.upperBound)
    let first = left + String(repeating: " ", count: start - left.count) + middle
    return first + String(repeating: " ", count: max(columns - first.count - right.count, 1))
      + right
  }
}
