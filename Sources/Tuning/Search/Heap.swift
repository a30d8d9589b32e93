/// A priority queue.
struct Heap<Element> {
  private var elements: [Element] = []
  private let precedes: (Element, Element) -> Bool

  /// Creates an empty heap with an order.
  init(by precedes: @escaping (Element, Element) -> Bool) {
    self.precedes = precedes
  }

  /// Inserts an element.
  mutating func insert(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0, precedes(elements[child], elements[(child - 1) / 2]) {
      elements.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Removes and returns the least element.
  mutating func popLeast() -> Element? {
    guard let last = elements.popLast() else { return nil }
    guard let least = elements.first else { return last }
    elements[0] = last
    var parent = 0
    while true {
      let children = (2 * parent + 1..<2 * parent + 3).clamped(to: 0..<elements.count)
      guard let child = children.min(by: { precedes(elements[$0], elements[$1]) }),
        precedes(elements[child], elements[parent])
      else { return least }
      elements.swapAt(child, parent)
      parent = child
    }
  }
}
