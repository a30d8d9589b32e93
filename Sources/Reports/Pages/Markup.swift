/// A piece of a page, whose texts can't be taken for tags.
///
/// Nobody but this type puts tags together: whatever is given as text or as the value of an attribute is
/// escaped, and names of elements and attributes stand in the program itself. What it writes is read the
/// same way by readers of HTML and of XML.
public struct Markup: Sendable {
  /// The piece as it is written.
  public let source: String

  private init(source: String) {
    self.source = source
  }

  /// Makes a piece of text.
  public init(text: String) {
    source = EscapedText.of(text, blanks: .spelled)
  }

  /// Makes an element.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - attributes: its attributes, in the order given; those without a value are left out.
  ///   - content: what it holds.
  public init(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:],
    @MarkupBuilder _ content: () -> Markup = { Markup.nothing }
  ) {
    let content = content().source
    let attributes = attributes.map { name, value in
      value.map { " \(name)=\"\(EscapedText.of($0, blanks: .spelled))\"" } ?? ""
    }
    let isAlone = content.isEmpty && Self.alone.contains("\(name)")
    source =
      "<\(name)\(attributes.joined())" + (isAlone ? "/>" : ">\(content)</\(name)>")
      + (Self.blocks.contains("\(name)") ? "\n" : "")
  }

  /// Several pieces, one after the other.
  public init(_ pieces: some Sequence<Markup>) {
    source = pieces.map(\.source).joined()
  }

  /// Puts pieces one after the other that are written one below the other.
  public init(@MarkupBuilder _ pieces: () -> Markup) {
    self = pieces()
  }

  /// Nothing at all.
  public static let nothing = Markup(source: "")

  /// The page's own style, which is not escaped; it may hold nothing that would have to be.
  static func style(_ sheets: [StaticString], _ values: String) -> Markup {
    let text = values + sheets.map { "\($0)" }.joined(separator: "\n")
    precondition(!text.contains("<") && !text.contains("&"), "a style has no tags in it")
    return Markup(source: "<style>\n\(text)\n</style>\n")
  }

  /// A program that stands in our own sources; it, too, may hold nothing that would have to be escaped.
  ///
  /// What stands between the tags is the program to the byte, so that its hash can be told beforehand.
  static func program(_ source: StaticString) -> Markup {
    let text = "\(source)"
    precondition(!text.contains("<") && !text.contains("&"), "a program has no tags in it")
    return Markup(source: "<script>\(text)</script>\n")
  }

  /// Values that a program reads, and that no browser runs; no text among them can end the element.
  static func data(_ id: StaticString, _ value: JSONText) -> Markup {
    var text = ""
    for scalar in value.text.unicodeScalars {
      switch scalar {
      // All of them stand inside JSON's quotes, where they may be spelled out.
      case "<", ">", "&", "\u{7f}"..."\u{9f}", "\u{2028}", "\u{2029}", "\u{fffe}", "\u{ffff}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return Markup(source: "<script id=\"\(id)\" type=\"application/json\">\(text)</script>\n")
  }

  /// Elements that HTML knows no end of, and shapes, which need none.
  private static let alone: Set<String> = [
    "br", "circle", "hr", "input", "line", "link", "meta", "path", "rect",
  ]
  /// Elements after which a line ends, so that two pages can be compared line by line.
  private static let blocks: Set<String> = [
    "body", "caption", "circle", "dd", "details", "div", "dl", "dt", "figcaption", "figure",
    "footer", "g", "h1", "h2", "h3", "head", "header", "html", "li", "line", "link", "main", "meta",
    "nav", "ol", "p", "path", "rect", "section", "summary", "svg", "table", "tbody", "thead",
    "title", "tr", "ul",
  ]
}

/// Puts pieces together that are written one below the other; a string among them is text.
@resultBuilder public enum MarkupBuilder {
  /// A piece.
  public static func buildExpression(_ piece: Markup) -> Markup { piece }
  /// A text.
  public static func buildExpression(_ text: String) -> Markup { Markup(text: text) }
  /// Pieces in a row.
  public static func buildExpression(_ pieces: [Markup]) -> Markup { Markup(pieces) }
  /// All pieces.
  public static func buildBlock(_ pieces: Markup...) -> Markup { Markup(pieces) }
  /// A piece that there may be.
  public static func buildOptional(_ piece: Markup?) -> Markup { piece ?? .nothing }
  /// The one piece of two.
  public static func buildEither(first: Markup) -> Markup { first }
  /// The other piece of two.
  public static func buildEither(second: Markup) -> Markup { second }
  /// A piece for each of several things.
  public static func buildArray(_ pieces: [Markup]) -> Markup { Markup(pieces) }
}

extension Markup {
  /// Whether there is nothing in it.
  var isEmpty: Bool { source.isEmpty }

  /// A name that somebody else has given, which can't turn the direction of what stands around it.
  static func name(_ text: String) -> Markup {
    Markup("bdi") { text }
  }

  /// A link to a place in the same page.
  static func link(to id: String, @MarkupBuilder _ content: () -> Markup) -> Markup {
    Markup("a", ["href": "#\(id)"], content)
  }
}
