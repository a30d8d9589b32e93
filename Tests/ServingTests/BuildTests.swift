import PantographBase
import PantographServing
import Testing

/// The kind of this build.
enum Build {
  /// Whether the package trait Web is enabled.
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
  @Test func `starting a server fails`() {
    let error = #expect(throws: Complaint.self) { try LiveServer(about: []) }
    #expect(error?.sentence.hasPrefix("built without the web server; build with") == true)
  }
}
