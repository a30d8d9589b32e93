import Foundation
public import Testing

/// Tests that take long, such as every command under every fault.
///
/// `tools/test` does without them, so that it is over in minutes; `tools/test --all` runs them.
public enum LongTests {
  /// Whether they run.
  public static let areRun = ProcessInfo.processInfo.environment["PANTOGRAPH_TESTS"] == "all"
  /// Why one is skipped.
  public static let absence: Comment = "takes long; tools/test --all runs it"
}
