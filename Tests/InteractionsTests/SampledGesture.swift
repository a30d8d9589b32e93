import Foundation
import PantographBase
import PantographGestures
import PantographInteractions
import PantographTestSupport
import PantographTouches
import PantographTraces

/// A gesture as a device samples it.
struct SampledGesture: Sendable {
  var frames: [TouchFrame] = []
  var fingers = 1

  /// The first pan of a gesture, for progress in any direction.
  struct Pan: Sendable {
    var began: Timestamp
    var ended: Timestamp
    var history: MotionHistory
    /// The translation at each report since it began.
    var translations: [Vector]

    /// The direction of most of the translation.
    var direction: ProgressPlan.Direction {
      let total = translations[translations.count - 1]
      if abs(total.x) > abs(total.y) { return total.x > 0 ? .right : .left }
      return total.y > 0 ? .down : .up
    }

    /// Returns the context of the release at the end of the pan.
    func release(_ mapping: ProgressMapping) -> ReleaseContext {
      let fractions = translations.map { min(max(mapping.progress(of: $0), 0), 1) }
      return ReleaseContext(
        time: ended, began: began, fraction: fractions[fractions.count - 1], startFraction: 0,
        peak: fractions.max() ?? 0, translation: translations[translations.count - 1],
        history: history, mapping: mapping)
    }
  }

  /// The first pan, if there is one.
  var pan: Pan? {
    // No one uses its own velocity.
    let settings = PanGestureRecognizer.Settings(
      fingers: fingers...fingers, estimator: .lastDifference)
    var recognizer = PanGestureRecognizer(settings)
    var events: [GestureEvent<PanGestureRecognizer.Value>] = []
    for frame in frames {
      recognizer.feed(frame, into: &events)
      guard let last = events.last, last.phase == .ended else { continue }
      let first = events.lastIndex { $0.phase == .began } ?? 0
      return Pan(
        began: events[first].time, ended: last.time, history: recognizer.history,
        translations: events[first...].map(\.value.translation))
    }
    return nil
  }

  // MARK: Gestures with known motion

  /// Swipes cut short at various points, swipes that come to rest, flicks after a rest, and reversals,
  /// over a quarter of the distance and up to one and a half.
  static let known: [SyntheticGesture] = [12.0, 22, 34, 52, 70].flatMap { length in
    [0.2, 0.35, 0.6].flatMap { duration -> [SyntheticGesture] in
      let start = [Point(x: 15, y: 30)]
      let translation = Vector(x: length, y: -length / 8)
      return [0.5, 0.65, 0.8, 1].map {
        .swipe(from: start, by: translation, duration: duration, lift: $0)
      } + [
        .swipe(from: start, by: translation, duration: duration, hold: 0.25),
        .flick(from: start, by: translation, duration: duration, lift: 0.6, hold: 0.4),
        .reversal(from: start, by: translation, duration: duration, back: 0.6, lift: 0.5),
      ]
    }
  }

  /// Samples a gesture as a touchpad without noise.
  ///
  /// It scans at this rate, and first a share of its interval after the landing.
  init(_ gesture: SyntheticGesture, rate: Double, phase: Double = 0) {
    var sensor = Sensor()
    sensor.rate = rate
    sensor.noise = 0
    let device = ModelDevice.touchpad.description
    guard let surface = try? Surface(device) else { return }
    var assembler = FrameAssembler(surface)
    let events = (try? sensor.events(of: gesture.delayed(by: (1 - phase) / rate), on: device)) ?? []
    for event in events where assembler.feed(event) { frames.append(assembler.frame) }
  }

  // MARK: Gestures of the corpus

  /// Recordings with enough reports to be resampled: strokes of a robot at 180 Hz, and swipes and drawn
  /// letters at 136 Hz.
  static let recorded: [SampledGesture] = ["robot-strokes", "touchpad-gestures"].flatMap {
    folder -> [SampledGesture] in
    let top = Repository.corpus.appendingPathComponent(folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: top.path)) ?? []
    let kinds = ["one_finger_swipe", "one_finger_to", "one_finger_tr", "swipe", "stroke"]
    return names.sorted().filter { name in kinds.contains { name.hasPrefix($0) } }
      .compactMap { name -> SampledGesture? in
        guard let frames = try? frames(top.appendingPathComponent(name)) else { return nil }
        // The last digit of a swipe's name is the number of fingers.
        let fingers = name.split(separator: ".").first?.last?.wholeNumberValue ?? 1
        return SampledGesture(frames: frames, fingers: fingers)
      }
  }

  private init(frames: [TouchFrame], fingers: Int) {
    self.frames = frames
    self.fingers = fingers
  }

  private static func frames(_ file: URL) throws -> [TouchFrame] {
    var (device, events) = try read(file)
    if device.axes.isEmpty {
      // The pad's parameters in the robot's expected.json.
      device.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: 9))
      device.add(axis: .absMTPositionX, AxisRange(minimum: 0, maximum: 2039, resolution: 20))
      device.add(axis: .absMTPositionY, AxisRange(minimum: 0, maximum: 1359, resolution: 20))
    }
    var assembler = FrameAssembler(try Surface(device))
    var frames: [TouchFrame] = []
    for event in events where assembler.feed(event) { frames.append(assembler.frame) }
    return frames
  }

  private static func read(
    _ file: URL
  ) throws -> (device: DeviceDescription, events: [InputEvent]) {
    var reader = RecordingReader()
    var events: [InputEvent] = []
    try reader.read([UInt8](Data(contentsOf: file)).span, into: &events)
    try reader.finish(into: &events)
    return (reader.device, events)
  }

  /// Returns the gesture at another rate, on straight lines between its frames.
  ///
  /// The movement between a finger's last position and its lift is unknown, and left out.
  func resampled(to rate: Double, phase: Double) -> SampledGesture {
    guard let first = frames.first, let last = frames.last else { return self }
    var gesture = self
    gesture.frames = []
    let start = first.time.advanced(byMicroseconds: Int64(phase / rate * 1e6))
    let grid = SampleGrid(start: start, rate: rate)
    var index = 0
    for number in Int64(0)... {
      let time = grid[number]
      while index + 1 < frames.count, frames[index + 1].time <= time { index += 1 }
      var frame = frames[index]
      frame.time = time
      if index + 1 < frames.count {
        let next = frames[index + 1]
        guard next.contacts.map(\.id) == frame.contacts.map(\.id) || next.time == time else {
          continue
        }
        let share = (time - frames[index].time) / (next.time - frames[index].time)
        for contact in frame.contacts.indices {
          let (from, to) = (frame.contacts[contact].position, next.contacts[contact].position)
          frame.contacts[contact].position = from + (to - from) * share
        }
      }
      gesture.frames.append(frame)
      if time > last.time { break }
    }
    return gesture
  }
}
