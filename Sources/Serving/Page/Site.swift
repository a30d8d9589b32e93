/// A request to a site whose pages the program makes when they are asked for.
package struct SiteRequest: Equatable, Sendable {
  /// The path below the one with the token, such as `/`.
  package var path: String
  /// The parameters of the query, as sent.
  package var query: [String: String]
  /// The fields of a form; `nil` if none was sent.
  package var form: [String: String]?

  /// Creates a request.
  package init(path: String, query: [String: String] = [:], form: [String: String]? = nil) {
    self.path = path
    self.query = query
    self.form = form
  }

  /// Creates the request for a page, or with a form whose fields follow.
  init(_ request: Request, hasForm: Bool) {
    self.init(
      path: request.path,
      query: Dictionary(request.query.map { ($0.name, $0.value ?? "") }) { _, last in last },
      form: hasForm ? [:] : nil)
  }
}

/// The answer to a request to a site.
package enum SiteReply: Sendable {
  /// A page, and its content security policy.
  case page([UInt8], policy: String)
  /// What a browser asks for next: a path, relative to that of the request.
  case next(String)
  /// There is no such page.
  case nothing
}
