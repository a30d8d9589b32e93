import Glibc

/// Where a server listens: a number of the internet protocol, and a port.
public struct Endpoint: Hashable, Sendable, CustomStringConvertible {
  /// The number, such as 127.0.0.1 or ::1.
  public var host: String
  /// The port; 0 stands for any that is free.
  public var port: UInt16
  /// Whether another port will do where this one is taken.
  public var isPortOptional: Bool

  /// The port that is taken where none is named; no service is registered for it.
  public static let usualPort: UInt16 = 8137
  /// This machine alone, on the usual port or any other.
  public static let local = Endpoint(host: "127.0.0.1", port: usualPort, isPortOptional: true)

  private init(host: String, port: UInt16, isPortOptional: Bool) {
    self.host = host
    self.port = port
    self.isPortOptional = isPortOptional
  }

  /// Makes an endpoint from a number, or `localhost`, and a port.
  public init?(host: String, port: UInt16) {
    let host = host == "localhost" ? "127.0.0.1" : host
    guard let number = NetworkNumber(host) else { return nil }
    self.init(host: number.description, port: port, isPortOptional: false)
  }

  /// Reads an endpoint as people write it: `8137`, `0.0.0.0`, `0.0.0.0:8137`, `[::1]:8137`.
  public init?(_ text: String) {
    if let port = UInt16(text) {
      self.init(host: Self.local.host, port: port)
      return
    }
    var host = text[...]
    var port: UInt16?
    // The last colon parts them, unless it is one of those of a bare number such as ::1.
    if let colon = text.lastIndex(of: ":"),
      text.hasPrefix("[") || text.firstIndex(of: ":") == colon,
      !text[colon...].contains("]")
    {
      guard let number = UInt16(text[text.index(after: colon)...]) else { return nil }
      port = number
      host = text[..<colon]
    }
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    if host.isEmpty { host = Self.local.host[...] }
    self.init(host: String(host), port: port ?? Self.usualPort)
    isPortOptional = port == nil
  }

  /// Whether only programs of this machine reach it.
  public var isLoopback: Bool { number?.isLoopback ?? false }

  var number: NetworkNumber? { NetworkNumber(host) }

  /// As it stands in an address: `127.0.0.1:8137`, `[::1]:8137`.
  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// Whether a request's `Host` names this server.
  ///
  /// A page of somebody else whose name is made to lead here (DNS rebinding) comes with that name. A
  /// number can't be made to lead elsewhere, so that where it listens to all, every number is its own.
  func isOwn(_ name: String) -> Bool {
    var name = name.lowercased()[...]
    if name.hasSuffix(":\(port)") {
      name = name.dropLast("\(port)".count + 1)
    } else if port != 80 {
      return false
    }
    if name == "localhost" { return isLoopback || number?.isEveryone == true }
    if name.hasPrefix("["), name.hasSuffix("]") {
      name = name.dropFirst().dropLast()
      guard name.contains(":") else { return false }
    } else if name.contains(":") {
      return false
    }
    guard let own = number, let other = NetworkNumber(String(name)) else { return false }
    return own == other || own.isEveryone
  }
}

/// A number of the internet protocol, of either version.
struct NetworkNumber: Hashable {
  /// Four bytes or sixteen.
  let bytes: [UInt8]

  init?(_ text: String) {
    var four = in_addr()
    var six = in6_addr()
    if unsafe inet_pton(AF_INET, text, &four) == 1 {
      bytes = unsafe withUnsafeBytes(of: &four) { unsafe Array($0) }
    } else if unsafe inet_pton(AF_INET6, text, &six) == 1 {
      bytes = unsafe withUnsafeBytes(of: &six) { unsafe Array($0) }
    } else {
      return nil
    }
  }

  var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
  }

  /// Whether it stands for every number of the machine.
  var isEveryone: Bool { bytes.allSatisfy { $0 == 0 } }

  /// The one spelling of it.
  var description: String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
      let family = bytes.count == 4 ? AF_INET : AF_INET6
      guard let start = text.baseAddress,
        unsafe inet_ntop(family, bytes, start, socklen_t(text.count)) != nil
      else { return "" }
      return unsafe String(cString: start)
    }
  }
}
