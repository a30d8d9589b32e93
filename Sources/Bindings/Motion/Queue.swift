/// Elements that are taken in the order in which they came; it keeps its memory.
struct Queue<Element> {
  private var elements: [Element] = []
  private var start = 0

  /// 262 144: how many samples and how many events are kept; 36 minutes of movement at 120 samples per second.
  private static var most: Int { 1 << 18 }

  var count: Int { elements.count - start }
  /// Whether the next element would replace the oldest.
  var isFull: Bool { count >= Self.most }
  var first: Element? { count > 0 ? elements[start] : nil }

  mutating func append(_ element: Element) { elements.append(element) }

  /// Moves the oldest elements to C's memory, or drops them, and returns their number.
  @discardableResult
  mutating func move(to memory: UnsafeMutablePointer<Element>?, atMost capacity: Int) -> Int {
    let count = min(capacity, count)
    guard count > 0 else { return 0 }
    if let memory = unsafe memory {
      unsafe elements.withUnsafeBufferPointer { all in
        guard let base = all.baseAddress else { return }
        unsafe memory.initialize(from: base + start, count: count)
      }
    }
    start += count
    // Each element is moved about once.
    if start >= elements.count - start {
      elements.removeFirst(start)
      start = 0
    }
    return count
  }
}
