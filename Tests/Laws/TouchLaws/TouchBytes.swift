import PantographBase
import PantographLaws
import PantographTouches

/// Frames of touches encoded in bytes: any that an assembler may produce or can't exclude.
///
/// For example, fingers lift in any order, jump any distance and land after any time. The lower three bits of
/// a byte select an action, and the upper five select its finger or variant. Arguments, such as a position,
/// follow in the next bytes.
struct TouchBytes {
  private var bytes: ByteChance
  private var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
  private var next = 0
  /// The contacts of the previous frame.
  private var shown: Set<Int> = []

  init(_ bytes: ByteChance) { self.bytes = bytes }

  /// The maximum number of contacts: more than any gesture takes.
  private static let mostContacts = 7

  /// Returns the frames, at most `count`.
  mutating func frames(atMost count: Int) -> [TouchFrame] {
    var frames: [TouchFrame] = []
    while frames.count < count, !bytes.isUsedUp {
      if let time = take() { frames.append(emit(after: time)) }
    }
    return frames
  }

  /// Performs the next action; returns the time to the next frame if the action ends one.
  private mutating func take() -> Int64? {
    let byte = bytes.byte()
    let which = Int(byte >> 3)
    switch byte & 7 {
    case 0: return Self.steps[which]
    case 1: land(isSeen: which != 31)
    case 2: lift(which, isLost: which >= 16)
    case 3:
      let step = Vector(x: tenths(), y: tenths())
      change(which) { $0.position = $0.position + step }
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

  /// The microseconds to the next frame: none, the minimum, those of devices, pauses, and years.
  private static let steps: [Int64] =
    [0, 1, 999, 7000] + (1...20).map { $0 * 1000 }
    + [40_000, 40_001, 100_000, 150_000, 300_000, 500_001, 1_000_000, 300_000_000_000_000_000]

  /// Distances in millimetres; the largest is the 32-bit range of a device without a resolution.
  private static let distances: [Double] = [0, 100, -1e-9, 1e3, -1e3, 4.3e9, -4.3e9, 50]

  /// Returns a step of up to 12.8 mm along an axis.
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
    // No clock exceeds 2⁶² µs, and only once.
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
