import PantographServing

/// `pantograph recorder`: a page that records gestures in any browser.
enum RecorderCommand {
  static let command = Command(
    name: "recorder",
    summary: "prints a web page that records fingers and pens in any browser",
    operands: [],
    options: [CommonOptions.output(writes: [.html])],
    details: """
      Put the page on a server of your own, and open it on a phone, a tablet or a computer. It records
      all positions while a finger, a pen or a mouse button is down, with their pressure and time. "Save"
      downloads recording.json, which all commands read as a recording. Nothing is uploaded.

      Browsers report all positions only to pages from https or localhost; to pages from other
      addresses, only one position per frame. On an Android phone with USB debugging, run
      `adb reverse tcp:8000 tcp:8000` and open http://localhost:8000/recorder.html. On an iPhone, use a
      server with https.

      A page can measure pixels, not millimetres. "Measure the screen" compares the screen with a bank
      card, and the recording keeps the result. Scrolling with a touchpad is saved but not replayed;
      record a touchpad with `pantograph record`.
      """,
    examples: [
      "pantograph recorder -o recorder.html && python3 -m http.server --bind 127.0.0.1 8000",
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
