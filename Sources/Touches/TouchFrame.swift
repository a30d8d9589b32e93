public import Quantities

/// Everything that is known of a surface at one instant.
public struct TouchFrame: Hashable, Sendable {
  /// When it was so.
  public var time: Timestamp
  /// The contacts on the surface, in the order of the device's slots.
  public var contacts: [Contact]
  /// What touches the surface at a position that is not known yet.
  ///
  /// The kernel sends only what changes, so a recording can contain a landing with one coordinate or
  /// none. Once both are known, the contact is among ``contacts``, under the same number.
  public var unplaced: [UnplacedContact] = []
  /// What hovers over the surface without touching it: pens, and fingers that press too lightly.
  public var hovering: [Contact] = []
  /// The contacts of the frame before that are gone without having lifted.
  ///
  /// Events were lost, so that nobody has seen them lift; or they have turned out to be palms, which
  /// are left out; or what they stood for is told by other contacts now, see
  /// ``Surface/isSemiMultitouch``.
  public var vanished: [Int] = []
  /// Whether events were lost since the frame before.
  public var hasLostEvents = false
  /// How many fingers the device says there are; more than the contacts where it can't tell all apart.
  public var fingerCount: Int
  /// The seconds by which the device's clock has jumped back since the frame before.
  public var clockStep = 0.0
  /// Whether the device's clock has stood still since the frame before, though the contacts have not.
  ///
  /// Such frames keep their one instant: how long they took is not known.
  public var isClockFrozen = false

  /// Makes a frame from its time and contacts.
  public init(time: Timestamp, contacts: [Contact]) {
    self.time = time
    self.contacts = contacts
    fingerCount = contacts.count
  }

  /// Becomes a frame at another instant, in the memory that it has: no count of who refers to which array
  /// changes, which would take longer than all else that is done to a frame of one finger.
  package mutating func show(_ frame: TouchFrame, at instant: Timestamp) {
    contacts.show(frame.contacts)
    unplaced.show(frame.unplaced)
    hovering.show(frame.hovering)
    vanished.show(frame.vanished)
    time = instant
    hasLostEvents = frame.hasLostEvents
    fingerCount = frame.fingerCount
    clockStep = frame.clockStep
    isClockFrozen = frame.isClockFrozen
  }
}

extension Array {
  /// Has the few elements of another array.
  fileprivate mutating func show(_ others: [Element]) {
    removeFew()
    for index in others.indices { append(others[index]) }
  }
}

/// One finger or pen on the surface whose position is not known yet.
public struct UnplacedContact: Hashable, Sendable {
  /// A number that no other contact of the same recording has.
  public var id: Int
  /// The millimetres from the left edge, if they are known.
  public var x: Double?
  /// The millimetres from the upper edge, if they are known.
  public var y: Double?

  /// Makes a contact from its number and the coordinate that is known, if one is.
  public init(id: Int, x: Double? = nil, y: Double? = nil) {
    self.id = id
    self.x = x
    self.y = y
  }
}

/// One finger or pen on the surface, from landing to lift.
public struct Contact: Hashable, Sendable {
  /// What is remarkable about a contact.
  public struct Remarks: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Makes remarks from their bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The device takes it for the palm of a hand, or it is as hard, as big or as near to the edge as
    /// palms are.
    public static var palm: Remarks { Remarks(rawValue: 1 << 0) }
    /// It has moved further since the frame before than fingers do: the sensor has jumped.
    public static var jump: Remarks { Remarks(rawValue: 1 << 1) }
    /// It was there before anything was known of it.
    public static var unseenLanding: Remarks { Remarks(rawValue: 1 << 2) }
  }

  /// A number that no other contact of the same recording has.
  public var id: Int
  /// Where it is.
  public var position: Point
  /// How hard it presses, from 0 to 1 of what the device can tell; nothing where it can't.
  public var pressure: Double?
  /// How hard it presses, in grams; nothing where the device doesn't count in them.
  public var grams: Double?
  /// How far a pen leans, in degrees to the right and downwards; nothing where it can't be told.
  public var tilt: Vector?
  /// What is remarkable about it.
  public var remarks: Remarks = []

  /// Makes a contact from its number, place and pressure.
  public init(id: Int, position: Point, pressure: Double? = nil) {
    self.id = id
    self.position = position
    self.pressure = pressure
  }
}
