/// The latest lines, available to all readers: half of a ring, whose other half receives new lines.
///
/// Only the thread that sends to the readers may use it.
struct History {
  /// The ring that contains the lines.
  let ring: LineRing
  /// The position of the oldest available line.
  private(set) var start = 0
  /// The position of the next line.
  private(set) var end = 0
  /// The number of the next line.
  private(set) var nextNumber: UInt64 = 1
  private var newestSample: Int?

  init(_ ring: LineRing) {
    self.ring = ring
  }

  /// Adds newly written lines and releases the oldest ones.
  mutating func update() {
    let written = ring.end
    while end < written {
      let line = ring.line(at: end)
      // Lines were omitted; no reader may start before the gap.
      if line.number != nextNumber { start = end }
      if isSample(line) { newestSample = end }
      nextNumber = line.number + 1
      end = line.end
    }
    while end - start > ring.capacity / 2 { start = ring.line(at: start).end }
    ring.release(upTo: start)
  }

  /// The start position for a new reader: the newest sample or, if there is none, the next line.
  var present: Int {
    guard let newestSample, newestSample >= start else { return end }
    return newestSample
  }

  /// Returns the number of the line at a position, which may be the end.
  func number(at position: Int) -> UInt64 {
    position < end ? ring.line(at: position).number : nextNumber
  }

  /// Returns the position after a line, or `nil` if the following lines are no longer available; 0 means all that
  /// are.
  func position(after number: UInt64) -> Int? {
    guard number < nextNumber else { return nil }
    guard number > 0 else { return start }
    var position = start
    while position < end {
      let line = ring.line(at: position)
      if line.number > number { return line.number == number + 1 ? position : nil }
      position = line.end
    }
    return end
  }

  /// Returns whether a line is a sample and not an event: its second member is the phase.
  private func isSample(_ line: LineRing.Line) -> Bool {
    let mark: StaticString = ",\"phase\":"
    var position = line.position
    let end = line.position + line.count
    while position < end, byte(at: position) != UInt8(ascii: ",") { position += 1 }
    guard end - position >= mark.utf8CodeUnitCount else { return false }
    return (0..<mark.utf8CodeUnitCount).allSatisfy { index in
      unsafe byte(at: position + index) == mark.utf8Start[index]
    }
  }

  private func byte(at position: Int) -> UInt8 { unsafe ring.bytes(at: position, count: 1)[0] }
}
