import PantographBase
import PantographGestures
package import PantographInteractions
package import PantographTrajectories

/// The terminal view of a live animation: a moving card, the fraction and its curve, and the last decision with
/// its margin.
///
/// Its memory is bounded, and drawing allocates only for the first picture of a size.
package struct LiveView: TrajectorySink {
  /// The first line: the device and the interaction.
  private let title: String
  /// The second line, if there is room.
  private let notice: String
  private let interaction: Interaction
  private let style: TextStyle

  private var sample = Sample(
    time: Timestamp(microseconds: 0), phase: .idle, fraction: 0, velocity: 0, values: [])
  private var gestures = 0
  private var decision = "no gesture yet"
  private var outcome: Decision.Outcome?
  private var curve = LiveCurve()
  private var plot = BraillePlot(columns: 0, rows: 0)

  /// The lines of the last picture, in UTF-8.
  package private(set) var lines: [[UInt8]] = []

  /// Makes a view of an animation before its first gesture.
  package init(
    _ interaction: Interaction, title: String, notice: String = "", in style: TextStyle = .plain
  ) {
    self.interaction = interaction
    self.title = title
    self.notice = notice
    self.style = style
  }

  /// Takes the state of the animation.
  package mutating func receive(_ sample: Sample) throws(Never) {
    self.sample.time = sample.time
    self.sample.phase = sample.phase
    self.sample.fraction = sample.fraction
    self.sample.velocity = sample.velocity
    curve.add(sample.fraction, at: sample.time)
  }

  /// Takes a decision, and counts gestures and releases.
  package mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    switch event.kind {
    case .began: gestures += 1
    case .decided(let decision):
      let reason = decision.judgement.map(Wording.reason) ?? Wording.cutOff
      self.decision = "\(decision.outcome): \(reason)"
      outcome = decision.outcome
    case .handoff: curve.add(event.fraction, at: event.time, isRelease: true)
    case .changed, .ended, .cancelled, .completed, .held, .started: break
    }
  }

  // MARK: Drawing

  /// Draws the current state into ``lines``, one for each row of the screen.
  package mutating func draw(columns: Int, rows: Int) {
    if lines.count != rows { lines = Array(repeating: [], count: rows) }
    for row in lines.indices { lines[row].removeAll(keepingCapacity: true) }
    guard columns >= 24, rows >= 5 else {
      if rows > 0 { writeNumbers(into: 0, columns: columns) }
      return
    }
    write(title, into: 0, from: 0, columns: columns)
    if rows >= 12 { write(notice, into: 1, from: 0, columns: columns) }
    // The card takes two lines on a low screen and four on a high one.
    let figure = rows >= 16 ? 4 : 2
    let top = rows >= 12 ? 2 : 1
    drawCard(rows: figure, columns: columns)
    copyPlot(to: top, from: 0, columns: columns)
    writeNumbers(into: top + figure, columns: columns)
    let below = top + figure + (rows >= 12 ? 2 : 1)
    // Two lines below the curve: the decision, and how to quit.
    let height = rows - below - 3
    if height >= 3 {
      drawCurve(rows: height, columns: columns - 7)
      copyPlot(to: below, from: 6, columns: columns)
      labelCurve(from: below, rows: height, columns: columns)
    }
    let ink = outcome.map { $0 == .finish ? TextStyle.Ink.finish : .cancel }
    paint(ink, into: rows - 2) { view in
      view.write(view.decision, into: rows - 2, from: 0, columns: columns)
    }
    lines[rows - 1].append("gesture ")
    lines[rows - 1].appendFixed(scaled: Int64(gestures), decimals: 0)
    write(" · q or Ctrl-C ends", into: rows - 1, from: 16, columns: columns)
    if style.isASCII {
      for row in lines.indices {
        lines[row] = Array(String(decoding: lines[row], as: UTF8.self).inASCII.utf8)
      }
    }
  }

  /// Writes text in a colour, if the style has colours.
  private mutating func paint(
    _ ink: TextStyle.Ink?, into row: Int, _ write: (inout LiveView) -> Void
  ) {
    guard style.isColored, let ink else { return write(&self) }
    lines[row].append("\u{1b}[")
    lines[row].append(ink.parameters)
    lines[row].append("m")
    write(&self)
    lines[row].append("\u{1b}[0m")
  }

  /// Writes the phase, the fraction, the velocity and the time.
  private mutating func writeNumbers(into row: Int, columns: Int) {
    lines[row].append(sample.phase.rawValue)
    pad(row, to: 9)
    lines[row].append(" ")
    // A sign or a blank, so that the digits stay in their columns.
    appendSigned(sample.fraction, decimals: 2, into: row)
    guard columns >= 40 else { return }
    lines[row].append("  ")
    appendSigned(sample.velocity, decimals: 2, into: row)
    lines[row].append(" /s")
    pad(row, to: 28)
    appendSigned(sample.time.seconds, decimals: 2, into: row)
    lines[row].append(" s")
  }

  private mutating func appendSigned(_ number: Double, decimals: Int, into row: Int) {
    if number >= 0 { lines[row].append(UInt8(ascii: " ")) }
    lines[row].appendFixed(number, decimals: decimals)
  }

  private mutating func pad(_ row: Int, to width: Int) {
    while lines[row].count < width { lines[row].append(UInt8(ascii: " ")) }
  }

  /// Writes as much of a text as fits.
  private mutating func write(_ text: String, into row: Int, from column: Int, columns: Int) {
    pad(row, to: column)
    var room = columns - column
    for character in text {
      guard room > 0 else { return }
      lines[row].append(contentsOf: character.utf8)
      room -= 1
    }
  }

  // MARK: The card

  /// How far beyond its ends the card is visible, as a fraction.
  private static let beyond = 0.2

  /// Draws the card between its start and its end, which are marked below it.
  private mutating func drawCard(rows: Int, columns: Int) {
    plot.clear(columns: columns, rows: rows)
    let (width, height) = (plot.width, plot.height)
    let cardWidth = max(width / 8, 6)
    let distance = Double(width - cardWidth) / (1 + 2 * Self.beyond)
    func left(_ fraction: Double) -> Int {
      Int(((min(max(fraction, -Self.beyond), 1 + Self.beyond) + Self.beyond) * distance).rounded())
    }
    // A dotted ground line, solid under the card's start and end.
    for x in 0..<width {
      let isStart = (left(0)..<left(0) + cardWidth).contains(x)
      let isEnd = (left(1)..<left(1) + cardWidth).contains(x)
      if isStart || isEnd || x % 4 == 0 { plot.set(x, height - 1) }
    }
    let (x0, y1) = (left(sample.fraction), height - 3)
    let x1 = x0 + cardWidth - 1
    for x in x0 + 1..<x1 {
      plot.set(x, 0)
      plot.set(x, y1)
    }
    for y in 1..<y1 {
      plot.set(x0, y)
      plot.set(x1, y)
      // Filled while a gesture drives it.
      if sample.phase == .tracking { for x in x0 + 1..<x1 { plot.set(x, y) } }
    }
  }

  // MARK: The curve

  private mutating func drawCurve(rows: Int, columns: Int) {
    plot.clear(columns: columns, rows: rows)
    let (low, high) = curve.range
    let (width, height) = (plot.width, plot.height)
    func y(_ fraction: Double) -> Int {
      Int(((high - fraction) / (high - low) * Double(height - 1)).rounded())
    }
    if let threshold = interaction.rule.fractionAbove {
      for x in stride(from: 0, to: width, by: 4) { plot.set(x, y(threshold)) }
    }
    var last: (x: Int, y: Int)?
    for index in 0..<LiveCurve.steps {
      guard let point = curve[index] else { continue }
      let dot = (x: index * (width - 1) / (LiveCurve.steps - 1), y: y(point.fraction))
      plot.line(from: last ?? dot, to: dot)
      if point.isMarked { for y in stride(from: 0, to: height, by: 2) { plot.set(dot.x, y) } }
      last = dot
    }
  }

  private mutating func labelCurve(from top: Int, rows: Int, columns: Int) {
    let (low, high) = curve.range
    for end in 0...1 {
      let height = (high - Double(end)) / (high - low) * Double(rows * 4 - 1)
      let row = top + Int(height.rounded()) / 4
      lines[row][2] = UInt8(ascii: "0") + UInt8(end)
      lines[row][3] = UInt8(ascii: ".")
      lines[row][4] = UInt8(ascii: "0")
    }
    pad(top + rows, to: 6)
    for _ in 6..<columns - 1 { lines[top + rows].append("─") }
  }

  /// Copies the plot into lines, starting at a column.
  private mutating func copyPlot(to top: Int, from column: Int, columns: Int) {
    for row in 0..<plot.rows {
      pad(top + row, to: column)
      plot.append(row: row, to: &lines[top + row])
    }
  }
}
