/// The reply to a request: status, header fields and body; for a stream, without the body.
struct Reply {
  var status: UInt32
  var fields: [(name: String, value: String)]
  var body: [UInt8]

  /// Returns the header fields of every reply: no caching, no referrer, no type sniffing, no framing.
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
  /// The policy of the built-in page: only resources of this server, and style attributes.
  private static let own =
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline';"
    + " connect-src 'self'; img-src data:; font-src data:;"
    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  /// The policy of a user's page, which may contain inline styles and scripts.
  private static let users =
    "default-src 'self' 'unsafe-inline' data: blob:;"
    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  /// Creates the reply for a refusal.
  init(_ refusal: RequestRouter.Refusal) {
    status = refusal.status
    fields = Self.common("text/plain; charset=utf-8", policy: Self.closed)
    fields.append(("Cross-Origin-Resource-Policy", "same-origin"))
    if refusal == .wrongMethod { fields.append(("Allow", "GET, HEAD")) }
    body = Array("\(refusal.sentence)\n".utf8)
  }

  /// Creates the reply to a recording: the result, as a sentence.
  init(_ receipt: RecordingReceipt) {
    // 507 Insufficient Storage (RFC 4918): the same recording can be sent again, when there is room.
    status = receipt.isAccepted ? 201 : receipt.isStorable ? 507 : 422
    fields = Self.common("text/plain; charset=utf-8", policy: Self.closed)
    fields.append(("Cross-Origin-Resource-Policy", "same-origin"))
    body = Array("\(receipt.sentence)\n".utf8)
  }

  /// Creates the reply with the user's page or, if there is none, the built-in one.
  init(page: [UInt8]?, or builtIn: BuiltInPage) {
    status = 200
    fields = Self.common("text/html; charset=utf-8", policy: page == nil ? Self.own : Self.users)
    fields.append(("Cross-Origin-Resource-Policy", "same-origin"))
    body = page ?? builtIn.document
  }

  /// Creates the reply with a file of the user's, which may contain inline styles and scripts, or with one to save.
  init(file: ServedFile) {
    status = 200
    fields = Self.common(file.type, policy: file.downloadName == nil ? Self.users : Self.closed)
    fields.append(("Cross-Origin-Resource-Policy", "same-origin"))
    if let name = file.downloadName {
      fields.append(("Content-Disposition", "attachment; filename=\"\(name)\""))
    }
    body = file.bytes
  }

  /// Creates the reply with a page that the program has made, or with the path to ask for after a form.
  init(_ reply: SiteReply) {
    var other: Reply
    switch reply {
    case .nothing: other = Reply(.notFound)
    case .page(let page, let policy):
      other = Reply(redirectTo: "")
      other.status = 200
      other.fields = Self.common(
        "text/html; charset=utf-8", policy: policy + "; frame-ancestors 'none'")
      other.fields.append(("Cross-Origin-Resource-Policy", "same-origin"))
      other.body = page
    case .next(let path):
      other = Reply(redirectTo: path)
      // Browsers ask for it with GET, and loading it again sends no form.
      other.status = 303
    }
    self = other
    // Without a referrer, browsers send forms from the origin `null`.
    for index in fields.indices where fields[index].name == "Referrer-Policy" {
      fields[index].value = "same-origin"
    }
  }

  /// Creates the reply that leads to another path.
  init(redirectTo path: String) {
    status = 302
    fields = Self.common("text/plain; charset=utf-8", policy: Self.closed)
    fields += [("Cross-Origin-Resource-Policy", "same-origin"), ("Location", path)]
    body = []
  }

  /// Creates the reply with a file of the page; other origins may load it if any are allowed.
  init(_ part: PageAsset, of page: BuiltInPage, isOpen: Bool) {
    status = 200
    fields = Self.common(part.type, policy: Self.closed)
    fields.append(("Cross-Origin-Resource-Policy", isOpen ? "cross-origin" : "same-origin"))
    body = part.bytes(of: page)
  }

  /// Creates the head of a stream, with access for an allowed origin.
  init(_ format: StreamCursor.Format, for origin: String?) {
    status = 200
    let type = format.hasEvents ? "text/event-stream" : "application/x-ndjson"
    fields = Self.common(type, policy: Self.closed)
    // Prevents proxies from buffering the stream.
    fields.append(("X-Accel-Buffering", "no"))
    if let origin {
      fields += [("Access-Control-Allow-Origin", origin), ("Vary", "Origin")]
    } else {
      fields.append(("Cross-Origin-Resource-Policy", "same-origin"))
    }
    body = []
  }
}

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
  /// Answers requests for pages that are made when they are asked for, and forms.
  var answer: (@Sendable (SiteRequest) -> SiteReply)?

  /// Whether some requests are answered on a thread of their own.
  var hasWork: Bool { receive != nil || answer != nil }
}

#if Web
  extension ServedContent {
    /// Returns what answers a request with a body; `nil` if the body is malformed.
    func work(on body: [UInt8], for purpose: Connection.Purpose) -> WorkQueue.Work? {
      switch purpose {
      case .recording:
        guard let receive else { return nil }
        return { Reply(receive(body)) }
      case .site(let request):
        guard let answer else { return nil }
        guard request.form != nil else { return { Reply(answer(request)) } }
        guard let fields = PercentEncoding.fields(of: body) else { return nil }
        let filled = SiteRequest(path: request.path, query: request.query, form: fields)
        return { Reply(answer(filled)) }
      }
    }
  }
#endif

/// The body of a request, which arrives in pieces.
struct UploadedBody {
  /// Its announced size.
  let size: Int
  /// The bytes so far.
  private(set) var bytes: [UInt8] = []

  init(size: Int) { self.size = size }

  /// Whether it has arrived as announced.
  var isComplete: Bool { bytes.count == size }

  /// Adds a piece; what exceeds the announced size is discarded.
  mutating func append(_ piece: UnsafeRawBufferPointer) {
    let room = size - bytes.count
    unsafe bytes.append(contentsOf: piece.prefix(room))
  }
}

/// The escapes of URLs and forms: `%20` is a space (RFC 3986).
enum PercentEncoding {
  /// Returns a text without its escapes; `nil` if it is malformed or not UTF-8.
  static func decoded(_ text: some Sequence<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let digits = String(validating: rest.prefix(2), as: UTF8.self),
        digits.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
        let value = UInt8(digits, radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Returns the fields of a form (`application/x-www-form-urlencoded`); `nil` if it is malformed.
  ///
  /// Of two fields with the same name, neither could be meant.
  static func fields(of form: [UInt8]) -> [String: String]? {
    var fields: [String: String] = [:]
    for field in form.split(separator: UInt8(ascii: "&")) {
      let parts = field.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
      ).map { part in part.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 } }
      guard let name = decoded(parts[0]), let value = decoded(parts.count > 1 ? parts[1] : []),
        fields.updateValue(value, forKey: name) == nil
      else { return nil }
    }
    return fields
  }
}
