/// The first and the last few of what may be many, and how many were between them.
///
/// A person reads no more of an hour than that, and it takes no more memory than a minute.
struct FirstAndLast<Element> {
  /// How many there are of the first, and of the last: some pages of text.
  static var most: Int { 12 }

  private(set) var first: [Element] = []
  private(set) var last: [Element] = []
  /// How many there were between them.
  private(set) var leftOut = 0

  /// Takes the next one.
  mutating func append(_ element: Element) {
    guard first.count == Self.most else { return first.append(element) }
    last.append(element)
    guard last.count > Self.most else { return }
    last.removeFirst()
    leftOut += 1
  }

  /// Changes the one that was taken last, if there is one.
  mutating func changeNewest(_ change: (inout Element) -> Void) {
    if !last.isEmpty {
      change(&last[last.count - 1])
    } else if !first.isEmpty {
      change(&first[first.count - 1])
    }
  }
}
