import PantographBase
import PantographTouches

/// The fingers that take part in a gesture, followed from frame to frame.
///
/// A frame is processed in two steps: ``follow(_:isOn:)`` moves and removes fingers, ``admit(_:upTo:isOn:)``
/// adds them. So a lift and a landing in the same frame have the same effect as in two frames.
///
/// A finger rests until it has moved by itself. While others move, it does not count towards the movement of
/// the group: a thumb that lies on the pad does not halve the speed of the other finger.
struct FingerGroup: Sendable {
  /// A displacement, and the share of it at a steady pressure.
  struct Travel: Sendable {
    var all = Vector.zero
    var steady = Vector.zero
  }

  /// A finger that takes part.
  struct Finger: Sendable {
    /// The share of its maximum pressure so far below which a finger is landing or lifting.
    ///
    /// 0.85 leaves a margin of five times the 3 % by which the pressure of a resting finger fluctuates.
    static let steadyShare = 0.85

    let id: Int
    private(set) var position: Point
    /// Where it was in the last report, behind which its position may lag; followed only with a hysteresis.
    private var reported: Point
    /// In how many reports it has moved; counted only with a hysteresis.
    private(set) var moves = 0
    /// How fast it has been lately; counted only with a hysteresis.
    private(set) var fast: FastReports
    /// Where it landed; `nil` if its landing was not seen.
    let landing: Point?
    /// The displacement in this frame; `nil` if the sensor has jumped.
    private(set) var move: Vector? = .zero
    /// The displacement since it joined.
    private var moved = Vector.zero
    /// The displacement since the group last changed.
    fileprivate(set) var recent = Travel()
    fileprivate(set) var isResting: Bool
    fileprivate private(set) var pressure: Double
    private var greatestPressure: Double

    init(_ contact: Contact, at time: Timestamp, isSeenLanding: Bool, isResting: Bool) {
      id = contact.id
      position = contact.position
      reported = contact.position
      fast = FastReports(at: contact.position, time)
      landing = isSeenLanding ? contact.position : nil
      self.isResting = isResting
      pressure = contact.pressure ?? 0
      greatestPressure = pressure
    }

    /// Returns a contact at the position that lags behind it.
    mutating func lag(
      behind contact: Contact, at time: Timestamp, _ hysteresis: Hysteresis
    ) -> Contact {
      var lagging = contact
      // libinput knows no position before the second report.
      if moves > 0, !contact.remarks.contains(.jump) {
        lagging.position = hysteresis.position(position, after: contact.position, last: reported)
      }
      let hasMoved = contact.position != reported
      if hasMoved { moves += 1 }
      fast.add(lagging.position, hasMoved: hasMoved, at: time)
      reported = contact.position
      return lagging
    }

    mutating func move(to contact: Contact, restingDistance: Double) {
      // After a jump of the sensor, the movement of the finger is unknown.
      move = contact.remarks.contains(.jump) ? nil : contact.position - position
      position = contact.position
      // As a fingertip touches or leaves the surface, the centre of contact moves though the finger does not.
      let lesser = min(pressure, contact.pressure ?? 0)
      pressure = contact.pressure ?? 0
      greatestPressure = max(greatestPressure, pressure)
      guard let move else { return }
      moved += move
      recent.all += move
      if lesser >= greatestPressure * Self.steadyShare { recent.steady += move }
      if moved.length >= restingDistance { isResting = false }
    }

    /// Resets the displacement.
    mutating func startOver(isResting: Bool) {
      self.isResting = isResting
      moved = .zero
      recent = Travel()
    }
  }

  /// The displacement at which a finger no longer rests, in millimetres.
  private let restingDistance: Double
  /// What lets positions lag behind; without one, reports are not counted either.
  private let hysteresis: Hysteresis?
  /// Whether contacts that are marked as palms are ignored.
  private let ignoresPalms: Bool
  private(set) var fingers: [Finger] = []
  /// The number of fingers on the surface, including those that do not take part, without palms.
  private(set) var count = 0
  /// The number of these that the device reports without a position.
  private(set) var hidden = 0
  /// Whether a finger that takes part has landed in this frame.
  private(set) var hasLanded = false
  /// Whether a finger of the previous frame is still there.
  private(set) var hasStayed = false
  /// Whether a finger that took part has disappeared in this frame without lifting.
  private(set) var hasVanished = false
  /// Whether a finger that took part has turned out to be a palm in this frame.
  private(set) var hasPalm = false
  /// Whether a finger has turned out to be a palm in this frame, even if it did not take part.
  private(set) var hasFoundPalm = false
  /// The displacement of the group in this frame.
  private(set) var movement = Vector.zero
  /// Whether the sensor has jumped in this frame and nothing else has moved.
  private(set) var hasJumped = false

  /// The contacts of the last frame, including those that do not take part, without palms.
  private var present: [Int] = []
  /// Whether the same contacts are in this frame.
  private var isSame = false
  /// The number of fingers that the device reported in the last frame.
  private var reportedCount = 0
  /// The displacement of the group when it last changed.
  private var base = Travel()
  /// Whether new contacts represent the same fingers from this frame on.
  private(set) var isExchanged = false
  /// The fingers that rested when another one landed.
  private var resting: RestingFingers

  init(restingDistance: Double, hysteresis: Hysteresis? = nil, ignoresPalms: Bool) {
    self.restingDistance = restingDistance
    self.hysteresis = hysteresis
    self.ignoresPalms = ignoresPalms
    resting = RestingFingers(ignoresPalms: ignoresPalms)
  }

  /// Returns whether a contact is a palm that is ignored.
  private func isPalm(_ contact: Contact) -> Bool {
    ignoresPalms && contact.remarks.contains(.palm)
  }

  /// Whether no finger takes part.
  var isEmpty: Bool { fingers.isEmpty }

  /// The displacement of the group since it was reset.
  var travel: Travel {
    Travel(
      all: base.all + (meanOfMovers { $0.recent.all } ?? .zero),
      steady: base.steady + (meanOfMovers { $0.recent.steady } ?? .zero))
  }

  /// Returns whether a finger has moved farther since the group last changed; its first movement alone does not count.
  func hasMoved(beyond distance: Double) -> Bool {
    fingers.contains { $0.moves > 1 && $0.recent.all.length > distance }
  }

  /// Returns whether a finger presses less than a share of the device's range; where no pressure is known, none does.
  func press(lessThan share: Double) -> Bool {
    fingers.contains { $0.pressure > 0 && $0.pressure < share }
  }

  /// The centre of the fingers.
  @inline(__always)
  var centre: Point {
    let origin = Point(x: 0, y: 0)
    return origin + (mean(restingToo: true) { $0.position - origin } ?? .zero)
  }

  /// Returns the mean over the fingers that move the group: those that do not rest, or all if all rest.
  @inline(__always)
  private func meanOfMovers(_ vector: (Finger) -> Vector?) -> Vector? {
    mean(restingToo: fingers.allSatisfy { $0.isResting }, vector)
  }

  /// Returns the mean of the values that exist; `nil` if there are none.
  ///
  /// Inlined, because a call would copy the group.
  @inline(__always)
  private func mean(restingToo: Bool, _ vector: (Finger) -> Vector?) -> Vector? {
    var sum = Vector.zero
    var count = 0
    for finger in fingers where restingToo || !finger.isResting {
      guard let value = vector(finger) else { continue }
      sum += value
      count += 1
    }
    return count == 0 ? nil : sum / Double(count)
  }

  /// The number of fingers that may make the gesture: two or more without those that rest, otherwise all.
  ///
  /// Beside a single finger, resting fingers count, because people also scroll by moving one of two fingers.
  var movableCount: Int {
    let others = count - resting.count
    return others > 1 ? others : count
  }

  /// Moves the fingers that are still there and removes the others.
  ///
  /// - Parameter isOn: Whether the gesture is active. Fingers that take part in it may rest.
  mutating func follow(_ frame: TouchFrame, isOn: Bool) {
    isSame = isSameAsBefore(frame)
    hasLanded = false
    resting.follow(
      frame, isSame: isSame, hasLanding: !isSame && !isOn && hasLanding(in: frame))
    if isSame {
      hasStayed = !resting.areAll
      (isExchanged, hasVanished, hasPalm, hasFoundPalm) = (false, false, false, false)
      hidden = max(frame.fingerCount - present.count, 0)
      count = present.count + hidden
    } else {
      lookForOthers(in: frame)
    }
    for contact in frame.contacts {
      guard let index = fingers.firstIndex(where: { $0.id == contact.id }) else { continue }
      if let hysteresis {
        let lagging = fingers[index].lag(behind: contact, at: frame.time, hysteresis)
        fingers[index].move(to: lagging, restingDistance: restingDistance)
      } else {
        fingers[index].move(to: contact, restingDistance: restingDistance)
      }
    }
    let move = meanOfMovers { $0.move }
    movement = move ?? .zero
    hasJumped = move == nil && !fingers.isEmpty
  }

  /// Returns whether the fingers are those of the last frame, as in nearly all frames.
  ///
  /// Inlined, because a call would copy the group.
  @inline(__always)
  private func isSameAsBefore(_ frame: TouchFrame) -> Bool {
    let contacts = frame.contacts.span
    guard frame.fingerCount == reportedCount, frame.vanished.isEmpty,
      contacts.count == present.count
    else { return false }
    for index in contacts.indices
    where contacts[index].id != present[index] || isPalm(contacts[index]) { return false }
    return true
  }

  /// Returns whether there is a finger that was not in the last frame.
  private func hasLanding(in frame: TouchFrame) -> Bool {
    frame.contacts.contains { !isPalm($0) && !present.contains($0.id) }
  }

  /// Updates the numbers of fingers, and removes those that no longer take part.
  private mutating func lookForOthers(in frame: TouchFrame) {
    let (contacts, vanished) = (frame.contacts, frame.vanished)
    let palms = contacts.count { isPalm($0) }
    hasFoundPalm = contacts.contains { isPalm($0) && present.contains($0.id) }
    hidden = max(frame.fingerCount - contacts.count, 0)
    count = contacts.count - palms + hidden
    // A pad that reports only the corners of a bounding box changes its contacts with the number of fingers.
    // If none lifted and no events were lost, the new contacts represent the same fingers.
    isExchanged =
      !frame.hasLostEvents && frame.fingerCount != reportedCount
      && present.contains { vanished.contains($0) }
      && hasLanding(in: frame)
    reportedCount = frame.fingerCount
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
    // A palm that is omitted from the frames vanishes, too, without lost events.
    hasPalm = hasVanished && !frame.hasLostEvents
    if fingers.contains(where: isGone) {
      let travelBefore = travel
      fingers.removeAll(where: isGone)
      settle(travelBefore)
    }
  }

  /// Adds the fingers that have landed, up to `most` in all.
  ///
  /// If there are more before the gesture begins, resting fingers are removed.
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
      // Contacts that represent moving fingers do not rest.
      let isResting = !isExchanged && restingDistance > 0
      travelBefore = travelBefore ?? travel
      fingers.append(
        Finger(contact, at: frame.time, isSeenLanding: isSeen, isResting: isResting))
      hasLanded = true
    }
    if let travelBefore { settle(travelBefore) }
  }

  /// Looks for fingers that rest among too many of them, so that the others make the gesture.
  mutating func sortOut(_ frame: TouchFrame, for fingersTaken: ClosedRange<Int>) -> Crowd {
    let crowd = resting.setAside(frame, hidden: hidden, for: fingersTaken)
    if crowd == .settled { gather(frame) }
    return crowd
  }

  /// Lets all fingers on the surface take part, from where they are, but for those that were set aside.
  mutating func gather(_ frame: TouchFrame) {
    disband()
    for contact in frame.contacts where !isPalm(contact) && !resting.isSetAside(contact.id) {
      fingers.append(
        Finger(contact, at: frame.time, isSeenLanding: false, isResting: restingDistance > 0))
    }
  }

  /// Remembers the contacts; must be called at the end of each frame.
  mutating func close(_ frame: TouchFrame) {
    guard !isSame else { return }
    present.removeAll(keepingCapacity: true)
    for contact in frame.contacts where !isPalm(contact) { present.append(contact.id) }
  }

  /// Whether any finger is on the surface, including those that do not take part.
  var isSurfaceTouched: Bool { !present.isEmpty }

  /// Resets the travel.
  mutating func startOver() {
    base = Travel()
    for index in fingers.indices { fingers[index].startOver(isResting: restingDistance > 0) }
  }

  /// Removes all fingers.
  mutating func disband() {
    fingers.removeAll(keepingCapacity: true)
    base = Travel()
  }

  /// Continues from a travel with a changed group.
  private mutating func settle(_ travel: Travel) {
    base = travel
    for index in fingers.indices { fingers[index].recent = Travel() }
  }
}
