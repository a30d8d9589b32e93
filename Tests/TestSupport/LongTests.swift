import Foundation
public import Testing

/// Tests that take long, such as those of every command under every fault.
///
/// `tools/test` skips them, so that it takes minutes; `tools/test --all` runs them.
public enum LongTests {
  /// Whether they are run.
  public static let areRun = ProcessInfo.processInfo.environment["PANTOGRAPH_TESTS"] == "all"
  /// The reason why one is skipped.
  public static let absence: Comment = "takes long; tools/test --all runs it"
}
