/// A value of a JSON file, with its position.
struct JSONValue: Sendable {
  enum Content: Sendable {
    case object([Member])
    case list([JSONValue])
    case text(String)
    case number(Double)
    case flag(Bool)
    case null
  }

  /// A member of an object; names are unique within an object.
  struct Member: Sendable {
    var name: String
    /// The position of the key.
    var location: JSONError.Location
    var value: JSONValue
  }

  var location: JSONError.Location
  /// The bytes of the value in the file.
  var range: Range<Int>
  var content: Content
}
