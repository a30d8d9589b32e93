import PantographBase
import PantographInteractions

/// The style of text output: colours, character set and width.
///
/// Reports mark pieces of text with ``paint(_:_:)``. The writer of the lines turns each into terminal output with
/// ``rendered(_:)``. Without colours nothing is marked, and lines are plain text.
package struct TextStyle: Hashable, Sendable {
  /// A meaning that has a colour, besides words.
  package enum Ink: UInt32, CaseIterable, Sendable {
    /// The outcome finish.
    case finish
    /// The outcome cancel.
    case cancel
    /// Something correct.
    case good
    /// An error.
    case wrong
    /// Something close to an error, or a warning.
    case near
    /// A threshold.
    case threshold
    /// Secondary text: table heads, axes, sources.
    case faint
    /// Emphasised text.
    case strong

    /// The parameters of Select Graphic Rendition (ECMA-48, 8.3.117): those of the 16 colours that are readable in
    /// every theme, which excludes blue on black.
    var parameters: String {
      switch self {
      case .finish: "36"
      case .cancel, .near: "33"
      case .good: "32"
      case .wrong: "31"
      case .threshold: "35"
      case .faint: "2"
      case .strong: "1"
      }
    }
  }

  /// Whether colours are used.
  package var isColored: Bool
  /// Whether only ASCII is used.
  package var isASCII: Bool
  /// The number of columns; `nil` if lines are not wrapped.
  package var width: Int?

  /// Makes a style.
  package init(isColored: Bool, isASCII: Bool, width: Int?) {
    self.isColored = isColored
    self.isASCII = isASCII
    // A narrower width would break words.
    self.width = width.map { max($0, 20) }
  }

  /// The style for pipes and files, which is the same on every system.
  package static let plain = TextStyle(isColored: false, isASCII: false, width: nil)

  /// Marks a piece of a line with a colour.
  package func paint(_ text: String, _ ink: Ink) -> String {
    guard isColored, !text.isEmpty else { return text }
    return "\(TextMark.start(ink))\(text)\(TextMark.end)"
  }

  /// Marks text about an outcome.
  func paint(_ text: String, _ outcome: Decision.Outcome) -> String {
    switch outcome {
    case .finish: paint(text, Ink.finish)
    case .cancel: paint(text, Ink.cancel)
    case .snap: paint(text, Ink.threshold)
    }
  }

  /// Returns the width of a plot beside its margin; `usually` if the terminal's width is unknown.
  func columns(beside margin: Int, usually: Int, atMost: Int = 100) -> Int {
    width.map { min(max($0 - margin, 8), atMost) } ?? usually
  }

  /// Returns the lines of a heading: a name, and details below it.
  package func heading(_ lines: [String]) -> [String] {
    lines.enumerated().map { index, line in
      guard index == 0 else { return "  \(paint(line, .faint))" }
      return "  \(paint(width.map { line.shortened(to: $0 - 2) } ?? line, .strong))"
    }
  }

  /// Returns a text in the character set of the style.
  func spelled(_ text: String) -> String { isASCII ? text.inASCII : text }

  /// Returns as much of a line as fits, with a free column for the cursor.
  package func line(_ line: String) -> String {
    let text = spelled(line.shown)
    guard let width else { return text }
    return TextWrapping.wrapped(text, to: width - 1).first ?? ""
  }

  /// Returns a line for the terminal: control characters are spelled out, colours are added, and long lines wrap.
  package func rendered(_ line: String) -> String {
    var text = spelled(line.shown)
    if let width { text = TextWrapping.wrapped(text, to: width).joined(separator: "\n") }
    return isColored ? TextMark.colored(text) : text
  }
}

/// The internal marks around coloured text, until the line is written.
///
/// They are noncharacters, which Unicode reserves for internal use, so no exchanged text contains them.
enum TextMark {
  private static let first: UInt32 = 0xFDD0
  /// All marks.
  static let scalars: ClosedRange<UInt32> = first...first + UInt32(TextStyle.Ink.allCases.count)

  static func start(_ ink: TextStyle.Ink) -> Character { character(first + 1 + ink.rawValue) }
  static let end = character(first)

  private static func character(_ value: UInt32) -> Character {
    Character(Unicode.Scalar(value) ?? " ")
  }

  /// Closes and reopens marks, so that each of a text's lines has balanced ones.
  static func balanced(_ lines: [String]) -> [String] {
    var open: Character?
    return lines.map { line in
      let before = open.map(String.init) ?? ""
      if let last = line.unicodeScalars.last(where: { scalars ~= $0.value }) {
        open = last.value == first ? nil : Character(last)
      }
      return before + line + (open == nil ? "" : String(end))
    }
  }

  /// Replaces marks with colours; every line ends without a colour.
  static func colored(_ text: String) -> String {
    var colored = ""
    var ink: TextStyle.Ink?
    for scalar in text.unicodeScalars {
      if scalars ~= scalar.value {
        if ink != nil { colored += "\u{1b}[0m" }
        ink = scalar.value == first ? nil : TextStyle.Ink(rawValue: scalar.value - first - 1)
        if let ink { colored += "\u{1b}[\(ink.parameters)m" }
      } else if scalar == "\n", let ink {
        colored += "\u{1b}[0m\n\u{1b}[\(ink.parameters)m"
      } else {
        colored.unicodeScalars.append(scalar)
      }
    }
    return ink == nil ? colored : colored + "\u{1b}[0m"
  }
}
