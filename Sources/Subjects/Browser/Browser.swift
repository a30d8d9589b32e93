import Glibc
import PantographBase
import Synchronization

/// A browser without a window, which shows one page at a time.
///
/// Only one thread at a time uses it.
protocol Browser: AnyObject, Sendable {
  /// What about the page's results is not exact, or about the sandbox.
  var notes: [String] { get }

  /// Opens a page with an empty store, and waits until it has loaded.
  ///
  /// - Parameters:
  ///   - page: the page.
  ///   - files: answers the page's requests; no other request leaves the browser.
  ///   - script: runs before the page's own scripts.
  ///   - seconds: how long each answer of the browser may take.
  func open(
    _ page: Subject.Page, _ files: PageFiles, running script: String, within seconds: Double
  ) throws(BrowserFailure)

  /// Evaluates an expression in the page, waits for its promise, and returns its value if it is a text.
  func evaluate(_ expression: String) throws(BrowserFailure) -> String

  /// Sends an input to the page, and evaluates an expression meanwhile.
  ///
  /// - Parameters:
  ///   - input: the input.
  ///   - time: the page's time in milliseconds, which began when the page was opened.
  ///   - expression: for the number of events of the input's kind that the page will receive.
  ///   - confirmation: what is evaluated when the browser has sent the input.
  /// - Returns: the expression's value.
  func send(
    _ input: PageInput, at time: Double, evaluating expression: (Int) -> String,
    confirming confirmation: String
  ) throws(BrowserFailure) -> String

  /// Sends an input to the page, and does not wait for an answer.
  ///
  /// - Parameter time: the milliseconds since 1970.
  func post(_ input: PageInput, at time: Double) throws(BrowserFailure)

  /// Waits for the answers to the inputs that were posted.
  func finishPosts() throws(BrowserFailure)

  /// Answers the page's requests until a time.
  func wait(until time: Double) throws(BrowserFailure)

  /// Takes a picture of the viewport, and returns it as an address with its data.
  func picture() throws(BrowserFailure) -> String

  /// Closes the page, if one is open, and forgets what it stored.
  func closePage()
}

extension Browser {
  /// Opens a page, names what its script takes down, and returns what answers the page's requests.
  func show(
    _ page: Subject.Page, in folder: String, running script: String, within seconds: Double
  ) throws(BrowserFailure) -> PageFiles {
    // Closing takes as long as some frames, and the last page ends with its browser.
    closePage()
    let files = PageFiles(folder, for: page)
    if case .response(404, _, _) = files.answer(to: page.address) {
      throw BrowserFailure(sentence: "\(page.location) can't be loaded: no such file")
    }
    do throws(BrowserFailure) {
      try open(page, files, running: script, within: seconds)
    } catch {
      throw error.named(
        "\(page.location) has not loaded after \(ProgramRun.End.seconds(seconds)): it may hang")
    }
    let missing = try evaluate("\(page.beginning).join(', ')")
    guard missing.isEmpty, !page.elements.isEmpty else {
      let status = try evaluate(
        "String(performance.getEntriesByType('navigation')[0]?.responseStatus || 200)")
      guard status.hasPrefix("2") else {
        throw BrowserFailure(
          sentence: "\(page.location) can't be loaded: its server answers \(status)")
      }
      guard !missing.isEmpty else { return files }
      let sentence = "no element of \(page.location) matches \(missing)"
      throw BrowserFailure(sentence: ([sentence] + files.notes).joined(separator: "; "))
    }
    return files
  }
}

extension String {
  /// The note of a page that opened a window, which is closed at once.
  static let windowWasClosed = "the page opened a window, which was closed"
}

/// Finds and starts browsers.
enum Browsers {
  /// 60 s: how long a browser may take to start; on an idle machine it takes one to three.
  static let startTime = 60.0

  /// Starts a browser.
  ///
  /// - Parameters:
  ///   - name: the program, of which a name with `firefox` is Firefox; `nil` for the first Chromium that
  ///     is found, or else Firefox.
  ///   - server: the only server that it may reach; `nil` for none.
  ///   - pace: whether its frames follow each other as fast as they are done, or at their times.
  static func start(
    _ name: String?, reaching server: WebOrigin?, _ pace: Subject.Pace
  ) throws(BrowserFailure) -> any Browser {
    guard let program = (name ?? found).map(located) else {
      throw BrowserFailure(
        sentence: "no browser was found: install Chromium (Debian: chromium) or Firefox (Debian:"
          + " firefox-esr), or name one with --browser or the key browser")
    }
    return isFirefox(program)
      ? try Firefox(program, reaching: server, pace, isSubstitute: name == nil)
      : try Chromium.start(program, reaching: server, pace)
  }

  /// Returns the path of a program from here, since it runs in another folder.
  private static func located(_ program: String) -> String {
    guard program.includes("/"), !program.hasPrefix("/") else { return program }
    let here = unsafe realpath(".", nil)
    defer { unsafe free(here) }
    return unsafe here.map { unsafe "\(String(cString: $0))/\(program)" } ?? program
  }

  private static func isFirefox(_ program: String) -> Bool {
    program.split(separator: "/").last?.lowercased().includes("firefox") ?? false
  }

  private static var found: String? {
    let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
    return (Chromium.programs + Firefox.programs)
      .flatMap { name in folders.split(separator: ":").map { "\($0)/\(name)" } }
      .first { unsafe access($0, X_OK) == 0 }
  }
}

/// The browsers that run now: cases share them, one at a time each.
package final class BrowserPool: Sendable {
  /// The browsers of this process.
  package static let shared = BrowserPool()

  private struct Key: Equatable {
    var program: String?
    var server: WebOrigin?
    var pace: Subject.Pace
  }

  private let idle = Mutex<[(key: Key, browser: any Browser)]>([])

  private let chosen = Mutex<String?>(nil)

  private init() {}

  /// Shows all pages in this browser, whatever their subjects say.
  package func choose(_ program: String?) { chosen.withLock { $0 = program } }

  /// Calls `body` with an idle browser, or with a new one; one that failed is not used again.
  func withBrowser<Result>(
    _ program: String?, reaching server: WebOrigin?, _ pace: Subject.Pace,
    _ body: (any Browser) throws(BrowserFailure) -> Result
  ) throws(BrowserFailure) -> Result {
    let program = chosen.withLock { $0 } ?? program
    let key = Key(program: program, server: server, pace: pace)
    let browser: any Browser
    if let waiting = takeIdle(key) {
      browser = waiting
    } else {
      browser = try ChildProcess.withoutBrokenPipes { () throws(BrowserFailure) in
        try Browsers.start(program, reaching: server, pace)
      }
    }
    let result = try ChildProcess.withoutBrokenPipes { () throws(BrowserFailure) in
      try body(browser)
    }
    idle.withLock { $0.append((key, browser)) }
    return result
  }

  private func takeIdle(_ key: Key) -> (any Browser)? {
    idle.withLock { idle in
      idle.firstIndex { $0.key == key }.map { idle.remove(at: $0).browser }
    }
  }

  /// Ends the idle browsers, and removes their profiles.
  package func end() {
    // Outside of the lock, since each takes a moment.
    _ = idle.withLock { idle in
      defer { idle = [] }
      return idle
    }
  }
}

/// The process of a browser and the folder of its profile.
///
/// It writes nothing outside of that folder. A second process waits beside it. When this program ends, however
/// it does, that one kills the browser and removes the profile.
final class BrowserProcess: Sendable {
  /// The browser.
  let process: ChildProcess
  /// The folder of its profile.
  let profile: String
  private let remover: ChildProcess

  /// Starts a browser with an empty profile.
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - settings: the text of the profile's `user.js`, if it needs one.
  ///   - hasTemporaryFiles: whether it leaves files in `TMPDIR`; they are then in the profile, and removed with it.
  ///   - pipes: the descriptors that are connected.
  ///   - arguments: returns the arguments for a profile.
  init(
    _ program: String, settings: String? = nil, hasTemporaryFiles: Bool = false,
    _ pipes: [ChildProcess.Pipe], arguments: (_ profile: String) -> [String]
  ) throws(BrowserFailure) {
    // A signal between the two would leave the folder.
    let (profile, remover) = try Interruption.withoutSignals { () throws(BrowserFailure) in
      let profile = try Self.emptyFolder()
      return (profile, try Self.remover(of: profile))
    }
    self.profile = profile
    self.remover = remover
    do {
      if let settings { try Self.write(settings, to: "\(profile)/user.js") }
      Self.linkSettings(to: profile)
      process = try ChildProcess(
        [program] + arguments(profile), in: profile, pipes,
        variables: Self.variables(profile, hasTemporaryFiles: hasTemporaryFiles))
    } catch {
      for descriptor in remover.ends { close(descriptor) }
      _ = remover.end(within: 10)
      throw BrowserFailure(sentence: "\(program): \(error.sentence)")
    }
    for descriptor in remover.ends {
      _ = ChildProcess.write(Array("\(process.identifier)\n".utf8), from: 0, to: descriptor)
    }
  }

  /// Returns variables for which the browser writes nothing outside of its profile.
  private static func variables(_ profile: String, hasTemporaryFiles: Bool) -> [String] {
    var variables = ["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"].map { "\($0)=\(profile)" }
    // The user's fonts are there.
    if let data = folder("XDG_DATA_HOME", "/.local/share") {
      variables.append("XDG_DATA_HOME=\(data)")
    }
    // The path of a socket has at most 107 bytes, so the folder is named from within.
    return hasTemporaryFiles ? variables + ["TMPDIR=."] : variables
  }

  /// Links what the browser reads in the user's folders: fonts, their settings, and certificates.
  private static func linkSettings(to profile: String) {
    let links = [
      (folder("HOME", "").map { $0 + "/.fonts" }, ".fonts"),
      (folder("HOME", "").map { $0 + "/.pki" }, ".pki"),
      (folder("XDG_CONFIG_HOME", "/.config").map { $0 + "/fontconfig" }, "fontconfig"),
    ]
    for case (let path?, let name) in links where unsafe access(path, R_OK) == 0 {
      unsafe symlink(path, "\(profile)/\(name)")
    }
  }

  /// Returns the folder that a variable names, or the usual one in the user's home folder.
  private static func folder(_ variable: String, _ usual: String) -> String? {
    if let text = unsafe getenv(variable) { return unsafe String(cString: text) }
    return unsafe getenv("HOME").map { unsafe String(cString: $0) + usual }
  }

  deinit {
    if !process.ends.isEmpty {
      // Closing its pipes ends Chromium.
      for descriptor in process.ends { close(descriptor) }
      process.wait(2)
    }
    for descriptor in remover.ends { close(descriptor) }
    _ = remover.end(within: 10)
    _ = process.end(within: 0)
  }

  /// Starts the process that removes the folder when its input ends, after it has killed the group that it reads.
  private static func remover(of profile: String) throws(BrowserFailure) -> ChildProcess {
    // A process of the browser may still write while the folder is removed.
    let script =
      "read group; read end; [ -z \"$group\" ] || kill -KILL \"-$group\"; tries=0;"
      + " until rm -rf -- \"$0\" || [ $tries -eq 100 ]; do tries=$((tries + 1)); sleep 0.1; done"
    do {
      return try ChildProcess(
        ["/bin/sh", "-c", script, profile], in: "/", [.input(0)], isKilledBySignals: false)
    } catch {
      unsafe rmdir(profile)
      throw BrowserFailure(sentence: "/bin/sh: \(error.sentence)")
    }
  }

  private static func emptyFolder() throws(BrowserFailure) -> String {
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var path = Array("\(folder)/pantograph-browser-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&path) != nil else {
      throw BrowserFailure(sentence: "\(folder): no folder can be made for the browser's profile")
    }
    return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func write(_ text: String, to path: String) throws(Complaint) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard descriptor >= 0, ChildProcess.write(bytes, from: 0, to: descriptor) == bytes.count else {
      throw Complaint("its profile can't be written")
    }
  }
}
