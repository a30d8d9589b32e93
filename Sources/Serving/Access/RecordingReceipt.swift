/// The result of sending a recording.
package struct RecordingReceipt: Sendable {
  /// Whether it was saved.
  package var isAccepted: Bool
  /// Whether it could have been saved, if this machine had taken it: a disk may be full.
  package var isStorable = false
  /// What the page shows: the name of the file, or the error.
  package var sentence: String

  /// Creates a receipt.
  package init(isAccepted: Bool, sentence: String) {
    self.isAccepted = isAccepted
    self.sentence = sentence
  }
}
