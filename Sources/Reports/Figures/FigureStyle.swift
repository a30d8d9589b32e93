/// The style of a figure: those rules of the pages' style sheets that its elements use, with light colours.
///
/// Colours are written out, because librsvg does not support variables.
struct FigureStyle {
  /// The rules.
  let text: String

  /// Text that is legible in a column of a paper, on white.
  private static let base = """
    svg{font-family:sans-serif}
    .sheet{fill:#ffffff}

    """
  private static let size = "svg text{font-size:13px}\nsvg .number{font-size:11px}"

  /// Makes the style of a drawing.
  init(of drawing: Markup) {
    let used = Self.classes(in: drawing.source)
    let rules = [ReportStyle.sheet, TrajectoryStyle.sheet].flatMap { sheet in
      Self.rules(of: "\(sheet)").compactMap { rule -> String? in
        let selectors = rule.selectors.filter { Self.applies($0, to: used) }
        return selectors.isEmpty
          ? nil : "\(selectors.joined(separator: ",")){\(Self.coloured(rule.declarations))}"
      }
    }
    text = Self.base + rules.joined(separator: "\n") + "\n" + Self.size
  }

  private typealias Rule = (selectors: [String], declarations: String)

  /// Returns the rules of a style sheet, without those of media queries.
  private static func rules(of sheet: String) -> [Rule] {
    var rules: [Rule] = []
    var (words, depth, head) = ("", 0, "")
    for letter in sheet {
      switch letter {
      case "{":
        depth += 1
        if depth == 1 { (head, words) = (words, "") }
      case "}":
        depth -= 1
        guard depth == 0 else { continue }
        let isRule = head.first { $0 != "\n" } != "@"
        if isRule { rules.append((selectors(of: head), words)) }
        words = ""
      case "\n": continue
      default: words.append(letter)
      }
    }
    return rules
  }

  /// Returns the selectors of a list; one with parentheses is for pages, and is omitted.
  private static func selectors(of list: String) -> [String] {
    list.contains("(") ? [] : list.split(separator: ",").map(String.init)
  }

  /// Returns whether a selector is about texts, or about classes that are all used.
  private static func applies(_ selector: String, to used: Set<String>) -> Bool {
    guard !selector.contains(where: { ":[*>+~#".contains($0) }) else { return false }
    let parts = selector.split(separator: " ")
    guard let last = parts.last, last.hasPrefix(".") || last == "text" else { return false }
    let names = parts.flatMap { part in
      part.split(separator: ".").dropFirst(part.hasPrefix(".") ? 0 : 1).map(String.init)
    }
    let elements = parts.filter { !$0.hasPrefix(".") }
    return elements.allSatisfy { $0 == "svg" || $0 == "text" } && names.allSatisfy(used.contains)
  }

  /// Returns declarations with the colours in place of their variables; cards are white on paper.
  private static func coloured(_ declarations: String) -> String {
    var text = ""
    for piece in declarations.split(separator: "(", omittingEmptySubsequences: false) {
      guard text.hasSuffix("var"), piece.hasPrefix("--"), let end = piece.firstIndex(of: ")") else {
        text += (text.isEmpty ? "" : "(") + piece
        continue
      }
      let color = PagePalette(rawValue: String(piece[..<end].dropFirst(2))) ?? .ink
      text = text.dropLast(3) + (color == .card ? PagePalette.paper : color).light
      text += piece[end...].dropFirst()
    }
    return text
  }

  /// Returns the classes of elements.
  private static func classes(in source: String) -> Set<String> {
    let pieces = source.split(separator: "\"", omittingEmptySubsequences: false)
    return Set(
      zip(pieces, pieces.dropFirst()).filter { $0.0.hasSuffix(" class=") }
        .flatMap { $0.1.split(separator: " ").map(String.init) })
  }
}
