import PantographBase

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
