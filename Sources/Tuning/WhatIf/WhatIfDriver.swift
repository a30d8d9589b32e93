package import PantographBase
package import PantographInteractions
package import PantographTouches
import PantographTrajectories

/// Drives an animation with a variant of a recording's frames, and records the outcome of each gesture.
///
///     var driver = WhatIfDriver(interaction, .init(.reports(rate: 60)), seed: 1, start: start, on: surface)
///     for frame in frames { driver.feed(frame) }
///     let gestures = driver.finish()
///
/// A variant that loses events does not change frames: events are lost before frames are made.
package struct WhatIfDriver {
  private var transformation: (any FrameTransformation)?
  private var driver: TrajectoryDriver
  private var log: JudgedGestureLog
  private let start: Timestamp
  private var frames: [TouchFrame] = []
  private var isTouched = false

  /// Creates a driver.
  ///
  /// - Parameters:
  ///   - interaction: the interaction.
  ///   - variant: the variant; `nil` for the recording as it is.
  ///   - seed: the seed of the variant's random numbers.
  ///   - start: the time of the first event.
  ///   - surface: the surface that the fingers touch.
  ///   - explains: whether the nearest flip of each gesture is computed.
  package init(
    _ interaction: Interaction, _ variant: WhatIfVariant?, seed: UInt64, start: Timestamp,
    on surface: Surface, explains: Bool = false
  ) {
    var interaction = interaction
    // Samples are not used, so one a second is enough.
    interaction.rate = 1
    var plane = Plane(surface)
    if let scale = variant?.scale, scale != 1 {
      plane.size = plane.size * scale
      plane.unitsPerMillimetre = plane.unitsPerMillimetre / scale
    }
    transformation = variant?.transformation(seed: seed)
    driver = TrajectoryDriver(interaction, start: start, on: plane)
    // A flip must not change where the next gesture begins.
    driver.resetsForEachGesture = true
    log = JudgedGestureLog(explaining: explains ? interaction.rule : nil)
    self.start = start
  }

  /// Takes the next frame of the recording.
  package mutating func feed(_ frame: TouchFrame) {
    guard transformation != nil else { return drive(frame) }
    transformation?.feed(frame, into: &frames)
    driveAll()
  }

  /// Runs the animation to rest and returns the gestures with their outcomes.
  package mutating func finish() -> [JudgedGesture] {
    transformation?.finish(into: &frames)
    driveAll()
    driver.finish(into: &log)
    return log.gestures
  }

  private mutating func driveAll() {
    for frame in frames { drive(frame) }
    frames.removeAll(keepingCapacity: true)
  }

  private mutating func drive(_ frame: TouchFrame) {
    if !isTouched, !frame.contacts.isEmpty {
      log.land(
        at: Timestamp(microseconds: frame.time.microseconds &- start.microseconds))
    }
    isTouched = !frame.contacts.isEmpty
    driver.feed(frame, into: &log)
  }
}
