import PantographBase

/// What libinput makes of fingers on a touchpad that begin to move together.
///
/// The numbers are those of `evdev-mt-touchpad-gestures.c` and `evdev-mt-touchpad-thumb.c`, and agree with libinput 1.22.1 on
/// scrolls of people: `tools/lab gtk-corpus`.
enum CommonStart {
  /// No scroll or swipe yet.
  case none
  /// A scroll or swipe begins.
  case begins
  /// The lowest finger is a thumb, so no scroll or swipe begins with it.
  case thumb

  /// 4 mm: the movement of one finger that decides, though another one rests.
  private static let single = 4.0
  /// 1 mm: that of fingers side by side, after a while.
  private static let short = 1.0
  /// 150 ms: that while, since the fingers count.
  private static let wait = 0.150
  /// 7 mm and 40 mm: how far apart fingers are at most that lie side by side, along y and in all.
  private static let (height, distance) = (7.0, 40.0)
  /// 50 mm: the height of the lowest touchpad on which a thumb has room.
  private static let room = 50.0
  /// 35 mm along x or 25 mm along y: how far a finger lands from another one for a thumb, if one has been fast in more
  /// than five reports.
  private static let (far, fastReports) = (Vector(x: 35, y: 25), 5)
  /// 1 nm: the rounding error of adding steps.
  private static let rounding = 1e-6

  /// Decides about fingers that have counted for this many seconds.
  ///
  /// - Parameters:
  ///   - slop: How far each finger must have moved, in millimetres.
  ///   - height: The height of the touchpad in millimetres; `nil` if it is not known.
  init(
    of fingers: [FingerGroup.Finger], slop: Double, after seconds: Double, onHeight height: Double?
  ) {
    let moved = fingers.map { $0.recent.all.length }
    let (least, most) = (moved.min() ?? 0, moved.max() ?? 0)
    if least >= slop - Self.rounding {
      // Fingers that move apart move together by little. The half is our choice: libinput compares directions.
      let sum = fingers.reduce(Vector.zero) { $0 + $1.recent.all }
      self = sum.length >= slop / 2 * Double(fingers.count) ? .begins : .none
    } else if most >= max(Self.single, slop) - Self.rounding {
      let hasRoom = height ?? Self.room >= Self.room
      self = hasRoom && Self.lowestRests(fingers, below: slop) ? .thumb : .begins
    } else {
      let isLate = seconds >= Self.wait && most >= Self.short - Self.rounding
      self = isLate && Self.areSideBySide(fingers) ? .begins : .none
    }
  }

  /// Returns whether a finger that has just landed is a thumb: the two lowest are far apart, and one has been fast.
  static func landsThumb(among fingers: [FingerGroup.Finger], onHeight height: Double?) -> Bool {
    guard fingers.count > 1, height ?? room >= room else { return false }
    let lowest = fingers.sorted { $0.position.y > $1.position.y }
    let between = lowest[0].position - lowest[1].position
    return (abs(between.x) > far.x || abs(between.y) > far.y)
      && fingers.contains { $0.fast.count > fastReports }
  }

  /// Returns whether one finger is lower than all others, and has not moved by the slop.
  private static func lowestRests(_ fingers: [FingerGroup.Finger], below slop: Double) -> Bool {
    guard let lowest = fingers.max(by: { $0.position.y < $1.position.y }) else { return false }
    let isAlone = fingers.count { $0.position.y == lowest.position.y } == 1
    return isAlone && lowest.recent.all.length < slop - rounding
  }

  private static func areSideBySide(_ fingers: [FingerGroup.Finger]) -> Bool {
    fingers.allSatisfy { one in
      fingers.allSatisfy { other in
        let between = one.position - other.position
        return abs(between.y) < height && between.length < distance
      }
    }
  }
}
