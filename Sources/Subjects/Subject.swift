package import PantographTrajectories

/// A program under test, as `subject.json` in the folder of a case describes it.
package struct Subject: Hashable, Sendable {
  /// How the program receives the contacts of a recording.
  package enum Input: String, Hashable, Sendable, CaseIterable {
    /// A table with a header.
    case csv
    /// A JSON object a line.
    case ndjson
  }

  /// How fast the program receives them.
  package enum Pace: String, Hashable, Sendable, CaseIterable {
    /// As fast as it reads them.
    case fast
    /// Each row at its time since the start.
    case real
  }

  /// The program and its arguments; run in the folder of the case.
  package var command: [String]
  /// How the program receives the contacts.
  package var input = Input.csv
  /// How fast it receives them.
  package var pace = Pace.fast
  /// Pixels per millimetre; `nil` if the program is to receive millimetres only.
  package var pixelsPerMillimetre: Double?
  /// Requests for a sample per second.
  package var frameRate = 60.0
  /// Seconds for which samples are requested after the last contact has lifted.
  package var rest = 1.0
  /// Seconds after which the program is ended, besides the time that it has to wait for its input.
  package var timeLimit = 10.0
  /// How far each column may differ from what was accepted, by name.
  package var tolerances: [String: Tolerance] = [:]
  /// How far columns without a tolerance of their own may differ.
  package var everyTolerance = Tolerance.printed
  /// How much earlier or later an event may happen, in microseconds.
  package var eventTolerance: Int64 = 0

  /// Creates a subject with the usual settings.
  package init(command: [String]) {
    self.command = command
  }

  /// Returns how far a column may differ.
  package func tolerance(of column: String) -> Tolerance {
    tolerances[column] ?? everyTolerance
  }
}
