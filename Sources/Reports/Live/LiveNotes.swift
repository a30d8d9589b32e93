package import PantographBase
import PantographGestures
package import PantographInteractions
package import PantographTouches
package import PantographTrajectories

/// Writes what a live page shows beside the trajectory, as one JSON object per line whose first member is `note`.
///
///     {"note":"source","surface":[104.000000,64.000000]}
///     {"note":"fingers","time":0.012000,"fingers":[[1,52.100,30.250]]}
///     {"note":"gesture","number":1,"began":0.031000,"time":0.310000,"outcome":"finish","margin":"0.23","reason":"…"}
///     {"note":"levels","levels":{"fraction":[[0.500000,"above 0.50"]],"velocity":[]}}
package struct LiveNotes: StreamReport {
  /// The bytes that were written and not yet removed.
  package var bytes: [UInt8] = []
  /// The number of gestures that have begun, over all sources.
  package private(set) var gestureCount = 0

  private let interaction: Interaction
  private var hasContacts = false
  /// When the newest gesture began.
  private var began = Timestamp(microseconds: 0)

  /// Makes a report on an interaction.
  package init(_ interaction: Interaction) { self.interaction = interaction }

  /// Writes the size of the surface of a source, whose time starts at 0.
  package mutating func begin(on surface: Surface) {
    let size = [surface.size.x, surface.size.y].map { JSONText.number($0) }
    write(["note": .string("source"), "surface": .list(size)])
    hasContacts = false
  }

  /// Writes that the recording of a gesture can be saved.
  package mutating func offer(_ number: Int, at path: String) {
    write(["note": .string("kept"), "number": .integer(number), "file": .string(path)])
  }

  /// Writes that the user's page has changed, upon which it is loaded again; the time makes the note unique.
  package mutating func writeChange(at time: Timestamp) {
    write(["note": .string("changed"), "at": .integer(Int(time.microseconds))])
  }

  /// Ignores a sample.
  package mutating func receive(_ sample: Sample) throws(Never) {}

  /// Writes the outcome of a gesture, and where the thresholds were.
  package mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    switch event.kind {
    case .began: (gestureCount, began) = (gestureCount + 1, event.time)
    case .cancelled: writeOutcome("cut off", at: event.time)
    case .ended:
      var section = DecisionSection(interaction)
      // A threshold in millimetres per second has a place in the plot once the distance is known.
      section.receive(event)
      write(["note": .string("levels"), "levels": Self.levels(of: section)])
    case .decided(let decision):
      let reason = decision.judgement.map(Wording.reason(of:)) ?? Wording.cutOff
      var margin: String?
      if let finding = decision.judgement?.findings[0][0], let value = decision.margin {
        margin = Wording.number(value) + Wording.unit(of: finding.condition)
      }
      let isCutOff = decision.judgement == nil
      writeOutcome(
        isCutOff ? "cut off" : Wording.outcome(of: decision), margin, reason, at: event.time)
    case .changed, .handoff, .completed, .held, .started: break
    }
  }

  /// Writes the positions of the fingers, in millimetres.
  package mutating func receive(_ frame: TouchFrame) throws(Never) {
    guard hasContacts || !frame.contacts.isEmpty else { return }
    hasContacts = !frame.contacts.isEmpty
    bytes.append("{\"note\":\"fingers\",\"time\":")
    bytes.appendFixed(scaled: frame.time.microseconds, decimals: 6)
    bytes.append(",\"fingers\":[")
    for (index, contact) in frame.contacts.enumerated() {
      bytes.append(index == 0 ? "[" : ",[")
      bytes.appendFixed(scaled: Int64(contact.id), decimals: 0)
      for coordinate in [contact.position.x, contact.position.y] {
        bytes.append(",")
        bytes.appendFixed(coordinate, decimals: 3)
      }
      bytes.append("]")
    }
    bytes.append("]}\n")
  }

  private mutating func write(_ line: JSONText) { bytes.append("\(line.text)\n") }

  private mutating func writeOutcome(
    _ outcome: String, _ margin: String? = nil, _ reason: String = "", at time: Timestamp
  ) {
    write([
      "note": .string("gesture"), "number": .integer(gestureCount), "began": .seconds(began),
      "time": .seconds(time),
      "outcome": .string(outcome), "margin": .string(margin), "reason": .string(reason),
    ])
  }

  /// The thresholds of a rule that are levels of the fraction or the velocity, as far as they are known.
  static func levels(of section: DecisionSection) -> JSONText {
    func list(_ levels: [ChannelPlot.Level]) -> JSONText {
      .list(levels.map { .list([.number($0.value), .string($0.words)]) })
    }
    let levels = section.levels
    return ["fraction": list(levels.fraction), "velocity": list(levels.velocity)]
  }
}
