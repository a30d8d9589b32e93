import PantographBase
package import PantographInteractions
package import PantographTouches
package import PantographTrajectories

/// Writes a trajectory as a Perfetto trace: samples as counters; phases, gestures and contacts as slices;
/// decisions, handoffs and ends as instants.
///
/// Contacts that do not overlap in time share tracks, like a device's slots, so the number of tracks is bounded.
/// A slice that is open when the trajectory ends stays open in the trace.
package struct PerfettoReport: StreamReport {
  /// The bytes that were written and not yet removed.
  package var bytes: [UInt8] {
    get { packets.bytes }
    set { packets.bytes = newValue }
  }

  private var packets = TracePackets()
  private let gesture: String
  private var phase = Phase.idle
  private var isInGesture = false
  private var fingers: [FingerTracks] = []

  /// The tracks that contacts use one after another.
  private struct FingerTracks {
    /// The contact that uses the tracks now.
    var contact: Int?
    var hasPressure = false
  }

  /// The numbers of the tracks.
  private enum Number {
    static let process: UInt64 = 1
    static let thread: UInt64 = 2
    static let phase: UInt64 = 3
    static let gesture: UInt64 = 4
    static let fraction: UInt64 = 5
    static let velocity: UInt64 = 6
    static let properties: UInt64 = 7
    static let fingers: UInt64 = 8

    static func property(_ index: Int) -> UInt64 { 1 << 32 | UInt64(index) }
    /// The track of a finger's slices, followed by those of x, y and pressure.
    static func finger(_ index: Int) -> UInt64 { 2 << 32 | UInt64(index) * 4 }
  }

  /// Makes a report that starts with the names of the tracks.
  package init(_ interaction: Interaction) {
    gesture = Wording.name(of: interaction.gesture)
    packets.declareProcess(Number.process, "pantograph")
    packets.declareThread(Number.thread, in: Number.process, "pantograph")
    let tracks: [(UInt64, String, unit: String?)] = [
      (Number.gesture, "gesture", nil), (Number.phase, "phase", nil),
      (Number.fraction, "fraction", ""), (Number.velocity, "velocity", "1/s"),
      (Number.properties, "properties", nil), (Number.fingers, "fingers", nil),
    ]
    for (rank, track) in tracks.enumerated() {
      packets.declare(
        .init(
          number: track.0, parent: Number.process, name: track.1, rank: UInt64(rank),
          unit: track.unit))
    }
    for (index, name) in interaction.columns.enumerated() {
      packets.declare(
        .init(
          number: Number.property(index), parent: Number.properties, name: name,
          rank: UInt64(index), unit: ""))
    }
  }

  /// Writes a sample as a value of each counter.
  package mutating func receive(_ sample: Sample) throws(Never) {
    change(to: sample.phase, at: sample.time)
    packets.count(sample.fraction, on: Number.fraction, at: sample.time)
    packets.count(sample.velocity, on: Number.velocity, at: sample.time)
    for (index, value) in sample.values.enumerated() {
      packets.count(value, on: Number.property(index), at: sample.time)
    }
  }

  /// Writes an event; `changed` events are ignored, because contacts show the movements.
  package mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    var notes: [(String, TracePackets.Note)] = [
      ("fraction", .number(event.fraction)), ("velocity", .number(event.velocity)),
    ]
    switch event.kind {
    case .changed: return
    case .began:
      change(to: event.phase(after: phase), at: event.time)
      packets.begin(gesture, on: Number.gesture, at: event.time, notes)
      isInGesture = true
      return
    case .ended, .cancelled:
      // The gesture began before the trace.
      guard isInGesture else { return }
      let isCutOff = event.kind == .cancelled
      packets.end(on: Number.gesture, at: event.time, notes + [("cutOff", .flag(isCutOff))])
      isInGesture = false
      return
    case .decided(let decision): notes += Self.notes(on: decision)
    case .completed(let position): notes.append(("position", .text("\(position)")))
    case .started(let run): notes.append(("run", .text(run.name)))
    case .handoff, .held: break
    }
    let name = Milestone(event)?.name ?? ""
    packets.mark(name, on: Number.thread, at: event.time, notes)
    change(to: event.phase(after: phase), at: event.time)
  }

  /// Writes the positions of the contacts, and which have landed or lifted.
  package mutating func receive(_ frame: TouchFrame) throws(Never) {
    for (index, finger) in fingers.enumerated() {
      guard let contact = finger.contact, !frame.contacts.contains(where: { $0.id == contact })
      else {
        continue
      }
      let number = Number.finger(index)
      packets.end(
        on: number, at: frame.time, [("lifted", .flag(!frame.vanished.contains(contact)))])
      if finger.hasPressure { packets.count(0, on: number + 3, at: frame.time) }
      fingers[index].contact = nil
    }
    for contact in frame.contacts {
      let index = finger(of: contact, at: frame.time)
      let number = Number.finger(index)
      packets.count(contact.position.x, on: number + 1, at: frame.time)
      packets.count(contact.position.y, on: number + 2, at: frame.time)
      guard let pressure = contact.pressure else { continue }
      if !fingers[index].hasPressure {
        fingers[index].hasPressure = true
        packets.declare(
          .init(number: number + 3, parent: number, name: "pressure", rank: 2, unit: ""))
      }
      packets.count(pressure, on: number + 3, at: frame.time)
    }
  }

  /// Returns the finger of a contact: its own, or the first that is free.
  private mutating func finger(of contact: Contact, at time: Timestamp) -> Int {
    if let index = fingers.firstIndex(where: { $0.contact == contact.id }) { return index }
    let index = fingers.firstIndex { $0.contact == nil } ?? fingers.count
    let number = Number.finger(index)
    if index == fingers.count {
      fingers.append(FingerTracks())
      packets.declare(
        .init(
          number: number, parent: Number.fingers, name: "finger \(index + 1)", rank: UInt64(index)))
      for (rank, axis) in ["x", "y"].enumerated() {
        packets.declare(
          .init(
            number: number + 1 + UInt64(rank), parent: number, name: axis, rank: UInt64(rank),
            unit: "mm"))
      }
    }
    fingers[index].contact = contact.id
    // Contacts are counted from 1 in all reports.
    packets.begin(
      "contact \(contact.id + 1)", on: number, at: time,
      contact.remarks.contains(.palm) ? [("palm", .flag(true))] : [])
    return index
  }

  private mutating func change(to next: Phase, at time: Timestamp) {
    guard next != phase else { return }
    if phase == .tracking || phase == .settling { packets.end(on: Number.phase, at: time) }
    phase = next
    if phase == .tracking || phase == .settling {
      packets.begin(phase.rawValue, on: Number.phase, at: time)
    }
  }

  /// Returns the annotations of a decision.
  private static func notes(on decision: Decision) -> [(String, TracePackets.Note)] {
    var notes: [(String, TracePackets.Note)] = [
      ("outcome", .text(decision.outcome.rawValue)), ("target", .number(decision.target)),
    ]
    guard let judgement = decision.judgement else { return notes }
    notes.append(("reason", .text(Wording.reason(of: judgement))))
    if let margin = decision.margin { notes.append(("margin", .number(margin))) }
    if let finding = decision.onlyFraction {
      notes.append(("rule", .text("fractionAbove")))
      notes.append(("threshold", .number(finding.condition.threshold)))
    } else {
      if let clause = judgement.clause { notes.append(("clause", .count(UInt64(clause + 1)))) }
      notes.append(("verdict", .text(judgement.verdict.rawValue)))
    }
    return notes
  }
}

extension TrajectoryEvent {
  /// Returns the phase after this event.
  func phase(after phase: Phase) -> Phase {
    switch kind {
    case .began, .held: .tracking
    case .handoff, .started: .settling
    // An animation that completes under the fingers keeps tracking them.
    case .completed: phase == .tracking ? .tracking : .rest
    case .changed, .ended, .cancelled, .decided: phase
    }
  }
}
