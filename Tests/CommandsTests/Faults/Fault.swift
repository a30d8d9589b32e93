import Foundation
import PantographTestSupport
import Testing

/// A fault in the environment of a command, and how to cause it without a device.
enum Fault: String, CaseIterable, CustomTestStringConvertible {
  case diskFull = "disk full"
  case readOnly = "read-only folder"
  case link = "output a link"
  case killed = "killed"
  case terminated = "terminated"
  case readerGone = "reader gone"
  case noPermission = "no permission"
  case pipe = "a pipe"
  case endless = "/dev/zero"
  case longLine = "4 GB line"
  case deepJSON = "deep JSON"
  case notUTF8 = "name not UTF-8"
  case clockBack = "clock goes back"
  case clockAhead = "clock jumps ahead"
  case noDescriptors = "no descriptors"
  case littleMemory = "little memory"
  case unplugged = "unplugged"
  case grabbed = "grabbed"

  var testDescription: String { rawValue }

  /// Whether the fault limits the memory of the program.
  var limitsMemory: Bool { self == .longLine || self == .littleMemory }

  /// The reason that the error message contains, or `nil` if it depends on the command.
  func reason(of command: String) -> String? {
    switch self {
    case .link where command == "live": "exists and is not a socket; choose another path"
    case .diskFull: "can't be written: No space left on device; "
    case .readOnly, .noPermission: "Permission denied; "
    case .link: "a dangling link"
    case .pipe, .endless: nil
    case .longLine: " MiB"
    case .deepJSON: "expected fewer levels of brackets"
    case .notUTF8: "' is not valid UTF-8; rename the file"
    case .noDescriptors: "Too many open files"
    case .clockAhead: "a pause of more than an hour"
    default: "-"
    }
  }

  /// A command that removes root's privileges; empty for other users.
  private static let asOthers =
    geteuid() == 0
    ? "setpriv --bounding-set -dac_override,-dac_read_search --inh-caps -all" : ""

  /// Closes descriptors inherited from the tests, which would count towards the limit.
  static let noneInherited = "exec " + (3...9).map { "\($0)<&-" }.joined(separator: " ") + ";"

  /// Writes a sparse file with a line of 4 GiB.
  private static func writeLongLine(to file: URL) throws {
    let text =
      switch file.pathExtension {
      case "json": #"{ "version": 1, "#
      default: "# EVEMU 1.3\nN: "
      }
    try Data(text.utf8).write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: 4 << 30)
    try handle.close()
  }

  /// The runs of a command under the fault.
  func runs(of command: String) throws -> [FaultyRun] {
    var run = try FaultyRun(command)
    /// Returns one run for each file that the command reads.
    func each(_ change: (inout FaultyRun, URL) throws -> Void) throws -> [FaultyRun] {
      try [\FaultyRun.recording, \.interaction].compactMap { file in
        var run = try FaultyRun(command)
        guard run.reads(run[keyPath: file]) else { return nil }
        try change(&run, run[keyPath: file])
        return run
      }
    }
    switch self {
    case .diskFull:
      if FileManager.default.fileExists(atPath: run.result.path) {
        try run.replace(run.result, byLinkTo: "/dev/full")
      }
      run.behind = ">/dev/full"
    case .readOnly:
      // Appending to an existing table needs no write access to its folder.
      run.preparation = "chmod -f 444 place/*; chmod 555 place;"
      run.before = Self.asOthers
    case .link:
      let target = run.folder.file("target")
      try? FileManager.default.removeItem(at: run.result)
      try run.text.write(to: target)
      try run.replace(run.result, byLinkTo: "../target")
    case .readerGone:
      run.printResult()
      // Opened for reading and writing, then for writing only, so that there is no reader.
      run.preparation = "mkfifo pipe; exec 8<>pipe 9>pipe 8>&-;"
      run.behind = ">&9 9>&-"
    case .noPermission:
      return try each { run, file in
        run.preparation = "chmod 000 case/\(file.lastPathComponent);"
        run.before = Self.asOthers
      }
    case .pipe:
      let name =
        run.words.contains("case/interaction.json") && !run.reads(run.recording)
        ? "case/interaction.json" : "case/recording.yml"
      // The writer ends with the command, which need not read.
      run.preparation = """
        mv \(name) whole; mkfifo \(name); (cat whole >\(name) & writer=$!;
        while kill -0 $$ && kill -0 $writer; do sleep 0.1; done; kill $writer) >/dev/null 2>&1 &
        """
    case .endless:
      let runs = try each { run, file in try run.replace(file, byLinkTo: "/dev/zero") }
      // Without optimization, reading the 16 MiB limit of an interaction takes two seconds.
      return Program.isOptimized ? runs : Array(runs.prefix(1))
    case .longLine:
      return try each { run, file in
        try Self.writeLongLine(to: file)
        // The name does not indicate the content.
        run.preparation = "ulimit -v 400000;"
      }
    case .deepJSON:
      let deep = String(repeating: "[", count: 100_000)
      try Data(deep.utf8).write(to: run.interaction)
    case .notUTF8:
      run.preparation = #"set -- "$@" "$(printf 'n\377.yml')";"#
    case .clockBack, .clockAhead:
      let text = try String(contentsOf: run.recording, encoding: .utf8)
      // 0.1 s too early, or ten years too late, while a finger is down.
      let step = self == .clockBack ? -100_000 : 315_360_000_000_000
      let jumping = Self.jumping(text, by: step)
      #expect(jumping != text)
      try Data(jumping.utf8).write(to: run.recording)
      // For a check, the result of the changed recording is expected.
      if command == "check" {
        let accept = try Program(
          Program.pantograph, ["check", "--accept", run.folder.file("case").path])
        #expect(accept.status == 1, "\(accept.complaints)")
      }
    case .noDescriptors: run.preparation = "\(Self.noneInherited) ulimit -n 4;"
    case .littleMemory: run.preparation = "ulimit -v 100000;"
    case .killed, .terminated, .unplugged, .grabbed: return []
    }
    return [run]
  }

  /// A recording in YAML whose second half is shifted by a number of microseconds.
  private static func jumping(_ text: String, by step: Int) -> String {
    var lines = text.components(separatedBy: "\n")
    for index in lines.indices.dropFirst(lines.count / 2) {
      lines[index] = lines[index].replacing(#/\[ *(\d+), *(\d+),/#) { match in
        let seconds = (Int(match.1) ?? 0) * 1_000_000
        let time = max(seconds + (Int(match.2) ?? 0) + step, 0)
        return "[\(time / 1_000_000), \(time % 1_000_000),"
      }
    }
    return lines.joined(separator: "\n")
  }
}
