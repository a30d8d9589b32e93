import Foundation
import PantographBase
import PantographInteractions
import PantographTestSupport
import PantographTouches
import PantographTraces
import PantographTrajectories
import Testing

/// A case of Recordings/ from its bytes to its trajectory, and its raw events, read by a few
/// independent lines.
struct Scenario {
  /// The state of the device at a time.
  struct Look {
    /// A finger or pen: its position in millimetres, and its force as a share of the device's range.
    struct Finger {
      var position = Point(x: 0, y: 0)
      var force = 0.0
    }

    /// Seconds since the first event.
    var time: Double
    /// The slots in use.
    var fingers: [Finger]

    var isDown: Bool { !fingers.isEmpty }
    var position: Point { fingers[0].position }
    var force: Double { fingers.first?.force ?? 0 }
  }

  let trajectory: Trajectory
  let looks: [Look]

  /// - Parameters:
  ///   - name: the folder of the case.
  ///   - other: the folder of the case whose interaction it drives, if not its own.
  ///   - change: changes the text of the interaction.
  init(
    _ name: String, driving other: String? = nil, change: (String) -> String = { $0 }
  ) throws {
    func find(_ name: String) throws -> Case {
      try #require(Repository.cases.first { $0.name == name }, "no case \(name)")
    }
    let example = try find(name)
    let file = try find(other ?? name).interaction
    let text = change(try String(contentsOf: file, encoding: .utf8))
    let bytes = [UInt8](try Data(contentsOf: example.recording))
    trajectory = try Self.trajectory(bytes, Interaction(parsing: Array(text.utf8)))
    looks = try Self.looks(String(decoding: bytes, as: UTF8.self))
  }

  /// Drives an interaction with a recording, frame by frame.
  ///
  /// - Parameters:
  ///   - bytes: the recording.
  ///   - interaction: the interaction.
  ///   - step: the microseconds by which time advances between frames, as in a live run; by default it
  ///     goes from one frame to the next.
  static func trajectory(
    _ bytes: [UInt8], _ interaction: Interaction, step: Int64? = nil
  ) throws -> Trajectory {
    var reader = RecordingReader()
    var events: [InputEvent] = []
    try reader.read(bytes.span, into: &events)
    try reader.finish(into: &events)
    let surface = try Surface(reader.device)
    var assembler = FrameAssembler(surface, interaction.touchSettings)
    var driver = TrajectoryDriver(interaction, start: events[0].time, on: Plane(surface))
    var trajectory = Trajectory()
    var time = events[0].time
    for event in events where assembler.feed(event) {
      while let step, time.advanced(byMicroseconds: step) < assembler.frame.time {
        time = time.advanced(byMicroseconds: step)
        driver.advance(to: time, into: &trajectory)
      }
      driver.feed(assembler.frame, into: &trajectory)
    }
    driver.finish(into: &trajectory)
    return trajectory
  }

  /// The numbers of an evemu or libinput text that make events of one contact.
  private static func looks(_ text: String) throws -> [Look] {
    // Axis units per millimetre, and the greatest pressure, of the devices that the gestures were made
    // for.
    let isPen = text.contains("Tablet")
    let (scale, greatest) =
      isPen ? (100.0, 4095.0) : text.contains("Touchpad") ? (20, 255) : (14, 255)
    var events: [(time: Int, type: Int, code: Int, value: Int)] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("E: ") {
        let parts = line.split(whereSeparator: { $0 == " " || $0 == "." })
        let hexadecimal = try parts[3...4].map { try #require(Int($0, radix: 16)) }
        events.append(
          (
            try #require(Int(parts[1])) * 1_000_000 + (try #require(Int(parts[2]))),
            hexadecimal[0], hexadecimal[1], try #require(Int(parts[5]))
          ))
      } else if let list = line.firstMatch(of: /- \[ *(\d+), *(\d+), *(\d+), *(\d+), *(-?\d+)\]/) {
        let numbers = try [list.1, list.2, list.3, list.4, list.5].map { try #require(Int($0)) }
        events.append(
          (numbers[0] * 1_000_000 + numbers[1], numbers[2], numbers[3], numbers[4]))
      }
    }
    let start = try #require(events.first).time
    var (slot, isDown) = (0, false)
    var fingers: [Int: Look.Finger] = [:]
    var used: Set<Int> = [0]
    var looks: [Look] = []
    for event in events {
      let value = Double(event.value)
      switch (event.type, event.code) {
      case (3, 0x2f): slot = event.value
      case (3, 0x39): if event.value < 0 { used.remove(slot) } else { used.insert(slot) }
      case (3, 0x35): fingers[slot, default: .init()].position.x = value / scale
      case (3, 0x36): fingers[slot, default: .init()].position.y = value / scale
      case (3, 0x3a): fingers[slot, default: .init()].force = value / greatest
      // Without slots: one finger or pen.
      case (3, 0x00) where isPen: fingers[0, default: .init()].position.x = value / scale
      case (3, 0x01) where isPen: fingers[0, default: .init()].position.y = value / scale
      case (3, 0x18) where isPen: fingers[0, default: .init()].force = value / greatest
      case (1, 0x14a): isDown = event.value == 1
      case (0, 0):
        looks.append(
          Look(
            time: Double(event.time - start) / 1e6,
            fingers: isDown ? used.sorted().compactMap { fingers[$0] } : []))
      default: break
      }
    }
    return looks
  }

  // MARK: The raw events

  /// The states of each touch, from its landing to the last one before its lift.
  var touches: [[Look]] {
    looks.split(whereSeparator: { !$0.isDown }).map(Array.init)
  }

  /// Returns the newest state at a time.
  func look(at time: Double) throws -> Look {
    try #require(looks.last { $0.time <= time + 1e-9 })
  }

  /// The times at which touches lift.
  var lifts: [Double] {
    zip(looks, looks.dropFirst()).filter { $0.isDown && !$1.isDown }.map { $1.time }
  }

  /// Returns the translation of a touch in each state, from when it has moved 1.6 mm.
  ///
  /// These are subtracted in the direction of its movement by then. Movement before its pressure is
  /// steady does not count. For several fingers it is the mean.
  func pan(_ number: Int) -> [(time: Double, translation: Vector)] {
    let touch = touches[number]
    var result: [(time: Double, translation: Vector)] = []
    var translation = Vector.zero
    var greatest = touch[0].fingers.map(\.force)
    for (before, now) in zip(touch, touch.dropFirst()) {
      let share = 1 / Double(greatest.count)
      for (index, (old, new)) in zip(before.fingers, now.fingers).enumerated() {
        greatest[index] = max(greatest[index], new.force)
        if result.isEmpty, min(old.force, new.force) < 0.85 * greatest[index] { continue }
        translation = translation + (new.position - old.position) * share
      }
      let length = (translation.x * translation.x + translation.y * translation.y).squareRoot()
      if result.isEmpty {
        guard length >= 1.6 else { continue }
        translation = translation * (1 - 1.6 / length)
      }
      result.append((now.time, translation))
    }
    return result
  }

  // MARK: The trajectory

  /// The events of a kind, with their times in seconds.
  func events(
    where isWanted: (TrajectoryEvent.Kind) -> Bool
  ) -> [(time: Double, event: TrajectoryEvent)] {
    trajectory.events.filter { isWanted($0.kind) }
      .map { (Double($0.time.microseconds) / 1e6, $0) }
  }

  func times(of kind: TrajectoryEvent.Kind) -> [Double] { events { $0 == kind }.map(\.time) }

  var releases: [(time: Double, event: TrajectoryEvent)] {
    events { if case .ended = $0 { true } else { false } }
  }

  var outcomes: [Decision.Outcome] {
    trajectory.events.compactMap {
      if case .decided(let decision) = $0.kind { decision.outcome } else { nil }
    }
  }

  /// The ends of the animation, with their times.
  var ends: [(time: Double, event: TrajectoryEvent)] {
    events { if case .completed = $0 { true } else { false } }
  }

  /// The samples between two times, both excluded, with their times in seconds.
  func samples(
    _ from: Double, _ to: Double
  ) -> [(time: Double, fraction: Double, values: [Double])] {
    trajectory.samples.map { (Double($0.time.microseconds) / 1e6, $0.fraction, $0.values) }
      .filter { from + 1e-9 < $0.0 && $0.0 < to - 1e-9 }
  }
}

/// A curve of two control points, solved by bisection.
struct Bezier {
  var (x1, y1, x2, y2): (Double, Double, Double, Double)

  /// UIKit's curves.
  static let easeIn = Bezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
  static let easeOut = Bezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
  static let easeInOut = Bezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

  private func coordinate(_ a: Double, _ b: Double, _ s: Double) -> Double {
    3 * a * s * (1 - s) * (1 - s) + 3 * b * s * s * (1 - s) + s * s * s
  }

  private func halved(_ goal: Double, _ rising: (Double) -> Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if rising(middle) < goal { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// Returns the progress at a share of the time.
  func progress(_ time: Double) -> Double {
    coordinate(y1, y2, halved(min(max(time, 0), 1)) { coordinate(x1, x2, $0) })
  }

  /// Returns the share of the time at which it reaches a progress.
  func time(of progress: Double) -> Double {
    coordinate(x1, x2, halved(min(max(progress, 0), 1)) { coordinate(y1, y2, $0) })
  }
}

/// Returns the position of a spring given by a damping ratio below 1 and a duration, as UIKit
/// interprets them: at the end of the duration the amplitude has shrunk to a thousandth.
func springProgress(ratio: Double, duration: Double, at time: Double) -> Double {
  guard time < duration else { return 1 }
  let root = (1 - ratio * ratio).squareRoot()
  let frequency = log(1000 * ratio / root) / (ratio * duration)
  let decay = exp(-ratio * frequency * time)
  let angle = frequency * root * time
  return 1 - decay * (cos(angle) + ratio / root * sin(angle))
}
