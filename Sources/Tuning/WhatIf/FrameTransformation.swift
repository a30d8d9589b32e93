package import Touches

/// Makes other frames of a recording's, one after the other, and always the same ones.
package protocol FrameTransformation: Sendable {
  /// Takes the next frame, and appends what is known to come of it.
  mutating func feed(_ frame: TouchFrame, into frames: inout [TouchFrame])
  /// Appends what is still to come when there will be no more frames.
  mutating func finish(into frames: inout [TouchFrame])
}

extension FrameTransformation {
  /// Nothing is still to come.
  package mutating func finish(into frames: inout [TouchFrame]) {}
}

/// What frames said of changes that are not handed on themselves: the next one has to say it for them.
struct SkippedFrameFlags: Sendable {
  private var vanished: [Int] = []
  private var hasLostEvents = false
  private var clockStep = 0.0
  private var jumped: Set<Int> = []

  /// Whether there is nothing to say.
  var isEmpty: Bool { vanished.isEmpty && !hasLostEvents && clockStep == 0 && jumped.isEmpty }

  /// Takes note of a frame that is not handed on.
  mutating func add(_ frame: TouchFrame) {
    vanished += frame.vanished
    hasLostEvents = hasLostEvents || frame.hasLostEvents
    clockStep += frame.clockStep
    for contact in frame.contacts where contact.remarks.contains(.jump) {
      jumped.insert(contact.id)
    }
  }

  /// Lets a frame say it.
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
