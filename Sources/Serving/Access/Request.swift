/// A parsed HTTP request, without any decoding.
struct Request {
  /// The method, such as GET.
  var method = ""
  /// The path as sent.
  var path = ""
  /// The query parameters; the value is `nil` if there is no `=`.
  var query: [(name: String, value: String?)] = []
  /// The header fields.
  var fields: [(name: String, value: String)] = []

  /// Whether something in it has a carriage return, which ends a line for some readers of HTTP and not for others.
  var hasCarriageReturn: Bool {
    func isIn(_ text: String) -> Bool { text.utf8.contains(UInt8(ascii: "\r")) }
    return isIn(method) || isIn(path)
      || fields.contains { isIn($0.name) || isIn($0.value) }
      || query.contains { isIn($0.name) || isIn($0.value ?? "") }
  }

  /// Returns the values of a header field, whose name is given in lower case.
  func values(of field: String) -> [String] {
    fields.filter { $0.name.lowercased() == field }.map(\.value)
  }

  /// Returns the values of a query parameter.
  func parameters(_ name: String) -> [String] {
    query.filter { $0.name == name }.map { $0.value ?? "" }
  }
}
