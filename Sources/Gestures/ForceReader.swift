import Quantities
import Touches

/// Reads from frames how hard a contact presses.
struct ForceReader {
  enum Reading {
    /// Nothing that has a pressure is on the surface.
    case nothing
    /// Something presses so hard, from 0 to 1, at this place.
    case force(Double, Point)
  }

  let followed: PressedContact
  private var followers: [Int] = []
  /// Whether something that pressed was gone in the last frame, or was a palm, without having lifted.
  private(set) var isLost = false
  /// Whether no contact but palms is on the surface.
  private(set) var isSurfaceFree = true

  init(_ followed: PressedContact) {
    self.followed = followed
  }

  mutating func read(_ frame: TouchFrame) -> Reading {
    isSurfaceFree = !frame.contacts.contains(where: \.isFinger)
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

/// Whose force it is that counts.
public enum PressedContact: String, Hashable, Sendable {
  /// The contact that presses hardest; while several press, the gesture goes from one to the other.
  case hardest
  /// The contact that was there first; when it is gone, the next.
  case first
}
