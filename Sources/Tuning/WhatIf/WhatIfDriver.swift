public import Interactions
public import Quantities
public import Touches
import Trajectories

/// Drives an animation with the frames of a recording as a variant has them, and keeps what became of each
/// gesture.
///
///     var driver = WhatIfDriver(interaction, .init(.reports(rate: 60)), seed: 1, start: start, on: surface)
///     for frame in frames { driver.feed(frame) }
///     let gestures = driver.finish()
///
/// A variant that loses events leaves frames as they are: they are lost before frames are made.
public struct WhatIfDriver {
  private var transformation: (any FrameTransformation)?
  private var driver: TrajectoryDriver
  private var log: JudgedGestureLog
  private let start: Timestamp
  private var frames: [TouchFrame] = []
  private var isTouched = false

  /// Makes a driver.
  ///
  /// - Parameters:
  ///   - interaction: what the gesture does to which animation.
  ///   - variant: what is another; nothing for the recording as it is.
  ///   - seed: what chance depends on.
  ///   - start: the time of the first event.
  ///   - surface: what the fingers move on.
  ///   - explains: whether it is found out what would have led each gesture elsewhere.
  public init(
    _ interaction: Interaction, _ variant: WhatIfVariant?, seed: UInt64, start: Timestamp,
    on surface: Surface, explains: Bool = false
  ) {
    var interaction = interaction
    // Nobody looks at samples: one a second is as good as any.
    interaction.rate = 1
    var plane = Plane(surface)
    if let scale = variant?.scale, scale != 1 {
      plane.size = plane.size * scale
      plane.unitsPerMillimetre = plane.unitsPerMillimetre / scale
    }
    transformation = variant?.transformation(seed: seed)
    driver = TrajectoryDriver(interaction, start: start, on: plane)
    // What flips is not to change where the next gesture begins.
    driver.resetsForEachGesture = true
    log = JudgedGestureLog(explaining: explains ? interaction.rule : nil)
    self.start = start
  }

  /// Takes the next frame of the recording.
  public mutating func feed(_ frame: TouchFrame) {
    guard transformation != nil else { return drive(frame) }
    transformation?.feed(frame, into: &frames)
    driveAll()
  }

  /// Lets the animation run to rest, and tells what became of each gesture.
  public mutating func finish() -> [JudgedGesture] {
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
