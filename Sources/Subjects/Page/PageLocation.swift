extension Subject.Page {
  /// Whether the page is a folder, of which `index.html` is shown.
  var isFolder: Bool { server == nil && location.hasSuffix("/") }
}

/// The scheme, host and port of a URL: a page may use no other server than that of its own.
struct WebOrigin: Hashable, Sendable {
  /// `http`, `https`, or another one.
  let scheme: String
  /// The host in lower case; an IPv6 address has its brackets.
  let host: String
  let port: Int

  /// The host, without the brackets of an IPv6 address.
  var name: String { host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host }

  /// The host and port.
  var authority: String { "\(host):\(port)" }

  /// The host, and the port if it is not that of the scheme.
  var shown: String { Self.ports[scheme] == port ? host : authority }

  private static let ports = ["http": 80, "https": 443, "ws": 80, "wss": 443]

  /// Reads the origin of a URL; `nil` if it has none, or names a user.
  init?(_ address: String) {
    guard let parts = Self.parts(of: address) else { return nil }
    let rest = parts.rest.prefix { !"/?#\\".contains($0) }
    guard !rest.contains("@") else { return nil }
    scheme = parts.scheme.lowercased()
    let hostEnd = rest.firstIndex(of: "]").map(rest.index(after:)) ?? rest.firstIndex(of: ":")
    host = rest[..<(hostEnd ?? rest.endIndex)].lowercased()
    guard !host.isEmpty else { return nil }
    let digits = hostEnd.map { rest[$0...].dropFirst() } ?? ""
    guard digits.isEmpty else {
      guard let port = Int(digits), 0...65535 ~= port else { return nil }
      self.port = port
      return
    }
    guard let port = Self.ports[scheme] else { return nil }
    self.port = port
  }

  /// Returns what is before and after the first `://` of a URL; `nil` if it has none.
  fileprivate static func parts(of address: String) -> (scheme: Substring, rest: Substring)? {
    var start = address.startIndex
    while let colon = address[start...].firstIndex(of: ":") {
      let rest = address[colon...]
      if rest.hasPrefix("://") { return (address[..<colon], rest.dropFirst(3)) }
      start = address.index(after: colon)
    }
    return nil
  }
}

extension Subject.Page {
  /// The server of the page; `nil` for a file or folder.
  var server: WebOrigin? {
    WebOrigin(location).flatMap { ["http", "https"].contains($0.scheme) ? $0 : nil }
  }

  /// Why the location is no page; `nil` if it may be one.
  var mistake: String? {
    guard let parts = WebOrigin.parts(of: location), server == nil else { return nil }
    guard ["http", "https"].contains(parts.scheme.lowercased()) else {
      return "expected http or https, or a file below this folder"
    }
    return location.contains("@")
      ? "expected a URL without a user name" : "expected a URL with a host"
  }
}
