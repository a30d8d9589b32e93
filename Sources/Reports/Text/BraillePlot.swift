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
    var (run, ink) = ("", TextStyle.Ink?.none)
    for index in row * columns..<(row + 1) * columns {
      let scalar = Unicode.Scalar(0x2800 + UInt32(cells[index])) ?? " "
      if inks[index] != ink {
        text += ink.map { style.paint(run, $0) } ?? run
        (run, ink) = ("", inks[index])
      }
      run.unicodeScalars.append(cells[index] == 0 ? " " : scalar)
    }
    return text + (ink.map { style.paint(run, $0) } ?? run)
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
