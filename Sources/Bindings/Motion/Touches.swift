import PantographBase
import PantographCInterface
import PantographTouches

/// Other sizes of a surface in millimetres, and other units per millimetre, are a mistake.
private let possibleSizes = 1e-3...1e6

extension pg_surface {
  /// Returns the size in millimetres, and the device's units per millimetre if they are known.
  func checked() throws(Refusal) -> (size: Vector, units: Vector?) {
    let size = Vector(x: width, y: height)
    let units = Vector(x: units_per_mm_x, y: units_per_mm_y)
    guard possibleSizes.contains(size.x), possibleSizes.contains(size.y) else {
      throw .invalid("a surface of \(size.x) × \(size.y) mm: expected 0.001 to 1e6 mm")
    }
    guard units.x == 0 || possibleSizes.contains(units.x),
      units.y == 0 || possibleSizes.contains(units.y)
    else {
      throw .invalid("\(units.x) and \(units.y) units per mm: expected 0.001 to 1e6, or 0")
    }
    return (size, units.x > 0 && units.y > 0 ? units : nil)
  }
}

extension TouchFrame {
  /// Replaces the contacts by C's, or returns why they can't be used; it keeps its memory.
  @inline(__always)
  mutating func take(_ contacts: UnsafePointer<pg_contact>?, _ count: Int) -> Sentence? {
    guard let given = unsafe CArray(contacts, count), count <= mostContacts else {
      return "\(count) contacts, or none in memory: expected 0 to \(mostContacts)"
    }
    self.contacts.removeFew()
    for (index, contact) in given.enumerated() {
      guard contact.isPossible else {
        return "contacts[\(index)] has an impossible id, position, pressure or flag"
      }
      let contact = Contact(contact)
      guard !self.contacts.contains(where: { $0.id == contact.id }) else {
        return "contacts[\(index)] has the id of another one, \(contact.id)"
      }
      self.contacts.append(contact)
    }
    fingerCount = count
    return nil
  }
}

/// A finger further from the edge than this, in millimetres, is a mistake.
let farthest = 1e6

/// The slots that the kernel allows a device: more contacts are a mistake.
private let mostContacts = 1024

extension pg_contact {
  fileprivate var isPossible: Bool {
    // Some machines have integers of 32 bits.
    Int(exactly: id) != nil && x.magnitude <= farthest && y.magnitude <= farthest
      && (pressure.isNaN || pressure.isFinite) && flags & ~UInt32(PG_CONTACT_PALM) == 0
  }
}

extension Contact {
  /// Translates a contact.
  fileprivate init(_ contact: pg_contact) {
    self.init(
      id: Int(contact.id), position: Point(x: contact.x, y: contact.y),
      pressure: contact.pressure.isNaN ? nil : min(max(contact.pressure, 0), 1))
    if contact.flags & UInt32(PG_CONTACT_PALM) != 0 { remarks = .palm }
  }
}

/// Returns whether two times are within two centuries of each other; others are a mistake.
func isNear(_ time: Int64, _ other: Int64) -> Bool {
  let (elapsed, isTooLarge) = time.subtractingReportingOverflow(other)
  return !isTooLarge && elapsed.magnitude <= 200 * 365 * 86_400 * 1_000_000
}
