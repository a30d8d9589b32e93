/// Decides what each request is answered with.
struct RequestRouter {
  /// Where the server listens, the port that it got included.
  var endpoint: Endpoint
  /// The secret.
  var token: Token
  /// Pages from elsewhere that may follow, as browsers name them: `http://localhost:3000`.
  var origins: [String] = []

  /// What a request is answered with.
  enum Answer: Equatable {
    /// The page.
    case page
    /// Something that the page needs and that is no secret.
    case part(PageAsset)
    /// The stream, from behind the line of that number on.
    case stream(StreamCursor.Format, after: UInt64?)
    /// Nothing, and why.
    case refusal(Refusal)
  }

  /// Why a request is refused.
  struct Refusal: Equatable {
    /// The number by which protocols know the reason.
    var status: UInt32
    /// The reason for a person.
    var sentence: String

    static let unclear = Refusal(status: 400, sentence: "This request is not clear.")
    static let body = Refusal(status: 413, sentence: "Nothing can be sent here.")
    static let wrongHost = Refusal(
      status: 403, sentence: "This server does not answer to that name; ask for it by its number.")
    static let wrongOrigin = Refusal(
      status: 403, sentence: "This page may not follow; --allow-origin allows it.")
    static let noToken = Refusal(
      status: 403,
      sentence: "The token is missing or not this run's; open the address that was printed.")
    static let nothingThere = Refusal(status: 404, sentence: "There is nothing here.")
    static let wrongMethod = Refusal(status: 405, sentence: "Here one can only look: GET and HEAD.")
    static let tooMany = Refusal(
      status: 503, sentence: "As many follow already as can; close one of the others.")
  }

  /// Decides; who has no token learns only that.
  func answer(_ request: Request) -> Answer {
    let hosts = request.values(of: "host")
    guard hosts.count == 1 else { return .refusal(.unclear) }
    guard endpoint.isOwn(hosts[0]) else { return .refusal(.wrongHost) }
    let senders = request.values(of: "origin")
    guard senders.count <= 1 else { return .refusal(.unclear) }
    guard senders.allSatisfy({ $0 == "http://\(hosts[0])" || origins.contains($0) }) else {
      return .refusal(.wrongOrigin)
    }
    guard !hasBody(request) else { return .refusal(.body) }
    let tokens = tokens(request)
    guard tokens.count <= 1 else { return .refusal(.unclear) }
    guard tokens.allSatisfy(token.matches) else { return .refusal(.noToken) }
    let isTrusted = tokens.count == 1
    let part = PageAsset(path: request.path)
    guard isTrusted || part != nil else { return .refusal(.noToken) }
    guard request.method == "GET" || request.method == "HEAD" else {
      return .refusal(.wrongMethod)
    }
    if let part { return .part(part) }
    return switch request.path {
    case "/": .page
    case "/stream": stream(request)
    default: .refusal(.nothingThere)
    }
  }

  private func stream(_ request: Request) -> Answer {
    let formats = request.parameters("format")
    let numbers = request.values(of: "last-event-id")
    guard formats.count <= 1, numbers.count <= 1,
      let format = StreamCursor.Format(
        rawValue: formats.first ?? StreamCursor.Format.events.rawValue)
    else { return .refusal(.unclear) }
    // A number that is none is an old one of something else: such a reader begins anew.
    return .stream(format, after: numbers.first.flatMap { UInt64($0) })
  }

  private func hasBody(_ request: Request) -> Bool {
    !request.values(of: "transfer-encoding").isEmpty
      || request.values(of: "content-length").contains { $0 != "0" }
  }

  /// The tokens that come with a request, in its address or as `Authorization: Bearer`.
  private func tokens(_ request: Request) -> [String] {
    let scheme = "bearer "
    return request.parameters("token")
      + request.values(of: "authorization").map { value in
        value.lowercased().hasPrefix(scheme) ? String(value.dropFirst(scheme.count)) : ""
      }
  }

  /// The page from elsewhere that a request comes from, where it is allowed.
  func allowedOrigin(_ request: Request) -> String? {
    request.values(of: "origin").first.flatMap { origins.contains($0) ? $0 : nil }
  }
}
