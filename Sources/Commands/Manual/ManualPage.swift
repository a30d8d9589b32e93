/// A page of the manual: of the program, or of one of its commands.
struct ManualPage {
  /// Such as `pantograph-replay`.
  let name: String
  /// The command that it is about, if it is about one.
  let command: String?
  /// The page in mdoc(7).
  let text: String

  /// The page of the program and then those of all commands.
  static var all: [ManualPage] {
    [ManualPage(of: CommandLineTool.commands)] + CommandLineTool.commands.map(ManualPage.init)
  }

  /// The name of its file.
  var file: String { "\(name).1" }

  private static func name(of command: Command) -> String { "pantograph-\(command.name)" }

  private static func begin(_ name: String, _ summary: String) -> Mdoc {
    var page = Mdoc()
    page.macro("Dd", CommandLineTool.date)
    page.macro("Dt", name.uppercased(), "1")
    page.macro("Os", "Pantograph", CommandLineTool.version)
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
      // The short name first, as is the custom.
      let names = option.names.reversed().map { Mdoc.escaped(String($0.dropFirst())) }
      let value = option.value.map { ["Ar"] + Mdoc.placeholder($0.placeholder) } ?? []
      page.macro("It", ["Fl"] + [names.joined(separator: " , Fl ")] + value)
      // Names stand first as they are.
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

  /// What is said beside an option in help, as a sentence.
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
      "Where what comes from a pipe is kept while it is needed; /tmp if it is not set.")
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
      "Ends with 0 if all is well, with 1 if something is not as it was expected, and with 2 if the"
        + " input or the arguments can't be used, which is said in one line with the place and a remedy."
    )
    page.section("EXAMPLES")
    page.literal([
      "pantograph devices", "pantograph interaction --preset sheet > my.json",
      "pantograph record /dev/input/event5 --output hand.yml",
      "pantograph replay hand.yml --interaction my.json",
    ])
    page.section("SEE ALSO")
    let pages = commands.map(Self.name).sorted()
    for name in ["evemu-record", "libinput-record"] + pages {
      page.macro("Xr", [name, "1"] + (name == pages.last ? [] : [","]))
    }
    text = page.text
  }

  private static let description = """
    Reads fingers from an evdev device or from a recording, turns their movement into the fraction of an
    animation, judges the release by a rule, and hands the velocity to a spring. What comes out is the
    exact trajectory, the same bytes every time.

    Of each command, `pantograph COMMAND --help` tells more, and `pantograph manual COMMAND` shows its page.
    Options may stand before, between and after operands, and a value after a blank or `=`. What comes
    after `--` is an operand. For most files, `-` is standard input or output.
    """

  private static let files = [
    ("/dev/input/event*", "Devices that are read."),
    ("/dev/uinput", "Makes virtual devices."),
    ("interaction.json", "What a gesture does to which animation."),
    ("recording.yml", "A recording, of any format that is read, in the folder of a case."),
    ("expected.csv", "The trajectory that a case expects."),
    ("label.json", "What the hand of a case wanted."),
    ("labels.csv", "What was meant by the gestures of the recordings beside it."),
  ]
}
