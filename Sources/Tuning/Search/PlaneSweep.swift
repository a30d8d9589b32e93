/// A sweep over all cuts of two axes, along the first of them.
///
/// A cut is a rank: items of that rank or a higher one are above it (``RankedAxis``). Between two neighbouring cuts of the first axis only the items of one rank change sides. The costs
/// of the second axis's cuts are kept in a tree with a leaf for each cut. An item adds the difference
/// of its costs above and below to all cuts up to its rank, and the root holds the minimum. Each item
/// takes as many steps as the tree is high.
struct PlaneSweep {
  /// The costs of an item by the axes on which it is above the cut.
  typealias Slice = (neither: Int, first: Int, second: Int, both: Int)

  /// The sum of what items add at the leaves of a subtree, and the lowest cost of a cut in it from
  /// these items: an item adds at the leaf of its rank, and the cost of a cut is the sum of its leaf and all after it.
  private struct Node {
    var sum = 0
    var least = 0
  }

  private let first: RankedAxis
  /// The change when an item falls below the cut of the first axis: to all costs, and at its leaf.
  private let changes: [(base: Int, leaf: Int)]
  /// The leaf of each item; negative if it is below all cuts of the second axis.
  private let leaves: [Int32]
  private let lowestOfSecond: Int
  private let leafCount: Int
  /// The root is at 1, the children of i at 2 i and 2 i + 1.
  private var nodes: [Node]
  private var base: Int

  /// The current cut of the first axis.
  private(set) var cut: Int

  /// Starts at the lowest cut of the first axis.
  ///
  /// - Parameters:
  ///   - count: the number of items
  ///   - secondRank: the rank of an item on the second axis
  ///   - slice: the costs of an item
  init(
    first: RankedAxis, second: ClosedRange<Int>, count itemCount: Int, secondRank: (Int) -> Int,
    slice: (Int) -> Slice
  ) {
    self.first = first
    cut = first.cuts.lowerBound
    lowestOfSecond = second.lowerBound
    let count = second.count
    var size = 1
    while size < count { size *= 2 }
    leafCount = size
    leaves = (0..<itemCount).map {
      Int32(min(secondRank($0), second.upperBound) - second.lowerBound)
    }
    nodes = [Node](repeating: Node(), count: 2 * size)

    // At the lowest cut, every other item is above.
    var isBelow = [Bool](repeating: false, count: itemCount)
    for rank in 0..<cut {
      for item in first.items(at: rank) { isBelow[Int(item)] = true }
    }
    base = 0
    var changes: [(base: Int, leaf: Int)] = []
    changes.reserveCapacity(itemCount)
    for item in 0..<itemCount {
      let slice = slice(item)
      changes.append(
        (
          base: slice.neither - slice.first,
          leaf: (slice.second - slice.neither) - (slice.both - slice.first)
        ))
      let (below, above) =
        isBelow[item] ? (slice.neither, slice.second) : (slice.first, slice.both)
      base += below
      if leaves[item] >= 0 { nodes[size + Int(leaves[item])].sum += above - below }
    }
    self.changes = changes
    for leaf in 0..<size {
      // More than any sum of costs, for leaves without a cut, yet far from overflow.
      nodes[size + leaf].least = leaf < count ? nodes[size + leaf].sum : 1 << 60
    }
    for parent in (1..<max(size, 1)).reversed() { nodes[parent] = joined(parent) }
  }

  /// The lowest cost of any cut of the second axis with the current cut of the first.
  var least: Int { base + nodes[1].least }

  /// Advances to the next cut of the first axis; returns false at the end.
  mutating func advance() -> Bool {
    guard cut < first.cuts.upperBound else { return false }
    for item in first.items(at: cut) {
      base += changes[Int(item)].base
      let change = changes[Int(item)].leaf
      guard change != 0, leaves[Int(item)] >= 0 else { continue }
      var node = leafCount + Int(leaves[Int(item)])
      nodes[node].sum += change
      nodes[node].least += change
      while node > 1 {
        node /= 2
        nodes[node] = joined(node)
      }
    }
    cut += 1
    return true
  }

  private func joined(_ node: Int) -> Node {
    let (low, high) = (nodes[2 * node], nodes[2 * node + 1])
    return Node(sum: low.sum + high.sum, least: min(low.least + high.sum, high.least))
  }

  /// The lowest cut of the second axis with the lowest cost.
  var lowestOfLeast: Int {
    var node = 1
    while node < leafCount {
      let (low, high) = (nodes[2 * node], nodes[2 * node + 1])
      node = low.least + high.sum <= high.least ? 2 * node : 2 * node + 1
    }
    return node - leafCount + lowestOfSecond
  }

  /// All cuts of the second axis with the lowest cost, ascending.
  var allOfLeast: [Int] {
    var sum = 0
    var found: [Int] = []
    for leaf in (0..<leafCount).reversed() {
      let node = nodes[leafCount + leaf]
      if sum + node.least == nodes[1].least { found.append(leaf + lowestOfSecond) }
      sum += node.sum
    }
    return found.reversed()
  }
}

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
