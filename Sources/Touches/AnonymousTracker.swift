import Evdev
import Quantities

/// Follows the contacts of a device that lists all of them in every frame (protocol type A).
///
/// The list has no order, and the numbers in it, if there are any, are often all the same. So each
/// place is taken for the contact that was nearest to it in the frame before, the shortest ways first.
struct AnonymousTracker {
  /// What was said since the last `SYN_MT_REPORT` or frame.
  private struct Packet {
    var x: Int32?
    var y: Int32?
    var id: Int32?
    var signs = ContactSigns()
  }

  /// A contact of the frame before.
  private struct Known {
    var id: Int
    var device: Int32?
    var position: Point
    var signs: ContactSigns
  }

  /// How far a contact may move from one frame to the next, in millimetres.
  ///
  /// It is twice what libinput takes for a jump of the sensor. What moves further has lifted, and
  /// another one has landed.
  static let longestMove = 40.0

  private var packet = Packet()
  private var packets: [Packet] = []
  private var known: [Known] = []
  private var nextContact = 0
  /// Whether the frame has told something of contacts, even that there are none.
  private var tellsContacts = false
  private var isEmpty = true

  mutating func take(_ event: InputEvent) {
    switch (event.type, event.code) {
    case (.absolute, .absMTPositionX): packet.x = event.value
    case (.absolute, .absMTPositionY): packet.y = event.value
    case (.absolute, .absMTTrackingID): packet.id = event.value
    case (.synchronization, .synMTReport):
      tellsContacts = true
      endPacket()
    case (.absolute, _): packet.signs.take(event)
    case (.key, .btnTouch): if event.value == 0 { tellsContacts = true }
    default: break
    }
    isEmpty = false
  }

  private mutating func endPacket() {
    if packet.x != nil || packet.y != nil { packets.append(packet) }
    packet = Packet()
  }

  mutating func makeNumber() -> Int {
    defer { nextContact += 1 }
    return nextContact
  }

  mutating func complete(
    on surface: Surface, into frame: inout TouchFrame, signs: inout [ContactSigns]
  ) {
    // The last contact of a frame may come without its own end.
    if packet.x != nil || packet.y != nil { tellsContacts = true }
    endPacket()
    // A frame with nothing in it means that nothing is there; one with a key only tells of the key.
    if tellsContacts || isEmpty {
      follow(packets.map { surface.point(x: $0.x ?? 0, y: $0.y ?? 0) })
    }
    for known in known {
      var contact = Contact(id: known.id, position: known.position)
      surface.press(&contact, known.signs.pressure)
      frame.contacts.append(contact)
      signs.append(known.signs)
    }
    packets.removeAll(keepingCapacity: true)
    tellsContacts = false
    isEmpty = true
  }

  /// Finds out who of those that were there is where.
  private mutating func follow(_ places: [Point]) {
    var owners: [Int?] = Array(repeating: nil, count: places.count)
    var isTaken = Array(repeating: false, count: known.count)
    let areNamed = Set(packets.compactMap(\.id)).count == packets.count
    if areNamed {
      for (place, packet) in packets.enumerated() {
        guard let index = known.firstIndex(where: { $0.device == packet.id }) else { continue }
        owners[place] = known[index].id
        isTaken[index] = true
      }
    }
    var ways: [(length: Double, place: Int, index: Int)] = []
    for place in places.indices where owners[place] == nil && !areNamed {
      for index in known.indices where !isTaken[index] {
        ways.append(((places[place] - known[index].position).length, place, index))
      }
    }
    ways.sort { ($0.length, $0.place, $0.index) < ($1.length, $1.place, $1.index) }
    for way in ways where way.length <= Self.longestMove {
      guard owners[way.place] == nil, !isTaken[way.index] else { continue }
      owners[way.place] = known[way.index].id
      isTaken[way.index] = true
    }
    known = places.indices.map { place in
      Known(
        id: owners[place] ?? makeNumber(), device: areNamed ? packets[place].id : nil,
        position: places[place], signs: packets[place].signs)
    }
  }
}
