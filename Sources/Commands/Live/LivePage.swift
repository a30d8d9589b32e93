import Glibc
import PantographBase
import PantographCLinux
import PantographInteractions
import PantographReports
import PantographServing
import PantographTouches
import PantographTrajectories
import PantographTraces

#if Web
  import PantographCQrencode
#endif

/// The web server of `live`: a page for browsers, and a stream for programs.
final class LivePage: LiveReader {
  static let options: [Command.Option] = [
    .init("--serve", help: "serve a live page to browsers and print its address"),
    WebServerOptions.listen,
    .init(
      "--page", value: .file("PATH"),
      help: "serve this HTML page, or this folder, instead of the built-in page"),
    WebServerOptions.token,
    .init(
      "--allow-origin", value: "ORIGIN",
      help: "also accept pages from this origin, such as http://localhost:3000"),
    WebServerOptions.save,
  ]

  private let server: LiveServer
  private let options: WebServerOptions
  private let takesRecordings: Bool
  /// What the page shows beside the trajectory.
  let notes: PageNotes

  /// Throws if an option requires `--serve`.
  static func check(_ arguments: Arguments) throws(CommandError) {
    guard !arguments.has("--serve"),
      let option = options.first(where: { arguments.has($0.name) })
    else { return }
    throw CommandError("pantograph live: \(option.name) requires --serve")
  }

  /// Starts the server if `--serve` is given; otherwise `nil`.
  ///
  /// - Parameters:
  ///   - name: the title of the page.
  ///   - surface: the surface of the device, if it is known.
  ///   - receiver: what takes the recordings of browsers, if they may send some.
  init?(
    _ arguments: Arguments, for interaction: Interaction, named name: String,
    on surface: Surface?, recordingsTo receiver: RecordingReceiver?
  ) throws {
    guard arguments.has("--serve") else { return nil }
    var options = try WebServerOptions(arguments, of: "live")
    options.settings.origins = CommonOptions.words(arguments.value("--allow-origin")) ?? []
    let kept = KeptRecordings()
    let folder = try Self.readPage(arguments.value("--page"), into: &options.settings)
    options.settings.hasSite = folder != nil
    options.settings.file = { path in kept.file(at: path) ?? folder?.file(at: path) }
    options.settings.builtIn = BuiltInPage(
      document: Array(LiveDocument(interaction).text.utf8), script: Array(LiveDocument.script.utf8),
      style: Array(LiveDocument.style.utf8))
    if let receiver { options.settings.receive = { receiver.receive($0) } }
    let server = try options.start(
      about: Array(LiveAbout(interaction, named: name, on: surface).json.text.utf8), for: "live")
    self.server = server
    let watch = try folder.map { try FolderWatch($0.path) }
    notes = PageNotes(interaction, GestureKeeper(kept), watching: watch, server)
    takesRecordings = receiver != nil
    self.options = options
  }

  /// Reads the user's page, or returns the folder that contains it.
  private static func readPage(
    _ path: String?, into settings: inout LiveServer.Settings
  ) throws -> PageFolder? {
    guard let path else { return nil }
    guard InputFile.isFolder(path) else {
      // 16 MiB: a page with embedded pictures takes a few megabytes at most.
      settings.page = try InputFile(path).readAll(limit: 16 << 20)
      return nil
    }
    let folder = PageFolder(path)
    guard folder.file(at: "/") != nil else {
      throw CommandError("pantograph live: --page \(path): it contains no index.html")
    }
    return folder
  }

  /// The address to open, and a warning if it is reachable from the network.
  var announcement: String { options.announcement(of: server) }

  /// Prints the addresses of its pages.
  func announce() {
    if takesRecordings { RecorderCommand.announce(server, options, fragment: "#each") }
    printNotice(announcement)
  }

  /// The number of connected clients.
  var readerCount: Int { server.readers }
  /// The number of clients disconnected for being too slow.
  var dropped: Int { server.dropped }

  func publish(_ lines: borrowing Span<UInt8>) { server.publish(lines) }

  // The server runs on its own thread.
  func watch(_ waiting: inout Descriptors) {}
  func attend() {}

  func finish(_ waits: (Int32) -> Bool) { server.close() }
}

/// Publishes what pages show beside the trajectory: fingers, outcomes with their reasons, recordings to keep, and
/// changes of the user's own page.
final class PageNotes: LiveFollower {
  private var report: LiveNotes
  private let keeper: GestureKeeper
  private let watch: FolderWatch?
  private let server: LiveServer

  init(
    _ interaction: Interaction, _ keeper: GestureKeeper, watching watch: FolderWatch?,
    _ server: LiveServer
  ) {
    report = LiveNotes(interaction)
    self.keeper = keeper
    self.watch = watch
    self.server = server
  }

  func begin(_ source: any LiveSource) {
    keeper.begin(source)
    report.begin(on: source.surface)
  }

  func receive(_ sample: Sample) { keeper.receive(sample) }

  func receive(_ event: TrajectoryEvent) {
    report.receive(event)
    keeper.receive(event, ofGesture: report.gestureCount)
  }

  func receive(_ frame: TouchFrame) {
    report.receive(frame)
    keeper.receive(frame)
  }

  var due: Timestamp? { watch?.due }

  func flush() {
    for number in keeper.takeKept() { report.offer(number, at: KeptRecordings.path(of: number)) }
    let now = EventLoop.now
    if watch?.hasChanged(at: now) == true { report.writeChange(at: now) }
    guard !report.bytes.isEmpty else { return }
    server.publish(report.bytes.span)
    report.bytes.removeAll(keepingCapacity: true)
  }

  func watch(_ waiting: inout Descriptors) {
    if let watch { waiting.add(watch.descriptor, for: .reading) }
  }

  func finish(_ waits: (Int32) -> Bool) { flush() }
}

/// The options that every command with a web server has.
struct WebServerOptions {
  static let listen = Command.Option(
    "--listen", value: "[HOST:]PORT",
    help:
      "address to listen on; 0.0.0.0 for the network (default 127.0.0.1:\(Endpoint.usualPort))")
  static let token = Command.Option(
    "--token", value: "TEXT", help: "the access token in the address (default: random)")
  static let save = Command.Option(
    "--save", value: .folder("FOLDER"),
    help: "save the recordings of browsers here (default: the current folder)")

  /// The settings of the server.
  var settings = LiveServer.Settings()

  /// Reads the address and the token.
  init(_ arguments: Arguments, of command: String) throws(CommandError) {
    if let text = arguments.value("--listen") {
      guard let endpoint = Endpoint(text) else {
        throw CommandError(
          "pantograph \(command): --listen \(text): expected a port, or an IP address and a port, such"
            + " as 0.0.0.0:\(Endpoint.usualPort)")
      }
      settings.endpoint = endpoint
    }
    // An address that is kept, or opened on a phone, works again after a new start.
    settings.endpoint.isPortOptional = false
    settings.token = arguments.value("--token")
  }

  /// Starts the server.
  func start(about: [UInt8], for command: String) throws(CommandError) -> LiveServer {
    do {
      return try LiveServer(settings, about: about)
    } catch {
      throw CommandError("pantograph \(command): \(error)")
    }
  }

  /// Returns the address to open, and a warning if it is reachable from the network.
  func announcement(of server: LiveServer) -> String {
    let others =
      server.endpoint.isLoopback
      ? ""
      : "; anyone on the network with this address can follow, and the connection is not encrypted"
    return "open \(server.address)\(others)"
  }
}

/// A QR code for a terminal, so that a phone can open an address without typing it.
struct QRCode {
  /// The rows of modules; `true` is dark.
  let modules: [[Bool]]

  /// Creates the code of a text; `nil` if it is too long, or if the library was left out.
  init?(_ text: String) {
    #if Web
      // Version 0 is the smallest that fits; mode 2 is QR_MODE_8, bytes.
      guard let code = unsafe QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1) else {
        return nil
      }
      defer { unsafe QRcode_free(code) }
      let width = Int(unsafe code.pointee.width)
      guard let data = unsafe code.pointee.data else { return nil }
      // The lowest bit of each byte is the colour.
      modules = (0..<width).map { row in
        (0..<width).map { column in unsafe data[row * width + column] & 1 == 1 }
      }
    #else
      return nil
    #endif
  }

  /// Returns the colour of a module; everything around the code is light.
  private func isDark(_ row: Int, _ column: Int) -> Bool {
    guard modules.indices.contains(row), modules.indices.contains(column) else { return false }
    return modules[row][column]
  }

  /// The lines to print: two rows of modules in each, dark on light whatever the terminal's colours are.
  var lines: [String] {
    // The quiet zone that readers require (ISO/IEC 18004).
    let zone = 4
    let range = -zone..<modules.count + zone
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
      let cells = range.map { column in
        switch (isDark(row, column), isDark(row + 1, column)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }
      // Black on white, then the terminal's own colours.
      return "\u{1b}[30;107m" + cells.joined() + "\u{1b}[0m"
    }
  }

  /// Prints the code of an address to standard error, if that is a terminal that can show it.
  static func print(_ address: String) {
    let style = TextStyle.beside
    guard style.isColored, !style.isASCII, let code = QRCode(address) else { return }
    let text = code.lines.map { $0 + "\n" }.joined()
    try? OutputFile(descriptor: dup(STDERR_FILENO), "standard error").write(text)
  }
}
