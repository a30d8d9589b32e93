import PantographBase
import PantographTouches

/// The fingers that take part in a gesture, from frame to frame, without palms.
struct TouchingFingers {
  struct Finger {
    var id: Int
    /// Its position in the frame in which it landed.
    var landing: Point
    /// Its position in the previous frame, if it was there.
    var before: Point?
    var position: Point
  }

  private(set) var fingers: [Finger] = []
  /// Whether a finger disappeared in the last frame without lifting: events were lost, or it became a palm.
  private(set) var isLost = false
  /// Whether new contacts have replaced those that were lost.
  ///
  /// The corners of a bounding box around all fingers change whenever a finger joins or leaves.
  private(set) var isReplaced = false
  /// Whether one of the fingers was gone in the last frame.
  private(set) var hasLifted = false
  /// Whether a finger landed in the last frame.
  private(set) var hasLanded = false
  /// The number of fingers, including those that do not take part.
  private(set) var total = 0
  /// The fingers of the last frame, including those that do not take part.
  private var present: [Int] = []

  /// Updates the fingers from a frame, at most `limit` of them.
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

  /// Excludes all fingers on the surface.
  mutating func dismiss() {
    fingers.removeAll(keepingCapacity: true)
  }

  /// The centre of the fingers.
  var centre: Point { Self.middle(fingers.lazy.map { $0.position }) }

  static func middle(_ points: some Collection<Point>) -> Point {
    var sum = Vector.zero
    for point in points { sum += Vector(x: point.x, y: point.y) }
    let mean = points.isEmpty ? .zero : sum / Double(points.count)
    return Point(x: mean.x, y: mean.y)
  }
}

extension Contact {
  /// Whether it is not marked as a palm.
  var isFinger: Bool { !remarks.contains(.palm) }
}
