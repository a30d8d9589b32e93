// Words of sentences.
extension String {
  /// The text with a capital first letter.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
  /// The text as a sentence: with a capital first letter and a full stop.
  package var asSentence: String { capitalizedFirst + "." }
}

extension Int {
  /// Returns the number with a noun: `2 gestures`.
  package func counted(_ noun: String, _ plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? "\(noun)s")"
  }
}

extension [String] {
  /// The texts as a list in a sentence: `a, b and c`.
  package var listed: String {
    guard count > 1, let last else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) and \(last)"
  }
}
