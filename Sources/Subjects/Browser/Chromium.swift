import PantographCLinux
import PantographJSON
import PantographLibc
import PantographReports

/// A Chromium without a window, driven by the DevTools protocol through two pipes.
///
/// No port is open. When this process ends, the pipes close and the browser ends, too. Only one thread at a
/// time uses it.
final class Chromium: @unchecked Sendable {
  /// What a browser did not do.
  struct Failure: Error {
    var sentence: String
  }

  /// The programs that are tried, in this order.
  static let programs = ["chromium", "google-chrome", "google-chrome-stable", "chromium-browser"]

  private let process: ChildProcess
  private let profile: String
  private var received: [UInt8] = []
  /// The bytes of them that have been searched for the end of a message.
  private var searched = 0
  private var count = 0
  /// Handles an event as soon as it arrives, and returns whether it did.
  var handle: ((JSONNode) throws(Failure) -> Bool)?
  /// The other events that have arrived, oldest first.
  private var events: [JSONNode] = []

  /// 30 s: how long a browser may take to start; on an idle machine it takes one.
  private static let startTime = 30.0

  /// Whether the browser's sandbox is on.
  let hasSandbox: Bool

  /// Starts a browser; without its sandbox only where the system has none.
  ///
  /// - Parameters:
  ///   - program: the program; `nil` for the first one that is found.
  ///   - host: the only host that it may reach; `nil` for none.
  static func start(_ program: String?, reaching host: String?) throws(Failure) -> Chromium {
    guard let program = program ?? found else {
      throw Failure(
        sentence: "no browser was found: install Chromium (Debian: chromium), or name it with the"
          + " key browser")
    }
    // Chromium refuses to run as root with its sandbox.
    let canHaveSandbox = geteuid() != 0
    if canHaveSandbox {
      let browser = try Chromium(program, hasSandbox: true, host)
      do {
        try browser.call("Browser.getVersion", until: ChildProcess.now + startTime)
        return browser
      } catch {
        // A browser that finds no sandbox ends by itself.
        guard browser.process.hasEnded else { throw error }
      }
    }
    let browser = try Chromium(program, hasSandbox: false, host)
    try browser.call("Browser.getVersion", until: ChildProcess.now + startTime)
    return browser
  }

  /// Starts a browser with an empty profile.
  private init(_ program: String, hasSandbox: Bool, _ host: String?) throws(Failure) {
    self.hasSandbox = hasSandbox
    profile = try Self.emptyFolder()
    var words = [
      program, "--headless=new", "--remote-debugging-pipe", "--user-data-dir=\(profile)",
      "--no-first-run", "--disable-background-networking", "--disable-sync", "--disable-gpu",
      "--host-resolver-rules=MAP * ~NOTFOUND" + (host.map { ", EXCLUDE \($0)" } ?? ""),
      "--block-new-web-contents", "--disable-component-update",
      "--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--hide-scrollbars",
      "--force-color-profile=srgb", "--mute-audio",
    ]
    if !hasSandbox { words.append("--no-sandbox") }
    do {
      process = try ChildProcess(words + ["about:blank"], in: "/", [.input(3), .output(4)])
    } catch {
      Self.remove(profile)
      throw Failure(sentence: "\(program): \(error.sentence)")
    }
  }

  private static var found: String? {
    let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
    return programs.flatMap { name in folders.split(separator: ":").map { "\($0)/\(name)" } }
      .first { unsafe access($0, X_OK) == 0 }
  }

  private static func emptyFolder() throws(Failure) -> String {
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var path = Array("\(folder)/pantograph-browser-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&path) != nil else {
      throw Failure(sentence: "\(folder): no folder can be made for the browser's profile")
    }
    return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    // Closing the pipe ends the browser.
    for descriptor in process.ends { close(descriptor) }
    _ = process.end(within: 2)
    Self.remove(profile)
  }

  /// Removes a folder and everything in it.
  private static func remove(_ folder: String) {
    guard let process = try? ChildProcess(["rm", "-rf", "--", folder], in: "/", []) else { return }
    _ = process.end(within: 10)
  }

  // MARK: Messages

  /// Calls a method, and returns its result.
  @discardableResult
  func call(
    _ method: String, _ parameters: JSONText = [:], in session: String? = nil,
    until deadline: Double
  ) throws(Failure) -> JSONNode? {
    let number = try send(method, parameters, in: session, until: deadline)
    while true {
      let message = try receive(until: deadline, waitingFor: method)
      guard let id = Self.number(message["id"]) else {
        try take(message)
        continue
      }
      guard id == Double(number) else { continue }
      if let error = message["error"] {
        throw Failure(sentence: "\(method): \(Self.text(error["message"]) ?? "failed")")
      }
      return message["result"]
    }
  }

  /// Sends a call without waiting for its result.
  @discardableResult
  func send(
    _ method: String, _ parameters: JSONText, in session: String?, until deadline: Double
  ) throws(Failure) -> Int {
    count += 1
    var members: [(key: String, value: JSONText)] = [
      ("id", .integer(count)), ("method", .string(method)), ("params", parameters),
    ]
    if let session { members.append(("sessionId", .string(session))) }
    let bytes = Array(JSONText.object(members).text.utf8) + [0]
    var sent = 0
    while sent < bytes.count {
      let written = ChildProcess.write(bytes, from: sent, to: process.ends[0])
      guard written >= 0 else { throw Failure(sentence: "the browser has ended") }
      sent += written
      if written == 0 { try wait(process.ends[0], POLLOUT, until: deadline, waitingFor: method) }
    }
    return count
  }

  /// Returns the next event with this name.
  func event(_ name: String, until deadline: Double) throws(Failure) -> JSONNode {
    while true {
      if let index = events.firstIndex(where: { Self.text($0["method"]) == name }) {
        return events.remove(at: index)
      }
      try take(try receive(until: deadline, waitingFor: name))
    }
  }

  private func take(_ event: JSONNode) throws(Failure) {
    if try handle?(event) != true { events.append(event) }
  }

  /// Forgets the events so far.
  func forgetEvents() { events = [] }

  private func receive(
    until deadline: Double, waitingFor what: String
  ) throws(Failure) -> JSONNode {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let end = received[searched...].firstIndex(of: 0) {
        let message = Array(received[..<end])
        received.removeSubrange(...end)
        searched = 0
        guard let node = try? JSONNode(parsing: message) else {
          throw Failure(sentence: "the browser sent a message that is not JSON")
        }
        return node
      }
      searched = received.count
      try wait(process.ends[1], POLLIN, until: deadline, waitingFor: what)
      guard let count = ChildProcess.read(process.ends[1], into: &buffer) else { continue }
      guard count > 0 else { throw Failure(sentence: "the browser has ended") }
      received += buffer[..<count]
    }
  }

  private func wait(
    _ descriptor: Int32, _ event: Int32, until deadline: Double, waitingFor what: String
  ) throws(Failure) {
    let seconds = deadline - ChildProcess.now
    guard seconds > 0 else {
      throw Failure(sentence: "the time limit is over, while waiting for \(what)")
    }
    var waiting = [pollfd(fd: descriptor, events: Int16(event), revents: 0)]
    _ = unsafe poll(&waiting, 1, Int32((seconds * 1000).rounded(.up)))
  }

  // MARK: Reading messages

  static func text(_ node: JSONNode?) -> String? { try? node?.text("") }

  static func number(_ node: JSONNode?) -> Double? {
    try? node?.number(in: -1e300...1e300, "")
  }
}
