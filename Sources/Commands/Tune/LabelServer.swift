import PantographBase
import PantographReports
package import PantographServing
import PantographTraces
import PantographTuning

/// `pantograph label --serve`: asks in a browser.
package enum LabelServer {
  /// Serves the page until the end is requested, and prints how many labels were written.
  static func serve(_ arguments: Arguments, into path: String) throws -> ExitStatus {
    guard OutputFile.isRegularOrNew(path) else {
      throw CommandError("\(path): --serve requires a regular file, or the name of a new one")
    }
    var options = try WebServerOptions(arguments, of: "label")
    let (site, hasMistakes) = try open(arguments, into: path)
    options.settings.answer = { site.answer($0) }
    // Blocks signals before the server's thread starts, which would receive them.
    let loop = try EventLoop()
    let server = try options.start(about: [], for: "label")
    defer { server.close() }
    printNotice(
      "open \(server.address)"
        + (server.endpoint.isLoopback
          ? ""
          : "; anyone on the network with this address can write labels, and the connection is not"
            + " encrypted"))
    while true { if case .stop = loop.wait(for: nil, until: nil) { break } }
    server.close()
    let (now, before) = site.counts
    try OutputFile().write(
      "  \(now) \(now == 1 ? "label" : "labels") written to \(path.shown)"
        + (before > 0 ? ", \(before) labelled before\n" : "\n"))
    return hasMistakes ? .unusable : .fine
  }

  /// Returns what answers the requests about the gestures that the words of a command line name.
  package static func answers(
    _ words: [String], into path: String
  ) throws -> @Sendable (SiteRequest) -> SiteReply {
    let site = try open(Arguments(words, for: LabelCommand.command), into: path).site
    return { site.answer($0) }
  }

  /// Reads the recordings and the table, and returns the site, and whether a recording can't be used.
  private static func open(
    _ arguments: Arguments, into path: String
  ) throws -> (site: LabelSite, hasMistakes: Bool) {
    // Checked before the recordings are read, which may take long.
    _ = try LabelFile(path)
    let run = try FeatureRun(arguments, labels: LabelFile.exists(path) ? path : nil)
    let found = try gestures(of: run)
    let desk = try LabelDesk(
      found.gestures, into: path, person: arguments.value("--person"), book: run.bookWithTable)
    if found.gestures.isEmpty {
      throw CommandError("pantograph label: no recording can be used, so there is nothing to ask")
    }
    return (LabelSite(desk, in: found.entries, clip: run.clip), found.hasMistakes)
  }

  private struct Found {
    var gestures: [LabelPage.Gesture] = []
    /// The recording of each gesture.
    var entries: [Worklist.Entry] = []
    var hasMistakes = false
  }

  /// Finds the gestures of all recordings; what can't be read is reported.
  private static func gestures(of run: FeatureRun) throws -> Found {
    var found = Found()
    var seen: Set<RecordingIdentity> = []
    var entries = try run.worklist.entries(in: 0..<run.worklist.count)
    var progress = ProgressLine(of: run.worklist.count)
    var done = 0
    try run.forEach(in: 0..<run.worklist.count, jobs: Parallel.processors) { outcome in
      done += 1
      progress.show(done)
      guard let entry = try entries.next() else { return }
      if let mistake = outcome.mistake {
        progress.clear()
        printNotice("\(mistake)")
        found.hasMistakes = true
      }
      // A recording that is given by two names is asked about once.
      guard seen.insert(RecordingIdentity(outcome.recording)).inserted else { return }
      let count = outcome.gestures.last?.number ?? 0
      for gesture in outcome.gestures {
        found.gestures.append(LabelPage.Gesture(gesture, of: count))
        found.entries.append(entry)
      }
    }
    progress.clear()
    return found
  }
}
