/// Numbers as people read them: the one place that decides on signs, decimals and units in texts and pages.
///
/// Data for programs has the hyphen of `String(fixed:decimals:)` instead, and so has a description of a file, whose
/// numbers are as they are written in it.
package enum NumberText {
  /// Returns a number with this many decimals and a minus sign if it is negative, and its unit if it has one.
  package static func fixed(_ number: Double, _ decimals: Int, _ unit: String = "") -> String {
    let text = String(fixed: number, decimals: decimals)
    return (text.hasPrefix("-") ? "−" + text.dropFirst() : text) + (unit.isEmpty ? "" : " \(unit)")
  }

  /// Returns a number with about three significant digits and no more than four decimals.
  package static func short(_ number: Double, _ unit: String = "") -> String {
    let decimals = (0...3).first { abs(number) >= [100, 10, 1, 0.1][$0] } ?? 4
    return fixed(number, number == 0 ? 0 : decimals, unit)
  }

  /// Returns a short number with its sign, also if it is positive.
  package static func signed(_ number: Double, _ unit: String = "") -> String {
    (number < 0 ? "" : "+") + short(number, unit)
  }

  /// Returns a time in seconds, to the millisecond.
  package static func seconds(_ time: Double) -> String { fixed(time, 3, "s") }

  /// Returns a share in percent.
  package static func percent(_ share: Double, _ decimals: Int = 1) -> String {
    fixed(share * 100, decimals, "%")
  }

  /// The units that stay on the line of their number.
  private static let units: Set<Substring> = [
    "%", "/event", "/s", "/s³", "Hz", "mm", "mm/event", "mm/s", "ms", "px", "s",
  ]

  /// Returns a number with all its decimals, and none if it is whole.
  package static func exact(_ number: Double) -> String {
    let text = number.asWritten
    return text.hasPrefix("-") ? "−" + text.dropFirst() : text
  }

  /// Returns a text in which no number is on another line than its unit.
  package static func unbroken(_ text: String) -> String {
    guard text.contains(" ") else { return text }
    var result = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let unit = word.prefix { !",;:.)".contains($0) }
      let isUnit = units.contains(unit) && result.last?.isNumber == true
      if word.startIndex != text.startIndex { result += isUnit ? "\u{a0}" : " " }
      result += word
    }
    return result
  }
}
