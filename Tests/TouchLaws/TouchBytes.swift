import Laws
import Quantities
import Touches

/// Frames of touches that some bytes stand for: anything that an assembler may make, and what it can't rule
/// out, such as fingers that lift in any order, jump any distance and come after any time.
///
/// A byte says what happens with its lower three bits and to whom, or how, with the upper five. What
/// belongs to it, such as a place, are the bytes that follow.
struct TouchBytes {
  private var bytes: ByteChance
  private var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
  private var next = 0
  /// Who was in the frame before.
  private var shown: Set<Int> = []

  init(_ bytes: ByteChance) { self.bytes = bytes }

  /// How many contacts there are at most: more than any gesture takes.
  private static let mostContacts = 7

  /// The frames, no more than these.
  mutating func frames(atMost count: Int) -> [TouchFrame] {
    var frames: [TouchFrame] = []
    while frames.count < count, !bytes.isUsedUp {
      if let time = take() { frames.append(emit(after: time)) }
    }
    return frames
  }

  /// Takes what happens next; where that is that time passes, tells how much.
  private mutating func take() -> Int64? {
    let byte = bytes.byte()
    let which = Int(byte >> 3)
    switch byte & 7 {
    case 0: return Self.steps[which]
    case 1: land(isSeen: which != 31)
    case 2: lift(which, isLost: which >= 16)
    case 3:
      let way = Vector(x: tenths(), y: tenths())
      change(which) { $0.position = $0.position + way }
    case 4:
      let pressure = Self.pressure(bytes.byte())
      change(which) { $0.pressure = pressure }
    case 5:
      change(which) { $0.remarks.formSymmetricDifference(which & 1 == 0 ? .palm : .jump) }
    case 6:
      if which == 31 { frame.hasLostEvents = true }
      if which == 30 { frame.contacts.reverse() }
      frame.fingerCount = frame.contacts.count + which % 4
    default:
      let distance = Self.distances[Int(bytes.byte()) % Self.distances.count]
      change(which) { $0.position.x = distance }
    }
    return nil
  }

  /// Microseconds to the next frame: none, as few as there are, those of devices, pauses, and years.
  private static let steps: [Int64] =
    [0, 1, 999, 7000] + (1...20).map { $0 * 1000 }
    + [40_000, 40_001, 100_000, 150_000, 300_000, 500_001, 1_000_000, 300_000_000_000_000_000]

  /// Millimetres; the farthest is what 32 bits of a device without a resolution would come to.
  private static let distances: [Double] = [0, 100, -1e-9, 1e3, -1e3, 4.3e9, -4.3e9, 50]

  /// A step of up to 12.8 mm along an axis.
  private mutating func tenths() -> Double { Double(Int8(bitPattern: bytes.byte())) / 10 }

  private static func pressure(_ byte: UInt8) -> Double? {
    byte == 255 ? nil : Double(byte) / 254
  }

  private mutating func land(isSeen: Bool) {
    guard frame.contacts.count < Self.mostContacts else { return }
    next += 1
    var contact = Contact(
      id: next,
      position: Point(x: Double(bytes.byte()) / 2.56, y: Double(bytes.byte()) / 4),
      pressure: Self.pressure(bytes.byte()))
    if !isSeen { contact.remarks.insert(.unseenLanding) }
    frame.contacts.append(contact)
  }

  private mutating func lift(_ which: Int, isLost: Bool) {
    guard !frame.contacts.isEmpty else { return }
    let contact = frame.contacts.remove(at: which % frame.contacts.count)
    if isLost, shown.contains(contact.id) { frame.vanished.append(contact.id) }
  }

  private mutating func change(_ which: Int, _ change: (inout Contact) -> Void) {
    guard !frame.contacts.isEmpty else { return }
    change(&frame.contacts[which % frame.contacts.count])
  }

  private mutating func emit(after step: Int64) -> TouchFrame {
    // No clock counts further than to 2⁶² µs, and that only once.
    if frame.time.microseconds < 1 << 61 {
      frame.time = frame.time.advanced(byMicroseconds: step)
    }
    frame.fingerCount = max(frame.fingerCount, frame.contacts.count)
    defer {
      shown = Set(frame.contacts.map(\.id))
      frame.vanished = []
      frame.hasLostEvents = false
      frame.fingerCount = frame.contacts.count
      for index in frame.contacts.indices {
        frame.contacts[index].remarks.formIntersection([.palm, .unseenLanding])
      }
    }
    return frame
  }
}
