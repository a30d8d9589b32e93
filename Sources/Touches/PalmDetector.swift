import Evdev
import Quantities

/// Tells palms from fingers, by libinput's rules for touchpads (`tp_palm_detect` and what it calls in
/// `evdev-mt-touchpad.c`).
///
/// Three rules are added, since a hand on the pad touches it in several places:
///
/// - What lands at an edge beside a palm is of that hand, and does not become a finger.
/// - What lands anywhere while a palm moves is of that hand, which drags all its parts along.
/// - Two contacts that landed at opposite sides are two palms, not two fingers along an edge.
struct PalmDetector {
  /// How far a palm that rests may move, in millimetres.
  ///
  /// This is "Palm Stationary Distance" of the gesture library of ChromeOS: the middle of a palm
  /// trembles by one or two millimetres as others land.
  private static let restingDistance = 4.0
  /// Time after which a palm that has not moved further rests, in seconds.
  ///
  /// This is `DEFAULT_GESTURE_HOLD_TIMEOUT` of libinput's `evdev-mt-touchpad-gestures.c`.
  private static let holdTime = 0.18

  /// A contact that was there in the frame before.
  private struct Known {
    var id: Int
    /// Whether it has landed in this frame.
    var isNew = true
    /// A palm that stays one until it lifts.
    var isLasting = false
    /// Where and when it landed at an edge, while that makes it a palm.
    var edge: (place: Point, time: Timestamp)?
    /// Where it was seen landing.
    var landing: Point?
    /// Where and when it last moved by the resting distance, or landed.
    var rest: (place: Point, time: Timestamp)

    var isPalm: Bool { isLasting || edge != nil }
  }

  private let rule: PalmRule
  private let pressureLimit: Int32?
  private let edges: Edges?
  /// Whether contacts may be parts of a hand: not where they are the corners of a box around it.
  private let findsHands: Bool
  private var known: [Known] = []

  init(_ rule: PalmRule, on surface: Surface) {
    self.rule = rule
    let isPad = surface.kind == .touchpad
    // A pressure in grams is how hard a finger presses, which says nothing of its size.
    let isSize = surface.hasContactPressure && surface.pressure?.resolution ?? 0 <= 0
    pressureLimit = isPad && isSize ? rule.pressure : nil
    findsHands = isPad && rule.hasEdges && !surface.isSemiMultitouch
    edges = isPad && rule.hasEdges ? Edges(surface) : nil
  }

  /// Marks the palms in a frame; the signs are those of its contacts.
  mutating func mark(_ frame: inout TouchFrame, signs: [ContactSigns]) {
    let hasChanged = meet(frame)
    for index in known.indices where isPalm(signs[index]) { known[index].isLasting = true }
    follow(frame)
    if findsHands, hasChanged { joinMovingPalm(at: frame.time) }
    if let edges {
      for index in known.indices where known[index].isNew || known[index].edge != nil {
        judge(index, frame.contacts[index], at: frame.time, by: edges)
      }
    }
    for index in known.indices where known[index].isPalm {
      frame.contacts[index].remarks.insert(.palm)
    }
    if hasChanged { for index in known.indices { known[index].isNew = false } }
  }

  /// Knows the contacts of a frame, in their order, and what was known of those that were there before.
  ///
  /// - Returns: whether they are others.
  private mutating func meet(_ frame: TouchFrame) -> Bool {
    let contacts = frame.contacts
    let areSame =
      known.count == contacts.count
      && known.indices.allSatisfy { known[$0].id == contacts[$0].id }
    guard !areSame else { return false }
    let before = known
    known = contacts.map { contact in
      if let old = before.first(where: { $0.id == contact.id }) { return old }
      let isSeen = !contact.remarks.contains(.unseenLanding)
      return Known(
        id: contact.id, landing: isSeen ? contact.position : nil,
        rest: (contact.position, frame.time))
    }
    return true
  }

  /// Finds the contacts that have moved.
  private mutating func follow(_ frame: TouchFrame) {
    var known = known.mutableSpan
    for index in known.indices {
      let place = frame.contacts[index].position
      if (place - known[index].rest.place).length >= Self.restingDistance {
        known[index].rest = (place, frame.time)
      }
    }
  }

  /// Takes what lands while a palm moves for a part of the same hand.
  private mutating func joinMovingPalm(at time: Timestamp) {
    let isMoving = known.contains {
      $0.isLasting && !$0.isNew && time - $0.rest.time < Self.holdTime
    }
    guard isMoving else { return }
    for index in known.indices where known[index].isNew && known[index].landing != nil {
      known[index].isLasting = true
    }
  }

  /// Whether the device says so.
  private func isPalm(_ signs: ContactSigns) -> Bool {
    signs.isPalmTool || signs.pressure > pressureLimit ?? .max || signs.size > rule.size ?? .max
  }

  /// Decides whether a contact is a palm because of an edge.
  private mutating func judge(
    _ index: Int, _ contact: Contact, at time: Timestamp, by edges: Edges
  ) {
    // Beside a finger that is none, it is not one: that is how two of them scroll along an edge.
    let isAccompanied =
      known.count > 1
      && known.indices.contains {
        $0 != index && !known[$0].isPalm
          && !edges.areOpposite(known[$0].landing, known[index].landing)
      }
    if let edge = known[index].edge {
      if isAccompanied
        || time - edge.time < Edges.timeout && edges.isLeft(from: edge.place, to: contact.position)
      {
        known[index].edge = nil
      }
    } else if known[index].isNew, let landing = known[index].landing, edges.contains(landing) {
      if findsHands, known.contains(where: { $0.isLasting && !$0.isNew }) {
        known[index].isLasting = true
      } else if !isAccompanied {
        known[index].edge = (landing, time)
      }
    }
  }
}

/// The zones of a touchpad where palms rest.
private struct Edges {
  /// How long a contact has for leaving the zone as a finger, in seconds: `PALM_TIMEOUT`.
  static let timeout = 0.2
  /// Touchpads that are narrower have no zones, in millimetres (`tp_init_palmdetect_edge`).
  static let narrowest = 70.0
  /// The zone at each side, in millimetres, and at most as a share of the width.
  static let side = (most: 8.0, share: 0.08)
  /// The zone above, as a share of the height, where that is more than so many millimetres.
  static let top = (share: 0.05, height: 55.0)
  /// What moves less in both directions has none but those of the axes, in millimetres
  /// (`xy_get_direction` of `util-input-event.h` and its kin).
  static let shortest = 2.0
  /// The tangent of 40.5°, nine tenths of an eighth of a circle: what is nearer to an edge's own
  /// direction moves along it.
  static let slope = 0.854080684634667

  private let left: Double
  private let right: Double
  private let top: Double

  /// The zones of a surface, or nothing where it is too small for any.
  init?(_ surface: Surface) {
    guard surface.size.x >= Self.narrowest else { return nil }
    let width = min(Self.side.most, surface.size.x * Self.side.share)
    left = width
    right = surface.size.x - width
    top =
      !surface.hasTopButtons && surface.size.y > Self.top.height
      ? surface.size.y * Self.top.share : 0
  }

  /// What two doubles of the same place may differ by, in millimetres.
  private static let rounding = 1e-9

  private func isAside(_ place: Point) -> Bool {
    place.x < left - Self.rounding || place.x > right + Self.rounding
  }

  func contains(_ place: Point) -> Bool { isAside(place) || place.y < top - Self.rounding }

  /// Whether one of two places is in the zone at the left, the other in the one at the right.
  func areOpposite(_ one: Point?, _ other: Point?) -> Bool {
    guard let one, let other, isAside(one), isAside(other) else { return false }
    return (one.x < left) != (other.x < left)
  }

  /// Whether a contact that landed in a zone has left it as a finger does: not along the edge.
  func isLeft(from start: Point, to place: Point) -> Bool {
    guard !contains(place) else { return false }
    let way = place - start
    let isShort = abs(way.x) < Self.shortest && abs(way.y) < Self.shortest
    if isAside(start) {
      return isShort ? way.y == 0 && way.x != 0 : abs(way.x) >= Self.slope * abs(way.y)
    }
    return isShort ? way.x == 0 && way.y > 0 : way.y > Self.slope * abs(way.x)
  }
}
