import Quantities
import Touches

/// The fingers that take part in a gesture, followed from frame to frame.
///
/// A frame is taken in two steps, so that a finger that lifts and another one that lands at the same
/// instant are what they would be in two frames: ``follow(_:)`` moves and removes, ``admit(_:upTo:)`` adds.
///
/// A finger rests until it has moved by itself. Beside others that move it has no part in how the group
/// moves: a thumb that lies on the pad does not make the other finger half as fast.
struct FingerGroup: Sendable {
  /// How far something has moved, and how much of that with a steady pressure.
  struct Travel: Sendable {
    var all = Vector.zero
    var steady = Vector.zero
  }

  /// A finger that takes part.
  struct Finger: Sendable {
    /// The share of its greatest pressure so far below which a finger is landing or lifting.
    ///
    /// 0.85 is five times the 3 % by which the pressure of a resting finger trembles.
    static let steadyShare = 0.85

    let id: Int
    private(set) var position: Point
    /// Where it was seen to land; nothing if nobody saw it.
    let landing: Point?
    /// How far it has moved in this frame; nothing if the sensor has jumped.
    private(set) var move: Vector? = .zero
    /// How far it has moved since it takes part.
    private var way = Vector.zero
    /// How far it has moved since the group was last another one.
    fileprivate(set) var recent = Travel()
    fileprivate(set) var isResting: Bool
    private var pressure: Double
    private var greatestPressure: Double

    init(_ contact: Contact, isSeenLanding: Bool, isResting: Bool) {
      id = contact.id
      position = contact.position
      landing = isSeenLanding ? contact.position : nil
      self.isResting = isResting
      pressure = contact.pressure ?? 0
      greatestPressure = pressure
    }

    mutating func move(to contact: Contact, restingDistance: Double) {
      // A sensor that jumps says nothing of how far the finger has moved meanwhile.
      move = contact.remarks.contains(.jump) ? nil : contact.position - position
      position = contact.position
      // As a finger's pad touches or leaves the surface, its middle moves though the finger does not.
      let lesser = min(pressure, contact.pressure ?? 0)
      pressure = contact.pressure ?? 0
      greatestPressure = max(greatestPressure, pressure)
      guard let move else { return }
      way += move
      recent.all += move
      if lesser >= greatestPressure * Self.steadyShare { recent.steady += move }
      if way.length >= restingDistance { isResting = false }
    }

    /// Counts the way from here on.
    mutating func startOver(isResting: Bool) {
      self.isResting = isResting
      way = .zero
      recent = Travel()
    }
  }

  /// How far a finger moves before it no longer rests, in millimetres.
  private let restingDistance: Double
  /// Whether what is marked as a palm is left alone.
  private let ignoresPalms: Bool
  private(set) var fingers: [Finger] = []
  /// How many fingers are on the surface, taking part or not, but for palms.
  private(set) var count = 0
  /// How many of these the device tells of without saying where they are.
  private(set) var hidden = 0
  /// Whether a finger of the frame before is still there.
  private(set) var hasStayed = false
  /// Whether one that took part is gone in this frame without having lifted.
  private(set) var hasVanished = false
  /// Whether one that took part has turned out to be a palm in this frame.
  private(set) var hasPalm = false
  /// How far the group has moved in this frame.
  private(set) var movement = Vector.zero
  /// Whether what moved in this frame was the sensor's jump and nothing else.
  private(set) var hasJumped = false

  /// Who was on the surface in the last frame, taking part or not.
  private var present: [Int] = []
  /// Whether those are on the surface in this frame, too, and nobody else.
  private var isSame = false
  /// What the device said of the number of fingers in the last frame.
  private var told = 0
  /// How far the group had moved when it was last another one.
  private var base = Travel()
  /// Whether other contacts stand for the same fingers from this frame on.
  private(set) var isExchanged = false
  /// Those that rested when another one landed.
  private var resting: RestingFingers

  init(restingDistance: Double, ignoresPalms: Bool) {
    self.restingDistance = restingDistance
    self.ignoresPalms = ignoresPalms
    resting = RestingFingers(ignoresPalms: ignoresPalms)
  }

  /// Whether a contact is none of a finger, and takes part in nothing.
  private func isPalm(_ contact: Contact) -> Bool {
    ignoresPalms && contact.remarks.contains(.palm)
  }

  /// Whether anybody takes part.
  var isEmpty: Bool { fingers.isEmpty }

  /// How far the group has moved since it started over.
  var travel: Travel {
    Travel(
      all: base.all + (meanOfMovers { $0.recent.all } ?? .zero),
      steady: base.steady + (meanOfMovers { $0.recent.steady } ?? .zero))
  }

  /// The middle of the fingers.
  var centre: Point {
    let origin = Point(x: 0, y: 0)
    return origin + (mean(restingToo: true) { $0.position - origin } ?? .zero)
  }

  /// The mean way of those that make the group move: who does not rest, or all where everybody does.
  @inline(__always)
  private func meanOfMovers(_ way: (Finger) -> Vector?) -> Vector? {
    mean(restingToo: fingers.allSatisfy(\.isResting), way)
  }

  /// The mean of what there is; nothing if there is none.
  ///
  /// In place, since a call gets a copy of the group.
  @inline(__always)
  private func mean(restingToo: Bool, _ way: (Finger) -> Vector?) -> Vector? {
    var sum = Vector.zero
    var count = 0
    for finger in fingers where restingToo || !finger.isResting {
      guard let way = way(finger) else { continue }
      sum += way
      count += 1
    }
    return count == 0 ? nil : sum / Double(count)
  }

  /// How many fingers may make the gesture: those that rest do not count beside two or more.
  ///
  /// Beside a single one they do: a scroll is also made by one finger that moves beside one that rests.
  var movableCount: Int {
    let others = count - resting.count
    return others > 1 ? others : count
  }

  /// Moves those that are still there and removes those that are not.
  ///
  /// - Parameter isOn: Whether the gesture is on. Fingers that take part in it may rest.
  mutating func follow(_ frame: TouchFrame, isOn: Bool) {
    isSame = isSameAsBefore(frame)
    resting.follow(
      frame, isSame: isSame, hasLanding: !isSame && !isOn && hasLanding(in: frame))
    if isSame {
      hasStayed = !resting.areAll
      (isExchanged, hasVanished, hasPalm) = (false, false, false)
      hidden = max(frame.fingerCount - present.count, 0)
      count = present.count + hidden
    } else {
      lookForOthers(in: frame)
    }
    for contact in frame.contacts {
      guard let index = fingers.firstIndex(where: { $0.id == contact.id }) else { continue }
      fingers[index].move(to: contact, restingDistance: restingDistance)
    }
    let move = meanOfMovers(\.move)
    movement = move ?? .zero
    hasJumped = move == nil && !fingers.isEmpty
  }

  /// Whether the same fingers are there as in the last frame, as in nearly all.
  ///
  /// In place, since a call gets a copy of the group.
  @inline(__always)
  private func isSameAsBefore(_ frame: TouchFrame) -> Bool {
    let contacts = frame.contacts.span
    guard frame.fingerCount == told, frame.vanished.isEmpty, contacts.count == present.count
    else { return false }
    for index in contacts.indices
    where contacts[index].id != present[index] || isPalm(contacts[index]) { return false }
    return true
  }

  /// Whether there is a finger that was not there in the last frame.
  private func hasLanding(in frame: TouchFrame) -> Bool {
    frame.contacts.contains { !isPalm($0) && !present.contains($0.id) }
  }

  /// Finds out who has come and who has gone, and removes those that take no part any more.
  private mutating func lookForOthers(in frame: TouchFrame) {
    let (contacts, vanished) = (frame.contacts, frame.vanished)
    let palms = contacts.count { isPalm($0) }
    hidden = max(frame.fingerCount - contacts.count, 0)
    count = contacts.count - palms + hidden
    // Where a pad has only the corners of a box, they are others when the number of fingers changes.
    // Nobody lifted, and nothing was lost: the new ones stand for those that were there.
    isExchanged =
      !frame.hasLostEvents && frame.fingerCount != told
      && present.contains { vanished.contains($0) }
      && hasLanding(in: frame)
    told = frame.fingerCount
    hasStayed =
      isExchanged
      || contacts.contains { contact in
        !isPalm(contact) && present.contains(contact.id) && !resting.contains(contact.id)
      }

    let isGone = { [ignoresPalms] (finger: Finger) in
      !contacts.contains {
        $0.id == finger.id && !(ignoresPalms && $0.remarks.contains(.palm))
      }
    }
    hasVanished = fingers.contains { finger in
      isGone(finger)
        && (vanished.contains(finger.id) || contacts.contains { $0.id == finger.id })
    }
    // A palm that is left out of the frames vanishes, too; nothing was lost.
    hasPalm = hasVanished && !frame.hasLostEvents
    if fingers.contains(where: isGone) {
      let travelBefore = travel
      fingers.removeAll(where: isGone)
      settle(travelBefore)
    }
  }

  /// Lets those that have landed take part, as long as they are not more than so many.
  ///
  /// Where there are more before the gesture is on, fingers that rest make room for them.
  mutating func admit(_ frame: TouchFrame, upTo most: Int, isOn: Bool) {
    guard !isSame else { return }
    var travelBefore: Travel?
    let isCrowded = !isOn && count > most && movableCount <= most
    if isCrowded, fingers.contains(where: { resting.contains($0.id) }) {
      travelBefore = travel
      fingers.removeAll { resting.contains($0.id) }
    }
    for contact in frame.contacts
    where fingers.count < most && !isPalm(contact) && !present.contains(contact.id) {
      let isSeen =
        !contact.remarks.contains(.unseenLanding) && !frame.hasLostEvents && !isExchanged
      // What stands for fingers that moved does not rest.
      let isResting = !isExchanged && restingDistance > 0
      travelBefore = travelBefore ?? travel
      fingers.append(Finger(contact, isSeenLanding: isSeen, isResting: isResting))
    }
    if let travelBefore { settle(travelBefore) }
  }

  /// Keeps in mind who is there; to be called at the end of each frame.
  mutating func close(_ frame: TouchFrame) {
    guard !isSame else { return }
    present.removeAll(keepingCapacity: true)
    for contact in frame.contacts where !isPalm(contact) { present.append(contact.id) }
  }

  /// Whether any finger is on the surface, taking part or not.
  var isSurfaceTouched: Bool { !present.isEmpty }

  /// Counts the travel from here on.
  mutating func startOver() {
    base = Travel()
    for index in fingers.indices { fingers[index].startOver(isResting: restingDistance > 0) }
  }

  /// Lets nobody take part any more.
  mutating func disband() {
    fingers.removeAll(keepingCapacity: true)
    base = Travel()
  }

  /// Goes on from a travel with a group that is another one now.
  private mutating func settle(_ travel: Travel) {
    base = travel
    for index in fingers.indices { fingers[index].recent = Travel() }
  }
}
