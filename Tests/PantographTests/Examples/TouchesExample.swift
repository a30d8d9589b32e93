import Foundation
import Pantograph
import PantographTestSupport
import Testing

/// A card that a finger drags aside.
///
/// On release, a spring carries it on at the finger's velocity.
@MainActor final class DraggedCard {
  let layer = Layer()
  /// Where the card is at its end, in points; and how far the finger moves until there, in millimetres.
  let (end, distance) = (320.0, 45.0)
  private let animator: PropertyAnimator

  init() {
    let (layer, end) = (layer, end)
    animator = PropertyAnimator(duration: 0.5, curve: .easeInOut) { layer.position.x = end }
  }

  func follow(_ event: GestureEvent<PanGestureRecognizer.Value>) throws(AnimatorError) {
    if event.phase == .began { try animator.pauseAnimation() }
    let fraction = event.value.translation.x / distance
    animator.fractionComplete = fraction
    guard event.phase == .ended || event.phase == .cancelled else { return }
    animator.isReversed = event.phase == .cancelled || fraction < 0.5
    let left = (animator.isReversed ? 0 : 1) - fraction
    let velocity = event.value.velocity.x / distance / left
    let spring = Spring(response: 0.4, dampingRatio: 0.7)
    try animator.continueAnimation(
      withTimingParameters: SpringTimingParameters(
        spring, initialVelocity: Vector(x: velocity, y: 0)))
  }
}

/// The same card, moved by the samples of an interaction file.
@MainActor final class DrivenCard: @MainActor TrajectorySink {
  let layer = Layer()

  func receive(_ sample: Sample) throws(Never) { layer.position.x = 320 * sample.fraction }
  func receive(_ event: TrajectoryEvent) throws(Never) {}
}

@MainActor @Suite struct `Touches` {
  private static let folder = Repository.recordings.appending(path: "touchpad-flick")

  /// The animator's face and the driver are two ways to the same path: its rows are those that the case expects.
  @Test func `move a property animator as the interaction's driver moves its columns`() throws {
    let path = Self.folder.appending(path: "recording.yml").path
    let sheet = try Interaction(file: Self.folder.appending(path: "interaction.json").path)
    let expected = try Trajectory(replaying: path, driving: sheet)
    try Timeline.run { timeline throws in
      let card = DraggedCard()
      var samples = expected.samples[...]
      var compared = 0
      @MainActor func compare(until time: Timestamp) {
        while let sample = samples.first, sample.time < time {
          timeline.advance(to: sample.time)
          let x = card.layer.presentation.position.x
          #expect(abs(x - sample.values[0]) < 1e-6, "\(sample.time)")
          compared += 1
          samples.removeFirst()
        }
      }

      var frames = try RecordedFrames(RecordingStream(path))
      var pan = PanGestureRecognizer(.init(direction: .any), on: frames.size)
      var events: [GestureEvent<PanGestureRecognizer.Value>] = []
      while let frame = try frames.nextFrame() {
        let time = Timestamp(microseconds: frame.time.microseconds - frames.start.microseconds)
        compare(until: time)
        timeline.advance(to: time)
        pan.feed(frame, into: &events)
        for event in events { try card.follow(event) }
        events.removeAll()
      }
      compare(until: Timestamp(microseconds: .max))
      #expect(compared == expected.samples.count && compared > 100)
    }
  }

  @Test func `drive an object of the main actor`() throws {
    let recording = Self.folder.appending(path: "recording.yml").path
    let sheet = try Interaction(file: Self.folder.appending(path: "interaction.json").path)
    var card = DrivenCard()
    var replay = try Replay(RecordingStream(recording), driving: sheet)
    try replay.run(into: &card)
    #expect(card.layer.position.x == 320)
  }

  /// The pad has 2000 × 1300 units, 20 of which are a millimetre.
  @Test func `of a recording have the size and the units of its device`() throws {
    let path = Self.folder.appending(path: "recording.yml").path
    let frames = try RecordedFrames(RecordingStream(path))
    let (size, units) = (frames.size, frames.unitsPerMillimetre)
    #expect(size == Vector(x: 100, y: 65))
    #expect(units == Vector(x: 20, y: 20))
  }

  @Test func `of something that is no device are refused with a remedy`() {
    #expect {
      _ = try DeviceFrames("/dev/null")
    } throws: { error in
      "\(error)".contains("/dev/null: not an input device; run `pantograph devices`")
    }
  }
}
