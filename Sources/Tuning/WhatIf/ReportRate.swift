import Quantities
package import Touches

/// The same fingers under a sensor that looks at another rate.
///
/// It looks at regular instants, the first of them that of the first frame. A contact is there from the
/// first look at or after its landing was told on, and gone at the first look at or after its lift was.
/// Between two reports of a contact it went straight; between its last report and its lift it stayed where it
/// was, and so it did between reports that are so far apart that it must have rested, or that the sensor has
/// jumped between. As the kernel does, it tells only of looks that see something new.
package struct ReportRate: FrameTransformation {
  /// 0.04 s: a finger that is not told of for longer rests.
  ///
  /// So it is in Android (`ASSUME_POINTER_STOPPED_TIME` of `VelocityTracker.cpp`). Sensors tell of fingers that move at least every 33 ms.
  private static let rest = 0.04

  private let rate: Double
  private var grid: SampleGrid?
  /// The number of the next look.
  private var next: Int64 = 0
  /// The frame that was fed last.
  private var current: TouchFrame?
  private var skipped = SkippedFrameFlags()
  /// What was told last, for what is new.
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
        // Where all rests, one look has seen it.
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

  /// Tells what there is at an instant between two frames, if it is new.
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
  /// Whether another frame tells of the same contacts in the same places.
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
  /// Goes a share of the way to where it is told to be later, and presses as much harder.
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
