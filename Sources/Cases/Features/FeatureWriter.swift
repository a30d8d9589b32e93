import PantographGestures
import PantographReports
package import PantographTuning

/// Writes features of gestures as a table, one row each.
///
/// Numbers have as few digits as reading them back exactly allows. The documentation of `Tuning`
/// describes the columns.
package struct FeatureWriter: Sendable {
  /// A format of tables of features.
  package enum Format: String, CaseIterable, Sendable {
    /// Comma-separated values with a head.
    case csv
    /// A JSON object on each line.
    case ndjson
  }

  /// The number of conditions in each clause of a rule, which determines the columns of margins.
  package struct Margins: Hashable, Sendable {
    private(set) var counts: [Int] = []

    /// No margins.
    package init() {}

    /// Makes room for the margins of a rule.
    package mutating func add(_ rule: ReleaseRule) {
      for (index, clause) in rule.clauses.enumerated() {
        if index == counts.count { counts.append(0) }
        counts[index] = max(counts[index], clause.conditions.count)
      }
    }

    var names: [String] {
      counts.enumerated().flatMap { clause, count in
        (0..<count).map { FeatureColumns.margin(clause + 1, $0 + 1) }
      }
    }
  }

  /// The output that has not been taken yet.
  package var bytes: [UInt8] = []
  private let format: Format
  private let margins: Margins
  private let names: [String]

  /// Creates a writer that has written nothing, not even the head.
  package init(_ format: Format, _ margins: Margins) {
    self.format = format
    self.margins = margins
    names = FeatureColumns.all + margins.names
  }

  /// Writes the names of the columns, if the format has them.
  package mutating func writeHead() {
    guard format == .csv else { return }
    bytes.append(names.joined(separator: ",") + "\n")
  }

  private enum Value {
    case nothing
    case text(String)
    case number(Double)
    case written(String)
  }

  /// Writes a gesture with the results of its interaction's rule.
  package mutating func write(_ gesture: GestureFeatures, by rule: ReleaseRule) {
    var values: [Value] = [
      .text(gesture.recording), .written("\(gesture.number)"),
      .written(String(fixed: Double(gesture.time.microseconds) / 1_000_000, decimals: 6)),
      .text(gesture.end.rawValue),
      gesture.label.map { .text($0.meaning.word) } ?? .nothing,
      gesture.label?.person.map { .text($0) } ?? .nothing,
      .text(gesture.device),
    ]
    values += releaseValues(gesture, by: rule)
    values.append(gesture.peakPressure.map { .number($0) } ?? .nothing)
    if gesture.velocities.isEmpty {
      values += repeatElement(.nothing, count: FeatureColumns.velocities.count)
    }
    for velocity in gesture.velocities {
      values += [.number(velocity.along), .number(velocity.across)]
    }
    values += marginValues(gesture, by: rule)
    switch format {
    case .csv: writeRow(values)
    case .ndjson: writeObject(values)
    }
  }

  private func releaseValues(_ gesture: GestureFeatures, by rule: ReleaseRule) -> [Value] {
    let outcome = gesture.outcome(by: rule).map { Value.text($0.rawValue) } ?? .nothing
    guard let release = gesture.release(for: rule) else {
      return Array(repeating: .nothing, count: FeatureColumns.release.count + 1) + [outcome]
    }
    return [
      release.duration, release.restTime, release.fraction, release.startFraction, release.peak,
      release.distance, release.travel, release.crossTravel, release.lastMovement,
      rule.projectedEnd(of: release),
    ].map { .number($0) } + [outcome]
  }

  private func marginValues(_ gesture: GestureFeatures, by rule: ReleaseRule) -> [Value] {
    let findings =
      gesture.release(for: rule).flatMap { rule.decide($0).judgement?.findings } ?? []
    return margins.counts.enumerated().flatMap { clause, count in
      (0..<count).map { condition in
        guard clause < findings.count, condition < findings[clause].count else { return .nothing }
        return .number(findings[clause][condition].signedMargin)
      }
    }
  }

  private mutating func writeRow(_ values: [Value]) {
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      switch value {
      case .nothing: break
      case .text(let text): bytes.appendField(text)
      case .number(let number): bytes.append(number.asWritten)
      case .written(let text): bytes.append(text)
      }
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func writeObject(_ values: [Value]) {
    for (index, value) in values.enumerated() {
      bytes.append(index == 0 ? "{\"" : ",\"")
      bytes.append(names[index])
      bytes.append("\":")
      switch value {
      case .nothing: bytes.append("null")
      case .text(let text): bytes.append(JSONText.string(text).text)
      case .number(let number): bytes.append(number.asWritten)
      case .written(let text): bytes.append(text)
      }
    }
    bytes.append("}\n")
  }
}
