import PantographBase
import PantographTouches

/// What becomes of a gesture with too many fingers, some of which may rest.
enum Crowd {
  /// They have not moved enough to say.
  case waiting
  /// Too many of them have moved so far.
  case moving
  /// The others make the gesture.
  case settled
}

/// The fingers that rest while others land or move away, as a thumb does beside two fingers that scroll.
struct RestingFingers: Sendable {
  /// The distance below which a finger has not moved, in millimetres: that of two fingers in libinput's
  /// `tp_gesture_get_direction` (`evdev-mt-touchpad-gestures.c`).
  private static let distance = 1.0
  /// The time without movement after which a finger rests, in seconds: `DEFAULT_GESTURE_HOLD_TIMEOUT` there.
  private static let holdTime = 0.18
  /// The distance from which a finger has moved away from those that rest, in millimetres.
  private static let departure = 8.0
  /// The share of the greatest distance below which a finger rests.
  ///
  /// When two fingers of the recorded swipes with three have displacement, the third has moved at least 0.39 as far. Recorded
  /// palms shift and tremble by up to a fifth of the scroll beside them.
  private static let restingShare = 0.25

  /// A finger on the surface, and where and when it last moved.
  private struct Finger {
    let id: Int
    var position: Point
    var time: Timestamp
    var isResting = false
    /// Where it rested when another one landed.
    var restingPosition: Point?
    /// Where it was when the last one landed.
    var origin: Point
    /// How far it has moved from there; updated only among too many fingers.
    var displacement = 0.0
    /// Whether it has stayed where it was while others moved away.
    var isSetAside = false

    init(_ contact: Contact, at time: Timestamp) {
      (id, position, origin, self.time) = (contact.id, contact.position, contact.position, time)
    }

    mutating func move(to position: Point, at time: Timestamp) {
      let hasMoved = (position - self.position).length >= distance
      if time - self.time >= holdTime {
        isResting = true
      } else if hasMoved {
        isResting = false
      }
      if hasMoved { (self.position, self.time) = (position, time) }
    }

    /// Updates how far it has moved since the last one landed.
    mutating func depart(to position: Point) {
      displacement = isSetAside ? 0 : (position - origin).length
    }

    /// Whether it rested when another one landed, even if it has moved since.
    var hasRested: Bool { isSetAside || restingPosition != nil }

    /// Updates the position, and returns whether the finger has not moved since another one landed.
    mutating func follow(to position: Point, at time: Timestamp, hasLanding: Bool) -> Bool {
      move(to: position, at: time)
      if hasLanding { (restingPosition, origin) = (isResting ? position : nil, position) }
      return isSetAside || restingPosition.map { (position - $0).length < distance } ?? false
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
        fingers.insert(Finger(contact, at: frame.time), at: count)
      }
      count += 1
    }
    fingers.removeLast(fingers.count - count)
  }

  /// Sets fingers aside that have stayed where they were, while as many others as a gesture takes moved away since the
  /// last one landed; until they lift, they count as resting.
  ///
  /// Fingers that the device does not locate are taken for moving ones.
  mutating func setAside(_ frame: TouchFrame, hidden: Int, for fingersTaken: ClosedRange<Int>)
    -> Crowd
  {
    var index = 0
    for contact in frame.contacts where !ignoresPalms || contact.isFinger {
      fingers[index].depart(to: contact.position)
      index += 1
    }
    let greatest = fingers.lazy.map { $0.displacement }.max() ?? 0
    guard greatest >= Self.departure else { return .waiting }
    let stays = { (finger: Finger) in finger.displacement < Self.restingShare * greatest }
    let movers = fingers.count { !stays($0) } + hidden
    let haveLeft = fingers.allSatisfy { stays($0) || $0.displacement >= Self.departure }
    // Beside a single finger, those that rest count.
    guard haveLeft, movers >= max(fingersTaken.lowerBound, 2) else { return .waiting }
    guard movers <= fingersTaken.upperBound else { return .moving }
    for index in fingers.indices {
      if stays(fingers[index]) { fingers[index].isSetAside = true }
      fingers[index].restingPosition = nil
    }
    count = fingers.count { $0.isSetAside }
    return .settled
  }

  /// Whether every finger rested when another one landed, even if it has moved since.
  var areAll: Bool { fingers.allSatisfy { $0.hasRested } }

  /// Returns whether a finger rested when another one landed, even if it has moved since.
  func contains(_ id: Int) -> Bool {
    fingers.contains { $0.id == id && $0.hasRested }
  }

  /// Returns whether a finger has stayed where it was while others moved away.
  func isSetAside(_ id: Int) -> Bool {
    fingers.contains { $0.id == id && $0.isSetAside }
  }
}
