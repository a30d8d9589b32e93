/// A defect of a recording.
package struct Defect: Hashable, Sendable {
  /// A kind of defect.
  package enum Kind: String, CaseIterable, Sendable {
    /// The clock runs backwards.
    case clockBackward
    /// Contacts change while the clock stands still.
    case clockFrozen
    /// More than an hour passes between two events.
    case longPause
    /// The events of one frame have different times, as old programs wrote them.
    case unevenFrame
    /// Events were lost (`SYN_DROPPED`).
    case eventsLost
    /// A contact was gone after events were lost.
    case vanishedContact
    /// A contact was down before the recording began.
    case unseenLanding
    /// A contact landed although no x had been sent, so its x is unknown.
    case unknownX
    /// A contact landed although no y had been sent, so its y is unknown.
    case unknownY
    /// A contact was down when the recording ended.
    case unseenLift
    /// A contact took the slot of one that had not lifted.
    case replacedContact
    /// A position or pressure was sent for an empty slot.
    case emptySlot = "nobodyInSlot"
    /// A slot was selected that the device does not have.
    case unknownSlot
    /// A value is outside the range of its axis.
    case outOfRange
    /// The device's description does not list the event.
    case unknownCode
    /// A contact moved further between two frames than a finger can.
    case jump
    /// A frame contains no events.
    case emptyFrame
    /// The recording ends inside a frame.
    case cutOff
    /// The rest of the recording can't be read.
    case damaged
  }

  /// The kind of the defect.
  package let kind: Kind
  /// The number of times it occurs.
  package internal(set) var count: Int
  /// The line of the recording where it occurs first, from 1.
  package internal(set) var firstLine: Int

  /// Returns each kind once, with the sum of its counts and the first of its lines.
  package static func merged(_ defects: [Defect]) -> [Defect] {
    Kind.allCases.compactMap { kind in
      let same = defects.filter { $0.kind == kind }
      guard var first = same.min(by: { $0.firstLine < $1.firstLine }) else { return nil }
      first.count = same.reduce(0) { $0 + $1.count }
      return first
    }
  }
}

extension Defect.Kind {
  /// A description that can follow a number of times.
  package var sentence: String {
    switch self {
    case .clockBackward: "the clock runs backwards"
    case .clockFrozen: "contacts change while the clock stands still"
    case .longPause: "more than an hour passes between two events"
    case .unevenFrame: "the events of a frame have different times"
    case .eventsLost: "events were lost (SYN_DROPPED)"
    case .vanishedContact: "a contact was gone after events were lost"
    case .unseenLanding: "a contact was down before the recording began"
    case .unknownX: "the x of a contact is unknown when it lands"
    case .unknownY: "the y of a contact is unknown when it lands"
    case .unseenLift: "a contact was down when the recording ended"
    case .replacedContact: "a contact took the slot of one that had not lifted"
    case .emptySlot: "a position or pressure was sent for an empty slot"
    case .unknownSlot: "a slot was selected that the device does not have"
    case .outOfRange: "a value is outside the range of its axis"
    case .unknownCode: "the device's description does not list the event"
    case .jump: "a contact moved further than a finger can"
    case .emptyFrame: "a frame contains no events"
    case .cutOff: "the recording ends inside a frame"
    case .damaged: "the rest of the recording can't be read"
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

  /// All defects, in the order of ``Defect/Kind``.
  var all: [Defect] {
    Defect.Kind.allCases.compactMap { kind in found.first { $0.kind == kind } }
  }
}
