import PantographBase
import PantographCLinux
import PantographInteractions
import PantographReports
import PantographServing
import PantographTouches

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
  func watch(_ polled: inout [pollfd]) {}
  func attend() {}

  func finish(_ waits: (Int32) -> Bool) { server.close() }
}
