/// What somebody asks of the server, taken apart; nothing in it is decoded.
struct Request {
  /// Such as GET.
  var method = ""
  /// The path, as it was sent.
  var path = ""
  /// What stands behind the question mark; a name without a value has nothing.
  var query: [(name: String, value: String?)] = []
  /// The fields of the head.
  var fields: [(name: String, value: String)] = []

  /// The values of a field of the head, whose name is in small letters.
  func values(of field: String) -> [String] {
    fields.filter { $0.name.lowercased() == field }.map(\.value)
  }

  /// The values of a name behind the question mark.
  func parameters(_ name: String) -> [String] {
    query.filter { $0.name == name }.map { $0.value ?? "" }
  }
}
