import Glibc
import PantographBase

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
    let names = [page.elements.map(\.selector), page.shown, page.events]
      .map { JSONText.list($0.map(JSONText.string)).text }.joined(separator: ", ")
    let missing = try evaluate("pantograph.begin(\(names)).join(', ')")
    guard missing.isEmpty else {
      let status = try evaluate(
        "String(performance.getEntriesByType('navigation')[0]?.responseStatus || 200)")
      guard status.hasPrefix("2") else {
        throw BrowserFailure(
          sentence: "\(page.location) can't be loaded: its server answers \(status)")
      }
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

/// What a browser did not do.
struct BrowserFailure: Error {
  var sentence: String
  /// Whether it has not answered for too long.
  var isOverdue = false

  static let pageHasCrashed = BrowserFailure(sentence: "the page has crashed")
  static let pageHasLeft = BrowserFailure(
    sentence: "the page failed: Error: it went to another page")

  /// What a page did, from the first line of the error that the script in it has ended with.
  ///
  /// The script's own errors are of the class `Error`, and the page's errors are events. What is left comes of a
  /// page that is no longer there, or has replaced what the script calls.
  static func ofPage(_ message: String) -> BrowserFailure {
    let message = String(message.prefix { $0 != "\n" })
    if message.hasPrefix("Error: ") {
      return BrowserFailure(sentence: "the page failed: \(message)")
    }
    if message.includes("pantograph is not defined") { return pageHasLeft }
    return BrowserFailure(
      sentence: "the page has replaced something that Pantograph's script in it calls: \(message)")
  }

  /// Says what has taken too long, if something has.
  func named(_ sentence: String) -> BrowserFailure {
    isOverdue
      ? BrowserFailure(sentence: "\(sentence); timeLimit in subject.json allows more") : self
  }
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
          + " firefox-esr), or name one with the key browser")
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
