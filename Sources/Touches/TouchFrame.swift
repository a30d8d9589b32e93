public import Quantities

/// Everything that is known of a surface at one instant.
public struct TouchFrame: Hashable, Sendable {
  /// When it was so.
  public var time: Timestamp
  /// The contacts on the surface, in the order of the device's slots.
  public var contacts: [Contact]

  /// Makes a frame from its time and contacts.
  public init(time: Timestamp, contacts: [Contact]) {
    self.time = time
    self.contacts = contacts
  }
}

/// One finger or pen on the surface, from landing to lift.
public struct Contact: Hashable, Sendable {
  /// A number that no other contact of the same recording has.
  public var id: Int
  /// Where it is.
  public var position: Point
  /// How hard it presses, from 0 to 1 of what the device can tell; nothing where it can't.
  public var pressure: Double?

  /// Makes a contact from its number, place and pressure.
  public init(id: Int, position: Point, pressure: Double? = nil) {
    self.id = id
    self.position = position
    self.pressure = pressure
  }
}
