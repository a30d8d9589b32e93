/// What goes back for a request, but for the stream itself: number, head and body.
struct Reply {
  var status: UInt32
  var fields: [(name: String, value: String)]
  var body: [UInt8]

  /// What every reply says: nothing is kept, nothing is told to other places, nothing is guessed, no page
  /// of others shows it or takes it in.
  private static func common(_ type: String, policy: String) -> [(name: String, value: String)] {
    [
      ("Content-Type", type),
      ("Cache-Control", "no-store"),
      ("Content-Security-Policy", policy),
      ("X-Content-Type-Options", "nosniff"),
      ("Referrer-Policy", "no-referrer"),
      ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Connection", "close"),
    ]
  }

  private static let closed = "default-src 'none'; frame-ancestors 'none'"
  /// Our own page takes in what is served here, and nothing else.
  private static let own =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:;"
    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  /// A page of the user's has its style and its program in it, as it is one file.
  private static let users =
    "default-src 'self' 'unsafe-inline' data: blob:;"
    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  /// A refusal, with its reason.
  init(_ refusal: RequestRouter.Refusal) {
    status = refusal.status
    fields = Self.common("text/plain; charset=utf-8", policy: Self.closed)
    fields.append(("Cross-Origin-Resource-Policy", "same-origin"))
    if refusal == .wrongMethod { fields.append(("Allow", "GET, HEAD")) }
    body = Array("\(refusal.sentence)\n".utf8)
  }

  /// The page: the user's, if there is one.
  init(page: [UInt8]?) {
    status = 200
    fields = Self.common("text/html; charset=utf-8", policy: page == nil ? Self.own : Self.users)
    fields.append(("Cross-Origin-Resource-Policy", "same-origin"))
    body = page ?? Array("\(IndexPage.text)".utf8)
  }

  /// Something that pages need; where pages from elsewhere may follow, they may take it in.
  init(_ part: PageAsset, isOpen: Bool) {
    status = 200
    fields = Self.common(part.type, policy: Self.closed)
    fields.append(("Cross-Origin-Resource-Policy", isOpen ? "cross-origin" : "same-origin"))
    body = Array("\(part.text)".utf8)
  }

  /// The head of a stream, for a page from elsewhere if it is allowed.
  init(_ format: StreamCursor.Format, for origin: String?) {
    status = 200
    let type = format == .events ? "text/event-stream" : "application/x-ndjson"
    fields = Self.common(type, policy: Self.closed)
    // Proxies would keep events together otherwise.
    fields.append(("X-Accel-Buffering", "no"))
    if let origin {
      fields += [("Access-Control-Allow-Origin", origin), ("Vary", "Origin")]
    } else {
      fields.append(("Cross-Origin-Resource-Policy", "same-origin"))
    }
    body = []
  }
}
