/// The line that a pointer draws, without the pieces that lie on earlier ones.
///
/// A finger that moves to and fro for an hour crosses the same pixels again and again. A trail is as long as the area
/// that it covers allows, however long the movement was.
struct Trail {
  /// Half a unit, which is less than a pixel of the picture at its usual size.
  private static let cell = 0.5

  private struct Cell: Hashable {
    var x, y: Int
  }

  private var covered: Set<Cell> = []
  private var last: (x: Double, y: Double)?
  private var isConnected = false
  /// The data of the path.
  private(set) var data = ""

  init(_ points: [(x: Double, y: Double)]) {
    for point in points { append(point) }
  }

  private mutating func append(_ point: (x: Double, y: Double)) {
    defer { last = point }
    guard let last else { return }
    var isNew = false
    let steps = max((max(abs(point.x - last.x), abs(point.y - last.y)) / Self.cell).rounded(.up), 1)
    for step in stride(from: 0, through: steps, by: 1) {
      let cell = Cell(
        x: Int(((last.x + (point.x - last.x) * step / steps) / Self.cell).rounded(.down)),
        y: Int(((last.y + (point.y - last.y) * step / steps) / Self.cell).rounded(.down)))
      if covered.insert(cell).inserted { isNew = true }
    }
    guard isNew else {
      isConnected = false
      return
    }
    if !isConnected { data += "M\(plotted(last.x)) \(plotted(last.y))L" } else { data += " " }
    data += "\(plotted(point.x)) \(plotted(point.y))"
    isConnected = true
  }
}
