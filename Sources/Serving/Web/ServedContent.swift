/// What a server sends, and what it does with recordings.
struct ServedContent {
  /// The user's page, or `nil` for the built-in one.
  var page: [UInt8]?
  /// The built-in page.
  var builtIn: BuiltInPage
  /// Returns the file at another path; `nil` if there is none.
  var file: (@Sendable (_ path: String) -> ServedFile?)?
  /// The first lines of each stream.
  var opening: [UInt8]
  /// Takes a recording; `nil` if none are accepted.
  var receive: (@Sendable ([UInt8]) -> RecordingReceipt)?
}
