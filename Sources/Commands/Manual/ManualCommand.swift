import Glibc

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
