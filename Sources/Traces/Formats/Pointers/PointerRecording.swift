import PantographBase

/// What a browser or a toolkit has recorded of its pointers, in its own units.
package struct PointerRecording {
  /// A kind of pointer.
  enum Kind: String, CaseIterable {
    case touch, pen, mouse
  }

  /// What a pointer does.
  enum Phase {
    case began, moved, ended, cancelled
  }

  /// The state of a pointer at an instant.
  struct Sample {
    var milliseconds: Double
    var pointer: Int
    var phase: Phase
    var position: (x: Double, y: Double)
    /// The force, from 0 to 1.
    var force: Double?
    /// Half the width and height of the touched area.
    var radii: (x: Double, y: Double)?
    /// The tilt of a pen to the right and downwards, in degrees.
    var tilt: (x: Double, y: Double)?
    /// The line of the file.
    var line: Int

    /// Whether the pointer touches the surface.
    var isDown: Bool { phase == .began || phase == .moved }
  }

  /// The name of what recorded them.
  var source: String
  /// All samples, in the order of the file.
  var samples: [Sample] = []
  /// The kinds of the pointers; those that are missing are touches.
  var kinds: [Int: Kind] = [:]
  /// The width and height of the surface, in pixels; `nil` if unknown.
  var size: (width: Double, height: Double)?
  /// The number of pixels per millimetre; `nil` if unknown.
  var pixelsPerMillimetre: Double?
  /// The step of the clock, in milliseconds: stamps that are equal may be this far apart.
  var clockStep = 0.0
  /// Whether it is known to contain only some of the positions.
  var isThinned = false
  /// Whether the surface is a touchpad, and not a screen.
  var isTouchpad = false
  /// What the recording lacks, each as a sentence.
  var remarks: [String] = []

  /// The pressure of a touchpad that is the force 1, as most of their drivers report it.
  ///
  /// libinput's thresholds for palms are in these units, too.
  static let padPressure = 255.0

  func kind(of sample: Sample) -> Kind { kinds[sample.pointer] ?? .touch }
}

// MARK: What it lacks

extension PointerRecording {
  /// The median interval from which on samples are taken to be one for each frame of a display with 60 Hz.
  private static let frameInterval = 14.0
  /// The median interval from which on the velocity at the release is no longer that of the finger.
  private static let sparseInterval = 30.0

  /// 6.3 pixels per millimetre are assumed for screens: 160 per inch, which Android calls `mdpi`.
  static let usualDensity = 160 / 25.4

  /// Sorts the samples by time, removes values that no sensor has measured, and adds a remark for everything
  /// that is missing.
  mutating func clean() {
    samples = Self.sorted(samples)
    if pixelsPerMillimetre == nil {
      remarks.append(
        "\(Remarks.unknownDensity):"
          + (isTouchpad ? "" : " 6.3 is assumed, as on Android;")
          + " all lengths and velocities in mm are estimates")
    }
    cleanForces()
    cleanRadii()
    if isThinned {
      remarks.append(
        "\(Remarks.thinned),"
          + " too sparse for a velocity: do not rely on the result of a flick")
    } else if let interval = medianInterval, interval >= Self.frameInterval {
      let isSparse = interval >= Self.sparseInterval
      remarks.append(
        "\(Remarks.interval) \(String(fixed: interval, decimals: 1)) ms apart, "
          + (isSparse
            ? "too sparse for a velocity: do not rely on the result of a flick"
            : "one for each frame: the velocity at the release is less exact"))
    }
    let cancelled = samples.count { $0.phase == .cancelled }
    if cancelled > 0 {
      remarks.append("\(Self.count(cancelled, "cancelled pointer")) read as lifted")
    }
    let mice = Set(samples.filter { kind(of: $0) == .mouse }.map(\.pointer)).count
    if mice > 0 { remarks.append("\(Self.count(mice, "mouse pointer")) read as a finger") }
  }

  /// Returns samples by time; those with equal stamps stay in the order of the file.
  static func sorted(_ samples: [Sample]) -> [Sample] {
    samples.enumerated().sorted {
      ($0.element.milliseconds, $0.offset) < ($1.element.milliseconds, $1.offset)
    }.map(\.element)
  }

  /// The largest number of pointers that are down at once.
  var mostAtOnce: Int {
    var down: Set<Int> = []
    var most = 0
    for sample in samples {
      if sample.isDown { down.insert(sample.pointer) } else { down.remove(sample.pointer) }
      most = max(most, down.count)
    }
    return most
  }

  /// Returns a number of things with the verb that follows.
  static func count(_ number: Int, _ thing: String) -> String {
    number == 1 ? "1 \(thing) is" : "\(number) \(thing)s are"
  }

  /// Removes forces that are all equal: a browser without a sensor reports a constant.
  private mutating func cleanForces() {
    for kind in Kind.allCases {
      let indices = samples.indices.filter { self.kind(of: samples[$0]) == kind }
      let forces = indices.compactMap { samples[$0].isDown ? samples[$0].force : nil }
      guard !indices.isEmpty, Set(forces).count < 2 else { continue }
      for index in indices { samples[index].force = nil }
      guard kind != .mouse else { continue }
      let force = forces.first.map { String(fixed: $0, decimals: 2) }
      let words = force.map { "always \($0), so it is left out" } ?? "not recorded"
      remarks.append("the pressure of a \(kind) is \(words)")
    }
  }

  /// Removes sizes of 0 and of 1 pixel: a browser reports them if it knows none.
  private mutating func cleanRadii() {
    for index in samples.indices {
      guard let radii = samples[index].radii, radii.x == radii.y, radii.x == 0 || radii.x == 0.5
      else { continue }
      samples[index].radii = nil
    }
  }

  /// The median time between two samples of a pointer that touches, in milliseconds.
  private var medianInterval: Double? {
    var last: [Int: Double] = [:]
    var intervals: [Double] = []
    for sample in samples {
      if sample.phase == .moved, let before = last[sample.pointer] {
        intervals.append(sample.milliseconds - before)
      }
      last[sample.pointer] = sample.isDown ? sample.milliseconds : nil
    }
    intervals.sort()
    guard let upper = intervals.isEmpty ? nil : intervals[intervals.count / 2] else { return nil }
    return (intervals[(intervals.count - 1) / 2] + upper) / 2
  }

  // MARK: Time

  /// Gives samples of a pointer with equal stamps different times; they must be sorted.
  ///
  /// A clock with a coarse step rounds stamps down, so equal ones are spread over its step, in their order;
  /// but not beyond the next stamp.
  ///
  /// - Returns: the samples of each instant, with its time in microseconds.
  func instants() -> [(microseconds: Int64, samples: [Sample])] {
    var instants: [(microseconds: Int64, samples: [Sample])] = []
    var start = 0
    while start < samples.count {
      let stamp = samples[start].milliseconds
      let end = samples[start...].firstIndex { $0.milliseconds > stamp } ?? samples.count
      let next = end < samples.count ? samples[end].milliseconds - stamp : .infinity
      let rounds = Self.rounds(samples[start..<end])
      let step = min(clockStep, next) / Double(rounds.count)
      for (index, round) in rounds.enumerated() {
        let microseconds = (stamp + Double(index) * step) * 1000
        instants.append((Int64(microseconds.rounded()), round))
      }
      start = end
    }
    return instants
  }

  /// Returns the first sample of each pointer, then the second of each, and so on.
  private static func rounds(_ samples: ArraySlice<Sample>) -> [[Sample]] {
    var rounds: [[Sample]] = []
    var counts: [Int: Int] = [:]
    for sample in samples {
      let round = counts[sample.pointer, default: 0]
      counts[sample.pointer] = round + 1
      if round == rounds.count { rounds.append([]) }
      rounds[round].append(sample)
    }
    return rounds
  }
}
