import PantographBase

/// Tracks the contacts of a device that lists all of them in every frame (protocol type A).
///
/// The list has no order, and its IDs, if there are any, are often all the same. So each position is matched
/// to the nearest contact of the previous frame, closest pairs first.
struct AnonymousTracker {
  /// The values since the last `SYN_MT_REPORT` or frame.
  private struct Packet {
    var x: Int32?
    var y: Int32?
    var id: Int32?
    var signs = ContactSigns()
  }

  /// A contact, and its ID once that is known.
  private struct Known {
    var id: Int?
    var device: Int32?
    var position: Point
    var signs: ContactSigns
  }

  /// A possible match of a new position and a known contact.
  private struct Match {
    var length: Double
    var position: Int
    var index: Int
  }

  /// The maximum distance that a contact moves between frames, in millimetres.
  ///
  /// It is twice the distance that libinput treats as a jump of the sensor. Beyond it, the contact has lifted
  /// and another one has landed.
  static let longestMove = 40.0

  private var packet = Packet()
  private var packets: [Packet] = []
  private var known: [Known] = []
  /// The contacts of this frame; reused, like the arrays below, to avoid allocations.
  private var next: [Known] = []
  /// Whether each known contact has been matched.
  private var isMatched: [Bool] = []
  /// The possible matches.
  private var matches: [Match] = []
  private var nextContact = 0
  /// Whether the frame has reported contacts, even that there are none.
  private var hasContactData = false
  private var isEmpty = true

  mutating func take(_ event: InputEvent) {
    switch (event.type, event.code) {
    case (.absolute, .absMTPositionX): packet.x = event.value
    case (.absolute, .absMTPositionY): packet.y = event.value
    case (.absolute, .absMTTrackingID): packet.id = event.value
    case (.synchronization, .synMTReport):
      hasContactData = true
      endPacket()
    case (.absolute, _): packet.signs.take(event)
    case (.key, .btnTouch): if event.value == 0 { hasContactData = true }
    default: break
    }
    isEmpty = false
  }

  private mutating func endPacket() {
    // These lists are complete, so half a position is damage, and is ignored.
    if packet.x != nil, packet.y != nil { packets.append(packet) }
    packet = Packet()
  }

  mutating func makeID() -> Int {
    defer { nextContact += 1 }
    return nextContact
  }

  mutating func complete(
    on surface: Surface, into frame: inout TouchFrame, signs: inout [ContactSigns]
  ) {
    // The last contact of a frame may lack its `SYN_MT_REPORT`.
    if packet.x != nil || packet.y != nil { hasContactData = true }
    endPacket()
    // An empty frame means no contacts; a frame with only a key changes none.
    if hasContactData || isEmpty { follow(on: surface) }
    for known in known {
      guard let id = known.id else { continue }
      var contact = Contact(id: id, position: known.position)
      surface.press(&contact, known.signs.pressure)
      frame.contacts.append(contact)
      signs.append(known.signs)
    }
    packets.removeAll(keepingCapacity: true)
    hasContactData = false
    isEmpty = true
  }

  /// Matches the new positions to the known contacts.
  private mutating func follow(on surface: Surface) {
    next.removeAll(keepingCapacity: true)
    let haveIDs = haveDistinctIDs
    for packet in packets {
      next.append(
        Known(
          id: nil, device: haveIDs ? packet.id : nil,
          position: surface.point(x: packet.x ?? 0, y: packet.y ?? 0), signs: packet.signs))
    }
    if haveIDs {
      for position in next.indices {
        let id = next[position].device
        guard let index = known.firstIndex(where: { $0.device == id }) else { continue }
        next[position].id = known[index].id
      }
    } else {
      takeNearest()
    }
    for position in next.indices where next[position].id == nil { next[position].id = makeID() }
    swap(&known, &next)
  }

  /// Whether all contacts have distinct IDs.
  private var haveDistinctIDs: Bool {
    for (position, packet) in packets.enumerated() {
      guard packet.id != nil, !packets[..<position].contains(where: { $0.id == packet.id }) else {
        return false
      }
    }
    return true
  }

  /// Matches positions to the nearest known contacts, closest pairs first.
  private mutating func takeNearest() {
    isMatched.removeAll(keepingCapacity: true)
    for _ in known { isMatched.append(false) }
    matches.removeAll(keepingCapacity: true)
    for position in next.indices {
      for index in known.indices {
        let length = (next[position].position - known[index].position).length
        if length <= Self.longestMove {
          matches.append(Match(length: length, position: position, index: index))
        }
      }
    }
    matches.sort { ($0.length, $0.position, $0.index) < ($1.length, $1.position, $1.index) }
    for match in matches where next[match.position].id == nil && !isMatched[match.index] {
      next[match.position].id = known[match.index].id
      isMatched[match.index] = true
    }
  }
}
