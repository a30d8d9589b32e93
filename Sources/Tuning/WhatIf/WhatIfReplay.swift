package import PantographBase
package import PantographInteractions
package import PantographTouches
package import PantographTraces
import PantographTrajectories

extension WhatIfResult {
  /// Replays a recording as it is, and in each variant.
  ///
  /// The recording is read as needed, twice if a variant drops events: first to find its gestures.
  ///
  /// - Parameters:
  ///   - path: the file of the recording.
  ///   - interaction: what the gesture does to which animation.
  ///   - variants: the variants.
  ///   - seed: the seed of the random numbers.
  ///   - repeats: how often the random numbers are drawn, at least once; the rows compare the first draw.
  ///   - options: how the recording is read.
  package init(
    replaying path: String, driving interaction: Interaction, as variants: [WhatIfVariant],
    seed: UInt64, repeats: Int = 1, _ options: ReplayOptions = ReplayOptions()
  ) throws(UnusableFile) {
    let source = Source(path: path, interaction: interaction, options: options)
    let asFrames = variants.filter { $0.group != .drops }
    let seeds = WhatIfVariant.seeds(from: seed, count: repeats)
    let runs: [Run] =
      [(nil, seed)]
      + asFrames.flatMap { variant in
        seeds.prefix(variant.isRandom ? repeats : 1).map { (variant, $0) }
      }
    let found = try Self.gestures(source, runs)
    let before = found[0]
    // The draws of each variant, in the order of the seeds.
    let gestures = asFrames.map { variant in
      zip(runs, found).filter { $0.0.variant == variant }.map(\.1)
    }
    let asEvents = before.isEmpty ? [] : variants.filter { $0.group == .drops }
    var lossy: [[JudgedGesture]] = []
    if !asEvents.isEmpty {
      lossy = try Self.gestures(source, losing: asEvents, of: before)
    }
    let rows = variants.map { variant in
      if let index = asFrames.firstIndex(of: variant) {
        var row = Row(variant, of: before, now: gestures[index][0])
        if repeats > 1, variant.isRandom { row.draws = Draws(of: before, in: gestures[index]) }
        return row
      }
      return Row(variant, of: before, now: asEvents.firstIndex(of: variant).map { lossy[$0] } ?? [])
    }
    self.init(
      recording: path, estimator: interaction.rule.estimator, gesture: interaction.gesture,
      gestures: before, rows: rows)
  }

  /// The recording, which can be replayed several times.
  private struct Source {
    let path: String
    let interaction: Interaction
    let options: ReplayOptions

    var settings: TouchSettings { options.touches ?? interaction.touchSettings }

    func frames() throws(UnusableFile) -> RecordedFrames {
      try RecordedFrames(
        RecordingStream(path, choosing: options.choice, isLenient: options.isLenient),
        describedBy: options.described, settings)
    }
  }

  /// A variant, or `nil` for the original, and the seed of its random numbers.
  private typealias Run = (variant: WhatIfVariant?, seed: UInt64)

  /// The gestures of a recording with modified frames.
  private static func gestures(
    _ source: Source, _ runs: [Run]
  ) throws(UnusableFile) -> [[JudgedGesture]] {
    var frames = try source.frames()
    var drivers: [WhatIfDriver] = []
    for (variant, seed) in runs {
      drivers.append(
        WhatIfDriver(
          source.interaction, variant, seed: seed, start: frames.start, on: frames.surface,
          explains: variant == nil))
    }
    while try frames.next() {
      for driver in drivers { driver.feed(frames.frame) }
    }
    return drivers.map { $0.finish() }
  }

  /// The gestures of a recording with dropped events.
  private static func gestures(
    _ source: Source, losing variants: [WhatIfVariant], of gestures: [JudgedGesture]
  ) throws(UnusableFile) -> [[JudgedGesture]] {
    var frames = try source.frames()
    frames.keepsEvents = true
    var replays: [LossyReplay] = []
    for variant in variants {
      replays.append(
        LossyReplay(
          source.interaction, losing: variant.losses(in: gestures), start: frames.start,
          on: frames.surface, source.settings))
    }
    while try frames.next() {
      // Only the assembler knows the time of a frame, whatever the device's clock.
      let time = Timestamp(
        microseconds: frames.frame.time.microseconds &- frames.start.microseconds)
      for index in replays.indices { replays[index].feed(frames.events, at: time) }
    }
    return replays.indices.map { replays[$0].finish() }
  }
}

/// A replay of a recording with dropped events.
private struct LossyReplay {
  private var lost: ArraySlice<Range<Timestamp>>
  private var reader: LossyReader
  private var assembler: FrameAssembler
  private let driver: WhatIfDriver
  private var stream: [InputEvent] = []

  init(
    _ interaction: Interaction, losing lost: [Range<Timestamp>], start: Timestamp,
    on surface: Surface, _ settings: TouchSettings
  ) {
    self.lost = lost[...]
    reader = LossyReader(hasSlots: surface.reporting == .slots)
    assembler = FrameAssembler(surface, settings)
    driver = WhatIfDriver(interaction, nil, seed: 0, start: start, on: surface)
  }

  /// Takes the events of a frame, and its time since the start.
  mutating func feed(_ events: [InputEvent], at time: Timestamp) {
    // Gestures do not overlap, and neither do the intervals of dropped events.
    while let range = lost.first, range.upperBound <= time { lost.removeFirst() }
    let isLost = lost.first?.contains(time) ?? false
    for event in events { reader.take(event, isLost: isLost, into: &stream) }
    drive()
  }

  mutating func finish() -> [JudgedGesture] {
    reader.synchronize(into: &stream)
    drive()
    return driver.finish()
  }

  private mutating func drive() {
    for event in stream where assembler.feed(event) { driver.feed(assembler.frame) }
    stream.removeAll(keepingCapacity: true)
  }
}

/// Drives an animation with a variant of a recording's frames, and records the outcome of each gesture.
///
///     let driver = WhatIfDriver(interaction, .init(.reports(rate: 60)), seed: 1, start: start, on: surface)
///     for frame in frames { driver.feed(frame) }
///     let gestures = driver.finish()
///
/// A variant that loses events does not change frames: events are lost before frames are made.
package final class WhatIfDriver {
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
    // Its reports are those of a force, which no profile describes.
    if case .press = interaction.gesture, variant?.group == .liftOff { transformation = nil }
    driver = TrajectoryDriver(interaction, start: start, on: plane)
    // A flip must not change where the next gesture begins.
    driver.resetsForEachGesture = true
    log = JudgedGestureLog(explaining: explains ? interaction.rule : nil)
    self.start = start
  }

  /// Takes the next frame of the recording.
  package func feed(_ frame: TouchFrame) {
    guard transformation != nil else { return drive(frame) }
    transformation?.feed(frame, into: &frames)
    driveAll()
  }

  /// Runs the animation to rest and returns the gestures with their outcomes.
  package func finish() -> [JudgedGesture] {
    transformation?.finish(into: &frames)
    driveAll()
    driver.finish(into: &log)
    return log.gestures
  }

  private func driveAll() {
    for frame in frames { drive(frame) }
    frames.removeAll(keepingCapacity: true)
  }

  private func drive(_ frame: TouchFrame) {
    if !isTouched, !frame.contacts.isEmpty {
      log.land(
        at: Timestamp(microseconds: frame.time.microseconds &- start.microseconds))
    }
    isTouched = !frame.contacts.isEmpty
    driver.feed(frame, into: &log)
  }
}
