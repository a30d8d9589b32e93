import PantographBase
package import PantographTouches

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
