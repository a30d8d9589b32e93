/// A picture of dots in text: every character is a braille pattern of two by four dots.
struct BraillePlot {
  let columns: Int
  let rows: Int
  private var cells: [UInt8]

  /// Makes an empty picture of this many characters.
  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: 0, count: columns * rows)
  }

  /// How many dots it is wide.
  var width: Int { columns * 2 }
  /// How many dots it is high.
  var height: Int { rows * 4 }

  /// The bits of a braille pattern, by row and column, as Unicode numbers its dots.
  private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

  /// Sets a dot, counted from the top left; one outside the picture is not seen.
  mutating func set(_ x: Int, _ y: Int) {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return }
    cells[y / 4 * columns + x / 2] |= Self.bits[y % 4][x % 2]
  }

  /// Sets the dots of a straight line, or only every other two of them.
  mutating func line(
    from start: (x: Int, y: Int), to end: (x: Int, y: Int), isDashed: Bool = false
  ) {
    let steps = max(abs(end.x - start.x), abs(end.y - start.y), 1)
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      let x = start.x + Int((Double(end.x - start.x) * share).rounded())
      let y = start.y + Int((Double(end.y - start.y) * share).rounded())
      if !isDashed || (x + y) % 4 < 2 { set(x, y) }
    }
  }

  /// A row of the picture; a character without a dot is a blank.
  func text(row: Int) -> String {
    var text = ""
    for cell in cells[row * columns..<(row + 1) * columns] {
      let scalar = Unicode.Scalar(0x2800 + UInt32(cell)) ?? " "
      text.unicodeScalars.append(cell == 0 ? " " : scalar)
    }
    return text
  }
}
