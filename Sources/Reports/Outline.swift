import Quantities

extension Array {
  /// As much of very many points as a picture shows: the first and the last, the lowest and the highest
  /// one in each of the slots that their time is divided into.
  ///
  /// - Parameters:
  ///   - slots: how many there are.
  ///   - time: when a point is.
  ///   - heights: how high it is, on each of the curves it is a point of.
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
