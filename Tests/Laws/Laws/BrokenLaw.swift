/// A property that must hold for any input, and does not.
package struct BrokenLaw: Error, Hashable, Sendable, CustomStringConvertible {
  /// The law as a sentence, with what was seen instead.
  package let description: String

  /// Creates an error from its sentence.
  package init(_ description: String) {
    self.description = description
  }
}

/// Throws unless a law holds.
package func hold(
  _ condition: Bool, _ sentence: @autoclosure () -> String
) throws(BrokenLaw) {
  if !condition { throw BrokenLaw(sentence()) }
}
