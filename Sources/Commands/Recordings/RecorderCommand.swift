import PantographBase
import PantographServing

/// `pantograph recorder`: a page that records gestures in any browser.
enum RecorderCommand {
  static let command = Command(
    name: "recorder",
    summary: "records fingers and pens with a web page, in any browser and on a phone",
    operands: [],
    options: [
      .init("--serve", help: "serve the page, and save the recordings that it sends"),
      WebServerOptions.listen, WebServerOptions.token, WebServerOptions.save,
      .init("--bookmarklet", help: "print a bookmark that records on any page"),
      CommonOptions.output(writes: [.html]),
    ],
    details: """
      The page records all positions while a finger, a pen or a mouse button is down, with their pressure
      and time. Without --serve, it is printed; put it on a server of your own. "Save" downloads
      recording.json, which all commands read as a recording. Nothing is uploaded.

      With --serve, the page has the button "Send", too: the recording is saved here as recording-1.json,
      or with the next free number, and its path is printed. On a terminal, a QR code shows the address
      to a phone: with --listen 0.0.0.0 if both are in the same network, or with USB debugging and
      `adb reverse tcp:\(Endpoint.usualPort) tcp:\(Endpoint.usualPort)`. Press Ctrl-C to stop.

      Browsers report all positions only to pages from https or localhost; to pages from other
      addresses, only one position per frame. `adb reverse` gives an Android phone a localhost; for an
      iPhone, put the page on a server with https.

      --bookmarklet prints the address of a bookmark. Opened on any page, it shows a panel that records
      what you do there, and saves it. A page whose content security policy forbids foreign scripts may
      refuse it.

      A page can measure pixels, not millimetres. "Measure the screen" compares the screen with a bank
      card, and the recording keeps the result. Scrolling with a touchpad is saved but not replayed;
      record a touchpad with `pantograph record`.
      """,
    examples: [
      "pantograph recorder --serve --listen 0.0.0.0",
      "pantograph recorder -o recorder.html && python3 -m http.server --bind 127.0.0.1 8000",
      "pantograph replay recording-1.json -i sheet.json",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let modes = ["--serve", "--bookmarklet"].filter(arguments.has)
    guard modes.count <= 1 else {
      throw CommandError("pantograph recorder: --serve and --bookmarklet exclude each other")
    }
    if modes == ["--serve"] { return try serve(arguments) }
    if let option = ["--listen", "--token", "--save"].first(where: arguments.has) {
      throw CommandError("pantograph recorder: \(option) requires --serve")
    }
    let output =
      try arguments.value("--output").map { path throws(CommandError) in
        try OutputFile(result: path)
      } ?? OutputFile()
    let text = modes.isEmpty ? RecorderPage.text : Bookmarklet.address
    try output.write(text + "\n")
    try output.finish()
    return .fine
  }

  /// Serves the page until the end is requested, and prints the path of each recording.
  private static func serve(_ arguments: Arguments) throws -> ExitStatus {
    guard !arguments.has("--output") else {
      throw CommandError("pantograph recorder: --output and --serve exclude each other")
    }
    let receiver = try RecordingReceiver(arguments, of: "recorder")
    var options = try WebServerOptions(arguments, of: "recorder")
    options.settings.receive = { receiver.receive($0) }
    options.settings.page = Array(RecorderPage.text.utf8)
    // Blocks signals before the server's thread starts, which would receive them.
    let loop = try EventLoop()
    let server = try options.start(about: [], for: "recorder")
    defer { server.close() }
    announce(server, options)
    let output = OutputFile()
    func printSaved() throws {
      while let recording = receiver.next() { try output.write(recording.path + "\n") }
    }
    while true {
      try printSaved()
      // 20 ms: the server receives on its own thread.
      let soon = EventLoop.now.advanced(byMicroseconds: 20_000)
      guard case .stop = loop.wait(for: nil, until: soon) else { continue }
      server.close()
      try printSaved()
      return .fine
    }
  }

  /// Prints the addresses of the page, as a QR code as well.
  ///
  /// - Parameter fragment: the end of the addresses, such as `#each`, which sends every gesture.
  static func announce(
    _ server: LiveServer, _ options: WebServerOptions, fragment: String = ""
  ) {
    let path = LiveServer.recorderPath
    let network = server.networkAddresses(of: path).map { $0 + fragment }
    let own = server.address(of: path) + fragment
    QRCode.print(network.first ?? own)
    for address in network { printNotice("record at \(address)") }
    printNotice("record at \(own)")
    if server.endpoint.isLoopback {
      printNotice(
        "on a phone: `adb reverse tcp:\(server.endpoint.port) tcp:\(server.endpoint.port)`, or --listen"
          + " 0.0.0.0")
    } else {
      printNotice(
        "anyone on the network with this address can send recordings, and the connection is not"
          + " encrypted")
    }
  }
}
