import Glibc

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
    (self.profile, self.remover) = (profile, remover)
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

  private static func write(_ text: String, to path: String) throws(ProgramFailure) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard descriptor >= 0, ChildProcess.write(bytes, from: 0, to: descriptor) == bytes.count else {
      throw ProgramFailure(sentence: "its profile can't be written")
    }
  }
}
