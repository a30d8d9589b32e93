import Quantities
package import Touches

/// The same reports behind a display that hands input over once a frame.
///
/// Of the reports that come in one frame of the display, the newest is handed over, with the time at which it
/// came, as compositors and toolkits coalesce movements. What lands, lifts or gets lost is never coalesced:
/// its report is handed over, and so is the newest one before it. The first frame of the display is that of
/// the first report.
///
/// Where frames are dropped, one of every so many is, which one the seed says; what came in it is handed over
/// with the next.
package struct DisplayFrames: FrameTransformation {
  private let rate: Double
  private let dropsEvery: Int64?
  /// The number of the first frame that is dropped.
  private let firstDropped: Int64
  private var grid: SampleGrid?
  /// The report that is to be handed over, if no newer one comes, and the frame of the display it came in.
  private var pending: (report: TouchFrame, number: Int64)?
  /// Whether it has to be handed over even so.
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

  /// The frame of the display in which a report is handed over.
  private func number(of time: Timestamp, on grid: SampleGrid) -> Int64 {
    let number = grid.number(atOrAfter: time)
    guard let dropsEvery, number % dropsEvery == firstDropped else { return number }
    return number + 1
  }
}
