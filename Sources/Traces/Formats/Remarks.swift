/// What a recording lacks, as comments in formats that have no other place for it.
package enum Remarks {
  /// What a comment with a remark begins with.
  static let comment: StaticString = "# note: "
  /// More than any reader has.
  private static let most = 100

  /// What remarks begin with that say how exact lengths and velocities are.
  static let unknownDensity = "the number of pixels per millimetre is unknown"
  static let interval = "the samples are"
  static let thinned = "only some of the positions are recorded"

  /// Returns those that say how exact lengths and velocities are, and so the results of a replay.
  package static func aboutExactness(_ remarks: [String]) -> [String] {
    remarks.filter { remark in
      [unknownDensity, interval, thinned].contains { remark.hasPrefix($0) }
    }
  }

  /// Adds the remark of a line, if it has one.
  static func read(_ text: Span<UInt8>, _ cursor: LineCursor, into remarks: inout [String]) {
    var cursor = cursor
    guard remarks.count < most, cursor.skip(comment, text) else { return }
    remarks.append(String(text, cursor.offset..<text.count))
  }
}
