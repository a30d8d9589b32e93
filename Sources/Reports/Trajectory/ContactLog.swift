import PantographQuantities
package import PantographTouches
package import PantographTrajectories

/// The positions and pressures of contacts, as far as a page draws them.
///
/// Long recordings are thinned to every second position, then every fourth, and so on. Of many contacts the
/// first ones are kept.
package struct ContactLog: TrajectorySink, Sendable {
  /// A finger or pen on the surface, from landing to lift.
  struct Contact: Sendable {
    /// The ID of the contact in the trajectory's frames.
    let id: Int
    /// The positions and pressures of the contact.
    var points: [ContactPoint]
    /// The newest point, which is always kept.
    var newest: ContactPoint
    /// Whether it is gone.
    var isGone = false
  }

  /// A contact at an instant.
  struct ContactPoint: Sendable {
    var time: Timestamp
    var position: Point
    var pressure: Double?
  }

  /// 4096: half a minute of one finger at 125 reports per second, and more than a picture can show.
  static let mostPoints = 4096
  /// 48: more than can be told apart on a picture.
  static let mostContacts = 48

  private(set) var contacts: [Contact] = []
  /// The number of contacts after those that are kept.
  private(set) var leftOut = 0
  private var newestLeftOut = -1
  /// One frame of this many is kept.
  private var stride = 1
  private var frameCount = 0

  /// Makes an empty log.
  package init() {}

  /// Ignores a sample.
  package mutating func receive(_ sample: Sample) throws(Never) {}
  /// Ignores an event.
  package mutating func receive(_ event: TrajectoryEvent) throws(Never) {}

  /// Keeps the positions of the fingers.
  package mutating func receive(_ frame: TouchFrame) throws(Never) {
    let isKept = frameCount % stride == 0
    frameCount += 1
    for index in contacts.indices where !contacts[index].isGone {
      let id = contacts[index].id
      guard !frame.contacts.contains(where: { $0.id == id }) else { continue }
      contacts[index].end(at: frame.time)
    }
    for contact in frame.contacts {
      let point = ContactPoint(
        time: frame.time, position: contact.position, pressure: contact.pressure)
      if let index = contacts.lastIndex(where: { $0.id == contact.id }) {
        contacts[index].newest = point
        if isKept { contacts[index].points.append(point) }
      } else if contacts.count < Self.mostContacts {
        contacts.append(Contact(id: contact.id, points: [point], newest: point))
      } else if contact.id > newestLeftOut {
        // IDs only grow.
        newestLeftOut = contact.id
        leftOut += 1
      }
    }
    if isKept, contacts.reduce(0, { $0 + $1.points.count }) > Self.mostPoints { thin() }
  }

  private mutating func thin() {
    stride *= 2
    for index in contacts.indices {
      contacts[index].points = contacts[index].points.enumerated()
        .filter { $0.offset % 2 == 0 }.map(\.element)
    }
  }

  /// Every contact with its kept points and its newest one.
  var whole: [Contact] {
    contacts.map { contact in
      var contact = contact
      if let last = contact.points.last, last.time < contact.newest.time {
        contact.points.append(contact.newest)
      }
      return contact
    }
  }
}

extension ContactLog.Contact {
  /// Ends the contact: it stays at its last position until the frame in which it is gone.
  fileprivate mutating func end(at time: Timestamp) {
    isGone = true
    newest.time = max(newest.time, time)
  }

  var landed: Timestamp { points.first?.time ?? newest.time }
  var lifted: Timestamp { newest.time }

  /// Returns its position at an instant; `nil` before it landed and after it lifted.
  func position(at time: Timestamp) -> Point? {
    guard landed <= time, time <= lifted else { return nil }
    return points.last { $0.time <= time }?.position
  }
}
