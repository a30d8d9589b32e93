import Cases
import Glibc

/// `pantograph manual`: pages to read, and what else is made of the table of commands.
enum ManualCommand {
  static let command = Command(
    name: "manual",
    summary: "shows the page of the manual about the program or a command",
    operands: [],
    optionalOperands: [.name("COMMAND") { CommandLineTool.commands.map(\.name) }],
    options: [
      .init("--folder", value: .folder("FOLDER"), help: "write all pages there, for man"),
      .init("--markdown", help: "print tables of all options, as the documentation has them"),
    ],
    details: """
      On a terminal the page is shown by `man`. Where output goes elsewhere, it is written as it is, in
      mdoc.
      """,
    examples: [
      "pantograph manual replay", "pantograph manual replay | mandoc -T html > replay.html",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let wishes =
      arguments.operands + ["--folder", "--markdown"].filter { arguments.has($0) }
    guard wishes.count < 2 else {
      throw Complaint(
        "pantograph manual: \(wishes.joined(separator: " and ")): only one at a time")
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

  /// Becomes `man` with the page for its input, or tells why that can't be.
  private static func show(_ page: ManualPage) throws -> Complaint {
    let kept = try KeptFile()
    do {
      try kept.append(Array(page.text.utf8))
    } catch {
      throw Complaint(error)
    }
    let file = try kept.reopened()
    guard file.becomeStandardInput() else {
      return Complaint("pantograph manual: the page can't be handed on: \(systemError())")
    }
    let line = ["man", "-l", "-"]
    let words = unsafe line.map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    unsafe execvp("man", words)
    return Complaint(
      "pantograph manual: `man` can't be run: \(systemError()); `pantograph manual | cat` prints the"
        + " page")
  }
}
