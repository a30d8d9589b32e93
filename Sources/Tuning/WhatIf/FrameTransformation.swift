package import PantographTouches

/// A deterministic transformation of a recording's frames.
package protocol FrameTransformation: Sendable {
  /// Takes the next frame and appends the frames that are ready.
  mutating func feed(_ frame: TouchFrame, into frames: inout [TouchFrame])
  /// Appends the remaining frames at the end.
  mutating func finish(into frames: inout [TouchFrame])
}

extension FrameTransformation {
  /// Does nothing.
  package mutating func finish(into frames: inout [TouchFrame]) {}
}

/// The flags of skipped frames, which the next delivered frame takes over.
struct SkippedFrameFlags: Sendable {
  private var vanished: [Int] = []
  private var hasLostEvents = false
  private var clockStep = 0.0
  private var jumped: Set<Int> = []

  /// Whether no flag is set.
  var isEmpty: Bool { vanished.isEmpty && !hasLostEvents && clockStep == 0 && jumped.isEmpty }

  /// Records the flags of a skipped frame.
  mutating func add(_ frame: TouchFrame) {
    vanished += frame.vanished
    hasLostEvents = hasLostEvents || frame.hasLostEvents
    clockStep += frame.clockStep
    for contact in frame.contacts where contact.remarks.contains(.jump) {
      jumped.insert(contact.id)
    }
  }

  /// Moves the flags to a frame.
  mutating func apply(to frame: inout TouchFrame) {
    guard !isEmpty else { return }
    frame.vanished = vanished + frame.vanished
    frame.hasLostEvents = frame.hasLostEvents || hasLostEvents
    frame.clockStep += clockStep
    for index in frame.contacts.indices where jumped.contains(frame.contacts[index].id) {
      frame.contacts[index].remarks.insert(.jump)
    }
    self = SkippedFrameFlags()
  }
}
