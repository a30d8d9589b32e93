/// Reduces a list to the elements that a test needs.
///
/// This is `ddmin` of Zeller and Hildebrandt ("Simplifying and Isolating Failure-Inducing Input", IEEE
/// Transactions on Software Engineering 28, 2002). It removes halves first, then ever smaller pieces, and
/// finally single elements, whatever the elements are.
package enum DeltaDebugging {
  /// Returns a smallest list of elements for which the test still holds, in their original order.
  ///
  /// The result is 1-minimal: no single element can be removed from it. A smaller list may still exist.
  /// The test is assumed to hold for all elements and is not called with them.
  ///
  /// - Parameters:
  ///   - elements: the elements to start from.
  ///   - holds: returns whether the wanted property is still there with these elements.
  package static func minimum<Element, Failure: Error>(
    of elements: [Element], while holds: (_ candidate: [Element]) throws(Failure) -> Bool
  ) throws(Failure) -> [Element] {
    guard !elements.isEmpty else { return elements }
    guard try !holds([]) else { return [] }
    var elements = elements
    var pieces = 2
    while elements.count > 1 {
      pieces = min(pieces, elements.count)
      var isSmaller = false
      // From the end: earlier elements never need later ones.
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
