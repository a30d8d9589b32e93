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

  /// The number of the first of the last elements, counted from 1.
  var numberOfLast: Int { first.count + leftOut + 1 }

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
