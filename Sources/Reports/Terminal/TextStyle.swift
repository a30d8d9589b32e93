import Interactions

/// How a text for people looks: in colours or without, in which letters, and how wide.
///
/// A report marks what has a meaning with ``paint(_:_:)``, and whoever writes its lines makes of each what a
/// terminal shows with ``rendered(_:)``. Without colours nothing is marked, so that the plain lines are what
/// they are.
public struct TextStyle: Hashable, Sendable {
  /// What is said with a colour besides with words.
  public enum Ink: UInt32, CaseIterable, Sendable {
    /// What finishes.
    case finish
    /// What goes back.
    case cancel
    /// What is as it should be.
    case good
    /// What is not.
    case wrong
    /// What is nearly not, or worth a look.
    case near
    /// A threshold.
    case threshold
    /// Of less weight: heads of tables, axes, where something comes from.
    case faint
    /// Of more weight.
    case strong

    /// The parameters of Select Graphic Rendition (ECMA-48, 8.3.117): of the 16 colours those that every theme
    /// tells from what is behind them; blue on black is not among them.
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

  /// Whether there are colours.
  public var isColored: Bool
  /// Whether there is nothing but ASCII.
  public var isASCII: Bool
  /// How many columns there are; nothing where lines may be as long as they are.
  public var width: Int?

  /// Makes a style.
  public init(isColored: Bool, isASCII: Bool, width: Int?) {
    self.isColored = isColored
    self.isASCII = isASCII
    // Narrower than that, words would come to pieces.
    self.width = width.map { max($0, 20) }
  }

  /// What pipes and files get, wherever they are written: the same bytes every time.
  public static let plain = TextStyle(isColored: false, isASCII: false, width: nil)

  /// Marks a piece of a line as something that has a colour.
  public func paint(_ text: String, _ ink: Ink) -> String {
    guard isColored, !text.isEmpty else { return text }
    return "\(TextMark.start(ink))\(text)\(TextMark.end)"
  }

  /// Marks an outcome, or words about it.
  func paint(_ text: String, _ outcome: Decision.Outcome) -> String {
    switch outcome {
    case .finish: paint(text, Ink.finish)
    case .cancel: paint(text, Ink.cancel)
    case .snap: paint(text, Ink.threshold)
    }
  }

  /// How many columns a picture has beside its margin: as many as it usually has where nobody knows how wide
  /// the terminal is.
  func columns(beside margin: Int, usually: Int, atMost: Int = 100) -> Int {
    width.map { min(max($0 - margin, 8), atMost) } ?? usually
  }

  /// Where something comes from: its name, and more about it below.
  public func heading(_ lines: [String]) -> [String] {
    lines.enumerated().map { index, line in
      guard index == 0 else { return "  \(paint(line, .faint))" }
      return "  \(paint(width.map { line.shortened(to: $0 - 2) } ?? line, .strong))"
    }
  }

  /// A text in the letters there are.
  func spelled(_ text: String) -> String { isASCII ? text.inASCII : text }

  /// As much of a line as there is room for, with a column left free for the cursor.
  public func line(_ line: String) -> String {
    let text = spelled(line.shown)
    guard let width else { return text }
    return TextWrapping.wrapped(text, to: width - 1).first ?? ""
  }

  /// A line as it is written: with nothing in it that would act on a terminal but the colours, and in as many
  /// lines as it takes.
  public func rendered(_ line: String) -> String {
    var text = spelled(line.shown)
    if let width { text = TextWrapping.wrapped(text, to: width).joined(separator: "\n") }
    return isColored ? TextMark.colored(text) : text
  }
}

/// The marks between which something has a colour, until the line is written.
///
/// They are noncharacters, which Unicode keeps for such use: no text that is handed from one program to another
/// has them.
enum TextMark {
  private static let first: UInt32 = 0xFDD0
  /// All of them.
  static let scalars: ClosedRange<UInt32> = first...first + UInt32(TextStyle.Ink.allCases.count)

  static func start(_ ink: TextStyle.Ink) -> Character { character(first + 1 + ink.rawValue) }
  static let end = character(first)

  private static func character(_ value: UInt32) -> Character {
    Character(Unicode.Scalar(value) ?? " ")
  }

  /// Lines of which each has the marks for itself that a text has that they are the parts of.
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

  /// The text with colours where the marks are; every line of it ends without one.
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
