public import Interactions
import Quantities
public import Trajectories

/// A report that can be taken away as it grows.
public protocol StreamReport: TrajectorySink where Failure == Never {
  /// What has been written and not yet been taken away.
  var bytes: [UInt8] { get set }
}

/// Writes samples as lines of comma-separated values.
///
/// The columns are `time,phase,fraction,velocity` and then the properties. Times are in seconds from
/// the first event of the recording, velocities are changes of the fraction per second.
public struct CSVReport: StreamReport {
  /// What has been written and not yet been taken away.
  public var bytes: [UInt8] = []

  /// Makes a report that begins with the names of the columns.
  public init(_ interaction: Interaction) {
    bytes.append("time,phase,fraction,velocity")
    for name in interaction.columns { bytes.append(",\(name)") }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Writes a sample as a line.
  public mutating func receive(_ sample: Sample) throws(Never) {
    bytes.appendFixed(scaled: sample.time.microseconds, decimals: 6)
    bytes.append(UInt8(ascii: ","))
    bytes.append(sample.phase.rawValue)
    bytes.append(UInt8(ascii: ","))
    bytes.appendFixed(sample.fraction, decimals: 6)
    bytes.append(UInt8(ascii: ","))
    bytes.appendFixed(sample.velocity, decimals: 6)
    for value in sample.values {
      bytes.append(UInt8(ascii: ","))
      bytes.appendFixed(value, decimals: 6)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Passes over an event: the columns have no place for it.
  public mutating func receive(_ event: TrajectoryEvent) throws(Never) {}
}

/// Writes samples and the events between them as one JSON object per line.
public struct NDJSONReport: StreamReport {
  /// What has been written and not yet been taken away.
  public var bytes: [UInt8] = []
  private let names: [String]
  /// What measures the gestures, if they are to be measured.
  private var meter: TrajectoryMeter?

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - interaction: what is reported on.
  ///   - isMeasured: whether the measures of each gesture follow it.
  public init(_ interaction: Interaction, isMeasured: Bool = false) {
    names = interaction.columns
    if isMeasured { meter = TrajectoryMeter(interaction) }
  }

  /// Writes a sample: `{"time":0.025000,"phase":"tracking","fraction":…,"velocity":…,"values":{…}}`.
  public mutating func receive(_ sample: Sample) throws(Never) {
    meter?.receive(sample)
    begin(sample.time.microseconds, "phase", sample.phase.rawValue)
    write(fraction: sample.fraction, velocity: sample.velocity)
    bytes.append(",\"values\":{")
    for (index, name) in names.enumerated() {
      bytes.append(index == 0 ? "\"" : ",\"")
      bytes.appendEscaped(name)
      bytes.append("\":")
      bytes.appendFixed(sample.values[index], decimals: 6)
    }
    bytes.append("}}\n")
  }

  /// Writes an event: `{"time":0.182311,"event":"ended","fraction":…,"velocity":…}`.
  ///
  /// What ends a gesture is followed by its measures, if it is measured: `{"time":…,"measures":{…}}`.
  public mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    begin(event.time.microseconds, "event", Milestone(event)?.name ?? "changed")
    write(fraction: event.fraction, velocity: event.velocity)
    switch event.kind {
    case .decided(let decision):
      bytes.append(",\"outcome\":\"\(decision.outcome.rawValue)\"")
      if let finding = decision.onlyFraction {
        bytes.append(",\"rule\":\"fractionAbove\",\"threshold\":")
        bytes.appendFixed(finding.condition.threshold, decimals: 6)
      }
      if let margin = decision.margin {
        bytes.append(",\"margin\":")
        bytes.appendFixed(margin, decimals: 6)
      }
      write(target: decision)
    case .completed(let position): bytes.append(",\"position\":\"\(position)\"")
    case .started(let run): bytes.append(",\"run\":\"\(run.rawValue)\"")
    case .began, .changed, .ended, .cancelled, .handoff, .held: break
    }
    bytes.append("}\n")
    meter?.receive(event)
    for measures in meter?.takeFinished() ?? [] {
      let members: [(String, JSONText)] = [
        ("time", .seconds(event.time)), ("measures", .measures(measures)),
      ]
      bytes.append("\(JSONText.object(members).text)\n")
    }
  }

  private mutating func begin(_ microseconds: Int64, _ key: String, _ value: String) {
    bytes.append("{\"time\":")
    bytes.appendFixed(scaled: microseconds, decimals: 6)
    bytes.append(",\"")
    bytes.append(key)
    bytes.append("\":\"")
    bytes.append(value)
    bytes.append("\"")
  }

  private mutating func write(fraction: Double, velocity: Double) {
    bytes.append(",\"fraction\":")
    bytes.appendFixed(fraction, decimals: 6)
    bytes.append(",\"velocity\":")
    bytes.appendFixed(velocity, decimals: 6)
  }

  /// Where a decision leads, and for a rule of clauses which one it was, counted from 1.
  private mutating func write(target decision: Decision) {
    bytes.append(",\"target\":")
    bytes.appendFixed(decision.target, decimals: 6)
    guard let judgement = decision.judgement, decision.onlyFraction == nil else { return }
    let clause = judgement.clause.map { "\($0 + 1)" } ?? "null"
    bytes.append(",\"clause\":\(clause),\"verdict\":\"\(judgement.verdict.rawValue)\"")
  }
}

extension Decision {
  /// What there is to a rule that is one progress to exceed.
  var onlyFraction: Finding? {
    guard let findings = judgement?.findings, findings.count == 1, findings[0].count == 1,
      findings[0][0].condition.quantity == .fraction,
      findings[0][0].condition.comparison == .above
    else { return nil }
    return findings[0][0]
  }
}

extension [UInt8] {
  /// Appends a text as it stands inside JSON's quotes.
  fileprivate mutating func appendEscaped(_ text: String) {
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { append(UInt8(ascii: "\\")) }
      append(byte)
    }
  }
}
