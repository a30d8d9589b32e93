import PantographBase

/// A piece of HTML whose text is always escaped.
///
/// Only this type builds tags: text and attribute values are escaped, and element and attribute names are static
/// strings. HTML and XML parsers read the output the same way.
struct Markup: Sendable {
  /// The HTML source.
  let source: String

  private init(source: String) {
    self.source = source
  }

  /// Makes a piece of text, in which no number is on another line than its unit.
  init(text: String) {
    self.init(verbatim: NumberText.unbroken(text))
  }

  /// Makes a piece of text that is shown as it is, such as the name of a file or a command.
  init(verbatim text: String) {
    source = EscapedText.of(text, blanks: .spelled)
  }

  /// Makes an element with attributes in the order given, and those of `data` after them; those with a `nil` value are
  /// omitted.
  init(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:],
    data: KeyValuePairs<StaticString, String?> = [:],
    @MarkupBuilder _ content: () -> Markup = { Markup.nothing }
  ) {
    let content = content().source
    let attributes = (Array(attributes) + Array(data)).map { name, value in
      value.map { " \(name)=\"\(EscapedText.of($0, blanks: .spelled))\"" } ?? ""
    }
    let isAlone = content.isEmpty && Self.alone.contains("\(name)")
    source =
      "<\(name)\(attributes.joined())" + (isAlone ? "/>" : ">\(content)</\(name)>")
      + (Self.blocks.contains("\(name)") ? "\n" : "")
  }

  /// Joins pieces.
  init(_ pieces: some Sequence<Markup>) {
    source = pieces.map(\.source).joined()
  }

  /// Joins the pieces of a builder.
  init(@MarkupBuilder _ pieces: () -> Markup) {
    self = pieces()
  }

  /// Nothing at all.
  static let nothing = Markup(source: "")

  /// Returns a style element, whose text is not escaped and must not contain `<` or `&`.
  static func style(_ sheets: [StaticString], _ values: String) -> Markup {
    let text = values + sheets.map { "\($0)" }.joined(separator: "\n")
    precondition(!text.contains("<") && !text.contains("&"), "a style has no tags in it")
    return Markup(source: "<style>\n\(text)\n</style>\n")
  }

  /// Returns a script element, whose text is not escaped.
  ///
  /// The text between the tags is the script to the byte, so its hash is known in advance.
  static func program(_ text: String) -> Markup {
    let isEnd = zip(text.utf8, text.utf8.dropFirst()).contains {
      $0 == UInt8(ascii: "<") && $1 == UInt8(ascii: "/")
    }
    precondition(!isEnd, "a program has no tags in it")
    return Markup(source: "<script>\(text)</script>\n")
  }

  /// Returns an element with JSON data for a script; no text in it can end the element.
  static func data(_ id: StaticString, _ value: JSONText) -> Markup {
    var text = ""
    for scalar in value.text.unicodeScalars {
      switch scalar {
      // They occur only in JSON strings, where they can be escaped.
      case "<", ">", "&", "\u{7f}"..."\u{9f}", "\u{2028}", "\u{2029}", "\u{fffe}", "\u{ffff}":
        text += JSONText.escaped(scalar)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return Markup(source: "<script id=\"\(id)\" type=\"application/json\">\(text)</script>\n")
  }

  /// Returns an element with text for a script, in which nothing has to be escaped.
  static func plain(_ id: StaticString, _ text: String) -> Markup {
    precondition(!text.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") })
    return Markup(source: "<script id=\"\(id)\" type=\"text/plain\">\(text)</script>\n")
  }

  /// HTML's void elements, and empty SVG shapes.
  private static let alone: Set<String> = [
    "br", "circle", "hr", "input", "line", "link", "meta", "path", "rect",
  ]
  /// Elements that are followed by a line feed, so that pages can be compared line by line.
  private static let blocks: Set<String> = [
    "body", "caption", "circle", "dd", "details", "div", "dl", "dt", "figcaption", "figure",
    "footer", "g", "h1", "h2", "h3", "head", "header", "html", "li", "line", "link", "main", "meta",
    "nav", "ol", "p", "path", "rect", "section", "summary", "svg", "table", "tbody", "thead",
    "title", "tr", "ul",
  ]
}

/// Escapes text for HTML and XML, in content and in attributes.
enum EscapedText {
  /// How line feeds and tabs are written, which parsers turn into blanks in attributes.
  enum Blanks {
    /// Spelled out, like other control characters.
    case spelled
    /// Unchanged.
    case kept
    /// As character references, which parsers keep.
    case referred
  }

  /// Returns a text with references in place of markup characters.
  ///
  /// Characters that XML does not allow, such as control characters, are spelled out.
  static func of(_ text: String, blanks: Blanks) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\n" where blanks == .kept, "\t" where blanks == .kept:
        escaped.unicodeScalars.append(scalar)
      case "\n" where blanks == .referred, "\t" where blanks == .referred:
        escaped += "&#\(scalar.value);"
      case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{fffe}", "\u{ffff}":
        escaped += "\\u{\(String(scalar.value, radix: 16))}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// Builds markup from pieces, and from strings, which it escapes.
@resultBuilder enum MarkupBuilder {
  static func buildExpression(_ piece: Markup) -> Markup { piece }
  static func buildExpression(_ text: String) -> Markup { Markup(text: text) }
  static func buildExpression(_ pieces: [Markup]) -> Markup { Markup(pieces) }
  static func buildBlock(_ pieces: Markup...) -> Markup { Markup(pieces) }
  static func buildOptional(_ piece: Markup?) -> Markup { piece ?? .nothing }
  static func buildEither(first: Markup) -> Markup { first }
  static func buildEither(second: Markup) -> Markup { second }
  static func buildArray(_ pieces: [Markup]) -> Markup { Markup(pieces) }
}

extension Markup {
  /// Whether it is empty.
  var isEmpty: Bool { source.isEmpty }

  /// Returns a foreign name, isolated so that its writing direction does not affect the text around it.
  static func name(_ text: String) -> Markup {
    Markup("bdi") { Markup(verbatim: text) }
  }

  /// Returns a paragraph with a sentence, in which commands stand between backticks.
  static func sentence(_ text: String) -> Markup {
    let parts = text.asSentence.split(separator: "`", omittingEmptySubsequences: false)
    // A name may have a backtick of its own.
    guard parts.count.isMultiple(of: 2) == false else { return Markup("p") { text.asSentence } }
    return Markup("p") {
      for (index, part) in parts.enumerated() {
        index.isMultiple(of: 2) ? Markup(text: String(part)) : Markup("code") { String(part) }
      }
    }
  }

  /// Returns a paragraph of secondary text.
  static func faint(_ text: String) -> Markup {
    Markup("p", ["class": "faint"]) { text }
  }

  /// Returns a box that scrolls if its content is too wide, also with keys.
  ///
  /// It is a group and no region: a page has many tables, and each region would be a landmark.
  static func scrolled(_ name: String, @MarkupBuilder _ content: () -> Markup) -> Markup {
    Markup(
      "div", ["class": "scroll", "role": "group", "aria-label": name, "tabindex": "0"], content)
  }

  /// Returns the caption of a figure: a title, and a note below it.
  static func caption(_ title: String, _ note: String) -> Markup {
    Markup("figcaption") {
      Markup("strong") { title }
      note
    }
  }

  /// Returns a row of tiles.
  static func tiles(@MarkupBuilder _ tiles: () -> Markup) -> Markup {
    Markup("dl", ["class": "tiles"], tiles)
  }

  /// Returns a tile with a name, a number of a kind, and a note if there is one.
  static func tile(
    _ name: String, _ number: String, _ note: String = "", kind: String? = nil
  ) -> Markup {
    Markup("div", ["class": "tile"]) {
      Markup("dt") { name }
      Markup("dd", ["class": kind]) { number }
      if !note.isEmpty { Markup("dd", ["class": "note"]) { note } }
    }
  }

  /// Returns a box to check, with its label.
  static func box(
    _ name: String, _ label: String, isOn: Bool = false, isDisabled: Bool = false,
    isHidden: Bool = false
  ) -> Markup {
    Markup("label", ["hidden": isHidden ? "" : nil]) {
      Markup(
        "input",
        [
          "type": "checkbox", "name": name, "disabled": isDisabled ? "" : nil,
          "checked": isOn ? "" : nil,
        ])
      " \(label)"
    }
  }

  /// Returns a list to choose from, with its label.
  static func choice(
    _ name: String, _ label: String, _ choices: [(value: String, words: String)],
    chosen: String? = nil
  ) -> Markup {
    Markup("label") {
      "\(label) "
      Markup("select", ["name": name]) {
        for (value, words) in choices {
          Markup("option", ["value": value, "selected": value == chosen ? "" : nil]) { words }
        }
      }
    }
  }

  /// Returns a link to an anchor in the same page.
  static func link(to id: String, @MarkupBuilder _ content: () -> Markup) -> Markup {
    Markup("a", ["href": "#\(id)"], content)
  }
}
