/// The lines of a text file, read one by one.
package struct FileLines {
  private let file: OpenFile
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// The number of the last line read, from 1.
  package private(set) var number = 0

  /// Whether a last line without a line break is accepted: people write those, programs do not.
  private let takesEndlessLine: Bool

  package init(_ path: String, takesEndlessLine: Bool = false) throws(UnusableFile) {
    file = try OpenFile(path)
    self.takesEndlessLine = takesEndlessLine
  }

  /// The file.
  package var path: String { file.path }

  /// Returns the next line without its line break, or `nil` at the end.
  package mutating func next() throws(UnusableFile) -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = buffer[start..<end]
        start = end + 1
        number += 1
        // Git may convert line breaks to those of Windows; the text is still the same.
        return Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
      }
      guard !isAtEnd else {
        guard start == buffer.count else {
          if takesEndlessLine {
            defer { start = buffer.count }
            number += 1
            return Array(buffer[start...])
          }
          throw UnusableFile(
            path, line: number + 1, "the last line has no end: the file was cut off")
        }
        return nil
      }
      buffer.removeFirst(start)
      start = 0
      searched = buffer.count
      var piece: [UInt8] = []
      try file.read(into: &piece)
      isAtEnd = piece.isEmpty
      buffer += piece
      guard buffer.count <= 1 << 20 else {
        throw UnusableFile(path, line: number + 1, "a line of more than 1 MiB")
      }
    }
  }
}
