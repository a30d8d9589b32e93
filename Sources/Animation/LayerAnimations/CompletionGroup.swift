import PantographBase

/// Calls a block once all animations that it counts have ended and no more can be added.
@MainActor final class CompletionGroup {
  private var block: (() -> Void)?
  private var count = 0
  private var isClosed = false

  init(_ block: @escaping () -> Void) {
    self.block = block
  }

  func enter() { count += 1 }

  func leave() {
    count -= 1
    callIfDone()
  }

  /// Closes the group to further animations.
  func close() {
    isClosed = true
    callIfDone()
  }

  private func callIfDone() {
    guard isClosed, count == 0, let block else { return }
    self.block = nil
    block()
  }
}

/// The end of a layer animation, as a participant of the timeline.
@MainActor final class LayerAnimationEnd: TimelineParticipant {
  private let timeline: Timeline
  private let end: () -> Timestamp?
  private var completion: (() -> Void)?

  init(
    on timeline: Timeline, at end: @escaping () -> Timestamp?, completion: @escaping () -> Void
  ) {
    self.timeline = timeline
    self.end = end
    self.completion = completion
  }

  var dueTime: Timestamp? { end() }

  func becomeDue(at time: Timestamp) {
    timeline.leave(self)
    completion?()
  }

  func abandon() { completion = nil }
}
