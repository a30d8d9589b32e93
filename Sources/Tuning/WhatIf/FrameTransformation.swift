import PantographBase
package import PantographTouches
package import PantographTraces

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

/// The same strokes on a device that reports them and their lifts by a profile.
extension LiftOff: FrameTransformation {}

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

/// The same touches with a sensor that samples at another rate.
///
/// It samples at regular instants, beginning with the first frame. A contact is present from the first
/// sample at or after its landing to the first one at or after its lift. Between two reports its
/// position is interpolated linearly. After the last report it stays where it was. It also stays where
/// reports are so far apart that the contact must have rested, or where the sensor's position jumped.
/// As the kernel does, only samples with changes are reported.
package struct ReportRate: FrameTransformation {
  /// 0.04 s: a finger without reports for longer is at rest.
  ///
  /// Android uses the same limit (`ASSUME_POINTER_STOPPED_TIME` of `VelocityTracker.cpp`). Sensors
  /// report moving fingers at least every 33 ms.
  private static let rest = 0.04

  private let rate: Double
  private var grid: SampleGrid?
  /// The number of the next sample.
  private var next: Int64 = 0
  /// The last frame that was fed.
  private var current: TouchFrame?
  private var skipped = SkippedFrameFlags()
  /// The last frame that was reported, to detect changes.
  private var reported: TouchFrame?

  package init(_ rate: Double) {
    self.rate = rate
  }

  package mutating func feed(_ frame: TouchFrame, into frames: inout [TouchFrame]) {
    let grid = grid ?? SampleGrid(start: frame.time, rate: rate)
    self.grid = grid
    if let current {
      let moves = frame.time - current.time <= Self.rest
      while grid[next] < frame.time {
        sample(at: grid[next], current, toward: moves ? frame : nil, into: &frames)
        // While everything rests, one sample is enough.
        next = moves ? next + 1 : grid.number(atOrAfter: frame.time)
      }
    }
    current = frame
    if grid[next] == frame.time { next += 1 }
    guard next > 0, grid[next - 1] == frame.time else { return skipped.add(frame) }
    var seen = frame
    skipped.apply(to: &seen)
    frames.append(seen)
    reported = seen
  }

  package mutating func finish(into frames: inout [TouchFrame]) {
    guard let current, let grid else { return }
    sample(at: grid[next], current, toward: nil, into: &frames)
  }

  /// Reports the state between two frames, if it has changed.
  private mutating func sample(
    at time: Timestamp, _ current: TouchFrame, toward following: TouchFrame?,
    into frames: inout [TouchFrame]
  ) {
    var seen = current
    seen.time = time
    seen.vanished = []
    seen.hasLostEvents = false
    seen.clockStep = 0
    seen.isClockFrozen = false
    for index in seen.contacts.indices {
      seen.contacts[index].remarks.remove(.jump)
      guard let following,
        let later = following.contacts.first(where: { $0.id == seen.contacts[index].id }),
        !later.remarks.contains(.jump)
      else { continue }
      let share = (time - current.time) / (following.time - current.time)
      seen.contacts[index].move(toward: later, by: share)
    }
    guard !skipped.isEmpty || !seen.isSame(as: reported) else { return }
    skipped.apply(to: &seen)
    frames.append(seen)
    reported = seen
  }
}

extension TouchFrame {
  /// Returns whether another frame has the same contacts at the same positions.
  fileprivate func isSame(as other: TouchFrame?) -> Bool {
    guard let other, fingerCount == other.fingerCount, hovering == other.hovering else {
      return false
    }
    return contacts.elementsEqual(other.contacts) { one, other in
      var other = other
      other.remarks.remove(.jump)
      return one == other
    }
  }
}

extension Contact {
  /// Interpolates position, pressure and tilt toward a later report.
  fileprivate mutating func move(toward later: Contact, by share: Double) {
    func between(_ one: Double, _ other: Double) -> Double { one + (other - one) * share }
    position = position + (later.position - position) * share
    if let old = pressure, let new = later.pressure { pressure = between(old, new) }
    if let old = grams, let new = later.grams { grams = between(old, new) }
    if let old = tilt, let new = later.tilt {
      tilt = Vector(x: between(old.x, new.x), y: between(old.y, new.y))
    }
  }
}

/// Reports coalesced by a display that delivers input once per frame.
///
/// The newest report of each display frame is delivered with its own time, as compositors and toolkits
/// coalesce movements. A report in which a contact lands, lifts or is lost is never coalesced: it is
/// delivered, and so is the newest one before it. The display's first frame is that of the first
/// report.
///
/// With dropped frames, one of every `dropsEvery` is dropped, chosen by the seed; its reports are
/// delivered with the next frame.
package struct DisplayFrames: FrameTransformation {
  private let rate: Double
  private let dropsEvery: Int64?
  /// The number of the first frame that is dropped.
  private let firstDropped: Int64
  private var grid: SampleGrid?
  /// The report to deliver if no newer one comes, and its display frame.
  private var pending: (report: TouchFrame, number: Int64)?
  /// Whether it must be delivered in any case.
  private var isPinned = false
  private var skipped = SkippedFrameFlags()

  package init(_ rate: Double, dropsEvery: Int?, seed: UInt64) {
    self.rate = rate
    self.dropsEvery = dropsEvery.map(Int64.init)
    var chance = SeededGenerator(seed: seed)
    firstDropped = dropsEvery.map { Int64(chance.next() % UInt64($0)) } ?? 0
  }

  package mutating func feed(_ frame: TouchFrame, into frames: inout [TouchFrame]) {
    let grid = grid ?? SampleGrid(start: frame.time, rate: rate)
    self.grid = grid
    let number = number(of: frame.time, on: grid)
    let changes =
      frame.hasLostEvents || !frame.vanished.isEmpty
      || !(pending?.report.contacts ?? []).elementsEqual(frame.contacts) { $0.id == $1.id }
    if let pending, pending.number == number, !changes, !isPinned {
      skipped.add(pending.report)
    } else {
      finish(into: &frames)
    }
    pending = (frame, number)
    isPinned = changes
  }

  package mutating func finish(into frames: inout [TouchFrame]) {
    guard var report = pending?.report else { return }
    skipped.apply(to: &report)
    frames.append(report)
    pending = nil
  }

  /// Returns the display frame in which a report is delivered.
  private func number(of time: Timestamp, on grid: SampleGrid) -> Int64 {
    let number = grid.number(atOrAfter: time)
    guard let dropsEvery, number % dropsEvery == firstDropped else { return number }
    return number + 1
  }
}

/// The same touches on a surface that reports another size.
package struct SurfaceScale: FrameTransformation {
  private let factor: Double

  package init(_ factor: Double) {
    self.factor = factor
  }

  package mutating func feed(_ frame: TouchFrame, into frames: inout [TouchFrame]) {
    var frame = frame
    for index in frame.contacts.indices { frame.contacts[index].position.scale(by: factor) }
    for index in frame.hovering.indices { frame.hovering[index].position.scale(by: factor) }
    frames.append(frame)
  }
}

/// The same touches with a noisier sensor.
///
/// Every position has a random error, independent along each axis. Each recording has the same random
/// numbers: a larger deviation scales them.
package struct PositionNoise: FrameTransformation {
  private let deviation: Double
  private var chance: SeededGenerator

  /// Creates noise with a standard deviation, in millimetres along each axis.
  package init(_ deviation: Double, seed: UInt64) {
    self.deviation = deviation
    chance = SeededGenerator(seed: seed)
  }

  package mutating func feed(_ frame: TouchFrame, into frames: inout [TouchFrame]) {
    var frame = frame
    for index in frame.contacts.indices {
      let shake = Vector(x: chance.normal(), y: chance.normal()) * deviation
      frame.contacts[index].position = frame.contacts[index].position + shake
    }
    frames.append(frame)
  }
}

extension Point {
  fileprivate mutating func scale(by factor: Double) {
    self = Point(x: x * factor, y: y * factor)
  }
}
