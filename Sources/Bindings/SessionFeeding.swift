import PantographBase
package import PantographCInterface
import PantographTouches
import PantographTrajectories

@c @implementation package func pg_session_feed(
  _ session: OpaquePointer?, _ time: Int64, _ contacts: UnsafePointer<pg_contact>?, _ count: Int
) -> pg_status {
  unsafe call(session) { state in
    guard let time = state.timestamp(time) else { return .invalid }
    guard state.assembler == nil else {
      return state.refuse("the session takes the events of a device")
    }
    guard let contacts = unsafe CArray(contacts, count), count <= mostContacts else {
      return state.refuse("\(count) contacts, or none in memory: expected 0 to \(mostContacts)")
    }
    state.frame.contacts.removeFew()
    for (index, contact) in contacts.enumerated() {
      guard contact.isPossible else {
        return state.refuse("contacts[\(index)] has an impossible position, pressure or flag")
      }
      let contact = Contact(contact)
      guard !state.frame.contacts.contains(where: { $0.id == contact.id }) else {
        return state.refuse("contacts[\(index)] has the id of another one, \(contact.id)")
      }
      state.frame.contacts.append(contact)
    }
    state.frame.time = time
    state.frame.fingerCount = count
    state.driver.feed(state.frame, into: &state.tape)
    return .ok
  }
}

/// A finger further from the edge than this, in millimetres, is a mistake.
private let farthest = 1e6

/// The slots that the kernel allows a device: more contacts are a mistake.
private let mostContacts = 1024

extension pg_contact {
  fileprivate var isPossible: Bool {
    x.magnitude <= farthest && y.magnitude <= farthest && (pressure.isNaN || pressure.isFinite)
      && flags & ~UInt32(PG_CONTACT_PALM) == 0
  }
}

extension Contact {
  /// Translates a contact.
  fileprivate init(_ contact: pg_contact) {
    self.init(
      id: Int(contact.id), position: Point(x: contact.x, y: contact.y),
      pressure: contact.pressure.isNaN ? nil : min(max(contact.pressure, 0), 1))
    if contact.flags & UInt32(PG_CONTACT_PALM) != 0 { remarks = .palm }
  }
}

@c @implementation package func pg_session_feed_events(
  _ session: OpaquePointer?, _ events: UnsafePointer<pg_input_event>?, _ count: Int
) -> pg_status {
  unsafe call(session) { state in
    guard state.assembler != nil else { return state.refuse("the session takes touch frames") }
    guard let events = unsafe CArray(events, count) else {
      return state.refuse("\(count) events, or none in memory")
    }
    // All or nothing.
    for (index, event) in events.enumerated() where !isNear(event.time, state.start) {
      return state.refuse("events[\(index)] is not within 200 years of the start")
    }
    for event in events {
      let event = InputEvent(
        time: Timestamp(microseconds: event.time), type: EventType(rawValue: event.type),
        code: EventCode(rawValue: event.code), value: event.value)
      if state.assembler?.feed(event) ?? false { state.feedAssembled() }
    }
    return .ok
  }
}

extension SessionState {
  fileprivate mutating func feedAssembled() {
    guard let frame = assembler?.frame else { return }
    driver.feed(frame, into: &tape)
  }
}
