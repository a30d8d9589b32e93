package import PantographBase
package import PantographInteractions
import PantographMotion

/// A report whose bytes can be removed while it is written.
package protocol StreamReport: TrajectorySink where Failure == Never {
  /// The bytes that were written and not yet removed.
  var bytes: [UInt8] { get set }
  /// Whether so much is written, 64 KiB, that it should be removed.
  ///
  /// A requirement, since reading ``bytes`` elsewhere copies the reference to them: 2 % of a replay.
  var isFull: Bool { get }
}

extension StreamReport {
  package var isFull: Bool { bytes.count >= 1 << 16 }
}

/// Writes samples as lines of comma-separated values.
///
/// The columns are those of ``Sample/head`` and then the properties. Times are in seconds since the
/// recording's first event; velocities are changes of the fraction per second.
package struct CSVReport: StreamReport {
  /// The bytes that were written and not yet removed.
  package var bytes: [UInt8] = []
  /// The largest number of bytes that a line takes; they are reserved once instead of for each number.
  private let room: Int

  /// Makes a report that starts with the column names.
  ///
  /// - Parameters:
  ///   - interaction: the interaction, whose properties are columns.
  ///   - isForPeople: whether control characters in the names are spelled out, as for a terminal.
  package init(_ interaction: Interaction, isForPeople: Bool = false) {
    bytes.append(Sample.head)
    for name in interaction.columns { bytes.append(",\(isForPeople ? name.shown : name)") }
    bytes.append(UInt8(ascii: "\n"))
    room =
      (Interaction.fixedColumns.count + interaction.columns.count)
      * OutputSpan<UInt8>.roomForNumber
  }

  /// Writes a sample as a line.
  package mutating func receive(_ sample: Sample) throws(Never) {
    // A closure that captures the sample would copy it.
    let (time, phase) = (sample.time.microseconds, sample.phase.word)
    let (fraction, velocity, values) = (sample.fraction, sample.velocity, sample.values.span)
    bytes.append(addingCapacity: room) { line in
      line.appendFixed(scaled: time, decimals: 6)
      line.append(UInt8(ascii: ","))
      line.append(text: phase)
      line.append(UInt8(ascii: ","))
      line.appendFixed(fraction, decimals: 6)
      line.append(UInt8(ascii: ","))
      line.appendFixed(velocity, decimals: 6)
      for index in values.indices {
        line.append(UInt8(ascii: ","))
        line.appendFixed(values[index], decimals: 6)
      }
      line.append(UInt8(ascii: "\n"))
    }
  }

  /// Ignores an event: the columns can't hold it.
  package mutating func receive(_ event: TrajectoryEvent) throws(Never) {}
}

/// Writes samples and the events between them as one JSON object per line.
package struct NDJSONReport: StreamReport {
  /// The bytes that were written and not yet removed.
  package var bytes: [UInt8] = []
  /// The bytes before each value of a sample.
  private let keys: [[UInt8]]
  /// The largest number of bytes that a sample takes.
  private let room: Int
  /// The meter of the gestures, if they are measured.
  private var meter: TrajectoryMeter?

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - interaction: the interaction of the trajectory.
  ///   - isMeasured: whether each gesture is followed by its measures.
  package init(_ interaction: Interaction, isMeasured: Bool = false) {
    keys = interaction.columns.enumerated().map { index, name in
      Array("\(index == 0 ? "" : ",")\(JSONText.string(name).text):".utf8)
    }
    // Ninety bytes are constant.
    room = keys.reduce(128 + 3 * OutputSpan<UInt8>.roomForNumber) {
      $0 + $1.count + OutputSpan<UInt8>.roomForNumber
    }
    if isMeasured { meter = TrajectoryMeter(interaction, judgesJank: true) }
  }

  /// Writes a sample: `{"time":0.025000,"phase":"tracking","fraction":…,"velocity":…,"values":{…}}`.
  package mutating func receive(_ sample: Sample) throws(Never) {
    meter?.receive(sample)
    bytes.append(addingCapacity: room) { line in
      line.append(text: "{\"time\":")
      line.appendFixed(scaled: sample.time.microseconds, decimals: 6)
      line.append(text: ",\"phase\":\"")
      line.append(text: sample.phase.word)
      line.append(fraction: sample.fraction, velocity: sample.velocity)
      line.append(text: ",\"values\":{")
      for index in keys.indices {
        line.append(keys[index])
        line.appendFixed(sample.values[index], decimals: 6)
      }
      line.append(text: "}}\n")
    }
  }

  /// Writes an event: `{"time":0.182311,"event":"ended","fraction":…,"velocity":…}`.
  ///
  /// If gestures are measured, the event that ends one is followed by `{"time":…,"measures":{…}}`.
  package mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    bytes.append(addingCapacity: 8 * OutputSpan<UInt8>.roomForNumber) { line in
      line.append(text: "{\"time\":")
      line.appendFixed(scaled: event.time.microseconds, decimals: 6)
      line.append(text: ",\"event\":\"")
      line.append(text: event.kind.word)
      line.append(fraction: event.fraction, velocity: event.velocity)
    }
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
    case .completed(let position): bytes.append(",\"position\":\"\(position.name)\"")
    case .started(let run):
      bytes.append(",\"run\":\"\(run.name)\"")
      if case .place(let target) = run {
        bytes.append(",\"target\":")
        bytes.appendFixed(target, decimals: 6)
      }
    case .began, .changed, .ended, .cancelled, .handoff, .held: break
    }
    bytes.append("}\n")
    meter?.receive(event)
    for measures in meter?.takeFinished() ?? [] {
      let members: [(key: String, value: JSONText)] = [
        ("time", .seconds(event.time)), ("measures", .measures(measures)),
      ]
      bytes.append("\(JSONText.object(members).text)\n")
    }
  }

  /// Writes the target of a decision, and for a rule of clauses the deciding one, counted from 1.
  private mutating func write(target decision: Decision) {
    bytes.append(",\"target\":")
    bytes.appendFixed(decision.target, decimals: 6)
    guard let judgement = decision.judgement, decision.onlyFraction == nil else { return }
    let clause = judgement.clause.map { "\($0 + 1)" } ?? "null"
    bytes.append(",\"clause\":\(clause),\"verdict\":\"\(judgement.verdict.rawValue)\"")
  }
}

extension Phase {
  /// The raw value as a static string, which needs no allocation.
  fileprivate var word: StaticString {
    switch self {
    case .idle: "idle"
    case .tracking: "tracking"
    case .settling: "settling"
    case .rest: "rest"
    }
  }
}

extension TrajectoryEvent.Kind {
  /// The event's name in JSON.
  fileprivate var word: StaticString {
    switch self {
    case .changed: "changed"
    case .began: "began"
    case .ended: "ended"
    case .cancelled: "cancelled"
    case .decided: "decided"
    case .handoff: "handoff"
    case .completed: "completed"
    case .held: "held"
    case .started: "started"
    }
  }
}

extension Decision {
  /// The finding of a rule that is a single fraction to exceed; `nil` for other rules.
  package var onlyFraction: Finding? {
    guard let findings = judgement?.findings, findings.count == 1, findings[0].count == 1,
      findings[0][0].condition.quantity == .fraction,
      findings[0][0].condition.comparison == .above
    else { return nil }
    return findings[0][0]
  }
}

extension OutputSpan<UInt8> {
  /// Closes a quoted word, and appends the fraction and the velocity.
  fileprivate mutating func append(fraction: Double, velocity: Double) {
    append(text: "\",\"fraction\":")
    appendFixed(fraction, decimals: 6)
    append(text: ",\"velocity\":")
    appendFixed(velocity, decimals: 6)
  }
}

extension JSONText {
  /// The measures of a gesture; null for a measure that could not be taken.
  package static func measures(_ measures: Measures) -> JSONText {
    .object(
      [
        ("began", .seconds(measures.began)),
        ("released", measures.released.map(JSONText.seconds) ?? .null),
        ("rested", measures.rested.map(JSONText.seconds) ?? .null),
        ("cutOff", .flag(measures.isCutOff)),
        ("outcome", .string(measures.outcome?.rawValue)),
      ]
        + measures.numbers.map { name, value in
          let isCount = name == "frames" || name == "staleFrames"
          return (name, .number(value, decimals: isCount ? 0 : 6))
        }
        + [("jank", .list(measures.jank.map { jank($0.jank, of: $0.column) }))])
  }

  /// The jank of a column during a gesture; null for what its series can't show.
  package static func jank(_ jank: Jank, of column: String) -> JSONText {
    func count(_ count: Int?) -> JSONText { count.map(JSONText.integer) ?? .null }
    return .object([
      ("column", .string(column)), ("frames", .integer(jank.frameCount)),
      ("janky", .integer(jank.jankyCount)),
      ("predictorJank", count(jank.predictorCount)),
      ("predictorShare", .number(jank.predictorShare)),
      ("predictorSeverity", .number(jank.severity)),
      ("missedVsyncs", count(jank.gapCount)), ("scrollJank", count(jank.scrollCount)),
      ("missedFrames", count(jank.missedCount)), ("roughSteps", count(jank.roughCount)),
      ("secondDifference", .number(jank.roughness)),
      ("droppedFrames", count(jank.droppedCount)), ("droppedShare", .number(jank.droppedShare)),
      (
        "instants",
        .list(
          jank.instants.map {
            [
              "time": .seconds($0.time), "rule": .string($0.rule.rawValue),
              "amount": .number($0.amount), "limit": .number($0.limit),
            ]
          })
      ),
    ])
  }

  /// An instant, in seconds.
  package static func seconds(_ time: Timestamp) -> JSONText {
    .number(time.seconds)
  }
}
