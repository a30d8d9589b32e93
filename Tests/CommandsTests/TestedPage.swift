import Foundation
import PantographTestSupport

/// A case with a page, in a folder that is also where browsers put their profiles.
struct TestedPage {
  /// The browsers that are installed.
  static let browsers = ["chromium", "firefox-esr"].filter { OtherProgram.find($0) != nil }

  let desk: TemporaryFolder

  /// Copies the example `sheet-page` with its first recording, to be tested in a browser.
  init(sheetIn browser: String, tolerance: Double? = nil) throws {
    desk = try TemporaryFolder()
    let folder = Repository.root.appendingPathComponent("Tests/Examples/sheet-page")
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where file != "recordings" {
      try FileManager.default.copyItem(at: folder.appendingPathComponent(file), to: desk.file(file))
    }
    let rest = tolerance.map { ", \"tolerances\": { \"*\": { \"value\": \($0) } }" } ?? ""
    try change(
      "subject.json", "\"version\": 1", "\"version\": 1, \"browser\": \"\(browser)\"\(rest)")
  }

  /// Makes a page with a body, and a recording of touches, for a browser.
  ///
  /// Rows are of the recorder's format: phase, finger, milliseconds, x, y and force.
  init(_ body: String, _ rows: String, in browser: String) throws {
    try self.init(body, in: browser)
    _ = try desk.file(
      "recording.json",
      """
      { "format": "pointer-recording", "version": 1, "viewport": [412, 915], "cssPxPerMm": 5,
        "columns": ["phase", "id", "t", "x", "y", "force"], "rows": [\(rows)] }
      """)
  }

  /// Makes a page with a body, and a recording that `synth` generates, for a browser.
  init(_ body: String, synth gesture: [String], in browser: String) throws {
    try self.init(body, in: browser)
    let recording = try Program(Program.pantograph, ["synth"] + gesture)
    _ = try desk.file("recording.yml", recording.output)
  }

  private init(_ body: String, in browser: String) throws {
    desk = try TemporaryFolder()
    _ = try desk.file(
      "index.html",
      """
      <!doctype html>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <style> html, body { margin: 0; height: 100%; touch-action: none; } </style>
      \(body)
      """)
    _ = try desk.file(
      "subject.json",
      """
      { "version": 1, "page": "index.html", "elements": { "body": "body" }, "show": ["y"],
        "pixelsPerMillimetre": 5, "browser": "\(browser)", "rest": 0.2 }
      """)
  }

  /// Changes one of its files.
  func change(_ name: String, _ old: String, _ new: String) throws {
    let text = try String(contentsOf: desk.file(name), encoding: .utf8)
    guard text.contains(old) else { throw CocoaError(.fileReadUnknown) }
    _ = try desk.file(name, text.replacing(old, with: new))
  }

  /// Does something while four other programs keep the machine busy.
  static func whileBusy<Result>(_ work: () throws -> Result) throws -> Result {
    var others: [RunningProgram] = []
    defer {
      for other in others {
        other.signal(SIGKILL)
        _ = other.wait()
      }
    }
    for _ in 0..<4 {
      // They end by themselves after 5 minutes of work, whatever becomes of the test.
      let loop = ["-c", "ulimit -t 300; while :; do :; done"]
      others.append(try RunningProgram(URL(fileURLWithPath: "/bin/sh"), loop))
    }
    return try work()
  }

  /// Runs a command with the case.
  func run(_ command: String, _ more: String...) throws -> Program {
    try Program(URL(fileURLWithPath: "/usr/bin/env"), words(command) + more)
  }

  private func words(_ command: String) -> [String] {
    let path = desk.url.path
    return ["TMPDIR=\(path)", "TESTED_PAGE=\(path)", Program.pantograph.path, command, path]
  }

  /// The events that the page shows, with their times.
  func events() throws -> [String] {
    let shown = try run("replay")
    guard shown.status == 0 else { return [shown.complaints] }
    return shown.output.split(separator: "\n").dropFirst().compactMap { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      return cells.count < 3 || cells[2].isEmpty ? nil : "\(cells[0]) \(cells[2])"
    }
  }

  /// The profiles of browsers in the folder, and the processes that were started for it.
  ///
  /// Firefox's helper for crashes notices a moment later that Firefox has ended.
  func remains() throws -> [String] {
    for _ in 0..<6000 {
      guard try !remainsNow().isEmpty else { return [] }
      Thread.sleep(forTimeInterval: 0.1)
    }
    return try remainsNow()
  }

  private func remainsNow() throws -> [String] {
    let profiles = try FileManager.default.contentsOfDirectory(atPath: desk.url.path)
      .filter { $0.hasPrefix("pantograph-browser") || $0.hasPrefix("org.chromium") }
    let processes = try Program(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", "grep -lsz '^TESTED_PAGE=\(desk.url.path)$' /proc/[0-9]*/environ"])
    return profiles + processes.output.split(separator: "\n").map(String.init)
  }

  /// Starts a replay, and waits until its browser has written its profile.
  func startReplay() throws -> (replay: RunningProgram, browser: pid_t) {
    let replay = try RunningProgram(URL(fileURLWithPath: "/usr/bin/env"), words("replay"))
    try replay.wait { _ in
      let found = try? FileManager.default.subpathsOfDirectory(atPath: desk.url.path)
      let written = ["WebDriverBiDiServer.json", "Default"]
      return (found ?? []).contains { path in written.contains { path.hasSuffix("/\($0)") } }
    }
    var browser: pid_t?
    try replay.wait { _ in
      let found = try? Program(
        URL(fileURLWithPath: "/usr/bin/env"),
        ["pgrep", "-f", "-P", "\(replay.identifier)", "remote-debugging"])
      browser = found?.output.split(separator: "\n").first.flatMap { pid_t($0) }
      return browser != nil
    }
    return (replay, browser ?? 0)
  }
}
