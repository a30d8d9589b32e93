import PantographBase
import PantographInteractions
import PantographTrajectories

/// Draws the fraction of a trajectory over time as text, with an optional second trajectory over it.
struct TrajectoryPlot {
  private let samples: [Sample]
  /// The second trajectory, drawn as a dashed line.
  private let others: [Sample]
  /// The marked instants, and their label.
  private let releases: [Timestamp]
  private let word: String
  /// The fraction to exceed, if the rule has one.
  private let threshold: Double?

  private let style: TextStyle
  /// The width in characters, without labels.
  private let columns: Int
  private static let rows = 12
  /// The columns before the plot.
  private static let margin = 9

  /// Makes a plot of a trajectory, or of two over each other, with marks at instants.
  init(
    _ samples: [Sample], over others: [Sample] = [], marking releases: [Timestamp] = [],
    _ word: String = "released", threshold: Double? = nil, in style: TextStyle = .plain
  ) {
    self.style = style
    columns = style.columns(beside: Self.margin, usually: 64)
    self.samples = samples
    self.others = others
    self.releases = releases
    self.word = word
    self.threshold = threshold
  }

  /// 512: at least two for each dot of the width.
  private static let slots = 512

  /// Thins samples to what the plot can show.
  static func outline(
    of samples: [Sample], by value: @escaping (Sample) -> Double = { $0.fraction }
  ) -> [Sample] {
    samples.outline(slots: slots, time: { $0.time }, heights: [value])
  }

  var lines: [String] {
    let both = samples + others
    guard let first = both.map(\.time).min(), let last = both.map(\.time).max(), first < last else {
      return []
    }
    var plot = BraillePlot(columns: columns, rows: Self.rows)
    let low = both.reduce(0) { min($0, $1.fraction) }
    let high = both.reduce(1) { max($0, $1.fraction) }
    let duration = last - first
    func x(_ time: Timestamp) -> Int {
      Int(((time - first) / duration * Double(plot.width - 1)).rounded())
    }
    func y(_ fraction: Double) -> Int {
      Int(((high - fraction) / (high - low) * Double(plot.height - 1)).rounded())
    }

    if let threshold {
      for dot in stride(from: 0, to: plot.width, by: 4) { plot.set(dot, y(threshold), .threshold) }
    }
    for release in releases {
      for dot in stride(from: 0, to: plot.height, by: 2) { plot.set(x(release), dot, .faint) }
    }
    let isOver = !others.isEmpty
    for (samples, isDashed) in [(samples, false), (others, true)] {
      let ink = isOver ? OverlayReport.ink(isSecond: isDashed) : nil
      for (sample, next) in zip(samples, samples.dropFirst()) {
        let start = (x(sample.time), y(sample.fraction))
        // While nothing moves, one sample covers a long time.
        let end = (x(next.time), y(sample.isStill ? sample.fraction : next.fraction))
        plot.line(from: start, to: end, isDashed: isDashed, ink)
      }
    }

    let labels = [threshold, 1, 0].compactMap { $0 }
      .reduce(into: [Int: String]()) { rows, label in
        rows[y(label) / 4] = text(of: label)
      }
    var lines = ["  fraction"]
    lines += (0..<Self.rows).map { row in
      let label = labels[row]
      let head = "  " + (label ?? "").padded(to: 5) + (label == nil ? " │" : " ┤")
      return style.paint(head, .faint) + plot.text(row: row, in: style)
    }
    lines = lines.map(\.withoutBlanksAtEnd)
    let below = ["        └" + axis { x($0) / 2 }, captions(from: first, to: last) { x($0) / 2 }]
    return lines + below.map { style.paint($0.withoutBlanksAtEnd, .faint) }
  }

  /// Returns the label of a fraction, with one to three decimals as needed.
  private func text(of height: Double) -> String {
    let texts = (1...3).map { NumberText.fixed(height, $0) }
    return texts.first { abs((Double($0) ?? .nan) - height) < 1e-9 } ?? texts[2]
  }

  /// The time axis, with a mark below each release.
  private func axis(_ column: (Timestamp) -> Int) -> String {
    let marks = Set(releases.map(column))
    return String((0..<columns).map { marks.contains($0) ? "┴" : "─" })
  }

  /// The times at both ends and of a single mark, below the axis.
  private func captions(
    from first: Timestamp, to last: Timestamp, _ column: (Timestamp) -> Int
  ) -> String {
    var line = Array(repeating: Character(" "), count: columns + 24)
    func write(_ text: String, at column: Int) {
      for (offset, character) in text.enumerated() where line.indices.contains(column + offset) {
        line[column + offset] = character
      }
    }
    let margin = Self.margin
    let end = Wording.clock(last)
    write(Wording.clock(first), at: margin)
    write(end, at: margin + columns - end.count)
    // 33: the three texts and the blanks between them.
    if releases.count == 1, columns >= 33, let release = releases.first {
      let text = "\(word) \(Wording.clock(release))"
      let start = margin + column(release) - text.count / 2
      write(text, at: min(max(start, margin + 9), margin + columns - end.count - text.count - 2))
    }
    return String(line)
  }
}
