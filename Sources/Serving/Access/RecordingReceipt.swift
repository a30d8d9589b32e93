/// The result of sending a recording.
package struct RecordingReceipt: Sendable {
  /// Whether it was saved.
  package var isAccepted: Bool
  /// What the page shows: the name of the file, or the error.
  package var sentence: String

  /// Creates a receipt.
  package init(isAccepted: Bool, sentence: String) {
    self.isAccepted = isAccepted
    self.sentence = sentence
  }
}
