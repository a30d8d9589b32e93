import PantographBase
import PantographTouches

/// The force of a contact, read from frames.
struct ForceReader {
  enum Reading {
    /// No contact with a pressure is on the surface.
    case nothing
    /// A contact presses with this force, from 0 to 1, at this position.
    case force(Double, Point)
  }

  let followed: PressedContact
  private var followers: [Int] = []
  /// Whether a followed contact disappeared in the last frame without lifting, or became a palm.
  private(set) var isLost = false
  /// Whether there are no contacts on the surface except palms.
  private(set) var isSurfaceFree = true

  init(_ followed: PressedContact) {
    self.followed = followed
  }

  mutating func read(_ frame: TouchFrame) -> Reading {
    isSurfaceFree = !frame.contacts.contains { $0.isFinger }
    isLost = followers.contains { id in
      frame.vanished.contains(id) || frame.contacts.contains { $0.id == id && !$0.isFinger }
    }
    let oldest = followers.first
    followers.removeAll(keepingCapacity: true)
    var reading = Reading.nothing
    for contact in frame.contacts where contact.isFinger {
      guard let pressure = contact.pressure else { continue }
      switch followed {
      case .hardest:
        followers.append(contact.id)
        if case .force(let hardest, _) = reading, hardest >= pressure { continue }
        reading = .force(pressure, contact.position)
      case .first:
        if !followers.isEmpty, contact.id != oldest { continue }
        followers = [contact.id]
        reading = .force(pressure, contact.position)
      }
    }
    return reading
  }
}

/// The contact whose force counts.
public enum PressedContact: String, Hashable, Sendable {
  /// The contact that presses hardest; while several press, it may change.
  case hardest
  /// The contact that landed first; when it is gone, the next.
  case first
}
