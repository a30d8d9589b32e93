import Foundation
package import Testing

/// Tests that take long, such as those of every command under every fault.
///
/// `tools/test` skips them, so that it takes minutes; `tools/test --all` runs them.
package enum LongTests {
  /// Whether they are run.
  package static let areRun = ProcessInfo.processInfo.environment["PANTOGRAPH_TESTS"] == "all"
  /// The reason why one is skipped.
  package static let absence: Comment = "takes long; tools/test --all runs it"
}
