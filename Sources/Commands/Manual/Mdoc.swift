/// A manual page in mdoc(7), for mandoc and groff.
struct Mdoc {
  private(set) var text = ""

  /// Appends a line with a macro.
  mutating func macro(_ name: String, _ words: [String] = []) {
    text += ([".\(name)"] + words).joined(separator: " ") + "\n"
  }

  mutating func macro(_ name: String, _ words: String...) { macro(name, words) }

  /// Starts a section.
  mutating func section(_ name: String) { macro("Sh", name) }

  /// Appends paragraphs separated by empty lines.
  ///
  /// Lines indented by two spaces are literal, and text in backquotes is meant to be typed.
  mutating func prose(_ prose: String) {
    // A paragraph macro must not begin a section or precede a literal block.
    var isFirst = true
    var lines = prose.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.first {
      let isLiteral = line.hasPrefix("  ")
      let part = lines.prefix {
        isLiteral ? $0.isEmpty || $0.hasPrefix("  ") : !$0.isEmpty && !$0.hasPrefix("  ")
      }
      lines = lines.dropFirst(max(part.count, 1))
      if isLiteral {
        literal(part.reversed().drop(while: \.isEmpty).reversed().map { String($0.dropFirst(2)) })
      } else if !part.isEmpty {
        if !isFirst { macro("Pp") }
        paragraph(part.joined(separator: " "))
      } else {
        continue
      }
      isFirst = false
    }
  }

  /// Appends literal lines.
  mutating func literal(_ lines: [String]) {
    macro("Bd", "-literal", "-offset", "indent")
    for line in lines { text += Self.atStart(Self.escaped(line)) + "\n" }
    macro("Ed")
  }

  /// Appends a paragraph, or the body of a list item.
  mutating func paragraph(_ paragraph: String) {
    var line = ""
    func end(_ text: inout String) {
      if !line.isEmpty { text += Self.atStart(line) + "\n" }
      line = ""
    }
    for word in Self.words(paragraph) {
      if word.contains("`") {
        end(&text)
        text += Self.typed(word)
        continue
      }
      // Lines have at most 78 characters, and each sentence begins a line.
      if line.count + word.count > 78 { end(&text) }
      // Prevents line breaks in the names of options.
      let guarded = word.hasPrefix("--") ? "\\%" : ""
      line += (line.isEmpty ? "" : " ") + guarded + Self.escaped(word)
      if word.hasSuffix(".") { end(&text) }
    }
    end(&text)
  }

  /// Splits a text into words, keeping text in backquotes together.
  private static func words(_ text: String) -> [String] {
    var (words, word, isTyped) = ([String](), "", false)
    for character in text {
      if character == "`" { isTyped.toggle() }
      if character == " ", !isTyped {
        words.append(word)
        word = ""
      } else {
        word.append(character)
      }
    }
    return (words + [word]).filter { !$0.isEmpty }
  }

  /// Formats a word that contains text in backquotes.
  private static func typed(_ word: String) -> String {
    let parts = word.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    let (before, typed) = (parts[0], parts.count > 1 ? parts[1] : "")
    let after = parts.dropFirst(2).joined(separator: "`")
    var words = ["Ql", argument(typed)]
    if !before.isEmpty { words = ["No", argument(before), "Ns"] + words }
    // mdoc attaches trailing punctuation by itself.
    if let mark = after.first, after.count == 1, ".,;:)?!".contains(mark) {
      words.append(after)
    } else if !after.isEmpty {
      words += ["Ns", "No", argument(after)]
    }
    return ".\(words.joined(separator: " "))\n"
  }

  /// Formats a placeholder; the ellipsis of a repeated one is a separate argument.
  static func placeholder(_ placeholder: String) -> [String] {
    placeholder.hasSuffix("…")
      ? [argument(String(placeholder.dropLast())), "..."] : [argument(placeholder)]
  }

  /// Formats an argument of a macro.
  static func argument(_ word: String) -> String {
    let text = escaped(word)
    // Escapes words that look like a macro (two or three letters, capitalized) or punctuation.
    let isLikeMacro = (2...3).contains(word.count) && word.first?.isUppercase == true
    let guarded =
      isLikeMacro || word.count == 1 && word.first?.isLetter == false ? "\\&\(text)" : text
    return word.contains(" ") || word.isEmpty ? "\"\(guarded)\"" : guarded
  }

  /// Escapes all special characters of a text.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "\"": escaped += "\\(dq"
      case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        escaped += "\\[u\(String(repeating: "0", count: max(4 - digits.count, 0)))\(digits)]"
      }
    }
    return escaped
  }

  private static func atStart(_ line: String) -> String {
    line.hasPrefix(".") ? "\\&\(line)" : line
  }
}
