import Quantities

/// From values to places along a side of a plot.
struct PlotScale {
  /// The values that are shown.
  let domain: ClosedRange<Double>
  /// Where the lowest and the highest of them are; on a vertical side the lowest is further down.
  let from: Double
  let to: Double

  /// Makes a scale; values that are all the same get some room around them.
  init(_ domain: ClosedRange<Double>, from: Double, to: Double) {
    let isWide = domain.upperBound > domain.lowerBound
    let room = isWide ? 0 : max(abs(domain.lowerBound) / 10, 0.5)
    self.domain = domain.lowerBound - room...domain.upperBound + room
    self.from = from
    self.to = to
  }

  /// Where a value is; one that is not shown is at the end that is nearer.
  func callAsFunction(_ value: Double) -> Double {
    let value = min(max(value, domain.lowerBound), domain.upperBound)
    // Halves, as the width of a large domain may be none.
    let width = domain.upperBound / 2 - domain.lowerBound / 2
    return from + (value / 2 - domain.lowerBound / 2) / width * (to - from)
  }

  /// Round values, about so many, and the decimals they are told with.
  func ticks(_ count: Int) -> (values: [Double], decimals: Int) {
    let width = domain.upperBound - domain.lowerBound
    guard width.isFinite, width > 1e-9, width < 1e15 else { return ([], 0) }
    var (unit, decimals) = (1.0, 0)
    while unit * 10 <= width / Double(count) { unit *= 10 }
    while unit > width / Double(count), decimals < 12 {
      (unit, decimals) = (unit / 10, decimals + 1)
    }
    // The first of 1, 2, 5 and 10 that is no less than the step that was asked for.
    let factor = [1, 2, 5].first { unit * $0 >= width / Double(count) } ?? 10
    if factor == 10 { decimals = max(decimals - 1, 0) }
    let step = unit * factor
    let first = (domain.lowerBound / step).rounded(.up)
    let last = (domain.upperBound / step).rounded(.down)
    guard first <= last else { return ([], 0) }
    return (stride(from: first, through: last, by: 1).map { $0 * step }, decimals)
  }
}

/// A place in a plot as it is written: tenths are finer than any screen shows.
func plotted(_ place: Double) -> String {
  let text = String(fixed: place, decimals: 1)
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
