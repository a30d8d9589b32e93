/// Leaves out of a list what a test does not need.
///
/// It is `ddmin` of Zeller and Hildebrandt ("Simplifying and Isolating Failure-Inducing Input", IEEE
/// Transactions on Software Engineering 28, 2002): halves are left out first, then ever smaller pieces, at
/// last single elements. It knows nothing of what the elements are.
public enum DeltaDebugging {
  /// The elements without which the test does not hold, in their order.
  ///
  /// What comes is 1-minimal: no single element can be left out of it. That nothing smaller exists is not
  /// said by that. The test is taken to hold for all elements, and is not asked about them.
  ///
  /// - Parameters:
  ///   - elements: what there is to begin with.
  ///   - holds: tells whether what is to be kept is still so with these elements.
  public static func minimum<Element, Failure: Error>(
    of elements: [Element], while holds: (_ candidate: [Element]) throws(Failure) -> Bool
  ) throws(Failure) -> [Element] {
    guard !elements.isEmpty else { return elements }
    guard try !holds([]) else { return [] }
    var elements = elements
    var pieces = 2
    while elements.count > 1 {
      pieces = min(pieces, elements.count)
      var isSmaller = false
      // From the end: what came last is needed by nothing that came before.
      for piece in (0..<pieces).reversed() {
        let start = elements.count * piece / pieces
        let end = elements.count * (piece + 1) / pieces
        let rest = Array(elements[..<start] + elements[end...])
        guard try holds(rest) else { continue }
        elements = rest
        pieces = max(pieces - 1, 2)
        isSmaller = true
        break
      }
      guard !isSmaller else { continue }
      guard pieces < elements.count else { break }
      pieces *= 2
    }
    return elements
  }
}
