/// The limit of the lines of everything that is read line by line, so that one that never ends does not fill the memory.
package enum LineLimit {
  /// The maximum length of a line, 1 MiB; the longest in any format, a HID descriptor, is about 20 KB.
  package static let longest = 1 << 20

  /// What a table is, and what to do about a line of one that is too long.
  package static let table = "a table; end each row with a line break"

  /// Returns what is wrong with a line that is too long, of what should be this, such as `a recording`.
  package static func sentence(_ what: String) -> String {
    "a line of more than \(longest >> 20) MiB: this is not \(what)"
  }

  /// Checks the lines of what has arrived so far of a table.
  ///
  /// - Parameters:
  ///   - bytes: all that has arrived.
  ///   - start: the beginning of a line, up to which it was checked.
  /// - Returns: the beginning of a line, up to which it is checked now.
  package static func check(_ bytes: [UInt8], from start: Int) throws(Complaint) -> Int {
    let lineFeed = UInt8(ascii: "\n")
    var start = start
    while bytes.count - start > longest {
      // All lines that end within this length are short enough.
      guard let end = bytes[start...(start + longest)].lastIndex(of: lineFeed) else {
        let line = bytes[..<start].count { $0 == lineFeed } + 1
        throw Complaint(sentence(table), line: line)
      }
      start = end + 1
    }
    return start
  }
}
