package import PantographEvdev
import PantographSynthesis
package import PantographTouches
package import PantographTraces
package import PantographTuning

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
  ///   - described: a description to use instead of the recording's own.
  ///   - settings: the touch settings; by default the interaction's.
  ///   - choice: the device to use, if several were recorded.
  ///   - isLenient: whether the intact part of a damaged recording is used.
  package init(
    replaying path: String, driving interaction: Interaction, as variants: [WhatIfVariant],
    seed: UInt64, describedBy described: DeviceDescription? = nil,
    touches settings: TouchSettings? = nil, choosing choice: DeviceChoice = .automatic,
    isLenient: Bool = false
  ) throws(UnusableFile) {
    let source = Source(
      path: path, interaction: interaction, described: described,
      settings: settings ?? interaction.touchSettings, choice: choice, isLenient: isLenient)
    let asFrames = variants.filter { $0.group != .drops }
    var gestures = try Self.gestures(source, [nil] + asFrames.map(Optional.some), seed)
    let before = gestures.removeFirst()
    let asEvents = before.isEmpty ? [] : variants.filter { $0.group == .drops }
    var lossy: [[JudgedGesture]] = []
    if !asEvents.isEmpty {
      lossy = try Self.gestures(source, losing: asEvents, of: before)
    }
    let rows = variants.map { variant in
      if let index = asFrames.firstIndex(of: variant) {
        return Row(variant, of: before, now: gestures[index])
      }
      return Row(variant, of: before, now: asEvents.firstIndex(of: variant).map { lossy[$0] } ?? [])
    }
    self.init(
      recording: path, of: interaction.gesture, estimator: interaction.rule.estimator,
      gestures: before, rows: rows)
  }

  /// The recording, which can be replayed several times.
  private struct Source {
    let path: String
    let interaction: Interaction
    let described: DeviceDescription?
    let settings: TouchSettings
    let choice: DeviceChoice
    let isLenient: Bool

    func open() throws(UnusableFile) -> RecordingStream {
      try RecordingStream(path, choosing: choice, isLenient: isLenient)
    }
  }

  /// The gestures of a recording with modified frames; `nil` for the original.
  private static func gestures(
    _ source: Source, _ variants: [WhatIfVariant?], _ seed: UInt64
  ) throws(UnusableFile) -> [[JudgedGesture]] {
    var recording = try source.open()
    let (surface, start) = try begin(&recording, source.described)
    var assembler = FrameAssembler(surface, source.settings)
    var drivers = variants.map { variant in
      WhatIfDriver(
        source.interaction, variant, seed: seed, start: start, on: surface, explains: variant == nil
      )
    }
    repeat {
      for event in recording.events where assembler.feed(event) {
        for index in drivers.indices { drivers[index].feed(assembler.frame) }
      }
    } while try recording.readBatch()
    try recording.checkEnd(isInsideFrame: assembler.isInsideFrame)
    return drivers.indices.map { drivers[$0].finish() }
  }

  /// The gestures of a recording with dropped events.
  private static func gestures(
    _ source: Source, losing variants: [WhatIfVariant], of gestures: [JudgedGesture]
  ) throws(UnusableFile) -> [[JudgedGesture]] {
    var recording = try source.open()
    let (surface, start) = try begin(&recording, source.described)
    // Only the assembler knows the time of a frame, whatever the device's clock.
    var assembler = FrameAssembler(surface, source.settings)
    var readers = variants.map { variant in
      LossyReplay(
        source.interaction, losing: variant.losses(in: gestures), start: start, on: surface,
        source.settings)
    }
    var frame: [InputEvent] = []
    repeat {
      for event in recording.events {
        frame.append(event)
        guard assembler.feed(event) else { continue }
        let time = Timestamp(
          microseconds: assembler.frame.time.microseconds &- start.microseconds)
        for index in readers.indices { readers[index].feed(frame, at: time) }
        frame.removeAll(keepingCapacity: true)
      }
    } while try recording.readBatch()
    return readers.indices.map { readers[$0].finish() }
  }

  /// Reads until the device is known.
  private static func begin(
    _ recording: inout RecordingStream, _ described: DeviceDescription?
  ) throws(UnusableFile) -> (Surface, Timestamp) {
    guard try recording.readBatch() else {
      throw UnusableFile(recording.path, "no events in it")
    }
    return (try recording.surface(describedBy: described), recording.events[0].time)
  }
}

/// A replay of a recording with dropped events.
private struct LossyReplay {
  private var lost: ArraySlice<Range<Timestamp>>
  private var reader: LossyReader
  private var assembler: FrameAssembler
  private var driver: WhatIfDriver
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
    reader.finish(into: &stream)
    drive()
    return driver.finish()
  }

  private mutating func drive() {
    for event in stream where assembler.feed(event) { driver.feed(assembler.frame) }
    stream.removeAll(keepingCapacity: true)
  }
}
