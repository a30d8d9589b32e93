import Glibc

/// The reason why a page can't be served.
package enum ServingError: Error, Hashable, Sendable {
  /// The program was built without the web server.
  case notBuilt
  /// The given token is not valid.
  case unusableToken
  /// An allowed origin is not valid.
  case unusableOrigin(String)
  /// The address is in use by another program.
  case taken(Endpoint)
  /// The system can't listen on the address, with its error number.
  case refused(Endpoint, errno: Int32)
  /// The server could not be started.
  case notStarted
}

extension ServingError: CustomStringConvertible {
  /// The problem and its remedy.
  package var description: String {
    switch self {
    case .notBuilt:
      "built without the web server; build with the package trait Web, which requires libmicrohttpd-dev"
    case .unusableToken:
      "invalid token; expected 8 to 128 letters, digits, - or _"
    case .unusableOrigin(let origin):
      "\(origin): invalid origin; expected a scheme and a host, such as http://localhost:3000"
    case .taken(let endpoint):
      "\(endpoint): in use by \(PortUser.name(of: endpoint.port) ?? "another program"); choose another port with"
        + " --listen, or 0 for any free one"
    case .refused(let endpoint, EADDRNOTAVAIL):
      "\(endpoint): not an address of this machine; use 127.0.0.1 for this machine only, or 0.0.0.0 for"
        + " all its addresses"
    case .refused(let endpoint, EACCES):
      "\(endpoint): permission denied; use a port from 1024 on"
    case .refused(let endpoint, let number):
      "\(endpoint): \(unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)")"
    case .notStarted: "can't start the web server; the system may be out of memory"
    }
  }
}
