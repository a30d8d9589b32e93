extension [(x: Double, y: Double)] {
  /// Returns few of a line's points, such that no other is farther from the line through them than a distance.
  ///
  /// The algorithm is that of Ramer, Douglas and Peucker.
  func simplified(within most: Double) -> Self {
    guard count > 2 else { return self }
    var kept = [Bool](repeating: false, count: count)
    (kept[0], kept[count - 1]) = (true, true)
    var open = [(0, count - 1)]
    while let (first, last) = open.popLast() {
      let (from, to) = (self[first], self[last])
      let farthest = (first + 1..<Swift.max(last, first + 1))
        .map { (index: $0, distance: Self.distance(self[$0], from, to)) }
        .max { $0.distance < $1.distance }
      guard let farthest, farthest.distance > most else { continue }
      kept[farthest.index] = true
      open += [(first, farthest.index), (farthest.index, last)]
    }
    return indices.filter { kept[$0] }.map { self[$0] }
  }

  /// Returns the distance of a point from the line between two others.
  private static func distance(_ point: Element, _ from: Element, _ to: Element) -> Double {
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    let length = dx * dx + dy * dy
    let along = (point.x - from.x) * dx + (point.y - from.y) * dy
    let share = length > 0 ? Swift.min(Swift.max(along / length, 0), 1) : 0
    let (x, y) = (from.x + share * dx - point.x, from.y + share * dy - point.y)
    return (x * x + y * y).squareRoot()
  }
}
