import Quantities
import Touches

/// The fingers that rest while others land, as a thumb does beside two fingers that scroll.
struct RestingFingers: Sendable {
  /// Distance below which a finger has not moved, in millimetres: that of two fingers in libinput's
  /// `tp_gesture_get_direction` (`evdev-mt-touchpad-gestures.c`).
  private static let distance = 1.0
  /// Time in which a finger that rests does not move, in seconds: `DEFAULT_GESTURE_HOLD_TIMEOUT` there.
  private static let holdTime = 0.18

  /// A finger on the surface, and where and when it last moved.
  private struct Finger {
    let id: Int
    var position: Point
    var time: Timestamp
    var isResting = false
    /// Where it rested when another one landed.
    var restingPosition: Point?

    mutating func move(to position: Point, at time: Timestamp) {
      let hasMoved = (position - self.position).length >= distance
      if time - self.time >= holdTime {
        isResting = true
      } else if hasMoved {
        isResting = false
      }
      if hasMoved { (self.position, self.time) = (position, time) }
    }

    /// Whether it has not moved since another one landed.
    func hasStayed(at position: Point) -> Bool {
      restingPosition.map { (position - $0).length < distance } ?? false
    }
  }

  private let ignoresPalms: Bool
  private var fingers: [Finger] = []
  /// How many rested when another one landed, and have not moved since.
  private(set) var count = 0

  init(ignoresPalms: Bool) {
    self.ignoresPalms = ignoresPalms
  }

  /// Takes the next frame.
  ///
  /// - Parameter hasLanding: Whether a finger lands in it, so that those that rest are found anew.
  mutating func follow(_ frame: TouchFrame, hasLanding: Bool) {
    let isFinger = { [ignoresPalms] (contact: Contact) in !ignoresPalms || contact.isFinger }
    fingers.removeAll { finger in
      !frame.contacts.contains { $0.id == finger.id && isFinger($0) }
    }
    count = 0
    for contact in frame.contacts where isFinger(contact) {
      guard let index = fingers.firstIndex(where: { $0.id == contact.id }) else {
        fingers.append(Finger(id: contact.id, position: contact.position, time: frame.time))
        continue
      }
      fingers[index].move(to: contact.position, at: frame.time)
      if hasLanding {
        fingers[index].restingPosition = fingers[index].isResting ? contact.position : nil
      }
      if fingers[index].hasStayed(at: contact.position) { count += 1 }
    }
  }

  /// Whether a finger rested when another one landed, even if it has moved since.
  func contains(_ id: Int) -> Bool {
    fingers.contains { $0.id == id && $0.restingPosition != nil }
  }
}
