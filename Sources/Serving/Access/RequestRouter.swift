import PantographBase

/// Chooses the answer to each request.
struct RequestRouter {
  /// The address that the server listens on, with the actual port.
  var endpoint: Endpoint
  /// The access token.
  var token: Token
  /// The other origins that may connect, such as `http://localhost:3000`.
  var origins: [String] = []
  /// Whether browsers may record, and send their recordings.
  var takesRecordings = false
  /// Whether there are files at other paths.
  var hasFiles = false
  /// Whether the files are the user's site.
  ///
  /// Its paths begin with the token, so that relative addresses in its pages contain it, too.
  var hasSite = false
  /// Whether the program makes the pages of the site when they are asked for, and takes forms.
  var makesSite = false

  /// The answer to a request.
  enum Answer: Equatable {
    /// The page.
    case page
    /// A public file that pages need.
    case part(PageAsset)
    /// The stream of lines after the given number.
    case stream(StreamCursor.Format, after: UInt64?)
    /// The page that records.
    case recorder
    /// The file at a path, if there is one.
    case file(String)
    /// The user's site is at this path.
    case site(String)
    /// A recording is taken, whose body has this many bytes.
    case recording(size: Int)
    /// The program makes a page, or takes a form, whose body has this many bytes.
    case made(SiteRequest, size: Int)
    /// A refusal.
    case refusal(Refusal)
  }

  /// The reason for refusing a request.
  struct Refusal: Equatable {
    /// The HTTP status code.
    var status: UInt32
    /// The message in the body.
    var sentence: String

    static let malformed = Refusal(status: 400, sentence: "malformed request")
    static let body = Refusal(status: 413, sentence: "this server accepts no request body")
    static let wrongHost = Refusal(
      status: 403, sentence: "unknown host name; use the IP address of the server")
    static let wrongOrigin = Refusal(
      status: 403, sentence: "this origin is not allowed; allow it with --allow-origin")
    static let noLength = Refusal(status: 411, sentence: "a body must have one Content-Length")
    static let largeForm = Refusal(status: 413, sentence: "the form is too large")
    static let noForm = Refusal(
      status: 415, sentence: "expected a form (application/x-www-form-urlencoded)")
    static let tooLarge = Refusal(
      status: 413,
      sentence: "the recording is larger than \(mostBytes >> 20) MiB; record fewer gestures at once"
    )
    static let noToken = Refusal(
      status: 403,
      sentence: "missing or wrong token; open the address that was printed")
    static let notFound = Refusal(status: 404, sentence: "not found")
    static let wrongMethod = Refusal(status: 405, sentence: "method not allowed; use GET or HEAD")
    static let tooManyRecordings = Refusal(
      status: 503, sentence: "several requests are being answered; send it again in a second")
    static let tooMany = Refusal(
      status: 503, sentence: "too many clients; close another one")
  }

  /// The path to which recordings are sent.
  static let recordingsPath = "/recordings"
  /// 4 MiB: a position takes about 70 bytes, so this is eight minutes of one finger at 120 positions per second.
  ///
  /// Reading it takes half a second and 60 times the memory.
  static let mostBytes = 4 << 20
  /// 4 KiB: a form contains a few words.
  static let mostFormBytes = 4 << 10

  /// Returns the answer to a request; without a token, the answer reveals nothing else.
  func answer(_ request: Request) -> Answer {
    guard !request.hasCarriageReturn else { return .refusal(.malformed) }
    var request = request
    let isInSite = hasSite && takeToken(&request)
    let hosts = request.values(of: "host")
    guard hosts.count == 1 else { return .refusal(.malformed) }
    guard endpoint.isOwn(hosts[0]) else { return .refusal(.wrongHost) }
    let senders = request.values(of: "origin")
    guard senders.count <= 1 else { return .refusal(.malformed) }
    let isRecording =
      takesRecordings && request.method == "POST" && request.path == Self.recordingsPath
    let isForm = makesSite && isInSite && request.method == "POST"
    // Other origins may follow, but not send.
    let others = isRecording || isForm ? [] : origins
    guard senders.allSatisfy({ $0 == "http://\(hosts[0])" || others.contains($0) }) else {
      return .refusal(.wrongOrigin)
    }
    guard isRecording || isForm || !hasBody(request) else { return .refusal(.body) }
    let tokens = tokens(request)
    guard tokens.count <= 1 else { return .refusal(.malformed) }
    guard tokens.allSatisfy(token.matches) else { return .refusal(.noToken) }
    let isTrusted = tokens.count == 1
    let part = isInSite ? nil : PageAsset(path: request.path)
    guard isTrusted || part != nil else { return .refusal(.noToken) }
    if isRecording { return recording(request) }
    if isForm { return form(request) }
    guard request.method == "GET" || request.method == "HEAD" else {
      return .refusal(.wrongMethod)
    }
    if let part { return .part(part) }
    if isInSite {
      return makesSite
        ? .made(SiteRequest(request, hasForm: false), size: 0) : .file(request.path)
    }
    return switch request.path {
    case "/" where hasSite: .site("/\(token.text)/")
    case "/": .page
    case "/stream": stream(request)
    case LiveServer.recorderPath where takesRecordings: .recorder
    default: hasFiles ? .file(request.path) : .refusal(.notFound)
    }
  }

  /// Moves the token at the beginning of a path into the query; returns `false` if it is not this server's.
  private func takeToken(_ request: inout Request) -> Bool {
    let rest = request.path.dropFirst()
    guard request.path.hasPrefix("/"), let slash = rest.firstIndex(of: "/"),
      token.matches(String(rest[..<slash]))
    else { return false }
    request.path = String(rest[slash...])
    if tokens(request).isEmpty { request.query.append(("token", token.text)) }
    return true
  }

  private func stream(_ request: Request) -> Answer {
    let formats = request.parameters("format")
    let starts = request.parameters("after")
    let numbers = request.values(of: "last-event-id") + starts
    // A browser that resumes sends both.
    guard formats.count <= 1, starts.count <= 1, numbers.count <= 1 + starts.count,
      let format = StreamCursor.Format(
        rawValue: formats.first ?? StreamCursor.Format.events.rawValue)
    else { return .refusal(.malformed) }
    // An invalid number belongs to another stream, so the client starts over.
    return .stream(format, after: numbers.first.flatMap { UInt64($0) })
  }

  private func recording(_ request: Request) -> Answer {
    guard let size = announcedSize(request) else { return .refusal(.noLength) }
    return size <= Self.mostBytes ? .recording(size: size) : .refusal(.tooLarge)
  }

  private func form(_ request: Request) -> Answer {
    guard let size = announcedSize(request) else { return .refusal(.noLength) }
    let types = request.values(of: "content-type").map { $0.lowercased() }
    guard types.count == 1, types[0].hasPrefix("application/x-www-form-urlencoded") else {
      return .refusal(.noForm)
    }
    guard size <= Self.mostFormBytes else { return .refusal(.largeForm) }
    return .made(SiteRequest(request, hasForm: true), size: size)
  }

  private func announcedSize(_ request: Request) -> Int? {
    let lengths = request.values(of: "content-length")
    guard lengths.count == 1, let size = Int(lengths[0]), size >= 0,
      request.values(of: "transfer-encoding").isEmpty
    else { return nil }
    return size
  }

  private func hasBody(_ request: Request) -> Bool {
    !request.values(of: "transfer-encoding").isEmpty
      || request.values(of: "content-length").contains { $0 != "0" }
  }

  /// Returns the tokens of a request, in its query or as `Authorization: Bearer`.
  private func tokens(_ request: Request) -> [String] {
    let scheme = "bearer "
    return request.parameters("token")
      + request.values(of: "authorization").map { value in
        value.lowercased().hasPrefix(scheme) ? String(value.dropFirst(scheme.count)) : ""
      }
  }

  /// Returns the origin of a request from another site, if it is allowed.
  func allowedOrigin(_ request: Request) -> String? {
    request.values(of: "origin").first.flatMap { origins.contains($0) ? $0 : nil }
  }
}

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

/// The access token in the address of a server.
struct Token: Equatable {
  /// The token as written in addresses.
  let text: String

  /// The allowed characters, which need no escaping in a URL.
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  /// The allowed lengths; 8 characters are 48 bits, short enough to type.
  private static let lengths = 8...128

  /// Creates a random token of more than 128 bits.
  init() {
    var generator = SystemRandomNumberGenerator()
    var letters: [UInt8] = []
    // 22 characters of 6 bits each.
    for _ in 0..<22 {
      letters.append(Self.letters[Int.random(in: 0..<Self.letters.count, using: &generator)])
    }
    text = String(decoding: letters, as: UTF8.self)
  }

  /// Creates a token from a chosen text.
  init(_ text: String) throws(Complaint) {
    guard Self.lengths.contains(text.utf8.count), text.utf8.allSatisfy(Self.letters.contains)
    else { throw Complaint("invalid token; expected 8 to 128 letters, digits, - or _") }
    self.text = text
  }

  /// Returns whether a text is this token, in a time that does not depend on the differing characters.
  func matches(_ other: String) -> Bool {
    let (mine, others) = (Array(text.utf8), Array(other.utf8))
    guard mine.count == others.count else { return false }
    var difference: UInt8 = 0
    for index in mine.indices { difference |= mine[index] ^ others[index] }
    return difference == 0
  }
}

/// The result of sending a recording.
package struct RecordingReceipt: Sendable {
  /// Whether it was saved.
  package var isAccepted: Bool
  /// Whether it could have been saved, if this machine had taken it: a disk may be full.
  package var isStorable = false
  /// What the page shows: the name of the file, or the error.
  package var sentence: String

  /// Creates a receipt.
  package init(isAccepted: Bool, sentence: String) {
    self.isAccepted = isAccepted
    self.sentence = sentence
  }
}
