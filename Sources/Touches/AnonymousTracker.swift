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

  /// A contact, and its number once that is known.
  private struct Known {
    var id: Int?
    var device: Int32?
    var position: Point
    var signs: ContactSigns
  }

  /// A way that a contact may have gone.
  private struct Way {
    var length: Double
    var place: Int
    var index: Int
  }

  /// How far a contact may move from one frame to the next, in millimetres.
  ///
  /// It is twice what libinput takes for a jump of the sensor. What moves further has lifted, and
  /// another one has landed.
  static let longestMove = 40.0

  private var packet = Packet()
  private var packets: [Packet] = []
  private var known: [Known] = []
  /// Who is where now; kept, as those below, for its memory.
  private var next: [Known] = []
  /// Whether somebody who was there has been found again.
  private var isTaken: [Bool] = []
  /// The ways from who was there to where somebody is.
  private var ways: [Way] = []
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
    // Nothing is left out of these lists, so half a position is damage, and nowhere.
    if packet.x != nil, packet.y != nil { packets.append(packet) }
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
    if tellsContacts || isEmpty { follow(on: surface) }
    for known in known {
      guard let id = known.id else { continue }
      var contact = Contact(id: id, position: known.position)
      surface.press(&contact, known.signs.pressure)
      frame.contacts.append(contact)
      signs.append(known.signs)
    }
    packets.removeAll(keepingCapacity: true)
    tellsContacts = false
    isEmpty = true
  }

  /// Finds out who of those that were there is where.
  private mutating func follow(on surface: Surface) {
    next.removeAll(keepingCapacity: true)
    let areNamed = haveNamesOfTheirOwn
    for packet in packets {
      next.append(
        Known(
          id: nil, device: areNamed ? packet.id : nil,
          position: surface.point(x: packet.x ?? 0, y: packet.y ?? 0), signs: packet.signs))
    }
    if areNamed {
      for place in next.indices {
        let name = next[place].device
        guard let index = known.firstIndex(where: { $0.device == name }) else { continue }
        next[place].id = known[index].id
      }
    } else {
      takeNearest()
    }
    for place in next.indices where next[place].id == nil { next[place].id = makeNumber() }
    swap(&known, &next)
  }

  /// Whether all have numbers, and no two the same.
  private var haveNamesOfTheirOwn: Bool {
    for (place, packet) in packets.enumerated() {
      guard packet.id != nil, !packets[..<place].contains(where: { $0.id == packet.id }) else {
        return false
      }
    }
    return true
  }

  /// Takes each for who was nearest, the shortest ways first.
  private mutating func takeNearest() {
    isTaken.removeAll(keepingCapacity: true)
    for _ in known { isTaken.append(false) }
    ways.removeAll(keepingCapacity: true)
    for place in next.indices {
      for index in known.indices {
        let length = (next[place].position - known[index].position).length
        if length <= Self.longestMove {
          ways.append(Way(length: length, place: place, index: index))
        }
      }
    }
    ways.sort { ($0.length, $0.place, $0.index) < ($1.length, $1.place, $1.index) }
    for way in ways where next[way.place].id == nil && !isTaken[way.index] {
      next[way.place].id = known[way.index].id
      isTaken[way.index] = true
    }
  }
}
