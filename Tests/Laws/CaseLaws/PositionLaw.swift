import PantographLaws
import PantographTraces

/// Checks that the position of a mistake is in the file, or just after it.
func checkPosition(line: Int?, column: Int?, in bytes: [UInt8]) throws(BrokenLaw) {
  guard let line else { return try hold(column == nil, "a column \(column as Any) of no line") }
  let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
  try hold((1...lines.count).contains(line), "line \(line) of \(lines.count)")
  guard let column else { return }
  let count = lines[line - 1].count
  try hold((1...count + 1).contains(column), "column \(column) of \(count) in line \(line)")
}

/// Checks the same for an unusable file, and its message.
func checkMistake(_ mistake: UnusableFile, in bytes: [UInt8]) throws(BrokenLaw) {
  try hold(!mistake.sentence.isEmpty, "a mistake without a message")
  try hold(mistake.reason == .malformed, "a file can't be read: \(mistake)")
  try checkPosition(line: mistake.line, column: mistake.column, in: bytes)
}
