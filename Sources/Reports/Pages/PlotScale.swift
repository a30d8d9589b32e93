import PantographBase

/// A linear scale from values to coordinates along one side of a plot.
struct PlotScale {
  /// The values that are shown.
  let domain: ClosedRange<Double>
  /// The coordinates of the lowest and the highest value; on a vertical side the lowest is at the bottom.
  let from: Double
  let to: Double

  /// Makes a scale; a range of zero width is widened.
  init(_ domain: ClosedRange<Double>, from: Double, to: Double) {
    let isWide = domain.upperBound > domain.lowerBound
    let room = isWide ? 0 : max(abs(domain.lowerBound) / 10, 0.5)
    self.domain = domain.lowerBound - room...domain.upperBound + room
    self.from = from
    self.to = to
  }

  /// Makes the scale of a page's plots from left to right.
  init(across domain: ClosedRange<Double>) {
    self.init(domain, from: SVGPlot.sides.left, to: SVGPlot.sides.right)
  }

  /// Returns the coordinate of a value, clamped to the scale.
  func callAsFunction(_ value: Double) -> Double {
    let value = min(max(value, domain.lowerBound), domain.upperBound)
    // Halves, because the width of a large domain may overflow.
    let width = domain.upperBound / 2 - domain.lowerBound / 2
    return from + (value / 2 - domain.lowerBound / 2) / width * (to - from)
  }

  /// A round value with its coordinate and its label.
  typealias Tick = (value: Double, position: Double, label: String)

  /// Returns about `count` round values.
  func ticks(_ count: Int) -> [Tick] {
    let width = domain.upperBound - domain.lowerBound
    guard width.isFinite, width > 1e-9, width < 1e15 else { return [] }
    var (unit, decimals) = (1.0, 0)
    while unit * 10 <= width / Double(count) { unit *= 10 }
    while unit > width / Double(count), decimals < 12 {
      (unit, decimals) = (unit / 10, decimals + 1)
    }
    // The first of 1, 2, 5 and 10 that is at least the wanted step.
    let factor = [1, 2, 5].first { unit * $0 >= width / Double(count) } ?? 10
    if factor == 10 { decimals = max(decimals - 1, 0) }
    let step = unit * factor
    let first = (domain.lowerBound / step).rounded(.up)
    let last = (domain.upperBound / step).rounded(.down)
    return stride(from: first, through: last, by: 1).map { number in
      let value = number == 0 ? 0 : number * step
      return (value, self(value), NumberText.fixed(value, decimals))
    }
  }
}

/// Returns a coordinate as text, in tenths of a unit, which is finer than any screen shows.
func plotted(_ coordinate: Double) -> String {
  let text = String(fixed: coordinate, decimals: 1)
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
