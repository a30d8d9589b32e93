import Quantities
import Touches

/// The fingers that take part in a gesture, from frame to frame; palms don't.
struct TouchingFingers {
  struct Finger {
    var id: Int
    /// Where it was in the frame in which it landed.
    var landing: Point
    /// Where it was in the frame before, if it was there.
    var before: Point?
    var position: Point
  }

  private(set) var fingers: [Finger] = []
  /// Whether something else than a lift took one of the fingers away in the last frame: events were
  /// lost, or it is a palm now.
  private(set) var isLost = false
  /// Whether other contacts have come in the stead of those that were lost: corners of a box around all
  /// fingers are others whenever one joins or leaves.
  private(set) var isReplaced = false
  /// Whether one of the fingers was not there any more in the last frame.
  private(set) var hasLifted = false
  /// Whether one of the fingers has landed in the last frame.
  private(set) var hasLanded = false
  /// How many fingers there are, be they taking part or not.
  private(set) var total = 0
  /// Who was there in the last frame, taking part or not.
  private var present: [Int] = []

  /// Takes over the fingers of a frame, at most so many of them.
  mutating func follow(_ frame: TouchFrame, atMost limit: Int) {
    var hasPalm = false
    isLost = false
    hasLifted = false
    hasLanded = false
    fingers.removeAll { finger in
      let contact = frame.contacts.first { $0.id == finger.id }
      if contact?.isFinger == true { return false }
      hasLifted = true
      if contact != nil { hasPalm = true }
      if contact != nil || frame.vanished.contains(finger.id) { isLost = true }
      return true
    }
    for index in fingers.indices { fingers[index].before = fingers[index].position }
    total = 0
    for contact in frame.contacts where contact.isFinger {
      total += 1
      if let index = fingers.firstIndex(where: { $0.id == contact.id }) {
        fingers[index].position = contact.position
      } else if fingers.count < limit, !present.contains(contact.id) {
        hasLanded = true
        fingers.append(
          Finger(id: contact.id, landing: contact.position, position: contact.position))
      }
    }
    isReplaced = isLost && hasLanded && !hasPalm && !frame.hasLostEvents
    present.removeAll(keepingCapacity: true)
    for contact in frame.contacts where contact.isFinger { present.append(contact.id) }
  }

  /// Forgets who takes part; those who are there can't any more.
  mutating func dismiss() {
    fingers.removeAll(keepingCapacity: true)
  }

  /// The middle of the fingers.
  var centre: Point { Self.middle(fingers.lazy.map(\.position)) }

  static func middle(_ places: some Collection<Point>) -> Point {
    var sum = Vector.zero
    for place in places { sum += Vector(x: place.x, y: place.y) }
    let mean = places.isEmpty ? .zero : sum / Double(places.count)
    return Point(x: mean.x, y: mean.y)
  }
}

extension Contact {
  /// Whether it is no palm.
  var isFinger: Bool { !remarks.contains(.palm) }
}
