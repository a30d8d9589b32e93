import PantographLibc

/// The process of a browser and the folder of its profile.
///
/// A second process waits beside it. When this program ends, however it does, that one kills the browser
/// and removes the profile.
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
    profile = try Self.emptyFolder()
    do {
      if let settings { try Self.write(settings, to: "\(profile)/user.js") }
      // The path of a socket has at most 107 bytes, so the folder is named from within.
      process = try ChildProcess(
        [program] + arguments(profile), in: profile, pipes,
        variables: hasTemporaryFiles ? ["TMPDIR=."] : [])
    } catch {
      unsafe _ = (unlink("\(profile)/user.js"), rmdir(profile))
      throw BrowserFailure(sentence: "\(program): \(error.sentence)")
    }
    do {
      // A process of the browser may still write while the folder is removed.
      let script = "read x; kill -KILL \"-$1\"; until rm -rf -- \"$0\"; do sleep 0.1; done"
      remover = try ChildProcess(
        ["/bin/sh", "-c", script, profile, "\(process.identifier)"], in: "/", [.input(0)],
        isKilledBySignals: false)
    } catch {
      _ = process.end(within: 0)
      unsafe _ = (unlink("\(profile)/user.js"), rmdir(profile))
      throw BrowserFailure(sentence: "/bin/sh: \(error.sentence)")
    }
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

  private static func emptyFolder() throws(BrowserFailure) -> String {
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var path = Array("\(folder)/pantograph-browser-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&path) != nil else {
      throw BrowserFailure(sentence: "\(folder): no folder can be made for the browser's profile")
    }
    return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func write(_ text: String, to path: String) throws(ProgramFailure) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard descriptor >= 0, ChildProcess.write(bytes, from: 0, to: descriptor) == bytes.count else {
      throw ProgramFailure(sentence: "its profile can't be written")
    }
  }
}
