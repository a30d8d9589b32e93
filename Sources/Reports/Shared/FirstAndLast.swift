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
