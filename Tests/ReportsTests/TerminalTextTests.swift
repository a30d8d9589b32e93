import Foundation
import PantographBase
import PantographReports
import PantographTestSupport
import Testing

@Suite struct `A line on a terminal` {
  private let ascii = TextStyle(isColored: false, isASCII: true, width: nil)

  private func narrow(_ width: Int) -> TextStyle {
    TextStyle(isColored: true, isASCII: false, width: width)
  }

  /// Compares every character with Python's unicodedata.
  @Test(.enabled(if: OtherProgram.python != nil, OtherProgram.absence("python3")))
  func `is as wide as Unicode specifies`() throws {
    let program = try Program(
      try #require(OtherProgram.python),
      [
        Repository.script("on_terminal.py").path,
        "widths",
      ])
    #expect(program.status == 0)
    var (count, wrong) = (0, [UInt32]())
    for line in program.output.split(separator: "\n") {
      let numbers = line.split(separator: " ").compactMap { UInt32($0) }
      for value in numbers[0]...numbers[1] {
        guard let scalar = Unicode.Scalar(value) else { continue }
        count += 1
        // A combining mark only since a later version than Python's Unicode 14.
        if value == 0x1171E { continue }
        if scalar.columns != Int(numbers[2]) { wrong.append(value) }
      }
    }
    #expect(count > 140_000)
    #expect(wrong.isEmpty, "\(wrong.prefix(20).map { String($0, radix: 16) })")
  }

  @Test func `wraps below the start of its text`() {
    #expect(
      narrow(30).rendered("  0.219 s  began  at fraction 0.73, moving").split(separator: "\n")
        == ["  0.219 s  began  at fraction", "           0.73, moving"])
    #expect(
      narrow(20).rendered("    one two three four five").split(separator: "\n")
        == ["    one two three", "      four five"])
    // Text without blanks is cut at the end of the line.
    #expect(
      narrow(20).rendered(String(repeating: "手", count: 15)).split(separator: "\n")
        == [
          Substring(String(repeating: "手", count: 10)),
          Substring("  " + String(repeating: "手", count: 5)),
        ])
    #expect(narrow(20).rendered("12345678901234567890") == "12345678901234567890")
    #expect(narrow(20).rendered("123456789012345678901") == "12345678901234567890\n  1")
  }

  @Test func `has its colour on each wrapped line`() {
    let style = narrow(20)
    let text = style.rendered(style.paint("one two three four five", .wrong))
    #expect(
      text == "\u{1b}[31mone two three four\u{1b}[0m\n\u{1b}[31m  five\u{1b}[0m")
    #expect(TextStyle.plain.paint("one", .wrong) == "one")
  }

  @Test func `spells out control characters`() {
    #expect("a\u{1b}[2Jb\u{7}\u{9b}\r\n".shown == #"a\u{1b}[2Jb\u{7}\u{9b}\u{d}\u{a}"#)
    #expect("a\u{202e}b\u{2066}\u{2028}".shown == #"a\u{202e}b\u{2066}\u{2028}"#)
    #expect("手势 é e\u{301} 👩‍👩‍👧".shown == "手势 é e\u{301} 👩‍👩‍👧")
    #expect(narrow(80).rendered("\u{1b}[31m") == #"\u{1b}[31m"#)
  }

  @Test func `has an ASCII form`() {
    #expect(
      ascii.rendered("100 × 65 mm; −2.3 … 4 ≤ 508 /s³ → ←")
        == "100 x 65 mm; -2.3 ... 4 <= 508 /s^3 -> <-")
    #expect(ascii.rendered("  ┤│└─┴") == "  +|+-+")
    #expect(ascii.rendered("手") == #"\u{624b}"#)
    // Dots that are level, rising, falling and upright; and none.
    #expect(ascii.rendered("⣀⠤⠒⠉ ⡠⠔⠊ ⠑⢄ ⡇⢸ ⠅⠨ \u{2800}") == "_--\" /// \\\\ || ::  ")
  }

  @Test func `shows as much of a progress as fits`() {
    #expect(narrow(20).line("1,234 of 100,000 · about 3 min left") == "1,234 of 100,000 ·")
    #expect(TextStyle.plain.line("1,234 of 100,000") == "1,234 of 100,000")
  }
}
