import Glibc

/// Why a page can't be served, in one sentence for a person.
public enum ServingError: Error, Hashable, Sendable {
  /// The program was built without the web server.
  case notBuilt
  /// A token that was chosen can't be one.
  case unusableToken
  /// An origin that was allowed is none.
  case unusableOrigin(String)
  /// Another program listens there already.
  case taken(Endpoint)
  /// The system refuses to listen there, with its error number.
  case refused(Endpoint, errno: Int32)
  /// The server could not be started.
  case notStarted
}

extension ServingError: CustomStringConvertible {
  /// What went wrong, and what to do about it.
  public var description: String {
    switch self {
    case .notBuilt:
      "this build has no web server; build with the package trait Web, which needs libmicrohttpd-dev"
    case .unusableToken:
      "a token has 8 to 128 letters, digits, - and _, none else: it is a part of an address"
    case .unusableOrigin(let origin):
      "\(origin): no origin as browsers name it, such as http://localhost:3000"
    case .taken(let endpoint):
      "\(endpoint): another program listens there; take another port, or 0 for any that is free"
    case .refused(let endpoint, EADDRNOTAVAIL):
      "\(endpoint): this machine does not have that number; 127.0.0.1 is itself, 0.0.0.0 all it has"
    case .refused(let endpoint, EACCES):
      "\(endpoint): permission denied; ports from 1024 on are for everybody"
    case .refused(let endpoint, let number):
      "\(endpoint): \(unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)")"
    case .notStarted: "the web server could not be started; perhaps there is no memory left"
    }
  }
}
