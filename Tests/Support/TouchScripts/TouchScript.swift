import PantographBase
package import PantographTouches

/// Returns frames of touches from text: one frame per line, with its time and contacts.
///
///     0     1:20,30
///     8     1:22,30  2:40,30
///     16
///
/// Times are in milliseconds, positions in millimetres; a line without positions is a frame without contacts.
package func frames(_ script: String) -> [TouchFrame] {
  script.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }.map { line in
    let words = line.split(separator: " ")
    let contacts = words.dropFirst().map { word in
      let parts = word.split(whereSeparator: { ":,".contains($0) }).map { Double($0) ?? .nan }
      return Contact(id: Int(parts[0]), position: Point(x: parts[1], y: parts[2]))
    }
    let milliseconds = Double(words[0]) ?? .nan
    return TouchFrame(
      time: Timestamp(microseconds: Int64(milliseconds * 1000)), contacts: Array(contacts))
  }
}
