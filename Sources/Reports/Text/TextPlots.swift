import PantographBase
import PantographInteractions
import PantographTrajectories
import PantographTuning

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
  static func outline(of samples: [Sample]) -> [Sample] {
    samples.outline(slots: slots, time: { $0.time }, heights: [{ $0.fraction }])
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
      let ink = isOver ? DiffReport.ink(isSecond: isDashed) : nil
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
    return ["  fraction"]
      + plot.lines(
        labels: labels, width: 5, indent: 2, marks: Set(releases.map { x($0) / 2 }),
        captions: captions(from: first, to: last) { x($0) / 2 }, in: style)
  }

  /// Returns the label of a fraction, with one to three decimals as needed.
  private func text(of height: Double) -> String {
    let texts = (1...3).map { NumberText.fixed(height, $0) }
    return texts.first { abs((Double($0) ?? .nan) - height) < 1e-9 } ?? texts[2]
  }

  /// The times at both ends and of a single mark, below the axis.
  private func captions(
    from first: Timestamp, to last: Timestamp, _ column: (Timestamp) -> Int
  ) -> String {
    var line = Array(repeating: Character(" "), count: columns + 15)
    func write(_ text: String, at column: Int) {
      for (offset, character) in text.enumerated() where line.indices.contains(column + offset) {
        line[column + offset] = character
      }
    }
    let end = Wording.clock(last)
    write(Wording.clock(first), at: 0)
    write(end, at: columns - end.count)
    // 33: the three texts and the blanks between them.
    if releases.count == 1, columns >= 33, let release = releases.first {
      let text = "\(word) \(Wording.clock(release))"
      let start = column(release) - text.count / 2
      write(text, at: min(max(start, 9), columns - end.count - text.count - 2))
    }
    return String(line)
  }
}

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
    return plot.lines(
      labels: labels, width: width, marks: [mark], captions: caption(window, at: mark, columns),
      in: style)
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

/// A text plot made of dots: each character is a braille pattern of two by four dots.
struct BraillePlot {
  private(set) var columns = 0
  private(set) var rows = 0
  private var cells: [UInt8] = []
  private var inks: [TextStyle.Ink?] = []
  /// Whether lines of two colours share the cell.
  private var isShared: [Bool] = []

  /// Makes an empty plot of this many characters.
  init(columns: Int, rows: Int) { clear(columns: columns, rows: rows) }

  /// Clears the plot and changes its size, reusing its memory if that is large enough.
  mutating func clear(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells.removeAll(keepingCapacity: true)
    cells.append(contentsOf: repeatElement(0, count: columns * rows))
    inks.removeAll(keepingCapacity: true)
    inks.append(contentsOf: repeatElement(nil, count: columns * rows))
    isShared.removeAll(keepingCapacity: true)
    isShared.append(contentsOf: repeatElement(false, count: columns * rows))
  }

  /// The width in dots.
  var width: Int { columns * 2 }
  /// The height in dots.
  var height: Int { rows * 4 }

  /// The colours of lines; all others are for the background.
  private static let lines: Set = [TextStyle.Ink.finish, .cancel]

  /// The bits of a braille pattern, by row and column, as Unicode numbers its dots.
  static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

  /// Sets a dot, counted from the top left; dots outside the plot are ignored.
  ///
  /// A character has the colour of the last dot set in it. Where lines of two colours meet it has none.
  mutating func set(_ x: Int, _ y: Int, _ ink: TextStyle.Ink? = nil) {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return }
    let cell = y / 4 * columns + x / 2
    cells[cell] |= Self.bits[y % 4][x % 2]
    if let ink, Self.lines.contains(ink), let other = inks[cell], other != ink {
      isShared[cell] = isShared[cell] || Self.lines.contains(other)
    }
    inks[cell] = isShared[cell] ? nil : ink
  }

  /// Draws a straight line; a dashed one skips every other pair of dots.
  mutating func line(
    from start: (x: Int, y: Int), to end: (x: Int, y: Int), isDashed: Bool = false,
    _ ink: TextStyle.Ink? = nil
  ) {
    let steps = max(abs(end.x - start.x), abs(end.y - start.y), 1)
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      let x = start.x + Int((Double(end.x - start.x) * share).rounded())
      let y = start.y + Int((Double(end.y - start.y) * share).rounded())
      if !isDashed || (x + y) % 4 < 2 { set(x, y, ink) }
    }
  }

  /// Returns a row of the plot; a character without dots is a blank.
  func text(row: Int, in style: TextStyle = .plain) -> String {
    var text = ""
    var run = ""
    var ink: TextStyle.Ink?
    for index in row * columns..<(row + 1) * columns {
      let scalar = Unicode.Scalar(0x2800 + UInt32(cells[index])) ?? " "
      if inks[index] != ink {
        text += ink.map { style.paint(run, $0) } ?? run
        run = ""
        ink = inks[index]
      }
      run.unicodeScalars.append(cells[index] == 0 ? " " : scalar)
    }
    return text + (ink.map { style.paint(run, $0) } ?? run)
  }

  /// Returns the plot with labels beside its rows, and below it an axis with marks and a line of captions.
  ///
  /// - Parameters:
  ///   - labels: the labels by their rows.
  ///   - width: the width of the labels.
  ///   - indent: the number of blanks before them.
  ///   - marks: the columns with a mark on the axis.
  ///   - captions: what is below the axis, from its first column on.
  ///   - style: the style of the text.
  func lines(
    labels: [Int: String], width: Int, indent: Int = 0, marks: Set<Int>, captions: String,
    in style: TextStyle
  ) -> [String] {
    let margin = String(repeating: " ", count: indent)
    let beside = (0..<rows).map { row in
      let label = margin + (labels[row] ?? "").padded(to: width)
      return style.paint(label + (labels[row] == nil ? " │" : " ┤"), .faint)
        + text(row: row, in: style)
    }
    let axis = String((0..<columns).map { marks.contains($0) ? "┴" : "─" })
    let blanks = margin + String(repeating: " ", count: width + 1)
    return beside.map(\.withoutBlanksAtEnd)
      + ["\(blanks)└\(axis)", "\(blanks) \(captions)"].map {
        style.paint($0.withoutBlanksAtEnd, .faint)
      }
  }

  /// Appends a row of the plot in UTF-8.
  func append(row: Int, to bytes: inout [UInt8]) {
    for cell in cells[row * columns..<(row + 1) * columns] {
      if cell == 0 {
        bytes.append(UInt8(ascii: " "))
      } else {
        // U+2800…U+28FF take three bytes.
        bytes.append(0xe2)
        bytes.append(0xa0 | cell >> 6)
        bytes.append(0x80 | cell & 0x3f)
      }
    }
  }
}
