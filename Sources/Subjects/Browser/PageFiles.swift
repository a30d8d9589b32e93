import Glibc
import PantographTraces

/// Answers a page's requests from the folder of its case, without a socket and without the network.
struct PageFiles {
  /// The origin of the pages; no such host exists (RFC 2606), and no request reaches the network.
  static let origin = "https://page.test/"

  /// The folder of the subject, outside of which nothing is served.
  private let subjectFolder: String
  /// The folder that is the root of the addresses.
  private let folder: String
  /// The server that may be reached instead, if the page is a URL.
  private let server: WebOrigin?
  private let unanswered = Unanswered()

  /// The files that the page asked for and that are not there, and the hosts that it may not reach.
  private final class Unanswered {
    var files: Set<String> = []
    var hosts: Set<String> = []
  }

  /// Serves the files below a folder, or leaves the requests to a page's own server.
  ///
  /// A page that is a folder itself, such as `dist/`, is the root of the server.
  init(_ folder: String, for page: Subject.Page) {
    subjectFolder = folder
    self.folder = page.isFolder ? "\(folder)/\(page.location)" : folder
    server = page.server
  }

  /// What becomes of a request.
  enum Answer {
    /// It reaches the page's own server.
    case goesOn
    /// It fails as without a network.
    case isRefused
    /// It has this response.
    case response(status: Int, headers: [(name: String, value: String)], body: [UInt8])

    /// An empty page.
    static let blank = file("text/html", [])

    fileprivate static func file(_ type: String, _ bytes: [UInt8]) -> Answer {
      .response(
        status: 200,
        headers: [
          ("Content-Type", type),
          // Isolation makes the browser's own clocks as fine as they can be.
          ("Cross-Origin-Opener-Policy", "same-origin"),
          ("Cross-Origin-Embedder-Policy", "require-corp"),
        ], body: bytes)
    }
  }

  /// Returns the answer to the request of a URL.
  func answer(to address: String) -> Answer {
    if let server, WebOrigin(address) == server || address.hasPrefix("data:") { return .goesOn }
    guard server == nil, address.hasPrefix(Self.origin) else {
      if let other = WebOrigin(address) { unanswered.hosts.insert(other.shown) }
      return .isRefused
    }
    let name = address.dropFirst(Self.origin.count)
    let path = Self.path(name)
    guard let path, isInside(path),
      let bytes = try? WholeFile.bytes(of: "\(folder)/\(path)", limit: 64 << 20, "")
    else {
      // Every browser asks for an icon.
      if name != "favicon.ico" { unanswered.files.insert(String(name)) }
      return .response(status: 404, headers: [], body: [])
    }
    return .file(Self.type(of: path), bytes)
  }

  /// What the page asked for in vain, a sentence each.
  var notes: [String] {
    let files = unanswered.files.sorted().map { "the page asked for \($0), which is not there" }
    let hosts = unanswered.hosts.sorted()
    return files + hosts.map { "the page asked for something of \($0), which it may not reach" }
  }

  /// Whether a file lies below both folders, also where links lead.
  private func isInside(_ path: String) -> Bool {
    func real(_ path: String) -> String? {
      let found = unsafe realpath(path, nil)
      defer { unsafe free(found) }
      return unsafe found.map { unsafe String(cString: $0) }
    }
    guard let file = real("\(folder)/\(path)") else { return false }
    return [subjectFolder, folder].allSatisfy { folder in
      real(folder).map { file.hasPrefix($0 == "/" ? $0 : $0 + "/") } ?? false
    }
  }

  /// Returns the path of a file below the folder; `nil` if it leads out of it.
  private static func path(_ text: Substring) -> String? {
    let path = decoded(text.prefix { $0 != "?" && $0 != "#" })
    var steps = path.split(separator: "/")
    if path.isEmpty || path.hasSuffix("/") { steps.append("index.html") }
    return steps.contains("..") ? nil : steps.joined(separator: "/")
  }

  /// Replaces escapes such as `%20`.
  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func type(of path: String) -> String {
    let types = [
      "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8",
      "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
      "css": "text/css; charset=utf-8", "json": "application/json", "svg": "image/svg+xml",
      "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
      "webp": "image/webp", "avif": "image/avif", "woff": "font/woff", "woff2": "font/woff2",
      "ttf": "font/ttf", "wasm": "application/wasm", "txt": "text/plain; charset=utf-8",
    ]
    let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return types[ending] ?? "application/octet-stream"
  }
}

extension Subject.Page {
  /// The URL of the page in the browser.
  var address: String {
    server != nil ? location : PageFiles.origin + (isFolder ? "" : location)
  }
}
