import PantographReports

/// The option that limits a report to one gesture of a recording.
extension CommonOptions {
  static let gesture = Command.Option(
    "--gesture", value: "NUMBER", help: "describe only this gesture; the first is 1")

  /// Chooses the gesture that `--gesture` names, if it is given.
  static func chooseGesture(of log: inout ReleaseLog, _ arguments: Arguments) throws {
    guard let number = try arguments.integer("--gesture", in: 1...Int.max) else { return }
    let count = log.entries.count
    guard number <= count else {
      let all = count == 1 ? "is 1 gesture" : "are \(count == 0 ? "no" : "\(count)") gestures"
      throw arguments.error("--gesture \(number): there \(all) in \(arguments.operands[0])")
    }
    log.chosen = number
  }
}
