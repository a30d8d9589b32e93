import PantographQuantities
import PantographSubjects
import PantographTrajectories

extension Subject.Tolerances {
  /// Reads tolerances such as `2`, `2,0.017` or `sheet.y=2,0.017;sheet.alpha=0.1` over these.
  ///
  /// - Parameters:
  ///   - text: the tolerances; one without a column is for all other columns.
  ///   - command: the command whose option this is.
  mutating func read(_ text: String, of command: String) throws(CommandError) {
    for part in text.split(separator: ";", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", maxSplits: 1)
      let numbers = (sides.last ?? "").split(separator: ",", omittingEmptySubsequences: false)
        .map { Double($0) }
      let column = sides.count == 2 ? String(sides[0]) : nil
      // Without seconds, they stay as they are.
      let usual = Double(self[column ?? "*"].microseconds) / 1e6
      guard let value = numbers.first ?? nil, (0...1e12).contains(value), numbers.count <= 2,
        let seconds = numbers.count == 2 ? numbers[1] : usual, (0...60).contains(seconds)
      else {
        throw CommandError(
          "\(command): --tolerance \(text): expected a number, two such as 0.001,0.02, or those of"
            + " columns such as 'sheet.y=2,0.02;alpha=0.1'")
      }
      let tolerance = Tolerance(value: value, microseconds: Int64((seconds * 1e6).rounded()))
      if let column {
        columns[column] = tolerance
      } else {
        others = tolerance
        events = tolerance.microseconds
      }
    }
  }
}
