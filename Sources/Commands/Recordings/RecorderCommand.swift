import PantographServing

/// `pantograph recorder`: a page that records gestures in any browser.
enum RecorderCommand {
  static let command = Command(
    name: "recorder",
    summary: "prints a web page that records fingers, pens and touchpads in any browser",
    operands: [],
    options: [CommonOptions.output(writes: [.html])],
    details: """
      Put the page on a server of your own, and open it on a phone, a tablet or a computer. It records
      every position that the browser reports, with its pressure and time, and saves them as a file that
      all commands read as a recording. It sends nothing.

      Browsers report all positions only to pages from https or localhost; from other addresses there is
      one for each frame. `adb reverse tcp:8000 tcp:8000` makes a server of this computer localhost on an
      Android phone.

      A page knows pixels and no millimetres. "Measure the screen" compares the screen with a bank card,
      and the recording keeps the result.
      """,
    examples: [
      "pantograph recorder -o recorder.html && python3 -m http.server 8000",
      "pantograph replay recording.json -i sheet.json",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let output =
      try arguments.value("--output").map { path throws(CommandError) in
        try OutputFile(result: path)
      } ?? OutputFile()
    try output.write(RecorderPage.text + "\n")
    try output.finish()
    return .fine
  }
}
