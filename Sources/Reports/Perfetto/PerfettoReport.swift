public import Interactions
import Quantities
public import Touches
public import Trajectories

/// Writes a trajectory as a trace for Perfetto: samples as counters; phases, gestures and contacts as
/// slices; what was decided, the handoff and the end as instants.
///
/// Contacts that are not there at the same time share their tracks, as a device's slots are shared, so
/// that hours have no more tracks than minutes. What has not ended when the trajectory does has no end
/// in the trace either.
public struct PerfettoReport: StreamReport {
  /// What has been written and not yet been taken away.
  public var bytes: [UInt8] {
    get { packets.bytes }
    set { packets.bytes = newValue }
  }

  private var packets = TracePackets()
  private let gesture: String
  private var phase = Phase.idle
  private var isInGesture = false
  private var lanes: [PartTimeline] = []

  /// The tracks of one contact after the other.
  private struct PartTimeline {
    /// The contact that is there.
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
    /// The track of a lane's slices; behind it come those of x, y and pressure.
    static func lane(_ index: Int) -> UInt64 { 2 << 32 | UInt64(index) * 4 }
  }

  /// Makes a report that begins with the names of the tracks.
  public init(_ interaction: Interaction) {
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
  public mutating func receive(_ sample: Sample) throws(Never) {
    change(to: sample.phase, at: sample.time)
    packets.count(sample.fraction, on: Number.fraction, at: sample.time)
    packets.count(sample.velocity, on: Number.velocity, at: sample.time)
    for (index, value) in sample.values.enumerated() {
      packets.count(value, on: Number.property(index), at: sample.time)
    }
  }

  /// Writes what an event begins, ends or is; of every movement the contacts tell.
  public mutating func receive(_ event: TrajectoryEvent) throws(Never) {
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
      // Of what had begun before anybody looked there is no beginning.
      guard isInGesture else { return }
      let isCutOff = event.kind == .cancelled
      packets.end(
        on: Number.gesture, at: event.time, notes + [("cutOff", .flag(isCutOff))])
      isInGesture = false
      return
    case .decided(let decision): notes += Self.notes(on: decision)
    case .completed(let position): notes.append(("position", .text("\(position)")))
    case .started(let run): notes.append(("run", .text(run.rawValue)))
    case .handoff, .held: break
    }
    let name = Milestone(event)?.name ?? ""
    packets.mark(name, on: Number.thread, at: event.time, notes)
    change(to: event.phase(after: phase), at: event.time)
  }

  /// Writes where the contacts are, and which have come or gone.
  public mutating func receive(_ frame: TouchFrame) throws(Never) {
    for (index, lane) in lanes.enumerated() {
      guard let contact = lane.contact, !frame.contacts.contains(where: { $0.id == contact }) else {
        continue
      }
      let number = Number.lane(index)
      packets.end(
        on: number, at: frame.time, [("lifted", .flag(!frame.vanished.contains(contact)))])
      if lane.hasPressure { packets.count(0, on: number + 3, at: frame.time) }
      lanes[index].contact = nil
    }
    for contact in frame.contacts {
      let index = lane(of: contact, at: frame.time)
      let number = Number.lane(index)
      packets.count(contact.position.x, on: number + 1, at: frame.time)
      packets.count(contact.position.y, on: number + 2, at: frame.time)
      guard let pressure = contact.pressure else { continue }
      if !lanes[index].hasPressure {
        lanes[index].hasPressure = true
        packets.declare(
          .init(number: number + 3, parent: number, name: "pressure", rank: 2, unit: ""))
      }
      packets.count(pressure, on: number + 3, at: frame.time)
    }
  }

  /// The lane of a contact: its own, or the first that is free.
  private mutating func lane(of contact: Contact, at time: Timestamp) -> Int {
    if let index = lanes.firstIndex(where: { $0.contact == contact.id }) { return index }
    let index = lanes.firstIndex { $0.contact == nil } ?? lanes.count
    let number = Number.lane(index)
    if index == lanes.count {
      lanes.append(PartTimeline())
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
    lanes[index].contact = contact.id
    // Counted from 1, as people are told of them.
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

  /// What there is to know about a decision.
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
  /// What the animation is doing once this has happened.
  func phase(after phase: Phase) -> Phase {
    switch kind {
    case .began, .held: .tracking
    case .handoff, .started: .settling
    // What comes to its end under the fingers waits for them there.
    case .completed: phase == .tracking ? .tracking : .rest
    case .changed, .ended, .cancelled, .decided: phase
    }
  }
}
