/// The newest lines, from which every reader is told; half of a ring, whose other half takes new lines in.
///
/// It belongs to whoever tells the readers.
struct History {
  /// Where the lines lie.
  let ring: LineRing
  /// Where the oldest line is that is still there.
  private(set) var start = 0
  /// Where the next line will be.
  private(set) var end = 0
  /// The number of the next line.
  private(set) var nextNumber: UInt64 = 1
  private var newestSample: Int?

  init(_ ring: LineRing) {
    self.ring = ring
  }

  /// Takes in what has been written meanwhile, and lets the oldest lines go.
  mutating func takeNew() {
    let written = ring.end
    while end < written {
      let line = ring.line(at: end)
      // Lines were left out: nobody begins before the gap, to come upon it.
      if line.number != nextNumber { start = end }
      if isSample(line) { newestSample = end }
      nextNumber = line.number + 1
      end = line.end
    }
    while end - start > ring.capacity / 2 { start = ring.line(at: start).end }
    ring.release(upTo: start)
  }

  /// Where a reader begins that knows nothing: with the newest sample, or else with what comes next.
  var present: Int {
    guard let newestSample, newestSample >= start else { return end }
    return newestSample
  }

  /// The number of the line at a place, which may be the end.
  func number(at place: Int) -> UInt64 { place < end ? ring.line(at: place).number : nextNumber }

  /// Where a reader goes on that has been told up to a line, if what it lacks is still there.
  func place(after number: UInt64) -> Int? {
    guard number < nextNumber else { return nil }
    var place = start
    while place < end {
      let line = ring.line(at: place)
      if line.number > number { return line.number == number + 1 ? place : nil }
      place = line.end
    }
    return end
  }

  /// Whether a line tells of a sample, and not of an event: its second member is the phase.
  private func isSample(_ line: LineRing.Line) -> Bool {
    let mark: StaticString = ",\"phase\":"
    var place = line.place
    let end = line.place + line.count
    while place < end, byte(at: place) != UInt8(ascii: ",") { place += 1 }
    guard end - place >= mark.utf8CodeUnitCount else { return false }
    return (0..<mark.utf8CodeUnitCount).allSatisfy { index in
      unsafe byte(at: place + index) == mark.utf8Start[index]
    }
  }

  private func byte(at place: Int) -> UInt8 { unsafe ring.bytes(at: place, count: 1)[0] }
}
