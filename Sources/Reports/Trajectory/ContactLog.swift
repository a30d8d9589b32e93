import Quantities
public import Touches
public import Trajectories

/// Where the fingers were, and how hard they pressed: what a page draws of a hand.
///
/// Of very much it keeps every second place, then every fourth, and so on, and the first contacts of many.
public struct ContactLog: TrajectorySink, Sendable {
  /// A finger or pen on the surface, from landing to lift.
  struct Contact: Sendable {
    /// The number that the trajectory's frames have for it.
    let id: Int
    /// Where it was, and how hard it pressed.
    var places: [Place]
    /// The newest of its places, which is kept whatever is left out.
    var newest: Place
    /// Whether it is gone.
    var isGone = false
  }

  /// A contact at an instant.
  struct Place: Sendable {
    var time: Timestamp
    var position: Point
    var pressure: Double?
  }

  /// 4096: half a minute of one finger at 125 reports per second, and more than a picture shows.
  static let mostPlaces = 4096
  /// 48: more than anybody tells apart on a picture.
  static let mostContacts = 48

  private(set) var contacts: [Contact] = []
  /// How many contacts came after those that are kept.
  private(set) var leftOut = 0
  private var newestLeftOut = -1
  /// Every so manieth frame is kept.
  private var stride = 1
  private var frameCount = 0

  /// Makes a log of nothing yet.
  public init() {}

  /// Passes over a sample.
  public mutating func receive(_ sample: Sample) throws(Never) {}
  /// Passes over an event.
  public mutating func receive(_ event: TrajectoryEvent) throws(Never) {}

  /// Keeps where the fingers are.
  public mutating func receive(_ frame: TouchFrame) throws(Never) {
    let isKept = frameCount % stride == 0
    frameCount += 1
    for index in contacts.indices where !contacts[index].isGone {
      let id = contacts[index].id
      guard !frame.contacts.contains(where: { $0.id == id }) else { continue }
      contacts[index].end(at: frame.time)
    }
    for contact in frame.contacts {
      let place = Place(
        time: frame.time, position: contact.position, pressure: contact.pressure)
      if let index = contacts.lastIndex(where: { $0.id == contact.id }) {
        contacts[index].newest = place
        if isKept { contacts[index].places.append(place) }
      } else if contacts.count < Self.mostContacts {
        contacts.append(Contact(id: contact.id, places: [place], newest: place))
      } else if contact.id > newestLeftOut {
        // Numbers only grow.
        newestLeftOut = contact.id
        leftOut += 1
      }
    }
    if isKept, contacts.reduce(0, { $0 + $1.places.count }) > Self.mostPlaces { thin() }
  }

  private mutating func thin() {
    stride *= 2
    for index in contacts.indices {
      contacts[index].places = contacts[index].places.enumerated()
        .filter { $0.offset % 2 == 0 }.map(\.element)
    }
  }

  /// Every contact with all that is kept of it, to where it was last.
  var whole: [Contact] {
    contacts.map { contact in
      var contact = contact
      if let last = contact.places.last, last.time < contact.newest.time {
        contact.places.append(contact.newest)
      }
      return contact
    }
  }
}

extension ContactLog.Contact {
  /// It is where it was until the frame in which it is gone.
  fileprivate mutating func end(at time: Timestamp) {
    isGone = true
    newest.time = max(newest.time, time)
  }

  var landed: Timestamp { places.first?.time ?? newest.time }
  var lifted: Timestamp { newest.time }

  /// Where it was at an instant; nothing where it was not there.
  func position(at time: Timestamp) -> Point? {
    guard landed <= time, time <= lifted else { return nil }
    return places.last { $0.time <= time }?.position
  }
}
