extension Array {
  /// Removes all elements, of which there are few, and keeps their memory.
  ///
  /// `removeAll(keepingCapacity:)` replaces a range by another one, which takes five times as long for one.
  @inlinable
  package mutating func removeFew() {
    while !isEmpty { removeLast() }
  }
}
