import PantographBase
import PantographSubjects
import PantographTrajectories

extension Tolerances {
  /// Reads tolerances such as `2`, `2,0.017` or `sheet.y=2,0.017;*=1;events=0,0.1` over these.
  ///
  /// As in `subject.json`, `*` is every other column, and `events` all events. A tolerance without a name replaces
  /// all of these, except for those that `text` names.
  ///
  /// - Parameters:
  ///   - text: the tolerances.
  ///   - command: the command whose option this is.
  mutating func read(_ text: String, of command: String) throws(CommandError) {
    func mistake(_ sentence: String) -> CommandError {
      CommandError("\(command): --tolerance \(text): \(sentence)")
    }
    var given: [(name: String?, numbers: [Double])] = []
    for part in text.split(separator: ";", omittingEmptySubsequences: false) {
      // A column's name may contain the sign.
      let sign = part.lastIndex(of: "=")
      let numbers = part[(sign.map(part.index(after:)) ?? part.startIndex)...]
        .split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
      guard (1...2).contains(numbers.count), (0...1e12).contains(numbers[0]),
        (0...60).contains(numbers.count == 2 ? numbers[1] : 0)
      else {
        throw mistake(
          "expected a number, two such as 0.001,0.02, or those of columns such as"
            + " 'sheet.y=2,0.02;alpha=0.1'")
      }
      let name = sign.map { String(part[..<$0]) }
      guard name != "" else { throw mistake("expected a column before '='") }
      guard name != "events" || numbers.count == 2 else {
        throw mistake("events: expected two numbers, such as events=0,0.1 for 0.1 s")
      }
      guard !given.contains(where: { $0.name == name }) else {
        throw mistake("\(name ?? "a number without a column") is given twice")
      }
      given.append((name, numbers))
    }
    // What has no name comes first, so that it replaces none of the others.
    for (name, numbers) in given.sorted(by: { $0.name == nil && $1.name != nil }) {
      // Without seconds, they stay as they are.
      let usual = self[name ?? "*"].microseconds
      let tolerance = Tolerance(
        value: numbers[0],
        microseconds: numbers.count == 2 ? Int64((numbers[1] * 1e6).rounded()) : usual)
      switch name {
      case nil:
        columns = [:]
        others = tolerance
        if numbers.count == 2 { events = tolerance.microseconds }
      case "events": events = tolerance.microseconds
      case "*": others = tolerance
      case let name?: columns[name] = tolerance
      }
    }
  }
}
