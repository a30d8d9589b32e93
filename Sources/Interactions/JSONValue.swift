/// A value of a JSON file, and where it stands.
struct JSONValue: Sendable {
  enum Content: Sendable {
    case object([Member])
    case list([JSONValue])
    case text(String)
    case number(Double)
    case flag(Bool)
    case null
  }

  /// A member of an object; no two of the same object have the same name.
  struct Member: Sendable {
    var name: String
    /// Where its key stands.
    var place: InteractionError.Place
    var value: JSONValue
  }

  var place: InteractionError.Place
  /// The bytes that it takes up in the file.
  var range: Range<Int>
  var content: Content
}
