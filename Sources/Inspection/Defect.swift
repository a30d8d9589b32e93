/// Something in a recording that a whole and healthy one would not have.
public struct Defect: Hashable, Sendable {
  /// What is wrong.
  public enum Kind: String, CaseIterable, Sendable {
    /// Time goes back.
    case clockBackward
    /// Contacts change while time stands still.
    case clockFrozen
    /// More than an hour passes between two events.
    case longPause
    /// The events of one frame have different times, as old programs wrote them.
    case unevenFrame
    /// Events were lost on the way (`SYN_DROPPED`).
    case eventsLost
    /// A contact was gone after events were lost.
    case vanishedContact
    /// A contact was down before the recording began.
    case unseenLanding
    /// A contact landed with an x that was not sent before, so that it is not known.
    case unknownX
    /// A contact landed with a y that was not sent before, so that it is not known.
    case unknownY
    /// A contact was down when the recording ended.
    case unseenLift
    /// A contact took another one's slot, which had not lifted.
    case replacedContact
    /// A place or a pressure came in a slot that nobody was in.
    case nobodyInSlot
    /// A slot is meant that the device does not have.
    case unknownSlot
    /// A value is outside the range of its axis.
    case outOfRange
    /// The device says of itself that it can't send such an event.
    case unknownCode
    /// A contact has moved further than fingers do.
    case jump
    /// A frame has nothing in it.
    case emptyFrame
    /// The recording ends inside a frame.
    case cutOff
    /// The recording can't be read from there on.
    case damaged
  }

  /// What is wrong.
  public let kind: Kind
  /// How often it is so.
  public internal(set) var count: Int
  /// The line of the recording in which it is so for the first time, from 1.
  public internal(set) var firstLine: Int

  /// Each kind once, with all its counts together and the first of its lines.
  public static func merged(_ defects: [Defect]) -> [Defect] {
    Kind.allCases.compactMap { kind in
      let same = defects.filter { $0.kind == kind }
      guard var first = same.min(by: { $0.firstLine < $1.firstLine }) else { return nil }
      first.count = same.reduce(0) { $0 + $1.count }
      return first
    }
  }
}

extension Defect.Kind {
  /// A few words for people, that go on after a number of times.
  public var sentence: String {
    switch self {
    case .clockBackward: "time goes back"
    case .clockFrozen: "contacts change while time stands still"
    case .longPause: "more than an hour passes between two events"
    case .unevenFrame: "the events of a frame have different times"
    case .eventsLost: "events were lost (SYN_DROPPED)"
    case .vanishedContact: "a contact was gone after events were lost"
    case .unseenLanding: "a contact was down before the recording began"
    case .unknownX: "the x of a contact is not known when it lands"
    case .unknownY: "the y of a contact is not known when it lands"
    case .unseenLift: "a contact was down when the recording ended"
    case .replacedContact: "a contact took the slot of one that had not lifted"
    case .nobodyInSlot: "a place or a pressure came in a slot that nobody was in"
    case .unknownSlot: "a slot is meant that the device does not have"
    case .outOfRange: "a value is outside its axis"
    case .unknownCode: "the device does not say that it can send such an event"
    case .jump: "a contact moved further than fingers do"
    case .emptyFrame: "a frame has nothing in it"
    case .cutOff: "the recording ends inside a frame"
    case .damaged: "the recording can't be read from there on"
    }
  }
}

/// The defects found so far, each kind once.
struct DefectList {
  private var found: [Defect] = []

  mutating func note(_ kind: Defect.Kind, line: Int) {
    if let index = found.firstIndex(where: { $0.kind == kind }) {
      found[index].count += 1
    } else {
      found.append(Defect(kind: kind, count: 1, firstLine: line))
    }
  }

  /// All of them, in the order in which their kinds are listed.
  var all: [Defect] {
    Defect.Kind.allCases.compactMap { kind in found.first { $0.kind == kind } }
  }
}
