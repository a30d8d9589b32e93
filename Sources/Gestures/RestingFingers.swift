import PantographQuantities
import PantographTouches

/// The fingers that rest while others land, as a thumb does beside two fingers that scroll.
struct RestingFingers: Sendable {
  /// The distance below which a finger has not moved, in millimetres: that of two fingers in libinput's
  /// `tp_gesture_get_direction` (`evdev-mt-touchpad-gestures.c`).
  private static let distance = 1.0
  /// The time without movement after which a finger rests, in seconds: `DEFAULT_GESTURE_HOLD_TIMEOUT` there.
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

    /// Updates the position, and returns whether the finger has not moved since another one landed.
    mutating func follow(to position: Point, at time: Timestamp, hasLanding: Bool) -> Bool {
      move(to: position, at: time)
      if hasLanding { restingPosition = isResting ? position : nil }
      return restingPosition.map { (position - $0).length < distance } ?? false
    }
  }

  private let ignoresPalms: Bool
  private var fingers: [Finger] = []
  /// The number of fingers that rested when another one landed, and have not moved since.
  private(set) var count = 0

  init(ignoresPalms: Bool) {
    self.ignoresPalms = ignoresPalms
  }

  /// Processes the next frame.
  ///
  /// - Parameters:
  ///   - isSame: Whether the fingers are those of the last frame.
  ///   - hasLanding: Whether a finger lands in it, so that resting fingers must be determined again.
  mutating func follow(_ frame: TouchFrame, isSame: Bool, hasLanding: Bool) {
    if !isSame { meet(frame) }
    count = 0
    var index = 0
    for contact in frame.contacts where !ignoresPalms || contact.isFinger {
      if fingers[index].follow(to: contact.position, at: frame.time, hasLanding: hasLanding) {
        count += 1
      }
      index += 1
    }
  }

  /// Orders the fingers like a frame's contacts, adds those that land and removes those that are gone.
  private mutating func meet(_ frame: TouchFrame) {
    var count = 0
    for contact in frame.contacts where !ignoresPalms || contact.isFinger {
      if let index = fingers[count...].firstIndex(where: { $0.id == contact.id }) {
        fingers.swapAt(index, count)
      } else {
        let finger = Finger(id: contact.id, position: contact.position, time: frame.time)
        fingers.insert(finger, at: count)
      }
      count += 1
    }
    fingers.removeLast(fingers.count - count)
  }

  /// Whether every finger rested when another one landed, even if it has moved since.
  var areAll: Bool { fingers.allSatisfy { $0.restingPosition != nil } }

  /// Returns whether a finger rested when another one landed, even if it has moved since.
  func contains(_ id: Int) -> Bool {
    fingers.contains { $0.id == id && $0.restingPosition != nil }
  }
}
