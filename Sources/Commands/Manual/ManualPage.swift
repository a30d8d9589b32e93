import PantographBase

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
