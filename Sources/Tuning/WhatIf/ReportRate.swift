import PantographBase
package import PantographTouches

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
