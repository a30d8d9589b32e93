import PantographAnimation
import Testing

/// Gives each test a timeline of its own, so that none moves what another one has set going.
struct OwnTimeline: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    let timeline = Timeline()
    try await Timeline.local.withValue(timeline) { try await function() }
    await timeline.abandon()
  }
}

extension Trait where Self == OwnTimeline {
  static var ownTimeline: OwnTimeline { OwnTimeline() }
}
