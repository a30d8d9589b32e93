import PantographBase
import PantographTouches

/// Turns contacts into the movements of one pen, which hovers where the device reports it.
struct PenFeed: PageFeed {
  /// Where the pen is.
  private enum State {
    case away
    case hovering(Contact)
    case touching(Contact)
  }

  private let page: Subject.Page
  private var state = State.away
  private(set) var inputs: [PageStep] = []

  init(_ page: Subject.Page) {
    self.page = page
  }

  mutating func take(_ frame: TouchFrame, at time: Timestamp) {
    if case .touching(let before) = state {
      guard let contact = frame.contacts.first(where: { $0.id == before.id }) else {
        // A pen that touches again at once has lifted in between.
        release(isSeen: !frame.vanished.contains(before.id), at: time)
        return take(frame, at: time)
      }
      if contact != before { add(.moved, contact, isDown: true, at: time) }
      state = .touching(contact)
    } else if let contact = frame.contacts.first {
      add(.pressed, contact, isDown: true, at: time)
      state = .touching(contact)
    } else if let contact = frame.hovering.first {
      if case .hovering(contact) = state { return }
      add(.moved, contact, isDown: false, at: time)
      state = .hovering(contact)
    } else {
      state = .away
    }
  }

  mutating func finish(at time: Timestamp) { release(isSeen: false, at: time) }

  private mutating func release(isSeen: Bool, at time: Timestamp) {
    guard case .touching(let contact) = state else { return }
    add(isSeen ? .released : .cancelled, contact, isDown: false, at: time)
    state = .hovering(contact)
  }

  private mutating func add(
    _ action: PagePointer.Action, _ contact: Contact, isDown: Bool, at time: Timestamp
  ) {
    let pointer = PagePointer(
      device: .pen, action: action, isDown: isDown, position: page.position(of: contact.position),
      pressure: isDown ? contact.pressure : nil, tilt: contact.tilt)
    inputs.append(.input(.pointer(pointer), time))
  }
}
