/// What a server sends, and what it does with recordings.
struct ServedContent {
  /// The user's page, or `nil` for the built-in one.
  var page: [UInt8]?
  /// The first lines of each stream.
  var opening: [UInt8]
  /// Takes a recording; `nil` if none are accepted.
  var receive: (@Sendable ([UInt8]) -> RecordingReceipt)?
}
