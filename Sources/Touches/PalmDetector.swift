import PantographBase

/// Distinguishes palms from fingers, by libinput's rules for touchpads (`tp_palm_detect` and its callees in
/// `evdev-mt-touchpad.c`).
///
/// Five rules are added. The first four, because a hand on the pad touches it in several places:
///
/// - A contact that lands at an edge beside a palm is part of it, and does not become a finger.
/// - A contact that lands anywhere while a palm moves is part of it, because all parts of a hand move
///   together.
/// - Two contacts that landed at opposite sides are two palms, not two fingers along an edge.
/// - A contact at an edge and one that landed at the same time, out of reach of a finger beside it, are parts
///   of hands as long as the one at the edge does not leave it as a finger.
/// - A contact that only its landing makes a palm is a finger once it has gone straight by 15 mm, away from the edge or
///   the palm beside which it landed. Fingers scroll beside a resting hand, or lie at an edge before they move.
struct PalmDetector {
  /// The distance that a resting palm may move, in millimetres.
  ///
  /// This is "Palm Stationary Distance" of ChromeOS's gesture library: the centre of a palm shifts by one or
  /// two millimetres as others land.
  private static let restingDistance = 4.0
  /// The time without movement after which a palm rests, in seconds.
  ///
  /// This is `DEFAULT_GESTURE_HOLD_TIMEOUT` of libinput's `evdev-mt-touchpad-gestures.c`.
  private static let holdTime = 0.18

  /// The greatest distance between two fingers side by side, in millimetres.
  ///
  /// The recorded scrolls with two fingers would lose none with 45; the parts of recorded palms land 61 to 82
  /// apart.
  private static let reach = 55.0
  /// The share of a finger's distance below which a palm beside it has stayed where it was.
  ///
  /// Recorded palms shift and tremble by up to a fifth of the scroll beside them.
  private static let stayingShare = 0.25
  /// The time in which the parts of a hand land, in seconds: at most 0.038 in the recorded palms.
  private static let landingTime = 0.05

  /// A contact and its history.
  private struct Known {
    var id: Int
    /// Whether it has landed in this frame.
    var isNew = true
    /// Whether it is a palm until it lifts.
    var isLasting = false
    /// The palm beside which it landed, and where that was, while this makes it a part of it.
    var joined: (id: Int, position: Point)?
    /// How it has moved since it landed, while only its landing makes it a palm.
    var stroke: Stroke
    /// Where and when it landed at an edge, while that makes it a palm.
    var edge: (position: Point, time: Timestamp)?
    /// Where it was seen landing.
    var landing: Point?
    /// When it landed, or was first seen.
    var landed: Timestamp
    /// Where and when it last moved by the resting distance, or landed.
    var rest: (position: Point, time: Timestamp)

    /// Whether it is a palm, or has landed beside one.
    var isHand: Bool { isLasting || joined != nil }
    /// Whether its landing makes it a palm.
    var isInferred: Bool { joined != nil || edge != nil }
    var isPalm: Bool { isLasting || isInferred }

    init(_ contact: Contact, at time: Timestamp) {
      let position = contact.position
      id = contact.id
      stroke = Stroke(from: position)
      landing = contact.remarks.contains(.unseenLanding) ? nil : position
      landed = time
      rest = (position, time)
    }
  }

  private let rule: PalmRule
  private let pressureLimit: Int32?
  private let edges: Edges?
  /// Whether contacts may be parts of one hand; not if they are the corners of a bounding box around it.
  private let findsRelatedContacts: Bool
  private var known: [Known] = []
  /// Whether the landing of a contact makes it a palm.
  private var isInferring = false

  init(_ rule: PalmRule, on surface: Surface) {
    self.rule = rule
    let isPad = surface.kind == .touchpad
    // A pressure in grams measures force and not size.
    let isSize = surface.hasContactPressure && surface.pressure?.resolution ?? 0 <= 0
    pressureLimit = isPad && isSize ? rule.pressure : nil
    findsRelatedContacts = isPad && rule.hasEdges && !surface.isSemiMultitouch
    edges = isPad && rule.hasEdges ? Edges(surface) : nil
  }

  /// Marks the palms in a frame; the signs are those of its contacts.
  mutating func mark(_ frame: inout TouchFrame, signs: [ContactSigns]) {
    let hasChanged = meet(frame)
    for index in known.indices where isPalm(signs[index]) { known[index].isLasting = true }
    follow(frame)
    if hasChanged || isInferring { infer(frame, hasChanged: hasChanged) }
    for index in known.indices where known[index].isPalm || isInferring && isBesidePalm(index) {
      frame.contacts[index].remarks.insert(.palm)
    }
    if hasChanged { for index in known.indices { known[index].isNew = false } }
  }

  /// Decides which contacts are palms because of where they landed.
  private mutating func infer(_ frame: TouchFrame, hasChanged: Bool) {
    if findsRelatedContacts, hasChanged { joinMovingPalm(frame) }
    if let edges {
      for index in known.indices where known[index].isNew || known[index].edge != nil {
        judge(index, frame, by: edges)
      }
    }
    for index in known.indices where known[index].isInferred { release(index, frame.contacts) }
    isInferring = known.contains { $0.isInferred }
  }

  /// Updates the known contacts to those of a frame, in their order.
  ///
  /// - Returns: Whether they have changed.
  private mutating func meet(_ frame: TouchFrame) -> Bool {
    let contacts = frame.contacts
    let areSame =
      known.count == contacts.count
      && known.indices.allSatisfy { known[$0].id == contacts[$0].id }
    guard !areSame else { return false }
    let before = known
    known = contacts.map { contact in
      before.first { $0.id == contact.id } ?? Known(contact, at: frame.time)
    }
    return true
  }

  /// Records which contacts have moved.
  private mutating func follow(_ frame: TouchFrame) {
    var known = known.mutableSpan
    for index in known.indices {
      let position = frame.contacts[index].position
      if (position - known[index].rest.position).length >= Self.restingDistance {
        known[index].rest = (position, frame.time)
      }
    }
  }

  /// Marks contacts that land while a palm moves as parts of it.
  private mutating func joinMovingPalm(_ frame: TouchFrame) {
    let isMoving = known.contains {
      $0.isHand && !$0.isNew && frame.time - $0.rest.time < Self.holdTime
    }
    guard isMoving else { return }
    for index in known.indices where known[index].isNew && known[index].landing != nil {
      join(index, in: frame)
    }
  }

  /// Marks a contact as a part of a palm that was there before.
  private mutating func join(_ index: Int, in frame: TouchFrame) {
    let others = known.indices.filter { known[$0].isHand && !known[$0].isNew }
    guard let palm = others.first(where: { known[$0].isLasting }) ?? others.first else { return }
    known[index].joined = (known[palm].id, frame.contacts[palm].position)
  }

  /// Lets a contact that only its landing makes a palm be a finger once it goes straight, away from the palm.
  private mutating func release(_ index: Int, _ contacts: [Contact]) {
    known[index].stroke.follow(contacts[index].position)
    guard let distance = known[index].stroke.straightDistance else { return }
    // Along an edge, palms move, too.
    if known[index].edge != nil, edges?.contains(contacts[index].position) ?? false { return }
    // The parts of a hand move together.
    let goesAlone = known.indices.allSatisfy { other in
      guard known[other].isLasting else { return true }
      guard let joined = known[index].joined, joined.id == known[other].id else { return false }
      let shift = (contacts[other].position - joined.position).length
      return shift < Self.stayingShare * distance
    }
    guard goesAlone else { return }
    known[index].joined = nil
    known[index].edge = nil
  }

  /// Returns whether a contact landed together with a palm at an edge, as another part of the hand.
  private func isBesidePalm(_ index: Int) -> Bool {
    known.contains { $0.edge != nil && areOneHand($0, known[index]) }
  }

  /// Returns whether two contacts landed at the same time, too far apart for two fingers.
  private func areOneHand(_ one: Known, _ other: Known) -> Bool {
    guard findsRelatedContacts, let start = one.landing, let end = other.landing else {
      return false
    }
    return abs(one.landed - other.landed) < Self.landingTime
      && (end - start).length > Self.reach
  }

  /// Returns whether the device's values indicate a palm.
  private func isPalm(_ signs: ContactSigns) -> Bool {
    signs.isPalmTool || signs.pressure > pressureLimit ?? .max || signs.size > rule.size ?? .max
  }

  /// Decides whether a contact is a palm because of an edge.
  private mutating func judge(
    _ index: Int, _ frame: TouchFrame, by edges: Edges
  ) {
    let contacts = frame.contacts
    let time = frame.time
    // Beside a finger that is not a palm, it is not one either: two fingers may scroll along an edge.
    let isAccompanied =
      known.count > 1
      && known.indices.contains {
        $0 != index && !known[$0].isPalm
          && !edges.areOpposite(known[$0].landing, known[index].landing)
          && !areOneHand(known[$0], known[index])
      }
    if let edge = known[index].edge {
      if isAccompanied
        || time - edge.time < Edges.timeout
          && edges.isLeft(from: edge.position, to: contacts[index].position)
      {
        known[index].edge = nil
      }
    } else if known[index].isNew, let landing = known[index].landing, edges.contains(landing) {
      if findsRelatedContacts, known.contains(where: { $0.isHand && !$0.isNew }) {
        join(index, in: frame)
      } else if !isAccompanied {
        known[index].edge = (landing, time)
      }
    }
  }
}

/// The path of a contact, and whether it is straight.
private struct Stroke {
  /// The distance from which a contact that goes straight is a finger, in millimetres.
  ///
  /// Palms that lie at an edge alone have moved by at most 8.1 mm in the recordings of a study.
  static let shortest = 15.0
  /// The length of the path's steps, in millimetres, which is more than the noise of a recorded sensor.
  static let step = 4.0
  /// The share of the path that a straight one is in distance.
  static let straightness = 0.9

  /// The distance between two reports that no finger moves, in millimetres: libinput's
  /// (`tp_detect_jumps` of `evdev-mt-touchpad.c`).
  static let jump = 20.0

  private let start: Point
  private var last: Point
  private var path = 0.0

  init(from start: Point) {
    self.start = start
    last = start
  }

  mutating func follow(_ position: Point) {
    let step = (position - last).length
    guard step >= Self.step else { return }
    // A contact that jumps has become another part of the hand.
    path += step > Self.jump ? .infinity : step
    last = position
  }

  /// The distance from the start, if it is long enough and the path is straight.
  var straightDistance: Double? {
    let distance = (last - start).length
    return distance >= Self.shortest && distance >= Self.straightness * path ? distance : nil
  }
}

/// The zones of a touchpad where palms rest.
private struct Edges {
  /// The time in which a contact may leave the zone as a finger, in seconds: `PALM_TIMEOUT`.
  static let timeout = 0.2
  /// The minimum width of a touchpad with zones, in millimetres (`tp_init_palmdetect_edge`).
  static let narrowest = 70.0
  /// The maximum width of the zone at each side, in millimetres and as a share of the touchpad's width.
  static let side = (most: 8.0, share: 0.08)
  /// The zone at the top, as a share of the height, and the height in millimetres above which it exists.
  static let top = (share: 0.05, height: 55.0)
  /// The movement in millimetres below which only exact axis directions count (`xy_get_direction` of
  /// `util-input-event.h` and related functions).
  static let shortest = 2.0
  /// The tangent of 40.5°, nine tenths of an eighth of a circle: a movement closer to the direction of an
  /// edge is along it.
  static let slope = 0.854080684634667

  private let left: Double
  private let right: Double
  private let top: Double

  /// Creates the zones of a surface, or `nil` if it is too small for any.
  init?(_ surface: Surface) {
    guard surface.size.x >= Self.narrowest else { return nil }
    let width = min(Self.side.most, surface.size.x * Self.side.share)
    left = width
    right = surface.size.x - width
    top =
      !surface.hasTopButtons && surface.size.y > Self.top.height
      ? surface.size.y * Self.top.share : 0
  }

  /// The rounding error of a position, in millimetres.
  private static let rounding = 1e-9

  private func isAside(_ point: Point) -> Bool {
    point.x < left - Self.rounding || point.x > right + Self.rounding
  }

  func contains(_ point: Point) -> Bool { isAside(point) || point.y < top - Self.rounding }

  /// Returns whether one of two points is in the left zone and the other in the right one.
  func areOpposite(_ one: Point?, _ other: Point?) -> Bool {
    guard let one, let other, isAside(one), isAside(other) else { return false }
    return (one.x < left) != (other.x < left)
  }

  /// Returns whether a contact that landed in a zone has left it like a finger: not along the edge.
  func isLeft(from start: Point, to end: Point) -> Bool {
    guard !contains(end) else { return false }
    let translation = end - start
    let isShort = abs(translation.x) < Self.shortest && abs(translation.y) < Self.shortest
    if isAside(start) {
      return isShort
        ? translation.y == 0 && translation.x != 0
        : abs(translation.x) >= Self.slope * abs(translation.y)
    }
    return isShort
      ? translation.x == 0 && translation.y > 0 : translation.y > Self.slope * abs(translation.x)
  }
}
