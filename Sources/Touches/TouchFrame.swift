public import PantographBase

/// The state of a surface at an instant.
public struct TouchFrame: Hashable, Sendable {
  /// The time of the frame.
  public var time: Timestamp
  /// The contacts on the surface, in the order of the device's slots.
  public var contacts: [Contact]
  /// The contacts whose position is not known yet.
  ///
  /// The kernel sends only changes, so a recording can contain a landing with one coordinate or none. Once
  /// both are known, the contact is among ``contacts``, with the same ID.
  package var unplaced: [UnplacedContact] = []
  /// The pens that hover over the surface, and the fingers that press too lightly to touch.
  package var hovering: [Contact] = []
  /// The IDs of contacts of the previous frame that disappeared without lifting.
  ///
  /// Either events were lost, so their lift was not seen; or they turned out to be palms, which are left out;
  /// or other contacts now represent the same fingers, as on a semi-multitouch device.
  public var vanished: [Int] = []
  /// Whether events were lost since the previous frame.
  public var hasLostEvents = false
  /// The number of fingers that the device reports; more than the contacts if it can't locate all of them.
  public var fingerCount: Int
  /// The time by which the device's clock has jumped back since the previous frame, in seconds.
  package var clockStep = 0.0
  /// Whether the contacts have moved since the previous frame though the device's clock has not advanced.
  ///
  /// Such frames share one instant: their duration is unknown.
  package var isClockFrozen = false

  /// Creates a frame from its time and contacts.
  public init(time: Timestamp, contacts: [Contact]) {
    self.time = time
    self.contacts = contacts
    fingerCount = contacts.count
  }

  /// Replaces the contents with those of another frame at another instant, and keeps its arrays' storage.
  ///
  /// No array's reference count changes, which would take longer than everything else that is done to a frame
  /// of one finger.
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
  /// Replaces the elements, of which there are few, and keeps the storage.
  @inline(__always)
  fileprivate mutating func show(_ others: [Element]) {
    if count != others.count {
      removeFew()
      for index in others.indices { append(others[index]) }
    } else {
      for index in others.indices { self[index] = others[index] }
    }
  }
}

/// A finger or pen on the surface whose position is not known yet.
package struct UnplacedContact: Hashable, Sendable {
  /// A number that no other contact of the same recording has.
  package var id: Int
  /// The distance from the left edge in millimetres, if known.
  package var x: Double?
  /// The distance from the upper edge in millimetres, if known.
  package var y: Double?

  /// Creates a contact from its ID and the coordinate that is known, if any.
  package init(id: Int, x: Double? = nil, y: Double? = nil) {
    self.id = id
    self.x = x
    self.y = y
  }
}

/// A finger or pen on the surface, from landing to lift.
public struct Contact: Hashable, Sendable {
  /// Marks of a contact.
  public struct Remarks: OptionSet, Hashable, Sendable {
    /// The raw bits.
    public let rawValue: UInt8

    /// Creates remarks from their raw bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The contact is a palm: the device reports it as one, or its pressure, size or landing at an edge
    /// indicates one.
    public static var palm: Remarks { Remarks(rawValue: 1 << 0) }
    /// It has moved further since the previous frame than fingers do: the sensor has jumped.
    public static var jump: Remarks { Remarks(rawValue: 1 << 1) }
    /// Its landing was not seen.
    public static var unseenLanding: Remarks { Remarks(rawValue: 1 << 2) }
  }

  /// A number that no other contact of the same recording has.
  public var id: Int
  /// The position.
  public var position: Point
  /// The pressure, from 0 to 1 of the device's range; `nil` if the device does not report it.
  public var pressure: Double?
  /// The force in grams; `nil` if the device does not report it.
  public var grams: Double?
  /// The tilt of a pen, in degrees to the right and downwards; `nil` if the device does not report it.
  public var tilt: Vector?
  /// The marks of the contact.
  public var remarks: Remarks = []

  /// Creates a contact from its ID, position and pressure.
  public init(id: Int, position: Point, pressure: Double? = nil) {
    self.id = id
    self.position = position
    self.pressure = pressure
  }
}
