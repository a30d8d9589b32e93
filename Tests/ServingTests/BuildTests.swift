import Serving
import Testing

/// Which kind of build this is.
enum Build {
  /// Whether the package trait Web is on.
  static let hasWeb: Bool = {
    #if Web
      true
    #else
      false
    #endif
  }()
  static let absence: Comment = "this build has no web server: the package trait Web is off"
}

@Suite(.enabled(if: !Build.hasWeb, "this build has a web server")) struct `Without the trait` {
  @Test func `a server says that it is not there`() {
    #expect(throws: ServingError.notBuilt) { try LiveServer(about: []) }
    #expect(ServingError.notBuilt.description.hasPrefix("this build has no web server; build with"))
  }
}
