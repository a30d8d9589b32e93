/// A page in mdoc(7), the language of manuals, as mandoc and groff read it.
struct Mdoc {
  private(set) var text = ""

  /// A line that begins with a macro; what is said is not taken for macros.
  mutating func macro(_ name: String, _ words: [String] = []) {
    text += ([".\(name)"] + words).joined(separator: " ") + "\n"
  }

  mutating func macro(_ name: String, _ words: String...) { macro(name, words) }

  /// A section.
  mutating func section(_ name: String) { macro("Sh", name) }

  /// Paragraphs with empty lines between them, in which lines that begin with two blanks stand as they
  /// are, and what stands in backquotes is typed.
  mutating func prose(_ prose: String) {
    // No macro for a new paragraph may stand at the beginning of a section or before what stands alone.
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

  /// Lines that stand as they are.
  mutating func literal(_ lines: [String]) {
    macro("Bd", "-literal", "-offset", "indent")
    for line in lines { text += Self.atStart(Self.escaped(line)) + "\n" }
    macro("Ed")
  }

  /// A paragraph, or what stands under the head of a list's item.
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
      // A line of text is one of a screen at most, and a sentence begins one.
      if line.count + word.count > 78 { end(&text) }
      // The names of options are not to be broken.
      let guarded = word.hasPrefix("--") ? "\\%" : ""
      line += (line.isEmpty ? "" : " ") + guarded + Self.escaped(word)
      if word.hasSuffix(".") { end(&text) }
    }
    end(&text)
  }

  /// Words, of which those in one pair of backquotes stay together.
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

  /// A word with something in backquotes, and what is written together with it.
  private static func typed(_ word: String) -> String {
    let parts = word.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    let (before, typed) = (parts[0], parts.count > 1 ? parts[1] : "")
    let after = parts.dropFirst(2).joined(separator: "`")
    var words = ["Ql", argument(typed)]
    if !before.isEmpty { words = ["No", argument(before), "Ns"] + words }
    // A mark at the end is set close by itself.
    if let mark = after.first, after.count == 1, ".,;:)?!".contains(mark) {
      words.append(after)
    } else if !after.isEmpty {
      words += ["Ns", "No", argument(after)]
    }
    return ".\(words.joined(separator: " "))\n"
  }

  /// What stands for an operand or a value; of several of them the points stand apart.
  static func placeholder(_ placeholder: String) -> [String] {
    placeholder.hasSuffix("…")
      ? [argument(String(placeholder.dropLast())), "..."] : [argument(placeholder)]
  }

  /// A word of a macro's line.
  static func argument(_ word: String) -> String {
    let text = escaped(word)
    // Macros have two or three letters, of which the first is a capital; marks stand alone.
    let isLikeMacro = (2...3).contains(word.count) && word.first?.isUppercase == true
    let guarded =
      isLikeMacro || word.count == 1 && word.first?.isLetter == false ? "\\&\(text)" : text
    return word.contains(" ") || word.isEmpty ? "\"\(guarded)\"" : guarded
  }

  /// Text in which every sign stands for itself, in whichever font.
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
