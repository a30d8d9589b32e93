import PantographBase

// As much of long series as a reader or a picture can tell apart.

extension Array {
  /// Returns at most `most` elements, evenly spaced, with the first and the last.
  func spaced(_ most: Int) -> [Element] {
    let number = Swift.min(count, most)
    return (0..<number).map { self[$0 * (count - 1) / Swift.max(number - 1, 1)] }
  }

  /// Thins points to what a picture can show: the first, last, lowest and highest point of each time slot.
  ///
  /// - Parameters:
  ///   - slots: the number of slots that the time is divided into.
  ///   - time: returns the time of a point.
  ///   - heights: return the height of a point, one for each curve.
  func outline(
    slots: Int, time: (Element) -> Timestamp, heights: [(Element) -> Double]
  ) -> [Element] {
    guard let first, let last, time(first) < time(last) else { return self }
    let duration = time(last) - time(first)
    func slot(_ index: Int) -> Int {
      Int((time(self[index]) - time(first)) / duration * Double(slots))
    }
    var outline: [Element] = []
    var start = 0
    while start < count {
      let number = slot(start)
      let end = (start..<count).first { slot($0) != number } ?? count
      let group = start..<end
      var corners: Set = [start, end - 1]
      for height in heights {
        if let low = group.min(by: { height(self[$0]) < height(self[$1]) }) { corners.insert(low) }
        if let high = group.max(by: { height(self[$0]) < height(self[$1]) }) {
          corners.insert(high)
        }
      }
      outline += corners.sorted().map { self[$0] }
      start = end
    }
    return outline
  }
}

extension SVGPlot {
  /// Four for each unit: each pixel of the largest plot contains its lowest and its highest value.
  static let slotsPerUnit = 4.0
  /// A quarter of a unit: points that are nearer can't be told apart.
  static let nearest = 0.25

  /// Thins the points of a line.
  ///
  /// Points nearer than `least` to the last kept one are dropped; the first and the last are kept.
  static func thinned(
    _ points: [(x: Double, y: Double)], apart least: Double
  ) -> [(x: Double, y: Double)] {
    var kept: [(x: Double, y: Double)] = []
    for (index, point) in points.enumerated() {
      if let last = kept.last, index < points.count - 1,
        abs(point.x - last.x) < least, abs(point.y - last.y) < least
      {
        continue
      }
      kept.append(point)
    }
    return kept
  }
}

extension [(x: Double, y: Double)] {
  /// Returns few of a line's points, such that no other is farther from the line through them than a distance.
  ///
  /// The algorithm is that of Ramer, Douglas and Peucker.
  func simplified(within most: Double) -> Self {
    guard count > 2 else { return self }
    var kept = [Bool](repeating: false, count: count)
    kept[0] = true
    kept[count - 1] = true
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

/// The line that a pointer draws, without the pieces that lie on earlier ones.
///
/// A finger that moves to and fro for an hour crosses the same pixels again and again. The text is as long as the area
/// that the line covers allows, however long the movement was.
struct PointerLine {
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

/// The first and the last few elements of a long series, and the number of elements between them.
///
/// That is as much as anyone reads of an hour's report, and it bounds the memory.
struct FirstAndLast<Element> {
  /// The largest number of first elements, and of last ones.
  let most: Int

  private(set) var first: [Element] = []
  private(set) var last: [Element] = []
  /// The number of elements between them.
  private(set) var leftOut = 0

  /// Makes an empty series; 12 are some pages of text.
  init(most: Int = 12) { self.most = most }

  /// The number of all elements.
  var count: Int { first.count + leftOut + last.count }

  /// The elements that are kept.
  var kept: [Element] { first + last }

  /// The elements that are kept, each with its number, counted from 1.
  var numbered: [(number: Int, element: Element)] {
    kept.enumerated().map { index, element in
      (index + 1 + (index < first.count ? 0 : leftOut), element)
    }
  }

  /// Returns the lines of each kept element, and of the gap between the first and the last ones if there is one.
  func lines<Line>(
    of lines: (Int, Element) -> [Line], gap: (_ leftOut: Int) -> Line
  ) -> [Line] {
    let all = numbered.map { lines($0.number, $0.element) }
    return all.prefix(first.count).flatMap(\.self) + (leftOut > 0 ? [gap(leftOut)] : [])
      + all.dropFirst(first.count).flatMap(\.self)
  }

  /// Appends an element.
  mutating func append(_ element: Element) {
    guard first.count == most else { return first.append(element) }
    last.append(element)
    guard last.count > most else { return }
    last.removeFirst()
    leftOut += 1
  }

  /// Changes the newest element, if there is one.
  mutating func changeNewest(_ change: (inout Element) -> Void) {
    if !last.isEmpty {
      change(&last[last.count - 1])
    } else if !first.isEmpty {
      change(&first[first.count - 1])
    }
  }
}
