extension Array {
  /// Removes all elements, of which there are few, and keeps their storage.
  ///
  /// `removeAll(keepingCapacity:)` replaces a range, which takes five times as long for a single element.
  @inlinable @inline(__always)
  package mutating func removeFew() {
    while !isEmpty { removeLast() }
  }
}

extension Array {
  /// Returns the first index, from one on, from which all elements are later ones, by halving what is left.
  ///
  /// No later element is before one that isn't.
  @inlinable
  package func partitioningIndex(
    after start: Int = 0, where isLater: (Element) -> Bool
  ) -> Int {
    var low = start
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if isLater(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
