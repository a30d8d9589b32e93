import PantographBase
package import PantographTouches
package import PantographTrajectories

/// The positions and pressures of all contacts.
package struct ContactLog: TrajectorySink, Sendable {
  /// A finger or pen on the surface, from landing to lift.
  struct Contact: Sendable {
    /// The ID of the contact in the trajectory's frames.
    let id: Int
    /// The positions and pressures of the contact; the last one until it was gone.
    var points: [ContactPoint]
  }

  /// A contact at an instant.
  struct ContactPoint: Sendable {
    var time: Timestamp
    var position: Point
    var pressure: Double?
  }

  private(set) var contacts: [Contact] = []
  /// The indices of the contacts that are on the surface.
  private var present: [Int] = []
  /// The largest number of contacts at a time.
  private(set) var mostAtOnce = 0

  /// Makes an empty log.
  package init() {}

  /// Ignores a sample.
  package mutating func receive(_ sample: Sample) throws(Never) {}
  /// Ignores an event.
  package mutating func receive(_ event: TrajectoryEvent) throws(Never) {}

  /// Keeps the positions of the fingers.
  package mutating func receive(_ frame: TouchFrame) throws(Never) {
    present.removeAll { index in
      guard !frame.contacts.contains(where: { $0.id == contacts[index].id }) else { return false }
      contacts[index].end(at: frame.time)
      return true
    }
    for contact in frame.contacts {
      let point = ContactPoint(
        time: frame.time, position: contact.position, pressure: contact.pressure)
      if let index = present.first(where: { contacts[$0].id == contact.id }) {
        contacts[index].points.append(point)
      } else {
        present.append(contacts.count)
        contacts.append(Contact(id: contact.id, points: [point]))
      }
    }
    mostAtOnce = max(mostAtOnce, present.count)
  }
}

extension ContactLog.Contact {
  /// Ends the contact: it stays at its last position until the frame in which it is gone.
  fileprivate mutating func end(at time: Timestamp) {
    guard var last = points.last, last.time < time else { return }
    last.time = time
    points.append(last)
  }

  /// Where it landed.
  var first: ContactLog.ContactPoint { points[0] }
  /// Where it was last.
  var last: ContactLog.ContactPoint { points[points.count - 1] }
  var landed: Timestamp { first.time }
  var lifted: Timestamp { last.time }

  /// Returns its position at an instant; `nil` before it landed and after it lifted.
  func position(at time: Timestamp) -> Point? {
    guard landed <= time, time <= lifted else { return nil }
    return points.last { $0.time <= time }?.position
  }
}
