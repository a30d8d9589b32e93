import Glibc
import PantographBase

/// `pantograph manual`: manual pages and option tables, generated from the table of commands.
enum ManualCommand {
  static let command = Command(
    name: "manual",
    summary: "shows the manual page of the program or a command",
    operands: [],
    optionalOperands: [.name("COMMAND") { CommandLineTool.commands.map(\.name) }],
    options: [
      .init("--folder", value: .folder("FOLDER"), help: "write all pages to this folder, for man"),
      .init("--markdown", help: "print the option tables of all commands in Markdown"),
    ],
    details: """
      On a terminal, the page is shown with `man`. Otherwise its mdoc source is written to standard
      output.
      """,
    examples: [
      "pantograph manual replay", "pantograph manual replay | mandoc -T html > replay.html",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let requests =
      arguments.operands + ["--folder", "--markdown"].filter { arguments.has($0) }
    guard requests.count < 2 else {
      throw CommandError(
        "pantograph manual: \(requests.joined(separator: " and ")) exclude each other")
    }
    if let folder = arguments.value("--folder") {
      for page in ManualPage.all {
        let file = try OutputFile(result: "\(folder)/\(page.file)")
        try file.write(page.text)
        try file.finish()
      }
      return .fine
    }
    guard !arguments.has("--markdown") else {
      try OutputFile().write(OptionTables.text)
      return .fine
    }
    let page = try page(arguments.operands.first)
    guard isatty(STDOUT_FILENO) == 1 else {
      try OutputFile().write(page.text)
      return .fine
    }
    throw try show(page)
  }

  private static func page(_ name: String?) throws -> ManualPage {
    let name = try name.map { try CommandLineTool.command($0).name }
    let pages = ManualPage.all
    return pages.first { $0.command == name } ?? pages[0]
  }

  /// Replaces this process by `man` with the page as its input; returns only on failure.
  private static func show(_ page: ManualPage) throws -> CommandError {
    let kept = try KeptFile()
    do {
      try kept.append(Array(page.text.utf8))
    } catch {
      throw CommandError(error)
    }
    let file = try kept.reopened()
    guard file.becomeStandardInput() else {
      return CommandError("pantograph manual: can't pass the page to `man`: \(systemError())")
    }
    let line = ["man", "-l", "-"]
    let words = unsafe line.map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    unsafe execvp("man", words)
    return CommandError(
      "pantograph manual: can't run `man`: \(systemError()); `pantograph manual | cat` prints the"
        + " page")
  }
}

/// A manual page of the program or of one of its commands.
struct ManualPage {
  /// Such as `pantograph-replay`.
  let name: String
  /// The command that it describes, or `nil` for the program.
  let command: String?
  /// The page in mdoc(7).
  let text: String

  /// The page of the program, followed by those of all commands.
  static var all: [ManualPage] {
    [ManualPage(of: CommandLineTool.commands)] + CommandLineTool.commands.map(ManualPage.init)
  }

  /// The name of its file.
  var file: String { "\(name).1" }

  private static func name(of command: Command) -> String { "pantograph-\(command.name)" }

  private static func begin(_ name: String, _ summary: String) -> Mdoc {
    var page = Mdoc()
    page.macro("Dd", Version.date)
    page.macro("Dt", name.uppercased(), "1")
    page.macro("Os", "Pantograph", Version.number)
    page.section("NAME")
    page.macro("Nm", name)
    page.macro("Nd", Mdoc.escaped(summary))
    page.section("SYNOPSIS")
    return page
  }

  private init(of command: Command) {
    name = Self.name(of: command)
    self.command = command.name
    var page = Self.begin(name, command.summary)
    page.macro("Nm", "pantograph", Mdoc.argument(command.name))
    for option in command.options where option.isRequired { page.macro("Fl", Self.flag(option)) }
    for option in command.options where !option.isRequired {
      page.macro("Op", ["Fl"] + Self.flag(option))
    }
    for operand in command.operands { page.macro("Ar", Mdoc.placeholder(operand.placeholder)) }
    for operand in command.optionalOperands {
      page.macro("Op", ["Ar"] + Mdoc.placeholder(operand.placeholder))
    }
    if let separator = command.separator {
      page.macro("Op", ["Cm", Mdoc.argument(separator), "Ar", "..."])
    }
    page.section("DESCRIPTION")
    page.paragraph("This command \(command.summary).")
    if !command.details.isEmpty {
      if !command.details.hasPrefix("  ") { page.macro("Pp") }
      page.prose(command.details)
    }
    page.macro("Pp")
    page.paragraph("The options are:")
    page.macro("Bl", "-tag", "-width", "Ds")
    for option in command.allOptions {
      // The short name first, as is customary.
      let names = option.names.reversed().map { Mdoc.escaped(String($0.dropFirst())) }
      let value = option.value.map { ["Ar"] + Mdoc.placeholder($0.placeholder) } ?? []
      page.macro("It", ["Fl"] + [names.joined(separator: " , Fl ")] + value)
      // Help that begins with choices keeps their case.
      page.paragraph(option.help == option.rest ? Self.sentence(option.help) : "\(option.help).")
    }
    page.macro("El")
    page.section("EXIT STATUS")
    page.prose(command.exitStatus ?? Command.usualExitStatus)
    if !command.examples.isEmpty {
      page.section("EXAMPLES")
      page.literal(command.exampleLines)
    }
    page.section("SEE ALSO")
    page.macro("Xr", "pantograph", "1")
    text = page.text
  }

  private static func flag(_ option: Command.Option) -> [String] {
    [Mdoc.escaped(String(option.name.dropFirst()))]
      + (option.value.map { ["Ar"] + Mdoc.placeholder($0.placeholder) } ?? [])
  }

  /// Returns the help of an option as a sentence.
  private static func sentence(_ help: String) -> String {
    guard let first = help.first, first.isLetter else { return help }
    return help.hasSuffix(".") ? help : "\(first.uppercased())\(help.dropFirst())."
  }

  private init(of commands: [Command]) {
    name = "pantograph"
    command = nil
    var page = Self.begin(name, CommandLineTool.purpose)
    page.macro("Nm", "pantograph")
    page.macro("Ar", "COMMAND")
    page.macro("Op", "Ar", "options")
    page.macro("Nm", "pantograph")
    page.macro("Fl", "\\-help", "|", "\\-version")
    page.section("DESCRIPTION")
    page.prose(Self.description)
    page.macro("Pp")
    page.paragraph("The commands are:")
    page.macro("Bl", "-tag", "-width", commands.map(\.name).max { $0.count < $1.count } ?? "Ds")
    for command in commands {
      page.macro("It", "Cm", Mdoc.argument(command.name))
      page.paragraph(Self.sentence(command.summary))
    }
    page.macro("El")
    page.section("ENVIRONMENT")
    page.macro("Bl", "-tag", "-width", "Ds")
    page.macro("It", "Ev", "TMPDIR")
    page.paragraph(
      "The folder for temporary copies of piped input; /tmp by default.")
    page.macro("El")
    page.section("FILES")
    page.macro("Bl", "-tag", "-width", "Ds")
    for (path, what) in Self.files {
      page.macro("It", "Pa", path)
      page.paragraph(what)
    }
    page.macro("El")
    page.section("EXIT STATUS")
    page.paragraph(
      "Exits with 0 on success, with 1 if a check fails, and with 2 if the input or the arguments"
        + " can't be used. An error message is one line with the location, the problem and a remedy."
    )
    page.section("EXAMPLES")
    page.literal([
      "pantograph devices", "pantograph interaction --preset sheet > my.json",
      "pantograph record /dev/input/event5 --output swipe.yml",
      "pantograph replay swipe.yml --interaction my.json",
    ])
    page.section("SEE ALSO")
    let pages = commands.map(Self.name).sorted()
    for name in ["evemu-record", "libinput-record"] + pages {
      page.macro("Xr", [name, "1"] + (name == pages.last ? [] : [","]))
    }
    text = page.text
  }

  private static let description = """
    Reads touches from an evdev device or a recording and maps their movement to the fraction of an
    animation. A release rule decides the outcome, and a spring continues with the velocity of the
    gesture. The result is an exact trajectory: the same input always produces the same bytes.

    `pantograph COMMAND --help` describes a command, and `pantograph manual COMMAND` shows its page.
    Options may appear before, between and after operands. A value follows its option after a space or
    `=`. Everything after `--` is an operand. For most files, `-` is standard input or output.
    """

  private static let files = [
    ("/dev/input/event*", "The input devices."),
    ("/dev/uinput", "Creates virtual devices."),
    ("interaction.json", "Defines which gesture drives which animation."),
    ("recording.yml", "The recording of a case, in any supported format."),
    ("expected.csv", "The expected trajectory of a case."),
    ("label.json", "The intended outcome of the gesture of a case."),
    ("labels.csv", "The intended outcomes of the gestures of the recordings beside it."),
  ]
}

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
    var words = [String]()
    var word = ""
    var isTyped = false
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
    let before = parts[0]
    let typed = parts.count > 1 ? parts[1] : ""
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

/// The options of all commands as Markdown tables, for a page of the documentation.
enum OptionTables {
  static var text: String { CommandLineTool.commands.map(table).joined(separator: "\n") }

  private static func table(_ command: Command) -> String {
    var text = """
      ## \(command.name)

      `\(command.usage)`: \(command.summary)

      | option | what it does |
      |---|---|

      """
    for option in command.allOptions {
      let help = option.help.split(separator: "|", omittingEmptySubsequences: false)
      text += "| `\(option.head)` | \(help.joined(separator: "\\|")) |\n"
    }
    return text
  }
}
